//! The output of `explain` for each kind of board.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

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

#[test]
fn a_strip_that_takes_minutes_is_announced_before_it_is_solved() {
    let strip = |cells| ".".repeat(cells);
    let first_line = |arguments: &[&str], input: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_treblecross"));
        let command = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut program = command.spawn().expect("the program starts");
        program.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("all of the input is read");
        let mut line = String::new();
        BufReader::new(program.stderr.take().expect("a pipe")).read_line(&mut line).expect("a line");
        program.kill().and_then(|()| program.wait()).expect("the program ends");
        line
    };
    let board = format!("{}X{}", strip(30), strip(5_000_002));
    let explained =
        "treblecross: stdin:1:34: warning: a free strip of 5000000 cells; its table takes about 2 minutes\n";
    assert_eq!(first_line(&["explain"], &board), explained);
    let solved = explained.replace("1:34", "2:34");
    assert_eq!(first_line(&[], &format!("1\n{board}\n")), solved);
    let length = "treblecross: stdin:1:1: warning: a free strip of 3000000 cells; its table takes about 1 minute\n";
    assert_eq!(first_line(&["--judge=poj"], "3000000\n"), length);
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
