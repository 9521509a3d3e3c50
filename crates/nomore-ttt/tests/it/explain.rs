//! The output of `explain` for each kind of board.

use crate::cli::subject;

#[test]
fn each_kind_of_board_is_explained() {
    subject().positions_are_explained(&[
        ("a_board_that_alice_wins", &["..X.O...X..X"], ""),
        ("a_board_that_bob_wins_by_a_move", &["..X..."], ""),
        ("a_lost_board", &["..XO.."], ""),
        ("a_board_without_marks", &["....."], ""),
        ("a_full_board", &["XOX"], ""),
        ("a_dead_cell_and_nothing_else", &["X.O"], ""),
        ("an_invalid_board", &["..XX"], ""),
    ]);
}

#[test]
fn the_picture_is_up_to_date() {
    let run = subject().program.run(&["explain", "--color=always", "..X.O...X..X"], b"");
    testkit::agree_with_picture("nomore-ttt-explain.svg", &run.stdout);
}
