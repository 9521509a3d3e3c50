//! Solving the parts of a game, one after another or side by side.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::cache::Cache;
use super::database::{Tiers, long_name, take};
use super::error::TierError;
use super::folder::Lock;
use super::part_game::PartGame;
use super::plan::{PartPlan, PartState};
use super::tiered::Tiered;
use crate::error::SolveError;
use crate::file::{Header, NewFile, with_path};
use crate::game::Predecessors;
use crate::runner::{Progress, Runner};
use crate::solution::Solution;

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
    /// Solves these parts and all that they depend on, each by [`Runner::solve_with_predecessors`], and writes each to
    /// its file when it is solved. Parts that have a file are not solved again; if all have one, nothing is written.
    /// Works on the threads of the runner, whose progress reports are replaced by events.
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
    pub fn solve_with_predecessors(
        &self,
        runner: &Runner<'_>,
        parts: impl IntoIterator<Item = T::Part>,
        mut on_event: impl FnMut(TierEvent<'_, T::Part>) + Send,
    ) -> Result<(), TierError>
    where
        T: Predecessors,
    {
        let solve = |runner: &mut Runner<'_>, game| runner.solve_with_predecessors(game);
        self.solve_by(runner, &parts.into_iter().collect::<Vec<_>>(), &mut on_event, &|_| 0, &solve)
    }

    /// Does the same by [`Runner::solve`], for a game that cannot list predecessors. Where memory is bounded, the moves
    /// of all parts that are to be solved are counted before, in one pass.
    ///
    /// # Errors
    ///
    /// The same.
    ///
    /// # Panics
    ///
    /// The same.
    pub fn solve(
        &self,
        runner: &Runner<'_>,
        parts: impl IntoIterator<Item = T::Part>,
        mut on_event: impl FnMut(TierEvent<'_, T::Part>) + Send,
    ) -> Result<(), TierError> {
        let solve = |runner: &mut Runner<'_>, game| runner.solve(game);
        let extra_memory = |part: &T::Part| self.graph_bytes(runner, part);
        self.solve_by(runner, &parts.into_iter().collect::<Vec<_>>(), &mut on_event, &extra_memory, &solve)
    }

    /// The largest possible size of the reverse graph of a part, in bytes; 0 if memory is not bounded.
    fn graph_bytes(&self, runner: &Runner<'_>, part: &T::Part) -> u64 {
        if self.memory.is_none() {
            return 0;
        }
        let ranks = self.game.ranks(part);
        let count = |rank| {
            let mut moves = 0_u64;
            let position = self.game.unrank(part, rank).filter(|position| self.game.known_value(position).is_none());
            if let Some(position) = position {
                let _ = self.game.successors(&position, |next| {
                    moves += u64::from(self.game.known_value(&next).is_none() && self.game.part(&next) == *part);
                    std::ops::ControlFlow::Continue(())
                });
            }
            moves
        };
        let pieces = crate::runner::pieces(0..ranks, crate::rank_set::SPAN);
        let Ok(moves) = runner.threads.try_map(pieces, &|ranks| Ok::<_, Infallible>(ranks.map(count).sum::<u64>()));
        let moves: u64 = moves.into_iter().sum();
        let (per_rank, per_move) = if ranks < 1 << 32 { (12, 5) } else { (16, 6) };
        ranks.saturating_mul(per_rank).saturating_add(moves.saturating_mul(per_move)).saturating_add(20_000_000)
    }

    /// Its code is the same for all kinds of events and ways to solve, so that it is compiled once for a game.
    fn solve_by(
        &self,
        runner: &Runner<'_>,
        parts: &[T::Part],
        on_event: OnEvent<'_, T>,
        extra_memory: &dyn Fn(&T::Part) -> u64,
        solve: SolvePart<'_, T>,
    ) -> Result<(), TierError> {
        // What cannot be done is said before anything is written, and a folder that is complete need not be writable.
        if self.schedule(parts, extra_memory)?.waiting.is_empty() {
            return Ok(());
        }
        let _lock = Lock::exclusive(&self.folder)?;
        let schedule = self.schedule(parts, extra_memory)?;
        // Threads of their own would not be those of the pool that the caller is in, and its own threads must not wait.
        let workers = if runner.threads.are_current_pool() { 1 } else { self.side_by_side.min(schedule.waiting.len()) };
        let work = Work {
            tiers: self,
            schedule: Mutex::new(schedule),
            workers: workers.max(1),
            changed: Condvar::new(),
            on_event: Mutex::new(on_event),
            solve,
        };
        let threads = &runner.threads;
        let run = || work.run(|| Runner::on(threads.clone()));
        if work.workers == 1 {
            return run();
        }
        std::thread::scope(|scope| {
            // The calling thread is one of the workers, so that there is one if the system cannot start another.
            let start = |_| std::thread::Builder::new().spawn_scoped(scope, run).ok();
            let others: Vec<_> = (1..work.workers).map_while(start).collect();
            let own = run();
            let results = others.into_iter().map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic)));
            [own].into_iter().chain(results.collect::<Vec<_>>()).collect()
        })
    }

    /// What is left to do, if each part of it fits into memory alone.
    fn schedule(
        &self,
        parts: &[T::Part],
        extra_memory: &dyn Fn(&T::Part) -> u64,
    ) -> Result<Schedule<T::Part>, TierError> {
        let mut schedule = Schedule { allowed: self.memory.unwrap_or(u64::MAX), ..Schedule::default() };
        for mut plan in self.plan(parts.iter().cloned())? {
            match plan.state {
                PartState::Solved(_) => {
                    schedule.solved.insert(plan.part);
                }
                PartState::Unusable(error) => return Err(TierError::Load { part: plan.part.to_string(), error }),
                PartState::NotSolved | PartState::MissingShare { .. } => {
                    let extra = extra_memory(&plan.part);
                    plan.least_memory = plan.least_memory.saturating_add(extra);
                    plan.most_memory = plan.most_memory.saturating_add(extra);
                    schedule.waiting.push(plan);
                }
            }
        }
        self.check_memory(&schedule.waiting)?;
        Ok(schedule)
    }
}

