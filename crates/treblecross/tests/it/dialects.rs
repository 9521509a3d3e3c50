//! How the judges' outputs are told apart, and what each says to wrong white space.

use problem::Verdict::{Accepted, PresentationError, WrongAnswer};
use testkit::{outputs_are_recognized, white_space_is_judged};
use treblecross::Treblecross;

#[test]
fn outputs_are_told_by_their_first_words() {
    outputs_are_recognized::<Treblecross>(&[
        ("WINNING\n1\n", "uva"),
        ("\u{feff}\r\n LOSING\n\n", "uva"),
        ("Case 1: 3\n", "lightoj"),
        ("2\n", "poj"),
        ("1", "poj"),
    ]);
}

#[test]
fn each_judge_has_its_verdict_on_wrong_white_space() {
    white_space_is_judged::<Treblecross>("uva", "1\n......\n", [Accepted, PresentationError, PresentationError]);
    white_space_is_judged::<Treblecross>("lightoj", "1\n.....\n", [Accepted, Accepted, WrongAnswer]);
    white_space_is_judged::<Treblecross>("poj", "3\n", [Accepted, Accepted, PresentationError]);
}
