//! What is known of a game, in a folder.
//!
//! The folder has pieces, each a file that gets its name when it is whole, and then the folder is synced: whenever a run
//! is killed, or a disk is full, each piece that was saved is there, and no other. A name tells how many values there are
//! up to the end of the piece, and its kind:
//!
//! - `NNNNNNNNNNNNNNN.values` has the values of successive heaps. These pieces follow each other from heap 0 on.
//! - `NNNNNNNNNNNNNNN.window` has the window of a stream, from which that continues (`grundy::stream::Window`).
//!
//! A piece is this, where each of the three lines ends with one `\n`:
//!
//! ```text
//! values of an octal game, format 6
//! game .77
//!
//! content, hash
//! ```
//!
//! Numbers have the low byte first. The content of values is the first heap in eight bytes, and then two bytes for each
//! value; the content of a window, in whose first line `window` stands in place of `values`, is described by
//! `Window::to_bytes`. The hash of all before it (`hash.rs`) has eight bytes: no piece can be changed, be of another
//! game, or stand in the place of another one unnoticed.

#[cfg(test)]
mod tests;

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, ensure};
use grundy::HeapGame;
use grundy::stream::Window;

use crate::compute;
use crate::hash::{HASH, hash};
use crate::lock::{Lock, lock_folder};
use crate::options::LARGEST_HEAP;
use crate::whole_file;

/// The number of this format.
const FORMAT: &str = "6";

/// What the first line of a piece has between its kind and the number of its format.
const TITLE: &str = " of an octal game, format ";

/// The most values in a piece: so much of a sequence is in memory a second time while it is read or written.
const MOST_IN_PIECE: usize = 1 << 20;

/// What a piece has; also the extension of its name.
const VALUES: &str = "values";
const WINDOW: &str = "window";

/// The values and windows of a game in a folder.
///
/// ```
/// # let folder = testkit::TemporaryFolder::default();
/// use octal::Store;
///
/// let (path, kayles) = (folder.root().join("kayles"), ".77".parse()?);
/// Store::open(&path, &kayles)?.save(&[0, 1, 2])?;
/// let mut store = Store::open(&path, &kayles)?;
/// assert_eq!(store.values()?, [0, 1, 2]);
/// store.save(&[0, 1, 2, 3, 1])?;
/// assert_eq!(Store::read(&path, &kayles).values()?, [0, 1, 2, 3, 1]);
/// # Ok::<(), anyhow::Error>(())
/// ```
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    game: HeapGame,
    /// The number of values that were read or saved.
    saved: usize,
    _lock: Option<Lock>,
}

impl Store {
    /// Opens the folder of a game, creates it if it is missing, and removes what a killed run has left of a piece. No
    /// other run can open it until it is dropped, or the process ends in whatever way.
    ///
    /// # Errors
    ///
    /// If the folder cannot be written, or is used by another run. The error names it.
    pub fn open(folder: &Path, game: &HeapGame) -> anyhow::Result<Self> {
        ensure!(!folder.is_file(), "{}: a file; name a folder", folder.display());
        fs::create_dir_all(folder).with_context(|| format!("{}: cannot create the folder", folder.display()))?;
        let lock = lock_folder(folder, "octal.lock")?;
        let paths = names(folder)?.into_iter().map(|name| folder.join(name));
        for path in paths.filter(|path| path.extension().is_some_and(|ending| ending == "part")) {
            fs::remove_file(&path).with_context(|| format!("{}: cannot remove the file", path.display()))?;
        }
        Ok(Self { folder: folder.to_owned(), game: game.clone(), saved: 0, _lock: Some(lock) })
    }

    /// Opens the folder of a game only to read it, which keeps no run from using it.
    #[must_use]
    pub fn read(folder: &Path, game: &HeapGame) -> Self {
        Self { folder: folder.to_owned(), game: game.clone(), saved: 0, _lock: None }
    }

    /// Reads the values of the heaps from 0 on, without a window.
    ///
    /// # Errors
    ///
    /// If a piece cannot be read, is damaged or of another game, or does not follow the one before. The error names it.
    pub fn values(&mut self) -> anyhow::Result<Vec<u16>> {
        self.values_into(Vec::new())
    }

    /// [`values`](Self::values) in the memory of `room`. If there is room for others after them, they need not be moved
    /// when these are added.
    pub(crate) fn values_into(&mut self, mut room: Vec<u16>) -> anyhow::Result<Vec<u16>> {
        room.clear();
        let ends = self.ends(VALUES)?;
        let all = ends.last().map_or(0, |&end| end.min(LARGEST_HEAP + 1));
        room.try_reserve_exact(all).map_err(|_| {
            let lack = compute::lack_of_memory(all, None, "end other programs, or use a machine with more");
            anyhow!("{}: {lack}", self.folder.display())
        })?;
        for end in ends {
            let (path, content) = self.read_piece(VALUES, end)?;
            let piece = content.split_first_chunk().and_then(|(first, values)| {
                let first = usize::try_from(u64::from_le_bytes(*first)).ok()?;
                let (values, []) = values.as_chunks::<2>() else { return None };
                Some((first, values))
            });
            let (first, values) = piece.with_context(|| damaged(&path, VALUES))?;
            let found = first.saturating_add(values.len());
            ensure!(found == end, damaged(&path, VALUES));
            ensure!(
                first <= room.len(),
                "{}: the piece before it is missing: values of heaps {} to {}; restore it, or remove this piece and the \
                 values after it to continue from those before",
                path.display(),
                room.len(),
                first - 1
            );
            let new = values.get(room.len() - first..).unwrap_or_default();
            room.extend(new.iter().map(|&pair| u16::from_le_bytes(pair)));
        }
        self.saved = room.len();
        Ok(room)
    }

