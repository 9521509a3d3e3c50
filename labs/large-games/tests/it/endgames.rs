//! The numbers of positions, compared with published ones.

use std::collections::BTreeMap;

use large_games::endgames::{Endgame, Piece, Position};
use large_games::program::prove;
use retrograde::{Game, Outcome, Ranked, Solution, Solver, Value};

use crate::chess::{check_side, number, published};

const BISHOP_AND_KNIGHT: [Piece; 2] = [Piece::Bishop, Piece::Knight];

/// The number of positions with each value, with White to move and with Black to move, symmetric ones counted once.
type Columns = [BTreeMap<Value, u64>; 2];

/// Solves a game and compares the counts of its positions with the published ones.
fn check<const PIECES: usize>(pieces: [Piece; PIECES], endgame: &str) -> (Solution<Endgame<PIECES>>, Columns) {
    let solver = Solver::new().threads(0);
    let solution = prove(&solver, Endgame::new(pieces)).expect("a consistent game");
    let key = |position: &Position<PIECES>, value| Some((position.white_moves_with(pieces)?, value));
    let mut columns = Columns::default();
    let ranks = 0..solution.game().ranks();
    for (key, positions) in solver.canonical_counts_by(&solution, ranks, key).expect("solved") {
        if let Some((white_moves, value)) = key {
            columns[usize::from(!white_moves)].insert(value, positions);
        }
    }
    for (side, counts) in ["white", "black"].iter().zip(&columns) {
        let count = |wanted: &dyn Fn(Value) -> bool| {
            counts.iter().filter(|(value, _)| wanted(**value)).map(|(_, positions)| positions).sum()
        };
        check_side(&format!("{endgame} {side}"), count, counts.keys().filter_map(|value| value.plies()));
    }
    (solution, columns)
}

#[test]
#[ignore = "takes some seconds"]
fn distances_with_a_queen_or_a_rook_are_the_published_ones() {
    check([Piece::Queen], "KQvK");
    check([Piece::Rook], "KRvK");
}

/// With a pawn the published distances are defined differently, but the outcomes are the same. The longest mate is in
/// OEIS A274458, as the longest with three men; "guido" counted three and two positions with it, "Longest Mate in kqk",
/// kirill-kryukov.com/chess/discussion-board.
#[test]
#[ignore = "takes long"]
fn outcomes_with_a_pawn_are_the_published_ones_and_mate_takes_at_most_28_moves() {
    let (_, [white, black]) = check([Piece::Pawn], "KPvK");
    let longest = white.into_iter().chain(black).filter(|(value, _)| value.plies() >= Some(55));
    assert_eq!(longest.collect::<Vec<_>>(), [(Value::Win(55), 3), (Value::Loss(56), 2)]);
}

/// The whole game is only solved in the long run, but its positions are counted in this one.
#[test]
fn there_are_as_many_positions_with_bishop_and_knight_as_published() {
    let game = Endgame::new(BISHOP_AND_KNIGHT);
    let mut counts = [0; 2];
    for (rank, position) in (0..game.ranks()).filter_map(|rank| Some((rank, game.unrank(rank)?))) {
        assert_eq!(game.rank(&position), Some(rank));
        if game.canonical(&position) == position {
            counts[usize::from(position.white_moves_with(BISHOP_AND_KNIGHT) == Some(false))] += 1;
        }
    }
    let sum =
        |side| -> u64 { published(&format!("outcomes KBNvK {side}"))[0][..3].iter().map(|text| number(text)).sum() };
    assert_eq!(counts, ["white", "black"].map(sum));
}

#[test]
#[ignore = "takes a minute or two"]
fn distances_with_bishop_and_knight_are_the_published_ones() {
    let (solution, _) = check(BISHOP_AND_KNIGHT, "KBNvK");
    assert!(solution.counts().keys().all(|value| value.outcome() != Outcome::Win || value.plies() <= Some(65)));
}
