//! The late phase of nine men's morris, in which all stones are placed, part by part: 3 stones against 3, 4 against 3, and so
//! on. A capture leads to a part that is already solved.
//!
//! The rules are those of R. Gasser, *Solving Nine Men's Morris*, 1996: a player with three stones may move one to any free
//! point; who closes a mill, or two, removes one stone of the opponent, from a mill only if all are in mills; a player with
//! two stones, or who cannot move, has lost.

mod board;
#[cfg(test)]
mod by_definition;
mod game;
mod sets;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;
use retrograde::{Outcome, Runner, Subset};

pub use self::game::{Part, Position, Solved};
use crate::program::{exit_code, print, prove};

/// The numbers of positions of a part up to symmetry, for a player to move who has so many stones and an opponent who has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The number of positions that are lost, drawn and won.
    pub positions: BTreeMap<Outcome, u64>,
    /// The number of plies of the longest win.
    pub longest_win: u16,
}

/// The parts in which a player has at most so many stones, smaller ones first, each after those that a capture leads to.
pub fn parts(most: usize) -> impl Iterator<Item = [usize; 2]> {
    (3..=most).flat_map(|more| (3..=more).map(move |fewer| [more, fewer]))
}

/// Counts the positions of a part up to symmetry, by the stones of the player to move and those of the opponent.
pub(crate) fn counts(solution: &Solved) -> BTreeMap<[u32; 2], Counts> {
    let mut counts = BTreeMap::<[u32; 2], Counts>::new();
    let key = |position: &Position, value| (position.stones(), value);
    for ((stones, value), positions) in Runner::new().parallel().canonical_counts_by(solution, key) {
        let counts = counts.entry(stones).or_default();
        *counts.positions.entry(value.outcome()).or_default() += positions;
        if value.outcome() == Outcome::Win {
            counts.longest_win = counts.longest_win.max(value.plies().unwrap_or(0));
        }
    }
    counts
}

/// Solves the parts with at most so many stones each, and calls `solved` with each of them.
fn solve_parts(
    most: usize,
    flying: bool,
    mut solved: impl FnMut(&Solved) -> anyhow::Result<()>,
) -> anyhow::Result<Vec<Arc<Solved>>> {
    let mut solutions = Vec::new();
    for stones in parts(most) {
        let solution = prove(Subset::canonical(Part::new(stones, flying, &solutions))?)?;
        solved(&solution)?;
        solutions.push(Arc::new(solution));
    }
    Ok(solutions)
}

/// Solve the late phase of nine men's morris up to some number of stones
///
/// Prints the numbers of positions up to symmetry, for each number of stones of the player to move and of the opponent, and
/// the longest win in plies. 5 takes some minutes, and each further stone about ten times as long and as much memory.
#[derive(Parser)]
#[command(name = "morris", version)]
struct Options {
    /// The largest number of stones of a player
    #[arg(value_name = "STONES", value_parser = clap::value_parser!(u8).range(3..=9), default_value_t = 4)]
    most: u8,

    /// Do not let players with three stones move to any free point
    #[arg(long)]
    no_flying: bool,
}

/// Runs the program with the arguments of the process. The exit code is 2 after an error.
#[must_use]
pub fn run() -> ExitCode {
    exit_code(show(&Options::parse()))
}

fn show(options: &Options) -> anyhow::Result<()> {
    print("stones   positions         won        lost       drawn  longest win\n")?;
    let page = |solution: &Solved| {
        let mut page = String::new();
        for ([own, other], counts) in counts(solution).into_iter().rev() {
            let of = |outcome| counts.positions.get(&outcome).copied().unwrap_or(0);
            let [won, lost, drawn] = [Outcome::Win, Outcome::Loss, Outcome::Draw].map(of);
            let (all, longest) = (won + lost + drawn, counts.longest_win);
            writeln!(page, "{own}-{other}   {all:>12}{won:>12}{lost:>12}{drawn:>12}{longest:>13}")?;
        }
        Ok(print(&page)?)
    };
    solve_parts(options.most.into(), !options.no_flying, page).map(drop)
}
