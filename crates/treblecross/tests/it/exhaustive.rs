//! The solver against the oracles: every short board, many long ones.

use testkit::Dice;
use treblecross::{Board, Solver};

use crate::cli::subject;
use crate::oracle::{GameTree, Naive, bits, has_three};

/// How many boards of 3 to 16 cells have no three adjacent X: the sum of the tribonacci numbers that count them,
/// 7 + 13 + 24 + … + 19,513.
const BOARDS_OF_3_TO_16_CELLS: usize = 42_754;

#[test]
fn every_board_of_3_to_16_cells_agrees_with_the_game_tree() {
    let mut solver = Solver::new();
    let mut boards = 0;
    for cells in 3..=16 {
        let mut tree = GameTree::new(cells);
        for board in (0..1_u32 << cells).filter(|&board| !has_three(board)) {
            let text: Vec<u8> = (0..cells).map(|cell| if board >> cell & 1 == 1 { b'X' } else { b'.' }).collect();
            assert_eq!(bits(&text), board);
            let moves = solver.winning_moves(Board::parse(&text).unwrap()).unwrap();
            assert_eq!(moves, tree.winning_cells(board), "{}", String::from_utf8_lossy(&text));
            boards += 1;
        }
    }
    assert_eq!(boards, BOARDS_OF_3_TO_16_CELLS);
}

#[test]
fn the_two_oracles_agree_where_both_can_go() {
    let naive = Naive::new(11);
    for cells in 3..=11 {
        let mut tree = GameTree::new(cells);
        for board in (0..1_u32 << cells).filter(|&board| !has_three(board)) {
            let text: Vec<u8> = (0..cells).map(|cell| if board >> cell & 1 == 1 { b'X' } else { b'.' }).collect();
            assert_eq!(naive.winning_cells(&text), tree.winning_cells(board));
        }
    }
}

/// A board on which nothing completes three more often than not: X far apart, now and then near.
pub(crate) fn random_board(dice: &mut Dice, cells: usize) -> Vec<u8> {
    let mut board = vec![b'.'; cells];
    let typical_gap = 3 + dice.below(40);
    let mut cell = dice.below(typical_gap);
    while cell < cells {
        board[cell] = b'X';
        let near = dice.below(60) == 0;
        cell += if near { 2 } else { 3 + dice.below(typical_gap) };
    }
    if board.windows(3).any(|three| three == b"XXX") { random_board(dice, cells) } else { board }
}

#[test]
pub(crate) fn random_boards_of_up_to_400_cells_agree_with_the_naive_program() {
    let (mut dice, naive, mut solver) = (Dice::new(1), Naive::new(400), Solver::new());
    for _ in 0..2_000 {
        let cells = 3 + dice.below(398);
        let board = random_board(&mut dice, cells);
        let moves = solver.winning_moves(Board::parse(&board).unwrap()).unwrap();
        assert_eq!(moves, naive.winning_cells(&board), "{}", String::from_utf8_lossy(&board));
    }
}

#[test]
fn a_board_that_does_not_fit_the_reader_s_window_is_solved_all_the_same() {
    // Strips of three cells and nothing else. Any X uses up the whole of one, so who moves first wins exactly if their
    // number is odd, and wins with every safe cell.
    let board_of = |strips: usize| format!(".....X{}.....", ".......X".repeat(strips - 2));
    let safe_cells = |strips: usize| {
        (0..strips).flat_map(|strip| (1..=3).map(move |at| (8 * strip + at).to_string())).collect::<Vec<_>>()
    };
    let input = format!("2\n{}\n{}\n", board_of(40_000), board_of(40_001));
    let run = subject().program.run(&[], input.as_bytes());
    let expected = format!("LOSING\n\nWINNING\n{}\n", safe_cells(40_001).join(" "));
    assert!(run.code == Some(0) && run.stdout == expected.as_bytes());
}
