//! The line of fields that summarises a sequence.

use std::time::Duration;

use grundy::{HeapGame, Period, Sequence};

use crate::facts::Facts;

/// Formats `key=value` fields about the heaps from 0 to `to`, without those that do not apply. All these are known, or
/// follow from a period that the known ones prove. In this run `computed` values were found in `elapsed`.
pub(crate) fn line(sequence: Sequence, to: usize, computed: usize, elapsed: Duration) -> String {
    let game = sequence.game().clone();
    let mut packed = sequence.into_packed();
    packed.truncate(to + 1);
    let facts = Facts::up_to(&Sequence::resume(game.clone(), packed), to);
    line_of(&game, &facts, computed, elapsed)
}

/// Formats `key=value` fields about the heaps from 0 to the largest. `docs/octal.md` explains them.
pub(crate) fn line_of(game: &HeapGame, facts: &Facts, computed: usize, elapsed: Duration) -> String {
    let mut fields = vec![
        format!("code={game}"),
        format!("n={}", facts.to),
        format!("checksum={}", facts.checksum),
        format!("max={}", facts.largest),
        format!("max_at={}", facts.largest_at),
        format!("zeros={}", facts.zeros),
        format!("last_zero={}", facts.last_zero),
    ];
    if let Some(rare) = &facts.rare {
        fields.extend([format!("mask={}", rare.mask), format!("rare={}", rare.count)]);
        fields.extend(rare.last.map(|heap| format!("last_rare={heap}")));
    }
    if let Some(Period { preperiod, period }) = facts.period {
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
