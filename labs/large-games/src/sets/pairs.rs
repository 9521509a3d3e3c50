//! One numbering for all games whose positions are two disjoint sets of points, of the player to move and of the
//! opponent: part after part, and in a part by the numbers of points.

use std::sync::OnceLock;

use retrograde::Part;

use super::{Classes, Gaps, MOST_MEMBERS, Numbers, Points, Symmetries, all, choices};

/// Numbers the pairs of sets with certain numbers of points: block after block, in a block by the class of symmetric sets
/// that the first set belongs to, and then by the second set among the points outside of the first one. Where a symmetry
/// keeps the first set and moves the second one, all except the lowest image are holes.
#[derive(Debug)]
pub(crate) struct Pairs<S> {
    points: usize,
    numbers: Numbers,
    gaps: Gaps,
    usual: Group<S>,
    /// For pairs with these numbers of points and without a label there are more symmetries.
    special: Option<([usize; 2], Group<S>)>,
    parts: Vec<Counts>,
    /// The number of ranks of all blocks.
    ranks: u64,
    blocks: Vec<Block>,
    /// The block of each kind of pair, by its label and its two numbers of points.
    numbers_of_blocks: Vec<[[u16; MOST_MEMBERS]; MOST_MEMBERS]>,
    /// All sets of each number of points, in the order of their numbers.
    sets: [OnceLock<Vec<Points>>; MOST_MEMBERS],
}

/// Pairs with the same numbers of points, and the same label besides: the number of stones in hand, for instance.
#[derive(Debug)]
struct Block {
    start: u64,
    part: usize,
    label: u8,
    members: [usize; 2],
    /// How many second sets there are for each first set.
    others: u64,
}

const NO_BLOCK: u16 = u16::MAX;

/// A label, and the numbers of points of two sets.
pub(crate) type Counts = (u8, [u8; 2]);

/// A pair of sets, with its label.
pub(crate) type Pair = (u8, [Points; 2]);

/// Symmetries, and the classes of sets up to them.
#[derive(Debug)]
struct Group<S> {
    symmetries: S,
    /// Made when a position with this number of points first occurs, as some are large.
    classes: [OnceLock<Classes>; MOST_MEMBERS],
}

impl<S: Symmetries> Pairs<S> {
    /// Numbers pairs of sets of `points` points, in these parts. A part without a label has pairs with its numbers of
    /// points in both orders: as players take turns, 4 against 3 belong together with 3 against 4.
    pub(crate) fn new(points: usize, symmetries: S, special: Option<([usize; 2], S)>, parts: Vec<Counts>) -> Self {
        let group = |symmetries| Group { symmetries, classes: Default::default() };
        let special = special.map(|(members, symmetries)| (members, group(symmetries)));
        let (numbers, gaps, usual) = (Numbers::default(), Gaps::default(), group(symmetries));
        let (blocks, numbers_of_blocks, sets) = (Vec::new(), Vec::new(), Default::default());
        let mut pairs =
            Self { points, numbers, gaps, usual, special, parts, ranks: 0, blocks, numbers_of_blocks, sets };
        for part in 0..pairs.parts.len() {
            let (label, [one, other]) = pairs.parts[part];
            pairs.add(part, label, [one, other].map(usize::from));
            if label == 0 && one != other {
                pairs.add(part, label, [other, one].map(usize::from));
            }
        }
        pairs
    }

    fn add(&mut self, part: usize, label: u8, members: [usize; 2]) {
        let [own, other] = members;
        let others = choices(other, self.points - own).into();
        self.numbers_of_blocks.resize((usize::from(label) + 1).max(self.numbers_of_blocks.len()), no_blocks());
        let number = u16::try_from(self.blocks.len()).expect("few blocks");
        self.numbers_of_blocks[usize::from(label)][own][other] = number;
        self.blocks.push(Block { start: self.ranks, part, label, members, others });
        self.ranks += others * self.group(label, members).symmetries.classes(own, self.points);
    }

    /// The number of ranks of all parts.
    pub(crate) fn ranks(&self) -> u64 {
        self.ranks
    }

