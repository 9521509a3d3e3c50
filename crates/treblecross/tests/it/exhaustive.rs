//! Compares the solver with the oracles: on every short board and many long ones.

use problem::Rng;
use treblecross::{Analysis, Board, LONGEST_STRIP, Solver};

use crate::cli::subject;
use crate::oracle::{GameTree, Naive, bits, has_three};

/// The number of boards of 3 to 16 cells without three adjacent X: the sum of the tribonacci numbers
/// 7 + 13 + 24 + … + 19,513.
const BOARDS_OF_3_TO_16_CELLS: usize = 42_754;

#[test]
fn every_board_of_3_to_16_cells_agrees_with_the_game_tree() {
    let (mut solver, naive) = (Solver::new(), Naive::new(16));
    let mut boards = 0;
    for cells in 3..=16 {
        let mut tree = GameTree::new(cells);
        for board in (0..1_u32 << cells).filter(|&board| !has_three(board)) {
            let text: Vec<u8> = (0..cells).map(|cell| if board >> cell & 1 == 1 { b'X' } else { b'.' }).collect();
            assert_eq!(bits(&text), board);
            let parsed = Board::parse(&text).unwrap();
            let moves = solver.winning_moves(parsed.clone()).unwrap();
            assert_eq!(Analysis::of(parsed, &mut solver).unwrap().winning_moves(), moves);
            assert_eq!(moves, tree.winning_cells(board), "{}", String::from_utf8_lossy(&text));
            // It takes longer on longer boards.
            assert!(cells > 11 || naive.winning_cells(&text) == moves, "the oracles differ");
            boards += 1;
        }
    }
    assert_eq!(boards, BOARDS_OF_3_TO_16_CELLS);
}

/// A random board. On most boards no X is within two cells of another; on some there are a few `XX` or `X.X`.
pub(crate) fn random_board(rng: &mut Rng, cells: usize) -> Vec<u8> {
    let mut board = vec![b'.'; cells];
    let typical_gap = 3 + rng.below(40);
    let mut cell = rng.below(typical_gap);
    while cell < cells {
        board[cell] = b'X';
        let is_threat = rng.below(60) == 0;
        cell += if is_threat { 1 + rng.below(2) } else { 3 + rng.below(typical_gap) };
    }
    if board.windows(3).any(|three| three == b"XXX") { random_board(rng, cells) } else { board }
}

#[test]
fn a_board_longer_than_the_window_of_the_scanner_is_solved() {
    // All strips have three cells. Any X uses up a whole strip, so the player to move wins if the number of strips is
    // odd, and with every safe cell.
    let board_of = |strips: usize| format!(".....X{}.....", ".......X".repeat(strips - 2));
    let safe_cells = |strips: usize| {
        (0..strips).flat_map(|strip| (1..=3).map(move |at| (8 * strip + at).to_string())).collect::<Vec<_>>()
    };
    let input = format!("2\n{}\n{}\n", board_of(40_000), board_of(40_001));
    let run = subject().program.run(&[], input.as_bytes());
    let expected = format!("LOSING\n\nWINNING\n{}\n", safe_cells(40_001).join(" "));
    assert!(run.code == Some(0) && run.stdout == expected.as_bytes());
}

#[test]
fn a_strip_longer_than_the_limit_or_the_memory_is_an_error_with_its_place() {
    let check = |program: &testkit::Program, arguments: &[&str], cells: usize, reasons: &[[&str; 2]]| {
        let run = program.run(arguments, format!("7\n{cells}\n").as_bytes());
        let line = |[kind, reason]: &[&str; 2]| {
            format!("treblecross: stdin:2:1: {kind}a free strip of {cells} cells; {reason}\n")
        };
        let messages: String = reasons.iter().map(line).collect();
        assert_eq!((run.code, String::from_utf8_lossy(&run.stderr)), (Some(2), messages.into()));
        assert!(run.stdout.is_empty());
    };
    let too_long = "this program solves strips of up to 1073741824";
    check(&subject().program, &["--judge", "poj"], LONGEST_STRIP + 1, &[["", too_long]]);
    if cfg!(target_os = "linux") {
        // The program itself needs a quarter of these 100 MB.
        let script = "ulimit -c 0; ulimit -v 100000; exec \"$@\" --judge poj";
        let (shell, arguments) = (testkit::Program::at("sh"), ["-c", script, "sh", env!("CARGO_BIN_EXE_treblecross")]);
        let slow = |minutes: usize| format!("its table takes about {minutes} minutes");
        for (cells, minutes, bytes) in [(1_000_000_000, 400, 2_000_000_006_u64), (LONGEST_STRIP, 429, 2_147_483_654)] {
            let no_memory = format!("not enough memory for its table, {bytes} bytes");
            check(&shell, &arguments, cells, &[["warning: ", &slow(minutes)], ["", &no_memory]]);
        }
    }
}
