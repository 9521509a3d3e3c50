//! Saving counterexamples: no file is overwritten, none is ever there in part, no input is saved twice, and none gets the
//! answer of another one.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use tempfile::{Builder, NamedTempFile};

use crate::interrupt::Session;
use crate::source::display_name;
use crate::stress::Counterexample;

/// A folder for counterexamples. They are pairs `NN-stress.in` and `NN-stress.out`; while one is still being shrunk, it
/// is `NN-stress-unshrunk.in` and `NN-stress-unshrunk.out`.
pub(super) struct PairFolder<'a> {
    folder: PathBuf,
    session: &'a Session,
    /// What has been saved and will be shrunk.
    unshrunk: Option<Pair>,
}

/// The paths of an input and its answer.
type Pair = [PathBuf; 2];

impl<'a> PairFolder<'a> {
    /// Makes the folder if it is not there, and finds out whether it can be written.
    pub(super) fn make(folder: PathBuf, session: &'a Session) -> anyhow::Result<Self> {
        let context = |what| format!("{}: the folder cannot be {what}; name another one", context(&folder));
        fs::create_dir_all(&folder).with_context(|| context("made"))?;
        tempfile::tempfile_in(&folder).with_context(|| context("written to"))?;
        Ok(Self { folder, session, unshrunk: None })
    }

    /// Saves what has been found and will be shrunk. Returns what to say about it.
    pub(super) fn save_unshrunk<T>(&mut self, found: &Counterexample<T>) -> anyhow::Result<String> {
        let (said, pair) = self.save("-unshrunk", found)?;
        self.unshrunk = pair;
        Ok(said)
    }

    /// Saves the smallest counterexample, and then removes the one that it was made from. If only that is certain, it
    /// stays instead.
    pub(super) fn save_shrunk<T>(&self, found: &Counterexample<T>) -> anyhow::Result<String> {
        match &self.unshrunk {
            Some([input, _]) if !found.is_certain => Ok(format!("saved as {}", display_name(input))),
            _ => Ok(self.save("", found)?.0),
        }
    }

    /// Saves a pair under the first number that no file has, whatever its ending, unless the same input is there
    /// already. The files of the unshrunk pair do not count, and are then removed.
    fn save<T>(&self, suffix: &str, found: &Counterexample<T>) -> anyhow::Result<(String, Option<Pair>)> {
        // Somebody may have removed the folder.
        let entries = fs::create_dir_all(&self.folder).and_then(|()| fs::read_dir(&self.folder)?.collect());
        let entries: Vec<fs::DirEntry> = entries.with_context(|| context(&self.folder))?;
        let replaced = self.unshrunk.as_slice().as_flattened();
        let others: Vec<PathBuf> =
            entries.iter().map(fs::DirEntry::path).filter(|path| !replaced.contains(path)).collect();
        let is_same = |path: &&PathBuf| {
            path.extension().is_some_and(|extension| extension == "in")
                && fs::read(path).is_ok_and(|text| text == found.input)
        };
        if let Some(same) = others.iter().find(is_same) {
            remove(replaced);
            return Ok((format!("already saved as {}", display_name(same)), None));
        }
        let is_taken = |stem: &str| {
            let rest =
                |path: &PathBuf| Some(path.file_name()?.as_encoded_bytes().strip_prefix(stem.as_bytes())?.to_vec());
            others.iter().filter_map(rest).any(|rest| matches!(rest[..], [] | [b'.' | b'-', ..]))
        };
        for stem in (1..).map(|number| format!("{number:02}-stress")).filter(|stem| !is_taken(stem)) {
            let pair = ["in", "out"].map(|ending| self.folder.join(format!("{stem}{suffix}.{ending}")));
            let texts = [found.input.as_slice(), &found.expected];
            if self.session.while_saving(|| self.write_pair(&pair, texts))? {
                remove(replaced);
                return Ok((format!("saved as {}", display_name(&pair[0])), Some(pair)));
            }
        }
        unreachable!("some number is free")
    }

    /// Writes a pair. Returns whether both names were free; otherwise neither file is there.
    fn write_pair(&self, [input, answer]: &Pair, texts: [&[u8]; 2]) -> anyhow::Result<bool> {
        // Both are complete before either gets its name.
        let [whole_input, whole_answer] = texts.map(|text| self.write(text).with_context(|| context(input)));
        let (whole_input, whole_answer) = (whole_input?, whole_answer?);
        if !name_file(whole_input, input)? {
            return Ok(false);
        }
        let named = name_file(whole_answer, answer);
        if !matches!(named, Ok(true)) {
            // The input would be without its answer, or with that of another one.
            fs::remove_file(input).with_context(|| context(input))?;
        }
        named
    }

    /// Writes a file that has a name of its own, and is removed when it is dropped.
    fn write(&self, bytes: &[u8]) -> io::Result<NamedTempFile> {
        // `File` gives it the permissions of other files, and its errors do not name a path that nobody has given.
        let create = |path: &Path| File::create_new(path);
        let mut file = Builder::new().prefix(".stress-").suffix(".partial").make_in(&self.folder, create)?;
        file.as_file_mut().write_all(bytes)?;
        // Some systems notice only now that the disk is full.
        file.as_file().sync_all()?;
        Ok(file)
    }
}

/// Removes files. What somebody else has removed is gone, and what cannot be removed is a case too.
fn remove(paths: &[PathBuf]) {
    for path in paths {
        let _ = fs::remove_file(path);
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

fn context(path: &Path) -> String {
    format!("--save: {}", display_name(path))
}
