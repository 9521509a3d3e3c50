# What the scripts share; they source it. Goes to the workspace's folder, and knows where what is built lies.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

programs=(treblecross nomore-ttt lgame)
target=${CARGO_TARGET_DIR:-target}
mkdir -p "$target"
target=$(cd "$target" && pwd)
# What is missing on this machine is installed here.
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
