# What the scripts share; they source it. Changes to the workspace's folder, and sets where built programs lie.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# The programs are those that have fixtures.
programs=()
for folder in fixtures/*/; do programs+=("$(basename "$folder")"); done
target=${CARGO_TARGET_DIR:-target}
mkdir -p "$target"
target=$(cd "$target" && pwd)
# Tools that this machine lacks are installed here.
tools=$target/tools
export PATH="$PATH:$tools/bin"

step() { printf '\n== %s\n' "$*"; }

build_programs() {
    cargo build --release --quiet "${programs[@]/#/--package=}"
}

need_cargo_insta() {
    if ! cargo insta --version >/dev/null 2>&1; then
        cargo install cargo-insta --version 1.49.0 --locked --quiet --root "$tools"
    fi
}
