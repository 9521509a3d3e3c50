//! The line of fields about a check.

use std::time::Duration;

use super::options::Options;
use super::proof::Found;

/// Formats `key=value` fields about so many heaps of so many values, without those that do not apply.
pub(super) fn line(
    options: &Options,
    seed: u64,
    values: usize,
    checked: usize,
    found: &Found,
    elapsed: Duration,
) -> String {
    let mut fields = vec![
        format!("code={}", options.code.game),
        format!("n={}", values - 1),
        format!("checked={checked}"),
        format!("recent={}", options.recent.min(values)),
        format!("seed={seed}"),
        format!("pairs={}", found.pairs),
        format!("wrong={}", found.wrong.len()),
    ];
    if found.wrong.is_empty() {
        fields.push(format!("excluded={}", excluded(checked)));
    }
    fields.push(format!("seconds={:.3}", elapsed.as_secs_f64()));
    fields.join(" ")
}

/// The rate of wrong values that a sample of so many, none of which is wrong, excludes with 99 % confidence: with it, 99 of 100 samples
/// would have a wrong one. With two digits.
fn excluded(checked: usize) -> String {
    #[expect(clippy::cast_precision_loss, reason = "two digits are printed")]
    let rate = 1.0 - 0.01_f64.powf(1.0 / checked as f64);
    let decimals = (1..16).find(|&decimals| rate * 10_f64.powi(decimals) >= 1.0).unwrap_or(16) + 1;
    format!("{rate:.*}", usize::try_from(decimals).unwrap_or(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed by `1-e(l(.01)/n)` in bc.
    #[test]
    fn the_excluded_rate_has_two_digits() {
        let rates = [1, 10, 100, 1000, 10_000, 1_000_000].map(excluded);
        assert_eq!(rates, ["0.99", "0.37", "0.045", "0.0046", "0.00046", "0.0000046"]);
    }
}
