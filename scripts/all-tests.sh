# Sourced by the scripts that run the tests of all crates, after common.sh. Several programs of tests run at a time, as
# many of them wait for other processes; `cargo test` runs one after another.

# Writes a line for each program of tests to $tests: its name, the folder that it runs in, and its command. The first
# line is for the examples in documentation, which cargo runs itself. What takes longest comes first, after the lines in
# the arguments.
export tests=$target/tests.txt
build_tests() {
    local artifact='"manifest_path":"([^"]*)/Cargo.toml".*"kind":\["(lib|test|bin|example)".*"name":"([^"]*)"'
    local line crate name
    local long=() short=()
    cargo test --workspace --all-features --no-run --quiet \
        --message-format json-render-diagnostics >"$target/tests.json"
    while IFS= read -r line; do
        [[ $line =~ $artifact,\"src_path\".*\"executable\":\"([^\"]*)\" ]] || {
            echo "scripts/all-tests.sh: not understood: $line" >&2
            return 2
        }
        crate=${BASH_REMATCH[1]##*/} name=${BASH_REMATCH[3]}
        [ "${BASH_REMATCH[2]}" != lib ] || name=lib
        line="$crate $name|${BASH_REMATCH[1]}|$(printf %q "${BASH_REMATCH[4]}")"
        case "$crate $name" in
        "treblecross it" | "retrograde it" | "large-games it" | "harness it" | "crash-test it" | "lgame it")
            long+=("$line")
            ;;
        *) short+=("$line") ;;
        esac
    done < <(grep '"test":true},"features"' "$target/tests.json")
    local documentation="documentation|$PWD|cargo test --workspace --all-features --doc --quiet"
    printf '%s\n' "$@" "$documentation" "${long[@]}" "${short[@]}" >"$tests"
}

# Runs one of these lines, and says what came out. The folder $logs gets the output, and a line in `results`: the name,
# the exit code.
run_test() {
    local name folder command outcome code=0
    IFS='|' read -r name folder command <<<"$1"
    local log="$logs/${name// /-}.log"
    cd "$folder"
    (eval "$command") >"$log" 2>&1 || code=$?
    echo "$code $name" >>"$logs/results"
    if [ "$code" = 0 ] && grep -q '^test result' "$log"; then
        outcome=$(count_tests "$log")
    else
        cat "$log"
        outcome="exit code $code"
    fi
    printf '%4d s  %s: %s\n' "$SECONDS" "$name" "$outcome"
    [ "$code" = 0 ]
}

# Adds up what programs of tests have printed at their end.
count_tests() {
    cat "$@" | awk '/^test result: / { passed += $4; failed += $6; ignored += $8 }
        END { printf "%d passed, %d failed, %d skipped", passed, failed, ignored }'
}

# Runs all of these lines, and fails if one of them does. By xargs, as processes that a shell starts in the background
# ignore interrupts.
run_tests() {
    export logs=$1
    rm -rf "$logs"
    mkdir -p "$logs"
    tr '\n' '\0' <"$tests" | xargs -0 -n 1 -P 4 bash -c 'set -euo pipefail; run_test "$1"' run_test || {
        echo "failed: $(sed -n 's/^[1-9][0-9]* //p' "$logs/results" | paste -sd ,)"
        return 1
    }
}
export -f run_test count_tests run_tests
# A test fails on a snapshot that differs. Nothing is compiled twice, so there is nothing to gain from the files of
# incremental compilation; and whoever needs a backtrace with lines runs that test again. Many tests wait for other
# processes.
export INSTA_UPDATE=no INSTA_WORKSPACE_ROOT=$PWD RUST_TEST_THREADS=${RUST_TEST_THREADS-4}
export CARGO_INCREMENTAL=${CARGO_INCREMENTAL-0} CARGO_PROFILE_DEV_DEBUG=${CARGO_PROFILE_DEV_DEBUG-0}
