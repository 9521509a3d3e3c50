//! Checking values in windows: common ones by the rare heaps, and smaller rare ones by pairs that reach them.

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;

use anyhow::bail;

use super::options::Options;
use super::proof;
use super::sample::Random;
use crate::windows::file::{self, Window};

/// What came of checking windows.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) windows: usize,
    /// The number of values up to the end of the last window.
    pub(super) len: usize,
    pub(super) checked: usize,
    pub(super) wrong: Vec<Wrong>,
}

/// A value in a file that does not follow from the others in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wrong {
    heap: usize,
    value: u16,
    reason: String,
}

impl fmt::Display for Wrong {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { heap, value, reason } = self;
        write!(out, "heap {heap} has the value {value}, and {reason}")
    }
}

/// Checks all values in the table of each window, the kinds of all values, and the values of heaps that are drawn at
/// random from the windows, each as likely as any other.
pub(super) fn check(folder: &Path, options: &Options, seed: u64) -> anyhow::Result<Found> {
    let lens = file::all(folder)?;
    if lens.is_empty() {
        bail!("{}: the folder has no window; create some with `octal --windows`", folder.display());
    }
    let mut random = Random(seed);
    // The place of a heap in its window is drawn when it is known how many there are.
    let mut drawn: Vec<(usize, u64)> =
        (0..options.heaps.get()).map(|_| (lens[random.below(lens.len())], random.next())).collect();
    drawn.sort_unstable();
    let mut found = Found { windows: lens.len(), len: lens[lens.len() - 1], ..Found::default() };
    let mut table = Vec::new();
    // A run removes its last window when the next is there.
    for len in lens.into_iter().filter(|&len| file::path(folder, len).exists()) {
        let known = Known(Window::read(folder, &options.code.game, len)?);
        found.wrong.extend(known.wrong_kinds(options));
        if known.0.parts.table != table {
            table.clone_from(&known.0.parts.table);
            let heaps: Vec<usize> = (0..table.len()).collect();
            let wrong = proof::check_all(&options.code.rules, &table, &heaps, options.threads()).wrong;
            let reason = |right| format!("by its moves {right}");
            found.wrong.extend(wrong.into_iter().map(|wrong| Wrong {
                heap: wrong.heap,
                value: wrong.stored,
                reason: reason(wrong.right),
            }));
            found.checked += heaps.len();
        }
        let heaps: BTreeSet<usize> =
            drawn.iter().filter(|drawn| drawn.0 == len).map(|drawn| known.heap(options, drawn.1)).collect();
        found.checked += heaps.len();
        found.wrong.extend(heaps.into_iter().filter_map(|heap| known.wrong(options, heap)));
    }
    Ok(found)
}

/// A window and what is in the same file.
struct Known(Window);

impl Known {
    /// The first heap in the window.
    fn first(&self) -> usize {
        self.0.len() - self.0.values.len()
    }

    fn value(&self, heap: usize) -> Option<u16> {
        self.0.values.get(heap.checked_sub(self.first())?).copied()
    }

    /// The heap that a random number draws, of those from which a move that leaves a rare heap leaves one in the
    /// window.
    fn heap(&self, options: &Options, random: u64) -> usize {
        let last_rare = self.0.parts.rare.last().map_or(0, |rare| rare.0);
        let heaps = self.0.values.len() - last_rare - options.code.rules.most_taken();
        self.0.len() - 1 - usize::try_from(random % heaps as u64).unwrap_or(0)
    }

    /// Whether a heap is rare if it has this value: by the parity of the value's digits under the mask, and of the
    /// heap.
    fn is_rare(&self, options: &Options, heap: usize, value: u16) -> bool {
        let space = self.0.parts.space;
        let size = if space.counts_size() { heap + options.code.rules.least_split() } else { 0 };
        ((space.mask() & u32::from(value)).count_ones() as usize + size).is_multiple_of(2)
    }

    /// Heaps whose kind is not the one that the file says.
    fn wrong_kinds(&self, options: &Options) -> Vec<Wrong> {
        let (parts, values) = (&self.0.parts, (self.first()..).zip(self.0.values.iter().copied()));
        let wrong = |(heap, value), reason: &str| Wrong { heap, value, reason: reason.to_owned() };
        let listed = parts.rare.iter().filter(|&&(heap, value)| {
            !self.is_rare(options, heap, value) || parts.table.get(heap).is_some_and(|&known| known != value)
        });
        let common =
            (0..).zip(parts.table.iter().copied()).filter(|heap| parts.rare.binary_search(heap).is_err()).chain(values);
        let common = common.filter(|&(heap, value)| self.is_rare(options, heap, value));
        listed
            .map(|&heap| wrong(heap, "is in the list of rare heaps"))
            .chain(common.map(|heap| wrong(heap, "is not in the list of rare heaps")))
            .collect()
    }

    /// Why the value of a common heap is not the smallest that no move reaches, if it is not. Moves that leave two
    /// common heaps reach only rare values, so that those which leave a rare heap, and those which leave one, decide
    /// about common ones; for a rare value one move is enough.
    fn wrong(&self, options: &Options, heap: usize) -> Option<Wrong> {
        let (parts, rules, value) = (&self.0.parts, &options.code.rules, self.value(heap)?);
        let mut reached = vec![false; 1 << 16];
        let sum = |one: u16, rest: Option<usize>| Some(usize::from(one ^ self.value(rest?)?));
        let pairs = |left: usize, one: u16| {
            rules.splits(heap).filter_map(move |split| sum(one, split.tokens.checked_sub(left)))
        };
        let single = rules.left_alone(heap).filter_map(|rest| sum(0, Some(rest)));
        let rare = parts.rare.iter().filter(|rare| rare.0 > 0).flat_map(|&(left, one)| pairs(left, one));
        single.chain(rare).for_each(|sum| reached[sum] = true);
        // Of the table a few heaps are enough in most cases.
        let mut missing = None;
        for (block, start) in parts.table[1..].chunks(1024).zip((1..).step_by(1024)) {
            let table = (start..).zip(block).flat_map(|(left, &one)| pairs(left, one));
            table.for_each(|sum| reached[sum] = true);
            missing = reached[..usize::from(value)].iter().position(|reached| !reached);
            if missing.is_none() {
                break;
            }
        }
        let reason = match missing {
            _ if reached[usize::from(value)] => "a move reaches it".to_owned(),
            Some(smaller) => format!("no move was found that reaches {smaller}"),
            None => return None,
        };
        Some(Wrong { heap, value, reason })
    }
}
