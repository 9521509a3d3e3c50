//! The line that sums a sequence up.

use std::time::Duration;

use grundy::{Checksum, Period, Sequence};

/// `key=value` fields, of which those are left out that do not apply. Heaps are counted from 0, and heap `to` is the last one
/// that is told of. `computed` values were found in `took`.
pub(crate) fn line(sequence: Sequence, to: usize, computed: usize, took: Duration) -> String {
    let game = sequence.game().clone();
    let mut values = sequence.into_values();
    values.truncate(to + 1);
    let known = Sequence::resume(game.clone(), values);
    let values = known.values();
    let (max_at, max) = values.iter().enumerate().rev().max_by_key(|(_, value)| **value).unwrap_or((0, &0));
    let zeros = || values.iter().enumerate().filter(|(_, value)| **value == 0).map(|(heap, _)| heap);
    let mut fields = vec![
        format!("code={game}"),
        format!("n={to}"),
        format!("checksum={}", Checksum::of(values)),
        format!("max={max}"),
        format!("max_at={max_at}"),
        format!("zeros={}", zeros().count()),
    ];
    fields.extend(zeros().next_back().map(|heap| format!("last_zero={heap}")));
    if let Some(split) = known.split() {
        let size = if split.counts_size() { "+size" } else { "" };
        fields.push(format!("mask={:#x}{size}", split.mask()));
        fields.push(format!("rare={}", split.rare(values).count()));
        fields.extend(split.rare(values).last().map(|heap| format!("last_rare={heap}")));
    }
    if let Some(Period { prefix, period, saltus }) = known.period() {
        fields.extend([format!("period={period}"), format!("prefix={prefix}"), format!("saltus={saltus}")]);
    }
    let seconds = took.as_secs_f64();
    fields.push(format!("seconds={seconds:.3}"));
    if computed > 0 && seconds > 0.0 {
        #[expect(clippy::cast_precision_loss, reason = "a rate need not be exact")]
        fields.push(format!("rate={:.0}", computed as f64 / seconds));
    }
    fields.join(" ")
}
