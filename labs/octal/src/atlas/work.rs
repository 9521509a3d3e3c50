//! Computes games on several threads, one game of each family.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::mpsc;

use anyhow::{Context, anyhow};
use grundy::{HeapGame, Period, Sequence};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use crate::atlas::cousins::{Families, Family, Member};
use crate::compute;
use crate::facts::Facts;

/// Where a period is looked for first, and then at each doubling.
const FIRST_LOOK: usize = 1024;

/// Computes the games, up to a proven period or to heap `to`, and passes on rows as they are found, the rows of several
/// games if it does not keep up. Each code is one of a family of its own; rows are found for all games of its family.
///
/// # Errors
///
/// The errors of `found`, values that are too large, and a lack of memory for values. Threads that compute a game then
/// continue in vain until the process ends. Rows that are there by then have been passed on.
pub(crate) fn compute(
    families: &Arc<Families>,
    codes: Vec<HeapGame>,
    to: usize,
    threads: NonZero<usize>,
    mut found: impl FnMut(Vec<(HeapGame, Facts)>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let threads = threads.get().min(codes.len()).max(1);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().context("cannot start a thread")?;
    let ((sender, receiver), families) = (mpsc::channel(), Arc::clone(families));
    // Not in a scope: after an error nobody waits for the games that are being computed.
    pool.spawn(move || {
        let run = |code| sender.send(rows(families.find(&code).0, to).with_context(|| format!("the game {code}"))).ok();
        codes.into_iter().par_bridge().map(run).while_some().for_each(drop);
    });
    while let Ok(first) = receiver.recv() {
        let (mut rows, mut failed) = (Vec::new(), Ok(()));
        for sent in std::iter::once(first).chain(receiver.try_iter()) {
            match sent {
                Ok(found) => rows.extend(found),
                Err(error) => failed = Err(error),
            }
        }
        if !rows.is_empty() {
            found(rows)?;
        }
        failed?;
    }
    Ok(())
}

/// Computes heaps of a family's first game until a period is proven, or all wanted are known, and returns what is found
/// in the values of each game. A period that is proven for the first one is one of all.
fn rows(family: &Family, to: usize) -> anyhow::Result<Vec<(HeapGame, Facts)>> {
    let first = family.first();
    // The games are computed at the same time, not the heaps of one.
    let mut sequence = Sequence::new(first.code.clone()).with_threads(NonZero::<usize>::MIN);
    let mut last = FIRST_LOOK.min(to);
    loop {
        // Memory for all that are wanted if the values so far prove no period: where the system can refuse it, it does
        // so now and not hours later.
        let (reserved, reason) = if last > compute::TRIAL { (to, Some(compute::unproven())) } else { (last, None) };
        let heap = family.heap_needed(reserved);
        sequence.try_reserve_to(heap).map_err(|_| {
            anyhow!(compute::lack_of_memory(heap + 1, reason.as_deref(), "choose a smaller --to, or --threads 1"))
        })?;
        sequence.extend_to(family.heap_needed(last))?;
        if last == to || sequence.period().is_some() {
            break;
        }
        last = (2 * last).min(to);
    }
    let period = sequence.period().map(|found| found.period);
    let row = |member: &Member| {
        let values = family.values(member, sequence.packed(), last);
        let period = period.map(|period| Period { period, preperiod: preperiod(values.clone(), last + 1, period) });
        let facts = Facts::new(&member.code, &values.collect(), period);
        let is_other = member.code != first.code;
        let (same_as, shift) = is_other.then(|| (first.code.to_string(), family.shift(member))).unzip();
        (member.code.clone(), Facts { same_as, shift, ..facts })
    };
    Ok(family.members().iter().map(row).collect())
}

/// The number of values before those that repeat, of `count` with a period that is proven.
fn preperiod(values: impl DoubleEndedIterator<Item = u16> + Clone, count: usize, period: usize) -> usize {
    let pairs = values.clone().rev().zip(values.rev().skip(period));
    let repeating = pairs.take_while(|(later, earlier)| later == earlier).count();
    count.saturating_sub(period + repeating)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::atlas::cousins::PLACES;

    fn computed(codes: &[&str], to: usize) -> Vec<(String, Facts)> {
        let families = Arc::new(Families::new(PLACES));
        let codes: Vec<HeapGame> = codes.iter().map(|code| code.parse().unwrap()).collect();
        let mut all = Vec::new();
        let two = NonZero::new(2).unwrap();
        compute(&families, codes, to, two, |rows| {
            all.extend(rows.into_iter().map(|(code, row)| (code.to_string(), row)));
            Ok(())
        })
        .unwrap();
        all.sort_by(|a, b| a.0.cmp(&b.0));
        all
    }

    /// What each game of a family is found to be is what its own values say.
    #[test]
    fn rows_of_cousins_agree_with_their_own_values() {
        for (code, to) in
            [(".137", 3000), (".77", 3000), (".4", 100), (".007", 50_000), (".044", 400), (".3", 1), (".1", 0)]
        {
            for (code, row) in computed(&[code], to) {
                let mut own = Sequence::new(code.parse::<HeapGame>().unwrap());
                own.extend_to(row.to).unwrap();
                let facts = Facts::up_to(&own, row.to);
                assert!(row.period.is_some() || row.to == to, "{code}");
                let Facts { period, preperiod, same_as, shift, .. } = row.clone();
                assert!(facts.period.is_none() || facts.proven() == row.proven(), "{code}");
                assert_eq!(row, Facts { period, preperiod, same_as, shift, ..facts }, "{code}");
            }
        }
    }
}
