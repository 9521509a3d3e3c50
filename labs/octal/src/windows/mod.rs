//! Computes values in constant memory: windows of the last ones are kept in a folder.
//!
//! All values are kept, in the folder too, until no rare heap has come for long enough; from then on a stream needs only a window of
//! them. If it leaves a heap undecided, all values up to that heap are computed by the engine that keeps them, as far as
//! these fit into memory.

mod preperiod;
#[cfg(test)]
mod tests;

use std::mem;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};
use grundy::stream::{StreamError, Window};
use grundy::{Period, Sequence, Stream};

use crate::compute::{TRIAL, extend_in_steps, lack_of_memory, next_step};
use crate::facts::Facts;
use crate::options::{LARGEST_HEAP, Options};
use crate::progress::Bar;
use crate::report::{self, Fields};
use crate::store::Store;

/// The number of values in the table of a stream, and in one that may decide more.
const TABLE: usize = 1 << 15;
const LARGEST_TABLE: usize = 1 << 21;

/// The largest rare heap after which a stream begins: its window has more values than that.
const LARGEST_RARE: usize = 1 << 29;

/// Computes what the options ask for, and returns what is to be said about it.
pub(crate) fn run(folder: &Path, options: &Options) -> anyhow::Result<Fields> {
    let begin_of_run = Instant::now();
    if options.to() > TRIAL && options.leaves()[1] {
        bail!("{}: {}; leave out --windows", options.game(), StreamError::NoSparseSpace);
    }
    let mut saved = Saved {
        store: Store::open(folder, options.game())?,
        keep: options.keep.get(),
        every: options.every,
        last: None,
    };
    let of_all = |sequence: Sequence, before: usize| {
        let (to, computed) = (options.to().min(sequence.len() - 1), sequence.len() - before);
        report::fields(sequence, to, computed, begin_of_run)
    };
    let (mut stream, before) = if let Some(len) = saved.store.windows()?.last().copied() {
        let window = saved.store.window(len)?;
        saved.last = Some((len, begins_stream(&window)));
        if len > options.to() + 1 {
            let (known, to) = (len - 1, options.to());
            let more = anyhow!("{}: heaps to {known} are known and counted, not to {to}", folder.display());
            startup::print_error("octal", &more);
        }
        (stream_after(&saved.store, window)?, len)
    } else {
        let mut sequence = Sequence::resume(options.game().clone(), saved.store.values()?);
        let known = sequence.len();
        extend(&mut sequence, TRIAL.min(options.to()), &mut saved)?;
        let begun = begin(&mut sequence, TABLE, options.to(), &mut saved)?;
        let Some(stream) = begun else { return Ok(of_all(sequence, known)) };
        (stream, known)
    };
    let progress = Bar::new("values", options.to() + 1, stream.len());
    let (mut step, mut last_save) = (1 << 20, Instant::now());
    while stream.len() <= options.to() && stream.period().is_none() {
        let next_kept = (stream.len() / saved.keep + 1) * saved.keep;
        let start = Instant::now();
        let result = stream.extend_to((stream.len() + step).min(options.to() + 1).min(next_kept) - 1);
        progress.set(stream.len());
        if result.is_err()
            || stream.period().is_some()
            || stream.len() == next_kept
            || last_save.elapsed() >= options.every
        {
            saved.write(&stream, false)?;
            last_save = Instant::now();
        }
        match result {
            Err(StreamError::Undecided { heap }) => {
                let table = stream.window().table.len();
                drop(stream);
                let mut sequence = Sequence::new(options.game().clone());
                let decided = decide(&mut sequence, heap, table, options.to(), &mut saved)?;
                let Some(next) = decided else { return Ok(of_all(sequence, before)) };
                stream = next;
            }
            Err(reason) => bail!("{}: {reason}; leave out --windows", options.game()),
            Ok(()) => {}
        }
        step = next_step(step, start.elapsed()).min(saved.keep);
    }
    saved.write(&stream, false)?;
    progress.finish();
    let period = match stream.period() {
        Some(period) => Some(Period { preperiod: preperiod::find(&mut saved, &stream, period)?, period }),
        None => None,
    };
    let facts = Facts::new(options.game(), stream.tally(), period);
    Ok(report::fields_of(&facts, None, stream.len() - before, begin_of_run.elapsed()))
}

