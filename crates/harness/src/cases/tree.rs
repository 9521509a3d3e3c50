//! The folders below an argument and the files in them.

use std::collections::{HashSet, VecDeque};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::{fs, io};

use super::layouts::side_of_folder;
use super::role::{Role, role};
use crate::source::display_name;

/// The folders that were read for an argument. All paths begin at the root of the file system; links are resolved as
/// far as the argument goes.
pub(super) struct Tree {
    /// The argument as it was given, and its path.
    argument: [PathBuf; 2],
    pub(super) folders: Vec<Folder>,
    /// The files, folder by folder and sorted by name; also all else that is not a folder.
    pub(super) files: Vec<File>,
}

pub(super) struct File {
    pub(super) path: PathBuf,
    /// The number of its folder.
    pub(super) folder: usize,
    pub(super) role: Role,
    /// Whether its folder is.
    pub(super) is_searched: bool,
    /// Whether it is a link to nothing, or to itself.
    pub(super) is_dangling: bool,
}

/// A folder that was read.
pub(super) struct Folder {
    pub(super) path: PathBuf,
    pub(super) role: Role,
    /// Whether it lies in the folder to be searched, and was not only read for the partners in it.
    pub(super) is_searched: bool,
    /// Why it, or the rest of it, cannot be read.
    pub(super) error: Option<io::Error>,
}

/// What the root of a package has: a file with its settings, and a folder with its test data.
const PACKAGES: [(&str, &str); 3] =
    [("problem.yaml", "data"), ("domjudge-problem.ini", "data"), ("problem.xml", "tests")];

impl Tree {
    /// Reads a folder, with all folders below if it `descends`. If it is called `in` or the like, or lies in
    /// such a folder, the corresponding folder with the answers is read too, and likewise for `out`.
    ///
    /// # Errors
    ///
    /// If the folder itself cannot be read. An error in another folder is a property of that folder.
    pub(super) fn read(shown: &Path, descends: bool) -> io::Result<Self> {
        let path = fs::canonicalize(if shown.as_os_str().is_empty() { Path::new(".") } else { shown })?;
        // No folder is read twice, so that cycles of links end. A link to a folder above the argument would lead to all
        // that is beside it.
        let mut seen: HashSet<PathBuf> = path.ancestors().skip(1).map(Path::to_owned).collect();
        let mut pending = VecDeque::from([Folder { is_searched: true, ..Folder::new(path.clone()) }]);
        pending.extend(partners(&path));
        let mut tree = Self { argument: [shown.to_owned(), path], folders: Vec::new(), files: Vec::new() };
        while let Some(mut folder) = pending.pop_front() {
            match fs::canonicalize(&folder.path) {
                Ok(canonical) if seen.contains(&canonical) => continue,
                // It has vanished, or is a partner that does not exist.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Ok(canonical) => {
                    seen.insert(canonical);
                    let (below, links) = tree.add_files(&mut folder);
                    if descends {
                        below.into_iter().rev().for_each(|below| pending.push_front(below));
                        // These are read last, so that the names of files do not depend on them.
                        pending.extend(links);
                    }
                }
                Err(error) => folder.error = Some(error),
            }
            tree.folders.push(folder);
        }
        tree.folders.first_mut().and_then(|folder| folder.error.take()).map_or(Ok(tree), Err)
    }

    /// Adds to a message that something is missing why it may not have been seen.
    pub(super) fn with_cause(&self, message: String) -> String {
        let mut partners = self.folders.iter().filter(|folder| !folder.is_searched);
        match partners.find_map(|folder| Some((display_name(self.shown(&folder.path)), folder.error.as_ref()?))) {
            Some((folder, error)) => format!("{message}; {folder} cannot be read: {error}"),
            None => message,
        }
    }

    /// Adds the files of the next folder. Returns the folders in it, and the links to folders.
    fn add_files(&mut self, folder: &mut Folder) -> (Vec<Folder>, Vec<Folder>) {
        let (start, number) = (self.files.len(), self.folders.len());
        let (is_searched, mut below) = (folder.is_searched, Vec::new());
        let mut add = |entry: fs::DirEntry| {
            let (name, kind) = (entry.file_name(), entry.file_type());
            let is_link = kind.as_ref().is_ok_and(fs::FileType::is_symlink);
            let target = if is_link { fs::metadata(entry.path()).map(|about| about.file_type()) } else { kind };
            if name.as_encoded_bytes().starts_with(b".") {
                // Hidden.
            } else if target.as_ref().is_ok_and(fs::FileType::is_dir) {
                below.push((is_link, name));
            } else {
                let is_dangling = is_link && target.is_err_and(|error| error.kind() != io::ErrorKind::PermissionDenied);
                self.files.push(File {
                    path: entry.path(),
                    folder: number,
                    role: folder.role,
                    is_searched,
                    is_dangling,
                });
            }
        };
        let listed = fs::read_dir(&folder.path);
        folder.error = listed.and_then(|mut entries| entries.try_for_each(|entry| entry.map(&mut add))).err();
        let files = &mut self.files[start..];
        files.sort_unstable_by(|one, other| one.path.cmp(&other.path));
        below.sort_unstable();
        let data = PACKAGES.iter().find(|(settings, data)| {
            files.iter().any(|file| file.path.ends_with(settings)) && below.iter().any(|(_, folder)| folder == data)
        });
        let data = data.map(|(_, data)| *data);
        let links = below.split_off(below.partition_point(|(is_link, _)| !is_link));
        let folders = |names: Vec<(bool, OsString)>| names.iter().map(|(_, name)| folder.below(name, data)).collect();
        (folders(below), folders(links))
    }

    /// A path as messages show it: as the argument was given, as far as that tells where it is.
    pub(super) fn shown(&self, path: &Path) -> PathBuf {
        let [shown, argument] = &self.argument;
        let mut above = shown.ancestors().zip(argument.ancestors());
        let mut is_below = true;
        let found = above.find_map(|(shown, above)| {
            let below = path.strip_prefix(above).ok().filter(|_| is_below);
            is_below &= shown.file_name() == above.file_name();
            Some(shown.components().chain(below?.components()).collect())
        });
        found.unwrap_or_else(|| path.to_owned())
    }
}

