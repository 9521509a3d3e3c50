//! The state of a game in the middle of solving, in a file.
//!
//! The name of the game, numbers, and the tables of [`Analysis`], all little-endian, in pieces; and a checksum of all
//! pieces. Unlike a solution it is read only by the version that has written it.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;
use std::sync::atomic::Ordering;

use crate::analysis::Analysis;
use crate::checksum;
use crate::error::{Error, ErrorKind as Kind};
use crate::game::Ranked;
use crate::memory::index;
use crate::partition::{Partition, RanksOfWorker};
use crate::region::Region;
use crate::shares::Share;
use crate::threads::Threads;

const MAGIC: &str = "retrograde checkpoint 4\n";
/// The length of a piece of a table, in bytes.
const PIECE: usize = 1 << 16;

impl<'a, G: Ranked> Share<'a, G> {
    /// Writes all that the worker knows to a file, which has reached the disk then. To be called when everything that
    /// was sent is received; [`load`](Self::load) then continues from here. `number` is returned by that, and should
    /// tell this checkpoint from the worker's others. An existing file is replaced, and an error leaves it incomplete.
    /// Errors name the file.
    ///
    /// Takes as many bytes as the share has memory: two and a quarter for each rank.
    pub fn save(&self, name: &str, number: u64, path: &Path) -> Result<(), Error> {
        let written = File::create(path).and_then(|file| {
            self.analysis.write(name, [number, self.enumerated, self.ply.into()], &file)?;
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
        region: &Region<'a, G>,
        name: &str,
        partition: Partition,
        worker: u64,
        path: &Path,
    ) -> Result<(Self, u64), Error> {
        let ranks = RanksOfWorker { partition, worker };
        let saved = Saved::load(region, name, ranks, &Threads::Single, path)?;
        let mut share = Self::of_analysis(saved.analysis);
        (share.enumerated, share.ply) = (saved.enumerated, saved.plies);
        Ok((share, saved.number))
    }
}

/// What is read from a checkpoint.
pub(crate) struct Saved<'a, G> {
    pub(crate) analysis: Analysis<'a, G>,
    pub(crate) number: u64,
    /// The number of ranks that are enumerated.
    pub(crate) enumerated: u64,
    pub(crate) plies: u16,
}

impl<G: Ranked> Analysis<'_, G> {
    /// Writes all that is known, after `[number, enumerated, plies]`.
    pub(crate) fn write(&self, name: &str, numbers: [u64; 3], out: impl Write) -> io::Result<()> {
        let RanksOfWorker { partition, worker } = self.ranks;
        let mut out = Pieces { file: out, sum: 0 };
        out.write(&head(name, partition.ranks(), partition.workers(), worker))?;
        let counts = [&self.positions, &self.done].map(|count| count.load(Ordering::Relaxed));
        out.write_all(numbers.into_iter().chain(counts).map(u64::to_le_bytes))?;
        out.write_all(self.table.bits().map(u16::to_le_bytes))?;
        out.write_all(self.last.words().map(u64::to_le_bytes))?;
        out.write_all(self.next.words().map(u64::to_le_bytes))?;
        out.write_all(self.pending.bits().map(u16::to_le_bytes))?;
        out.write_all(self.last_exits.iter().map(|plies| plies.load(Ordering::Relaxed).to_le_bytes()))?;
        let sum = out.sum;
        out.write(&sum.to_le_bytes())
    }
}

impl<'a, G: Ranked> Saved<'a, G> {
    pub(crate) fn load(
        region: &Region<'a, G>,
        name: &str,
        ranks: RanksOfWorker,
        threads: &Threads,
        path: &Path,
    ) -> Result<Self, Error> {
        let read = |error: io::Error| match error.kind() {
            ErrorKind::UnexpectedEof => Error::new(Kind::NotSolved, "the checkpoint is incomplete"),
            ErrorKind::NotFound => Error::new(Kind::NotSolved, "the checkpoint does not exist"),
            _ => error.into(),
        };
        let loaded = File::open(path).map_err(read).and_then(|file| {
            let analysis = Analysis::new(region.clone(), ranks, threads)?;
            let mut input = Pieces { file: &file, sum: 0 };
            let numbers = analysis.read(name, &mut input).map_err(read)?;
            let [number, enumerated, plies] = numbers.map_err(|text| Error::new(Kind::OtherGame, text))?;
            let (sum, mut rest) = (input.sum, Vec::new());
            input.file.read_to_end(&mut rest)?;
            match u16::try_from(plies) {
                Ok(plies) if rest == sum.to_le_bytes() => Ok(Self { analysis, number, enumerated, plies }),
                _ => Err(Error::new(Kind::Damaged, "the checkpoint is damaged")),
            }
        });
        loaded.map_err(|error| error.in_file(path))
    }
}

