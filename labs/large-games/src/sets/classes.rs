//! The symmetries of a board, and the sets of points with the same number of members up to them.

use std::array;
use std::iter::successors;
use std::sync::OnceLock;

use super::{MOST_MEMBERS, Numbers, Points, all, bytes};

/// A group of symmetries of the points of a board, each by its number. The first is the identity.
#[derive(Debug)]
pub(crate) struct Symmetries {
    points: usize,
    /// Where each symmetry takes the points in each byte of a set.
    images: Vec<[[Points; 256]; 3]>,
    /// The symmetry that undoes each one.
    inverses: Vec<usize>,
    /// Made when a position with this number of points first occurs, as some are large.
    classes: [OnceLock<Classes>; MOST_MEMBERS],
}

impl Symmetries {
    /// `count` symmetries of `points` points; `image` says where a point is taken by the symmetry with this number.
    pub(crate) fn new(points: usize, count: usize, image: impl Fn(usize, usize) -> usize) -> Self {
        let image_of_byte = |symmetry: usize, byte: usize, set: usize| {
            let members = (0..8).filter(|bit| set >> bit & 1 == 1).map(|bit| byte * 8 + bit);
            // The last byte of a small board has bits that are no points.
            members.filter(|&point| point < points).map(|point| 1 << image(point, symmetry)).sum()
        };
        let images =
            (0..count).map(|symmetry| array::from_fn(|byte| array::from_fn(|set| image_of_byte(symmetry, byte, set))));
        let undoes = |one: usize, other: usize| (0..points).all(|point| image(image(point, one), other) == point);
        let inverse = |one: usize| (0..count).find(|&other| undoes(one, other)).expect("a group");
        let (images, inverses) = (images.collect(), (0..count).map(inverse).collect());
        Self { points, images, inverses, classes: Default::default() }
    }

    fn count(&self) -> usize {
        self.images.len()
    }

    /// Where a symmetry takes a set.
    #[inline]
    fn image(&self, set: Points, symmetry: usize) -> Points {
        let (images, [low, middle, high]) = (&self.images[symmetry], bytes(set));
        images[0][low] | images[1][middle] | images[2][high]
    }

    /// The number of classes of sets of `members` points, by Burnside's lemma: the mean number of sets that a symmetry
    /// keeps, which consist of whole cycles.
    pub(crate) fn count_classes(&self, members: usize) -> u64 {
        let kept = (0..self.count()).map(|symmetry| {
            let mut ways = vec![0_u64; members + 1];
            ways[0] = 1;
            for first in (0..self.points).map(|point| 1 << point) {
                let next = |&point: &Points| Some(self.image(point, symmetry)).filter(|&next| next != first);
                let cycle: Vec<Points> = successors(Some(first), next).collect();
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

    /// The classes of sets of `members` points.
    #[inline]
    pub(crate) fn classes(&self, members: usize, numbers: &Numbers) -> &Classes {
        self.classes[members].get_or_init(|| Classes::new(members, self, numbers))
    }
}

/// The classes of symmetric sets, numbered in the order of their lowest sets.
#[derive(Debug)]
pub(crate) struct Classes {
    /// By the number of the set.
    members: Vec<Member>,
    /// By the number of the class.
    lowest: Vec<Points>,
    /// Symmetries other than the identity that keep a lowest set. The first stabiliser belongs to most sets: none.
    stabilisers: Vec<Box<[usize]>>,
}

/// A set of a class: the class, a symmetry that takes the set to the lowest one of it, and the stabiliser of that.
#[derive(Clone, Copy, Debug)]
struct Member {
    class: u32,
    symmetry: u8,
    stabiliser: u8,
}

impl Classes {
    fn new(members: usize, symmetries: &Symmetries, numbers: &Numbers) -> Self {
        let sets = all(members, symmetries.points);
        let small = |number: usize| u8::try_from(number).expect("few symmetries and stabilisers");
        // No class has so great a number.
        let none = vec![Member { class: u32::MAX, symmetry: 0, stabiliser: 0 }; sets.len()];
        let mut classes = Self { members: none, lowest: Vec::new(), stabilisers: vec![Box::default()] };
        for (number, set) in sets.into_iter().enumerate() {
            if classes.members[number].class != u32::MAX {
                continue;
            }
            let keeps = |symmetry: &usize| symmetries.image(set, *symmetry) == set;
            let stabiliser: Box<[usize]> = (1..symmetries.count()).filter(keeps).collect();
            let known = classes.stabilisers.iter().position(|known| *known == stabiliser);
            let stabiliser = known.unwrap_or_else(|| {
                classes.stabilisers.push(stabiliser);
                classes.stabilisers.len() - 1
            });
            let class = u32::try_from(classes.lowest.len()).expect("fewer classes than sets");
            for (symmetry, back) in symmetries.inverses.iter().enumerate() {
                let (number, _) = numbers.number(symmetries.image(set, symmetry));
                classes.members[number] = Member { class, symmetry: small(*back), stabiliser: small(stabiliser) };
            }
            classes.lowest.push(set);
        }
        classes
    }

    /// The class of the set with this number.
    #[inline]
    pub(crate) fn class(&self, number: usize) -> u64 {
        self.members[number].class.into()
    }

    /// The lowest set of a class; `None` if there are fewer.
    #[inline]
    pub(crate) fn lowest(&self, class: u64) -> Option<Points> {
        self.lowest.get(usize::try_from(class).ok()?).copied()
    }

    /// Whether a pair is [canonical](Self::canonical) whose first set is the lowest of its class, and has this number.
    #[inline]
    pub(crate) fn is_canonical(&self, number: usize, second: Points, symmetries: &Symmetries) -> bool {
        let mut stabiliser = self.stabilisers[usize::from(self.members[number].stabiliser)].iter();
        stabiliser.all(|&symmetry| symmetries.image(second, symmetry) >= second)
    }

    /// The representative of the pairs of sets that are symmetric to this one, of which the first has this number: its
    /// first set is the lowest of the class, and its second one the lowest that comes with it.
    #[inline]
    pub(crate) fn canonical(&self, number: usize, pair: [Points; 2], symmetries: &Symmetries) -> [Points; 2] {
        let member = self.members[number];
        let [first, second] = pair.map(|set| symmetries.image(set, member.symmetry.into()));
        let stabiliser = self.stabilisers[usize::from(member.stabiliser)].iter();
        [first, stabiliser.map(|&symmetry| symmetries.image(second, symmetry)).fold(second, Points::min)]
    }

    /// The number of pairs of sets that are symmetric to this one, itself included.
    #[inline]
    pub(crate) fn orbit(&self, number: usize, [_, second]: [Points; 2], symmetries: &Symmetries) -> u32 {
        let member = self.members[number];
        let second = symmetries.image(second, member.symmetry.into());
        let stabiliser = self.stabilisers[usize::from(member.stabiliser)].iter();
        let keeping = 1 + stabiliser.filter(|&&symmetry| symmetries.image(second, symmetry) == second).count();
        u32::try_from(symmetries.count() / keeping).expect("at most 48")
    }
}
