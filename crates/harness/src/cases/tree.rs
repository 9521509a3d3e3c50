//! The folders below an argument and the files in them.

use std::collections::{HashSet, VecDeque};
use std::ffi::{OsStr, OsString};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::{fs, io};

use super::layouts::{Side, side_of_folder};
use super::role::{Role, data_of_package, role};
use crate::source::display_name;

/// The folders that were read for an argument.
#[derive(Default)]
pub(super) struct Tree {
    pub(super) folders: Vec<Folder>,
    /// The files of one folder after those of another, sorted by name; also all else that is not a folder.
    pub(super) files: Vec<File>,
    /// The folder beside the argument, or above it, in which partners of its files cannot be seen, and why.
    unreadable_partners: Option<(PathBuf, io::Error)>,
    /// Whether folders below are read too.
    descends: bool,
    /// The canonical paths of the folders, so that none is read twice and cycles of links end.
    seen: HashSet<PathBuf>,
    /// Links to folders, which are read last, so that the names of files do not depend on them.
    links: VecDeque<Folder>,
}

pub(super) struct File {
    pub(super) folder: usize,
    pub(super) name: OsString,
}

/// A folder that was read.
pub(super) struct Folder {
    /// The path as messages show it.
    pub(super) shown: PathBuf,
    pub(super) canonical: PathBuf,
    pub(super) files: Range<usize>,
    pub(super) role: Role,
    pub(super) place: Option<Place>,
    /// Whether it lies in the folder to be searched, and was not only read for the answers in it.
    pub(super) is_searched: bool,
    /// Whether its files belong to no case: it is part of a package, but not of its test data.
    pub(super) is_left_out: bool,
    /// Why it, or the rest of it, cannot be read.
    pub(super) error: Option<io::Error>,
}

/// A place in a folder of inputs that has one of answers beside it, or the other way round.
#[derive(Clone)]
pub(super) struct Place {
    /// What holds the two folders: as messages show it, and canonical.
    pub(super) above: [PathBuf; 2],
    pub(super) side: Side,
    /// The name of the folder of this side.
    pub(super) folder: OsString,
    /// The path from there.
    pub(super) below: PathBuf,
}

impl Tree {
    /// Reads a folder, with all folders below if it `descends`. If it is called `in` or the like, or lies in
    /// such a folder, the corresponding folder with the answers is read too, and likewise for `out`.
    ///
    /// # Errors
    ///
    /// If the folder itself cannot be read. An error in a folder below is a property of that folder.
    pub(super) fn read(shown: &Path, descends: bool) -> io::Result<Self> {
        let argument = fs::canonicalize(shown)?;
        let mut tree = Self { descends, ..Self::default() };
        let places = tree.places_in_pair(shown, &argument);
        let place = places.first().cloned();
        tree.add(Folder { place, is_searched: true, ..Folder::new(shown.to_owned(), argument.clone()) });
        for place in places.into_iter().skip(1) {
            let path: PathBuf = place.above[0].join(&place.folder).iter().chain(&place.below).collect();
            match fs::canonicalize(&path) {
                Ok(canonical) => tree.add(Folder { place: Some(place), ..Folder::new(path, canonical) }),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => tree.unreadable_partners = Some((path, error)),
            }
        }
        while let Some(link) = tree.links.pop_front() {
            match fs::canonicalize(&link.canonical) {
                // A link to a folder above the argument would lead to all that is beside it.
                Ok(target) if argument.starts_with(&target) => {}
                Ok(canonical) => tree.add(Folder { role: role(&canonical), canonical, ..link }),
                // It has vanished.
                Err(_) => {}
            }
        }
        if let Some(error) = tree.folders[0].error.take() {
            return Err(error);
        }
        let mut partners = tree.folders.iter_mut().filter(|folder| !folder.is_searched);
        let unreadable = partners.find_map(|folder| Some((folder.shown.clone(), folder.error.take()?)));
        tree.unreadable_partners = unreadable.or(tree.unreadable_partners);
        Ok(tree)
    }

