//! Checkpoints of all workers together, from which a run that was cut is continued.
//!
//! At the end of a round each worker writes what it knows to `….checkpoint-new`. When all have, which takes a round,
//! each gives the file the name `….checkpoint`, in the place of the one before. So wherever a run is cut, there is a
//! number that all workers have a whole file of, under one name or the other, or no worker has a `….checkpoint` yet.

use std::fmt::Display;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use retrograde::Ranked;
use retrograde::shares::{Partition, Share, ShareFile};

use crate::ClusterError;
use crate::job::Stopped;
use crate::peers::Peers;

/// The checkpoints of a worker.
pub(crate) struct Checkpoints {
    partition: Partition,
    worker: u64,
    last: PathBuf,
    new: PathBuf,
    /// The number of the last one. Numbers ascend, and are not zero.
    number: u64,
    /// When it was written, or the run has begun.
    time: Instant,
}

impl Checkpoints {
    pub(crate) fn new(path: &Path, partition: Partition, worker: u64) -> Self {
        let last = path_of(path, partition, worker);
        let new = last.with_extension("checkpoint-new");
        Self { partition, worker, last, new, number: 0, time: Instant::now() }
    }

    /// The newest state that all workers have; `None` if none of them has any.
    pub(crate) fn load<'g, G: Ranked>(
        &mut self,
        peers: &mut Peers<'_>,
        game: &'g G,
    ) -> Result<Option<Share<&'g G>>, Stopped> {
        let job = peers.job;
        let load = |path: &Path| Share::load(game, job.name, self.partition, self.worker, path);
        let number = |path: &Path| match load(path) {
            Ok((_, number)) => Ok(number),
            Err(error) => match error.kind() {
                ErrorKind::NotFound => Ok(0),
                // The run was cut while it was written.
                ErrorKind::InvalidData if path == self.new => Ok(0),
                ErrorKind::InvalidData => Err(ClusterError::Worker(format!(
                    "{error}; put a copy in its place, or remove the checkpoints of all workers to begin again"
                ))),
                _ => Err(ClusterError::Worker(error.to_string())),
            },
        };
        job.fail_on_error(self.check_number_of_workers(job.checkpoints))?;
        let [last, new] = [&self.last, &self.new].map(|path| number(path));
        let own = [job.fail_on_error(last)?, job.fail_on_error(new)?];
        let of_all = peers.agree(&own)?;
        let is_common = |number: &u64| *number > 0 && of_all.iter().all(|numbers| numbers.contains(number));
        let Some(number) = own.into_iter().filter(is_common).max() else {
            return job.fail_on_error(self.check_none_is_left(job.checkpoints, &of_all)).map(|()| None);
        };
        if own[0] != number {
            job.fail_on_error(fs::rename(&self.new, &self.last).map_err(|error| cannot_write(&self.last, &error)))?;
        }
        let loaded = load(&self.last).map_err(|error| ClusterError::Worker(error.to_string()));
        self.number = number;
        job.fail_on_error(loaded).map(|(share, _)| Some(share))
    }

    /// An error if there is a checkpoint of another number of workers.
    fn check_number_of_workers(&self, path: &Path) -> Result<(), ClusterError> {
        let folder = folder_of(path);
        let entries = fs::read_dir(folder).map_err(|error| cannot_write(folder, &error))?;
        for entry in entries.flatten() {
            let name = entry.file_name();
            let share = name.to_str().and_then(|name| name.strip_suffix(".checkpoint"));
            let workers = share.and_then(|share| ShareFile::numbers(path, share.as_ref())).map(|(_, workers)| workers);
            if let Some(workers) = workers.filter(|workers| *workers != self.partition.workers()) {
                return Err(ClusterError::Worker(format!(
                    "{} is a checkpoint of {workers} workers; start as many, or remove it to begin again",
                    entry.path().display()
                )));
            }
        }
        Ok(())
    }

    /// An error if a worker has a checkpoint that belongs to all, although some have another or none.
    fn check_none_is_left(&self, path: &Path, of_all: &[Vec<u64>]) -> Result<(), ClusterError> {
        let newest = of_all.iter().filter_map(|numbers| numbers.first()).max().filter(|newest| **newest > 0);
        let is_without = |newest: &u64| of_all.iter().position(|numbers| !numbers.contains(newest));
        let Some(without) = newest.and_then(is_without) else { return Ok(()) };
        Err(ClusterError::Worker(format!(
            "{} is not of the same moment as the checkpoints of other workers, or missing; \
             put the right one in its place, or remove all of them to begin again",
            path_of(path, self.partition, without as u64).display()
        )))
    }

    /// The number of the next checkpoint if the time for it has come; otherwise 0.
    pub(crate) fn due(&self, interval: Duration) -> u64 {
        if self.time.elapsed() < interval {
            return 0;
        }
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
        u64::try_from(now).unwrap_or(0).max(self.number + 1)
    }

    /// Writes a checkpoint together with all workers, at the end of a round.
    pub(crate) fn save<G: Ranked>(
        &mut self,
        peers: &mut Peers<'_>,
        share: &Share<G>,
        number: u64,
    ) -> Result<(), Stopped> {
        let job = peers.job;
        let saved = share.save(job.name, number, &self.new).map_err(|error| {
            // Others may need the space.
            let _ = fs::remove_file(&self.new);
            io_error(with_text("cannot write a checkpoint", &error))
        });
        job.fail_on_error(saved)?;
        peers.agree(&[])?;
        job.fail_on_error(fs::rename(&self.new, &self.last).map_err(|error| cannot_write(&self.last, &error)))?;
        (self.number, self.time) = (number, Instant::now());
        Ok(())
    }

    /// Removes the checkpoints when all shares have their names. They stay complete until no worker has a last one.
    pub(crate) fn remove(&self, peers: &mut Peers<'_>) -> Result<(), Stopped> {
        let job = peers.job;
        let done = |result: io::Result<()>| match result {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(cannot_write(&self.last, &error)),
            _ => Ok(()),
        };
        job.fail_on_error(done(fs::rename(&self.last, &self.new)))?;
        peers.agree(&[])?;
        job.fail_on_error(done(fs::remove_file(&self.new)))
    }
}

/// An error of reading or writing a file, and what to do about it.
#[expect(clippy::needless_pass_by_value, reason = "it is the form that `map_err` calls")]
pub(crate) fn io_error(error: io::Error) -> ClusterError {
    use ErrorKind::{FileTooLarge, PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull};
    let first = match error.kind() {
        FileTooLarge | QuotaExceeded | StorageFull => "free some space, then ",
        PermissionDenied | ReadOnlyFilesystem => "make the folder writable or name another, then ",
        _ => "",
    };
    ClusterError::Worker(format!(
        "{error}; {first}start all processes again, and they continue from their last checkpoint"
    ))
}

pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn path_of(path: &Path, partition: Partition, worker: u64) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}-of-{}.checkpoint", worker + 1, partition.workers()));
    name.into()
}

fn cannot_write(path: &Path, error: &io::Error) -> ClusterError {
    io_error(with_text(path.display(), error))
}

/// The error with a text before it.
fn with_text(text: impl Display, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{text}: {error}"))
}
