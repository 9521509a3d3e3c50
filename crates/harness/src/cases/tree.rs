//! The folders below an argument and the files in them.

use std::collections::{HashSet, VecDeque};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{fs, io};

use super::names::{is_answer_folder, is_input_folder};
use super::role::{Role, data_of_package, role};
use crate::source::display_name;

/// The folders that were read for an argument. A folder comes after the one that it lies in.
pub(super) struct Tree {
    pub(super) folders: Vec<Folder>,
    /// The folder beside the argument, or above it, in which partners of its files cannot be seen, and why.
    unreadable_partners: Option<(PathBuf, io::Error)>,
}

/// A folder that was read.
pub(super) struct Folder {
    pub(super) parent: Option<usize>,
    pub(super) name: OsString,
    /// The path as messages show it.
    pub(super) shown: PathBuf,
    pub(super) canonical: PathBuf,
    /// The sorted names of its files, and of all else that is not a folder.
    pub(super) files: Vec<OsString>,
    pub(super) role: Role,
    /// Whether it lies in the folder to be searched, and was not only read for the answers in it.
    pub(super) is_searched: bool,
    /// The only folder in it whose files are cases, if it is the root of a package.
    data: Option<&'static str>,
    /// Whether its files belong to no case: it is part of a package, but not of its test data.
    pub(super) is_left_out: bool,
    /// Why it, or the rest of it, cannot be read.
    pub(super) error: Option<io::Error>,
}

/// A tree that is being read.
struct Reading<'a> {
    folders: Vec<Folder>,
    /// The folder to be searched, as it was given, and its canonical path.
    shown: &'a Path,
    canonical: PathBuf,
    /// Whether folders below are read too.
    descends: bool,
    /// The canonical paths of the folders, so that none is read twice and cycles of links end.
    seen: HashSet<PathBuf>,
    /// Folders to be read: where they lie, and their names. The last one comes first.
    pending: Vec<(usize, OsString)>,
    /// Links to folders, which are read last, so that the names of files do not depend on them.
    links: VecDeque<(usize, OsString)>,
}

impl Folder {
    /// The number of the file with this name.
    pub(super) fn file(&self, name: &[u8]) -> Option<usize> {
        self.files.binary_search_by(|file| file.as_encoded_bytes().cmp(name)).ok()
    }

    fn leaves_out(&self, folder: &str) -> bool {
        // `NAME.files` holds files that a program may open while it runs on the input `NAME.in`.
        self.is_left_out
            || self.data.is_some_and(|data| folder != data)
            || (self.role == Role::PackageCases && folder.strip_suffix(".files").is_some())
    }
}

impl Tree {
    /// Reads a folder, with all folders below if it `descends`. If it is called `in` or the like, or lies in
    /// such a folder, the folder beside that one with the answers is read too, and likewise for `out`.
    ///
    /// # Errors
    ///
    /// If the folder itself cannot be read. An error in a folder below is a property of that folder.
    pub(super) fn read(shown: &Path, descends: bool) -> io::Result<Self> {
        let canonical = fs::canonicalize(shown)?;
        let mut unreadable_partners = None;
        let pair = folders_of_pair(&canonical, &mut unreadable_partners);
        let mut reading = Reading {
            folders: Vec::new(),
            shown,
            canonical,
            descends: descends || pair.is_some(),
            seen: HashSet::new(),
            pending: Vec::new(),
            links: VecDeque::new(),
        };
        match pair {
            Some((parent, pair)) => {
                reading.add(None, OsString::new(), parent);
                reading.pending.extend(pair.into_iter().rev().map(|name| (0, name)));
            }
            None => reading.add_and_list(None, OsString::new(), reading.canonical.clone()),
        }
        reading.read_pending();
        let argument = reading.folders.iter_mut().find(|folder| folder.canonical == reading.canonical);
        if let Some(error) = argument.ok_or(io::ErrorKind::NotFound)?.error.take() {
            return Err(error);
        }
        let unreadable = |folder: &mut Folder| Some((folder.shown.clone(), folder.error.take()?));
        let mut partners = reading.folders.iter_mut().filter(|folder| !folder.is_searched);
        let unreadable_partners = partners.find_map(unreadable).or(unreadable_partners);
        Ok(Self { folders: reading.folders, unreadable_partners })
    }

    /// Adds to a message that something is missing why it may not have been seen.
    pub(super) fn with_cause(&self, message: String) -> String {
        match &self.unreadable_partners {
            Some((folder, error)) => format!("{message}; {} cannot be read: {error}", display_name(folder)),
            None => message,
        }
    }
}

