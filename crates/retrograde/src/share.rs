//! The state of a game while it is being solved: how a position starts, and what follows for it from moves that are
//! decided.
//!
//! The same code serves a solver that keeps all ranks and a worker that keeps a share of them.

use std::num::NonZero;
use std::ops::Range;
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};

use crate::error::{Error, ErrorKind};
use crate::game::Ranked;
use crate::memory::{filled, index as place_of};
use crate::moves::Outgoing;
use crate::partition::Partition;
use crate::pending::{GROUP, Pending};
use crate::rank_set::{RankSet, SPAN};
use crate::region::Region;
use crate::reverse_graph::ReverseGraph;
use crate::short_debug::short_debug;
use crate::solver::pieces;
use crate::table::{State, StateTable};
use crate::threads::Threads;
use crate::value::{Outcome, Value};

/// This number of moves is gathered before their positions are decided, so that the memory for all of these is loaded
/// at the same time. A locked instruction would wait for each.
pub(crate) const BATCH: usize = 128;

/// A move to a position that was decided in the last ply.
#[derive(Clone, Copy)]
pub(crate) struct DecidedMove {
    /// The index of the rank of where it starts.
    pub(crate) from: u64,
    /// The rank of where it leads to, for errors; `None` if that is not known here.
    pub(crate) to: Option<u64>,
    /// How much it counts among all moves of where it starts.
    pub(crate) weight: u32,
    /// Whether it wins.
    pub(crate) wins: bool,
}

/// One worker's share of the ranks of a game that several workers solve together, each with its own memory.
///
/// This is [`Solver::solve`](crate::Solver::solve) cut up into steps, with the same solution bit for bit. The caller
/// moves messages between the shares. The game must [list predecessors](crate::Game::LISTS_PREDECESSORS): otherwise it
/// does not compile. The steps of all shares are:
///
/// 1. [`enumerate`](Self::enumerate) until nothing is left.
/// 2. [`begin_ply`](Self::begin_ply) with the least [`next_ply`](Self::next_ply) of all shares. If there is none, the
///    game is solved: [`values`](Self::values).
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
/// use retrograde::solver::{Partition, Region, Share};
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
/// assert_eq!(shares[worker as usize].value(index), Some(Value::Loss(350)));
/// # Ok::<(), retrograde::Error>(())
/// ```
// All tables and sets are by the index of a rank among the ranks of the worker.
pub struct Share<'a, G> {
    pub(crate) region: &'a Region<'a, G>,
    pub(crate) partition: Partition,
    pub(crate) worker: u64,
    pub(crate) table: StateTable,
    /// The positions that were decided in the last ply.
    pub(crate) last: RankSet,
    /// The positions that are decided in this ply.
    pub(crate) next: RankSet,
    /// Where positions are decided ahead of their ply.
    pub(crate) pending: Pending,
    /// For each group of ranks the longest loss by a move to a position of known value: a lost position of the group
    /// that is found later need not look at its moves again.
    pub(crate) last_exits: Vec<AtomicU16>,
    /// The number of canonical positions.
    pub(crate) positions: AtomicU64,
    /// The number of canonical positions that are done: drawn by rule, or decided and the moves to them visited.
    pub(crate) done: AtomicU64,
    /// The number of ranks that are enumerated.
    pub(crate) enumerated: u64,
    /// The distance of the positions in `last`.
    pub(crate) ply: u16,
    /// The moves that lead to each position, once they are stored; none if the game lists them.
    pub(crate) graph: Option<ReverseGraph>,
    /// Whether the moves of all positions are counted.
    pub(crate) is_started: bool,
    threads: Threads,
}

impl<'a, G: Ranked> Share<'a, G> {
    /// The share of a worker, before anything is known. Checks a small sample of the game's predecessors, the same for
    /// all workers.
    ///
    /// # Panics
    ///
    /// If the partition has another number of ranks than the region, or no such worker.
    pub fn new(region: &'a Region<'a, G>, partition: Partition, worker: u64) -> Result<Self, Error> {
        const { assert!(G::LISTS_PREDECESSORS, "a game that is solved in shares must list predecessors") };
        region.check_a_few()?;
        Self::empty(region, partition, worker, &Threads::Single)
    }

