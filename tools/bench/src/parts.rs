//! What it takes to verify parts of a game that are solved in files, and to look positions up there.

use std::fmt::Write;
use std::fs;

use anyhow::{Result, ensure};
use large_games::morris::Morris;
use large_games::program::{Notation, parse_parts};
use retrograde::files::Stored;
use retrograde::{Part, Ranked, Solver, Values};

use crate::large::ending;
use crate::median::median;

const RUNS: usize = 3;

/// Solves nine men's morris up to 4-4 in a folder, and returns the times of solving and verifying each part again, and
/// one game in memory, on two threads, and of looking up positions.
pub(crate) fn report(folder: &str) -> Result<String> {
    let solver = Solver::new().threads(2);
    let mut report = verify(&solver, "king, bishop and knight against king", &ending("KBNvK"))?;
    let game = Morris::nine(true);
    let stored = Stored::folder(folder, &game, &game.name())?;
    for number in stored.order(parse_parts(&stored, &["4-4".to_owned()])?) {
        let name = &stored.parts()[number].name;
        let (solve, ()) = median(RUNS, || {
            let _ = fs::remove_file(stored.path(number));
            Ok(solver.solve_parts(&stored, [number])?)
        })?;
        let (verify, ()) = median(RUNS, || Ok(solver.verify_part(&stored, number)?))?;
        let (solve_ms, ratio) = (solve * 1e3, verify / solve);
        writeln!(report, "nine men's morris, {name}: {solve_ms:.0} ms to solve; verify_part {ratio:.2} times")?;
        let seconds = look_up(&stored, &stored.parts()[number])?;
        writeln!(report, "  the value of a position in a file, and of all its moves: {:.1} µs", seconds * 1e6)?;
    }
    Ok(report)
}

fn verify<G: Ranked>(solver: &Solver<'_>, title: &str, game: &G) -> Result<String> {
    let (solve, solution) = median(RUNS, || Ok(solver.solve(game)?))?;
    let (verify, ()) = median(RUNS, || Ok(solver.verify(&solution)?))?;
    let (every, ()) = median(RUNS, || Ok(solver.verify_every_position(&solution)?))?;
    Ok(format!(
        "{title}: {:.0} ms to solve; verify takes {:.2} times as long, verify_every_position {:.2} times\n",
        solve * 1e3,
        verify / solve,
        every / solve,
    ))
}

/// The median of the seconds to look up 100 positions of a part, divided by their number.
fn look_up<G: Ranked>(stored: &Stored<G>, Part { ranks, .. }: &Part) -> Result<f64> {
    let rank = |number| ranks.start + (ranks.end - ranks.start) * number / 100;
    let positions: Vec<_> = (0..100).filter_map(|number| stored.game().unrank(rank(number))).collect();
    let (seconds, ()) = median(101, || {
        for position in &positions {
            let (value, best) =
                (stored.value(position)?, stored.moves(position)?.into_iter().map(|(_, value)| value).max());
            ensure!(best.is_none_or(|best| best == value), "{position:?} is {value}, but a best move {best:?}");
        }
        Ok(())
    })?;
    Ok(seconds / f64::from(u32::try_from(positions.len())?))
}
