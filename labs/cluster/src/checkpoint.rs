//! Checkpoints of all processes together, from which a run that was cut continues.
//!
//! Each process has two files, and writes them in turn, at the end of the same rounds as all others. None begins to
//! write one before all have written the other. So wherever a run is cut, there is a number that all have a whole file
//! of, or none has a whole file.

use std::path::PathBuf;
use std::{fmt, fs};

use retrograde::solver::{Partition, Region, Share};
use retrograde::{ErrorKind, Ranked};

use crate::round::{agree, round};
use crate::{ClusterError, Processes};

/// The checkpoints of a process.
pub(crate) struct Checkpoints<'a> {
    /// What tells them from checkpoints of another part, or of another solution of the parts that moves lead to.
    pub(crate) name: &'a str,
    pub(crate) partition: Partition,
    pub(crate) process: u64,
    /// The path that theirs begin with.
    pub(crate) base: PathBuf,
    /// The number of the last one, or 0.
    pub(crate) number: u64,
}

impl Checkpoints<'_> {
    /// The file for checkpoints of this number.
    fn file(&self, number: u64) -> PathBuf {
        let mut name = self.base.as_os_str().to_owned();
        name.push(format!(".process-{}.checkpoint-{}", self.process, number % 2));
        name.into()
    }

    /// The newest state that all processes have; `None` if none of them has any.
    pub(crate) fn load<'g, G: Ranked>(
        &mut self,
        processes: &mut impl Processes,
        region: &'g Region<'g, G>,
    ) -> Result<Option<Share<'g, G>>, ClusterError> {
        let load = |number| Share::load(region, self.name, self.partition, self.process, &self.file(number));
        let number = |slot| match load(slot) {
            Ok((_, number)) => Ok(number),
            // The run was cut before it was written, or meanwhile.
            Err(error) if error.kind() == ErrorKind::NotSolved => Ok(0),
            Err(error) => Err(to_replace(&error.to_string())),
        };
        let own = number(0).and_then(|even| Ok([even, number(1)?]));
        let (of_all, _) = round(processes, own.clone().map(|[even, odd]| ([even, odd, 0, 0], Vec::new())))?;
        // Number 0 is the beginning, before the first checkpoint.
        let newest = of_all.iter().flatten().copied().max().unwrap_or(0);
        let have = |number| of_all.iter().all(|numbers| numbers[..2].contains(&number));
        let common = [newest, newest.saturating_sub(1)].into_iter().find(|number| have(*number));
        let own = match common {
            None if matches!(own, Ok(own) if !own.contains(&newest)) => {
                let file = self.file(newest);
                Err(to_replace(&format!("{} is missing, or not of the same moment as the others", file.display())))
            }
            common => Ok(common.unwrap_or(0)),
        };
        let number = agree(processes, own)?;
        if number == 0 {
            return Ok(None);
        }
        let (share, _) = agree(processes, load(number))?;
        self.number = number;
        Ok(Some(share))
    }

    /// Writes a checkpoint together with all processes, at the end of a round.
    pub(crate) fn save<G: Ranked>(
        &mut self,
        processes: &mut impl Processes,
        share: &Share<'_, G>,
    ) -> Result<(), ClusterError> {
        self.number += 1;
        let file = self.file(self.number);
        let saved = share.save(self.name, self.number, &file).map_err(|error| {
            // Others may need the space.
            let _ = fs::remove_file(&file);
            format!("cannot write a checkpoint: {}", io_error(error))
        });
        agree(processes, saved)
    }

    /// Removes the checkpoints when the solution has its name. The next run replaces what cannot be removed.
    pub(crate) fn remove(&self) {
        let _ = [0, 1].map(|number| fs::remove_file(self.file(number)));
    }
}

fn to_replace(error: &str) -> String {
    format!("{error}; put the right one in its place, or remove the checkpoints of all processes to begin again")
}

/// An error of writing a file, and what to do about it.
pub(crate) fn io_error(error: impl fmt::Display) -> String {
    format!("{error}; when that is fixed, the same command continues from the last checkpoint, if there is one")
}
