//! Times the values of octal games, on one thread and on two, and compares them with the solver `ogsolve`.

use std::num::NonZero;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use grundy::{Checksum, HeapGame, Sequence};
use problem::count_of;

use crate::Place;
use crate::timing::median;

/// The environment variable with the path of `ogsolve`, which `scripts/bench` sets if it could install it.
const OGSOLVE: &str = "OGSOLVE";

/// A game, and the largest heap that is computed.
const LONG: (&str, usize) = (".007", 1 << 19);
const GAMES: [(&str, usize); 6] =
    [LONG, (".6", 1_000_000), ("grundy", 1_000_000), (".16", 509_622), (".56", 653_572), (".4", 1_000_000)];
/// The games on which `ogsolve` is timed as well.
const COMPARED: [(&str, usize); 2] = [LONG, GAMES[1]];

/// Computes the games, and returns a report of the times.
pub(crate) fn report(_: &Place, runs: usize) -> Result<String> {
    let mut lines = vec![format!(" (median of {runs} runs, in this process):")];
    for (code, heap, threads) in [(LONG.0, LONG.1, 1)].into_iter().chain(GAMES.map(|(code, heap)| (code, heap, 2))) {
        let times: Result<Vec<f64>> = (0..runs).map(|_| time(code, heap, threads).map(|(time, _)| time)).collect();
        let period = extended(code, heap, threads)?.period().map_or(String::new(), |found| {
            format!("; period {} after {} values, proven", found.period, found.preperiod)
        });
        lines.push(format!("- {code} to {heap}, {}: {:.3} s{period}", count_of(threads, "thread"), median(&times?)));
    }
    lines.extend(compare_with_ogsolve(runs.min(3))?);
    Ok(lines.join("\n"))
}

fn compare_with_ogsolve(runs: usize) -> Result<Vec<String>> {
    let Ok(ogsolve) = std::env::var(OGSOLVE) else {
        return Ok(vec!["- ogsolve 0.0.7 is not installed, so nothing is compared with it".to_owned()]);
    };
    let mut lines = Vec::new();
    for (code, heap) in COMPARED {
        let (mut own, mut other) = (Vec::new(), Vec::new());
        for _ in 0..runs {
            let (seconds, checksum) = time(code, heap, 2)?;
            own.push(seconds);
            let start = Instant::now();
            // Its fastest method for these games.
            let output =
                Command::new(&ogsolve).args(["-m", "rcs", "-n", &heap.to_string(), &format!("0{code}")]).output();
            let output = output.with_context(|| format!("{ogsolve}; run scripts/bench, which installs it"))?;
            other.push(start.elapsed().as_secs_f64());
            ensure!(
                String::from_utf8_lossy(&output.stdout).contains(&checksum.to_string()),
                "{code} to {heap}: ogsolve does not print the checksum {checksum}, so one of the two is wrong"
            );
        }
        let (own, other) = (median(&own), median(&other));
        lines.push(format!(
            "- {code} to {heap}, the same checksum: {own:.2} s, ogsolve 0.0.7 -m rcs {other:.1} s, {:.1} times as fast",
            other / own
        ));
    }
    Ok(lines)
}

fn time(code: &str, heap: usize, threads: usize) -> Result<(f64, Checksum)> {
    let start = Instant::now();
    let sequence = extended(code, heap, threads)?;
    Ok((start.elapsed().as_secs_f64(), sequence.tally().checksum()))
}

fn extended(code: &str, heap: usize, threads: usize) -> Result<Sequence> {
    let game: HeapGame = code.parse().with_context(|| code.to_owned())?;
    let mut sequence = Sequence::new(game).with_threads(NonZero::new(threads).context("no threads")?);
    sequence.extend_to(heap).with_context(|| code.to_owned())?;
    Ok(sequence)
}
