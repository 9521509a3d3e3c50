//! A worker's share of a game while it is being solved.

use std::cell::{Cell, RefCell};
use std::sync::atomic::Ordering;

use super::solved::SolvedShare;
use crate::analysis::{Analysis, BATCH, DecidedMove};
use crate::error::Error;
use crate::game::Ranked;
use crate::moves::{IncomingMove, OnDemand};
use crate::partition::{Partition, RanksOfWorker};
use crate::region::Region;
use crate::short_debug::short_debug;
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
/// Takes two and a quarter bytes for each rank of the share. Errors are as for
/// [`Solver::solve`](crate::Solver::solve): before all work from `new`, while it is done from the other methods.
///
/// ```
/// use retrograde::Value;
/// use retrograde::shares::{Partition, Region, Share};
/// # mod heap { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs")); }
/// # use heap::Heap;
///
/// // A heap from which a player takes one, two or three.
/// let partition = Partition::new(1_001, 2);
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
/// let (worker, index) = partition.place(700);
/// let solved = shares.map(Share::finish);
/// assert_eq!(solved[worker as usize].value(index), Some(Value::Loss(350)));
/// # Ok::<(), retrograde::Error>(())
/// ```
pub struct Share<'a, G>(pub(crate) Analysis<'a, G>);

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
        region.check_a_few()?;
        let analysis = Analysis::new(region.clone(), RanksOfWorker { partition, worker }, &Threads::Single)?;
        Ok(Self(analysis))
    }

    /// Finds the positions of at most `ranks` further ranks, and what is known of them by themselves. Returns whether
    /// ranks are left.
    pub fn enumerate(&mut self, ranks: u64) -> Result<bool, Error> {
        let Self(analysis) = self;
        let (begun, count) = (analysis.enumerated, analysis.ranks.count());
        analysis.enumerated = begun.saturating_add(ranks).min(count);
        analysis.enumerate(begun..analysis.enumerated)?;
        Ok(analysis.enumerated < count)
    }

    /// The distance of the positions whose predecessors are next; `None` if there are none, unless others send more.
    pub fn next_ply(&self) -> Option<u16> {
        self.0.next_ply()
    }

    /// The distance of the positions whose predecessors are visited.
    pub fn ply(&self) -> u16 {
        self.0.ply
    }

    /// Begins to visit the predecessors of positions with this distance.
    pub fn begin_ply(&mut self, ply: u16) {
        debug_assert!(self.next_ply().is_none_or(|next| next >= ply), "a share has a lower ply");
        self.0.begin_ply(ply);
    }

    /// Visits the predecessors of positions until `most` moves to them are visited, and then no further position. Calls
    /// `send` with each move that starts in the share of another worker, which is the first argument. Moves within the
    /// share are decided at once. Returns whether something is left in this ply.
    pub fn send(&mut self, most: u64, send: impl FnMut(u64, ShareMove)) -> Result<bool, Error> {
        let Self(analysis) = self;
        let RanksOfWorker { partition, worker } = analysis.ranks;
        let (left, send) = (Cell::new(most), RefCell::new(send));
        for span in analysis.last.spans().into_iter().take_while(|_| left.get() > 0) {
            let own = |to: u64, IncomingMove { from, weight, .. }: IncomingMove, wins| {
                left.set(left.get().saturating_sub(1));
                if from >= partition.ranks() {
                    return Err(analysis.region.no_position(Some(from), Some(to)));
                }
                let (owner, index) = partition.place(from);
                if owner != worker {
                    send.borrow_mut()(owner, ShareMove { index, wins, weight });
                }
                Ok((owner == worker).then_some(index))
            };
            analysis.step_back(&OnDemand, span, || left.get() == 0, own)?;
        }
        Ok(!analysis.last.spans().is_empty())
    }

    /// Decides what follows from moves that other shares have sent in this ply.
    pub fn receive(&mut self, moves: impl IntoIterator<Item = ShareMove>) -> Result<(), Error> {
        let decided = |ShareMove { index: from, wins, weight }| DecidedMove { from, to: None, weight, wins };
        let (mut moves, mut batch) = (moves.into_iter().map(decided), Vec::with_capacity(BATCH));
        loop {
            batch.extend(moves.by_ref().take(BATCH));
            if batch.is_empty() {
                return Ok(());
            }
            self.0.decide(&mut batch)?;
        }
    }

    /// Ends a ply in which all shares have sent everything, and all of that was received.
    pub fn end_ply(&mut self) {
        self.0.end_ply();
    }

    /// The number of canonical positions of the share that are done, and of all that are found.
    pub fn progress(&self) -> (u64, u64) {
        (self.0.done.load(Ordering::Relaxed), self.0.positions.load(Ordering::Relaxed))
    }

    /// The values of all positions of the share, when no share has a next ply. What is undecided then is drawn.
    #[must_use]
    pub fn finish(self) -> SolvedShare {
        let RanksOfWorker { partition, worker } = self.0.ranks;
        SolvedShare::new(partition, worker, self.0.table.finish())
    }
}

short_debug!(Share<'_, G>, G);
