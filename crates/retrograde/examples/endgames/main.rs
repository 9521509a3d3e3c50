//! Chess endgames of a lone king against king and queen, rook, pawn, or bishop and knight: mate in at most 10, 16, 28 and 33
//! moves. Games with predecessors, with eight symmetries or, with a pawn, two, and with draws by rule.
//!
//! ```sh
//! cargo run --release -p retrograde --example endgames
//! cargo run --release -p retrograde --example endgames -- bishop-and-knight
//! ```

mod bishop_and_knight;
mod board;
#[path = "../common/mod.rs"]
mod common;
mod one_piece;

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write;
use std::process::ExitCode;

use retrograde::{Game, Solution, Value};

use crate::bishop_and_knight::BishopAndKnight;
use crate::board::Piece;
use crate::common::{print, prove_with_predecessors as prove, run};
use crate::one_piece::{Endgame, Men};

/// The number of positions by the number of moves to mate, `None` for a draw.
type Moves = BTreeMap<Option<u16>, u64>;

fn by_moves(counts: BTreeMap<Value, u64>) -> Moves {
    let mut moves = Moves::new();
    for (value, positions) in counts {
        *moves.entry(value.plies().map(|plies| plies.div_ceil(2))).or_default() += positions;
    }
    moves
}

/// Counts the positions with White to move and with Black to move, symmetric ones once.
fn columns<G: Game>(
    solution: &Solution<G>,
    is_wanted: impl Fn(&G::Position, bool) -> bool,
) -> [BTreeMap<Value, u64>; 2] {
    [true, false].map(|white_moves| {
        let is_canonical = |position: &G::Position| solution.game().canonical(position) == *position;
        solution.counts_where(|position| is_wanted(position, white_moves) && is_canonical(position))
    })
}

fn one_piece(piece: Piece) -> Result<[Moves; 2], Box<dyn Error>> {
    let wanted = |men: &Men, white_moves| men.piece == piece && men.white_moves == white_moves;
    let is_wanted =
        |position: &_, white_moves| matches!(position, one_piece::Position::Men(men) if wanted(men, white_moves));
    Ok(columns(&prove(Endgame::new(piece))?, is_wanted).map(by_moves))
}

fn bishop_and_knight() -> Result<[Moves; 2], Box<dyn Error>> {
    let is_wanted = |position: &_, white_moves| matches!(position, bishop_and_knight::Position::Men(men) if men.white_moves == white_moves);
    Ok(columns(&prove(BishopAndKnight::new())?, is_wanted).map(by_moves))
}

const USAGE: &str = "usage: endgames [bishop-and-knight]";

fn main() -> ExitCode {
    run(USAGE, 1, show)
}

fn show(arguments: &[&str]) -> Result<(), Box<dyn Error>> {
    let (names, columns) = match arguments {
        [] => {
            let pieces = [Piece::Queen, Piece::Rook, Piece::Pawn].map(one_piece);
            (vec!["queen", "rook", "pawn"], pieces.into_iter().collect::<Result<Vec<_>, _>>()?)
        }
        ["bishop-and-knight"] => (vec!["bishop and knight"], vec![bishop_and_knight()?]),
        _ => return Err(USAGE.into()),
    };
    let mut page = String::new();
    writeln!(page, "Positions up to symmetry by the number of moves to mate, with White and with Black to move:\n")?;
    let head: Vec<String> = names.iter().map(|name| format!("{name:>20}")).collect();
    writeln!(page, "     {}", head.concat())?;
    writeln!(page, "     {}", "     White     Black".repeat(names.len()))?;
    let longest = columns.iter().flatten().filter_map(|column| *column.last_key_value()?.0).max().unwrap_or(0);
    let mut row = |name: &str, positions: &dyn Fn(&Moves) -> Option<u64>| {
        let cell =
            |column| format!("{:>10}", positions(column).map_or(String::new(), |positions| positions.to_string()));
        let cells: String = columns.iter().flatten().map(cell).collect();
        writeln!(page, "{name:>5}{}", cells.trim_end())
    };
    for moves in 0..=longest {
        row(&moves.to_string(), &|column| column.get(&Some(moves)).copied())?;
    }
    row("won", &|column| {
        Some(column.iter().filter(|(moves, _)| moves.is_some()).map(|(_, positions)| positions).sum())
    })?;
    row("drawn", &|column| column.get(&None).copied())?;
    Ok(print(&page)?)
}

