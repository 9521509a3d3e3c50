//! Retrograde analysis: from the ends of the game backwards, one ply at a time.
//!
//! A position takes two bytes: first the number of its moves that may not lose, then its value (`table.rs`). The
//! positions that were decided in the last ply are a bit set (`rank_set.rs`), drained in the order of ranks, so that
//! memory is read forwards. The moves that lead to a position come from the game's own predecessors (`moves.rs`), or
//! are stored the other way round (`reverse_graph.rs`) if it lists none.
//!
//! # Known values
//!
//! A known value may lie at any ply. Moves to positions of known value are looked at once, from where they start
//! (`moves.rs`). They are never looked at from the known position, which therefore needs no rank.
//!
//! - A win by such a move is stored at once with its distance. It becomes shorter if a move within the game wins
//!   sooner. Which parts of the table hold values at later plies takes two bytes for 256 ranks (`share.rs`).
//! - A loss by such a move is not stored. When all other moves of the position have lost, its moves are visited again,
//!   but only if one of the 256 ranks around it has such a loss that is longer than the ply.

use std::sync::atomic::Ordering;

use crate::cell::Cell;
use crate::error::Error;
use crate::game::Ranked;
use crate::moves::IncomingMove;
use crate::partition::Partition;
use crate::progress::Stage;
use crate::rank_set::SPAN;
use crate::region::Region;
use crate::reverse_graph::ReverseGraph;
use crate::share::{BATCH, DecidedMove, Share};
use crate::solution::Solution;
use crate::solver::Solver;

impl Solver<'_> {
    /// Solves a game in memory, all parts at once: finds the value of every position. The solution keeps the game, or
    /// borrows it in `solve(&game)`.
    ///
    /// # Complexity
    ///
    /// Takes the memory that [`bytes`](Self::bytes) says. With
    /// [predecessors](crate::Game::LISTS_PREDECESSORS), moves are visited once, unless
    /// [`Game::move_count`](crate::Game::move_count) counts them faster, and predecessors once for each canonical
    /// position that is won or lost, but never for drawn ones. Without, moves are visited twice and stored.
    /// In both cases the moves of a lost position are visited again if one of the 256 ranks around it has a move to a
    /// known value that loses later.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge), [`Memory`](crate::ErrorKind::Memory),
    /// [`Stopped`](crate::ErrorKind::Stopped), and [`Game`](crate::ErrorKind::Game) for inconsistencies in the game's
    /// methods; of several, any is returned. Not every one is found, although ranks, symmetries and moves of a few
    /// positions are checked before all work: where [`audit`](Self::audit) reports one, the solution may be wrong, and
    /// [`verify_every_position`](Self::verify_every_position) tells whether it is.
    ///
    /// # Panics
    ///
    /// Only if a method of the game does, for instance because it is called with a position that the game itself should
    /// not have produced. This holds for all methods of a solver.
    pub fn solve<G: Ranked>(&self, game: G) -> Result<Solution<G>, Error> {
        self.allow(Self::bytes::<G>(game.ranks()))?;
        let region = Region::whole(&game);
        let begun = self.begin(&region)?;
        let cells = self.work_backwards(begun, |_, _| Ok(()))?;
        Ok(Solution::new(game, cells))
    }

    /// What is known of the positions of a region by themselves.
    pub(crate) fn begin<'a, G: Ranked>(&self, region: &'a Region<'a, G>) -> Result<Share<'a, G>, Error> {
        if !G::LISTS_PREDECESSORS {
            ReverseGraph::check_ranks(region.ranks())?;
        }
        region.check_a_few()?;
        let mut share = Share::empty(region, Partition::new(region.ranks(), 1), 0, &self.threads)?;
        self.for_each_piece(Stage::Enumerating, region.ranks(), SPAN, |span| share.enumerate_span(span))?;
        share.enumerated = region.ranks();
        Ok(share)
    }

    /// Works backwards to the values of all positions. `pause` is called now and then, and for the last time if the work
    /// is stopped, to save it.
    pub(crate) fn work_backwards<G: Ranked>(
        &self,
        mut share: Share<'_, G>,
        mut pause: impl FnMut(&Share<'_, G>, bool) -> Result<(), Error>,
    ) -> Result<Vec<Cell>, Error> {
        /// Progress is reported after this many spans.
        const SPANS_PER_REPORT: usize = 1024;
        if !G::LISTS_PREDECESSORS {
            share.graph = Some(ReverseGraph::build(self, &share)?);
            share.is_started = true;
        }
        while let Some(ply) = share.next_ply() {
            share.begin_ply(ply);
            for batch in share.last.spans().chunks(SPANS_PER_REPORT) {
                let own = |_, reached: IncomingMove, _| Ok(Some(reached.from));
                let step = |span| share.step_back(span, || false, own);
                self.threads.try_map(batch.to_vec(), &step)?;
                let [done, positions] = [&share.done, &share.positions].map(|count| count.load(Ordering::Relaxed));
                let reported = self.report(Stage::WorkingBackwards { plies: share.ply + 1 }, done, positions);
                pause(&share, reported.is_err())?;
                reported?;
            }
            share.end_ply();
        }
        Ok(share.table.finish())
    }
}

impl<G: Ranked> Share<'_, G> {
    /// Decides what follows from the positions of a span that were decided in the last ply, until `is_full` says to leave
    /// the others. `own` is called with the rank that a move leads to, and whether the move wins, and returns the index
    /// of the rank where it starts, unless another worker keeps that.
    ///
    /// Threads may process spans in any order: in a consistent game, no position is won by one of these moves and lost
    /// by another in the same ply, because a move that wins is never subtracted as one that loses.
    pub(crate) fn step_back(
        &self,
        span: u64,
        is_full: impl Fn() -> bool,
        own: impl Fn(u64, IncomingMove, bool) -> Result<Option<u64>, Error>,
    ) -> Result<(), Error> {
        let (mut done, mut moves) = (0, Vec::with_capacity(2 * BATCH));
        for index in self.last.drain(span) {
            if is_full() {
                self.last.insert(index);
                continue;
            }
            let (is_won, to) = (self.is_won(index), self.rank(index));
            let visit = |reached: IncomingMove| {
                // The value of the position reached is for the player who moves there: the opponent, unless the turn is
                // kept.
                let wins = is_won == reached.moves_again;
                if let Some(from) = own(to, reached, wins)? {
                    moves.push(DecidedMove { from, to: Some(to), weight: reached.weight, wins });
                }
                Ok(())
            };
            match &self.graph {
                Some(graph) if !G::LISTS_PREDECESSORS => graph.visit(to, visit)?,
                _ => self.region.visit_incoming(to, visit)?,
            }
            done += 1;
            if moves.len() >= BATCH {
                self.decide(&mut moves)?;
            }
        }
        self.decide(&mut moves)?;
        self.done.fetch_add(done, Ordering::Relaxed);
        Ok(())
    }
}
