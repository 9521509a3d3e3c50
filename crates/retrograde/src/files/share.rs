//! The files of a solution that several workers have solved together, one for the share of each.
//!
//! All of them have the checksum of the whole solution, so shares of different runs fit together if and only if their
//! solutions are the same.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::files::layout::Header;
use crate::files::save::{NewFile, name_too_long, with_path, write_cells};
use crate::shares::{Partition, SolvedShare};

/// The file of a share under a temporary name with the extension `.part`. It is created before the share is solved, so
/// that a share that cannot be written is not solved in vain, and gets its name by [`commit`](Self::commit) when all
/// workers have written theirs, so that an error of one of them leaves no share of the others. Dropping it removes the
/// file.
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
    ///
    /// # Errors
    ///
    /// If the file cannot be created. The error names it.
    pub fn create(path: &Path, partition: Partition, worker: u64) -> io::Result<Self> {
        let path = path_of_share(path, worker, partition.workers());
        let new = remove_incomplete_files(&path).and_then(|()| NewFile::create(&path));
        Ok(Self { new: new.map_err(|error| with_path(&path, &error))?, path, partition, worker, is_written: false })
    }

    /// Writes the share to the file, which has reached the disk then, in the [format](crate::Solution::write) of a
    /// solution: with all that [`Stored::open`](super::Stored::open) and [`Solution::load`](crate::Solution::load) need
    /// to read the files of all workers as one. Returns its header, which counts the positions of this share alone.
    ///
    /// `checksum` is that of the whole solution, the sum of [those of all shares](SolvedShare::checksum); `name` is
    /// that of the game, as for [`Solution::write`](crate::Solution::write).
    ///
    /// # Errors
    ///
    /// As for [`Solution::save`](crate::Solution::save). The error names the file.
    ///
    /// # Panics
    ///
    /// If the file was created for another share.
    pub fn write(&mut self, name: &str, checksum: u64, share: &SolvedShare) -> io::Result<Header> {
        let Self { new, path, partition, worker, is_written } = self;
        assert!((*partition, *worker) == (share.partition(), share.worker()), "the file is not one of this share");
        let header = Header::new(name, checksum, *partition, *worker, share.cells()).ok_or_else(name_too_long);
        let written = header.and_then(|header| {
            new.write(|out| write_cells(&header, share.cells(), out))?;
            *is_written = true;
            Ok(header)
        });
        written.map_err(|error| with_path(path, &error))
    }

    /// Gives the file its own name. An existing file is replaced.
    ///
    /// # Errors
    ///
    /// If nothing was written, or the file cannot be renamed. The error names the file, and the temporary file is
    /// removed.
    pub fn commit(self) -> io::Result<()> {
        if !self.is_written {
            return Err(with_path(&self.path, &io::Error::other("no share was written to it")));
        }
        self.new.commit().map_err(|error| {
            let is_gone = error.kind() == io::ErrorKind::NotFound;
            let error = with_path(&self.path, &error);
            if is_gone {
                io::Error::other(format!("{error}; does another run write the same solution?"))
            } else {
                error
            }
        })
    }

    /// Removes what earlier runs have left in the place of the solution of `path`, and what would be read instead of
    /// the shares of `workers` workers or beside them: a whole solution, and shares of another number of workers. To be
    /// called when all shares are committed.
    ///
    /// # Errors
    ///
    /// If a file cannot be removed. The error names it.
    pub fn remove_earlier(path: &Path, workers: u64) -> io::Result<()> {
        let remove = |file: &Path| match fs::remove_file(file) {
            // Another worker may have been faster.
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(with_path(file, &error)),
            _ => Ok(()),
        };
        for_each_suffix(path, |suffix, file| match parse_numbers(suffix) {
            Some((_, others)) if others != workers => remove(file),
            _ => Ok(()),
        })?;
        remove(path)
    }
}

/// Where the file of a share is, or will be.
pub(super) fn path_of_share(path: &Path, worker: u64, workers: u64) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}-of-{workers}", worker.saturating_add(1)));
    name.into()
}

/// The shares of a solution that are there.
pub(super) enum Shares {
    None,
    /// The paths of all shares, in the order of the workers.
    All(Vec<PathBuf>),
    /// The path of the first share that is missing, and how many there should be.
    Missing {
        path: PathBuf,
        workers: u64,
    },
}

impl Shares {
    /// Finds those of a solution in its folder. Of several complete sets, or of several incomplete ones, it takes that
    /// of the smallest number of workers.
    pub(super) fn find(path: &Path) -> io::Result<Self> {
        let mut found = BTreeMap::<u64, BTreeSet<u64>>::new();
        for_each_suffix(path, |suffix, _| {
            if let Some((number, workers)) = parse_numbers(suffix) {
                found.entry(workers).or_default().insert(number);
            }
            Ok(())
        })?;
        // All numbers of a set are different, from 1 to the number of workers.
        let complete = found.iter().find(|(workers, numbers)| numbers.len() as u64 == **workers);
        if let Some((workers, numbers)) = complete {
            return Ok(Self::All(numbers.iter().map(|number| path_of_share(path, number - 1, *workers)).collect()));
        }
        let Some((workers, numbers)) = found.first_key_value() else { return Ok(Self::None) };
        let missing = (1..=*workers).find(|number| !numbers.contains(number)).unwrap_or(1);
        Ok(Self::Missing { path: path_of_share(path, missing - 1, *workers), workers: *workers })
    }
}

/// The numbers of the worker, from 1 on, and of workers, as they are written in names.
fn parse_numbers(suffix: &str) -> Option<(u64, u64)> {
    let (number, workers) = suffix.split_once("-of-")?;
    let [number, workers] = [number, workers].map(|text| text.parse::<u64>().ok());
    let (number, workers) = (number?, workers?);
    // There are other ways to write a number, but only one in which it is displayed.
    let is_share = (1..=workers).contains(&number) && format!("{number}-of-{workers}") == suffix;
    is_share.then_some((number, workers))
}

/// Removes what was left behind by a process that was killed while it wrote this file.
fn remove_incomplete_files(path: &Path) -> io::Result<()> {
    let is_incomplete = |file: &Path| file.extension().is_some_and(|last| last == "part");
    for_each_suffix(path, |_, file| if is_incomplete(file) { fs::remove_file(file) } else { Ok(()) })
}

/// Calls `visit` for each file beside this one whose name is the same with a point and a suffix: with that and the
/// path.
fn for_each_suffix(path: &Path, mut visit: impl FnMut(&str, &Path) -> io::Result<()>) -> io::Result<()> {
    let Some(name) = path.file_name() else { return Ok(()) };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        let found = entry.file_name();
        let suffix = found.as_encoded_bytes().strip_prefix(name.as_encoded_bytes());
        let suffix = suffix.and_then(|rest| str::from_utf8(rest.strip_prefix(b".")?).ok());
        suffix.map_or(Ok(()), |suffix| visit(suffix, &entry.path()))?;
    }
    Ok(())
}
