//! The output of `explain` for each kind of board.

use nomore_ttt::NoMore;

use crate::cli::subject;

fn explain(board: &str) -> String {
    subject().program.run(&["explain", board], b"").transcript()
}

#[test]
fn a_board_that_alice_wins() {
    insta::assert_snapshot!(explain("..X.O...X..X"));
}

#[test]
fn a_board_that_bob_wins_by_a_move() {
    insta::assert_snapshot!(explain("..X..."));
}

#[test]
fn a_lost_board() {
    insta::assert_snapshot!(explain("..XO.."));
}

#[test]
fn a_board_without_marks() {
    insta::assert_snapshot!(explain("....."));
}

#[test]
fn a_full_board() {
    insta::assert_snapshot!(explain("XOX"));
}

#[test]
fn a_dead_cell_and_nothing_else() {
    insta::assert_snapshot!(explain("X.O"));
}

#[test]
fn colours() {
    insta::assert_snapshot!(subject().program.run(&["explain", "--color=always", "..XO.X"], b"").transcript());
}

#[test]
fn an_invalid_board() {
    insta::assert_snapshot!(explain("..XX"));
}

#[test]
fn pages_fit_every_width() {
    let boards = [
        ".",
        "XOX",
        "X.O",
        "..X.O...X..X",
        &".".repeat(101),
        &"X...O.".repeat(16),
        &format!("{}X{}", ".".repeat(70), ".".repeat(29)),
        &format!("{}O{}X{}", ".".repeat(700), ".".repeat(100), ".".repeat(1200)),
        &"......X.....O".repeat(200),
    ];
    for board in boards {
        testkit::assert_page_fits::<NoMore>(board, &["board", "X there", "O there"]);
    }
}

#[test]
fn a_narrow_page() {
    insta::assert_snapshot!(testkit::show_page::<NoMore>("..X.O...X..X", 40));
}

#[test]
fn the_picture_is_up_to_date() {
    let run = subject().program.run(&["explain", "--color=always", "..X.O...X..X"], b"");
    testkit::agree_with_picture("nomore-ttt-explain.svg", &run.stdout);
}