/// If the nearest folder called `in`, `out` or the like, from the argument upwards, has one of the other side beside
/// it: the folders there that correspond to the argument.
fn partners(argument: &Path) -> Vec<Folder> {
    let side = |name: &OsStr| side_of_folder(name.as_encoded_bytes());
    for folder in argument.ancestors() {
        let (Some(name), Some(parent)) = (folder.file_name(), folder.parent()) else { break };
        let Some(own) = side(name) else { continue };
        let Ok(entries) = fs::read_dir(parent) else { break };
        let mut others: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        others.retain(|path| path.file_name().and_then(side) == Some(own.other()) && path.is_dir());
        others.sort_unstable();
        if !others.is_empty() {
            let below = argument.strip_prefix(folder).unwrap_or(folder);
            // As joining nothing would add a slash.
            let path = |other: PathBuf| other.components().chain(below.components()).collect();
            return others.into_iter().map(|other| Folder::new(path(other))).collect();
        }
    }
    Vec::new()
}

impl File {
    pub(super) fn name(&self) -> &OsStr {
        self.path.file_name().unwrap_or_default()
    }
}

impl Folder {
    fn new(path: PathBuf) -> Self {
        Self { role: role(&path), path, is_searched: false, error: None }
    }

    /// The folder of this name in this one. `data` is the folder with the test data if this is the root of a package.
    fn below(&self, name: &OsStr, data: Option<&str>) -> Self {
        let below = Self { is_searched: self.is_searched, ..Self::new(self.path.join(name)) };
        // `NAME.files` holds files that a program may open while it runs on the input `NAME.in`.
        let is_of_input = self.role == Role::PackageCases && name.as_encoded_bytes().ends_with(b".files");
        let is_beside_data = data.is_some_and(|data| name != data);
        let role =
            if is_of_input || is_beside_data || self.role == Role::NoTestData { Role::NoTestData } else { below.role };
        Self { role, ..below }
    }
}
