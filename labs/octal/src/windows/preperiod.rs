//! The number of values before those that repeat, found by the windows that were kept.

use std::collections::VecDeque;
use std::path::Path;

use anyhow::Context;
use grundy::{HeapGame, Sequence, Stream, Window};

use super::extend;
use super::file;

/// Finds the number of values before those that repeat, given a stream that has proven the period.
///
/// If the values repeat from some heap on, so do the windows after it. So the first kept window that repeats is found
/// by bisection, where each step computes no more than the heaps between two kept windows. Then the values from the
/// window before it on are compared one by one.
pub(super) fn find(folder: &Path, stream: &Stream, period: usize) -> anyhow::Result<usize> {
    let (game, rare) = (stream.game(), stream.window().rare);
    // The window here is that of a period before. Those of before the last rare heap say nothing about repetitions.
    let end = stream.len() - period;
    let mut windows = Vec::new();
    for len in file::all(folder)?.into_iter().filter(|&len| len < end) {
        if file::read(folder, game, len)?.rare == rare {
            windows.push(len);
        }
    }
    let (mut repeats, mut differs) = (windows.len(), 0);
    while differs < repeats {
        let middle = usize::midpoint(differs, repeats);
        let values = file::read(folder, game, windows[middle])?.values;
        let later = Values::from(folder, game, windows[middle] + period - values.len())?.take(values.len())?;
        if values == later {
            repeats = middle;
        } else {
            differs = middle + 1;
        }
    }
    let to = windows.get(repeats).copied().unwrap_or(end);
    let mut from = differs.checked_sub(1).map_or(0, |last| windows[last].saturating_sub(stream.width()));
    let (mut preperiod, mut values) = (from, Values::from(folder, game, from)?);
    let mut later = Values::from(folder, game, from + period)?;
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

/// The values of one heap after another.
struct Values {
    /// Those that are known: all heaps up to a window, if no window was kept before.
    known: VecDeque<u16>,
    stream: Stream,
}

impl Values {
    /// The values from `heap` on: from the last kept window that has it or is before it, or from heap 0.
    fn from(folder: &Path, game: &HeapGame, heap: usize) -> anyhow::Result<Self> {
        let lens = file::all(folder)?;
        let mut windows = lens.iter().rev().map(|&len| file::read(folder, game, len));
        let (mut first, mut window) = (usize::MAX, None);
        while first > heap
            && let Some(next) = windows.next().transpose()?
        {
            first = next.tally.len() - next.values.len();
            window = Some(next);
        }
        let window = window.with_context(|| format!("{}: the folder has no window", folder.display()))?;
        let mut known = window.values.clone();
        if first > heap {
            let mut sequence = Sequence::new(game.clone());
            extend(&mut sequence, window.tally.len() - 1)?;
            (first, known) = (0, sequence.into_packed());
        }
        // This one goes on when the values repeat.
        let stream = Window { watched: None, ..window }.stream();
        let mut stream = stream.context("the parts of a kept window do not fit together")?;
        if heap > stream.len() {
            stream.extend_to(heap - 1)?;
            known.clear();
        } else {
            known.drain(..heap - first);
        }
        Ok(Self { known: known.into(), stream })
    }

    fn take(&mut self, count: usize) -> anyhow::Result<Vec<u16>> {
        while self.known.len() < count {
            let more = BLOCK.min(self.stream.width());
            self.stream.extend_to(self.stream.len() + more - 1)?;
            self.known.extend(self.stream.last(more));
        }
        Ok(self.known.drain(..count).collect())
    }
}
