# Sourced by the scripts. Changes to the workspace's folder, and sets `programs`, `target` and `tools`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# A program is whatever has a folder in fixtures/.
programs=()
for folder in fixtures/*/; do programs+=("$(basename "$folder")"); done
target=${CARGO_TARGET_DIR:-target}
mkdir -p "$target"
target=$(cd "$target" && pwd)
# Missing tools are installed here.
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
