//! The state of a share in the middle of solving, in a file.
//!
//! The name of the game, numbers, and the tables of [`Analysis`], all little-endian, in pieces; and a checksum of all
//! pieces. Unlike a solution it is read only by the version that has written it.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;
use std::sync::atomic::Ordering;

use super::save::with_path;
use crate::analysis::Analysis;
use crate::checksum;
use crate::game::Ranked;
use crate::memory::index;
use crate::partition::{Partition, RanksOfWorker};
use crate::shares::Share;
use crate::threads::Threads;

const MAGIC: &str = "retrograde checkpoint 3\n";
/// The length of a piece of a table, in bytes.
const PIECE: usize = 1 << 16;

impl<G: Ranked> Share<G> {
    /// Writes all that the worker knows to a file, which has reached the disk then. To be called when everything that
    /// was sent is received; [`load`](Self::load) then continues from here. `number` is returned by that, and should
    /// tell this checkpoint from the worker's others. An existing file is replaced, and an error leaves it incomplete.
    /// Errors name the file.
    ///
    /// Takes as many bytes as the share has memory: two and a quarter for each rank.
    pub fn save(&self, name: &str, number: u64, path: &Path) -> io::Result<()> {
        let written = File::create(path).and_then(|file| {
            let mut pieces = Pieces { file: &file, sum: 0 };
            self.write(name, number, &mut pieces)?;
            let sum = pieces.sum;
            pieces.write(&sum.to_le_bytes())?;
            file.sync_all()
        });
        written.map_err(|error| with_path(path, &error))
    }

    fn write(&self, name: &str, number: u64, out: &mut Pieces<'_>) -> io::Result<()> {
        let Analysis { ranks, table, last, next, last_exit, positions, done, .. } = &self.analysis;
        let RanksOfWorker { partition, worker } = *ranks;
        out.write(&head(name, partition.ranks(), partition.workers(), worker))?;
        let counts = [positions, done].map(|count| count.load(Ordering::Relaxed));
        let plies = [self.ply, last_exit.load(Ordering::Relaxed)].map(u64::from);
        out.write_all([number, plies[0], plies[1], counts[0], counts[1]].map(u64::to_le_bytes).into_iter())?;
        out.write_all(table.bits().map(u16::to_le_bytes))?;
        out.write_all(last.words().map(u64::to_le_bytes))?;
        out.write_all(next.words().map(u64::to_le_bytes))?;
        out.write_all(self.analysis.pending.bits().map(u16::to_le_bytes))
    }

    /// Reads what [`save`](Self::save) has written, with its number. The game, its name, the partition and the worker
    /// must be the same.
    ///
    /// [`ErrorKind::NotFound`] if the file does not exist, [`ErrorKind::UnexpectedEof`] if it is incomplete,
    /// [`ErrorKind::InvalidData`] if it is damaged or not a checkpoint of this share. Errors name the file.
    ///
    /// # Panics
    ///
    /// If the partition has another number of ranks than the game, or no such worker.
    pub fn load(game: G, name: &str, partition: Partition, worker: u64, path: &Path) -> io::Result<(Self, u64)> {
        let loaded = File::open(path).and_then(|file| {
            Self::read(game, name, RanksOfWorker { partition, worker }, &mut Pieces { file: &file, sum: 0 })
        });
        loaded.map_err(|error| match error.kind() {
            kind @ ErrorKind::UnexpectedEof => with_path(path, &io::Error::new(kind, "the checkpoint is incomplete")),
            _ => with_path(path, &error),
        })
    }

    fn read(game: G, name: &str, ranks: RanksOfWorker, input: &mut Pieces<'_>) -> io::Result<(Self, u64)> {
        let RanksOfWorker { partition, worker } = ranks;
        let expected = head(name, partition.ranks(), partition.workers(), worker);
        let found = input.read(expected.len())?;
        if found != expected {
            let workers = u64::from_le_bytes(found[MAGIC.len()..].as_chunks().0[0]);
            if found == head(name, partition.ranks(), workers, worker) {
                let error = format!("a checkpoint of {workers} workers, not of {}", partition.workers());
                return Err(invalid(&error));
            }
            return Err(invalid("not a checkpoint of this share of this game by this version"));
        }
        let mut numbers = [0; 5];
        input.read_all(5, |at, bytes| numbers[at] = u64::from_le_bytes(bytes))?;
        let [number, ply, exit, positions, done] = numbers;
        let analysis = Analysis::new(game, ranks, &Threads::Single)
            .map_err(|error| io::Error::new(ErrorKind::OutOfMemory, error.to_string()))?;
        let count = ranks.count();
        input.read_all(index(count), |at, bits| analysis.table.set_bits(at, u16::from_le_bytes(bits)))?;
        for set in [&analysis.last, &analysis.next] {
            input.read_all(set.words().count(), |at, bits| set.set_word(at, u64::from_le_bytes(bits)))?;
        }
        input.read_all(index(analysis.pending.groups()), |at, bits| {
            analysis.pending.set_bits(at, u16::from_le_bytes(bits));
        })?;
        let (sum, mut rest) = (input.sum, Vec::new());
        input.file.read_to_end(&mut rest)?;
        let plies = [ply, exit].map(|plies| u16::try_from(plies).ok());
        let ([Some(ply), Some(exit)], true) = (plies, rest == sum.to_le_bytes()) else {
            return Err(invalid("the checkpoint is damaged"));
        };
        analysis.last_exit.store(exit, Ordering::Relaxed);
        analysis.positions.store(positions, Ordering::Relaxed);
        analysis.done.store(done, Ordering::Relaxed);
        let mut share = Self::of_analysis(analysis);
        (share.enumerated, share.ply) = (count, ply);
        Ok((share, number))
    }
}

/// What a checkpoint of a share starts with.
fn head(name: &str, ranks: u64, workers: u64, worker: u64) -> Vec<u8> {
    let numbers = [workers, worker, ranks, name.len() as u64];
    let numbers = numbers.into_iter().flat_map(u64::to_le_bytes);
    MAGIC.bytes().chain(numbers).chain(name.bytes()).collect()
}

fn invalid(text: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, text)
}

/// A file in pieces, and their checksum so far.
struct Pieces<'a> {
    file: &'a File,
    sum: u64,
}

impl Pieces<'_> {
    fn add(&mut self, piece: &[u8]) {
        self.sum = checksum::of_numbers([self.sum, checksum::of_bytes(piece)]);
    }

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
