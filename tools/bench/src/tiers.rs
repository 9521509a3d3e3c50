//! What it takes to verify parts of a game that are solved in files, and to look positions up there.

use std::fmt::Write;

use anyhow::{Result, ensure};
use large_games::endgames::{Endgame, Piece};
use large_games::morris::{Morris, Part};
use retrograde::tiers::{Tiered, Tiers};
use retrograde::{Ranked, Solver};

use crate::median::median;

const RUNS: usize = 3;

/// Solves nine men's morris up to 4-4 in a folder, and returns the times of solving and verifying each part again, and
/// one game in memory, on two threads, and of looking up positions.
pub(crate) fn report(folder: &str) -> Result<String> {
    let solver = Solver::new().threads(2);
    let endgame = Endgame::new([Piece::Bishop, Piece::Knight]);
    let mut report = verify(&solver, "king, bishop and knight against king", &endgame)?;
    let tiers = Tiers::new(Morris::nine(true), folder);
    let last = Part::new(0, [4, 4]);
    tiers.solve(&solver, [last], |_| {})?;
    for plan in tiers.plan([last])? {
        report += &verify(&solver, &format!("nine men's morris, {}", plan.part), &tiers.part(&plan.part)?)?;
        let seconds = look_up(&tiers, &plan.part)?;
        writeln!(report, "  the value of a position in a file, and of all its moves: {:.1} µs", seconds * 1e6)?;
    }
    Ok(report)
}

fn verify<G: Ranked>(solver: &Solver<'_>, title: &str, game: &G) -> Result<String> {
    let (solve, solution) = median(RUNS, || Ok(solver.solve(game)?))?;
    let (verify, way) = median(RUNS, || Ok(solver.verify(&solution)?))?;
    let (every, ()) = median(RUNS, || Ok(solver.verify_every_position(&solution)?))?;
    Ok(format!(
        "{title}: {:.0} ms to solve; verify takes {:.2} times as long, by {way:?}; verify_every_position {:.2} times\n",
        solve * 1e3,
        verify / solve,
        every / solve,
    ))
}

/// The median of the seconds to look up 100 positions of a part, divided by their number.
fn look_up<T: Tiered>(tiers: &Tiers<T>, part: &T::Part) -> Result<f64> {
    let (game, ranks) = (tiers.game(), tiers.game().ranks_in(part));
    let positions: Vec<_> = (0..100).filter_map(|number| game.unrank_in(part, ranks * number / 100)).collect();
    let (seconds, ()) = median(101, || {
        for position in &positions {
            let (value, best) =
                (tiers.value(position)?, tiers.moves(position)?.into_iter().map(|(_, value)| value).max());
            ensure!(best.is_none_or(|best| best == value), "{position:?} is {value}, but a best move {best:?}");
        }
        Ok(())
    })?;
    Ok(seconds / f64::from(u32::try_from(positions.len())?))
}