    /// The parts, with their names and those that moves lead to, which may be the same.
    pub(crate) fn parts(&self, name: impl Fn(Counts) -> String, next: impl Fn(Counts) -> Vec<Counts>) -> Vec<Part> {
        let start = |part| self.blocks.iter().find(|block| block.part == part).map_or(self.ranks, |block| block.start);
        let number = |counts| self.parts.iter().position(|part| *part == counts).expect("a part");
        let part = |(part, counts): (usize, &Counts)| Part {
            name: name(*counts),
            ranks: start(part)..start(part + 1),
            next: next(*counts).into_iter().map(number).collect(),
        };
        self.parts.iter().enumerate().map(part).collect()
    }

    /// The part that play starts in.
    pub(crate) fn last_part(&self) -> Counts {
        *self.parts.last().expect("parts")
    }

    #[inline]
    fn group(&self, label: u8, members: [usize; 2]) -> &Group<S> {
        match &self.special {
            Some((special, group)) if *special == members && label == 0 => group,
            _ => &self.usual,
        }
    }

    #[inline]
    fn classes(&self, label: u8, members: [usize; 2]) -> (&Classes, &S) {
        let Group { symmetries, classes } = self.group(label, members);
        let make = || Classes::new(members[0], self.points, symmetries, |set| self.numbers.number(set).0);
        (classes[members[0]].get_or_init(make), symmetries)
    }

    /// The number of points of a set.
    #[inline]
    pub(crate) fn members(&self, set: Points) -> usize {
        self.numbers.members(set).into()
    }

    #[inline]
    fn block(&self, label: u8, [own, other]: [usize; 2]) -> Option<&Block> {
        let number = self.numbers_of_blocks.get(usize::from(label))?.get(own)?.get(other)?;
        self.blocks.get(usize::from(*number))
    }

    /// The part of a pair.
    #[inline]
    pub(crate) fn part_of(&self, (label, sets): Pair) -> Option<usize> {
        Some(self.block(label, sets.map(|set| self.members(set)))?.part)
    }

    /// The representative of the pairs that are symmetric to one.
    #[inline]
    pub(crate) fn canonical(&self, (label, sets): Pair) -> [Points; 2] {
        let (number, own) = self.numbers.number(sets[0]);
        let (classes, symmetries) = self.classes(label, [own, self.members(sets[1])]);
        classes.canonical(number, sets, symmetries)
    }

    /// The number of pairs that are symmetric to one, itself included.
    pub(crate) fn orbit(&self, (label, sets): Pair) -> u32 {
        let (number, own) = self.numbers.number(sets[0]);
        let (classes, symmetries) = self.classes(label, [own, self.members(sets[1])]);
        classes.orbit(number, sets, symmetries)
    }

    /// The rank of a pair that is canonical.
    #[inline]
    pub(crate) fn rank(&self, (label, [own, other]): Pair) -> Option<u64> {
        let (own_number, own_members) = self.numbers.number(own);
        let (other_number, other_members) = self.numbers.number(self.gaps.close(other, own));
        let members = [own_members, other_members];
        let block = self.block(label, members)?;
        Some(block.start + self.classes(label, members).0.class(own_number) * block.others + other_number as u64)
    }

    /// The pair with a rank.
    #[inline]
    pub(crate) fn unrank(&self, rank: u64) -> Option<Pair> {
        let block = self.blocks.partition_point(|block| block.start <= rank).checked_sub(1)?;
        let Block { start, label, members, others, .. } = self.blocks[block];
        let (rank, [_, other]) = (rank - start, members);
        let (classes, symmetries) = self.classes(label, members);
        let sets = self.sets[other].get_or_init(|| all(other, self.points));
        let closed = sets[usize::try_from(rank % others).ok()?];
        let open = |own| self.gaps.open(closed, own);
        Some((label, classes.representative(rank / others, open, symmetries)?))
    }
}

fn no_blocks() -> [[u16; MOST_MEMBERS]; MOST_MEMBERS] {
    [[NO_BLOCK; MOST_MEMBERS]; MOST_MEMBERS]
}
