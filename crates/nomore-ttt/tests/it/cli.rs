//! What the program owes its users whatever the game.

use testkit::{Program, Subject};

pub(crate) fn subject() -> Subject {
    Subject {
        name: "nomore-ttt",
        program: Program::at(env!("CARGO_BIN_EXE_nomore-ttt")),
        sample: "fixtures/nomore-ttt/lightoj/sample/01-sample.in",
        counts_cases: true,
        has_overview: false,
        long_input: format!("20000\n{}", "..X.....O.\n".repeat(20_000)).into_bytes(),
        position: "..X.O...X..X",
    }
}

testkit::contract_tests!(subject());
