//! How long `retrograde` takes to verify a solution, compared with solving.

use std::time::Instant;

use anyhow::Result;
use large_games::endgames::{Endgame, Piece};
use large_games::morris::{Morris, Part};
use retrograde::tiers::Tiers;
use retrograde::{Check, Ranked, Solver, VerifyError};

use crate::Place;
use crate::timing::{median, median_ratio};

/// Solves and verifies each game on two threads, by all ways to verify in turn, and returns a report with the ratios.
/// Files are written into a new folder.
pub(crate) fn report(place: &Place, runs: usize) -> Result<String> {
    let mut lines = vec![format!(", compared with solving with predecessors (median of {runs} runs, two threads):")];
    let solver = Solver::new().threads(2);
    let endgame = Endgame::new([Piece::Bishop, Piece::Knight]);
    lines.push(compare(&solver, "king, bishop and knight against king", &endgame, runs)?);
    let tiers = Tiers::new(Morris::nine(true), place.folder.path().join("morris"));
    let last = Part::new(0, [4, 4]);
    tiers.solve(&solver, [last], |_| {})?;
    for plan in tiers.plan([last])? {
        let part = tiers.part(&plan.part)?;
        let title = format!("nine men's morris, {}, with other parts in files", plan.part);
        lines.push(compare(&solver, &title, &part, runs)?);
    }
    Ok(lines.join("\n"))
}

fn compare<G: Ranked>(solver: &Solver<'_>, title: &str, game: &G, runs: usize) -> Result<String> {
    let mut times: [Vec<f64>; 3] = Default::default();
    let mut chosen = None;
    for _ in 0..runs {
        let start = Instant::now();
        let solution = solver.solve(game)?;
        times[0].push(start.elapsed().as_secs_f64());
        let mut time = |way: usize, verify: &mut dyn FnMut() -> Result<(), VerifyError>| {
            let start = Instant::now();
            verify()?;
            times[way].push(start.elapsed().as_secs_f64());
            anyhow::Ok(())
        };
        time(1, &mut || solver.verify(&solution).map(|check| chosen = Some(check)))?;
        time(2, &mut || solver.verify_every_position(&solution))?;
    }
    let way = if chosen == Some(Check::Predecessors) { "predecessors" } else { "successors" };
    let [verify, all] = [1, 2].map(|way| median_ratio(&times[way], &times[0]));
    Ok(format!(
        "- {title}: {:.0} ms to solve; verify {verify:.2} times as long, by {way}; \
         verify_every_position {all:.2}",
        median(&times[0]) * 1e3
    ))
}
