//! The state of a game in the middle of solving, in a file.
//!
//! The name of the game, numbers, and the tables of [`Share`], all little-endian, in pieces. Unlike a solution it is
//! read only by the version that has written it.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;
use std::sync::atomic::Ordering;

use super::pieces::Pieces;
use crate::error::{Error, ErrorKind as Kind};
use crate::game::Ranked;
use crate::partition::Partition;
use crate::region::Region;
use crate::share::Share;
use crate::threads::Threads;

const MAGIC: &str = "retrograde checkpoint 5\n";

impl<'a, G: Ranked> Share<'a, G> {
    /// Writes all that the worker knows to a file, which has reached the disk then. To be called when everything that
    /// was sent is received; [`load`](Self::load) then continues from here. `number` is returned by that, and should
    /// tell this checkpoint from the worker's others. An existing file is replaced, and an error leaves it incomplete.
    /// Errors name the file.
    ///
    /// Takes as many bytes as the share has memory: two and a quarter for each rank.
    pub fn save(&self, name: &str, number: u64, path: &Path) -> Result<(), Error> {
        let written = File::create(path).and_then(|file| {
            self.write(name, number, &file)?;
            file.sync_all()
        });
        written.map_err(|error| Error::from(error).in_file(path))
    }

    /// Reads what [`save`](Self::save) has written, with its number. The region, its name, the partition and the worker
    /// must be the same.
    ///
    /// # Errors
    ///
    /// [`NotSolved`](Kind::NotSolved) if the file does not exist or is incomplete, [`OtherGame`](Kind::OtherGame) if it
    /// belongs to something else, and [`Damaged`](Kind::Damaged). Errors name the file.
    ///
    /// # Panics
    ///
    /// If the partition has another number of ranks than the region, or no such worker.
    pub fn load(
        region: &'a Region<'a, G>,
        name: &str,
        partition: Partition,
        worker: u64,
        path: &Path,
    ) -> Result<(Self, u64), Error> {
        Self::empty(region, partition, worker, &Threads::Single)?.loaded(name, path)
    }

    /// Writes all that is known, and a number that tells this checkpoint from others.
    pub(super) fn write(&self, name: &str, number: u64, mut out: impl Write) -> io::Result<()> {
        let head = head(name, self.partition, self.worker);
        out.write_all(&head)?;
        let mut out = Pieces::after(out, &head);
        let [positions, done] = [&self.positions, &self.done].map(|count| count.load(Ordering::Relaxed));
        out.write_all([number, self.enumerated, self.ply.into(), positions, done].map(u64::to_le_bytes).into_iter())?;
        for table in [&self.table.states, &self.pending.groups, &self.last_exits] {
            out.write_all(table.iter().map(|bits| bits.load(Ordering::Relaxed).to_le_bytes()))?;
        }
        for set in [&self.last, &self.next] {
            out.write_all(set.words.iter().map(|word| word.load(Ordering::Relaxed).to_le_bytes()))?;
        }
        Ok(())
    }

    /// Reads into a new share what [`write`](Self::write) has written.
    pub(super) fn loaded(mut self, name: &str, path: &Path) -> Result<(Self, u64), Error> {
        let Self { partition, worker, .. } = self;
        let read = |error: io::Error| match error.kind() {
            ErrorKind::UnexpectedEof => Error::new(Kind::NotSolved, "the checkpoint is incomplete"),
            ErrorKind::NotFound => Error::new(Kind::NotSolved, "the checkpoint does not exist"),
            ErrorKind::InvalidData => Error::new(Kind::Damaged, "the checkpoint is damaged"),
            _ => error.into(),
        };
        let loaded = File::open(path).map_err(read).and_then(|mut file| {
            let expected = head(name, partition, worker);
            let mut found = vec![0; expected.len()];
            file.read_exact(&mut found).map_err(read)?;
            if found != expected {
                let workers = u64::from_le_bytes(found[MAGIC.len()..].as_chunks().0[0]);
                return Err(Error::new(
                    Kind::OtherGame,
                    if found == head(name, Partition::new(partition.ranks(), workers), worker) {
                        format!("a checkpoint of {workers} workers, not of {}", partition.workers())
                    } else {
                        "not a checkpoint of this share of this game by this version".to_owned()
                    },
                ));
            }
            self.read(Pieces::after(&file, &expected)).map_err(read)
        });
        loaded.map(|number| (self, number)).map_err(|error| error.in_file(path))
    }

    fn read(&mut self, mut input: Pieces<&File>) -> io::Result<u64> {
        let mut numbers = [0; 5];
        input.read_all(5, |at, bytes| numbers[at] = u64::from_le_bytes(bytes))?;
        let [number, enumerated, ply, positions, done] = numbers;
        for table in [&self.table.states, &self.pending.groups, &self.last_exits] {
            let store = |at: usize, bytes| table[at].store(u16::from_le_bytes(bytes), Ordering::Relaxed);
            input.read_all(table.len(), store)?;
        }
        for set in [&self.last, &self.next] {
            input.read_all(set.words.len(), |at, bytes| set.set_word(at, u64::from_le_bytes(bytes)))?;
        }
        self.ply = u16::try_from(ply).map_err(|_| ErrorKind::InvalidData)?;
        (self.positions, self.done) = (positions.into(), done.into());
        (self.enumerated, self.is_started) = (enumerated, true);
        Ok(number)
    }
}

/// What a checkpoint of a share starts with.
fn head(name: &str, partition: Partition, worker: u64) -> Vec<u8> {
    let numbers = [partition.workers(), worker, partition.ranks(), name.len() as u64];
    let numbers = numbers.into_iter().flat_map(u64::to_le_bytes);
    MAGIC.bytes().chain(numbers).chain(name.bytes()).collect()
}
