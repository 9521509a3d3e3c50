//! Edward de Bono's L game on boards of any size. On 4x4 cells many positions are won or lost. On 3x7, 4x5, 5x5 and 6x6, or
//! so it turns out, nobody ever loses.
//!
//! ```sh
//! cargo run --release -p retrograde --example l_game -- 4x4 4x5 5x5
//! ```

mod board;
#[cfg(test)]
mod by_definition;
#[path = "../common/mod.rs"]
mod common;
mod game;

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write;
use std::process::ExitCode;

use retrograde::{Solution, Value};

use common::{print, prove, run};
use game::{Half, LGame};

/// How many positions before a turn there are of each value, its distance in turns.
fn counts(game: &LGame, solution: &Solution) -> BTreeMap<Value, u64> {
    let mut counts = BTreeMap::new();
    for (value, positions) in solution.counts_of(game, |position| position.half == Half::L) {
        let turns = match value {
            Value::Win(plies) => Value::Win(plies / 2),
            Value::Loss(plies) => Value::Loss(plies / 2),
            Value::Draw => Value::Draw,
        };
        *counts.entry(turns).or_default() += positions;
    }
    counts
}

/// The sides of a board such as `5x5`.
fn size(text: &str) -> Result<(u32, u32), Box<dyn Error>> {
    let sides = text.split_once('x').and_then(|(height, width)| Some((height.parse().ok()?, width.parse().ok()?)));
    let fits = |&(height, width): &(u32, u32)| {
        height.min(width) >= 3 && height.max(width) >= 4 && height.saturating_mul(width) <= 64
    };
    sides.filter(fits).ok_or_else(|| format!("{text}: a board is for instance 5x5, from 3x4 to 8x8").into())
}

fn main() -> ExitCode {
    let usage = "usage: l_game [BOARD]...\n\nProves the L game on boards such as 4x5; on 4x4 and 5x5 if none is given. 6x6 takes\nsome 40 seconds on two cores; each row or column more takes about five times as long.";
    run(usage, usize::MAX, show)
}

fn show(boards: &[&str]) -> Result<(), Box<dyn Error>> {
    let boards = if boards.is_empty() { &["4x4", "5x5"] } else { boards };
    let sizes: Vec<(u32, u32)> = boards.iter().map(|board| size(board)).collect::<Result<_, _>>()?;
    for (height, width) in sizes {
        let game = LGame::new(height, width);
        let solution = prove(&game)?;
        let mut page = String::new();
        writeln!(page, "{height}x{width}: {} positions; after how many turns a game ends:", game.turns())?;
        for (value, positions) in counts(&game, &solution) {
            writeln!(page, "{positions:>12}  {value}")?;
        }
        print(&page)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use retrograde::Game;

    use super::*;

    fn proven(height: u32, width: u32) -> (LGame, Solution) {
        let game = LGame::new(height, width);
        let solution = prove(&game).expect("a sound game");
        (game, solution)
    }

    /// Found by a program that makes whole moves and shares no code with this one.
    #[test]
    fn on_4x4_cells_the_counts_are_the_known_ones() {
        let (game, solution) = proven(4, 4);
        let won = [(1, 6144), (3, 216), (5, 648), (7, 88), (9, 952)].map(|(turns, count)| (Value::Win(turns), count));
        let lost = [(0, 120), (2, 24), (4, 24), (6, 40), (8, 24)].map(|(turns, count)| (Value::Loss(turns), count));
        assert_eq!(counts(&game, &solution), won.into_iter().chain(lost).chain([(Value::Draw, 10_088)]).collect());
    }

    #[test]
    fn small_boards_agree_with_the_rules_played_by_definition() {
        for (height, width) in [(3, 4), (4, 3), (3, 5)] {
            let (game, solution) = proven(height, width);
            let mut expected = BTreeMap::new();
            for value in by_definition::values(height, width) {
                *expected.entry(value).or_insert(0) += 1;
            }
            assert!(expected.len() > 4);
            assert_eq!(counts(&game, &solution), expected, "{height}x{width}");
        }
    }

    /// A whole turn takes two plies, so nobody is ever won or lost in an odd number of them before a turn, nor in an even one
    /// within it.
    #[test]
    fn a_turn_has_two_plies() {
        let (game, solution) = proven(3, 5);
        for position in (0..game.ranks()).filter_map(|rank| game.unrank(rank)) {
            let odd = solution.value(&game, &position).plies().map(|plies| plies % 2 == 1);
            assert!(odd.is_none_or(|odd| odd == (position.half == Half::Neutral)), "{position:?}");
        }
    }

    /// Only four positions are lost on 3x6 cells, and none on 3x7 and 4x5.
    #[test]
    fn where_there_is_room_nobody_loses() {
        let (game, solution) = proven(3, 6);
        let few = [(Value::Win(1), 1320), (Value::Loss(0), 4), (Value::Draw, 45_836)];
        assert_eq!(counts(&game, &solution), few.into());
        for (height, width, positions) in [(3, 7, 151_320), (4, 5, 120_648)] {
            let (game, solution) = proven(height, width);
            assert_eq!(counts(&game, &solution), [(Value::Draw, positions)].into(), "{height}x{width}");
        }
    }

    #[test]
    #[ignore = "takes a minute or two"]
    fn on_5x5_and_6x6_cells_nobody_loses() {
        for (side, positions) in [(5, 620_160), (6, 6_241_536)] {
            let (game, solution) = proven(side, side);
            assert_eq!(counts(&game, &solution), [(Value::Draw, positions)].into(), "{side}x{side}");
        }
    }

    #[test]
    fn a_board_that_is_none_is_refused() {
        assert!(["3x4", "4x3", "8x8", "3x21"].iter().all(|text| size(text).is_ok()));
        assert!(
            ["3x3", "2x20", "8x9", "5", "5x", "x", "0x0", "5x5x5", "99999x99999"]
                .iter()
                .all(|text| size(text).is_err())
        );
    }
}
