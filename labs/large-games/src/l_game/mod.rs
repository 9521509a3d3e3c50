//! Edward de Bono's L game on boards of any size. On 4x4 cells many positions are won or lost; on 3x7, 4x5, 5x5 and 6x6
//! cells all are drawn.

mod board;
mod game;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::process::ExitCode;

use clap::Parser;
use retrograde::{Error, Ranked, Solution, Solver, Value};

pub use self::game::{Half, LGame, Position};
use crate::program::{print, prove, show_progress};

/// The number of positions before a turn with each value, distances in turns.
///
/// # Errors
///
/// If a report of progress stops the solver.
pub fn counts(solver: &Solver<'_>, solution: &Solution<LGame>) -> Result<BTreeMap<Value, u64>, Error> {
    let in_turns = |value| match value {
        Value::Win(plies) => Value::Win(plies / 2),
        Value::Loss(plies) => Value::Loss(plies / 2),
        Value::Draw => Value::Draw,
    };
    let before_a_turn = |position: &Position, value| (position.half == Half::L).then(|| in_turns(value));
    let counts = solver.counts_by(solution, 0..solution.game().ranks(), before_a_turn)?;
    Ok(counts.into_iter().filter_map(|(value, positions)| Some((value?, positions))).collect())
}

/// Solve the L game on boards of some sizes
///
/// 6x6 takes about 40 seconds on two cores; each additional row or column takes about five times as long.
#[derive(Parser)]
#[command(name = "l_game", version = startup::version())]
struct Options {
    /// Sizes of boards, from 3x4 to 8x8
    #[arg(value_name = "BOARD", value_parser = size, default_values = ["4x4", "5x5"])]
    boards: Vec<(u32, u32)>,
}

/// Parses the size of a board, for instance `5x5`.
pub fn size(text: &str) -> Result<(u32, u32), &'static str> {
    let sides = text.split_once('x').and_then(|(height, width)| Some((height.parse().ok()?, width.parse().ok()?)));
    let fits = |&(height, width): &(u32, u32)| {
        height.min(width) >= 3 && height.max(width) >= 4 && height.saturating_mul(width) <= 64
    };
    sides.filter(fits).ok_or("not a size; expected for instance 5x5, from 3x4 to 8x8")
}

/// Runs the program with the arguments of the process. The exit code is 2 after an error.
#[must_use]
pub fn run() -> ExitCode {
    startup::run_program("l_game", |options: Options| show(&options.boards))
}

fn show(boards: &[(u32, u32)]) -> anyhow::Result<()> {
    show_progress(Solver::new().threads(0), |solver, bar| {
        for &(height, width) in boards {
            let solution = prove(solver, LGame::new(height, width))?;
            let mut page = String::new();
            writeln!(page, "{height}x{width}: {} positions, by value and number of turns:", solution.game().turns())?;
            for (value, positions) in counts(solver, &solution)?.into_iter().rev() {
                writeln!(page, "{positions:>12}  {value}")?;
            }
            bar.suspend(|| print(&page))?;
        }
        Ok(())
    })
}
