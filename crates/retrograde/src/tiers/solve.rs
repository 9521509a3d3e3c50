//! Solving the parts of a game, one after another.

use std::convert::Infallible;

use super::cache::Cache;
use super::database::{Tiers, long_name, take};
use super::error::TierError;
use super::folder::Lock;
use super::part_game::PartGame;
use super::plan::{PartPlan, PartState};
use super::tiered::Tiered;
use crate::files::{Header, NewFile, with_path};
use crate::progress::Progress;
use crate::rank_set::SPAN;
use crate::reverse_graph::ReverseGraph;
use crate::solution::Solution;
use crate::solver::{Solver, pieces};
use crate::threads::Threads;

/// What happens while the parts of a game are solved.
#[derive(Debug)]
#[non_exhaustive]
pub enum TierEvent<'a, P> {
    /// A part is about to be solved.
    Starting {
        /// What it takes.
        plan: &'a PartPlan<P>,
        /// The memory that it is given, in bytes.
        memory: u64,
    },
    /// How far a part is.
    Working {
        /// The part.
        part: &'a P,
        /// How far it is.
        progress: Progress,
    },
    /// A part is solved, and is about to be written.
    Writing {
        /// The part.
        part: &'a P,
    },
    /// A part is solved and in its file.
    Solved {
        /// The part.
        part: &'a P,
        /// The header of the file.
        header: &'a Header,
    },
}

impl<T: Tiered> Tiers<T> {
    /// Solves these parts and all that they depend on, one after another, and writes each to its file when it is
    /// solved. Parts that have a file are not solved again; if all have one, nothing is written. Works on the threads
    /// of the solver, whose progress reports are replaced by events.
    ///
    /// Where memory is bounded and the game does not list predecessors, the moves of all parts that are to be solved
    /// are counted before, in one pass.
    ///
    /// # Errors
    ///
    /// Before any work: [`TierError::Cycle`], [`TierError::Name`], [`TierError::LongName`], [`TierError::Locked`],
    /// [`TierError::Io`], [`TierError::Load`] if a part has a file that cannot be used, and [`TierError::Memory`].
    /// Later the first error of a part; those that are solved stay in the folder. A part whose file cannot be created
    /// is not begun.
    ///
    /// # Panics
    ///
    /// Only if a method of the game or `on_event` does.
    pub fn solve(
        &self,
        solver: &Solver<'_>,
        parts: impl IntoIterator<Item = T::Part>,
        mut on_event: impl FnMut(TierEvent<'_, T::Part>),
    ) -> Result<(), TierError> {
        self.solve_all(&solver.threads, &parts.into_iter().collect::<Vec<_>>(), &mut on_event)
    }

    /// Its code is the same for all kinds of events, so that it is compiled once for a game.
    fn solve_all(&self, threads: &Threads, parts: &[T::Part], on_event: OnEvent<'_, T>) -> Result<(), TierError> {
        // What cannot be done is said before anything is written, and a folder that is complete need not be writable.
        let left = self.left(parts, threads)?;
        if left.is_empty() {
            return Ok(());
        }
        let _lock = Lock::exclusive(&self.folder)?;
        for plan in &left {
            // Before the lock was taken, another run may have solved the part.
            match self.open(&plan.part) {
                Ok(_) => {}
                Err(TierError::NotSolved { .. } | TierError::MissingShare { .. }) => {
                    self.solve_part(threads, plan, on_event)?;
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// The parts that are left to be solved, if each of them fits into memory.
    fn left(&self, parts: &[T::Part], threads: &Threads) -> Result<Vec<PartPlan<T::Part>>, TierError> {
        let mut left = Vec::new();
        for mut plan in self.plan(parts.iter().cloned())? {
            match plan.state {
                PartState::Solved(_) => {}
                PartState::Unusable(error) => {
                    return Err(TierError::Load { part: self.game.part_name(&plan.part), error });
                }
                PartState::NotSolved | PartState::MissingShare { .. } => {
                    let too_large = |error| TierError::Solve { part: self.game.part_name(&plan.part), error };
                    if !T::LISTS_PREDECESSORS {
                        ReverseGraph::check_ranks(plan.ranks).map_err(too_large)?;
                    }
                    let stored_moves = self.graph_bytes(threads, &plan.part);
                    plan.least_memory = plan.least_memory.saturating_add(stored_moves);
                    plan.most_memory = plan.most_memory.saturating_add(stored_moves);
                    left.push(plan);
                }
            }
        }
        self.check_memory(&left)?;
        Ok(left)
    }

    /// The size of the stored moves of a part, in bytes; 0 if there are none, or memory is not bounded.
    fn graph_bytes(&self, threads: &Threads, part: &T::Part) -> u64 {
        if self.memory.is_none() || T::LISTS_PREDECESSORS {
            return 0;
        }
        let (game, ranks) = (&*self.game, self.game.ranks_in(part));
        let count = |rank| {
            let mut moves = 0_u64;
            let is_solved = |at: &T::Position| {
                game.known_value(at).is_none() && game.canonical(at) == *at && game.part(at) == *part
            };
            let position = game.unrank_in(part, rank).filter(is_solved);
            if let Some(position) = position {
                game.successors(&position, &mut |next| {
                    moves += u64::from(game.known_value(&next).is_none() && game.part(&next) == *part);
                });
            }
            moves
        };
        let pieces = pieces(0..ranks, SPAN);
        let Ok(moves) = threads.try_map(pieces, &|ranks| Ok::<_, Infallible>(ranks.map(count).sum::<u64>()));
        ReverseGraph::bytes(ranks, moves.into_iter().sum())
    }

    fn solve_part(
        &self,
        threads: &Threads,
        plan: &PartPlan<T::Part>,
        on_event: OnEvent<'_, T>,
    ) -> Result<(), TierError> {
        let part = &plan.part;
        // A part that cannot be written is not solved in vain.
        let path = self.path(part);
        let file = NewFile::create(&path).map_err(|error| TierError::Io { path, error })?;
        let memory = self.memory.map_or(plan.most_memory, |allowed| allowed.min(plan.most_memory));
        on_event(TierEvent::Starting { plan, memory });
        // The least memory includes the least cache.
        let mut game = self.part_with_cache(part, memory - plan.least_memory + Cache::MIN)?;
        let first_error = game.keep_errors();
        let solver = Solver::on(threads.clone());
        let result = solver.on_progress(|progress| on_event(TierEvent::Working { part, progress })).solve(game);
        if first_error.get().is_some() {
            drop(result);
            return Err(take(first_error).expect("no game is left that holds the error"));
        }
        let solution = result.map_err(|error| TierError::Solve { part: self.game.part_name(part), error })?;
        on_event(TierEvent::Writing { part });
        let header = self.save(part, &solution, file)?;
        on_event(TierEvent::Solved { part, header: &header });
        Ok(())
    }

    fn save(&self, part: &T::Part, solution: &Solution<PartGame<T>>, file: NewFile) -> Result<Header, TierError> {
        let name = self.name(part);
        let header = solution.header(&name).map_err(|_| long_name(self.game.part_name(part), &name))?;
        let saved = solution.save_with(&header, file).map_err(|error| with_path(&self.path(part), &error));
        saved.map_err(|error| TierError::Save { part: self.game.part_name(part), bytes: header.bytes(), error })?;
        Ok(header)
    }
}

/// Receives the events.
type OnEvent<'a, T> = &'a mut dyn FnMut(TierEvent<'_, <T as Tiered>::Part>);