impl Reading<'_> {
    fn read_pending(&mut self) {
        loop {
            while let Some((parent, name)) = self.pending.pop() {
                let path = self.folders[parent].canonical.join(&name);
                self.add_and_list(Some(parent), name, path);
            }
            let Some((parent, name)) = self.links.pop_front() else { return };
            match fs::canonicalize(self.folders[parent].canonical.join(&name)) {
                // A link to a folder above the argument would lead to all that is beside it.
                Ok(target) if self.canonical.starts_with(&target) => {}
                Ok(target) => self.add_and_list(Some(parent), name, target),
                // It has vanished.
                Err(_) => {}
            }
        }
    }

    fn add_and_list(&mut self, parent: Option<usize>, name: OsString, canonical: PathBuf) {
        if let Some(number) = self.add(parent, name, canonical) {
            self.list(number);
        }
    }

    /// Adds the folder with this canonical path, unless it has been read.
    fn add(&mut self, parent: Option<usize>, name: OsString, canonical: PathBuf) -> Option<usize> {
        if !self.seen.insert(canonical.clone()) {
            return None;
        }
        let number = self.folders.len();
        let is_argument = canonical == self.canonical;
        let above = parent.map(|parent| &self.folders[parent]);
        let shown = match above {
            _ if is_argument => self.shown.to_owned(),
            Some(above) => above.shown.join(&name),
            None => canonical.clone(),
        };
        let is_searched = is_argument || above.is_some_and(|above| above.is_searched);
        let is_left_out = above.is_some_and(|above| above.leaves_out(&name.to_string_lossy()));
        let role = role(&canonical);
        let (files, data, error) = (Vec::new(), None, None);
        self.folders.push(Folder {
            parent,
            name,
            shown,
            canonical,
            files,
            role,
            is_searched,
            data,
            is_left_out,
            error,
        });
        Some(number)
    }

    fn list(&mut self, number: usize) {
        let folder = &mut self.folders[number];
        let mut folders = Vec::new();
        let mut links = Vec::new();
        let mut add = |entry: fs::DirEntry| -> io::Result<()> {
            let name = entry.file_name();
            if name.as_encoded_bytes().starts_with(b".") && !self.canonical.starts_with(entry.path()) {
                return Ok(());
            }
            // An error says that it has vanished; reading it will say so too.
            let kind = entry.file_type().ok();
            if kind.is_some_and(|kind| kind.is_dir()) {
                folders.push(name);
            } else if kind.is_some_and(|kind| kind.is_symlink())
                && fs::metadata(entry.path()).is_ok_and(|about| about.is_dir())
            {
                links.push(name);
            } else {
                folder.files.push(name);
            }
            Ok(())
        };
        let listed = fs::read_dir(&folder.canonical).and_then(|mut entries| entries.try_for_each(|entry| add(entry?)));
        folder.error = listed.err();
        folder.files.sort_unstable();
        let has_folder = |name: &str| folders.iter().chain(&links).any(|folder| folder == name);
        folder.data = data_of_package(|name| folder.file(name.as_bytes()).is_some(), has_folder);
        if self.descends {
            if let Some(only) = self.only_folder_below(number) {
                folders.retain(|name| *name == only);
                links.retain(|name| *name == only);
            }
            folders.sort_unstable();
            links.sort_unstable();
            self.pending.extend(folders.into_iter().rev().map(|name| (number, name)));
            self.links.extend(links.into_iter().map(|name| (number, name)));
        }
    }

    /// The one folder to read below this one, if the argument is further down, or would be in the other folder of the
    /// pair.
    fn only_folder_below(&self, number: usize) -> Option<OsString> {
        let parent = &self.folders[0].canonical;
        let depth = self.folders[number].canonical.strip_prefix(parent).ok()?.components().count();
        let name = self.canonical.strip_prefix(parent).ok()?.components().nth(depth)?;
        Some(name.as_os_str().to_owned())
    }
}

/// The nearest folder that holds a folder of inputs and one of answers, one of which is the given one or lies above it;
/// and the names of those folders. Puts the first folder above it that may hold a pair, but cannot be read, into
/// `unreadable`.
fn folders_of_pair(
    canonical: &Path,
    unreadable: &mut Option<(PathBuf, io::Error)>,
) -> Option<(PathBuf, Vec<OsString>)> {
    canonical.ancestors().find_map(|folder| {
        let name = folder.file_name()?.as_encoded_bytes();
        if !is_input_folder(name) && !is_answer_folder(name) {
            return None;
        }
        let parent = folder.parent()?;
        let entries = fs::read_dir(parent);
        let entries = entries.map_err(|error| unreadable.get_or_insert((parent.to_owned(), error))).ok()?;
        let folders = entries.filter_map(|entry| {
            let entry = entry.ok()?;
            let name = entry.file_name();
            let is_of_pair = is_input_folder(name.as_encoded_bytes()) || is_answer_folder(name.as_encoded_bytes());
            (is_of_pair && fs::metadata(entry.path()).ok()?.is_dir()).then_some(name)
        });
        let mut folders: Vec<OsString> = folders.collect();
        folders.sort_unstable();
        let any = |is: fn(&[u8]) -> bool| folders.iter().any(|name| is(name.as_encoded_bytes()));
        (any(is_input_folder) && any(is_answer_folder)).then(|| (parent.to_owned(), folders))
    })
}