/// Which parts are left.
struct Schedule<P> {
    /// In an order in which they can be solved.
    waiting: Vec<PartPlan<P>>,
    solved: BTreeSet<P>,
    /// How many are being solved.
    running: usize,
    /// The memory that these were given.
    taken: u64,
    allowed: u64,
    /// A part could not be solved, so no other is begun.
    has_failed: bool,
}

impl<P> Default for Schedule<P> {
    fn default() -> Self {
        let (waiting, solved) = (Vec::new(), BTreeSet::new());
        Self { waiting, solved, running: 0, taken: 0, allowed: 0, has_failed: false }
    }
}

impl<P: Clone + Ord + ToString> Schedule<P> {
    /// Takes the first part whose turn it may be, and memory for it, of which so many workers may take as much.
    fn take_next(&mut self, workers: usize) -> Option<(PartPlan<P>, u64)> {
        let left = self.allowed - self.taken;
        let is_ready = |plan: &PartPlan<P>| plan.next_parts.iter().all(|part| self.solved.contains(part));
        let next = self.waiting.iter().position(|plan| plan.least_memory <= left && is_ready(plan))?;
        let ready = self.waiting.iter().filter(|plan| is_ready(plan)).count();
        let shares = ready.min(workers - self.running).max(1);
        let plan = self.waiting.remove(next);
        let share = left / shares as u64;
        let memory = share.clamp(plan.least_memory, plan.most_memory.max(plan.least_memory));
        self.running += 1;
        self.taken += memory;
        Some((plan, memory))
    }

    /// Gives the memory of a part back.
    fn finish(&mut self, part: &P, memory: u64, is_solved: bool) {
        self.running -= 1;
        self.taken -= memory;
        if is_solved {
            self.solved.insert(part.clone());
        } else {
            self.has_failed = true;
        }
    }
}

