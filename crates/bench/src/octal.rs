//! How fast the values of octal games are found: on one and on two threads, and beside the public solver `ogsolve`.

use std::num::NonZero;
use std::process::Command;
use std::time::Instant;

use grundy::{Checksum, HeapGame, Sequence};

use crate::timing::median;

/// The name by which `--only` asks for it.
pub(crate) const NAME: &str = "octal games";

/// Where `scripts/bench` says that `ogsolve` is, if it could be installed.
const OGSOLVE: &str = "OGSOLVE";

/// A game, and the heap up to which it is computed.
const LONG: (&str, usize) = (".007", 1 << 19);
const GAMES: [(&str, usize); 6] =
    [LONG, (".6", 1_000_000), ("grundy", 1_000_000), (".16", 509_622), (".56", 653_572), (".4", 1_000_000)];
/// Both are timed in turn on these.
const COMPARED: [(&str, usize); 2] = [LONG, GAMES[1]];

/// Computes the games, tells the times, and compares them with those of `ogsolve`.
pub(crate) fn report(runs: usize) -> Result<String, String> {
    let mut lines = vec![format!("\n{NAME} (median of {runs} runs, in this process):")];
    for (code, heap) in GAMES {
        let times: Result<Vec<f64>, String> = (0..runs).map(|_| time(code, heap).map(|(time, _)| time)).collect();
        let proven = extended(code, heap)?.period().map_or(String::new(), |found| {
            format!("; period {} after {} values, proven", found.period, found.preperiod)
        });
        lines.push(format!("- {code} to {heap}: {:.3} s{proven}", median(&times?)));
    }
    lines.push(steady()?);
    lines.extend(beside_ogsolve(runs.min(3))?);
    Ok(lines.join("\n"))
}

/// The rate from 2^21 on, where nearly no rare values are left to come, on one and on two threads.
fn steady() -> Result<String, String> {
    const FROM: usize = 1 << 21;
    const COUNT: usize = 200_000;
    let known = extended(LONG.0, FROM)?;
    let rate = |threads: usize| {
        let mut sequence = Sequence::resume(known.game().clone(), known.packed().to_vec());
        if let Some(threads) = NonZero::new(threads) {
            sequence = sequence.with_threads(threads);
        }
        let start = Instant::now();
        sequence.extend_to(FROM + COUNT).map_err(|error| error.to_string())?;
        #[expect(clippy::cast_precision_loss, reason = "a rate need not be exact")]
        Ok::<f64, String>(COUNT as f64 / start.elapsed().as_secs_f64())
    };
    let (one, two) = (rate(1)?, rate(2)?);
    Ok(format!(
        "- {} from {FROM} on: {one:.0} values a second on one thread, {two:.0} on two ({:.2} times)",
        LONG.0,
        two / one
    ))
}

fn beside_ogsolve(runs: usize) -> Result<Vec<String>, String> {
    let Ok(ogsolve) = std::env::var(OGSOLVE) else {
        return Ok(vec!["- ogsolve 0.0.7 cannot be installed here, so nothing is compared with it".to_owned()]);
    };
    let mut lines = Vec::new();
    for (code, heap) in COMPARED {
        let (mut own, mut other) = (Vec::new(), Vec::new());
        for _ in 0..runs {
            let (seconds, checksum) = time(code, heap)?;
            own.push(seconds);
            let start = Instant::now();
            // Its fastest method for these games.
            let output =
                Command::new(&ogsolve).args(["-m", "rcs", "-n", &heap.to_string(), &format!("0{code}")]).output();
            let output = output.map_err(|error| format!("{ogsolve}: {error}: run scripts/bench"))?;
            other.push(start.elapsed().as_secs_f64());
            if !String::from_utf8_lossy(&output.stdout).contains(&checksum.to_string()) {
                return Err(format!("{code} to {heap}: ogsolve has not the checksum {checksum}: one of both is wrong"));
            }
        }
        let (own, other) = (median(&own), median(&other));
        lines.push(format!(
            "- {code} to {heap}, the same checksum: {own:.2} s, ogsolve 0.0.7 -m rcs {other:.1} s, {:.1} times as fast",
            other / own
        ));
    }
    Ok(lines)
}

fn time(code: &str, heap: usize) -> Result<(f64, Checksum), String> {
    let start = Instant::now();
    let sequence = extended(code, heap)?;
    Ok((start.elapsed().as_secs_f64(), Checksum::of(sequence.iter())))
}

fn extended(code: &str, heap: usize) -> Result<Sequence, String> {
    let game: HeapGame = code.parse().map_err(|error| format!("{code}: {error}"))?;
    let mut sequence = Sequence::new(game);
    sequence.extend_to(heap).map_err(|error| format!("{code}: {error}"))?;
    Ok(sequence)
}
