//! The output of `explain` for each kind of board.

use treblecross::Treblecross;

use crate::cli::subject;

fn explain(board: &str) -> String {
    subject().program.run(&["explain", board], b"").transcript()
}

#[test]
fn a_board_with_completing_cells() {
    insta::assert_snapshot!(explain(".XX.X...X.X"));
}

#[test]
fn a_lost_board() {
    insta::assert_snapshot!(explain("X.....X..X.............X....X..X"));
}

#[test]
fn a_won_board_of_several_strips() {
    insta::assert_snapshot!(explain(".....X.......X.........X...."));
}

#[test]
fn a_board_without_a_safe_cell() {
    insta::assert_snapshot!(explain("X..X..X"));
}

#[test]
fn a_board_longer_than_a_line() {
    insta::assert_snapshot!(explain(&format!("{}X{}", ".".repeat(70), ".".repeat(58))));
}

#[test]
fn colours() {
    insta::assert_snapshot!(subject().program.run(&["explain", "--color=always", "..X......"], b"").transcript());
}

#[test]
fn an_invalid_board() {
    insta::assert_snapshot!(explain("..XXX"));
}

#[test]
fn pages_fit_every_width() {
    let boards = [
        "...",
        "X..X..X",
        ".XX.X...X.X",
        "X.....X..X.............X....X..X",
        &".".repeat(200),
        &"X.....".repeat(33),
        &format!("{}X{}", ".".repeat(70), ".".repeat(129)),
        &format!("{}XX{}X.X", ".".repeat(150), ".".repeat(45)),
        &format!("{}X{}", ".".repeat(1000), ".".repeat(2000)),
        &".........X".repeat(1200),
    ];
    for board in boards {
        testkit::assert_page_fits::<Treblecross>(board, &["board", "moves"]);
    }
}

#[test]
fn a_narrow_page() {
    insta::assert_snapshot!(testkit::show_page::<Treblecross>(".....X.......X.........X....", 40));
}

#[test]
fn the_picture_is_up_to_date() {
    let run = subject().program.run(&["explain", "--color=always", ".....X.......X.........X...."], b"");
    testkit::agree_with_picture("treblecross-explain.svg", &run.stdout);
}
