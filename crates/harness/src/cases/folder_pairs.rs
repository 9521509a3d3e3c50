//! Folders of inputs whose answers are in another folder: `in/x.txt` and `out/x.txt`.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::names::{is_answer_folder, is_input_folder};
use super::recognize::Scope;
use super::tree::{Folder, Tree};

/// The pairs of folders in a tree.
pub(super) struct FolderPairs<'a> {
    tree: &'a Tree,
    /// The folders of inputs with those of answers beside them, and the other way round.
    partners: HashMap<usize, Vec<usize>>,
    /// By folder: which of these it is or lies in, and its path from there.
    places: Vec<Option<(usize, PathBuf)>>,
    by_place: HashMap<(usize, PathBuf), usize>,
}

/// The place in another folder that corresponds to a folder.
pub(super) struct Counterpart {
    /// The folders of inputs and of answers that make a pair.
    pub(super) inputs: usize,
    pub(super) answers: usize,
    /// The corresponding folder, if it exists.
    pub(super) folder: Option<usize>,
    /// Its path from the folder that holds the pair, as messages show it, and its canonical path.
    pub(super) path: PathBuf,
    pub(super) shown: PathBuf,
    pub(super) canonical: PathBuf,
}

impl Counterpart {
    pub(super) fn scope(&self) -> Scope {
        Scope::Folders(self.inputs, self.answers)
    }
}

impl<'a> FolderPairs<'a> {
    pub(super) fn new(tree: &'a Tree) -> Self {
        let mut by_parent: HashMap<usize, [Vec<usize>; 2]> = HashMap::new();
        for (number, folder) in tree.folders.iter().enumerate() {
            let Some(parent) = folder.parent else { continue };
            let name = folder.name.as_encoded_bytes();
            if is_input_folder(name) {
                by_parent.entry(parent).or_default()[0].push(number);
            } else if is_answer_folder(name) {
                by_parent.entry(parent).or_default()[1].push(number);
            }
        }
        let mut partners = HashMap::new();
        for [inputs, answers] in by_parent.values().filter(|pair| pair.iter().all(|folders| !folders.is_empty())) {
            partners.extend(inputs.iter().map(|&folder| (folder, answers.clone())));
            partners.extend(answers.iter().map(|&folder| (folder, inputs.clone())));
        }
        let mut places: Vec<Option<(usize, PathBuf)>> = Vec::with_capacity(tree.folders.len());
        for (number, folder) in tree.folders.iter().enumerate() {
            // A folder comes after the one that it lies in.
            let above = folder.parent.and_then(|parent| places[parent].as_ref());
            let below = above.map(|(top, path)| (*top, path.join(&folder.name)));
            places.push(if partners.contains_key(&number) { Some((number, PathBuf::new())) } else { below });
        }
        let numbered = places.iter().enumerate();
        let by_place = numbered.filter_map(|(number, place)| Some((place.clone()?, number))).collect();
        Self { tree, partners, places, by_place }
    }

    /// Where the answers to the inputs in a folder are.
    pub(super) fn answers_to(&self, folder: usize) -> Vec<Counterpart> {
        self.counterparts(folder, is_input_folder, |inputs, answers| (inputs, answers))
    }

    /// Where the inputs are to which a folder has the answers.
    pub(super) fn inputs_of(&self, folder: usize) -> Vec<Counterpart> {
        self.counterparts(folder, is_answer_folder, |answers, inputs| (inputs, answers))
    }

    fn counterparts(
        &self,
        folder: usize,
        is: fn(&[u8]) -> bool,
        in_order: fn(usize, usize) -> (usize, usize),
    ) -> Vec<Counterpart> {
        let folders = &self.tree.folders;
        let place = self.places[folder].as_ref().filter(|(top, _)| is(folders[*top].name.as_encoded_bytes()));
        let Some((top, path)) = place else { return Vec::new() };
        let counterpart = |&partner: &usize| {
            let Folder { name, shown, canonical, .. } = &folders[partner];
            let (inputs, answers) = in_order(*top, partner);
            let folder = self.by_place.get(&(partner, path.clone())).copied();
            let [path, shown, canonical] = [Path::new(name), shown, canonical].map(|start| start.join(path));
            Counterpart { inputs, answers, folder, path, shown, canonical }
        };
        self.partners[top].iter().map(counterpart).collect()
    }
}
