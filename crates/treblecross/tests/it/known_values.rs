//! Known values of strips, and values by two other routes: the rule as a game on strips, and the octal game.

use grundy::{HeapGame, Nimber, Sequence, Strip, StripGame, StripTable};
use problem::{Layout, Problem, solve};
use treblecross::{Analysis, Board, Solver, Treblecross};

/// The values of empty boards, from three cells on.
fn boards(longest: usize) -> Vec<Nimber> {
    let mut solver = Solver::new();
    let board = vec![b'.'; longest];
    let boards = (3..=longest).map(|length| Board::parse(&board[..length]).expect("a legal board"));
    boards.map(|board| Analysis::of(board, &mut solver).expect("a short board").nim_sum()).collect()
}

/// Computed by two programs that share no code with each other or with this one.
#[test]
fn boards_of_up_to_60_cells_have_their_known_values() {
    let known = [
        1, 2, 2, 0, 3, 3, 1, 1, 1, 0, 4, 3, 3, 3, 2, 2, 2, 4, 4, 0, 5, 5, 2, 2, 2, 3, 3, 0, 5, 0, 1, 1, 1, 3, 3, 3, 5,
        6, 4, 4, 1, 0, 5, 5, 6, 6, 2, 7, 7, 7, 8, 0, 1, 9, 2, 7, 2, 3,
    ];
    assert_eq!(boards(60), known.map(Nimber::new));
}

/// The lengths of empty strips, up to the judge's limit of POJ 3537, that the second player wins. Computed by the same
/// two programs; the first one is the second case of the judge's statement.
const LOST: [usize; 25] =
    [6, 12, 22, 30, 32, 44, 54, 64, 76, 86, 98, 110, 118, 130, 132, 162, 170, 184, 194, 202, 282, 290, 302, 356, 1046];

#[test]
fn the_first_player_loses_exactly_25_empty_strips_of_up_to_2000_cells() {
    let lengths: Vec<String> = (3..=2000).map(|length: usize| length.to_string()).collect();
    let solution = solve(Treblecross::dialect("poj").unwrap(), Layout::Free, lengths.join("\n").as_bytes()).unwrap();
    let answers: Vec<u8> = solution.to_bytes().split(|&byte| byte == b'\n').flatten().copied().collect();
    let lost: Vec<usize> =
        (3..=2000).zip(&answers).filter(|&(_, &answer)| answer == b'2').map(|(length, _)| length).collect();
    assert_eq!((answers.len(), lost.as_slice()), (1998, &LOST[..]));
}

/// An X and two cells on either side are out of play.
struct Strips;

impl StripGame for Strips {
    type End = ();

    fn moves(&self, strip: Strip<()>) -> impl Iterator<Item = [Strip<()>; 2]> {
        (0..strip.len).map(move |at| [at, strip.len - at - 1].map(|side| side.saturating_sub(2).into()))
    }
}

#[test]
fn an_empty_board_has_the_value_of_the_rule_and_of_a_heap_of_two_more_in_the_octal_game_007() {
    let boards = boards(2000);
    let mut strips = StripTable::new(Strips);
    assert!(boards.iter().copied().eq((3..=2000).map(|length| strips.nimber(length))));
    let game: HeapGame = ".007".parse().unwrap();
    let mut heaps = Sequence::new(game);
    assert_eq!(heaps.extend_to(2002), Ok(()));
    assert!(boards.iter().copied().eq(heaps.iter().skip(5)));
}

#[test]
fn the_largest_values_of_boards_of_up_to_200_and_2000_cells_are_17_and_89() {
    let largest = |longest: usize| boards(longest).into_iter().max();
    assert_eq!([largest(200), largest(2000)], [17, 89].map(|value| Some(Nimber::new(value))));
}
