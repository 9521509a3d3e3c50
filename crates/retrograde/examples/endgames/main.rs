//! Chess endgames of a lone king against king and queen, rook, pawn, or bishop and knight: mate in 10, 16, 28 and 33 moves at
//! the most. Either side is to move; a game ends by mate or is drawn by rule; positions are alike in eights or, with a
//! pawn, in twos, and know where they come from.
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
use crate::common::{print, prove, run};
use crate::one_piece::{Endgame, Men};

/// In how many moves White mates, `None` for a draw, and in how many positions.
type Moves = BTreeMap<Option<u16>, u64>;

fn by_moves(counts: BTreeMap<Value, u64>) -> Moves {
    let mut moves = Moves::new();
    for (value, positions) in counts {
        *moves.entry(value.plies().map(|plies| plies.div_ceil(2))).or_default() += positions;
    }
    moves
}

/// Two columns, White to move and Black to move: the positions of which no two are alike.
fn columns<G: Game>(
    game: &G,
    solution: &Solution,
    is_wanted: impl Fn(&G::Position, bool) -> bool,
) -> [BTreeMap<Value, u64>; 2] {
    [true, false].map(|white_moves| {
        solution.counts_of(game, |position| is_wanted(position, white_moves) && game.canonical(position) == *position)
    })
}

fn one_piece(piece: Piece) -> Result<[Moves; 2], Box<dyn Error>> {
    let game = Endgame::new(piece);
    let wanted = |men: &Men, white_moves| men.piece == piece && men.white_moves == white_moves;
    let is_wanted =
        |position: &_, white_moves| matches!(position, one_piece::Position::Men(men) if wanted(men, white_moves));
    Ok(columns(&game, &prove(&game)?, is_wanted).map(by_moves))
}

fn bishop_and_knight() -> Result<[Moves; 2], Box<dyn Error>> {
    let game = BishopAndKnight::new();
    let is_wanted = |position: &_, white_moves| matches!(position, bishop_and_knight::Position::Men(men) if men.white_moves == white_moves);
    Ok(columns(&game, &prove(&game)?, is_wanted).map(by_moves))
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
    writeln!(page, "Positions, no two alike, by the number of moves in which White mates; White or Black to move:\n")?;
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
    use retrograde::Outcome;

    use super::*;

    /// The rows of `published.txt` for an endgame and a side to move: what is said of how many positions.
    fn published(endgame: &str, white_moves: bool) -> BTreeMap<String, u64> {
        let begin = format!("{endgame} {} ", if white_moves { "white" } else { "black" });
        let rows = include_str!("published.txt").lines().filter_map(|line| line.strip_prefix(&begin));
        let row =
            |row: &str| row.split_once(' ').and_then(|(what, count)| Some((what.to_owned(), count.parse().ok()?)));
        rows.map(|line| row(line).expect("two columns")).collect()
    }

    /// Proves a game and holds its positions, one of each kind, against the published ones, which `column` names.
    fn check<G: Game>(
        game: &G,
        endgame: &str,
        is_wanted: impl Fn(&G::Position, bool) -> bool,
        column: impl Fn(Value) -> String,
    ) -> Solution {
        let solution = prove(game).expect("a sound game");
        for (white_moves, found) in [true, false].into_iter().zip(columns(game, &solution, is_wanted)) {
            let mut counts = BTreeMap::new();
            for (value, positions) in found {
                // White is never mated.
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
    fn queen_and_rook_mate_as_fast_as_in_the_published_tables() {
        let is_to_move = |position: &_, white_moves| matches!(position, one_piece::Position::Men(men) if men.white_moves == white_moves);
        check(&Endgame::new(Piece::Queen), "KQK", is_to_move, by_plies);
        check(&Endgame::new(Piece::Rook), "KRK", is_to_move, by_plies);
    }

    /// With a pawn the published distances are others, but not who wins. The longest mate is that of OEIS A274458, where it
    /// is said to be the longest of all with three men; "guido" counted three and two positions of it, "Longest Mate in kqk",
    /// kirill-kryukov.com/chess/discussion-board.
    #[test]
    fn a_pawn_wins_as_often_as_in_the_published_tables_and_in_28_moves_at_the_most() {
        let game = Endgame::new(Piece::Pawn);
        let has_pawn = |position: &_, white_moves| matches!(position, one_piece::Position::Men(men) if men.piece == Piece::Pawn && men.white_moves == white_moves);
        let won_or_drawn = |value: Value| if value == Value::Draw { "draw" } else { "decided" }.to_owned();
        let solution = check(&game, "KPK", has_pawn, won_or_drawn);
        let longest = columns(&game, &solution, has_pawn).map(|counts| by_moves(counts).pop_last());
        assert_eq!(longest, [Some((Some(28), 3)), Some((Some(28), 2))]);
    }

    /// The game with a pawn knows fewer symmetries, and has others' positions among its own.
    #[test]
    fn what_a_pawn_becomes_is_worth_the_same_as_in_a_game_of_its_own() {
        let with_pawn = Endgame::new(Piece::Pawn);
        let solution_with_pawn = prove(&with_pawn).expect("a sound game");
        for game in [Piece::Queen, Piece::Rook].map(Endgame::new) {
            let solution = prove(&game).expect("a sound game");
            for position in (0..game.ranks()).filter_map(|rank| game.unrank(rank)) {
                let value = solution.value(&game, &position);
                assert_eq!(solution_with_pawn.value(&with_pawn, &position), value, "{position:?}");
            }
        }
    }

    #[test]
    #[ignore = "takes a minute or two"]
    fn bishop_and_knight_mate_as_fast_as_in_the_published_table() {
        let game = BishopAndKnight::new();
        let is_to_move = |position: &_, white_moves| matches!(position, bishop_and_knight::Position::Men(men) if men.white_moves == white_moves);
        let solution = check(&game, "KBNK", is_to_move, by_plies);
        assert!(
            solution.counts(&game).keys().all(|value| value.outcome() != Outcome::Win || value.plies() <= Some(65))
        );
    }
}
