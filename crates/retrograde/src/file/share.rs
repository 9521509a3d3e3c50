//! Shares of a solution, each in a file of its own.
//!
//! A share is a solution of its own ranks behind a prefix. A reader takes all shares as one solution. They have the
//! checksum of the whole solution, so shares of different runs fit together if and only if their solutions are the
//! same. It takes in ranks in their order, so workers take turns to compute it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::checksum::sum_of_bytes;
use crate::file::error::LoadErrorKind;
use crate::file::layout::{Header, after_magic, take_u32, take_u64};
use crate::file::one::read_bytes;
use crate::file::save::{NewFile, name_too_long, with_path, write_cells};
use crate::file::source::Source;
use crate::share::{Deal, SolvedShare};

const MAGIC: &[u8; 17] = b"retrograde share\n";
pub(super) const SHARE_VERSION: u32 = 2;

impl SolvedShare {
    /// Writes the share to its file, with all that [`Stored::open`](crate::Stored::open) and
    /// [`Solution::load`](crate::Solution::load) need to read the shares of all workers as one solution. The file gets
    /// its name by [`PreparedShare::commit`]: when all workers have prepared theirs, so that an error of one of them
    /// leaves no share of the others.
    ///
    /// `checksum` is that of the [whole solution](Self::add_to_checksum), and `name` that of the game, as for
    /// [`Solution::write`](crate::Solution::write).
    ///
    /// # Errors
    ///
    /// As for [`Solution::save`](crate::Solution::save). The error names the file.
    ///
    /// # Panics
    ///
    /// If the file was created for another share.
    ///
    /// # The format
    ///
    /// All numbers are little-endian. A file is a prefix and then the cells of the share, in the order of their ranks,
    /// in the [format of a solution](crate::Solution::write) that has no other ranks:
    ///
    /// | bytes | content |
    /// |---|---|
    /// | 17 | `retrograde share` and a line feed |
    /// | 4 | version of the format of shares, 2 |
    /// | 6 times 8 | the number of the worker, from 0 on; the number of workers; of the whole solution the number of ranks; the length of a block of ranks; the checksum of all cells of the whole solution; that of the cells of the share |
    /// | 8 | the checksum of all bytes before |
    ///
    /// The length of a block is a power of two, at least 4. Block `b` of the ranks belongs to worker `b` modulo the
    /// number of workers.
    pub fn prepare(&self, name: &str, checksum: u64, file: NewShare) -> io::Result<PreparedShare> {
        let (deal, worker) = (self.deal(), self.worker());
        assert!((file.deal, file.worker) == (deal, worker), "the file is not one of this share");
        let write = || {
            let header = Header::new(name, self.cells()).ok_or_else(name_too_long)?;
            let prefix = Prefix { worker, deal, checksum, own_checksum: header.checksum };
            file.new.write(|out| {
                out.write_all(&prefix.to_bytes())?;
                write_cells(&header, self.cells(), out)
            })?;
            Ok(header)
        };
        let header = write().map_err(|error| with_path(&file.path, &error))?;
        Ok(PreparedShare { file, header })
    }

    /// Removes what earlier runs have left in the place of the solution of `path`, and what would be read instead of
    /// these shares or beside them: a whole solution, and shares of another number of workers. To be called when all
    /// shares are committed.
    ///
    /// # Errors
    ///
    /// If a file cannot be removed. The error names it.
    pub fn remove_earlier(&self, path: &Path) -> io::Result<()> {
        let remove = |file: &Path| match fs::remove_file(file) {
            // Another worker may have been faster.
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(with_path(file, &error)),
            _ => Ok(()),
        };
        for_each_suffix(path, |suffix, file| match parse_numbers(suffix) {
            Some((_, workers)) if workers != self.deal().workers() => remove(file),
            _ => Ok(()),
        })?;
        remove(path)
    }
}

/// The empty file of a share under a temporary name with the extension `.part`: created before the share is solved, so
/// that a share that cannot be written is not solved in vain. Dropping it removes the file.
#[derive(Debug)]
pub struct NewShare {
    new: NewFile,
    /// The path in errors.
    path: PathBuf,
    deal: Deal,
    worker: u64,
}

