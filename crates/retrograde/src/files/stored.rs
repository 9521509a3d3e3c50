//! Reading saved solutions where they are stored: a file, or a folder with a file for each part of a game.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, ErrorKind as IoErrorKind};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use super::direct;
use super::layout::{Counted, Header, write_cells};
use super::lock::Lock;
use super::one::{MIN_CACHE, OneFile};
use super::save::{NewFile, part_of};
use crate::cell::Cell;
use crate::error::{Error, ErrorKind};
use crate::game::Ranked;
use crate::part::{Part, check_parts};
use crate::region::Region;
use crate::short_debug::short_debug;
use crate::solution::Solution;
use crate::solver::Solver;
use crate::value::Value;
use crate::values::Values;

/// A game and where it is solved: a file with all of it, or a folder with a file for each of its parts. Single positions
/// are looked up by the methods of [`Values`].
///
/// It owns or borrows its game as a [`Solution`] does. Looking up a position reads and checks the 4 KiB of a file
/// around it, unless they are in memory; at most 1 MB of each file are kept. The bytes of a file must not be changed
/// while it is in use, but a file may be replaced.
///
/// A part is written under its name when it is whole. So a folder can be read while a run adds parts to it. A file
/// called `lock` stays in the folder; it is locked only during a run. To have a part solved again, remove its file, and the
/// files of the parts that lead to it.
///
/// The module has an example with a file, and `kono` among the examples of the crate is a game in parts.
pub struct Stored<G> {
    game: G,
    name: String,
    path: PathBuf,
    is_folder: bool,
    parts: Vec<Part>,
    /// The files that positions were looked up in, at most [`MOST_OPEN`].
    open: RwLock<BTreeMap<usize, Arc<OneFile>>>,
}

/// The number of files that stay open. Systems allow 256 and more.
const MOST_OPEN: usize = 64;

impl<G: Ranked> Stored<G> {
    /// Opens a file that [`Solution::save`] wrote for the same game under the same name. Reads only the header.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::OtherGame`], [`ErrorKind::Damaged`] if the size or the header is wrong, and [`ErrorKind::Io`].
    pub fn open(path: impl AsRef<Path>, game: G, name: &str) -> Result<Self, Error> {
        let parts = vec![Part::whole(game.ranks())];
        let stored = Self::new(path.as_ref(), game, name, parts);
        stored.opened(0)?;
        Ok(stored)
    }

    /// A game with parts, in this folder, whether they are solved or not; without a folder no part is. The name tells
    /// its files from the files of other games: it should say the rules, and the version of the code that ranks
    /// positions.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Game`] if the [parts](Ranked::parts) of the game do not follow one another.
    pub fn folder(path: impl AsRef<Path>, game: G, name: &str) -> Result<Self, Error> {
        let parts = game.parts();
        check_parts(&parts, game.ranks())?;
        Ok(Self { is_folder: true, ..Self::new(path.as_ref(), game, name, parts) })
    }

    fn new(path: &Path, game: G, name: &str, parts: Vec<Part>) -> Self {
        let (path, name, open) = (path.to_owned(), name.to_owned(), RwLock::default());
        Self { game, name, path, is_folder: false, parts, open }
    }

    /// A part that can be solved or verified by other means than a [`Solver`](crate::Solver), with the parts that its
    /// moves lead to, which are read through `cache_bytes` of memory, at least 1 MB.
    pub fn region(&self, part: usize, cache_bytes: u64) -> Result<Region<'_, G>, Error> {
        let files = self.parts[part].others(part).map(|next| self.open_part(next));
        let mut files = files.collect::<Result<Vec<_>, _>>()?;
        OneFile::cache(cache_bytes, &mut files);
        let names: Vec<String> = self.parts[part].others(part).map(|next| self.parts[next].name.clone()).collect();
        let value = move |part: usize, rank| {
            files[part].cell(rank).map(Cell::value).map_err(|error| error.in_part(&names[part]))
        };
        Ok(Region::part(&self.game, &self.parts, part, Box::new(value)))
    }
}

