//! The output of `explain` for each kind of board.

use treblecross::Treblecross;

use crate::cli::subject;

#[test]
fn each_kind_of_board_is_explained() {
    for (name, arguments) in [
        ("a_board_with_completing_cells", &[".XX.X...X.X"][..]),
        ("a_board_without_another_move", &["XX.X"]),
        ("a_lost_board", &["X.....X..X.............X....X..X"]),
        ("a_won_board_of_several_strips", &[".....X.......X.........X...."]),
        ("a_board_without_a_safe_cell", &["X..X..X"]),
        ("a_board_longer_than_a_line", &[&format!("{}X{}", ".".repeat(70), ".".repeat(58))]),
        ("an_invalid_board", &["..XXX"]),
    ] {
        let run = subject().program.run(&[&["explain"], arguments].concat(), b"");
        insta::assert_snapshot!(name, run.transcript());
    }
}

#[test]
fn the_number_before_a_judge_s_boards_is_said_to_be_too_much() {
    let expected = "treblecross: stdin:1:1: invalid character '1': expected '.' or 'X'; leave out the number before the \
                    position\n";
    let run = subject().program.run(&["explain"], b"1\n.X...\n");
    assert_eq!((run.code, String::from_utf8_lossy(&run.stderr).as_ref()), (Some(2), expected));
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
    let lines = testkit::page_lines::<Treblecross>(".....X.......X.........X....", 40);
    insta::assert_snapshot!(lines.into_iter().map(|line| line + "␊\n").collect::<String>());
}

#[test]
fn the_picture_is_up_to_date() {
    let run = subject().program.run(&["explain", "--color=always", ".....X.......X.........X...."], b"");
    testkit::agree_with_picture("treblecross-explain.svg", &run.stdout);
}
