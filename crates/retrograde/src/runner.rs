//! How the library's work is done: on how many threads, and who is told how far it has come.

use std::fmt;
use std::ops::Range;

use crate::crew::Crew;
use crate::rank_set::SPAN;

/// Does what [`solve`](crate::solve()), [`verify`](crate::verify()) and [`audit`](crate::audit()) do, on more than one
/// thread, or telling how far it is. Of a game that passes the audit the results are the same, bit for bit, on any number of
/// threads; of one that does not, what is noticed and when may depend on them.
///
/// ```
/// use retrograde::{Game, Runner, Value};
/// # struct Heap(u32);
/// # impl Game for Heap {
/// #     type Position = u32;
/// #     fn ranks(&self) -> u32 { self.0 + 1 }
/// #     fn rank(&self, heap: &u32) -> u32 { *heap }
/// #     fn unrank(&self, rank: u32) -> Option<u32> { Some(rank) }
/// #     fn successors(&self, heap: &u32, visit: impl FnMut(u32)) {
/// #         (1..=3).filter_map(|taken| heap.checked_sub(taken)).for_each(visit);
/// #     }
/// # }
/// let game = Heap(1_000);
/// let mut last = None;
/// let mut runner = Runner::new().watch(|progress| last = Some(progress));
/// let solution = runner.solve(&game)?;
/// runner.verify(&game, &solution).expect("a right solution");
/// drop(runner);
/// assert_eq!(last.unwrap().to_string(), "verifying: 1001 of 1001 ranks");
/// # Ok::<(), retrograde::SolveError>(())
/// ```
#[derive(Default)]
pub struct Runner<'w> {
    pub(crate) crew: Crew,
    watch: Option<Box<dyn FnMut(Progress) + 'w>>,
}

impl<'w> Runner<'w> {
    /// Works on the thread that asks, and tells nobody.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Works on all threads of rayon's pool: of the one that [`install`](rayon::ThreadPool::install) is called on, else of
    /// the global one. The feature `parallel` has to be asked for.
    ///
    /// ```
    /// use retrograde::{Game, Runner, Value, solve};
    /// # struct Heap(u32);
    /// # impl Game for Heap {
    /// #     type Position = u32;
    /// #     fn ranks(&self) -> u32 { self.0 + 1 }
    /// #     fn rank(&self, heap: &u32) -> u32 { *heap }
    /// #     fn unrank(&self, rank: u32) -> Option<u32> { Some(rank) }
    /// #     fn successors(&self, heap: &u32, visit: impl FnMut(u32)) {
    /// #         (1..=3).filter_map(|taken| heap.checked_sub(taken)).for_each(visit);
    /// #     }
    /// # }
    /// let solution = Runner::new().parallel().solve(&Heap(10_000))?;
    /// assert_eq!(solution.value(&Heap(10_000), &10_000), Value::Loss(5_000));
    /// assert_eq!(solution, solve(&Heap(10_000))?); // on one thread
    /// # Ok::<(), retrograde::SolveError>(())
    /// ```
    #[cfg(feature = "parallel")]
    #[must_use]
    pub fn parallel(self) -> Self {
        Self { crew: Crew::Together, ..self }
    }

    /// Calls `watch` again and again while there is work, on the thread that asked for it, and after the last of each
    /// stage. How often depends on how the work falls into pieces, and not on the clock: often enough for a bar, as a rule.
    #[must_use]
    pub fn watch(self, watch: impl FnMut(Progress) + 'w) -> Self {
        Self { watch: Some(Box::new(watch)), ..self }
    }

    pub(crate) fn tell(&mut self, stage: Stage, done: usize, of: usize) {
        if let Some(watch) = &mut self.watch {
            watch(Progress { stage, done, of });
        }
    }

    /// Does `work` for all ranks, a span at a time. Of spans that have an error the first one tells it.
    pub(crate) fn each_span<E: Send>(
        &mut self,
        stage: Stage,
        ranks: u32,
        work: impl Fn(Range<u32>) -> Result<(), E> + Sync + Send,
    ) -> Result<(), E> {
        for round in pieces(0..ranks, RANKS_AT_A_TIME) {
            let end = round.end;
            self.crew.try_map(pieces(round, SPAN), &work)?;
            self.tell(stage, end as usize, ranks as usize);
        }
        Ok(())
    }
}

/// So many ranks are worked on before somebody is told: few enough for a bar, and many enough that threads need not wait for
/// one another often.
const RANKS_AT_A_TIME: u32 = 64 * SPAN;

/// Cuts a range into pieces of this length; the last may be shorter.
pub(crate) fn pieces(range: Range<u32>, length: u32) -> Vec<Range<u32>> {
    let begins = range.clone().step_by(length as usize);
    begins.map(|begin| begin..begin.saturating_add(length).min(range.end)).collect()
}

impl fmt::Debug for Runner<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Runner").field("crew", &self.crew).field("watched", &self.watch.is_some()).finish()
    }
}

/// How far a [`Runner`] has come with what it is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What it is doing.
    pub stage: Stage,
    /// How much of it is done: positions decided in the stage [`Deciding`](Stage::Deciding), ranks looked at in all others.
    pub done: usize,
    /// How much there is. Where positions are drawn, not all of them come to be decided.
    pub of: usize,
}

/// What a [`Runner`] is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stage {
    /// The moves of each position are counted. The first stage of solving.
    Counting,
    /// The graph is turned round, in two passes, for a game that does not know its predecessors.
    Gathering {
        /// 1 or 2.
        pass: u8,
    },
    /// Going backwards from the ends of the game. The last stage of solving.
    Deciding {
        /// Positions are looked for that are won or lost in so many plies. At first 0: the game has ended there.
        plies: u16,
    },
    /// A solution is checked.
    Verifying,
    /// The game's code is checked, in two passes.
    Auditing {
        /// 1 or 2.
        pass: u8,
    },
}

impl fmt::Display for Stage {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Counting => write!(out, "counting moves"),
            Self::Gathering { pass } => write!(out, "turning moves round, pass {pass} of 2"),
            Self::Deciding { plies } => write!(out, "deciding at {plies} plies"),
            Self::Verifying => write!(out, "verifying"),
            Self::Auditing { pass } => write!(out, "auditing, pass {pass} of 2"),
        }
    }
}

impl fmt::Display for Progress {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { stage, done, of } = self;
        let what = if matches!(stage, Stage::Deciding { .. }) { "positions" } else { "ranks" };
        write!(out, "{stage}: {done} of {of} {what}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Solving and verifying would leave out the same ranks.
    #[test]
    fn pieces_leave_out_nothing_and_do_nothing_twice() {
        for (end, length) in
            [(0, 5), (1, 5), (5, 5), (6, 5), (262_145, SPAN), (u32::MAX, 1 << 30), (u32::MAX, u32::MAX)]
        {
            let pieces = pieces(0..end, length);
            let ends = pieces.iter().map(|piece| piece.end);
            assert!([0].into_iter().chain(ends).eq(pieces.iter().map(|piece| piece.start).chain([end])));
            assert!(pieces.iter().all(|piece| piece.start < piece.end && piece.end - piece.start <= length));
        }
    }
}
