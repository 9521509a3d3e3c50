//! Checkpoints of all processes together, from which a run that was cut continues.
//!
//! Each process has two files, and writes them in turn, at the end of the same rounds as all others. None begins to
//! write one before all have written the other. So wherever a run is cut, there is a number that all have a whole file
//! of, or none has a whole file.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{array, fs};

use retrograde::Ranked;
use retrograde::shares::{Partition, Share};

use crate::round::agree;
use crate::{Cluster, ClusterError, Processes};

/// The checkpoints of a process.
pub(crate) struct Checkpoints {
    partition: Partition,
    process: usize,
    /// The path without the number of the process.
    path: PathBuf,
    /// The number of the last one, or 0.
    number: u64,
    /// When it was written, or the run has begun.
    time: Instant,
}

impl Checkpoints {
    /// The checkpoints of a run whose solution is written to `path`.
    pub(crate) fn new(cluster: &Cluster<'_>, path: &Path, partition: Partition, process: usize) -> Self {
        let path = match (&cluster.checkpoint_folder, path.file_name()) {
            (Some(folder), Some(name)) => folder.join(name),
            _ => path.to_owned(),
        };
        Self { partition, process, path, number: 0, time: Instant::now() }
    }

    /// The file of a process for checkpoints of this number.
    fn file(&self, process: usize, number: u64) -> PathBuf {
        let mut name = self.path.as_os_str().to_owned();
        name.push(format!(".{}-of-{}.checkpoint-{}", process + 1, self.partition.workers(), number % 2));
        name.into()
    }

    /// The newest state that all processes have; `None` if none of them has any.
    pub(crate) fn load<'g, G: Ranked>(
        &mut self,
        processes: &mut impl Processes,
        game: &'g G,
        name: &str,
    ) -> Result<Option<Share<&'g G>>, ClusterError> {
        let load =
            |number| Share::load(game, name, self.partition, self.process as u64, &self.file(self.process, number));
        let number = |slot| match load(slot) {
            Ok((_, number)) => Ok(number),
            // The run was cut before it was written, or meanwhile.
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::UnexpectedEof) => Ok(0),
            Err(error) => {
                let advice = "put a copy in its place, or remove the checkpoints of all processes to begin again";
                Err(format!("{error}; {advice}"))
            }
        };
        let own = self.check_count().and_then(|()| Ok([number(0)?, number(1)?]));
        let of_all = agree(processes, own)?;
        let lacks = |number: u64| of_all.iter().position(|numbers| !numbers.contains(&number));
        // All have the same numbers, so all find the same. Number 0 is the beginning, before the first checkpoint.
        let newest = of_all.iter().flatten().copied().max().unwrap_or(0);
        let common = [newest, newest.saturating_sub(1)].into_iter().find(|number| lacks(*number).is_none());
        let Some(number) = common else {
            let process = lacks(newest).expect("a process without it");
            let text = format!(
                "{} is not of the same moment as the checkpoints of other processes, or missing; \
                 put the right one in its place, or remove all of them to begin again",
                self.file(process, newest).display()
            );
            return Err(ClusterError { process: Some(process), text });
        };
        if number == 0 {
            return Ok(None);
        }
        let loaded = load(number).map_err(|error| error.to_string());
        agree(processes, loaded.as_ref().map(|_| []).map_err(Clone::clone))?;
        self.number = number;
        Ok(loaded.ok().map(|(share, _)| share))
    }

    /// An error if there is a checkpoint of another number of processes.
    fn check_count(&self) -> Result<(), String> {
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let entries = fs::read_dir(folder).map_err(|error| io_error(with_path(folder, &error)))?;
        let start = self.path.file_name().unwrap_or_default().to_string_lossy().into_owned() + ".";
        for entry in entries.flatten() {
            let name = entry.file_name();
            let numbers = name.to_str().and_then(|name| name.strip_prefix(&start)?.split_once(".checkpoint-"));
            let numbers = numbers.and_then(|(numbers, _)| numbers.split_once("-of-"));
            let numbers = numbers.and_then(|(number, count)| number.parse::<u64>().and(count.parse::<u64>()).ok());
            if let Some(count) = numbers.filter(|count| *count != self.partition.workers()) {
                return Err(format!(
                    "{} is a checkpoint of {count} processes; start {count}, or remove it to begin again",
                    entry.path().display()
                ));
            }
        }
        Ok(())
    }

    /// Whether the time for the next one has come.
    pub(crate) fn is_due(&self, interval: Duration) -> bool {
        self.time.elapsed() >= interval
    }

    /// Writes a checkpoint together with all processes, at the end of a round that may have failed.
    pub(crate) fn save<G: Ranked>(
        &mut self,
        processes: &mut impl Processes,
        share: Result<&Share<G>, &String>,
        name: &str,
    ) -> Result<(), ClusterError> {
        let number = self.number + 1;
        let file = self.file(self.process, number);
        let saved = share.map_err(Clone::clone).and_then(|share| {
            share.save(name, number, &file).map_err(|error| {
                // Others may need the space.
                let _ = fs::remove_file(&file);
                io_error(io::Error::new(error.kind(), format!("cannot write a checkpoint: {error}")))
            })
        });
        agree(processes, saved.map(|()| []))?;
        (self.number, self.time) = (number, Instant::now());
        Ok(())
    }

    /// Removes the checkpoints when the solution has its name.
    pub(crate) fn remove(&self, processes: &mut impl Processes) -> Result<(), ClusterError> {
        let [one, other] = array::from_fn(|slot| {
            let file = self.file(self.process, slot as u64);
            match fs::remove_file(&file) {
                Err(error) if error.kind() != ErrorKind::NotFound => Err(io_error(with_path(&file, &error))),
                _ => Ok([]),
            }
        });
        agree(processes, one.and(other)).map(drop)
    }
}

fn with_path(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// An error of reading or writing a file, and what to do about it.
#[expect(clippy::needless_pass_by_value, reason = "it is the form that `map_err` calls")]
pub(crate) fn io_error(error: io::Error) -> String {
    use ErrorKind::{FileTooLarge, PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull};
    let first = match error.kind() {
        FileTooLarge | QuotaExceeded | StorageFull => "free some space, then ",
        PermissionDenied | ReadOnlyFilesystem => "make the folder writable or name another, then ",
        _ => "",
    };
    format!("{error}; {first}run the same command again, and it continues from its last checkpoint")
}
