//! Ranks of two sets of points, such as those with the stones of both players.

use std::sync::OnceLock;

use super::{Classes, Gaps, Numbers, Points, Symmetries, all, choices};

/// Pairs of disjoint sets, each with fewer members than `COUNTS`. A pair is ranked by the class of symmetric sets that
/// the first belongs to, and then by the second among the points outside of the first. The larger tables are made when
/// a pair with this number of members first occurs.
#[derive(Debug)]
pub(crate) struct Pairs<const COUNTS: usize, S> {
    points: usize,
    symmetries: S,
    numbers: Numbers<COUNTS>,
    gaps: Gaps,
    /// The sets of each number of members up to symmetry.
    classes: [OnceLock<Classes>; COUNTS],
    /// All sets of each number of members, in the order of their numbers.
    sets: [OnceLock<Vec<Points>>; COUNTS],
    /// For the numbers of members of both sets, how many sets the second may be.
    seconds: [[u32; COUNTS]; COUNTS],
}

/// Two numbers in this order and, if they differ, in the other one.
pub(crate) fn either_order([one, other]: [u8; 2]) -> impl Iterator<Item = [u8; 2]> {
    [Some([one, other]), (one != other).then_some([other, one])].into_iter().flatten()
}

impl<const COUNTS: usize, S: Symmetries> Pairs<COUNTS, S> {
    /// The pairs of sets of this number of points.
    pub(crate) fn new(points: usize, symmetries: S) -> Self {
        let seconds = |first: usize, second: usize| points.checked_sub(first).map_or(0, |left| choices(second, left));
        Self {
            points,
            symmetries,
            numbers: Numbers::default(),
            gaps: Gaps::default(),
            classes: [const { OnceLock::new() }; COUNTS],
            sets: [const { OnceLock::new() }; COUNTS],
            seconds: std::array::from_fn(|first| std::array::from_fn(|second| seconds(first, second))),
        }
    }

    #[inline]
    fn classes(&self, members: usize) -> &Classes {
        let make = || Classes::new(members, self.points, &self.symmetries, |set| self.numbers.number(set).0);
        self.classes[members].get_or_init(make)
    }

    #[inline]
    fn seconds(&self, [first, second]: [usize; 2]) -> u64 {
        self.seconds[first][second].into()
    }

    /// The number of members of a set.
    #[inline]
    pub(crate) fn members(&self, set: Points) -> u8 {
        self.numbers.members(set)
    }

    /// The representative of the pairs that are symmetric to this one.
    #[inline]
    pub(crate) fn canonical(&self, pair: [Points; 2]) -> [Points; 2] {
        let (number, members) = self.numbers.number(pair[0]);
        self.classes(members).canonical(number, pair, &self.symmetries)
    }

    /// The number of pairs that are symmetric to this one, itself included.
    #[inline]
    pub(crate) fn orbit(&self, pair: [Points; 2]) -> u32 {
        let (number, members) = self.numbers.number(pair[0]);
        self.classes(members).orbit(number, pair, &self.symmetries)
    }

    /// The number of ranks of pairs with these numbers of members.
    #[inline]
    pub(crate) fn count(&self, members: [u8; 2]) -> u64 {
        let members = members.map(usize::from);
        self.classes(members[0]).count() * self.seconds(members)
    }

    /// The rank of a pair with one of these numbers of members, the ranks for the first of them first.
    #[inline]
    pub(crate) fn rank(&self, sides: impl Iterator<Item = [u8; 2]>, [first, second]: [Points; 2]) -> Option<u64> {
        let (number, first_members) = self.numbers.number(first);
        let (second_number, second_members) = self.numbers.number(self.gaps.close(second, first));
        let found = [first_members, second_members];
        let mut before = 0;
        for side in sides {
            if side.map(usize::from) == found {
                let class = self.classes(first_members).class(number);
                return Some(before + class * self.seconds(found) + second_number as u64);
            }
            before += self.count(side);
        }
        None
    }

    /// The representative with this rank. `None` if there is none, or another pair.
    #[inline]
    pub(crate) fn unrank(&self, sides: impl Iterator<Item = [u8; 2]>, mut rank: u64) -> Option<[Points; 2]> {
        for side in sides {
            let Some(rest) = rank.checked_sub(self.count(side)) else {
                let members = side.map(usize::from);
                let seconds = self.seconds(members);
                let sets = self.sets[members[1]].get_or_init(|| all(members[1], self.points));
                let closed = sets[usize::try_from(rank % seconds).ok()?];
                let open = |first| self.gaps.open(closed, first);
                return self.classes(members[0]).representative(rank / seconds, open, &self.symmetries);
            };
            rank = rest;
        }
        None
    }
}
