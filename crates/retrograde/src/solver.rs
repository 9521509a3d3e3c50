//! One object for all work, and what it is given and reports; with the feature `files` also its work in shares.
//!
//! All work is done in ranges of ranks whose results are combined in order, so that a solution does not depend on the
//! number of threads. Several workers can solve a game together, each with a share of the ranks in its own memory: a
//! `Share` is the ordinary solver cut into steps, and some transport carries the moves that it names. `Partition` says
//! which worker keeps which rank of a `Region`: a whole game, or a part of one, as `Stored::region` opens it. One worker
//! writes the values of all as an ordinary file (`Stored::gather`), of which each then verifies a share
//! (`Solver::verify_share`).

use std::cell::RefCell;
use std::ops::{ControlFlow, Range};

use crate::error::{Error, ErrorKind};
use crate::game::Ranked;
use crate::memory::index;
pub use crate::progress::{Progress, Stage};
pub use crate::sample::Sample;
use crate::short_debug::short_debug;
use crate::threads::Threads;
#[cfg(feature = "files")]
pub use crate::{partition::Partition, region::Region, share::Share, worker::ShareMove};

/// Solves, verifies and audits games, on as many threads as it is given, reports its progress, and can be stopped.
///
/// | | |
/// |---|---|
/// | [`explore`](Self::explore), [`reachable`](Self::reachable) | find the positions |
/// | [`audit`](Self::audit), [`audit_some`](Self::audit_some), [`audit_part`](Self::audit_part) | check the code of the game |
/// | [`solve`](Self::solve), `solve_parts` | find all values, in memory or in a folder |
/// | [`verify`](Self::verify), [`verify_every_position`](Self::verify_every_position), [`verify_some`](Self::verify_some), `verify_part` | check the values |
/// | [`counts_by`](Self::counts_by), [`canonical_counts_by`](Self::canonical_counts_by) | count positions |
///
/// For a game that passes the audit, results are the same on any number of threads, bit for bit. A solver is neither
/// `Send` nor `Sync`, because its report need not be: make one where it is used.
///
/// ```
/// use std::ops::ControlFlow;
/// use retrograde::{ErrorKind, Solution, Solver, Value};
/// # mod heap { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs")); }
/// # use heap::Heap;
///
/// // A heap from which a player takes one, two or three.
/// let mut last = None;
/// let solver = Solver::new().threads(0).on_progress(|progress| {
///     last = Some(progress);
///     ControlFlow::Continue(())
/// });
/// solver.audit(&Heap(20))?;
/// let solution = solver.solve(Heap(20))?;
/// solver.verify(&solution)?;
/// let right = |heap: &u64| solution.get(heap).unwrap();
/// let wrong = Solution::from_values(&Heap(20), |heap| if *heap == 20 { Value::Draw } else { right(heap) })?;
/// let error = solver.verify(&wrong).unwrap_err();
/// assert_eq!((error.kind(), error.rank()), (ErrorKind::WrongValue, Some(20)));
/// assert_eq!(error.to_string(), "rank 20 has the value \"draw\", but \"loss in 10\" follows from the rules");
/// drop(solver);
/// assert_eq!(last.unwrap().to_string(), "verifying: 21 of 21");
///
/// let stopped = Solver::new().on_progress(|_| ControlFlow::Break(())).solve(Heap(20));
/// assert_eq!(stopped.unwrap_err().kind(), ErrorKind::Stopped);
/// # Ok::<(), retrograde::Error>(())
/// ```
#[derive(Default)]
pub struct Solver<'a> {
    pub(crate) threads: Threads,
    on_progress: RefCell<Option<OnProgress<'a>>>,
    pub(crate) memory: Option<u64>,
}

type OnProgress<'a> = Box<dyn FnMut(Progress) -> ControlFlow<()> + 'a>;

