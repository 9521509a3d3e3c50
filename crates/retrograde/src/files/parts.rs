//! Solving and verifying the parts of a game, one after another, in a folder.

use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, Instant};

use super::cache::Cache;
use super::checkpoint::Saved;
use super::layout::Header;
use super::lock::Lock;
use super::one::OneFile;
use super::save::{NewFile, remove_incomplete_files, save_cells};
use super::stored::Stored;
use crate::error::{Error, ErrorKind};
use crate::game::Ranked;
use crate::partition::RanksOfWorker;
use crate::progress::Stage;
use crate::reverse_graph::ReverseGraph;
use crate::solver::Solver;
use crate::value::Value;

/// The parts that the moves of one lead to, read from their files.
pub(crate) struct SolvedParts {
    files: Vec<OneFile>,
    /// Whether moves into them end the count of plies.
    to_conversion: bool,
}

impl SolvedParts {
    /// Reads these files through `bytes` of memory together.
    pub(super) fn new(mut files: Vec<OneFile>, bytes: u64, to_conversion: bool) -> Self {
        OneFile::cache(bytes, &mut files);
        Self { files, to_conversion }
    }

    /// The value at a rank of a part; `None` if it has none.
    #[inline]
    pub(crate) fn value(&self, part: usize, rank: u64) -> Result<Option<Value>, Error> {
        let value = self.files[part].cell(rank)?.value();
        Ok(if self.to_conversion { value.map(at_conversion) } else { value })
    }
}

/// The value of a position for which plies are counted only to the move that leads to it.
pub(super) fn at_conversion(value: Value) -> Value {
    match value {
        Value::Win(_) => Value::Win(0),
        Value::Loss(_) => Value::Loss(0),
        Value::Draw => Value::Draw,
    }
}

