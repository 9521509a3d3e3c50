//! What the program owes its users whatever the game.

use testkit::{Program, Subject};

pub(crate) fn subject() -> Subject {
    Subject {
        name: "lgame",
        program: Program::at(env!("CARGO_BIN_EXE_lgame")),
        sample: "fixtures/lgame/boi/sample/01-winning.in",
        counts_cases: false,
        has_overview: true,
        long_input: "...x\n###.\n#***\nx..*\n".repeat(5_000).into_bytes(),
        position: ".***/#*.x/###./x...",
    }
}

testkit::contract_tests!(subject());