impl<G> Stored<G> {
    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The parts of the game; a file is one part.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// These parts and all that their moves lead to, each once, in the order of solving.
    pub fn order(&self, parts: impl IntoIterator<Item = usize>) -> Vec<usize> {
        let mut is_needed = vec![false; self.parts.len()];
        parts.into_iter().for_each(|part| is_needed[part] = true);
        for (part, Part { next, .. }) in self.parts.iter().enumerate().rev() {
            if is_needed[part] {
                for next in next {
                    is_needed[*next] = true;
                }
            }
        }
        (0..self.parts.len()).filter(|part| is_needed[*part]).collect()
    }

    /// Where the file of a part is, or will be. A part that is a whole game can be read by [`Solution::load`].
    #[must_use]
    pub fn path(&self, part: usize) -> PathBuf {
        if self.is_folder { self.path.join(format!("{}.solution", self.parts[part].name)) } else { self.path.clone() }
    }

    pub(super) fn checkpoint_path(&self, part: usize) -> PathBuf {
        self.folder_path().join(format!("{}.checkpoint", self.parts[part].name))
    }

    /// The name that a part has in the header of its file.
    #[must_use]
    pub fn part_name(&self, part: usize) -> String {
        if self.is_folder { format!("{}: {}", self.name, self.parts[part].name) } else { self.name.clone() }
    }

    /// The name of a part, and what tells the files apart that its values follow from: a checkpoint of it is worth
    /// nothing if one of them was solved again with other values.
    pub fn checkpoint_name(&self, part: usize) -> Result<String, Error> {
        let checksum = |next| Ok(format!("{:016x}", self.header(next)?.checksum));
        let next = self.parts[part].others(part).map(checksum).collect::<Result<Vec<_>, Error>>()?;
        Ok(format!("{}, from {next:?}", self.part_name(part)))
    }

    /// The header of the file of a part. [`ErrorKind::NotSolved`] if it has no file.
    pub fn header(&self, part: usize) -> Result<Header, Error> {
        Ok(self.open_part(part)?.header)
    }

    /// Whether a part has a file; an error if that cannot be used.
    pub(super) fn is_solved(&self, part: usize) -> Result<bool, Error> {
        match self.header(part) {
            Err(error) if error.kind() == ErrorKind::NotSolved => Ok(false),
            header => header.map(|_| true),
        }
    }

    /// The least memory that solving a part takes, in bytes, besides the game's own tables: a megabyte for what is read of
    /// other parts, and the [tables](crate::Solver::bytes) of the part. One without a move inside takes at most two
    /// megabytes for itself, whatever its size.
    #[must_use]
    pub fn bytes(&self, part: usize) -> u64
    where
        G: Ranked,
    {
        self.table_bytes(part).saturating_add(MIN_CACHE)
    }

    /// The part of the [memory](Self::bytes) for the part itself.
    pub(super) fn table_bytes(&self, part: usize) -> u64
    where
        G: Ranked,
    {
        let tables = Solver::bytes::<G>(self.parts[part].size());
        if self.moves_inside(part) { tables } else { tables.min(direct::BYTES) }
    }

    /// Whether moves may stay in a part.
    pub(super) fn moves_inside(&self, part: usize) -> bool {
        self.parts[part].moves_inside(part)
    }

    /// Keeps others from solving in the folder by [`Solver::solve_parts`](crate::Solver::solve_parts) as long as the
    /// result lives. Any number may do so at the same time, and write different files.
    pub fn lock(&self) -> Result<impl fmt::Debug + Send + use<G>, Error> {
        Lock::take(&self.path, File::try_lock_shared)
    }

    pub(super) fn folder_path(&self) -> &Path {
        assert!(self.is_folder, "parts are solved in a folder");
        &self.path
    }

    /// An error, about a part if there are several.
    pub(super) fn in_part(&self, part: usize, error: Error) -> Error {
        if self.is_folder { error.in_part(&self.parts[part].name) } else { error }
    }

