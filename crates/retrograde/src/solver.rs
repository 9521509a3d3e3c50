//! One object for all work, which is done in ranges of ranks whose results are combined in order, so that a solution
//! does not depend on the number of threads.

use std::cell::RefCell;
use std::fmt;
use std::ops::Range;

use crate::progress::{Progress, Stage};
use crate::rank_set::SPAN;
use crate::threads::Threads;

/// Solves, verifies and audits games, on as many threads as it is given, and reports its progress.
///
/// | | |
/// |---|---|
/// | [`explore`](Self::explore), [`reachable`](Self::reachable) | find the positions |
/// | [`audit`](Self::audit), [`audit_some`](Self::audit_some) | check the code of the game |
/// | [`solve`](Self::solve) | finds all values |
/// | [`verify`](Self::verify), [`verify_every_position`](Self::verify_every_position), [`verify_some`](Self::verify_some) | check the values |
/// | [`counts_by`](Self::counts_by), [`canonical_counts_by`](Self::canonical_counts_by) | count positions |
///
/// For a game that passes the audit, results are the same on any number of threads, bit for bit. A solver is neither `Send` nor `Sync`, because its report need not be: make one where it is used.
///
/// ```
/// use retrograde::{Check, Solution, Solver, Value, VerifyError};
/// # mod heap { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs")); }
/// # use heap::Heap;
///
/// // A heap from which a player takes one, two or three.
/// let mut last = None;
/// let solver = Solver::new().on_progress(|progress| last = Some(progress)); // .threads(0)
/// solver.audit(&Heap(20))?;
/// let solution = solver.solve(Heap(20))?;
/// assert_eq!(solver.verify(&solution), Ok(Check::Successors));
/// let wrong = Solution::from_values(&Heap(20), |heap| if *heap == 20 { Value::Draw } else { solution.value(heap) })?;
/// let error = VerifyError::WrongValue { rank: 20, found: Value::Draw, expected: Value::Loss(10) };
/// assert_eq!(solver.verify(&wrong), Err(error));
/// drop(solver);
/// assert_eq!(last.unwrap().to_string(), "verifying: 21 of 21");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct Solver<'a> {
    pub(crate) threads: Threads,
    on_progress: RefCell<Option<OnProgress<'a>>>,
}

type OnProgress<'a> = Box<dyn FnMut(Progress) + 'a>;

impl Solver<'_> {
    /// A solver that works on the calling thread, and does not report progress.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Works on this number of threads, for 0 on one for each processor; on 1,024 at most, and on fewer if the system
    /// cannot start them.
    #[cfg(feature = "parallel")]
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads: Threads::new(threads), ..self }
    }

    /// Calls `report` repeatedly during the work, on the calling thread, and at the end of each stage.
    #[must_use]
    pub fn on_progress<'b>(self, report: impl FnMut(Progress) + 'b) -> Solver<'b> {
        Solver { threads: self.threads, on_progress: RefCell::new(Some(Box::new(report))) }
    }

    /// A solver that works on these threads and does not report progress.
    #[cfg(feature = "files")]
    pub(crate) fn on(threads: Threads) -> Self {
        Self { threads, ..Self::default() }
    }

    pub(crate) fn report(&self, stage: Stage, done: u64, total: u64) {
        // Work that a report itself has done is not reported.
        if let Ok(mut on_progress) = self.on_progress.try_borrow_mut()
            && let Some(on_progress) = on_progress.as_mut()
        {
            on_progress(Progress { stage, done, total });
        }
    }

    /// Does `work` for all ranks, a span at a time, and returns the error of the first span that has one.
    pub(crate) fn for_each_span<E: Send>(
        &self,
        stage: Stage,
        ranks: u64,
        work: impl Fn(Range<u64>) -> Result<(), E> + Sync + Send,
    ) -> Result<(), E> {
        self.for_each_piece(stage, ranks, SPAN, work)
    }

    /// Does `work` for all of `count` things, `length` at a time, and returns the error of the first piece that has
    /// one.
    pub(crate) fn for_each_piece<E: Send>(
        &self,
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

/// The number of pieces between two reports: few enough for a progress bar, and enough that threads seldom wait for one
/// another.
const PIECES_PER_REPORT: u64 = 64;

/// Divides a range into pieces of this length; the last one may be shorter.
pub(crate) fn pieces(range: Range<u64>, length: u64) -> Vec<Range<u64>> {
    let count = (range.end - range.start).div_ceil(length);
    let start = |piece| range.start + piece * length;
    (0..count).map(|piece| start(piece)..start(piece).saturating_add(length).min(range.end)).collect()
}

impl fmt::Debug for Solver<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("threads", &self.threads).finish_non_exhaustive()
    }
}
