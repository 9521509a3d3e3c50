//! Extends a sequence in short steps, keeping the progress bar and what is saved up to date.

use std::time::{Duration, Instant};

use anyhow::anyhow;
use grundy::Sequence;

use crate::options::Options;
use crate::progress::Bar;
use crate::store::Store;

/// How long a step should take.
const STEP_TIME: Duration = Duration::from_millis(250);

/// The smallest number of heaps in a step.
const SMALLEST_STEP: usize = 1024;

/// Computes the values of all heaps that the options ask for; without a store, only those to heap [`TRIAL`] if these
/// prove a period. The store, if there is one, has all values afterwards; the memory for them must have been taken
/// already.
///
/// # Errors
///
/// If a value is too large, the store cannot be written, or memory does not suffice for all values.
pub(crate) fn extend(sequence: &mut Sequence, options: &Options, store: Option<&mut Store>) -> anyhow::Result<()> {
    if store.is_none() && options.to() > TRIAL {
        extend_in_steps(sequence, TRIAL, None)?;
        if sequence.period().is_some() {
            return Ok(());
        }
        // Where the system can refuse it, now and not hours later.
        let reserved = sequence.try_reserve_to(options.to());
        reserved.map_err(|_| anyhow!(options.no_memory(Some(&unproven()))))?;
    }
    extend_in_steps(sequence, options.to(), store.map(|store| (store, options.every)))
}

/// Computes the values of all heaps up to `heap`, which the store, if there is one, has afterwards, and in between
/// every so often.
pub(crate) fn extend_in_steps(
    sequence: &mut Sequence,
    heap: usize,
    store: Option<(&mut Store, Duration)>,
) -> anyhow::Result<()> {
    let progress = Bar::new("values", heap + 1, sequence.len());
    let (mut store, every) = store.map_or((None, Duration::MAX), |(store, every)| (Some(store), every));
    let mut save = |sequence: &Sequence| store.as_mut().map_or(Ok(()), |store| store.save(sequence.packed()));
    let mut last_save = Instant::now();
    let mut step = 4096;
    while sequence.len() <= heap {
        let start = Instant::now();
        let extended = sequence.extend_to(heap.min(sequence.len() + step));
        if extended.is_err() {
            // The values before the one that overflowed are worth keeping.
            save(sequence)?;
        }
        extended?;
        progress.set(sequence.len());
        step = next_step(step, start.elapsed());
        if last_save.elapsed() >= every {
            save(sequence)?;
            last_save = Instant::now();
        }
    }
    progress.finish();
    save(sequence)
}

pub(crate) fn next_step(step: usize, elapsed: Duration) -> usize {
    if elapsed < STEP_TIME / 2 {
        2 * step
    } else if elapsed > 2 * STEP_TIME {
        (step / 2).max(SMALLEST_STEP)
    } else {
        step
    }
}

/// The largest heap that is computed before there is memory for all values, as the values so far may prove a period.
pub(crate) const TRIAL: usize = 1 << 20;

/// The message that memory does not suffice for this number of values, why they are needed if that is not plain, and
/// what to do.
pub(crate) fn lack_of_memory(values: usize, reason: Option<&str>, remedy: &str) -> String {
    let reason = reason.map_or_else(String::new, |reason| format!(", {reason}"));
    format!("not enough memory for {values} values of two bytes each{reason}; {remedy}")
}

/// Why all values are needed after those to heap [`TRIAL`].
pub(crate) fn unproven() -> String {
    format!("and those to heap {TRIAL} prove no period")
}
