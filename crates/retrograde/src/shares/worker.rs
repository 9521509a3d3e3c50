//! A worker's share of a game while it is being solved.

use std::fmt;
use std::sync::atomic::Ordering;

use super::solved::SolvedShare;
use crate::analysis::{Analysis, BATCH, DecidedMove, move_wins};
use crate::checks::check_a_few;
use crate::error::Error;
use crate::game::Ranked;
use crate::moves::{IncomingMove, IncomingMoves, OnDemand};
use crate::partition::{Partition, RanksOfWorker};
use crate::rank_set::SPAN;
use crate::region::Region;
use crate::threads::Threads;

/// One worker's share of the ranks of a game that several workers solve together, each with its own memory.
///
/// This is [`Solver::solve`](crate::Solver::solve) cut up into steps, with the same solution bit for bit. The caller
/// moves messages between the shares. The game must [list predecessors](crate::Game::LISTS_PREDECESSORS): otherwise it
/// does not compile. The steps of all shares are:
///
/// 1. [`enumerate`](Self::enumerate) until nothing is left.
/// 2. [`begin_ply`](Self::begin_ply) with the least [`next_ply`](Self::next_ply) of all shares. If there is none, the
///    game is solved: [`finish`](Self::finish).
/// 3. [`send`](Self::send) until nothing is left, and [`receive`](Self::receive) of all that the others send, in any
///    order.
/// 4. [`end_ply`](Self::end_ply), when all shares have sent and received everything. Continue with 2.
///
/// Whenever everything that was sent is received, each share can be [saved](Self::save), to be continued with 2 when
/// all shares of that moment are [loaded](Self::load).
///
/// Takes two and a quarter bytes for each rank of the share. Errors are those of
/// [`Solver::solve`](crate::Solver::solve): before all work from `new`, while it is done from the other methods.
///
/// ```
/// use retrograde::Solver;
/// use retrograde::shares::{Partition, Region, Share};
/// # mod heap { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs")); }
/// # use heap::Heap;
///
/// // A heap from which a player takes one, two or three.
/// let partition = Partition::of_ranks(1_001).among(2);
/// let region = Region::whole(&Heap(1_000));
/// let mut shares = [Share::new(&region, partition, 0)?, Share::new(&region, partition, 1)?];
/// for share in &mut shares {
///     while share.enumerate(1_000_000)? {}
/// }
/// while let Some(ply) = shares.iter().filter_map(Share::next_ply).min() {
///     let mut messages = Vec::new();
///     for share in &mut shares {
///         share.begin_ply(ply);
///         while share.send(1_000, |worker, decided| messages.push((worker, decided)))? {}
///     }
///     for (worker, decided) in messages {
///         shares[worker as usize].receive([decided])?;
///     }
///     shares.iter_mut().for_each(Share::end_ply);
/// }
/// let [a, b] = shares.map(Share::finish).map(|share| share.checksum());
/// assert_eq!(a.wrapping_add(b), Solver::new().solve(Heap(1_000))?.checksum());
/// # Ok::<(), retrograde::Error>(())
/// ```
pub struct Share<'a, G> {
    pub(crate) analysis: Analysis<'a, G>,
    /// The number of ranks that are enumerated.
    pub(crate) enumerated: u64,
    /// The distance of the positions whose predecessors are visited.
    pub(crate) ply: u16,
    /// No position is left in a span before this one.
    first_span: u64,
    /// Moves within the share that nothing follows from yet.
    own: Vec<DecidedMove>,
}

/// What a worker tells another of a move to a position that it has decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ShareMove {
    /// Where the move starts: the index of the rank among the ranks of the worker that keeps it.
    pub index: u64,
    /// Whether the move wins. Otherwise it loses.
    pub wins: bool,
    /// How much the move counts among the moves from where it starts. Of equal moves that do not win, one with the sum
    /// of their weights is the same; one that wins may be sent with the weight 1.
    pub weight: u32,
}

impl<'a, G: Ranked> Share<'a, G> {
    /// The share of a worker, before anything is known. Checks a small sample of the game's predecessors, the same for
    /// all workers.
    ///
    /// # Panics
    ///
    /// If the partition has another number of ranks than the region, or no such worker.
    pub fn new(region: &Region<'a, G>, partition: Partition, worker: u64) -> Result<Self, Error> {
        const { assert!(G::LISTS_PREDECESSORS, "a game that is solved in shares must list predecessors") };
        check_a_few(region)?;
        let analysis = Analysis::new(region.clone(), RanksOfWorker { partition, worker }, &Threads::Single)?;
        Ok(Self::of_analysis(analysis))
    }

    pub(crate) fn of_analysis(analysis: Analysis<'a, G>) -> Self {
        Self { analysis, enumerated: 0, ply: 0, first_span: 0, own: Vec::with_capacity(2 * BATCH) }
    }

