//! The contract that every program keeps, in full.

use testkit::Subject;
use treblecross::Treblecross;

pub(crate) fn subject() -> Subject<Treblecross> {
    Subject::new(env!("CARGO_BIN_EXE_treblecross"))
}

#[test]
fn every_promise_that_a_game_may_break_is_kept() {
    subject().keep("every_game");
}

/// All programs share their command line, so this one stands for all.
#[test]
fn every_promise_of_the_command_line_is_kept() {
    for file in ["command_line", "check", "checkers", "stress"] {
        subject().keep(file);
    }
}

#[test]
fn sessions_in_the_documents_are_up_to_date() {
    subject().sessions_in_the_documents_are_up_to_date();
    testkit::agree_with_tutorial("treblecross", "kayles");
}

/// This one stands for all here too; `tools/properties` has the width of every page.
#[test]
fn an_explanation_is_as_wide_as_the_terminal() {
    subject().an_explanation_is_as_wide_as_the_terminal();
}
