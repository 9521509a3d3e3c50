//! The numbers of positions, compared with published ones.

use std::collections::BTreeMap;

use large_games::endgames::{Endgame, Piece, by_moves, columns};
use large_games::program::prove;
use retrograde::{Game, Outcome, Ranked, Solution, Solver, Value};

const BISHOP_AND_KNIGHT: [Piece; 2] = [Piece::Bishop, Piece::Knight];

/// The rows of `published.txt` for an endgame and a side to move.
fn published(endgame: &str, white_moves: bool) -> BTreeMap<String, u64> {
    let begin = format!("{endgame} {} ", if white_moves { "white" } else { "black" });
    let rows = include_str!("published.txt").lines().filter_map(|line| line.strip_prefix(&begin));
    let row = |row: &str| row.split_once(' ').and_then(|(what, count)| Some((what.to_owned(), count.parse().ok()?)));
    rows.map(|line| row(line).expect("two columns")).collect()
}

/// Solves a game and compares the counts of its canonical positions with the published ones. `column` names the row of
/// a value.
fn check<const PIECES: usize>(
    solver: &Solver<'_>,
    pieces: [Piece; PIECES],
    endgame: &str,
    column: impl Fn(Value) -> String,
) -> Solution<Endgame<PIECES>> {
    let solution = prove(solver, Endgame::new(pieces)).expect("a consistent game");
    let found = columns(solver, &solution, &|position| position.white_moves_with(pieces));
    for (white_moves, found) in [true, false].into_iter().zip(found) {
        let mut counts = BTreeMap::new();
        for (value, positions) in found {
            // White is never mated, so Black never wins.
            assert!(value.plies().is_none_or(|plies| (plies % 2 == 1) == white_moves), "{value}");
            *counts.entry(column(value)).or_default() += positions;
        }
        assert_eq!(counts, published(endgame, white_moves), "{endgame}, White to move: {white_moves}");
    }
    solution
}

fn by_plies(value: Value) -> String {
    value.plies().map_or("draw".to_owned(), |plies| plies.to_string())
}

#[test]
#[ignore = "takes some seconds"]
fn distances_with_a_queen_or_a_rook_are_the_published_ones() {
    let solver = Solver::new().threads(0);
    check(&solver, [Piece::Queen], "KQK", by_plies);
    check(&solver, [Piece::Rook], "KRK", by_plies);
}

/// With a pawn the published distances are defined differently, but the outcomes are the same. The longest mate is in
/// OEIS A274458, as the longest with three men; "guido" counted three and two positions with it, "Longest Mate in kqk",
/// kirill-kryukov.com/chess/discussion-board.
#[test]
fn outcomes_with_a_pawn_are_the_published_ones_and_mate_takes_at_most_28_moves() {
    let won_or_drawn = |value: Value| if value == Value::Draw { "draw" } else { "decided" }.to_owned();
    let solver = Solver::new().threads(0);
    let solution = check(&solver, [Piece::Pawn], "KPK", won_or_drawn);
    let columns = columns(&solver, &solution, &|position| position.white_moves_with([Piece::Pawn]));
    let longest = columns.map(|counts| by_moves(counts).pop_last());
    assert_eq!(longest, [Some((Some(28), 3)), Some((Some(28), 2))]);
}

/// The game with a pawn has fewer symmetries, and includes the positions after a promotion.
#[test]
#[ignore = "takes some seconds"]
fn positions_after_a_promotion_have_the_same_values_as_in_their_own_game() {
    let solver = Solver::new().threads(0);
    let solution_with_pawn = prove(&solver, Endgame::new([Piece::Pawn])).expect("a consistent game");
    for piece in [Piece::Queen, Piece::Rook] {
        let solution = prove(&solver, Endgame::new([piece])).expect("a consistent game");
        let game = solution.game();
        for position in (0..game.ranks()).filter_map(|rank| game.unrank(rank)) {
            assert_eq!(solution_with_pawn.value(&position), solution.value(&position), "{position:?}");
        }
    }
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
    assert_eq!(counts, [true, false].map(|white_moves| published("KBNK", white_moves).values().sum::<u64>()));
}

#[test]
#[ignore = "takes a minute or two"]
fn distances_with_bishop_and_knight_are_the_published_ones() {
    let solution = check(&Solver::new().threads(0), BISHOP_AND_KNIGHT, "KBNK", by_plies);
    assert!(solution.counts().keys().all(|value| value.outcome() != Outcome::Win || value.plies() <= Some(65)));
}