    /// Finds the positions of at most `ranks` further ranks, and what is known of them by themselves. Returns whether
    /// ranks are left.
    pub fn enumerate(&mut self, ranks: u64) -> Result<bool, Error> {
        let (analysis, count) = (&self.analysis, self.analysis.ranks.count());
        let indices = self.enumerated..self.enumerated.saturating_add(ranks).min(count);
        self.enumerated = indices.end;
        analysis.enumerate(indices)?;
        let is_left = self.enumerated < count;
        // Others may have canonical positions, but one of them must.
        if !is_left && *self.analysis.positions.get_mut() == 0 {
            self.analysis.region.check_not_empty()?;
        }
        Ok(is_left)
    }

    /// The distance of the positions whose predecessors are next; `None` if there are none, unless others send more.
    pub fn next_ply(&self) -> Option<u16> {
        // After it was loaded, a share may be in the middle of a ply.
        let Analysis { last, next, .. } = &self.analysis;
        if last.is_empty() && next.is_empty() { self.analysis.pending.first() } else { Some(self.ply) }
    }

    /// The distance of the positions whose predecessors are visited.
    pub fn ply(&self) -> u16 {
        self.ply
    }

    /// Begins to visit the predecessors of positions with this distance.
    pub fn begin_ply(&mut self, ply: u16) {
        debug_assert!(self.next_ply().is_none_or(|next| next >= ply), "a share has a lower ply");
        (self.ply, self.first_span) = (ply, 0);
        if self.analysis.pending.first() == Some(ply) {
            self.analysis.add_pending(0..self.analysis.pending.groups(), ply);
        }
    }

    /// Visits the predecessors of positions until `most` positions and moves to them are visited, and then no further
    /// position. Calls `send` with each move that starts in the share of another worker, which is the first argument.
    /// Moves within the share are decided at once. Returns whether something is left in this ply.
    pub fn send(&mut self, most: u64, mut send: impl FnMut(u64, ShareMove)) -> Result<bool, Error> {
        let Self { analysis, ply, own, first_span, .. } = self;
        let RanksOfWorker { partition, worker } = analysis.ranks;
        let mut done = 0;
        while done < most {
            let Some(last) = analysis.last.take_first(*first_span) else { break };
            *first_span = last / SPAN;
            let (is_won, to) = (analysis.is_won(last), analysis.ranks.rank(last));
            done += 1;
            OnDemand.visit(&analysis.region, to, |IncomingMove { from, weight, moves_again }| {
                done += 1;
                if from >= partition.ranks() {
                    return Err(analysis.region.no_position(Some(from), Some(to)));
                }
                let wins = move_wins(is_won, moves_again);
                let (owner, index) = partition.place(from);
                if owner == worker {
                    own.push(DecidedMove { from: index, to: Some(to), weight, wins });
                } else {
                    send(owner, ShareMove { index, wins, weight });
                }
                Ok(())
            })?;
            analysis.done.fetch_add(1, Ordering::Relaxed);
            if own.len() >= BATCH {
                analysis.decide(own, *ply + 1)?;
            }
        }
        analysis.decide(own, *ply + 1)?;
        Ok(!analysis.last.is_empty())
    }

    /// Decides what follows from moves that other shares have sent in this ply.
    pub fn receive(&mut self, moves: impl IntoIterator<Item = ShareMove>) -> Result<(), Error> {
        let plies = self.ply + 1;
        let mut moves = moves.into_iter();
        loop {
            let batch = moves.by_ref().take(BATCH);
            let decided = |ShareMove { index: from, wins, weight }| DecidedMove { from, to: None, weight, wins };
            self.own.extend(batch.map(decided));
            if self.own.is_empty() {
                return Ok(());
            }
            self.analysis.decide(&mut self.own, plies)?;
        }
    }

    /// Ends a ply in which all shares have sent everything, and all of that was received.
    pub fn end_ply(&mut self) {
        std::mem::swap(&mut self.analysis.last, &mut self.analysis.next);
        self.ply += 1;
    }

    /// The number of canonical positions of the share that are done, and of all that are found.
    pub fn progress(&self) -> (u64, u64) {
        (self.analysis.done.load(Ordering::Relaxed), self.analysis.positions.load(Ordering::Relaxed))
    }

    /// The values of all positions of the share, when no share has a next ply. What is undecided then is drawn.
    #[must_use]
    pub fn finish(self) -> SolvedShare {
        let RanksOfWorker { partition, worker } = self.analysis.ranks;
        SolvedShare::new(partition, worker, self.analysis.table.finish())
    }
}

impl<G> fmt::Debug for Share<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RanksOfWorker { partition, worker } = self.analysis.ranks;
        f.debug_struct("Share").field("partition", &partition).field("worker", &worker).finish_non_exhaustive()
    }
}
