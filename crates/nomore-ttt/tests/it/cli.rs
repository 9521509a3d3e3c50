//! The contract that every program keeps, where it depends on the game.

use nomore_ttt::NoMore;
use testkit::Subject;

pub(crate) fn subject() -> Subject<NoMore> {
    Subject::new(env!("CARGO_BIN_EXE_nomore-ttt"))
}

#[test]
fn every_promise_that_a_game_may_break_is_kept() {
    subject().keep("every_game");
}

#[test]
fn sessions_in_the_documents_are_up_to_date() {
    subject().sessions_in_the_documents_are_up_to_date();
}

#[test]
fn right_and_wrong_programs_are_told_apart() {
    subject().a_right_and_a_wrong_program_in_c_are_told_apart();
    subject().submissions_get_their_verdicts("uva", "crates/nomore-ttt/tests/candidates", "fixtures/nomore-ttt/uva");
}