impl<G: Ranked> Analysis<'_, G> {
    /// Reads what [`write`](Self::write) has written, and returns the numbers, or says what else it is.
    fn read(&self, name: &str, input: &mut Pieces<&File>) -> io::Result<Result<[u64; 3], String>> {
        let RanksOfWorker { partition, worker } = self.ranks;
        let expected = head(name, partition.ranks(), partition.workers(), worker);
        let found = input.read(expected.len())?;
        if found != expected {
            let workers = u64::from_le_bytes(found[MAGIC.len()..].as_chunks().0[0]);
            let is_divided_otherwise = found == head(name, partition.ranks(), workers, worker);
            return Ok(Err(if is_divided_otherwise {
                format!("a checkpoint of {workers} workers, not of {}", partition.workers())
            } else {
                "not a checkpoint of this share of this game by this version".to_owned()
            }));
        }
        let mut numbers = [0; 5];
        input.read_all(5, |at, bytes| numbers[at] = u64::from_le_bytes(bytes))?;
        let [number, enumerated, plies, positions, done] = numbers;
        input.read_all(index(self.ranks.count()), |at, bits| self.table.set_bits(at, u16::from_le_bytes(bits)))?;
        for set in [&self.last, &self.next] {
            input.read_all(set.words().count(), |at, bits| set.set_word(at, u64::from_le_bytes(bits)))?;
        }
        input.read_all(self.last_exits.len(), |at, bits| self.pending.set_bits(at, u16::from_le_bytes(bits)))?;
        input.read_all(self.last_exits.len(), |at, bits| {
            self.last_exits[at].store(u16::from_le_bytes(bits), Ordering::Relaxed);
        })?;
        self.positions.store(positions, Ordering::Relaxed);
        self.done.store(done, Ordering::Relaxed);
        Ok(Ok([number, enumerated, plies]))
    }
}

/// What a checkpoint of a share starts with.
fn head(name: &str, ranks: u64, workers: u64, worker: u64) -> Vec<u8> {
    let numbers = [workers, worker, ranks, name.len() as u64];
    let numbers = numbers.into_iter().flat_map(u64::to_le_bytes);
    MAGIC.bytes().chain(numbers).chain(name.bytes()).collect()
}

/// A file in pieces, and their checksum so far.
struct Pieces<F> {
    file: F,
    sum: u64,
}

impl<F> Pieces<F> {
    fn add(&mut self, piece: &[u8]) {
        self.sum = checksum::of_numbers([self.sum, checksum::of_bytes(piece)]);
    }
}

impl<F: Write> Pieces<F> {
    fn write(&mut self, piece: &[u8]) -> io::Result<()> {
        self.add(piece);
        self.file.write_all(piece)
    }

    fn write_all<const N: usize>(&mut self, mut items: impl Iterator<Item = [u8; N]>) -> io::Result<()> {
        let mut piece = Vec::with_capacity(PIECE);
        loop {
            piece.clear();
            items.by_ref().take(PIECE / N).for_each(|item| piece.extend_from_slice(&item));
            if piece.is_empty() {
                return Ok(());
            }
            self.write(&piece)?;
        }
    }
}

impl<F: Read> Pieces<F> {
    fn read(&mut self, length: usize) -> io::Result<Vec<u8>> {
        let mut piece = vec![0; length];
        self.file.read_exact(&mut piece)?;
        self.add(&piece);
        Ok(piece)
    }

    fn read_all<const N: usize>(&mut self, count: usize, mut store: impl FnMut(usize, [u8; N])) -> io::Result<()> {
        for start in (0..count).step_by(PIECE / N) {
            let piece = self.read((count - start).min(PIECE / N) * N)?;
            let items = piece.chunks_exact(N).map(|item| item.try_into().expect("items of this length"));
            (start..).zip(items).for_each(|(at, item)| store(at, item));
        }
        Ok(())
    }
}

/// The error of a checkpoint that cannot be written.
pub(super) fn cannot_save(path: &Path, error: &io::Error) -> Error {
    let text = format!("cannot write a checkpoint: {error}; make room, and solve the part again");
    Error::new(Kind::Io, text).in_file(path)
}
