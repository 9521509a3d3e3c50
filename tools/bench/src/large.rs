//! Time and memory of `retrograde` for large games, compared with a textbook solver.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use large_games::chess::Chess;
use lgame::LGame;
use retrograde::{Ranked, Solver, Value};

use crate::textbook;

/// Solves the L game on one core, many times, as that takes less time than starting a process.
pub(crate) fn l_game() -> Result<String> {
    const RUNS: usize = 101;
    let solver = Solver::new();
    let mut times = Vec::new();
    for _ in 0..RUNS {
        let start = Instant::now();
        solver.solve(&LGame)?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    Ok(format!("18,368 positions and 1,632,800 moves: {:.2} ms (median of {RUNS} runs)", times[RUNS / 2]))
}

/// Solves an endgame, once in this process, as its peak memory is measured. Returns seconds and megabytes, which do not
/// count the game's own tables, the numbers of positions and of moves, and what tells solutions apart.
pub(crate) fn solve(game: &str, solver: &str) -> Result<String> {
    // The ending leads to no other.
    solve_by(&Chess::new(|part| part == game), solver)
}

/// The value of a position, which has this rank.
type ValueOf<'a, P> = Box<dyn Fn(u64, &P) -> Option<Value> + 'a>;

fn solve_by<G: Ranked>(game: &G, solver: &str) -> Result<String> {
    let peak_memory = || testkit::peak_memory().context("peak memory can be measured on Linux only");
    let (before, start) = (peak_memory()?, Instant::now());
    let value_of: ValueOf<'_, G::Position> = match solver {
        "textbook" => {
            let values = textbook::solve(game);
            Box::new(move |rank, _| values[textbook::index(rank)])
        }
        "predecessors" | "two-threads" => {
            let solution = Solver::new().threads(if solver == "two-threads" { 2 } else { 1 }).solve(game)?;
            Box::new(move |_, position| solution.get(position))
        }
        _ => bail!("unknown solver '{solver}'"),
    };
    let seconds = start.elapsed().as_secs_f64();
    let megabytes = (peak_memory()? - before) / 1_000_000;
    let (mut hasher, mut positions, mut moves) = (DefaultHasher::new(), 0_u64, 0_u64);
    for rank in 0..game.ranks() {
        let Some(position) = game.unrank(rank) else { continue };
        positions += 1;
        moves += game.move_count(&position).map_or_else(|| game.moves(&position).len() as u64, u64::from);
        value_of(rank, &position).hash(&mut hasher);
    }
    Ok(format!("{seconds:.3} s {megabytes} MB {positions} positions {moves} moves {:016x}", hasher.finish()))
}