    /// Opens the file of a part, and reads what is needed to know that the part is solved.
    pub(super) fn open_part(&self, part: usize) -> Result<OneFile, Error> {
        let path = self.path(part);
        let is_missing =
            |error: &std::io::Error| matches!(error.kind(), IoErrorKind::NotFound | IoErrorKind::NotADirectory);
        if self.is_folder && fs::metadata(&path).is_err_and(|error| is_missing(&error)) {
            if let Some(file) = self.path.ancestors().find(|path| path.is_file()) {
                let text = "a file and not a folder; name a folder";
                return Err(Error::new(ErrorKind::Io, text).in_file(file));
            }
            let text = format!("not solved: no file {}; solve it first", path.display());
            return Err(self.in_part(part, Error::new(ErrorKind::NotSolved, text)));
        }
        let opened = OneFile::open(&path, self.parts[part].size(), &self.part_name(part));
        opened.map_err(|error| self.in_part(part, error))
    }

    /// Writes the solved part, and removes what was saved while it was being solved.
    pub(super) fn write(
        &self,
        part: usize,
        file: NewFile,
        counted: &Counted,
        cells: impl Iterator<Item = io::Result<Cell>>,
    ) -> Result<Header, Error> {
        let (path, saved_at) = (self.path(part), self.checkpoint_path(part));
        let header = counted.header(&self.part_name(part)).map_err(|error| Error::from(error).in_file(&path))?;
        file.save(|out| write_cells(&header, cells, out)).map_err(|error| {
            let bytes = header.bytes();
            let text = format!("solved, but its file of {bytes} bytes cannot be written; make room: {error}");
            Error::new(ErrorKind::Io, text).in_file(&path)
        })?;
        // The next run would only look at them in vain.
        for saved in [part_of(&saved_at), saved_at] {
            let _ = fs::remove_file(saved);
        }
        Ok(header)
    }

    /// The file of a part, which stays open until it is replaced.
    fn opened(&self, part: usize) -> Result<Arc<OneFile>, Error> {
        let open = self.open.read().unwrap_or_else(PoisonError::into_inner).get(&part).cloned();
        if let Some(file) = open.filter(|file| file.is_current()) {
            return Ok(file);
        }
        let mut file = self.open_part(part)?;
        OneFile::cache(MIN_CACHE, [&mut file]);
        let file = Arc::new(file);
        let mut open = self.open.write().unwrap_or_else(PoisonError::into_inner);
        if open.len() >= MOST_OPEN {
            open.clear();
        }
        open.insert(part, Arc::clone(&file));
        Ok(file)
    }

    /// The part of a rank.
    fn part_of_rank(&self, rank: u64) -> Option<usize> {
        let part = self.parts.partition_point(|part| part.ranks.end <= rank);
        (part < self.parts.len()).then_some(part)
    }
}

impl<G: Ranked> Values for Stored<G> {
    type Game = G;

    fn game(&self) -> &G {
        &self.game
    }

    fn value_at(&self, rank: u64) -> Result<Option<Value>, Error> {
        let Some(part) = self.part_of_rank(rank) else { return Ok(None) };
        let cell = self.opened(part)?.cell(rank - self.parts[part].ranks.start);
        cell.map(Cell::value).map_err(|error| self.in_part(part, error))
    }

    fn for_each_value(&self, ranks: Range<u64>, mut visit: impl FnMut(u64, Value)) -> Result<(), Error> {
        let mut left = ranks;
        while let Some(part) = self.part_of_rank(left.start).filter(|_| !left.is_empty()) {
            let Range { start, end } = self.parts[part].ranks;
            let here = left.start - start..left.end.min(end) - start;
            left.start = start + here.end;
            let visited = self.opened(part)?.visit_cells(here, |rank, cell| {
                cell.value().into_iter().for_each(|value| visit(start + rank, value));
            });
            visited.map_err(|error| self.in_part(part, error))?;
        }
        Ok(())
    }
}

short_debug!(Stored<G>, G);

impl<G: Ranked> Solution<G> {
    /// Loads a file that [`save`](Self::save) wrote for the same game under the same name, and checks every byte.
    /// [`Stored`] reads only parts of it.
    pub fn load(path: impl AsRef<Path>, game: G, name: &str) -> Result<Self, Error> {
        let cells = OneFile::open(path.as_ref(), game.ranks(), name)?.load()?;
        Ok(Self::new(game, cells))
    }
}
