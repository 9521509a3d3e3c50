//! Timing programs in turn, and what the times amount to.

use crate::process::{Job, Taker};

/// Above so many seconds a run, a program is timed less often.
const LONG: f64 = 2.0;
const RUNS_OF_LONG: usize = 3;

/// The seconds that each run of each job took, up to `runs` of them. The jobs take turns, so that whatever else slows the
/// machine down for a while slows all of them down; one run of each beforehand does not count.
pub(crate) fn in_turn(jobs: &[Job<'_>], taker: Taker, runs: usize) -> Result<Vec<Vec<f64>>, String> {
    let mut longest: f64 = 0.0;
    for job in jobs {
        longest = longest.max(job.time(taker)?);
    }
    let runs = if longest > LONG { runs.min(RUNS_OF_LONG) } else { runs };
    let mut times = vec![Vec::with_capacity(runs); jobs.len()];
    for _ in 0..runs {
        for (job, times) in jobs.iter().zip(&mut times) {
            times.push(job.time(taker)?);
        }
    }
    Ok(times)
}

/// The middle one, or the mean of the two in the middle. Zero if there are none.
pub(crate) fn median(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    match (values.get(values.len().saturating_sub(1) / 2), values.get(values.len() / 2)) {
        (Some(&lower), Some(&upper)) => f64::midpoint(lower, upper),
        _ => 0.0,
    }
}

/// The median of the ratios of the runs that followed each other.
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
