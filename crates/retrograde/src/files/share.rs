//! The files of a solution that several workers have solved together, one for the share of each.
//!
//! All of them have the checksum of the whole solution, so shares of different runs fit together if and only if their
//! solutions are the same.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{fs, io};

use super::error::{LoadError, LoadErrorKind};
use super::layout::Header;
use super::one::OneFile;
use super::save::{NewFile, folder_of, for_each_file, remove_incomplete_files, with_path, with_suffix, write_cells};
use crate::cell::Cell;
use crate::game::Ranked;
use crate::memory::{filled, index};
use crate::partition::Partition;
use crate::shares::SolvedShare;

/// The file of a share under a temporary name with the extension `.part`. Created before the share is solved, so that
/// nothing is solved in vain, it gets its name by [`commit`](Self::commit) when all workers have written theirs, so
/// that an error of one of them leaves no share of the others. Dropping it removes the file. Errors name the file.
#[derive(Debug)]
#[must_use = "the file is removed unless it is committed"]
pub struct ShareFile {
    new: NewFile,
    /// The path in errors.
    path: PathBuf,
    partition: Partition,
    worker: u64,
    is_written: bool,
}

impl ShareFile {
    /// Creates the file beside its final name: the path of the solution with `.1-of-4` appended for the first of four
    /// workers. An existing file, links and permissions are treated as by
    /// [`Solution::save`](crate::Solution::save). What a process left behind that was killed while it worked on the
    /// same share is removed; therefore no two processes may do so at the same time.
    pub fn create(path: &Path, partition: Partition, worker: u64) -> io::Result<Self> {
        let path = path_of_share(path, worker, partition.workers());
        let is_of_share = |name: &OsStr| suffix_of(name, &path).is_some();
        let removed = remove_incomplete_files(folder_of(&path), is_of_share);
        let new = removed.and_then(|()| NewFile::create(&path)).map_err(|error| with_path(&path, &error))?;
        Ok(Self { new, path, partition, worker, is_written: false })
    }

    /// Writes the share to the file, which has reached the disk then, in the [format](crate::Solution::write) of a
    /// solution: with all that [`Stored::open`](super::Stored::open) and [`Solution::load`](crate::Solution::load) need
    /// to read the files of all workers as one. Returns its header, which counts the positions of this share alone.
    ///
    /// `checksum` is the checksum of the whole solution, the sum of [the checksums of all
    /// shares](SolvedShare::checksum); `name` is the name of the game, as for
    /// [`Solution::write`](crate::Solution::write).
    ///
    /// # Panics
    ///
    /// If the file was created for another share.
    pub fn write(&mut self, name: &str, checksum: u64, share: &SolvedShare) -> io::Result<Header> {
        let (partition, worker, cells) = (share.partition(), share.worker(), share.cells());
        assert!((self.partition, self.worker) == (partition, worker), "the file is not one of this share");
        let header = Header::new(name, checksum, partition, worker, cells);
        let written = header.and_then(|header| self.new.write(|out| write_cells(&header, cells, out)).map(|()| header));
        self.is_written |= written.is_ok();
        written.map_err(|error| with_path(&self.path, &error))
    }

    /// Reads the share of a worker of the solution of `path`, and checks every byte of it. The header counts the
    /// positions of the share alone. Whether the checksums of all shares add up to its [`checksum`](Header::checksum) is
    /// not checked.
    pub fn read<G: Ranked>(
        path: &Path,
        partition: Partition,
        worker: u64,
        game: &G,
        name: &str,
    ) -> Result<(SolvedShare, Header), LoadError> {
        let path = path_of_share(path, worker, partition.workers());
        let workers = partition.workers();
        let file = OneFile::open(&path, game, name, Some((worker, workers))).map_err(|error| {
            if error.is_not_found() { LoadError::new(&path, LoadErrorKind::MissingShare { workers }) } else { error }
        })?;
        let cells = filled(file.header.own_ranks(), || Cell::NO_POSITION);
        let mut cells = cells.map_err(|error| file.error(error.into()))?;
        file.visit_cells(|rank, cell| cells[index(rank)] = cell).map_err(|kind| file.error(kind))?;
        Ok((SolvedShare::new(file.header.partition, worker, cells), file.header))
    }

