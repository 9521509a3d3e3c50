//! A window in a file, format 1.
//!
//! ```text
//! window of an octal game, format 1
//! game .106
//!
//! words
//! ```
//!
//! Each of the three lines ends with one `\n`. Words have eight bytes, the low byte first:
//!
//! 1. the mask, plus 65,536 if the sizes of heaps count;
//! 2. the checksum of the values of all heaps so far;
//! 3. the number of entries, and for each value and parity of size, from value 0 and even sizes on: the number of
//!    heaps, the first and the last of them;
//! 4. the number of rare heaps, and of each the heap and its value;
//! 5. the number of values in the table, and these, from heap 0 on;
//! 6. the number of values in the window, and these;
//! 7. the number of values up to the end of an earlier window that later ones are compared with, and that window in the
//!    same way; or 0;
//! 8. the hash of all before (`hash.rs`).
//!
//! The values of 5 to 7 have 16 bits, four to a word, the first of them lowest.

use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::{Context, anyhow, bail};
use grundy::sparse::SparseSpace;
use grundy::stream::Window;
use grundy::tally::{Checksum, Heaps, Tally};
use grundy::{HeapGame, Stream};

use crate::hash::{self, HASH, Hash};
use crate::whole_file;

/// The first line, without the number of the format.
const TITLE: &str = "window of an octal game, format ";

/// The number of this format.
const FORMAT: &str = "1";

/// The most values up to the end of a window: far more than can be computed, so sums of such numbers never overflow.
/// With 32 bits, as many as have a number.
pub(crate) const MOST_VALUES: usize = 10_usize.saturating_pow(15);

/// The path of the window after this number of values.
pub(crate) fn path(folder: &Path, len: usize) -> PathBuf {
    folder.join(format!("{len:015}.window"))
}

/// The windows in a folder, by the number of values up to their ends, ascending.
pub(crate) fn all(folder: &Path) -> anyhow::Result<Vec<usize>> {
    let entries = fs::read_dir(folder).with_context(|| format!("{}: cannot read the folder", folder.display()))?;
    let len = |name: &str| name.strip_suffix(".window")?.parse().ok().filter(|&len| path(folder, len).ends_with(name));
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut lens: Vec<usize> = names.filter_map(|name| len(&name)).collect();
    lens.sort_unstable();
    Ok(lens)
}

/// Removes what a run that was killed has left of a window.
pub(super) fn remove_incomplete(folder: &Path) -> anyhow::Result<()> {
    let remove = |entry: io::Result<fs::DirEntry>| {
        let path = entry?.path();
        if path.as_os_str().as_encoded_bytes().ends_with(b".window.part") { fs::remove_file(path) } else { Ok(()) }
    };
    let removed = fs::read_dir(folder).and_then(|mut entries| entries.try_for_each(remove));
    removed.with_context(|| format!("{}: cannot remove what is left of a window", folder.display()))
}

/// Writes a window into its file, whole or not at all.
pub(crate) fn write(folder: &Path, window: &Window) -> anyhow::Result<()> {
    let path = path(folder, window.tally.len());
    let written = whole_file::replace(&path, &to_bytes(window));
    written.with_context(|| format!("{}: cannot write the window", path.display()))
}

/// Reads the window of a game after this number of values.
pub(crate) fn read(folder: &Path, game: &HeapGame, len: usize) -> anyhow::Result<Window> {
    let path = path(folder, len);
    let bytes = fs::read(&path).with_context(|| format!("{}: cannot read the window", path.display()))?;
    parse(&bytes, game, len).map_err(|reason| anyhow!("{}: {reason}", path.display()))
}

/// The stream that a window of the folder continues.
pub(super) fn stream(folder: &Path, window: Window) -> anyhow::Result<Stream> {
    let path = path(folder, window.tally.len());
    window.stream().map_err(|reason| anyhow!("{}: {reason}; remove it", path.display()))
}

