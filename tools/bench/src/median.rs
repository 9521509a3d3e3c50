//! Repeats what is timed.

use std::time::Instant;

use anyhow::Result;

/// The median of the seconds that `work` takes in an odd number of runs, after one for warming up, and its last result.
pub(crate) fn median<T>(runs: usize, mut work: impl FnMut() -> Result<T>) -> Result<(f64, T)> {
    let (mut times, mut result) = (Vec::new(), work()?);
    for _ in 0..runs {
        let start = Instant::now();
        let next = work()?;
        times.push(start.elapsed().as_secs_f64());
        result = next;
    }
    times.sort_by(f64::total_cmp);
    Ok((times[runs / 2], result))
}
