//! Saving counterexamples: no file is overwritten, none is ever there in part, no input is saved twice, and none gets the
//! answer of another one.

use std::fs::{self, File};
use std::io::{self, Write};
use std::mem;
use std::path::{Path, PathBuf};

use anyhow::Context;
use tempfile::Builder;

use crate::source::display_name;
use crate::stress::Counterexample;

/// A folder for counterexamples. They are pairs `NN-stress.in` and `NN-stress.out`; while one is still being shrunk, it
/// is `NN-stress-unshrunk.in` and `NN-stress-unshrunk.out`.
pub(super) struct PairFolder {
    folder: PathBuf,
    /// How the names of answer files end.
    answer_ending: &'static str,
    /// What was saved last, and is in the place of what follows.
    earlier: Vec<PathBuf>,
}

impl PairFolder {
    /// Makes the folder if it is not there, and finds out whether it can be written.
    pub(super) fn make(folder: PathBuf, answer_ending: &'static str) -> anyhow::Result<Self> {
        let context = |what| format!("{}: the folder cannot be {what}; name another one", context(&folder));
        fs::create_dir_all(&folder).with_context(|| context("made"))?;
        tempfile::tempfile_in(&folder).with_context(|| context("written to"))?;
        Ok(Self { folder, answer_ending, earlier: Vec::new() })
    }

    /// Saves a pair under the first number that no other file has, unless the same input is there already, in place of
    /// what this has saved before. Returns what to say about it.
    pub(super) fn save<T>(&mut self, suffix: &str, found: &Counterexample<T>) -> anyhow::Result<String> {
        // The folder may have been removed.
        let entries = fs::create_dir_all(&self.folder).and_then(|()| fs::read_dir(&self.folder)?.collect());
        let entries: Vec<fs::DirEntry> = entries.with_context(|| context(&self.folder))?;
        let mut others: Vec<PathBuf> = entries.iter().map(fs::DirEntry::path).collect();
        others.retain(|path| !self.earlier.contains(path));
        let is_input = |path: &Path| path.extension().is_some_and(|extension| extension == "in");
        let is_same = |path: &&PathBuf| is_input(path) && fs::read(path).is_ok_and(|text| text == found.input);
        let mut saved = Vec::new();
        let said = if let Some(same) = others.iter().find(is_same) {
            format!("already saved as {}", display_name(same))
        } else {
            let names: Vec<_> = others.iter().filter_map(|path| path.file_name()).map(display_name).collect();
            let mut stems = (1..).map(|number| format!("{number:02}-stress"));
            let stem =
                stems.find(|stem| !names.iter().any(|name| name.starts_with(stem))).expect("some number is free");
            let file = |ending: &str| self.folder.join(format!("{stem}{suffix}.{ending}"));
            let input = (file("in"), &found.input[..]);
            let answer = found.expected.as_ref().map(|answer| (file(self.answer_ending), &answer[..]));
            match self.write(&input, answer.as_ref()) {
                // Another process has taken the number.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return self.save(suffix, found),
                written => written.with_context(|| context(&input.0))?,
            }
            let what = if answer.is_some() { "saved as" } else { "saved without an answer, which nobody knows, as" };
            let said = format!("{what} {}", display_name(&input.0));
            saved = [Some(input), answer].into_iter().flatten().map(|(path, _)| path).collect();
            said
        };
        for path in mem::replace(&mut self.earlier, saved) {
            // A file that is gone need not be removed, and one that cannot be removed is a case too.
            let _ = fs::remove_file(path);
        }
        Ok(said)
    }

    /// Writes an input, perhaps with its answer, or neither file. Both are complete before either gets its name, which has
    /// to be free.
    fn write(&self, (input, text): &(PathBuf, &[u8]), answer: Option<&(PathBuf, &[u8])>) -> io::Result<()> {
        let write = |text| {
            // `File` gives it the permissions of other files, and its errors do not name a path that was not given.
            let create = |path: &Path| File::create_new(path);
            let mut file = Builder::new().prefix(".stress-").suffix(".partial").make_in(&self.folder, create)?;
            file.as_file_mut().write_all(text)?;
            // Some systems notice only now that the disk is full.
            file.as_file().sync_all()?;
            Ok::<_, io::Error>(file)
        };
        let whole_input = write(text)?;
        let whole_answer = answer.map(|(path, text)| Ok::<_, io::Error>((path, write(text)?))).transpose()?;
        whole_input.persist_noclobber(input)?;
        if let Some((path, answer)) = whole_answer {
            // The input would be without its answer, or with that of another one.
            answer.persist_noclobber(path).inspect_err(|_| drop(fs::remove_file(input)))?;
        }
        Ok(())
    }
}

fn context(path: &Path) -> String {
    format!("--save: {}", display_name(path))
}
