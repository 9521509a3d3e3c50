//! Folders of inputs whose answers are in another folder: `in/x.txt` and `out/x.txt`.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::PathBuf;

use super::names::{is_answer_folder, is_input_folder};
use super::tree::Tree;

/// The pairs of folders in a tree.
pub(super) struct FolderPairs<'a> {
    tree: &'a Tree,
    children: HashMap<(usize, &'a OsStr), usize>,
    /// By folder: the folder of inputs or of answers that it is or lies in, and the folders beside that one that complete it.
    inputs: Vec<Option<usize>>,
    answers: Vec<Option<usize>>,
    partners: HashMap<usize, Vec<usize>>,
}

/// The place in another folder that corresponds to a folder.
pub(super) struct Counterpart {
    /// The folders of inputs and of answers that make a pair.
    pub(super) inputs: usize,
    pub(super) answers: usize,
    /// The corresponding folder, if it exists.
    pub(super) folder: Option<usize>,
    /// Its path as messages show it, and its canonical path.
    pub(super) shown: PathBuf,
    pub(super) canonical: PathBuf,
}

impl<'a> FolderPairs<'a> {
    pub(super) fn new(tree: &'a Tree) -> Self {
        let below = |is: fn(&[u8]) -> bool| {
            let mut by_parent: HashMap<usize, Vec<usize>> = HashMap::new();
            for (number, folder) in tree.folders.iter().enumerate() {
                if let Some(parent) = folder.parent.filter(|_| is(folder.name.as_encoded_bytes())) {
                    by_parent.entry(parent).or_default().push(number);
                }
            }
            by_parent
        };
        let (input_folders, answer_folders) = (below(is_input_folder), below(is_answer_folder));
        let mut pairs = Self {
            tree,
            children: HashMap::new(),
            inputs: vec![None; tree.folders.len()],
            answers: vec![None; tree.folders.len()],
            partners: HashMap::new(),
        };
        for (parent, inputs) in &input_folders {
            if let Some(answers) = answer_folders.get(parent) {
                pairs.partners.extend(inputs.iter().map(|&folder| (folder, answers.clone())));
                pairs.partners.extend(answers.iter().map(|&folder| (folder, inputs.clone())));
                for &folder in inputs {
                    pairs.inputs[folder] = Some(folder);
                }
                for &folder in answers {
                    pairs.answers[folder] = Some(folder);
                }
            }
        }
        // A folder comes after the one that it lies in.
        for (number, folder) in tree.folders.iter().enumerate() {
            if let Some(parent) = folder.parent {
                pairs.children.insert((parent, &folder.name), number);
                if pairs.inputs[number].is_none() && pairs.answers[number].is_none() {
                    pairs.inputs[number] = pairs.inputs[parent];
                    pairs.answers[number] = pairs.answers[parent];
                }
            }
        }
        pairs
    }

    /// Where the answers to the inputs in a folder are.
    pub(super) fn answers_to(&self, folder: usize) -> Vec<Counterpart> {
        self.counterparts(folder, self.inputs[folder])
    }

    /// Where the inputs are to which a folder has the answers.
    pub(super) fn inputs_of(&self, folder: usize) -> Vec<Counterpart> {
        let mut counterparts = self.counterparts(folder, self.answers[folder]);
        for counterpart in &mut counterparts {
            (counterpart.inputs, counterpart.answers) = (counterpart.answers, counterpart.inputs);
        }
        counterparts
    }

    fn counterparts(&self, folder: usize, top: Option<usize>) -> Vec<Counterpart> {
        let Some(top) = top else { return Vec::new() };
        let above = |&folder: &usize| self.tree.folders[folder].parent;
        let on_the_way = std::iter::successors(Some(folder), above).take_while(|&folder| folder != top);
        let mut names: Vec<&OsStr> = on_the_way.map(|folder| self.tree.folders[folder].name.as_os_str()).collect();
        names.reverse();
        let counterpart = |&partner: &usize| {
            let mut found = Some(partner);
            let start = &self.tree.folders[partner];
            let (mut shown, mut canonical) = (start.shown.clone(), start.canonical.clone());
            for name in &names {
                found = found.and_then(|folder| self.children.get(&(folder, *name)).copied());
                shown.push(name);
                canonical.push(name);
            }
            Counterpart { inputs: top, answers: partner, folder: found, shown, canonical }
        };
        self.partners[&top].iter().map(counterpart).collect()
    }
}