impl Solver<'_> {
    /// How often solving a part saves a checkpoint, from which the next run continues: every ten minutes by default.
    #[must_use]
    pub fn checkpoint_interval(mut self, interval: Duration) -> Self {
        self.checkpoint_millis = interval.as_millis();
        self
    }

    /// Solves these parts of a game and all that their moves lead to, one after another, and writes each to its file in
    /// the folder when it is solved. Parts that have a file are not solved again; if all have one, nothing is written.
    ///
    /// Whatever ends a run, the next one continues: with the parts that are missing, and within a part with the last
    /// checkpoint, which is saved every [ten minutes](Self::checkpoint_interval) while it works backwards, and when the
    /// report of progress stops the work then. A checkpoint takes as much disk as the tables of the part take memory, and
    /// twice as much while it replaces another one, until the part is solved.
    ///
    /// # Errors
    ///
    /// Before any work those of [`unsolved`](Self::unsolved), later those of [`solve`](Self::solve) for a part, named by
    /// its text; parts that are solved stay.
    ///
    /// # Panics
    ///
    /// If the game has no such part, or `stored` is a file.
    pub fn solve_parts<G: Ranked>(
        &self,
        stored: &Stored<G>,
        parts: impl IntoIterator<Item = usize>,
    ) -> Result<(), Error> {
        // What cannot be done is said before anything is written, and a folder that is complete need not be writable.
        let left = self.unsolved(stored, parts)?;
        if left.is_empty() {
            return Ok(());
        }
        let folder = stored.folder_path();
        let _lock = Lock::take(folder, File::try_lock)?;
        let is_ours = |name: &str| name.contains(".solution.") || name.contains(".checkpoint.");
        remove_incomplete_files(folder, |name| is_ours(&name.to_string_lossy()))
            .map_err(|error| Error::from(error).in_file(folder))?;
        for part in left {
            // Before the lock was taken, another run may have solved the part.
            match stored.header(part) {
                Err(error) if error.kind() == ErrorKind::NotSolved => {
                    self.solve_part(stored, part).map_err(|error| stored.in_part(part, error))?;
                }
                solved => drop(solved?),
            }
        }
        Ok(())
    }

    /// Those of these parts, and of all that their moves lead to, that have no file, in the order of solving.
    ///
    /// # Errors
    ///
    /// Of a file that is there, but cannot be used; and [`ErrorKind::Memory`] if [`Self::bytes`] for the largest part,
    /// and a megabyte for what is read of others, are not allowed.
    ///
    /// # Panics
    ///
    /// If the game has no such part.
    pub fn unsolved<G: Ranked>(
        &self,
        stored: &Stored<G>,
        parts: impl IntoIterator<Item = usize>,
    ) -> Result<Vec<usize>, Error> {
        let mut left = Vec::new();
        for part in stored.order(parts) {
            match stored.header(part) {
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::NotSolved => left.push(part),
                Err(error) => return Err(error),
            }
        }
        let ranks = |part: &usize| stored.parts()[*part].size();
        if let Some(largest) = left.iter().copied().max_by_key(ranks) {
            let allowed = self.allow(Self::bytes::<G>(ranks(&largest)).saturating_add(Cache::MIN));
            let can_be_stored = if G::LISTS_PREDECESSORS { Ok(()) } else { ReverseGraph::check_ranks(ranks(&largest)) };
            allowed.and(can_be_stored).map_err(|error| stored.in_part(largest, error))?;
        }
        Ok(left)
    }

    fn solve_part<G: Ranked>(&self, stored: &Stored<G>, part: usize) -> Result<(), Error> {
        let path = stored.path(part);
        let at_path = |path: &Path, error| Error::from(error).in_file(path);
        // A part that cannot be written is not solved in vain.
        let file = NewFile::create(&path).map_err(|error| at_path(&path, error))?;
        let tables = Self::bytes::<G>(stored.parts()[part].size());
        let region = stored.region(part, self.memory.map_or(u64::MAX, |allowed| allowed - tables))?;
        let (name, saved_at) = (stored.part_name(part), stored.checkpoint_path(part));
        let state_name = stored.checkpoint_name(part)?;
        let saved =
            match Saved::load(&region, &state_name, RanksOfWorker::all(region.ranks()), &self.threads, &saved_at) {
                Ok(saved) => Some(saved),
                // What is damaged, or of something else, is worth no more than nothing.
                Err(error)
                    if matches!(error.kind(), ErrorKind::NotSolved | ErrorKind::Damaged | ErrorKind::OtherGame) =>
                {
                    None
                }
                Err(error) => return Err(error),
            };
        let (analysis, plies, started) = match saved {
            Some(Saved { analysis, plies, .. }) => (analysis, plies, true),
            None => (self.begin(&region)?, 0, false),
        };
        let mut last_save = Instant::now();
        let cells = self.work_backwards(analysis, plies, started, |analysis, plies, is_stopped| {
            if is_stopped || last_save.elapsed().as_millis() >= self.checkpoint_millis {
                let new = NewFile::create(&saved_at).map_err(|error| at_path(&saved_at, error))?;
                let written = new.write(|out| analysis.write(&state_name, [0, region.ranks(), plies.into()], out));
                written.and_then(|()| new.commit()).map_err(|error| {
                    let text = format!("cannot write a checkpoint: {error}; make room, and solve the part again");
                    Error::new(ErrorKind::Io, text).in_file(&saved_at)
                })?;
                last_save = Instant::now();
            }
            Ok(())
        })?;
        // What is solved is not thrown away: work that is to stop stops after it.
        let reported = self.report(Stage::Writing, 0, region.ranks());
        let header = Header::of(&name, &cells).map_err(|error| at_path(&path, error))?;
        save_cells(&header, &cells, file).map_err(|error| {
            let bytes = header.bytes();
            let text = format!("solved, but its file of {bytes} bytes cannot be written; make room: {error}");
            Error::new(ErrorKind::Io, text).in_file(&path)
        })?;
        // The next run would only look at it in vain.
        let _ = fs::remove_file(saved_at);
        reported
    }

    /// Verifies a part against itself and the parts that moves from it lead to, as [`verify`](Self::verify) does. If
    /// these are right and the game passes its audit, the part is. Takes two bytes for each rank, and what is read of
    /// other parts.
    ///
    /// # Panics
    ///
    /// If the game has no such part.
    pub fn verify_part<G: Ranked>(&self, stored: &Stored<G>, part: usize) -> Result<(), Error> {
        let table = stored.parts()[part].size().saturating_mul(2);
        self.allow(table.saturating_add(Cache::MIN)).map_err(|error| stored.in_part(part, error))?;
        let cells = stored.open_part(part)?.load().map_err(|error| stored.in_part(part, stored.advise(error)))?;
        let region = stored.region(part, self.memory.map_or(u64::MAX, |allowed| allowed - table))?;
        self.verify_region(&region, &cells).map_err(|error| stored.in_part(part, error))
    }
}
