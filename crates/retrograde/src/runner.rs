//! Running the library's algorithms: on which threads, and who is informed of the progress.
//!
//! Work is done in ranges of ranks whose results are combined in order, so that a solution does not depend on the
//! number of threads.

use std::fmt;
use std::ops::Range;

use crate::rank_set::SPAN;
use crate::threads::Threads;

/// Runs the library's algorithms on several threads, or with progress reports.
///
/// It has a method for each of [`solve`](crate::solve()), [`verify`](crate::verify()), [`audit`](crate::audit()) and
/// their variants. For a game that passes the audit, results are the same on any number of threads, bit for bit. For
/// another one, which error is found may depend on it.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use retrograde::{Game, Ranked, Runner, Value};
/// # struct Heap(u64);
/// # impl Game for Heap {
/// #     type Position = u64;
/// #     fn successors(&self, heap: &u64, visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
/// #         (1..=3).filter_map(|taken| heap.checked_sub(taken)).try_for_each(visit)
/// #     }
/// # }
/// # impl Ranked for Heap {
/// #     fn ranks(&self) -> u64 { self.0 + 1 }
/// #     fn rank(&self, heap: &u64) -> u64 { *heap }
/// #     fn unrank(&self, rank: u64) -> Option<u64> { Some(rank) }
/// # }
/// let mut last = None;
/// let mut runner = Runner::new().on_progress(|progress| last = Some(progress));
/// let solution = runner.solve(Heap(1_000))?;
/// runner.verify(&solution)?;
/// drop(runner);
/// assert_eq!(last.unwrap().to_string(), "verifying: 1001 of 1001 ranks");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct Runner<'a> {
    pub(crate) threads: Threads,
    on_progress: Option<Box<dyn FnMut(Progress) + 'a>>,
}

impl<'a> Runner<'a> {
    /// Creates a runner that works on the calling thread and does not report progress.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Works on so many threads, which the runner starts; on as many as there are processors for 0; on fewer if the
    /// system cannot start so many. Needs the feature `parallel`.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use retrograde::{Game, Ranked, Runner, Value, solve};
    /// # struct Heap(u64);
    /// # impl Game for Heap {
    /// #     type Position = u64;
    /// #     fn successors(&self, heap: &u64, visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
    /// #         (1..=3).filter_map(|taken| heap.checked_sub(taken)).try_for_each(visit)
    /// #     }
    /// # }
    /// # impl Ranked for Heap {
    /// #     fn ranks(&self) -> u64 { self.0 + 1 }
    /// #     fn rank(&self, heap: &u64) -> u64 { *heap }
    /// #     fn unrank(&self, rank: u64) -> Option<u64> { Some(rank) }
    /// # }
    /// let solution = Runner::new().threads(2).solve(Heap(10_000))?;
    /// assert_eq!(solution.value(&10_000), Value::Loss(5_000));
    /// # Ok::<(), retrograde::SolveError>(())
    /// ```
    #[cfg(feature = "parallel")]
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        if threads == 1 {
            return Self { threads: Threads::Single, ..self };
        }
        Self { threads: Threads::pool(threads), ..self }
    }

    /// Works on all threads of rayon's current pool: the one that [`install`](rayon::ThreadPool::install) was called
    /// on, or the global one. Needs the feature `parallel`.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use retrograde::{Game, Ranked, Runner, Value, solve};
    /// # struct Heap(u64);
    /// # impl Game for Heap {
    /// #     type Position = u64;
    /// #     fn successors(&self, heap: &u64, visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
    /// #         (1..=3).filter_map(|taken| heap.checked_sub(taken)).try_for_each(visit)
    /// #     }
    /// # }
    /// # impl Ranked for Heap {
    /// #     fn ranks(&self) -> u64 { self.0 + 1 }
    /// #     fn rank(&self, heap: &u64) -> u64 { *heap }
    /// #     fn unrank(&self, rank: u64) -> Option<u64> { Some(rank) }
    /// # }
    /// let solution = Runner::new().parallel().solve(Heap(10_000))?;
    /// assert_eq!(solution.value(&10_000), Value::Loss(5_000));
    /// assert_eq!(solution, solve(Heap(10_000))?); // on one thread
    /// # Ok::<(), retrograde::SolveError>(())
    /// ```
    #[cfg(feature = "parallel")]
    #[must_use]
    pub fn parallel(self) -> Self {
        Self { threads: Threads::Current, ..self }
    }

    /// Calls `report` repeatedly during the work, on the calling thread, and at the end of each stage. How often
    /// depends on the amount of work done and not on the time; it is often enough for a progress bar as a rule.
    #[must_use]
    pub fn on_progress(self, report: impl FnMut(Progress) + 'a) -> Self {
        Self { on_progress: Some(Box::new(report)), ..self }
    }

    /// A runner that works on these threads and does not report progress.
    #[cfg(feature = "files")]
    pub(crate) fn on(threads: Threads) -> Self {
        Self { threads, on_progress: None }
    }

    pub(crate) fn report(&mut self, stage: Stage, done: u64, total: u64) {
        if let Some(on_progress) = &mut self.on_progress {
            on_progress(Progress { stage, done, total });
        }
    }

    /// Does `work` for all ranks, a span at a time, and returns the error of the first span that has one.
    pub(crate) fn for_each_span<E: Send>(
        &mut self,
        stage: Stage,
        ranks: u64,
        work: impl Fn(Range<u64>) -> Result<(), E> + Sync + Send,
    ) -> Result<(), E> {
        self.for_each_piece(stage, ranks, SPAN, work)
    }

    /// Does `work` for all of `count` things, so many at a time, and returns the error of the first piece that has one.
    pub(crate) fn for_each_piece<E: Send>(
        &mut self,
        stage: Stage,
        count: u64,
        length: u64,
        work: impl Fn(Range<u64>) -> Result<(), E> + Sync + Send,
    ) -> Result<(), E> {
        let mut start = 0;
        while start < count {
            let end = start.saturating_add(PIECES_PER_REPORT * length).min(count);
            self.threads.try_map(pieces(start..end, length), &work)?;
            self.report(stage, end, count);
            start = end;
        }
        Ok(())
    }
}

