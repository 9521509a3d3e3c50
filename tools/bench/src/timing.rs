//! Times programs in turn, and summarises the times.

use anyhow::Result;

use crate::process::{Job, Sink};

/// A run of more seconds than this is long.
const LONG: f64 = 2.0;
/// The most runs if they are long.
const RUNS_OF_LONG: usize = 3;

/// Returns the seconds of each run of each job, up to `runs` of them, after one run of each for warming up. The jobs
/// take turns, so that other load on the machine affects all of them.
pub(crate) fn in_turn(jobs: &[Job<'_>], sink: Sink, runs: usize) -> Result<Vec<Vec<f64>>> {
    let mut longest: f64 = 0.0;
    for job in jobs {
        longest = longest.max(job.time(sink)?);
    }
    let runs = if longest > LONG { runs.min(RUNS_OF_LONG) } else { runs };
    let mut times = vec![Vec::with_capacity(runs); jobs.len()];
    for _ in 0..runs {
        for (job, times) in jobs.iter().zip(&mut times) {
            times.push(job.time(sink)?);
        }
    }
    Ok(times)
}

/// The middle value, or the mean of the two in the middle. Zero if there are no values.
pub(crate) fn median(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    match (values.get(values.len().saturating_sub(1) / 2), values.get(values.len() / 2)) {
        (Some(&lower), Some(&upper)) => f64::midpoint(lower, upper),
        _ => 0.0,
    }
}

/// The median of the ratios of corresponding runs.
pub(crate) fn median_ratio(times: &[f64], divisors: &[f64]) -> f64 {
    let ratios: Vec<f64> = times.iter().zip(divisors).map(|(time, divisor)| time / divisor).collect();
    median(&ratios)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::float_cmp, reason = "halves of small whole numbers are exact")]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(&[3.0, 1.0, 9.0]), 3.0);
        assert_eq!(median(&[4.0, 1.0, 9.0, 2.0]), 3.0);
        assert_eq!(median(&[5.0]), 5.0);
        assert_eq!(median(&[]), 0.0);
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "small whole numbers are exact")]
    fn ratios_are_taken_run_by_run() {
        // The medians alone would give 4 / 2.
        assert_eq!(median_ratio(&[1.0, 4.0, 9.0], &[1.0, 4.0, 2.0]), 1.0);
    }
}
