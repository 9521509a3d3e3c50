//! How long `retrograde` takes to verify a solution, compared with solving.

use std::path::Path;
use std::time::Instant;

use large_games::endgames::bishop_and_knight::BishopAndKnight;
use large_games::morris::{Morris, Part};
use retrograde::{Predecessors, Ranked, Runner, Tiers};

use crate::timing::{median, median_ratio};

/// The name of this measurement for `--only`.
pub(crate) const NAME: &str = "verifying";

/// Solves and verifies each game on two threads, by all ways to verify in turn, and returns a report with the ratios.
/// Files are written into a new folder in `folder`.
pub(crate) fn report(folder: &Path, runs: usize) -> Result<String, String> {
    let mut lines =
        vec![format!("\n{NAME}, compared with solving with predecessors (median of {runs} runs, two threads):")];
    lines.push(compare("king, bishop and knight against king", &BishopAndKnight::default(), runs)?);
    let tiers = Tiers::new(Morris::nine(true), folder.join("morris"));
    let last = Part::new(0, [4, 4]);
    tiers.solve_with_predecessors(&runner(), [last], |_| {}).map_err(|error| error.to_string())?;
    for plan in tiers.plan([last]).map_err(|error| error.to_string())? {
        let part = tiers.part(&plan.part).map_err(|error| error.to_string())?;
        lines.push(compare(&format!("nine men's morris, {}, with other parts in files", plan.part), &part, runs)?);
    }
    Ok(lines.join("\n"))
}

fn runner() -> Runner<'static> {
    Runner::new().threads(2)
}

fn compare<G: Ranked + Predecessors>(title: &str, game: &G, runs: usize) -> Result<String, String> {
    let mut times: [Vec<f64>; 4] = Default::default();
    let mut runner = runner();
    for _ in 0..runs {
        let start = Instant::now();
        let solution = runner.solve_with_predecessors(game).map_err(|error| error.to_string())?;
        times[0].push(start.elapsed().as_secs_f64());
        let mut time = |way: usize, verify: &mut dyn FnMut() -> Result<(), retrograde::VerifyError>| {
            let start = Instant::now();
            verify().map_err(|error| error.to_string())?;
            times[way].push(start.elapsed().as_secs_f64());
            Ok::<_, String>(())
        };
        time(1, &mut || runner.verify_with_predecessors(&solution))?;
        time(2, &mut || runner.verify_canonical(&solution))?;
        time(3, &mut || runner.verify(&solution))?;
    }
    let [with_predecessors, canonical, all] = [1, 2, 3].map(|way| median_ratio(&times[way], &times[0]));
    Ok(format!(
        "- {title}: {:.0} ms to solve; verify_with_predecessors {with_predecessors:.2} times as long, verify_canonical \
         {canonical:.2}, verify {all:.2}",
        median(&times[0]) * 1e3
    ))
}
