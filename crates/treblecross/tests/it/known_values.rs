//! Known values of strips, and values that the octal game gives by another route.

use grundy::{Nimber, Octal, Overflow, StripTable};
use problem::{Layout, Problem, solve};
use treblecross::Treblecross;

fn strips(longest: usize) -> Vec<Nimber> {
    let mut table = StripTable::new(Treblecross);
    (0..=longest).map(|len| table.nimber(len)).collect()
}

/// Computed by two programs that share no code with each other or with this one.
#[test]
fn strips_of_up_to_60_cells_have_their_known_values() {
    let known = [
        0, 1, 1, 1, 2, 2, 0, 3, 3, 1, 1, 1, 0, 4, 3, 3, 3, 2, 2, 2, 4, 4, 0, 5, 5, 2, 2, 2, 3, 3, 0, 5, 0, 1, 1, 1, 3,
        3, 3, 5, 6, 4, 4, 1, 0, 5, 5, 6, 6, 2, 7, 7, 7, 8, 0, 1, 9, 2, 7, 2, 3,
    ];
    assert_eq!(strips(60), known.map(Nimber::new));
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

#[test]
fn a_strip_of_n_cells_is_a_heap_of_n_plus_2_in_the_octal_game_007() {
    let game: Octal = ".007".parse().unwrap();
    let heaps: Result<Vec<Nimber>, Overflow> = game.nimbers().skip(2).take(4001).collect();
    assert_eq!(Ok(strips(4000)), heaps);
}

#[test]
fn the_largest_values_of_strips_of_up_to_200_and_2000_cells_are_17_and_89() {
    let largest = |longest: usize| strips(longest).into_iter().max();
    assert_eq!([largest(200), largest(2000)], [17, 89].map(|value| Some(Nimber::new(value))));
}
