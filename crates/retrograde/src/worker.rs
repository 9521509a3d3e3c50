//! What workers tell one another of their shares, and the values that they have found.

use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::sync::atomic::Ordering;

use crate::error::Error;
use crate::game::Ranked;
use crate::moves::IncomingMove;
use crate::share::{BATCH, DecidedMove, Share};
use crate::value::Value;

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

impl<G: Ranked> Share<'_, G> {
    /// The distance of the positions whose predecessors are visited.
    pub fn ply(&self) -> u16 {
        self.ply
    }

    /// Visits the predecessors of positions until `most` moves to them are visited, and then no further position. Calls
    /// `send` with each move that starts in the share of another worker, which is the first argument. Moves within the
    /// share are decided at once. Returns whether something is left in this ply.
    pub fn send(&mut self, most: u64, send: impl FnMut(u64, ShareMove)) -> Result<bool, Error> {
        let Self { partition, worker, .. } = *self;
        let (left, send) = (Cell::new(most), RefCell::new(send));
        for span in self.last.spans().into_iter().take_while(|_| left.get() > 0) {
            let own = |to: u64, IncomingMove { from, weight, .. }: IncomingMove, wins| {
                left.set(left.get().saturating_sub(1));
                if from >= partition.ranks() {
                    return Err(self.region.no_position(Some(from), Some(to)));
                }
                let (owner, index) = partition.place(from);
                if owner != worker {
                    send.borrow_mut()(owner, ShareMove { index, wins, weight });
                }
                Ok((owner == worker).then_some(index))
            };
            self.step_back(span, || left.get() == 0, own)?;
        }
        Ok(!self.last.spans().is_empty())
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
            self.decide(&mut batch)?;
        }
    }

    /// The number of canonical positions of the share that are done, and of all that are found.
    pub fn progress(&self) -> (u64, u64) {
        (self.done.load(Ordering::Relaxed), self.positions.load(Ordering::Relaxed))
    }

    /// The value of the rank with this index among the ranks of the worker, when no share has a next ply. What is
    /// undecided then is drawn. `None` if the rank has no canonical position, or there is none.
    #[must_use]
    pub fn value(&self, index: u64) -> Option<Value> {
        self.table.get(index)?.finished().value()
    }

    /// The [values](Self::value) of the worker's own ranks among these, in bytes, as
    /// [`Stored::gather`](crate::files::Stored::gather) takes them.
    #[must_use]
    pub fn values(&self, ranks: Range<u64>) -> Vec<u8> {
        let [start, end] = [ranks.start, ranks.end].map(|rank| self.partition.ranks_before(self.worker, rank));
        let states = (start..end).filter_map(|index| self.table.get(index));
        states.flat_map(|state| state.finished().to_bits().to_le_bytes()).collect()
    }
}
