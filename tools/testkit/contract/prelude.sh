# What the commands of sessions can call. Each is run in a folder of its own, with `in` and `out`: the first sample of the judge.

program() { "$PROGRAM" "$@"; }

# write TEXT FILE...: writes a text, in which \n and other escapes stand for characters, to files in any folders.
write() {
    text=$1
    shift
    for file; do
        case $file in */*) mkdir -p "${file%/*}" ;; esac
        printf %b "$text" > "$file"
    done
}

# put JUDGE STEM...: makes each STEM a case, with the first sample of a judge.
put() {
    judge=$1
    shift
    for stem; do
        mkdir -p "$(dirname "$stem")"
        cp "$FIXTURES/$judge/sample/01-"*.in "$stem.in"
        cp "$FIXTURES/$judge/sample/01-"*.out "$stem.out"
    done
}

# holds FILE WORD...: names the words that are not in a file.
holds() {
    file=$1
    shift
    for word; do
        grep -qF -e "$word" "$file" || echo "$file does not hold $word"
    done
}

# Runs a command line on a terminal, and shows what the terminal shows.
terminal() { script -qec "stty -echo; $1" /dev/null; }
