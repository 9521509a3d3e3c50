//! How to check what the table says.

use std::cmp::Reverse;

use grundy::Period;

use super::{games, table};
use crate::atlas::cousins::Code;
use crate::atlas::summary::{Entry, Summary, grouped};

/// All values that prove a period are checked in some seconds if they are not more.
const FEW: usize = 1_000_000;

/// How many pairs of heaps `octal-check` looks at in a second, on the machine that is named on the page.
const PAIRS_PER_SECOND: f64 = 35e9;

/// The example is the game for which most values are needed, of those for which it takes seconds.
pub(super) fn check(summary: &Summary<'_>) -> String {
    let mut solved: Vec<(&Entry<'_>, usize)> =
        summary.solved().map(|(entry, found)| (entry, values_needed(entry.code, found))).collect();
    solved.sort_by_key(|(_, values)| Reverse(*values));
    let (many, few): (Vec<_>, Vec<_>) = solved.into_iter().partition(|(_, values)| *values > FEW);
    let paragraphs = [Some(LINE.to_owned()), few.first().map(example), long_checks(&many), open(summary)];
    let paragraphs: Vec<String> = paragraphs.into_iter().flatten().collect();
    format!("## How to check it\n\n{}", paragraphs.join("\n"))
}

const LINE: &str = "\
`octal CODE --to N` computes a line of the table again, with the game's `code` and `to`. `to`, `largest` and
`largest_at` in the table are
`n`, `max` and `max_at` in the line that it prints.
";

/// How many values prove a period by the theorem of Guy and Smith.
fn values_needed(code: &Code, Period { period, preperiod }: Period) -> usize {
    2 * preperiod.max(1) + 2 * period + code.places()
}

fn example((entry, values): &(&Entry<'_>, usize)) -> String {
    let code = entry.code;
    format!(
        "\
You need not trust the program that found a period. The period follows from the theorem above and the values up to heap
2*e* + 2*p* + *t* − 1, and a program that shares no code with the engine can check each of these values by the
definition of the game, by all
its moves. For {code}:

```sh
cargo run --release -p octal -- {code} --to {} --checkpoint values
cargo run --release -p octal --bin octal-check -- {code} values --heaps {values}
```

`wrong=0` means that no value is wrong. For the table of the repository (`docs/octal-games`), `scripts/test --long` does
this with
each family whose period is proven by at most {} values, and computes all that the table says of its first game again.
",
        values - 1,
        grouped(FEW)
    )
}

fn long_checks(many: &[(&Entry<'_>, usize)]) -> Option<String> {
    let rows = many.iter().rev().map(|(entry, values)| [games(entry), grouped(*values), duration(entry.code, *values)]);
    let table = table(["game", "values", "time"], "rr", rows)?;
    Some(format!(
        "\
The time of a full check grows as the square of the number of values. For the other solved families it would be the time
in this table,
as two cores of an AMD EPYC (Zen 4) look at about 35 billion pairs of heaps a second (23 November 2026, commit 098bc0b):

{table}
Without `--heaps`, `octal-check` checks 10,000 heaps that it draws at random, and says what rate of wrong values that
excludes. For the table of the repository, all values of .376 were checked (25 November 2026, commit 12675b6), and such
a sample of each of the other four games (`octal-check CODE FILE --seed 1`). No value was wrong. So the period of .376
is proven by the definition alone. Of the other four games, with 99 % confidence, fewer than 0.062 % of the values are
wrong, and their periods rest on the engine that computed the values.
"
    ))
}

/// How long a check of this number of values takes.
#[expect(clippy::cast_precision_loss, reason = "one or two digits are printed")]
fn duration(code: &Code, values: usize) -> String {
    const MINUTE: f64 = 60.0;
    const HOUR: f64 = 60.0 * MINUTE;
    const DAY: f64 = 24.0 * HOUR;
    let splits = (0..=code.places()).filter(|taken| code.digit(*taken) & 4 != 0).count();
    // A heap of n has about n / 2 pairs for each number of tokens taken.
    let pairs = splits as f64 * (values as f64).powi(2) / 4.0;
    let seconds = pairs / PAIRS_PER_SECOND;
    let (unit, words) = match seconds {
        ..120.0 => (1.0, "seconds"),
        120.0..7200.0 => (MINUTE, "minutes"),
        7200.0..172_800.0 => (HOUR, "hours"),
        _ => (DAY, "days"),
    };
    format!("{:.0} {words}", seconds / unit)
}

fn open(summary: &Summary<'_>) -> Option<String> {
    summary.open().next().map(|_| {
        "\
For each unsolved family in the table of the repository (`docs/octal-games`), `scripts/test --long` computes values
again: to heap 131,072
if more than 30,000 heaps are rare, otherwise to heap 1,048,576. `octal-check` then checks them by the definition of the
game, all of them
in the first case, 20,000 drawn at random in the second. The largest value, the zeros and the rare heaps must agree with
the table. The
table's figures about further heaps come from one run, and were compared only with the publications above.
"
        .to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2,268,248 * 2 + 4 * 2 + 3 values of .376, where two moves split a heap, have 1.03 * 10^13 pairs.
    #[test]
    fn the_time_of_a_check_grows_as_the_square_of_the_values() {
        let duration = |code: &str, values| duration(&code.parse().unwrap(), values);
        assert_eq!(duration(".376", 4_536_507), "5 minutes");
        assert_eq!(duration(".354", 20_126_195), "96 minutes");
        assert_eq!(duration(".104", 419_079_763), "15 days");
        assert_eq!(duration("4.77", 1_000_000), "21 seconds");
        assert_eq!(duration(".07", 50_000_000), "5 hours");
    }

    #[test]
    fn the_values_needed_are_those_of_the_theorem() {
        let needed =
            |code: &str, period, preperiod| values_needed(&code.parse().unwrap(), Period { period, preperiod });
        assert_eq!(needed(".77", 12, 71), 2 * 71 + 2 * 12 + 2);
        assert_eq!(needed("4.", 2, 0), 2 + 4);
        assert_eq!(needed("4.406", 44, 294_097), 588_285);
    }
}