    /// The number of the worker, from 1 on, and of workers, if a file of this name beside the solution of `path` is a
    /// share of it.
    #[must_use]
    pub fn numbers(path: &Path, name: &OsStr) -> Option<(u64, u64)> {
        let suffix = suffix_of(name, path)?;
        let (number, workers) = suffix.split_once("-of-")?;
        let (number, workers) = (number.parse().ok()?, workers.parse().ok()?);
        // There are other ways to write a number, but only one in which it is displayed.
        let is_share = (1..=workers).contains(&number) && format!("{number}-of-{workers}") == suffix;
        is_share.then_some((number, workers))
    }

    /// Gives the file its own name. An existing file is replaced. If there is an error, for instance because nothing
    /// was written, the temporary file is removed.
    pub fn commit(self) -> io::Result<()> {
        if !self.is_written {
            return Err(with_path(&self.path, &io::Error::other("no share was written to it")));
        }
        self.new.commit().map_err(|error| match with_path(&self.path, &error) {
            error if error.kind() == io::ErrorKind::NotFound => {
                io::Error::other(format!("{error}; does another run write the same solution?"))
            }
            error => error,
        })
    }

    /// Removes what earlier runs have left in the place of the solution of `path`, and what would be read instead of
    /// the shares of `workers` workers or beside them: a whole solution, and shares of another number of workers. To be
    /// called when all shares are committed.
    pub fn remove_earlier(path: &Path, workers: u64) -> io::Result<()> {
        let remove = |file: &Path| match fs::remove_file(file) {
            // Another worker may have been faster.
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(with_path(file, &error)),
            _ => Ok(()),
        };
        for_each_file(folder_of(path), |name, file| {
            let is_other = ShareFile::numbers(path, name).is_some_and(|(_, others)| others != workers);
            if is_other { remove(file) } else { Ok(()) }
        })?;
        remove(path)
    }
}

fn path_of_share(path: &Path, worker: u64, workers: u64) -> PathBuf {
    with_suffix(path, &format!("{}-of-{workers}", worker.saturating_add(1)))
}

/// Finds all shares of a solution that is not in its own file, in the order of the workers. Of several complete sets,
/// or of several incomplete ones, it takes the set of the smallest number of workers.
pub(super) fn find_shares(path: &Path, not_found: LoadError) -> Result<Vec<PathBuf>, LoadError> {
    let mut found = BTreeMap::<u64, BTreeSet<u64>>::new();
    let add = |name: &OsStr, _: &Path| {
        if let Some((number, workers)) = ShareFile::numbers(path, name) {
            found.entry(workers).or_default().insert(number);
        }
        Ok(())
    };
    for_each_file(folder_of(path), add).map_err(|error| LoadError::new(path, LoadErrorKind::Io(error)))?;
    // All numbers of a set are different, from 1 to the number of workers.
    let complete = found.iter().find(|(workers, numbers)| numbers.len() as u64 == **workers);
    if let Some((workers, numbers)) = complete {
        return Ok(numbers.iter().map(|number| path_of_share(path, number - 1, *workers)).collect());
    }
    Err(match found.into_iter().next() {
        None => not_found,
        Some((workers, numbers)) => {
            let missing = (0..workers).find(|worker| !numbers.contains(&(worker + 1))).unwrap_or(0);
            let path = path_of_share(path, missing, workers);
            LoadError::new(&path, LoadErrorKind::MissingShare { workers })
        }
    })
}

/// What follows the name of `path` and a point in the name of a file beside it.
fn suffix_of<'a>(name: &'a OsStr, path: &Path) -> Option<&'a str> {
    let suffix = name.as_encoded_bytes().strip_prefix(path.file_name()?.as_encoded_bytes())?;
    str::from_utf8(suffix.strip_prefix(b".")?).ok()
}