/// The number of pieces between two reports: few enough for a progress bar, and so many that threads seldom have to
/// wait for one another.
const PIECES_PER_REPORT: u64 = 64;

/// Divides a range into pieces of this length; the last one may be shorter.
pub(crate) fn pieces(range: Range<u64>, length: u64) -> Vec<Range<u64>> {
    let count = (range.end - range.start).div_ceil(length);
    let start = |piece| range.start + piece * length;
    (0..count).map(|piece| start(piece)..start(piece).saturating_add(length).min(range.end)).collect()
}

impl fmt::Debug for Runner<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reports_progress = self.on_progress.is_some();
        f.debug_struct("Runner").field("threads", &self.threads).field("reports_progress", &reports_progress).finish()
    }
}

/// How far a [`Runner`] is with its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// The stage of the work.
    pub stage: Stage,
    /// How much of the stage is done: positions whose predecessors were visited while [working
    /// backwards](Stage::WorkingBackwards), positions whose moves were visited while [exploring](Stage::Exploring),
    /// ranks visited in all other stages.
    pub done: u64,
    /// How much there is to do. While working backwards, drawn positions are never done. While exploring, the positions
    /// found so far.
    pub total: u64,
}

/// A stage of a [`Runner`]'s work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stage {
    /// Finding the positions that can be reached, for [`Subset`](crate::Subset) and [`Explored`](crate::Explored).
    Exploring,
    /// Finding the ranks that have a canonical position. The first stage of solving.
    Enumerating,
    /// Building the reverse graph, in two passes, unless the game's own predecessors are used.
    BuildingReverseGraph {
        /// 1 or 2.
        pass: u8,
    },
    /// Working backwards from the ends of the game. The last stage of solving.
    WorkingBackwards {
        /// The distance of the positions that are being decided. At first 0, for those where the game has ended.
        plies: u16,
    },
    /// Verifying a solution.
    Verifying,
    /// Auditing a game, in one pass.
    Auditing,
    /// Finding out where a game is inconsistent, in some passes, if the audit has found that it is.
    FindingInconsistency,
    /// Counting positions.
    Counting,
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exploring => write!(f, "exploring"),
            Self::Enumerating => write!(f, "enumerating positions"),
            Self::BuildingReverseGraph { pass } => write!(f, "building the reverse graph, pass {pass} of 2"),
            Self::WorkingBackwards { plies } => write!(f, "working backwards, {plies} plies from the end"),
            Self::Verifying => write!(f, "verifying"),
            Self::Auditing => write!(f, "auditing"),
            Self::FindingInconsistency => write!(f, "finding the inconsistency"),
            Self::Counting => write!(f, "counting positions"),
        }
    }
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { stage, done, total } = self;
        let of_positions = matches!(stage, Stage::WorkingBackwards { .. } | Stage::Exploring);
        let unit = if of_positions { "positions" } else { "ranks" };
        write!(f, "{stage}: {done} of {total} {unit}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Solving and verifying would skip the same ranks, so that neither would notice.
    #[test]
    fn pieces_cover_a_range_without_gaps_or_overlaps() {
        for (end, length) in
            [(0, 5), (1, 5), (5, 5), (6, 5), (262_145, SPAN), (u64::MAX, 1 << 62), (u64::MAX, u64::MAX)]
        {
            let pieces = pieces(0..end, length);
            let ends = pieces.iter().map(|piece| piece.end);
            assert!([0].into_iter().chain(ends).eq(pieces.iter().map(|piece| piece.start).chain([end])));
            assert!(pieces.iter().all(|piece| piece.start < piece.end && piece.end - piece.start <= length));
        }
    }

    #[test]
    fn progress_is_told_in_words() {
        let text = |stage| Progress { stage, done: 5, total: 9 }.to_string();
        assert_eq!(text(Stage::Exploring), "exploring: 5 of 9 positions");
        assert_eq!(text(Stage::Enumerating), "enumerating positions: 5 of 9 ranks");
        assert_eq!(
            text(Stage::BuildingReverseGraph { pass: 2 }),
            "building the reverse graph, pass 2 of 2: 5 of 9 ranks"
        );
        assert_eq!(
            text(Stage::WorkingBackwards { plies: 3 }),
            "working backwards, 3 plies from the end: 5 of 9 positions"
        );
    }
}