    /// If the nearest folder called `in`, `out` or the like, from the argument upwards, has one of the other side beside
    /// it: the place of the argument, followed by the corresponding ones.
    fn places_in_pair(&mut self, shown: &Path, argument: &Path) -> Vec<Place> {
        let unreadable = &mut self.unreadable_partners;
        let places = argument.ancestors().find_map(|folder| {
            let (name, parent) = (folder.file_name()?.to_owned(), folder.parent()?);
            let side = side_of_folder(name.as_encoded_bytes())?;
            let entries = fs::read_dir(parent);
            let entries = entries.map_err(|error| unreadable.get_or_insert((parent.to_owned(), error))).ok()?;
            let others = entries.filter_map(Result::ok).filter(|entry| {
                side_of_folder(entry.file_name().as_encoded_bytes()) == Some(side.other())
                    && fs::metadata(entry.path()).is_ok_and(|about| about.is_dir())
            });
            let mut others: Vec<OsString> = others.map(|entry| entry.file_name()).collect();
            others.sort_unstable();
            let below = argument.strip_prefix(folder).ok()?.to_owned();
            let end: PathBuf = Path::new(&name).iter().chain(&below).collect();
            let above_shown = shown.ancestors().nth(end.iter().count()).filter(|_| shown.ends_with(&end));
            let above = [above_shown.unwrap_or(parent), parent].map(Path::to_owned);
            let place = |(side, folder)| Place { above: above.clone(), side, folder, below: below.clone() };
            let others: Vec<Place> = others.into_iter().map(|name| place((side.other(), name))).collect();
            (!others.is_empty()).then(|| [vec![place((side, name))], others].concat())
        });
        places.unwrap_or_default()
    }

    /// Adds a folder with all folders below, unless it has been read.
    fn add(&mut self, mut folder: Folder) {
        if !self.seen.insert(folder.canonical.clone()) {
            return;
        }
        let (start, number) = (self.files.len(), self.folders.len());
        let (mut below, mut links) = (Vec::new(), Vec::new());
        let mut sort = |entry: fs::DirEntry| {
            let name = entry.file_name();
            // An error says that it has vanished; reading it will say so too.
            let kind = entry.file_type();
            let is_link = kind.as_ref().is_ok_and(fs::FileType::is_symlink);
            let leads_to_folder = || fs::metadata(entry.path()).is_ok_and(|about| about.is_dir());
            if name.as_encoded_bytes().starts_with(b".") {
                // Hidden.
            } else if kind.is_ok_and(|kind| kind.is_dir()) {
                below.push(name);
            } else if is_link && leads_to_folder() {
                links.push(name);
            } else {
                self.files.push(File { folder: number, name });
            }
        };
        let listed = fs::read_dir(&folder.canonical);
        folder.error = listed.and_then(|mut entries| entries.try_for_each(|entry| entry.map(&mut sort))).err();
        folder.files = start..self.files.len();
        let files = &mut self.files[start..];
        files.sort_unstable_by(|one, other| one.name.cmp(&other.name));
        below.sort_unstable();
        links.sort_unstable();
        let names: Vec<&OsString> = below.iter().chain(&links).collect();
        let data = data_of_package(
            |name| files.iter().any(|file| file.name == name),
            |name| names.iter().any(|folder| *folder == name),
        );
        let has = |side| names.iter().any(|name| side_of_folder(name.as_encoded_bytes()) == Some(side));
        let has_pair = has(Side::Input) && has(Side::Answer);
        let [below, links] = [&below, &links]
            .map(|names| names.iter().map(|name| folder.below(name, data, has_pair)).collect::<Vec<_>>());
        self.folders.push(folder);
        if self.descends {
            self.links.extend(links);
            for folder in below {
                self.add(folder);
            }
        }
    }

    /// Adds to a message that something is missing why it may not have been seen.
    pub(super) fn with_cause(&self, message: String) -> String {
        match &self.unreadable_partners {
            Some((folder, error)) => format!("{message}; {} cannot be read: {error}", display_name(folder)),
            None => message,
        }
    }
}

impl Folder {
    fn new(shown: PathBuf, canonical: PathBuf) -> Self {
        let (role, files) = (role(&canonical), 0..0);
        Self { shown, canonical, files, role, place: None, is_searched: false, is_left_out: false, error: None }
    }

    /// The folder of this name in this one. `data` is the folder with the test data if this is the root of a package;
    /// `has_pair` says whether it has folders for both sides.
    fn below(&self, name: &OsStr, data: Option<&str>, has_pair: bool) -> Self {
        let side = side_of_folder(name.as_encoded_bytes()).filter(|_| has_pair);
        let of_pair = side.map(|side| Place {
            above: [self.shown.clone(), self.canonical.clone()],
            side,
            folder: name.to_owned(),
            below: PathBuf::new(),
        });
        let inherited = || self.place.clone().map(|place| Place { below: place.below.join(name), ..place });
        // `NAME.files` holds files that a program may open while it runs on the input `NAME.in`.
        let is_of_input = || self.role == Role::PackageCases && name.as_encoded_bytes().ends_with(b".files");
        let is_left_out = self.is_left_out || data.is_some_and(|data| name != data) || is_of_input();
        let place = of_pair.or_else(inherited);
        Self {
            place,
            is_searched: self.is_searched,
            is_left_out,
            ..Self::new(self.shown.join(name), self.canonical.join(name))
        }
    }
}