/// The windows of a run. Those with which a stream begins stay, as the preperiod is found from them, and those at
/// multiples of `keep`; each of the others stays until the next is there.
struct Saved {
    store: Store,
    keep: usize,
    /// How often to save values.
    every: Duration,
    /// The number of values up to the end of the last window, and whether a stream begins with it.
    last: Option<(usize, bool)>,
}

impl Saved {
    /// Writes the window of a stream, which stays if the stream begins with it, unless it is the last one. Then the last
    /// one is removed if it need not stay; it may be gone already.
    fn write(&mut self, stream: &Stream, stays: bool) -> anyhow::Result<()> {
        if self.last.is_some_and(|(len, _)| len == stream.len()) {
            return Ok(());
        }
        self.store.save_window(&stream.window())?;
        match self.last.replace((stream.len(), stays)) {
            Some((last, false)) if !last.is_multiple_of(self.keep) => self.store.remove_window(last),
            _ => Ok(()),
        }
    }
}

/// The stream that a window of the store continues.
fn stream_after(store: &Store, window: Window) -> anyhow::Result<Stream> {
    let path = store.window_path(window.tally.len());
    window.stream().map_err(|reason| anyhow!("{}: {reason}; remove it", path.display()))
}

/// Whether a stream begins with a window: then later ones are compared with it.
fn begins_stream(window: &Window) -> bool {
    window.watched.as_ref().is_some_and(|&(len, _)| len == window.tally.len())
}

/// Begins a stream after the values of a sequence, or after as many more as it needs, and saves its window; the sequence
/// forgets its values, which are saved. `None` if all values up to heap `to` are known, or follow from a period.
fn begin(sequence: &mut Sequence, table: usize, to: usize, saved: &mut Saved) -> anyhow::Result<Option<Stream>> {
    while sequence.len() <= to && sequence.period().is_none() {
        match Stream::after(sequence.game(), sequence.packed(), table) {
            Ok(mut stream) => {
                stream.watch();
                *sequence = Sequence::new(stream.game().clone());
                saved.write(&stream, true)?;
                return Ok(Some(stream));
            }
            // An eighth more than is needed, as there may be more rare heaps.
            Err(StreamError::TooFewValues { last_rare: ..=LARGEST_RARE, needed }) => {
                extend(sequence, (needed + needed / 8).min(to), saved)?;
            }
            // More values do not help.
            Err(reason) => bail!("{}: {reason}; leave out --windows", sequence.game()),
        }
    }
    Ok(None)
}

/// Computes all values of a new sequence up to the heap that a stream with such a table leaves undecided, and
/// [begins](begin) one after them. If it is not rare, a larger table would have decided it.
fn decide(
    sequence: &mut Sequence,
    heap: usize,
    table: usize,
    to: usize,
    saved: &mut Saved,
) -> anyhow::Result<Option<Stream>> {
    if heap > LARGEST_HEAP {
        bail!(
            "{}, and at most {LARGEST_HEAP} values can be kept to decide it; its window is {}",
            StreamError::Undecided { heap },
            saved.store.window_path(heap).display()
        );
    }
    *sequence = Sequence::resume(sequence.game().clone(), saved.store.values()?);
    extend(sequence, heap, saved)?;
    let rare = sequence.tally().sparse_space(sequence.game());
    let is_rare = rare.is_some_and(|(_, rare)| rare.count > 0 && rare.last == heap);
    let table = if is_rare { table } else { LARGEST_TABLE.min(8 * table) };
    begin(sequence, table, to, saved)
}

/// Computes all values up to a heap, which are saved too.
fn extend(sequence: &mut Sequence, heap: usize, saved: &mut Saved) -> anyhow::Result<()> {
    let reserved = sequence.try_reserve_to(heap);
    reserved.map_err(|_| anyhow!(lack_of_memory(heap + 1, None, "end other programs")))?;
    extend_in_steps(sequence, heap, Some((&mut saved.store, saved.every)))?;
    // Without what its engine remembers, which takes as much memory as a stream.
    let game = sequence.game().clone();
    let values = mem::replace(sequence, Sequence::new(game.clone())).into_packed();
    *sequence = Sequence::resume(game, values);
    Ok(())
}
