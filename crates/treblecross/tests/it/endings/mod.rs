//! How `check` and `stress` end: by which signal, at which stage, that nothing found is lost, and that no program is left
//! behind, except after SIGKILL.
//!
//! For this program, as all share the code, and for Linux, where `/proc` shows what is left. Each test starts a
//! [`Running`](running::Running) program against a candidate in the language of the shell. Its folder is the folder of
//! the program too. Variables tell it the file `$STARTED`, which it makes, the `$PROGRAM` and the `$JUDGE`.

mod random;
mod running;
mod saving;
mod stages;

use rustix::process::Signal;
use testkit::workspace;

/// The signals that ask a process to end, and the one that it cannot catch.
const ENDING: [Signal; 5] = [Signal::HUP, Signal::INT, Signal::QUIT, Signal::TERM, Signal::KILL];

/// The signals that ask a process to end.
const ASKING: &[Signal] = ENDING.split_last().expect("a signal").1;

/// Candidates that do not end by themselves.
const STUBBORN: [&str; 3] = [
    "cat > $STARTED; exec sleep 300",
    // Ignores what it can, and so do its children.
    "trap '' HUP INT QUIT TERM; cat > $STARTED; while sleep 1; do :; done",
    // Leaves a child of a child that has ended.
    "(sleep 300 &); cat > $STARTED; exec sleep 300",
];

/// Answers nonsense, whatever the input is.
const WRONG: &str = "cat > /dev/null; echo nonsense";

const PROGRAM: &str = env!("CARGO_BIN_EXE_treblecross");

/// The first judge.
const JUDGE: &str = "uva";

/// The folder of some cases of the judge, and one of its cases.
const EDGE_CASES: &str = "uva/edge";
const SAMPLE: &str = "uva/sample/01-sample.in";

/// The path of something in the folder of the program's fixtures.
fn path_of(name: &str) -> String {
    workspace().join("fixtures/treblecross").join(name).to_str().expect("a plain path").to_owned()
}
