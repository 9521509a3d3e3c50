//! What the program owes its users whatever the game.

use testkit::{Program, Subject};

pub(crate) fn subject() -> Subject {
    Subject {
        name: "treblecross",
        program: Program::at(env!("CARGO_BIN_EXE_treblecross")),
        sample: "fixtures/treblecross/uva/sample/01-sample.in",
        counts_cases: true,
        has_overview: false,
        long_input: format!("20000\n{}", "..................\n".repeat(20_000)).into_bytes(),
        position: ".X.....",
    }
}

testkit::contract_tests!(subject());
