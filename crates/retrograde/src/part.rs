//! The parts that a game falls into, as data.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::error::{Error, ErrorKind};

/// A part of a game: positions that play never re-enters once it has left them, such as those with the same stones
/// where only captures change the stones.
///
/// [`Ranked::parts`](crate::Ranked::parts) lists them in the order in which they can be solved: moves from a part lead
/// to positions of the part itself, and of parts before it. As the players take turns, a part is the same for both: 4
/// stones against 3 belong together with 3 against 4.
///
/// Methods take the number of a part, its place in the list, and panic if there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// A short name, also of its file: at most 100 letters, digits, `-`, `+`, `_` and `.`, which is not the first, and
    /// different from the other names also in lower case.
    pub name: String,
    /// The ranks of its positions. The first part starts at rank 0, and each other one where the one before it ends.
    pub ranks: Range<u64>,
    /// The parts that its moves lead to, by their places in the list, in any order: the part itself among them if some
    /// move stays inside. A part without such a move is solved in a folder by one look at the parts that it leads to,
    /// without a table.
    pub next: Vec<usize>,
}

impl Part {
    /// A game of this number of ranks as a single part.
    pub(crate) fn whole(ranks: u64) -> Self {
        Self { name: "all".to_owned(), ranks: 0..ranks, next: vec![0] }
    }

    /// The number of its ranks.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.ranks.end - self.ranks.start
    }

    /// Whether moves may stay in the part, if it has this number.
    pub(crate) fn moves_inside(&self, number: usize) -> bool {
        self.next.contains(&number)
    }

    /// The parts before it that its moves lead to, if it has this number.
    pub(crate) fn others(&self, number: usize) -> impl Iterator<Item = usize> {
        self.next.iter().copied().filter(move |next| *next != number)
    }
}

/// Checks the list of a game with this number of ranks.
pub(crate) fn check_parts(parts: &[Part], ranks: u64) -> Result<(), Error> {
    let wrong = |text: String| Err(Error::new(ErrorKind::Game, text));
    let (mut end, mut names) = (0, BTreeSet::new());
    for (number, Part { name, ranks, next }) in parts.iter().enumerate() {
        if !is_file_name(name) {
            return wrong(format!(
                "part {name:?} needs another name, for its file: at most 100 letters, digits, '-', '+', '_' and '.', \
                 without '.' at the start"
            ));
        }
        // Some systems do not tell small and capital letters apart.
        if !names.insert(name.to_ascii_lowercase()) {
            return wrong(format!("two parts are named {name:?}; give them names that differ also in lower case"));
        }
        if ranks.start != end || ranks.end < end {
            let (start, found) = (end, ranks);
            return wrong(format!("part {name} has the ranks {found:?}; they must start at {start}, after the last"));
        }
        end = ranks.end;
        if let Some(later) = next.iter().find(|next| **next > number) {
            let later = parts.get(*later).map_or_else(|| format!("number {later}"), |part| part.name.clone());
            return wrong(format!("part {name} leads to part {later}, which must come before it in the list"));
        }
    }
    if end == ranks { Ok(()) } else { wrong(format!("the parts end at rank {end}, but the game has {ranks} ranks")) }
}

fn is_file_name(name: &str) -> bool {
    let is_allowed = |character: char| character.is_ascii_alphanumeric() || "-+_.".contains(character);
    (1..=100).contains(&name.len()) && !name.starts_with('.') && name.chars().all(is_allowed)
}
