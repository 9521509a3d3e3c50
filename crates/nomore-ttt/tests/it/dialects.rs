//! How the judges' outputs are told apart, and what each says to wrong white space.

use nomore_ttt::NoMore;
use problem::Verdict::{Accepted, PresentationError, WrongAnswer};
use testkit::{outputs_are_recognized, white_space_is_judged};

#[test]
fn outputs_are_told_by_their_first_words() {
    outputs_are_recognized::<NoMore>(&[("Possible.\n", "uva"), ("Impossible.\n", "uva"), ("Case 1: Yes\n", "lightoj")]);
}

#[test]
fn each_judge_has_its_verdict_on_wrong_white_space() {
    white_space_is_judged::<NoMore>("uva", "1\n...\n", [Accepted, PresentationError, PresentationError]);
    white_space_is_judged::<NoMore>("lightoj", "1\n...\n", [Accepted, Accepted, WrongAnswer]);
}