    /// Saves the values that were not read or saved before, and waits until they are on the disk. The first of the values
    /// are those that were; of fewer than these, nothing is saved.
    ///
    /// # Errors
    ///
    /// If a piece cannot be written. The error names it; what was saved before is still there.
    pub fn save(&mut self, values: &[u16]) -> anyhow::Result<()> {
        for new in values.get(self.saved..).unwrap_or_default().chunks(MOST_IN_PIECE) {
            let first = (self.saved as u64).to_le_bytes();
            let content = first.into_iter().chain(new.iter().flat_map(|value| value.to_le_bytes()));
            self.write_piece(VALUES, self.saved + new.len(), content.collect())?;
            self.saved += new.len();
        }
        Ok(())
    }

    /// The windows, by the number of values up to their ends, ascending.
    pub(crate) fn windows(&self) -> anyhow::Result<Vec<usize>> {
        self.ends(WINDOW)
    }

    pub(crate) fn window(&self, len: usize) -> anyhow::Result<Window> {
        let (path, content) = self.read_piece(WINDOW, len)?;
        let window = Window::from_bytes(&self.game, &content).with_context(|| damaged(&path, WINDOW))?;
        ensure!(window.tally.len() == len, damaged(&path, WINDOW));
        Ok(window)
    }

    pub(crate) fn save_window(&self, window: &Window) -> anyhow::Result<()> {
        self.write_piece(WINDOW, window.tally.len(), window.to_bytes())
    }

    /// Removes a window, unless it is gone already.
    pub(crate) fn remove_window(&self, len: usize) -> anyhow::Result<()> {
        let path = self.path(WINDOW, len);
        match fs::remove_file(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            removed => removed.with_context(|| format!("{}: cannot remove the file", path.display())),
        }
    }

    /// The path of the window after this number of values.
    pub(crate) fn window_path(&self, len: usize) -> PathBuf {
        self.path(WINDOW, len)
    }

    fn path(&self, kind: &str, end: usize) -> PathBuf {
        self.folder.join(format!("{end:015}.{kind}"))
    }

    /// The pieces of a kind, by the number of values up to their ends, ascending.
    fn ends(&self, kind: &str) -> anyhow::Result<Vec<usize>> {
        let end = |name: &str| name.strip_suffix(kind)?.strip_suffix('.')?.parse().ok();
        let is_name = |end: &usize, name: &str| self.path(kind, *end).ends_with(name);
        let names = names(&self.folder)?;
        let mut ends: Vec<usize> = names.iter().filter_map(|name| end(name).filter(|end| is_name(end, name))).collect();
        ends.sort_unstable();
        Ok(ends)
    }

    /// Writes a piece into its file, whole or not at all.
    fn write_piece(&self, kind: &str, end: usize, content: Vec<u8>) -> anyhow::Result<()> {
        // In its place, as a window may be large.
        let mut bytes = content;
        bytes.splice(0..0, header(kind, &self.game).into_bytes());
        bytes.extend(hash(&bytes));
        let path = self.path(kind, end);
        let written = whole_file::replace(&path, &bytes);
        written.with_context(|| format!("{}: cannot write the {kind}", path.display()))
    }

    /// Reads the content of a piece, after its path.
    fn read_piece(&self, kind: &str, end: usize) -> anyhow::Result<(PathBuf, Vec<u8>)> {
        let path = self.path(kind, end);
        let mut bytes = fs::read(&path).with_context(|| format!("{}: cannot read the {kind}", path.display()))?;
        let header = header(kind, &self.game);
        if !bytes.starts_with(header.as_bytes()) {
            return Err(describe(&bytes, kind, &self.game, &path));
        }
        let content = bytes.len().checked_sub(HASH).filter(|end| *end >= header.len());
        let content = content.filter(|&end| hash(&bytes[..end]) == bytes[end..]);
        bytes.truncate(content.with_context(|| damaged(&path, kind))?);
        bytes.drain(..header.len());
        Ok((path, bytes))
    }
}

/// The names of the files in a folder.
fn names(folder: &Path) -> anyhow::Result<Vec<String>> {
    let name = |entry: io::Result<fs::DirEntry>| entry.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let names = fs::read_dir(folder).and_then(|entries| entries.map(name).collect());
    names.with_context(|| format!("{}: cannot read the folder", folder.display()))
}

/// The lines before the content of a piece.
fn header(kind: &str, game: &HeapGame) -> String {
    format!("{kind}{TITLE}{FORMAT}\ngame {game}\n\n")
}

fn damaged(path: &Path, kind: &str) -> String {
    let remedy = match kind {
        VALUES => "remove this piece and the values after it to continue from those before",
        _ => "remove it to continue from the one before, or from the values if there is none",
    };
    format!("{}: damaged {kind}; {remedy}", path.display())
}

/// Why a file that does not begin with the header is not a piece of this kind and game, and what to do.
fn describe(bytes: &[u8], kind: &str, game: &HeapGame, path: &Path) -> anyhow::Error {
    let mut lines = bytes.split(|byte| *byte == b'\n').map(String::from_utf8_lossy);
    let [title, code] = [(), ()].map(|()| lines.next().unwrap_or_default());
    match title.strip_prefix(kind).and_then(|title| title.strip_prefix(TITLE)) {
        Some(FORMAT) if code.starts_with("game ") && code != format!("game {game}") => {
            anyhow!("{}: a piece of the {code}, not {game}; name another folder", path.display())
        }
        Some(format) if format != FORMAT => {
            anyhow!("{}: {kind} of format {format}, not {FORMAT}; name another folder", path.display())
        }
        _ => anyhow!(damaged(path, kind)),
    }
}
