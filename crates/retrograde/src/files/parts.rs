//! Solving and verifying the parts of a game, one after another, in a folder.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use super::cache::Cache;
use super::layout::{Counted, write_cells};
use super::lock::Lock;
use super::save::{NewFile, part_of};
use super::stored::Stored;
use crate::cell::Cell;
use crate::error::{Error, ErrorKind};
use crate::game::Ranked;
use crate::partition::Partition;
use crate::progress::Stage;
use crate::region::Region;
use crate::reverse_graph::ReverseGraph;
use crate::share::Share;
use crate::solver::Solver;
use crate::value::Value;
use crate::verify::Trust;

/// The time between two checkpoints of a part.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(600);

/// The value of a position for which plies are counted only to the move that leads to it.
pub(super) fn at_conversion(value: Value) -> Value {
    match value {
        Value::Win(_) => Value::Win(0),
        Value::Loss(_) => Value::Loss(0),
        Value::Draw => Value::Draw,
    }
}

impl Solver<'_> {
    /// Solves these parts of a game and all that their moves lead to, one after another, and writes each to its file in
    /// the folder when it is solved. Parts that have a file are not solved again; if all have one, nothing is written.
    ///
    /// Whatever ends a run, the next one continues: with the parts that are missing, and within a part with the last
    /// checkpoint, which is saved every ten minutes while it works backwards, and when the
    /// report of progress stops the work then. What comes before that, enumerating positions and storing moves, is done
    /// again. A checkpoint takes as much disk as the tables of the part take memory, and twice as much while it replaces
    /// another one, until the part is solved.
    ///
    /// A part without a move inside, whose [`next`](crate::Part::next) does not list itself, takes no tables: its values
    /// follow one after another from the files of other parts, and all that are found are saved, in two bytes each.
    ///
    /// # Errors
    ///
    /// Before any work as for [`unsolved`](Self::unsolved), later as for [`solve`](Self::solve) of a part, named by its
    /// text; parts that are solved stay.
    ///
    /// # Panics
    ///
    /// If `stored` is a file.
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
        for part in left {
            // Before the lock was taken, another run may have solved the part.
            if !stored.is_solved(part)? {
                self.solve_part(stored, part).map_err(|error| stored.in_part(part, error))?;
            }
        }
        Ok(())
    }

    /// These parts, and all that their moves lead to, except what has a file, in the order of solving.
    ///
    /// # Errors
    ///
    /// Of a file that is there, but cannot be used; and [`ErrorKind::Memory`] if what the part that takes most
    /// [memory](Stored::bytes) takes is not allowed.
    pub fn unsolved<G: Ranked>(
        &self,
        stored: &Stored<G>,
        parts: impl IntoIterator<Item = usize>,
    ) -> Result<Vec<usize>, Error> {
        let mut left = Vec::new();
        for part in stored.order(parts) {
            if !stored.is_solved(part)? {
                left.push(part);
            }
        }
        let size = |part: &usize| stored.parts()[*part].size();
        if let Some(largest) = left.iter().copied().max_by_key(|part| (stored.bytes(*part), size(part))) {
            let stores_moves = !G::LISTS_PREDECESSORS && stored.moves_inside(largest);
            let can_be_stored = if stores_moves { ReverseGraph::check_ranks(size(&largest)) } else { Ok(()) };
            let allowed = self.allow(stored.bytes(largest)).and(can_be_stored);
            allowed.map_err(|error| stored.in_part(largest, error))?;
        }
        Ok(left)
    }

    fn solve_part<G: Ranked>(&self, stored: &Stored<G>, part: usize) -> Result<(), Error> {
        let path = stored.path(part);
        // A part that cannot be written is not solved in vain.
        let file = NewFile::create(&path).map_err(|error| Error::from(error).in_file(&path))?;
        let cache = self.memory.map_or(u64::MAX, |allowed| allowed - stored.table_bytes(part));
        let region = stored.region(part, cache)?;
        let (name, saved_at) = (stored.checkpoint_name(part)?, stored.checkpoint_path(part));
        let (counted, cells): (_, Box<dyn Iterator<Item = io::Result<Cell>>>) = if stored.moves_inside(part) {
            let cells = self.solve_table(&region, &name, &saved_at)?;
            (Counted::of(&cells), Box::new(cells.into_iter().map(Ok)))
        } else {
            let spool = self.solve_direct(&region, &name, &saved_at).inspect_err(|_| {
                // A checkpoint of so few values saves no work.
                if fs::metadata(&saved_at).is_ok_and(|saved| saved.len() < 1 << 16) {
                    let _ = fs::remove_file(&saved_at);
                }
            })?;
            let (counted, cells) = spool.finish().map_err(|error| cannot_save(&saved_at, &error))?;
            (counted, Box::new(cells))
        };
        // What is solved is not thrown away: work that is to stop stops after it.
        let reported = self.report(Stage::Writing, 0, region.ranks());
        let header = counted.header(&stored.part_name(part)).map_err(|error| Error::from(error).in_file(&path))?;
        file.save(|out| write_cells(&header, cells, out)).map_err(|error| {
            let bytes = header.bytes();
            let text = format!("solved, but its file of {bytes} bytes cannot be written; make room: {error}");
            Error::new(ErrorKind::Io, text).in_file(&path)
        })?;
        // The next run would only look at them in vain.
        for saved in [part_of(&saved_at), saved_at] {
            let _ = fs::remove_file(saved);
        }
        reported
    }

    /// Solves a part in a table, from the checkpoint if there is one.
    fn solve_table<G: Ranked>(&self, region: &Region<'_, G>, name: &str, saved_at: &Path) -> Result<Vec<Cell>, Error> {
        let all = Partition::new(region.ranks(), 1);
        let share = match Share::load_for(&self.threads, region, name, all, 0, saved_at) {
            Ok((share, _)) => share,
            // What is damaged, or of something else, is worth no more than nothing.
            Err(error) if matches!(error.kind(), ErrorKind::NotSolved | ErrorKind::Damaged | ErrorKind::OtherGame) => {
                self.begin(region)?
            }
            Err(error) => return Err(error),
        };
        let mut last_save = Instant::now();
        self.work_backwards(share, |share, is_stopped| {
            if is_stopped || last_save.elapsed() >= CHECKPOINT_INTERVAL {
                let new = NewFile::create(saved_at);
                let saved = new.and_then(|new| new.save(|out| share.write(name, 0, out)));
                saved.map_err(|error| cannot_save(saved_at, &error))?;
                last_save = Instant::now();
            }
            Ok(())
        })
    }

    /// Verifies a part against itself and the parts that moves from it lead to, as [`verify`](Self::verify) does. If
    /// these are right and the game passes its audit, the part is. Takes two bytes for each rank, unless no move stays
    /// inside, and what is read of other parts.
    pub fn verify_part<G: Ranked>(&self, stored: &Stored<G>, part: usize) -> Result<(), Error> {
        let size = stored.parts()[part].size();
        let table = if stored.moves_inside(part) { size.saturating_mul(2) } else { stored.table_bytes(part) };
        let error = |error| stored.in_part(part, error);
        self.allow(table.saturating_add(Cache::MIN)).map_err(error)?;
        let region = stored.region(part, self.memory.map_or(u64::MAX, |allowed| allowed - table))?;
        let file = stored.open_part(part)?;
        let verified = if stored.moves_inside(part) {
            file.load().and_then(|cells| self.verify_region(&region, Trust::Audited, &cells))
        } else {
            self.verify_direct(&region, &file)
        };
        verified.map_err(error)
    }
}

/// The error of a checkpoint that cannot be written.
pub(super) fn cannot_save(path: &Path, error: &io::Error) -> Error {
    let text = format!("cannot write a checkpoint: {error}; make room, and solve the part again");
    Error::new(ErrorKind::Io, text).in_file(path)
}
