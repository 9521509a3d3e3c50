//! Saving counterexamples: no file is overwritten, none is ever there in part, and no input gets the answer of another
//! one.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use tempfile::{Builder, NamedTempFile};

use crate::interrupt::Session;
use crate::source::display_name;
use crate::stress::{Counterexample, Shrinking};

/// A folder for counterexamples. They are pairs `NN-stress.in` and `NN-stress.out`; while one is still being shrunk, it
/// is `NN-stress-unshrunk.in` and `NN-stress-unshrunk.out`.
pub(super) struct PairFolder<'a> {
    folder: PathBuf,
    session: &'a Session,
}

/// A pair that has been saved.
pub(super) struct SavedPair {
    number: usize,
    pub(super) input: PathBuf,
    answer: PathBuf,
}

const SHRUNK: &str = "";
const UNSHRUNK: &str = "-unshrunk";

impl<'a> PairFolder<'a> {
    /// Makes the folder if it is not there.
    pub(super) fn make(folder: PathBuf, session: &'a Session) -> anyhow::Result<Self> {
        fs::create_dir_all(&folder).with_context(|| context(&folder))?;
        Ok(Self { folder, session })
    }

    /// Saves what has been found and will be shrunk.
    pub(super) fn save_unshrunk(&self, found: &Counterexample) -> anyhow::Result<SavedPair> {
        self.save_under_free_number(UNSHRUNK, found)
    }

    /// Saves the smallest counterexample, and then removes the one that it was made from. If only that is certain, it
    /// stays instead. Returns the path of the input.
    pub(super) fn save_shrunk(&self, found: &Counterexample, unshrunk: Option<SavedPair>) -> anyhow::Result<PathBuf> {
        let Some(unshrunk) = unshrunk else { return Ok(self.save_under_free_number(SHRUNK, found)?.input) };
        if let Shrinking::Interrupted(Some(_)) = found.shrinking {
            return Ok(unshrunk.input);
        }
        let saved = self.save(unshrunk.number, SHRUNK, found)?;
        let saved = saved.map_or_else(|| self.save_under_free_number(SHRUNK, found), Ok)?;
        for path in [unshrunk.input, unshrunk.answer] {
            // What somebody else has removed is gone, and what cannot be removed is a case too.
            let _ = fs::remove_file(path);
        }
        Ok(saved.input)
    }

    /// Saves a pair under the first number that no file has, whatever its ending.
    fn save_under_free_number(&self, suffix: &str, found: &Counterexample) -> anyhow::Result<SavedPair> {
        let entries = fs::read_dir(&self.folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        let names: Vec<OsString> =
            entries.with_context(|| context(&self.folder))?.iter().map(fs::DirEntry::file_name).collect();
        let is_taken = |number: usize| {
            let rests = names.iter().filter_map(|name| name.as_encoded_bytes().strip_prefix(stem(number).as_bytes()));
            rests.into_iter().any(|rest| matches!(rest, [] | [b'.' | b'-', ..]))
        };
        for number in (1..).filter(|&number| !is_taken(number)) {
            if let Some(saved) = self.save(number, suffix, found)? {
                return Ok(saved);
            }
        }
        unreachable!("some number is free")
    }

    /// Saves a pair. `None` if one of its files is there already.
    fn save(&self, number: usize, suffix: &str, found: &Counterexample) -> anyhow::Result<Option<SavedPair>> {
        self.session.while_saving(|| self.save_at_once(number, suffix, found))
    }

    fn save_at_once(&self, number: usize, suffix: &str, found: &Counterexample) -> anyhow::Result<Option<SavedPair>> {
        let path = |ending| self.folder.join(format!("{}{suffix}.{ending}", stem(number)));
        let saved = SavedPair { number, input: path("in"), answer: path("out") };
        // Both are complete before either gets its name.
        let [input, answer] = [(&saved.input, &found.input), (&saved.answer, &found.expected)]
            .map(|(path, bytes)| self.write(bytes).with_context(|| context(path)));
        let (input, answer) = (input?, answer?);
        if !name_file(input, &saved.input)? {
            return Ok(None);
        }
        // The input would otherwise be without its answer, or with that of another one.
        match name_file(answer, &saved.answer) {
            Ok(true) => Ok(Some(saved)),
            named => {
                fs::remove_file(&saved.input).with_context(|| context(&saved.input))?;
                named.map(|_| None)
            }
        }
    }

    /// Writes a file that has a name of its own, and is removed when it is dropped.
    fn write(&self, bytes: &[u8]) -> io::Result<NamedTempFile> {
        // Somebody may have removed it.
        fs::create_dir_all(&self.folder)?;
        // `File` gives it the permissions of other files, and its errors do not name a path that nobody has given.
        let create = |path: &Path| File::create_new(path);
        let mut file = Builder::new().prefix(".stress-").suffix(".partial").make_in(&self.folder, create)?;
        file.as_file_mut().write_all(bytes)?;
        // Some systems notice only now that the disk is full.
        file.as_file().sync_all()?;
        Ok(file)
    }
}

/// Gives a file its final name. Returns whether that was free.
fn name_file(file: NamedTempFile, path: &Path) -> anyhow::Result<bool> {
    match file.persist_noclobber(path) {
        Ok(_) => Ok(true),
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error.error).with_context(|| context(path)),
    }
}

fn stem(number: usize) -> String {
    format!("{number:02}-stress")
}

fn context(path: &Path) -> String {
    format!("--save: {}", display_name(path))
}