/// Receives the events.
type OnEvent<'a, T> = &'a mut (dyn FnMut(TierEvent<'_, <T as Tiered>::Part>) + Send);

/// How a part is solved.
type SolvePart<'a, T> = &'a (dyn Fn(&mut Runner<'_>, PartGame<T>) -> Result<Solution<PartGame<T>>, SolveError> + Sync);

/// What the workers share.
struct Work<'t, T: Tiered> {
    tiers: &'t Tiers<T>,
    schedule: Mutex<Schedule<T::Part>>,
    workers: usize,
    /// Notified when a part is finished.
    changed: Condvar,
    on_event: Mutex<OnEvent<'t, T>>,
    solve: SolvePart<'t, T>,
}

impl<T: Tiered> Work<'_, T> {
    /// Solves parts until none is left or one could not be solved.
    fn run<'r>(&self, runner: impl Fn() -> Runner<'r>) -> Result<(), TierError> {
        while let Some((plan, memory)) = self.wait_for_next() {
            // A panic must reach the caller, and not leave other workers waiting for this part.
            let result = catch_unwind(AssertUnwindSafe(|| self.solve_part(runner(), &plan, memory)));
            self.lock_schedule().finish(&plan.part, memory, matches!(result, Ok(Ok(()))));
            self.changed.notify_all();
            result.unwrap_or_else(|panic| resume_unwind(panic))?;
        }
        Ok(())
    }

    fn lock_schedule(&self) -> MutexGuard<'_, Schedule<T::Part>> {
        self.schedule.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_for_next(&self) -> Option<(PartPlan<T::Part>, u64)> {
        let mut schedule = self.lock_schedule();
        loop {
            if schedule.has_failed || schedule.waiting.is_empty() {
                return None;
            }
            if let Some(next) = schedule.take_next(self.workers) {
                return Some(next);
            }
            schedule = self.changed.wait(schedule).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn event(&self, event: TierEvent<'_, T::Part>) {
        // After a panic there are no more events.
        if let Ok(mut on_event) = self.on_event.lock() {
            on_event(event);
        }
    }

    fn solve_part(&self, runner: Runner<'_>, plan: &PartPlan<T::Part>, memory: u64) -> Result<(), TierError> {
        let (tiers, part) = (self.tiers, &plan.part);
        // A part that cannot be written is not solved in vain.
        let path = tiers.path(part);
        let file = NewFile::create(&path).map_err(|error| TierError::Io { path, error })?;
        self.event(TierEvent::Starting { plan, memory });
        // The least memory includes the least cache.
        let cache = memory - plan.least_memory + Cache::MIN;
        let mut game = tiers.part_with_cache(part, cache)?;
        let first_error = game.keep_errors();
        let mut runner = runner.on_progress(|progress| self.event(TierEvent::Working { part, progress }));
        let result = (self.solve)(&mut runner, game);
        drop(runner);
        if first_error.get().is_some() {
            drop(result);
            return Err(take(first_error).expect("no game is left that holds the error"));
        }
        let solution = result.map_err(|error| TierError::Solve { part: part.to_string(), error })?;
        self.event(TierEvent::Writing { part });
        let header = tiers.save(part, &solution, file)?;
        self.event(TierEvent::Solved { part, header: &header });
        Ok(())
    }
}

impl<T: Tiered> Tiers<T> {
    fn save(&self, part: &T::Part, solution: &Solution<PartGame<T>>, file: NewFile) -> Result<Header, TierError> {
        let name = self.name(part);
        let header = Header::new(&name, solution.cells()).ok_or_else(|| long_name(part, &name))?;
        let saved = solution.save_with(&header, file).map_err(|error| with_path(&self.path(part), &error));
        saved.map_err(|error| TierError::Save { part: part.to_string(), bytes: header.bytes(), error })?;
        Ok(header)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A part whose turn it is, which takes 10 to 80 bytes of memory.
    fn ready(part: u32) -> PartPlan<u32> {
        let (next_parts, state) = (Vec::new(), PartState::NotSolved);
        PartPlan { part, next_parts, ranks: 1, least_memory: 10, most_memory: 80, most_disk: 1, state }
    }

    #[test]
    fn memory_is_divided_among_the_workers_that_have_a_part() {
        let memory = |parts, workers| -> Vec<u64> {
            let waiting = (0..parts).map(ready).collect();
            let mut schedule = Schedule { waiting, allowed: 100, ..Schedule::default() };
            let taken = std::iter::from_fn(|| schedule.take_next(workers)).take(workers);
            taken.map(|(_, memory)| memory).collect()
        };
        assert_eq!(memory(3, 3), [33, 33, 34]);
        assert_eq!(memory(2, 3), [50, 50]);
        assert_eq!(memory(3, 1), [80]);
    }
}
