//! The sets of points with the same number of members up to symmetry.

use super::{Points, all};

/// A group of symmetries, each by its number. The first is the identity.
pub(crate) trait Symmetries {
    /// The number of symmetries.
    fn count(&self) -> usize;

    /// Where a symmetry takes a set.
    fn image(&self, set: Points, symmetry: usize) -> Points;

    /// The number of classes of sets of `members` of `points` points, by Burnside's lemma: the mean number of sets that a
    /// symmetry keeps, which consist of whole cycles.
    fn classes(&self, members: usize, points: usize) -> u64 {
        let kept = (0..self.count()).map(|symmetry| {
            let next = |point: Points| self.image(point, symmetry);
            let mut ways = vec![0_u64; members + 1];
            ways[0] = 1;
            for first in (0..points).map(|point| 1 << point) {
                let cycle: Vec<Points> =
                    std::iter::successors(Some(first), |&point| Some(next(point)).filter(|&next| next != first))
                        .collect();
                // Each cycle is counted from its lowest point.
                if cycle.iter().all(|&point| point >= first) {
                    for sum in (cycle.len()..=members).rev() {
                        ways[sum] += ways[sum - cycle.len()];
                    }
                }
            }
            ways[members]
        });
        kept.sum::<u64>() / self.count() as u64
    }
}

/// The classes of symmetric sets, numbered in the order of their lowest sets.
#[derive(Debug)]
pub(crate) struct Classes {
    /// By the number of the set.
    members: Vec<Member>,
    /// By the number of the class: its lowest set, and above its bits the number of the stabiliser.
    lowest: Vec<u32>,
    /// Symmetries other than the identity that keep a lowest set. The first stabiliser belongs to most sets: none.
    stabilisers: Vec<Box<[usize]>>,
}

/// A set of a class, in the bits of a number: the class, above it a symmetry that takes the set to the lowest one of
/// its class, and above that the number of the stabiliser of the lowest set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Member(u32);

const SYMMETRY: u32 = 17;
const STABILISER: u32 = SYMMETRY + 6;
const STABILISER_OF_CLASS: u32 = 24;

impl Member {
    /// No set: there are fewer classes.
    const NONE: Self = Self(u32::MAX);

    #[inline]
    fn class(self) -> u64 {
        u64::from(self.0 & ((1 << SYMMETRY) - 1))
    }

    #[inline]
    fn symmetry(self) -> usize {
        (self.0 >> SYMMETRY & 0x3f) as usize
    }

    #[inline]
    fn stabiliser(self) -> usize {
        (self.0 >> STABILISER) as usize
    }
}

impl Classes {
    /// The classes of the sets of `members` of `points` points, which have these numbers in the order of
    /// [`all`].
    pub(crate) fn new(
        members: usize,
        points: usize,
        symmetries: &impl Symmetries,
        number: impl Fn(Points) -> usize,
    ) -> Self {
        let undoes = |one: usize, other: usize| {
            (0..points).all(|point| symmetries.image(symmetries.image(1 << point, one), other) == 1 << point)
        };
        let inverse = |one: usize| (0..symmetries.count()).find(|&other| undoes(one, other)).expect("a group");
        let inverses: Vec<usize> = (0..symmetries.count()).map(inverse).collect();
        let sets = all(members, points);
        let mut classes =
            Self { members: vec![Member::NONE; sets.len()], lowest: Vec::new(), stabilisers: vec![Box::default()] };
        for set in sets {
            if classes.members[number(set)] == Member::NONE {
                classes.add(set, symmetries, &inverses, &number);
            }
        }
        classes
    }

    /// Adds the class of a set that is the lowest of it.
    fn add(
        &mut self,
        lowest: Points,
        symmetries: &impl Symmetries,
        inverses: &[usize],
        number: impl Fn(Points) -> usize,
    ) {
        let keeps = |symmetry: &usize| symmetries.image(lowest, *symmetry) == lowest;
        let stabiliser: Box<[usize]> = (1..symmetries.count()).filter(keeps).collect();
        let known = self.stabilisers.iter().position(|known| *known == stabiliser);
        let stabiliser_number = known.unwrap_or_else(|| {
            self.stabilisers.push(stabiliser);
            self.stabilisers.len() - 1
        });
        let class = bits(self.lowest.len(), SYMMETRY);
        let stabiliser = bits(stabiliser_number, 32 - STABILISER_OF_CLASS);
        self.lowest.push(lowest | stabiliser << STABILISER_OF_CLASS);
        for symmetry in (0..symmetries.count()).rev() {
            let number = number(symmetries.image(lowest, symmetry));
            let back = bits(inverses[symmetry], STABILISER - SYMMETRY);
            self.members[number] = Member(class | back << SYMMETRY | stabiliser << STABILISER);
        }
    }

    /// The class of the set with this number.
    #[inline]
    pub(crate) fn class(&self, number: usize) -> u64 {
        self.members[number].class()
    }

    /// The representative of the pairs of sets that are symmetric to this one, of which the first has this number: its
    /// first set is the lowest of the class, and its second one the lowest that comes with it.
    #[inline]
    pub(crate) fn canonical(&self, number: usize, pair: [Points; 2], symmetries: &impl Symmetries) -> [Points; 2] {
        let member = self.members[number];
        let [first, second] = pair.map(|set| symmetries.image(set, member.symmetry()));
        let stabiliser = self.stabilisers[member.stabiliser()].iter();
        [first, stabiliser.map(|&symmetry| symmetries.image(second, symmetry)).fold(second, Points::min)]
    }

    /// The number of pairs of sets that are symmetric to this one, itself included.
    #[inline]
    pub(crate) fn orbit(&self, number: usize, [_, second]: [Points; 2], symmetries: &impl Symmetries) -> u32 {
        let member = self.members[number];
        let second = symmetries.image(second, member.symmetry());
        let stabiliser = self.stabilisers[member.stabiliser()].iter();
        let keeping = 1 + stabiliser.filter(|&&symmetry| symmetries.image(second, symmetry) == second).count();
        u32::try_from(symmetries.count() / keeping).expect("at most 48")
    }

    /// The pair of the lowest set of a class and what `second` returns for it, if that is a
    /// [representative](Self::canonical). `None` also if there are fewer classes.
    #[inline]
    pub(crate) fn representative(
        &self,
        class: u64,
        second: impl FnOnce(Points) -> Points,
        symmetries: &impl Symmetries,
    ) -> Option<[Points; 2]> {
        let bits = *self.lowest.get(usize::try_from(class).ok()?)?;
        let first = bits & ((1 << STABILISER_OF_CLASS) - 1);
        let second = second(first);
        let mut stabiliser = self.stabilisers[(bits >> STABILISER_OF_CLASS) as usize].iter();
        stabiliser.all(|&symmetry| symmetries.image(second, symmetry) >= second).then_some([first, second])
    }
}

/// A number of this number of bits.
fn bits(number: usize, bits: u32) -> u32 {
    u32::try_from(number).ok().filter(|number| number >> bits == 0).expect("fewer classes, symmetries and stabilisers")
}
