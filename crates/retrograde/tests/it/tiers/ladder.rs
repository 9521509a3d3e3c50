//! A game of any number of parts of any size, each of which leads to one other.

use std::ops::ControlFlow;
use std::sync::Arc;

use retrograde::{Game, Outcome, Predecessors, Solution, Tiered, solve};

/// Parts with as many places each. A player goes from a place to a half or a third of its number, or to some place of
/// the part below; some places can also be kept. Some endings are drawn.
#[derive(Clone)]
pub(super) struct Ladder {
    pub(super) parts: u64,
    pub(super) length: u64,
    pub(super) name: &'static str,
    /// The part below each: the one before it, or the parent in a binary tree.
    pub(super) is_tree: bool,
    /// What is wrong in the code of the game.
    pub(super) bug: Option<Bug>,
    /// Called with each part and rank that is looked at.
    pub(super) on_unrank: Arc<dyn Fn(u64, u64) + Send + Sync>,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Bug {
    /// The part below is not one of the next parts.
    PartNotNamed,
    /// The last place has a move to one that is not there.
    MoveOutOfRange,
    /// No place has a predecessor.
    NoPredecessors,
}

impl Ladder {
    pub(super) fn new(parts: u64, length: u64) -> Self {
        Self { parts, length, name: "a ladder", is_tree: false, bug: None, on_unrank: Arc::new(|_, _| {}) }
    }

    /// The values of all parts, solved as one game.
    pub(super) fn solution(&self) -> Solution<&Self> {
        solve(self).expect("a consistent game")
    }

    fn below(&self, part: u64) -> Option<u64> {
        let below = part.checked_sub(1)?;
        Some(if self.is_tree { below / 2 } else { below })
    }

    fn keeps(place: u64) -> bool {
        place % 7 == 3
    }

    fn moves(&self, position: u64) -> Vec<u64> {
        let (part, place) = (position / self.length, position % self.length);
        let mut places = Vec::new();
        if Self::keeps(place) {
            places.push(place);
        } else if place > 0 {
            places.extend([place / 2, place / 3]);
        }
        let mut moves: Vec<u64> = places.into_iter().map(|place| part * self.length + place).collect();
        if self.bug == Some(Bug::MoveOutOfRange) && position + 1 == self.parts * self.length {
            moves.push(position + 1);
        }
        moves.extend(self.below(part).map(|below| below * self.length + (place * 7 + 3) % self.length));
        moves
    }
}

impl Game for Ladder {
    type Position = u64;

    fn successors(&self, position: &u64, visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        self.moves(*position).into_iter().try_for_each(visit)
    }

    /// There are no known values in the whole game.
    fn move_count(&self, position: &u64) -> Option<u32> {
        u32::try_from(self.moves(*position).len()).ok()
    }

    fn moves_again(&self, from: &u64, to: &u64) -> bool {
        (from + to).is_multiple_of(5)
    }

    fn ending(&self, position: &u64) -> Outcome {
        if *position == 0 { Outcome::Loss } else { Outcome::Draw }
    }
}

impl Predecessors for Ladder {
    fn predecessors(&self, position: &u64, visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.bug == Some(Bug::NoPredecessors) {
            return ControlFlow::Continue(());
        }
        let (part, place) = (position / self.length, position % self.length);
        let goes_down = (2 * place..2 * (place + 1)).chain(3 * place..3 * (place + 1));
        let goes_down = goes_down.filter(|from| *from > 0 && *from < self.length && !Self::keeps(*from));
        let kept = [place].into_iter().filter(|place| Self::keeps(*place));
        goes_down.chain(kept).map(|place| part * self.length + place).try_for_each(visit)
    }
}

// The whole game.
rank_by_number!(Ladder, |game| game.parts * game.length);

impl Tiered for Ladder {
    type Part = u64;

    fn name(&self) -> String {
        self.name.to_owned()
    }

    fn part(&self, position: &u64) -> u64 {
        (position / self.length).min(self.parts - 1)
    }

    fn next_parts(&self, part: &u64) -> Vec<u64> {
        self.below(*part).into_iter().filter(|_| self.bug != Some(Bug::PartNotNamed)).collect()
    }

    fn ranks(&self, _part: &u64) -> u64 {
        self.length
    }

    fn rank(&self, part: &u64, position: &u64) -> u64 {
        position - part * self.length
    }

    fn unrank(&self, part: &u64, rank: u64) -> Option<u64> {
        (self.on_unrank)(*part, rank);
        Some(part * self.length + rank)
    }
}
