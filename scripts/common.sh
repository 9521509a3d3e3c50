# Sourced by the scripts. Changes to the workspace's folder, and sets `programs`, `target` and `tools`.
set -euo pipefail
# Before, an empty array counted as not set, and there was no mapfile.
if ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] < 404)); then
    echo "$0: needs bash 4.4 or later, not $BASH_VERSION" >&2
    exit 2
fi
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# The packages of the product and of what keeps it honest. The others, which --labs adds, are the labs, what measures or
# kills their programs, and the page.
product=(--workspace --exclude=web --exclude=bench --exclude=crash-test)
for folder in labs/*/; do product+=("--exclude=$(basename "$folder")"); done

# A program is whatever has a folder in fixtures/.
programs=()
for folder in fixtures/*/; do programs+=("$(basename "$folder")"); done
target=${CARGO_TARGET_DIR:-target}
mkdir -p "$target"
target=$(cd "$target" && pwd)
# Missing tools are installed here.
tools=$target/tools
export PATH="$PATH:$tools/bin"

# Names a step, and says how long the one before it took.
steps=() begun_at=0
step() {
    end_step
    steps+=("$*") begun_at=$SECONDS
    printf '\n== %s\n' "$*"
}
end_step() {
    if [ ${#steps[@]} -gt 0 ]; then
        steps[-1]="$((SECONDS - begun_at)) s  ${steps[-1]}"
        echo "== ${steps[-1]}"
    fi
}

# Prints the comment at the head of a script: its help.
show_help() { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "scripts/$(basename "$0")"; }

# The minimum Rust.
minimum=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)

# Sets `cargo` to a command that builds for a target: with a standard library that is installed, or else with its source.
find_cargo() {
    local kind rustc library version
    for kind in "$1/lib" src/rust/library/Cargo.lock; do
        for rustc in "$(command -v rustc)" /usr/bin/rustc; do
            [ -x "$rustc" ] && [ -x "${rustc%rustc}cargo" ] || continue
            library=$("$rustc" --print sysroot)/lib/rustlib
            version=$("$rustc" --version | cut -d ' ' -f 2)
            [ -e "$library/$kind" ] || continue
            printf '%s\n' "$minimum" "$version" | sort --check --version-sort 2>/dev/null || continue
            export RUSTC=$rustc
            cargo=("${rustc%rustc}cargo")
            # Only a nightly Rust builds the standard library, unless it is told to be one.
            [ "$kind" = "$1/lib" ] || export RUSTC_BOOTSTRAP=1 CARGO_UNSTABLE_BUILD_STD=std,panic_abort
            return
        done
    done
    return 1
}

# What makes a program for Linux run on any distribution: it needs none of its libraries. One that has a fixed address
# starts sooner.
static_flags="-C target-feature=+crt-static -C relocation-model=static"

# Builds the programs as tests do, and sets `built` to their folder.
build_programs() {
    cargo build --profile test "${programs[@]/#/--bin=}" --quiet
    built=$target/debug
}

# Installs a tool of cargo below the target folder, unless there is one: `need_tool insta 1.49.0` for `cargo insta`.
# What follows are options of `cargo install`.
need_tool() {
    if ! cargo "$1" --version >/dev/null 2>&1; then
        cargo install "cargo-$1" --version "$2" --locked --quiet --root "$tools" "${@:3}"
    fi
}

# Says that a step is left out; on GitHub nothing may be.
skip() {
    echo "skipped: $*"
    [ -z "${GITHUB_ACTIONS-}" ]
}

# Runs a script whose exit code 3 says that it, or a part of it, cannot be had here.
run() {
    local code=0
    "$@" || code=$?
    case $code in
    0) ;;
    3) skip "see above" ;;
    *) exit "$code" ;;
    esac
}
