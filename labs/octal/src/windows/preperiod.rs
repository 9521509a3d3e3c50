//! The number of values before those that repeat, found by the windows that were kept.

use std::collections::VecDeque;

use anyhow::Context;
use grundy::stream::Window;
use grundy::{Sequence, Stream};

use super::{Saved, extend, stream_after};

/// Finds the number of values before those that repeat, given a stream that has proven the period.
///
/// If the values repeat from some heap on, so do the windows after it. So the first kept window that repeats is found
/// by bisection, where each step computes no more than the heaps between two kept windows. Then the values from the
/// window before it on are compared one by one.
pub(super) fn find(saved: &mut Saved, stream: &Stream, period: usize) -> anyhow::Result<usize> {
    let mut all = Windows::of(saved, stream)?;
    // The window here is that of a period before.
    let end = stream.len() - period;
    let windows = all.lens[..all.lens.partition_point(|&len| len < end)].to_vec();
    let (mut repeats, mut differs) = (windows.len(), 0);
    while differs < repeats {
        let middle = usize::midpoint(differs, repeats);
        let values = all.read(windows[middle])?.values;
        let later = all.values_from(windows[middle] + period - values.len())?.take(values.len())?;
        if values == later {
            repeats = middle;
        } else {
            differs = middle + 1;
        }
    }
    let to = windows.get(repeats).copied().unwrap_or(end);
    let mut from = differs.checked_sub(1).map_or(0, |last| windows[last].saturating_sub(stream.width()));
    let (mut preperiod, mut values, mut later) = (from, all.values_from(from)?, all.values_from(from + period)?);
    while from < to {
        let count = BLOCK.min(to - from);
        let (values, later) = (values.take(count)?, later.take(count)?);
        if let Some(last) = values.iter().zip(&later).rposition(|(value, later)| value != later) {
            preperiod = from + last + 1;
        }
        from += count;
    }
    Ok(preperiod)
}

/// The number of values that are computed together.
const BLOCK: usize = 1 << 13;

/// The windows that lead to a stream: from its first one on, as earlier streams end before that.
struct Windows<'a> {
    saved: &'a mut Saved,
    stream: &'a Stream,
    /// The numbers of values up to their ends, ascending.
    lens: Vec<usize>,
}

impl<'a> Windows<'a> {
    fn of(saved: &'a mut Saved, stream: &'a Stream) -> anyhow::Result<Self> {
        let (mut all, here) = (Self { saved, stream, lens: Vec::new() }, stream.window());
        for len in all.saved.store.windows()? {
            let window = all.read(len)?;
            if super::begins_stream(&window) {
                all.lens.clear();
            }
            if (&window.rare, &window.table) == (&here.rare, &here.table) {
                all.lens.push(len);
            }
        }
        Ok(all)
    }

    fn read(&self, len: usize) -> anyhow::Result<Window> {
        self.saved.store.window(len)
    }

    /// The values from `heap` on: by the last window that has it or is before it, or from heap 0.
    fn values_from(&mut self, heap: usize) -> anyhow::Result<NextValues> {
        let width = self.stream.width();
        let before = self.lens.iter().rfind(|&&len| len - width <= heap).or(self.lens.first());
        let len = *before.context("the last window was just saved")?;
        let window = self.read(len)?;
        let (mut first, mut known) = (len - width, window.values.clone());
        if first > heap {
            let mut sequence = Sequence::resume(self.stream.game().clone(), self.saved.store.values()?);
            extend(&mut sequence, len - 1, self.saved)?;
            (first, known) = (0, sequence.into_packed());
            known.truncate(len);
        }
        // This one goes on when the values repeat.
        let mut stream = stream_after(&self.saved.store, Window { watched: None, ..window })?;
        if heap > len {
            stream.extend_to(heap - 1)?;
            known.clear();
        } else {
            known.drain(..heap - first);
        }
        Ok(NextValues { known: known.into(), stream })
    }
}

/// The values of one heap after another.
struct NextValues {
    /// Those that are known: all heaps up to a window, if no window was kept before.
    known: VecDeque<u16>,
    stream: Stream,
}

impl NextValues {
    fn take(&mut self, count: usize) -> anyhow::Result<Vec<u16>> {
        while self.known.len() < count {
            let more = BLOCK.min(self.stream.width());
            self.stream.extend_to(self.stream.len() + more - 1)?;
            self.known.extend(self.stream.last(more));
        }
        Ok(self.known.drain(..count).collect())
    }
}
