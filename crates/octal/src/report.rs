//! The line of fields that summarises a sequence.

use std::time::Duration;

use grundy::{Checksum, Nimber, Period, Sequence};

/// Formats `key=value` fields about the heaps from 0 to `to`, without those that do not apply. In this run `computed` values
/// were found in `elapsed`. RESULTS.md explains the fields.
pub(crate) fn line(sequence: Sequence, to: usize, computed: usize, elapsed: Duration) -> String {
    let game = sequence.game().clone();
    let mut packed = sequence.into_packed();
    packed.truncate(to + 1);
    let known = Sequence::resume(game.clone(), packed);
    let values = || known.iter().enumerate();

    // Of equal values, the last one that `max_by_key` sees wins: the smallest heap.
    let (max_at, max) = values().rev().max_by_key(|&(_, value)| value).unwrap_or((0, Nimber::ZERO));
    let zeros = || values().filter(|(_, value)| value.is_zero()).map(|(heap, _)| heap);
    let mut fields = vec![
        format!("code={game}"),
        format!("n={to}"),
        format!("checksum={}", Checksum::of(known.iter())),
        format!("max={max}"),
        format!("max_at={max_at}"),
        format!("zeros={}", zeros().count()),
    ];
    fields.extend(zeros().next_back().map(|heap| format!("last_zero={heap}")));
    if let Some(space) = known.sparse_space() {
        let size = if space.counts_size() { "+size" } else { "" };
        fields.push(format!("mask={:#x}{size}", space.mask()));
        fields.push(format!("rare={}", space.rare_heaps(known.iter()).count()));
        fields.extend(space.rare_heaps(known.iter()).last().map(|heap| format!("last_rare={heap}")));
    }
    if let Some(Period { preperiod, period }) = known.period() {
        fields.extend([format!("period={period}"), format!("preperiod={preperiod}")]);
    }
    let seconds = elapsed.as_secs_f64();
    fields.push(format!("seconds={seconds:.3}"));
    if computed > 0 && seconds > 0.0 {
        #[expect(clippy::cast_precision_loss, reason = "a rate need not be exact")]
        fields.push(format!("rate={:.0}", computed as f64 / seconds));
    }
    fields.join(" ")
}