pub(super) fn to_bytes(window: &Window) -> Vec<u8> {
    let Window { game, space, rare, table, tally, values, watched } = window;
    let entries = tally.entries().as_flattened();
    let mut words = vec![
        u64::from(space.mask()) | u64::from(space.counts_size()) << 16,
        u32::from(tally.checksum()).into(),
        entries.len() as u64,
    ];
    let entries = entries.iter().flat_map(|heaps| [heaps.count, heaps.first, heaps.last]);
    words.extend(entries.map(|number| number as u64));
    words.push(rare.len() as u64);
    words.extend(rare.iter().flat_map(|&(heap, value)| [heap as u64, value.into()]));
    add_values(&mut words, table);
    add_values(&mut words, values);
    match watched {
        Some((len, values)) => {
            words.push(*len as u64);
            add_values(&mut words, values);
        }
        None => words.push(0),
    }
    let mut bytes = format!("{TITLE}{FORMAT}\ngame {game}\n\n").into_bytes();
    bytes.extend(words.into_iter().flat_map(u64::to_le_bytes));
    let hash = Hash::of(&bytes);
    bytes.extend(hash.to_bytes());
    bytes
}

/// Finds what the bytes say, or why they are not a window of the game after this number of values, and what to do.
pub(super) fn parse(bytes: &[u8], game: &HeapGame, len: usize) -> anyhow::Result<Window> {
    let header = format!("{TITLE}{FORMAT}\ngame {game}\n\n");
    if !bytes.starts_with(header.as_bytes()) {
        let start = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]).into_owned();
        let mut lines = start.lines();
        let format = lines.next().unwrap_or_default().strip_prefix(TITLE).unwrap_or_default();
        if format != FORMAT && !format.is_empty() && format.bytes().all(|byte| byte.is_ascii_digit()) {
            bail!("the window has format {format}, not {FORMAT}; continue it with the version of octal that wrote it")
        }
        match lines.next().and_then(|line| line.strip_prefix("game ")?.parse::<HeapGame>().ok()) {
            Some(other) if other != *game => {
                bail!("the window is of the game {other}, not {game}; name another folder")
            }
            _ => return Err(damaged()),
        }
    }
    let content = bytes.len().checked_sub(HASH).filter(|end| *end >= header.len()).map(|end| bytes.split_at(end));
    let (content, _) = content.filter(|(content, hash)| Hash::of(content).to_bytes() == *hash).ok_or_else(damaged)?;
    let window = Reader(&content[header.len()..]).window(game).ok_or_else(damaged)?;
    let found = window.tally.len();
    if found != len {
        bail!("this is the window after {found} values; rename it to {found:015}.window");
    }
    Ok(window)
}

fn damaged() -> anyhow::Error {
    anyhow!("the window is damaged; remove it to continue from the one before it, or from heap 0 if there is none")
}

fn add_values(words: &mut Vec<u64>, values: &[u16]) {
    words.push(values.len() as u64);
    words.extend(hash::words(values));
}

/// The unread words.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn word(&mut self) -> Option<u64> {
        let (word, rest) = self.0.split_first_chunk::<8>()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*word))
    }

    fn number(&mut self) -> Option<usize> {
        self.word()?.try_into().ok()
    }

    fn values(&mut self) -> Option<Vec<u16>> {
        let count = self.number()?;
        let (values, rest) = self.0.split_at_checked(count.div_ceil(4).checked_mul(8)?)?;
        self.0 = rest;
        let (values, _) = values.as_chunks::<2>();
        Some(values[..count].iter().map(|&bytes| u16::from_le_bytes(bytes)).collect())
    }

    fn window(mut self, game: &HeapGame) -> Option<Window> {
        let space = self.word()?;
        let space = SparseSpace::new(game, u16::try_from(space & 0xffff).ok()?, space >> 16 == 1)?;
        let checksum = Checksum::from(u32::try_from(self.word()?).ok()?);
        let entries = self.number()?;
        let mut entry = || Some(Heaps { count: self.number()?, first: self.number()?, last: self.number()? });
        let entries = (0..entries).map(|_| entry()).collect::<Option<Vec<_>>>()?;
        let (pairs, []) = entries.as_chunks() else { return None };
        let len = entries.iter().try_fold(0_usize, |len, heaps| len.checked_add(heaps.count));
        len.filter(|&len| len <= MOST_VALUES)?;
        let tally = Tally::from_parts(checksum, pairs.to_vec());
        let rare = self.number()?;
        let rare =
            (0..rare).map(|_| Some((self.number()?, u16::try_from(self.word()?).ok()?))).collect::<Option<_>>()?;
        let (table, values) = (self.values()?, self.values()?);
        let watched = match self.number()? {
            0 => None,
            len => Some((len, self.values()?)),
        };
        Some(Window { game: game.clone(), space, rare, table, tally, values, watched })
    }
}