impl NewShare {
    /// Creates the file beside its final name: the path of the solution with `.1-of-4` appended for the first of four
    /// workers. An existing file, links and permissions are treated as by
    /// [`Solution::save`](crate::Solution::save). What a process left behind that was killed while it worked on the
    /// same share is removed; therefore no two processes may do so at the same time.
    ///
    /// # Errors
    ///
    /// If the file cannot be created. The error names it.
    pub fn create(path: &Path, deal: Deal, worker: u64) -> io::Result<Self> {
        let path = path_of_share(path, worker, deal.workers());
        let new = remove_incomplete_files(&path).and_then(|()| NewFile::create(&path));
        Ok(Self { new: new.map_err(|error| with_path(&path, &error))?, path, deal, worker })
    }
}

/// A share that has reached the disk under a temporary name. Dropping it removes the file.
#[derive(Debug)]
#[must_use = "the file is removed unless it is committed"]
pub struct PreparedShare {
    file: NewShare,
    header: Header,
}

impl PreparedShare {
    /// Gives the file its own name. An existing file is replaced.
    ///
    /// # Errors
    ///
    /// If the file cannot be renamed. The error names the file, and the temporary file is removed.
    pub fn commit(self) -> io::Result<()> {
        let NewShare { new, path, .. } = self.file;
        new.commit().map_err(|error| {
            let is_gone = error.kind() == io::ErrorKind::NotFound;
            let error = with_path(&path, &error);
            if is_gone {
                io::Error::other(format!("{error}; does another run write the same solution?"))
            } else {
                error
            }
        })
    }

    /// The size of the file, in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        Prefix::BYTES + self.header.bytes()
    }

    /// The header of the share: what it counts are the positions of this share alone.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }
}

/// What a file says before the cells of a share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Prefix {
    /// Below the number of workers.
    pub(super) worker: u64,
    pub(super) deal: Deal,
    /// The checksum of the whole solution.
    pub(super) checksum: u64,
    /// The checksum of the share, which its header repeats: without it the header and the cells could be those of
    /// another share.
    pub(super) own_checksum: u64,
}

impl Prefix {
    pub(super) const BYTES: u64 = MAGIC.len() as u64 + 4 + 7 * 8;

    fn to_bytes(self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(SHARE_VERSION.to_le_bytes());
        let Self { worker, deal, checksum, own_checksum } = self;
        for number in [worker, deal.workers(), deal.ranks(), deal.block_length(), checksum, own_checksum] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(sum_of_bytes(&bytes).to_le_bytes());
        bytes
    }

    pub(super) fn read(source: &impl Source) -> Result<Self, LoadErrorKind> {
        let size = source.size().map_err(LoadErrorKind::Io)?;
        let bytes = read_bytes(source, 0, size.min(Self::BYTES))?;
        let truncated = || LoadErrorKind::Truncated { bytes: size };
        let version = take_u32(&mut after_magic(&bytes, MAGIC)?).ok_or_else(truncated)?;
        if version != SHARE_VERSION {
            return Err(LoadErrorKind::ShareVersion { found: version });
        }
        if size < Self::BYTES {
            return Err(truncated());
        }
        Self::parse(&bytes).ok_or(LoadErrorKind::Damaged { offset: 0 })
    }

    fn parse(bytes: &[u8]) -> Option<Self> {
        let (content, sum) = bytes.split_last_chunk()?;
        if sum_of_bytes(content) != u64::from_le_bytes(*sum) {
            return None;
        }
        let mut rest = content.get(MAGIC.len() + 4..)?;
        let mut number = || take_u64(&mut rest);
        let [worker, workers, ranks, length] = [number()?, number()?, number()?, number()?];
        let [checksum, own_checksum] = [number()?, number()?];
        let deal = Deal::with_block_length(ranks, workers, length)?;
        (worker < workers).then_some(Self { worker, deal, checksum, own_checksum })
    }
}

/// Whether a file is a share, by its first bytes.
pub(super) fn is_share(start: &[u8]) -> bool {
    start.starts_with(MAGIC)
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