#[cfg(test)]
mod tests {
    use retrograde::{Outcome, Predecessors};

    use super::*;

    /// The rows of `published.txt` for an endgame and a side to move.
    fn published(endgame: &str, white_moves: bool) -> BTreeMap<String, u64> {
        let begin = format!("{endgame} {} ", if white_moves { "white" } else { "black" });
        let rows = include_str!("published.txt").lines().filter_map(|line| line.strip_prefix(&begin));
        let row =
            |row: &str| row.split_once(' ').and_then(|(what, count)| Some((what.to_owned(), count.parse().ok()?)));
        rows.map(|line| row(line).expect("two columns")).collect()
    }

    /// Solves a game and compares the counts of its canonical positions with the published ones. `column` names the row of
    /// a value.
    fn check<G: Predecessors>(
        game: G,
        endgame: &str,
        is_wanted: impl Fn(&G::Position, bool) -> bool,
        column: impl Fn(Value) -> String,
    ) -> Solution<G> {
        let solution = prove(game).expect("a consistent game");
        for (white_moves, found) in [true, false].into_iter().zip(columns(&solution, is_wanted)) {
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
    fn distances_with_queen_and_rook_are_the_published_ones() {
        let is_to_move = |position: &_, white_moves| matches!(position, one_piece::Position::Men(men) if men.white_moves == white_moves);
        check(Endgame::new(Piece::Queen), "KQK", is_to_move, by_plies);
        check(Endgame::new(Piece::Rook), "KRK", is_to_move, by_plies);
    }

    /// With a pawn the published distances are defined differently, but the outcomes are the same. The longest mate is in
    /// OEIS A274458, as the longest with three men; "guido" counted three and two positions with it, "Longest Mate in kqk",
    /// kirill-kryukov.com/chess/discussion-board.
    #[test]
    fn outcomes_with_a_pawn_are_the_published_ones_and_mate_takes_at_most_28_moves() {
        let has_pawn = |position: &_, white_moves| matches!(position, one_piece::Position::Men(men) if men.piece == Piece::Pawn && men.white_moves == white_moves);
        let won_or_drawn = |value: Value| if value == Value::Draw { "draw" } else { "decided" }.to_owned();
        let solution = check(Endgame::new(Piece::Pawn), "KPK", has_pawn, won_or_drawn);
        let longest = columns(&solution, has_pawn).map(|counts| by_moves(counts).pop_last());
        assert_eq!(longest, [Some((Some(28), 3)), Some((Some(28), 2))]);
    }

    /// The game with a pawn has fewer symmetries, and includes the positions after a promotion.
    #[test]
    fn positions_after_a_promotion_have_the_same_values_as_in_their_own_game() {
        let solution_with_pawn = prove(Endgame::new(Piece::Pawn)).expect("a consistent game");
        for game in [Piece::Queen, Piece::Rook].map(Endgame::new) {
            let solution = prove(&game).expect("a consistent game");
            for position in (0..game.ranks()).filter_map(|rank| game.unrank(rank)) {
                assert_eq!(solution_with_pawn.value(&position), solution.value(&position), "{position:?}");
            }
        }
    }

    #[test]
    #[ignore = "takes a minute or two"]
    fn distances_with_bishop_and_knight_are_the_published_ones() {
        let is_to_move = |position: &_, white_moves| matches!(position, bishop_and_knight::Position::Men(men) if men.white_moves == white_moves);
        let solution = check(BishopAndKnight::new(), "KBNK", is_to_move, by_plies);
        assert!(solution.counts().keys().all(|value| value.outcome() != Outcome::Win || value.plies() <= Some(65)));
    }
}
