//! Dobutsu shogi, "animal shogi" on 3x4 cells: the player who moves first loses in 78 plies. A game in which no
//! position is terminal: where the lion can be captured, or has got through, the value is known.

mod board;
mod game;
mod ranks;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::Parser;
use retrograde::{Error, Game, Outcome, Ranked, Solution, Solver, Subset, Value, Values};

pub use self::board::Position;
pub use self::game::Dobutsu;
use crate::program::{print, prove_reachable, show_progress};

/// The positions that can be reached, solved.
type Solved = Solution<Subset<Dobutsu>>;

/// The number of positions by whether their value is known before a look at their moves, and by value; symmetric ones are
/// counted once.
///
/// # Errors
///
/// If a report of progress stops the solver.
pub fn counts(solver: &Solver<'_>, solution: &Solved) -> Result<BTreeMap<(bool, Value), u64>, Error> {
    let game = solution.game().game();
    let ranks = 0..solution.game().ranks();
    solver.canonical_counts_by(solution, ranks, |position, value| (game.known_value(position).is_some(), value))
}

/// In the same words and order. The tests compare each number with the solution.
const PUBLISHED: &str = "T. Tanaka, 2009: 246803167 positions, at most 173 plies; where nobody captures a lion and none \
                         has got through: 56474473 won, 2682700 drawn, 40328395 lost; the first player loses in 78";

/// Solve dobutsu shogi, the game of chicks, elephants, giraffes and lions on 3x4 cells
///
/// The whole game takes three or more minutes on two cores, and 640 MB. The results are printed next to those that T. Tanaka
/// published in 2009. `cluster -w 2 dobutsu` solves all positions, also those that play cannot reach, and continues an
/// interrupted run from its last checkpoint.
#[derive(Parser)]
#[command(name = "dobutsu", version = startup::version(), after_help = "Exit codes: 0, solved and verified; 2, an error.")]
struct Options {
    /// Keep the solution in this folder; one that is there is verified, and not solved again
    #[arg(short, long, value_name = "DIR")]
    folder: Option<PathBuf>,
}

/// Runs the program with the arguments of the process. The exit code is 2 after an error.
#[must_use]
pub fn run() -> ExitCode {
    startup::run_program("dobutsu", |Options { folder }| show(Dobutsu::new([true; 3]), folder.as_deref()))
}

fn show(game: Dobutsu, folder: Option<&Path>) -> anyhow::Result<()> {
    if let Some(folder) = folder {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    let file = folder.map(|folder| folder.join("dobutsu-reachable.solution"));
    // The number tells versions of the code that ranks positions apart.
    let keep = file.as_deref().map(|file| (file, "dobutsu, what play can reach, 1"));
    let start = game.start();
    let (solution, counts) = show_progress(Solver::new().threads(0), |solver, _| {
        let solution = prove_reachable(solver, game, start, keep)?;
        let counts = counts(solver, &solution)?;
        Ok((solution, counts))
    })?;
    let mut page = String::new();
    writeln!(page, "{} positions, symmetric ones counted once:", solution.game().ranks())?;
    for (outcome, name) in [(Outcome::Win, "won"), (Outcome::Loss, "lost"), (Outcome::Draw, "drawn")] {
        let chosen = || counts.iter().filter(|((_, value), _)| value.outcome() == outcome);
        let known = chosen().filter(|((is_known, _), _)| *is_known).map(|(_, number)| number).sum::<u64>();
        let longest = chosen().filter_map(|((_, value), _)| value.plies()).max();
        let longest = longest.map_or(String::new(), |plies| format!(", in at most {plies} plies"));
        let known = match outcome {
            Outcome::Win => format!(", {known} by capturing the lion at once"),
            Outcome::Loss => format!(", {known} because a lion has got through"),
            Outcome::Draw => String::new(),
        };
        writeln!(page, "{:>12}  {name}{longest}{known}", chosen().map(|(_, number)| number).sum::<u64>())?;
    }
    let open = |outcome| {
        let chosen = counts.iter().filter(|((is_known, value), _)| !is_known && value.outcome() == outcome);
        chosen.map(|(_, number)| number).sum::<u64>()
    };
    let [won, drawn, lost] = [Outcome::Win, Outcome::Draw, Outcome::Loss].map(open);
    writeln!(page, "Where nobody captures a lion and none has got through: {won} won, {drawn} drawn, {lost} lost")?;
    writeln!(page, "{PUBLISHED}")?;
    writeln!(page, "First player: {}", solution.value(&start)?)?;
    let first_moves = solution.game().moves(&start);
    let after: Result<Vec<_>, _> =
        first_moves.iter().map(|next| Ok::<_, Error>(solution.value(next)?.to_string())).collect();
    let after = after?;
    writeln!(page, "Second player, after each first move: {}", after.join(", "))?;
    Ok(print(&page)?)
}
