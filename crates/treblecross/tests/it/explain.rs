//! The output of `explain` for each kind of board.

use testkit::{Snapshot, assert_snapshots};
use treblecross::Treblecross;

use crate::cli::subject;

#[test]
fn each_kind_of_board_is_explained() {
    let long = format!("{}X{}", ".".repeat(70), ".".repeat(58));
    subject().positions_are_explained(&[
        ("a_board_with_completing_cells", &[".XX.X...X.X"], ""),
        ("a_board_without_another_move", &["XX.X"], ""),
        ("a_lost_board", &["X.....X..X.............X....X..X"], ""),
        ("a_won_board_of_several_strips", &[".....X.......X.........X...."], ""),
        ("a_board_without_a_safe_cell", &["X..X..X"], ""),
        ("a_board_longer_than_a_line", &[&long], ""),
        ("an_invalid_board", &["..XXX"], ""),
        ("an_input_of_the_judge", &[], "1\n.X...\n"),
    ]);
}

/// `tools/properties` has shorter ones.
#[test]
fn pages_about_long_boards_fit_every_width() {
    let boards = [
        format!("{}XX{}X.X", ".".repeat(150), ".".repeat(45)),
        format!("{}X{}", ".".repeat(1000), ".".repeat(2000)),
        ".........X".repeat(1200),
    ];
    for board in boards {
        testkit::assert_page_fits::<Treblecross>(&board);
    }
}

#[test]
fn a_narrow_page() {
    let board = ".....X.......X.........X....";
    let lines = testkit::page_lines::<Treblecross>(board, 40);
    let text = lines.into_iter().map(|line| line + "␊\n").collect();
    let command = format!("COLUMNS=40 treblecross explain {board}");
    let shown = Snapshot { name: "forty_columns".to_owned(), command, text };
    assert_snapshots("crates/treblecross/tests/it/snapshots/page", [shown]);
}

#[test]
fn the_picture_is_up_to_date() {
    let run = subject().program.run(&["explain", "--color=always", ".....X.......X.........X...."], b"");
    testkit::agree_with_picture("treblecross-explain.svg", &run.stdout);
}