    pub(crate) fn empty(
        region: &'a Region<'a, G>,
        partition: Partition,
        worker: u64,
        threads: &Threads,
    ) -> Result<Self, Error> {
        let is_one = partition.ranks() == region.ranks() && worker < partition.workers();
        assert!(is_one, "the partition is not one of this game, or has no such worker");
        let count = partition.ranks_of(worker);
        Ok(Self {
            region,
            partition,
            worker,
            table: StateTable::new(count, threads)?,
            last: RankSet::new(count, threads)?,
            next: RankSet::new(count, threads)?,
            pending: Pending::new(count)?,
            last_exits: filled(count.div_ceil(GROUP), 0)?.into_iter().map(AtomicU16::new).collect(),
            positions: AtomicU64::new(0),
            done: AtomicU64::new(0),
            enumerated: 0,
            ply: 0,
            graph: None,
            is_started: G::LISTS_PREDECESSORS,
            threads: threads.clone(),
        })
    }

    /// Finds the positions of at most `ranks` further ranks, and what is known of them by themselves. Returns whether
    /// ranks are left.
    pub fn enumerate(&mut self, ranks: u64) -> Result<bool, Error> {
        let (begun, count) = (self.enumerated, self.partition.ranks_of(self.worker));
        self.enumerated = begun.saturating_add(ranks).min(count);
        self.enumerate_span(begun..self.enumerated)?;
        Ok(self.enumerated < count)
    }

    /// The rank with this index among the ranks of the worker.
    #[inline]
    pub(crate) fn rank(&self, index: u64) -> u64 {
        self.partition.rank(self.worker, index)
    }

    /// Counts the canonical positions of a span of indices, and stores what is known of each by itself.
    pub(crate) fn enumerate_span(&self, span: Range<u64>) -> Result<(), Error> {
        let (game, mut positions) = (self.region.game, 0);
        for index in span {
            let Some(position) = self.region.canonical_position(self.rank(index)) else { continue };
            positions += 1;
            match game.known_value(&position) {
                Some(value) => self.start_decided(index, value)?,
                None if G::LISTS_PREDECESSORS => {
                    let moves = self.region.count_moves(&position)?;
                    self.start_position(index, &position, moves, game.orbit(&position))?;
                }
                // Storing the moves visits them all, so they are counted there.
                None => self.table.set(index, State::NOT_COUNTED),
            }
        }
        self.positions.fetch_add(positions, Ordering::Relaxed);
        Ok(())
    }

    /// Stores what is known of a position from its moves, each of which has this weight.
    pub(crate) fn start_position(
        &self,
        index: u64,
        position: &G::Position,
        moves: Outgoing,
        weight: u32,
    ) -> Result<(), Error> {
        if let Some(Value::Loss(plies)) = moves.known {
            self.last_exit(index).fetch_max(plies, Ordering::Relaxed);
        }
        // A position with a move that draws never runs out of moves that may not lose.
        let weight = moves.inside * u64::from(weight) + u64::from(moves.known == Some(Value::Draw));
        if matches!(moves.known, Some(Value::Win(_))) || weight == 0 {
            return self.start_decided(index, moves.value(|| self.region.game.ending(position)));
        }
        let count = u16::try_from(weight).ok().filter(|count| *count <= State::MAX_MOVES);
        let too_many = || {
            let text = format_args!("has more than {} moves", State::MAX_MOVES);
            self.region.error(ErrorKind::TooLarge, self.rank(index), text)
        };
        self.table.set(index, State::with_moves(count.and_then(NonZero::new).ok_or_else(too_many)?));
        Ok(())
    }

    /// Stores the value of a position that does not depend on other positions of the game; a win may still become
    /// shorter.
    fn start_decided(&self, index: u64, value: Value) -> Result<(), Error> {
        self.table.set(index, State::of_value(value).ok_or_else(|| self.too_long(index))?);
        match value.plies() {
            None => {
                self.done.fetch_add(1, Ordering::Relaxed);
            }
            Some(0) => {
                self.last.insert(index);
            }
            Some(plies) => self.pending.add(index, plies),
        }
        Ok(())
    }

    /// The distance of the positions whose predecessors are next; `None` if there are none, unless other workers decide
    /// more.
    pub fn next_ply(&self) -> Option<u16> {
        // After it was loaded, a share may be in the middle of a ply.
        let is_empty = self.last.spans().is_empty() && self.next.spans().is_empty();
        if is_empty { self.pending.first() } else { Some(self.ply) }
    }

    /// Begins to visit the predecessors of positions with this distance.
    pub fn begin_ply(&mut self, ply: u16) {
        debug_assert!(self.next_ply().is_none_or(|next| next >= ply), "a share has a lower ply");
        self.ply = ply;
        if self.pending.first() == Some(ply) {
            let groups = pieces(0..self.pending.groups.len() as u64, SPAN);
            let added = self.threads.try_map(groups, &|groups| {
                self.add_pending(groups);
                Ok(())
            });
            debug_assert!(added.is_ok(), "nothing can fail in it");
        }
    }

