//! What it costs `retrograde` to solve a game part by part, in files, instead of as one game in memory.

use std::time::Instant;

use anyhow::{Result, ensure};
use large_games::morris::Morris;
use large_games::tiers::Notation;
use retrograde::Solver;
use retrograde::files::Header;
use retrograde::tiers::{Tiered, Tiers};

use crate::Place;
use crate::forward::Forward;
use crate::timing::{median, median_ratio};

/// Solves a game of some parts as a whole and by parts, each with a stored graph on one thread, and then by parts with
/// the predecessors of the game on two threads.
pub(crate) fn report(place: &Place, runs: usize) -> Result<String> {
    let folder = place.folder.path();
    let mut times: [Vec<f64>; 3] = Default::default();
    let (mut positions, mut bytes, mut probes) = (0, 0, Vec::new());
    for run in 0..runs {
        let by_parts = Tiers::new(Forward::new(Morris::six(5)), folder.join(format!("graph-{run}")));
        let last = by_parts.game().0.last_parts();
        let plan = by_parts.plan(last.iter().copied())?;
        let whole = Forward::whole(Morris::six(5), plan.iter().map(|part| part.part));

        let start = Instant::now();
        let solution = Solver::new().solve(&whole)?;
        times[0].push(start.elapsed().as_secs_f64());
        drop(solution);

        let start = Instant::now();
        by_parts.solve(&Solver::new(), last.iter().copied(), |_| {})?;
        times[1].push(start.elapsed().as_secs_f64());

        let start = Instant::now();
        let with_predecessors = Tiers::new(Morris::six(5), folder.join(format!("predecessors-{run}")));
        let result = with_predecessors.solve(&Solver::new().threads(2), last.iter().copied(), |_| {});
        result?;
        times[2].push(start.elapsed().as_secs_f64());

        probes.extend(probe(&by_parts, plan.iter().map(|part| part.part))?);

        let solved = by_parts.plan(last.iter().copied())?;
        let headers = || solved.iter().filter_map(|part| part.header.as_ref().ok());
        positions = headers().map(|header| header.summary).map(|all| all.won + all.lost + all.drawn).sum();
        bytes = headers().map(Header::bytes).sum::<u64>();
    }
    Ok(format!(
        ": six men's morris with 5 stones each, {positions} positions up to symmetry (median of {runs} runs):\n\
         - as one game in memory, stored graph, one thread: {:.0} ms\n\
         - by parts in files, the same: {:.2} times as long; {bytes} bytes of files\n\
         - by parts in files, with predecessors, two threads: {:.2} times as long\n\
         - the value of a position and of all its moves: {:.1} µs",
        median(&times[0]) * 1e3,
        median_ratio(&times[1], &times[0]),
        median_ratio(&times[2], &times[0]),
        median(&probes) * 1e6,
    ))
}

/// Looks up the values of positions of all parts and of all their moves, twice, and returns the seconds for each of the
/// second time.
fn probe<T: Tiered>(tiers: &Tiers<T>, parts: impl Iterator<Item = T::Part>) -> Result<Vec<f64>> {
    let game = tiers.game();
    let some = |part: T::Part| {
        let ranks = game.ranks_in(&part);
        (0..100).filter_map(move |number| game.unrank_in(&part, ranks * number / 100))
    };
    let positions: Vec<_> = parts.flat_map(some).collect();
    let mut times = Vec::new();
    for _ in 0..2 {
        times.clear();
        for position in &positions {
            let start = Instant::now();
            let value = tiers.value(position)?;
            let moves = tiers.moves(position)?;
            times.push(start.elapsed().as_secs_f64());
            let best = moves.iter().map(|(_, value)| *value).max();
            let is_best = best.is_none_or(|best| best == value);
            ensure!(is_best, "{position:?} has the value {value}, but a best move is worth {best:?}");
        }
    }
    Ok(times)
}
