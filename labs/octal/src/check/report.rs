//! The line of fields about a check.

use std::time::Duration;

use super::options::Options;
use super::sample::DrawnHeaps;
use super::windows::WindowCheck;
use crate::report::Fields;

/// Formats `key=value` fields about what was found in a sample of the values and by windows, without those that do not
/// apply.
#[expect(clippy::too_many_arguments, reason = "each is a field or several")]
pub(super) fn line(
    options: &Options,
    seed: u64,
    values: &[u16],
    sample: &DrawnHeaps,
    pairs: u64,
    windows: &WindowCheck,
    wrong: usize,
    elapsed: Duration,
) -> String {
    let recent = options.recent.min(values.len());
    let mut fields = Fields::default();
    fields.add("code", &options.code.game);
    fields.add("n", values.len().max(windows.len) - 1);
    if windows.windows == 0 {
        fields.add("checksum", checksum(values));
    }
    fields.add("checked", sample.heaps.len() + windows.checked);
    fields.add("recent", recent);
    fields.add("seed", seed);
    fields.add("pairs", pairs);
    if windows.windows > 0 {
        fields.add("windows", windows.windows);
        fields.add("recomputed", windows.recomputed);
    }
    fields.add("wrong", wrong);
    if wrong == 0 && windows.windows == 0 {
        fields.add("excluded", excluded(sample.from_all, values.len()));
        if sample.from_recent > 0 {
            fields.add("excluded_recent", excluded(sample.from_recent, recent));
        }
    }
    fields.add_time(0, elapsed);
    fields.format(false)
}

/// The rate of wrong values among `heaps` heaps that is excluded with 99 % confidence if `drawn` of them were drawn,
/// and none is wrong: with that rate, at least 99 of 100 such samples would have a wrong one. With two digits, rounded
/// up, or 0 if all were drawn.
///
/// This is the rate for heaps that may be drawn repeatedly. Different heaps, and heaps drawn from other parts, only add
/// to the confidence.
fn excluded(drawn: usize, heaps: usize) -> String {
    if drawn == heaps {
        return "0".to_owned();
    }
    #[expect(clippy::cast_precision_loss, reason = "two digits are printed")]
    let rate = 1.0 - 0.01_f64.powf(1.0 / drawn as f64);
    let decimals = (1..16).find(|&decimals| rate * 10_f64.powi(decimals) >= 1.0).unwrap_or(16) + 1;
    let scale = 10_f64.powi(decimals);
    format!("{:.*}", usize::try_from(decimals).unwrap_or(2), (rate * scale).ceil() / scale)
}

/// Computes the checksum that `octal` prints: the sum of all sums of the first values, and the sum of all values, both
/// modulo 2^16, in four hexadecimal digits each.
fn checksum(values: &[u16]) -> String {
    let (mut sum, mut sum_of_sums) = (0_u16, 0_u16);
    for &value in values {
        sum = sum.wrapping_add(value);
        sum_of_sums = sum_of_sums.wrapping_add(sum);
    }
    format!("{sum_of_sums:04X}{sum:04X}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed by `1-e(l(.01)/n)` in bc.
    #[test]
    fn the_excluded_rate_has_two_digits() {
        let rates = [1, 10, 100, 1000, 2500, 7500, 10_000, 1_000_000].map(|drawn| excluded(drawn, 1 << 30));
        assert_eq!(rates, ["0.99", "0.37", "0.046", "0.0046", "0.0019", "0.00062", "0.00047", "0.0000047"]);
        assert_eq!([1, 7, 1 << 20].map(|all| excluded(all, all)), ["0"; 3]);
    }
}
