//! Solving and verifying the parts of a game, one after another, in a folder.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use super::layout::Counted;
use super::lock::Lock;
use super::one::{MIN_CACHE, OneFile};
use super::save::NewFile;
use super::stored::Stored;
use crate::cell::Cell;
use crate::error::{Error, ErrorKind};
use crate::game::Ranked;
use crate::partition::Partition;
use crate::progress::Stage;
use crate::rank_set::SPAN;
use crate::region::Region;
use crate::reverse_graph::ReverseGraph;
use crate::share::Share;
use crate::solver::Solver;
use crate::verify::Trust;

/// The time between two checkpoints of a part.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(600);

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
        // What is solved is not thrown away: work that is to stop stops after it.
        let report = || self.report(Stage::Writing, 0, region.ranks());
        if stored.moves_inside(part) {
            let cells = self.solve_table(&region, &name, &saved_at)?;
            let reported = report();
            stored.write(part, file, &Counted::of(&cells), cells.into_iter().map(Ok)).and(reported)
        } else {
            let spool = self.solve_direct(&region, &name, &saved_at).inspect_err(|_| {
                // A checkpoint of so few values saves no work.
                if fs::metadata(&saved_at).is_ok_and(|saved| saved.len() < 1 << 16) {
                    let _ = fs::remove_file(&saved_at);
                }
            })?;
            let (counted, cells) = spool.finish().map_err(|error| cannot_save(&saved_at, &error))?;
            let reported = report();
            stored.write(part, file, &counted, cells).and(reported)
        }
    }

    /// Solves a part in a table, from the checkpoint if there is one.
    fn solve_table<'g, G: Ranked>(
        &self,
        region: &'g Region<'g, G>,
        name: &str,
        saved_at: &Path,
    ) -> Result<Vec<Cell>, Error> {
        let all = Partition::new(region.ranks(), 1);
        let share = Share::empty(region, all, 0, &self.threads)?;
        let share = match share.loaded(name, saved_at) {
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
    /// these are right and the game passes its audit, the part is. Takes two bytes for each rank if a move stays
    /// inside and that is allowed, and what is read of files, at least 2 MB.
    pub fn verify_part<G: Ranked>(&self, stored: &Stored<G>, part: usize) -> Result<(), Error> {
        let size = stored.parts()[part].size();
        let table = size.saturating_mul(2);
        if !stored.moves_inside(part) || self.allow(table.saturating_add(MIN_CACHE)).is_err() {
            return self.verify_share(stored, part, Partition::new(size, 1), 0);
        }
        // In a table values are found in nine tenths of the time.
        let verified =
            stored.region(part, self.memory.map_or(u64::MAX, |allowed| allowed - table)).and_then(|region| {
                let cells = stored.open_part(part)?.load()?;
                self.verify_region(&region, Trust::Audited, &cells)
            });
        verified.map_err(|error| stored.in_part(part, error))
    }

    /// Does the share of a worker of [`verify_part`](Self::verify_part). If the shares of all workers pass, the part is
    /// right.
    ///
    /// # Panics
    ///
    /// If the partition has another number of ranks than the part.
    pub fn verify_share<G: Ranked>(
        &self,
        stored: &Stored<G>,
        part: usize,
        partition: Partition,
        worker: u64,
    ) -> Result<(), Error> {
        assert_eq!(partition.ranks(), stored.parts()[part].size(), "the partition is one of another part");
        let verified = self.allow(2 * MIN_CACHE).and_then(|()| {
            // Half for the part itself, half for those that its moves lead to.
            let bytes = self.memory.map_or(u64::MAX, |allowed| allowed / 2);
            let (region, mut file) = (stored.region(part, bytes)?, stored.open_part(part)?);
            OneFile::cache(bytes, [&mut file]);
            file.check(|_, _| {})?;
            self.for_each_piece(Stage::Verifying, partition.ranks_of(worker), SPAN, |span| {
                let ranks = span.map(|index| partition.rank(worker, index));
                region.verify(ranks, Trust::Audited, |rank| Ok(file.cell(rank)?.value()))
            })
        });
        verified.map_err(|error| stored.in_part(part, error))
    }
}

/// The error of a checkpoint that cannot be written.
pub(super) fn cannot_save(path: &Path, error: &io::Error) -> Error {
    let text = format!("cannot write a checkpoint: {error}; make room, and solve the part again");
    Error::new(ErrorKind::Io, text).in_file(path)
}
