//! Work on the parts of a game: solving one after another, and checking.

use std::convert::Infallible;
use std::fs::File;
use std::sync::Arc;

use super::database::Tiers;
use super::error::TierError;
use super::folder::Lock;
use super::part_game::PartGame;
use super::plan::PartPlan;
use super::tiered::{Tiered, next_parts};
use crate::audit::AuditError;
use crate::files::{Cache, Header, NewFile, remove_incomplete_files, with_path};
use crate::progress::Progress;
use crate::rank_set::SPAN;
use crate::reverse_graph::ReverseGraph;
use crate::solution::Solution;
use crate::solver::{Solver, pieces};
use crate::threads::Threads;
use crate::verify::Check;

/// What happens while the parts of a game are solved.
#[derive(Debug)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the line of a variant tells its fields")]
pub enum TierEvent<'a, P> {
    /// A part is about to be solved, and is given this number of bytes of memory.
    Starting { plan: &'a PartPlan<P>, memory: u64 },
    /// A part is being solved.
    Working { part: &'a P, progress: Progress },
    /// A part is solved, and is about to be written.
    Writing { part: &'a P },
    /// A part is solved and in its file, which has this header.
    Solved { part: &'a P, header: &'a Header },
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
    /// Before any work: the errors of [`plan`](Self::plan) and [`check_memory`](Self::check_memory),
    /// [`TierError::Locked`], [`TierError::Load`] if a part has a file that cannot be used, and [`TierError::Solve`] if
    /// one has too many ranks. Later the first error of a part; those that are solved stay in the folder. A part whose
    /// file cannot be created is not begun.
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
        let _lock = Lock::take(&self.folder, File::try_lock)?;
        remove_incomplete_files(&self.folder, |name| name.to_string_lossy().contains(".solution."))
            .map_err(|error| TierError::Io { path: self.folder.clone(), error })?;
        for plan in &left {
            // Before the lock was taken, another run may have solved the part.
            match self.open(&plan.part).map(|_| ()) {
                Err(TierError::NotSolved { .. }) => self.solve_part(threads, plan, on_event)?,
                solved => solved?,
            }
        }
        Ok(())
    }

    /// The parts that are left to be solved, if each of them fits into memory.
    fn left(&self, parts: &[T::Part], threads: &Threads) -> Result<Vec<PartPlan<T::Part>>, TierError> {
        let mut left = Vec::new();
        for mut plan in self.plan(parts.iter().cloned())? {
            let part_name = || self.game.part_name(&plan.part);
            match plan.header {
                Ok(_) => continue,
                Err(error @ TierError::Load { .. }) => return Err(error),
                Err(_) => {}
            }
            if !T::LISTS_PREDECESSORS {
                let checked = ReverseGraph::check_ranks(plan.ranks);
                checked.map_err(|error| TierError::Solve { part: part_name(), error })?;
            }
            let stored_moves = self.graph_bytes(threads, &plan.part);
            plan.least_memory = plan.least_memory.saturating_add(stored_moves);
            plan.most_memory = plan.most_memory.saturating_add(stored_moves);
            left.push(plan);
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
        let is_here = |at: &T::Position| game.known_value(at).is_none() && game.part(at) == *part;
        let count = |rank| {
            let mut moves = 0_u64;
            if let Some(at) = game.unrank_in(part, rank).filter(|at| is_here(at) && game.canonical(at) == *at) {
                game.successors(&at, &mut |next| moves += u64::from(is_here(&next)));
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
        let (part, path, part_name) = (&plan.part, self.path(&plan.part), || self.game.part_name(&plan.part));
        // A part that cannot be written is not solved in vain.
        let file = NewFile::create(&path).map_err(|error| TierError::Io { path: path.clone(), error })?;
        let memory = self.memory.map_or(plan.most_memory, |allowed| allowed.min(plan.most_memory));
        on_event(TierEvent::Starting { plan, memory });
        // The least memory includes the least cache.
        self.part_with_cache(part, memory - plan.least_memory + Cache::MIN)?.lend(|game| {
            let solver = Solver::on(threads.clone());
            let solution = solver.on_progress(|progress| on_event(TierEvent::Working { part, progress })).solve(game);
            let solution = solution.map_err(|error| TierError::Solve { part: part_name(), error })?;
            if game.error().is_some() {
                return Ok(());
            }
            on_event(TierEvent::Writing { part });
            let name = self.name(part);
            let header = solution.header(&name);
            let header = header.map_err(|_| TierError::LongName { part: part_name(), bytes: name.len() })?;
            let saved = solution.save_with(&header, file).map_err(|error| with_path(&path, &error));
            saved.map_err(|error| TierError::Save { part: part_name(), bytes: header.bytes(), error })?;
            on_event(TierEvent::Solved { part, header: &header });
            Ok(())
        })
    }

    /// Lends a part to `work`, which may solve it alone or together with other processes, and save the solution under
    /// the part's [`name`](Self::name) and [`path`](Self::path). Whether the part is solved already does not matter.
    /// Other parts are read through `cache_bytes` of memory, at least 1 MB, whatever [memory](Self::memory) is set: only
    /// the caller knows what its tables take.
    ///
    /// A position of another part that cannot be read counts as drawn, and from then on the game has few positions
    /// left, so that the work soon ends. Nothing may be saved when [`PartGame::error`] tells of it.
    ///
    /// Any number of processes and threads may do so in one folder at the same time. They and those that
    /// [solve](Self::solve) exclude each other. What they leave behind when they are killed is removed by the next one
    /// that writes the same file, or that solves in the folder alone.
    ///
    /// # Errors
    ///
    /// The errors of [`plan`](Self::plan), [`TierError::Locked`], and errors in opening the parts that moves lead to;
    /// and after `work`, whatever it returns, the first error in looking up positions of these parts.
    pub fn with_part<R>(
        &self,
        part: &T::Part,
        cache_bytes: u64,
        work: impl FnOnce(&PartGame<T>) -> R,
    ) -> Result<R, TierError> {
        self.order([part.clone()])?;
        let _lock = Lock::take(&self.folder, File::try_lock_shared)?;
        self.with_part_to_read(part, cache_bytes, work)
    }

    /// [`with_part`](Self::with_part) for work that saves nothing in the folder, which is only read and not locked.
    /// Whether parts lead back to one another is not checked, as [`verify`](Self::verify) does not either.
    pub fn with_part_to_read<R>(
        &self,
        part: &T::Part,
        cache_bytes: u64,
        work: impl FnOnce(&PartGame<T>) -> R,
    ) -> Result<R, TierError> {
        self.part_with_cache(part, cache_bytes)?.lend(|game| Ok(work(game)))
    }

    /// Audits a part with any audit of a [`Solver`], before or after it is solved: all positions of the parts that
    /// moves lead to count as drawn, and no file is read. [`TierError::MoveLeaves`] if the game does not name one.
    pub fn audit(
        &self,
        part: &T::Part,
        audit: impl FnOnce(&PartGame<T>) -> Result<(), AuditError>,
    ) -> Result<(), TierError> {
        let drawn = next_parts(&*self.game, part).into_iter().map(|part| (part, None)).collect();
        let game = PartGame::new(Arc::clone(&self.game), part.clone(), drawn);
        game.lend(|game| audit(game).map_err(|error| TierError::Audit { part: self.game.part_name(part), error }))
    }

    /// Verifies a part against itself and the parts that moves from it lead to, as [`Solver::verify`] does. If these
    /// are right and the game passes an audit, the part is. Takes the memory of [`load`](Self::load).
    pub fn verify(&self, solver: &Solver<'_>, part: &T::Part) -> Result<Check, TierError> {
        self.part(part)?.lend(|game| {
            let solution = Solution::new(game, self.load_cells(part)?);
            solver.verify(&solution).map_err(|error| TierError::Verify { part: self.game.part_name(part), error })
        })
    }

    /// Verifies these parts and all that play leads to from them.
    pub fn verify_all(&self, solver: &Solver<'_>, parts: impl IntoIterator<Item = T::Part>) -> Result<(), TierError> {
        self.order(parts)?.iter().try_for_each(|ordered| self.verify(solver, &ordered.part).map(|_| ()))
    }
}

type OnEvent<'a, T> = &'a mut dyn FnMut(TierEvent<'_, <T as Tiered>::Part>);