impl Solver<'_> {
    /// A solver that works on the calling thread, and does not report progress.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Works on this number of threads, for 0 on one for each processor. Without the feature `parallel`, or if the system
    /// cannot start them, the calling thread does all the work.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads: Threads::new(threads), ..self }
    }

    /// Takes at most this number of bytes for the tables of what is solved or verified and for what is read of other
    /// parts, besides the game's own tables and what [`explore`](Self::explore) and [`reachable`](Self::reachable) find.
    /// Without a limit, what is read of other parts stays in memory until the part is solved.
    #[must_use]
    pub fn memory(self, bytes: u64) -> Self {
        Self { memory: Some(bytes), ..self }
    }

    /// Calls `report` repeatedly during the work, on the calling thread, and at the end of each stage. If it returns
    /// [`ControlFlow::Break`], the work ends with [`ErrorKind::Stopped`].
    #[must_use]
    pub fn on_progress<'b>(self, report: impl FnMut(Progress) -> ControlFlow<()> + 'b) -> Solver<'b> {
        Solver { threads: self.threads, on_progress: RefCell::new(Some(Box::new(report))), memory: self.memory }
    }

    /// The bytes that solving a game with this number of ranks takes, besides the game's own tables and what is read of
    /// other parts: two and a quarter for each rank, with some for each 4,096. A game that does not list predecessors
    /// takes 8 more for each rank, and on top of the result 4 for each move.
    #[must_use]
    pub fn bytes<G: Ranked>(ranks: u64) -> u64 {
        // Two bytes for the state, two bits in sets with a flag for each 64 of them and a list of those with flags, two
        // bytes for 256 ranks both for values that are decided ahead and for late exits; and what does not depend on
        // the size.
        let sets = ranks.div_ceil(4) + 3 * ranks.div_ceil(512) + 2 * ranks.div_ceil(128);
        let graph = if G::LISTS_PREDECESSORS { 0 } else { ranks.saturating_mul(8) };
        ranks.saturating_mul(2).saturating_add(graph).saturating_add(sets + (1 << 20))
    }

    /// Checks that tables of `needed` bytes are allowed.
    pub(crate) fn allow(&self, needed: u64) -> Result<(), Error> {
        let Some(allowed) = self.memory.filter(|allowed| needed > *allowed) else { return Ok(()) };
        let (allowed, needed) = (allowed >> 20, needed.div_ceil(1 << 20));
        let text = format!("does not fit into {allowed} MiB of memory; allow {needed} MiB");
        Err(Error::new(ErrorKind::Memory, text))
    }

    pub(crate) fn report(&self, stage: Stage, done: u64, total: u64) -> Result<(), Error> {
        if let Some(on_progress) = self.on_progress.borrow_mut().as_mut()
            && on_progress(Progress { stage, done, total }).is_break()
        {
            return Err(Error::new(ErrorKind::Stopped, format!("stopped while {stage}")));
        }
        Ok(())
    }

    /// Does `work` for all of `count` things, `length` at a time, and returns the error of the first piece that has
    /// one.
    pub(crate) fn for_each_piece(
        &self,
        stage: Stage,
        count: u64,
        length: u64,
        work: impl Fn(Range<u64>) -> Result<(), Error> + Sync + Send,
    ) -> Result<(), Error> {
        let pieces_per_report = PIECES_PER_REPORT * self.threads.count();
        let mut start = 0;
        while start < count {
            let end = start.saturating_add(pieces_per_report * length).min(count);
            self.threads.try_map(pieces(start..end, length), &work)?;
            self.report(stage, end, count)?;
            start = end;
        }
        Ok(())
    }
}

/// The number of pieces of each thread between two reports: few enough for a progress bar, and enough that threads
/// seldom wait for one another.
const PIECES_PER_REPORT: u64 = 32;

/// Divides a range into pieces of this length; the last one may be shorter.
pub(crate) fn pieces(range: Range<u64>, length: u64) -> Vec<Range<u64>> {
    range.clone().step_by(index(length)).map(|start| start..start.saturating_add(length).min(range.end)).collect()
}

short_debug!(Solver<'_>);