    /// Ends a ply in which all workers have sent everything, and all of that was received.
    pub fn end_ply(&mut self) {
        std::mem::swap(&mut self.last, &mut self.next);
        self.ply += 1;
    }

    /// Adds the positions of some groups to `last` that were decided earlier and have this distance, which is the
    /// shortest.
    fn add_pending(&self, groups: Range<u64>) {
        let plies = self.ply;
        for indices in groups.filter_map(|group| self.pending.take(group, plies)) {
            let mut later = None;
            let decided = |index| Some((self.table.get(index)?.decided()?.plies()?, index));
            for (distance, index) in indices.filter_map(decided) {
                if distance == plies {
                    self.last.insert(index);
                } else if distance > plies {
                    later = Some(later.map_or((distance, index), |other| (distance, index).min(other)));
                }
            }
            if let Some((distance, index)) = later {
                self.pending.add(index, distance);
            }
        }
    }

    /// Whether the position is won, which is decided.
    pub(crate) fn is_won(&self, index: u64) -> bool {
        let value = self.table.get(index).and_then(State::decided);
        value.is_some_and(|value| value.outcome() == Outcome::Win)
    }

    /// Decides what follows from some moves, and removes them.
    pub(crate) fn decide(&self, moves: &mut Vec<DecidedMove>) -> Result<(), Error> {
        let plies = self.ply + 1;
        for reached in &*moves {
            self.table.prefetch(reached.from);
        }
        for &reached in &*moves {
            let DecidedMove { from, to, .. } = reached;
            // The worker has no rank with this index: if it has all ranks, the index is the rank.
            let out_of_range = || self.region.no_position(to.and(Some(from)), to);
            let changed = self.table.update(from, out_of_range, |state| self.after_move(reached, state, plies))?;
            match changed.and_then(State::decided).and_then(Value::plies) {
                Some(distance) if distance > plies => self.pending.add(from, distance),
                Some(_) => {
                    self.next.insert(from);
                }
                None => {}
            }
        }
        moves.clear();
        Ok(())
    }

    /// The new state of a position whose move is found to win, or to lose, in `plies`; `None` if it stays the same.
    #[inline]
    fn after_move(&self, reached: DecidedMove, state: State, plies: u16) -> Result<Option<State>, Error> {
        let DecidedMove { from, to, weight, wins } = reached;
        let rank = || self.rank(from);
        let too_many = || {
            let text = "is visited as a predecessor more often than it has moves; audit the game";
            self.region.error(ErrorKind::Game, rank(), text)
        };
        let value = match (state.undecided_moves(), state.decided()) {
            (Some(moves), _) => {
                let moves_left = u16::try_from(weight).ok().and_then(|weight| moves.get().checked_sub(weight));
                match NonZero::new(moves_left.ok_or_else(too_many)?) {
                    _ if wins => Value::Win(plies),
                    Some(moves_left) => return Ok(Some(State::with_moves(moves_left))),
                    None => Value::Loss(self.plies_of_loss(from, plies)?),
                }
            }
            // A lost position has been visited once for each of its moves, and one that was won at once has none.
            (None, Some(Value::Loss(_) | Value::Win(0))) => return Err(too_many()),
            // A win that is known to be there, but not sooner.
            (None, Some(Value::Win(distance))) if wins && distance > plies => Value::Win(plies),
            (None, Some(_)) => return Ok(None),
            (None, None) => return Err(self.region.no_position(Some(self.region.rank_in_game(rank())), to)),
        };
        State::of_value(value).map(Some).ok_or_else(|| self.too_long(from))
    }

    /// The distance of a lost position, whose last move to an unknown value is found to lose in `plies`.
    fn plies_of_loss(&self, index: u64, plies: u16) -> Result<u16, Error> {
        if self.last_exit(index).load(Ordering::Relaxed) <= plies {
            return Ok(plies);
        }
        let Some(position) = self.region.unrank(self.rank(index)) else { return Ok(plies) };
        let known = self.region.count_moves(&position)?.known;
        Ok(plies.max(known.and_then(Value::plies).unwrap_or(0)))
    }

    fn last_exit(&self, index: u64) -> &AtomicU16 {
        &self.last_exits[place_of(index / GROUP)]
    }

    #[cold]
    fn too_long(&self, index: u64) -> Error {
        self.region.too_long(self.rank(index))
    }
}

short_debug!(Share<'_, G>, G);
