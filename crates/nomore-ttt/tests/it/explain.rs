//! The output of `explain` for each kind of board.

use nomore_ttt::NoMore;

use crate::cli::subject;

#[test]
fn each_kind_of_board_is_explained() {
    for (name, arguments) in [
        ("a_board_that_alice_wins", &["..X.O...X..X"][..]),
        ("a_board_that_bob_wins_by_a_move", &["..X..."]),
        ("a_lost_board", &["..XO.."]),
        ("a_board_without_marks", &["....."]),
        ("a_full_board", &["XOX"]),
        ("a_dead_cell_and_nothing_else", &["X.O"]),
        ("an_invalid_board", &["..XX"]),
    ] {
        let run = subject().program.run(&[&["explain"], arguments].concat(), b"");
        insta::assert_snapshot!(name, run.transcript());
    }
}

/// `tools/properties` has shorter ones.
#[test]
fn pages_about_long_boards_fit_every_width() {
    let strips = format!("{}O{}X{}", ".".repeat(700), ".".repeat(100), ".".repeat(1200));
    for board in [strips, "......X.....O".repeat(200)] {
        testkit::assert_page_fits::<NoMore>(&board);
    }
}

#[test]
fn the_picture_is_up_to_date() {
    let run = subject().program.run(&["explain", "--color=always", "..X.O...X..X"], b"");
    testkit::agree_with_picture("nomore-ttt-explain.svg", &run.stdout);
}
