//! One numbering for all games whose positions are two disjoint sets of points, of the player to move and of the
//! opponent: part after part, and in a part by the numbers of points.

use std::sync::OnceLock;

use retrograde::Part;

use super::{Classes, Gaps, MOST_MEMBERS, Numbers, Points, Symmetries, all, choices};

/// A position, seen by the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The points of the player to move: the stones or cubes.
    pub own: Points,
    /// The points of the opponent.
    pub other: Points,
    /// The stones of both players that are still to be placed, in morris. The players take turns, and the one who began
    /// placed the first: so the player to move has half of them, rounded up.
    pub in_hand: u8,
}

/// What a part has: stones in hand of both players together, and points of the player to move and of the opponent; with
/// nothing in hand the greater number comes first.
pub(crate) type Counts = (u8, [u8; 2]);

/// Numbers the positions with certain numbers of points: block after block, in a block by the class of symmetric sets
/// that the first set belongs to, and then by the second set among the points outside of the first one. Where a symmetry
/// keeps the first set and moves the second one, all except the lowest image are holes.
#[derive(Debug)]
pub(crate) struct Pairs {
    points: usize,
    numbers: Numbers,
    gaps: Gaps,
    usual: Symmetries,
    /// There are more for positions with these numbers of points and nothing in hand.
    special: Option<([usize; 2], Symmetries)>,
    parts: Vec<Counts>,
    /// The number of ranks of all blocks.
    ranks: u64,
    blocks: Vec<Block>,
    /// The block of each kind of position, by the stones in hand and the two numbers of points.
    numbers_of_blocks: Vec<[[u16; MOST_MEMBERS]; MOST_MEMBERS]>,
    /// All sets of each number of points, in the order of their numbers.
    sets: [OnceLock<Vec<Points>>; MOST_MEMBERS],
}

/// Positions with the same number of stones in hand, and the same numbers of points.
#[derive(Debug)]
struct Block {
    start: u64,
    part: usize,
    in_hand: u8,
    members: [usize; 2],
    /// How many second sets there are for each first set.
    others: u64,
}

const NO_BLOCK: u16 = u16::MAX;

impl Pairs {
    /// Numbers positions on `points` points, in these parts. A part with nothing in hand has positions with its numbers
    /// of points in both orders: as players take turns, 4 against 3 belong together with 3 against 4.
    pub(crate) fn new(
        points: usize,
        usual: Symmetries,
        special: Option<([usize; 2], Symmetries)>,
        parts: Vec<Counts>,
    ) -> Self {
        let (numbers, gaps) = (Numbers::default(), Gaps::default());
        let (blocks, numbers_of_blocks, sets) = (Vec::new(), Vec::new(), Default::default());
        let mut pairs =
            Self { points, numbers, gaps, usual, special, parts, ranks: 0, blocks, numbers_of_blocks, sets };
        for part in 0..pairs.parts.len() {
            let (in_hand, [one, other]) = pairs.parts[part];
            pairs.add(part, in_hand, [one, other].map(usize::from));
            if in_hand == 0 && one != other {
                pairs.add(part, in_hand, [other, one].map(usize::from));
            }
        }
        pairs
    }

    fn add(&mut self, part: usize, in_hand: u8, members: [usize; 2]) {
        let [own, other] = members;
        let others = choices(other, self.points - own).into();
        let kinds = (usize::from(in_hand) + 1).max(self.numbers_of_blocks.len());
        self.numbers_of_blocks.resize(kinds, [[NO_BLOCK; MOST_MEMBERS]; MOST_MEMBERS]);
        let number = u16::try_from(self.blocks.len()).expect("few blocks");
        self.numbers_of_blocks[usize::from(in_hand)][own][other] = number;
        self.blocks.push(Block { start: self.ranks, part, in_hand, members, others });
        self.ranks += others * self.symmetries(in_hand, members).count_classes(own);
    }

    /// The number of ranks of all parts.
    pub(crate) fn ranks(&self) -> u64 {
        self.ranks
    }

    /// The parts, with their names and those that moves lead to, which may be the same. What else `next` lists is left
    /// out.
    pub(crate) fn parts(&self, name: impl Fn(Counts) -> String, next: impl Fn(Counts) -> Vec<Counts>) -> Vec<Part> {
        let start = |part| self.blocks.iter().find(|block| block.part == part).map_or(self.ranks, |block| block.start);
        let number = |counts| self.parts.iter().position(|part| *part == counts);
        let part = |(part, counts): (usize, &Counts)| Part {
            name: name(*counts),
            ranks: start(part)..start(part + 1),
            next: next(*counts).into_iter().filter_map(number).collect(),
        };
        self.parts.iter().enumerate().map(part).collect()
    }

    /// The part that play starts in.
    pub(crate) fn last_part(&self) -> Counts {
        *self.parts.last().expect("parts")
    }

    #[inline]
    fn symmetries(&self, in_hand: u8, members: [usize; 2]) -> &Symmetries {
        match &self.special {
            Some((special, symmetries)) if *special == members && in_hand == 0 => symmetries,
            _ => &self.usual,
        }
    }

    #[inline]
    fn classes(&self, in_hand: u8, members: [usize; 2]) -> (&Classes, &Symmetries) {
        let symmetries = self.symmetries(in_hand, members);
        (symmetries.classes(members[0], &self.numbers), symmetries)
    }

    /// The number of points of a set.
    #[inline]
    pub(crate) fn members(&self, set: Points) -> usize {
        self.numbers.members(set).into()
    }

    #[inline]
    fn block(&self, in_hand: u8, [own, other]: [usize; 2]) -> Option<&Block> {
        let number = self.numbers_of_blocks.get(usize::from(in_hand))?.get(own)?.get(other)?;
        self.blocks.get(usize::from(*number))
    }

    /// The part of a position.
    #[inline]
    pub(crate) fn part_of(&self, &Position { own, other, in_hand }: &Position) -> Option<usize> {
        Some(self.block(in_hand, [own, other].map(|set| self.members(set)))?.part)
    }

    /// The representative of the positions that are symmetric to one.
    #[inline]
    pub(crate) fn canonical(&self, &Position { own, other, in_hand }: &Position) -> Position {
        let (number, members) = self.numbers.number(own);
        let (classes, symmetries) = self.classes(in_hand, [members, self.members(other)]);
        let [own, other] = classes.canonical(number, [own, other], symmetries);
        Position { own, other, in_hand }
    }

    /// The number of positions that are symmetric to one, itself included.
    pub(crate) fn orbit(&self, &Position { own, other, in_hand }: &Position) -> u32 {
        let (number, members) = self.numbers.number(own);
        let (classes, symmetries) = self.classes(in_hand, [members, self.members(other)]);
        classes.orbit(number, [own, other], symmetries)
    }

    /// The rank of a position that is canonical.
    #[inline]
    pub(crate) fn rank(&self, &Position { own, other, in_hand }: &Position) -> Option<u64> {
        let (own_number, own_members) = self.numbers.number(own);
        let (other_number, other_members) = self.numbers.number(self.gaps.close(other, own));
        let members = [own_members, other_members];
        let block = self.block(in_hand, members)?;
        Some(block.start + self.classes(in_hand, members).0.class(own_number) * block.others + other_number as u64)
    }

    /// The canonical position with a rank.
    #[inline]
    pub(crate) fn unrank(&self, rank: u64) -> Option<Position> {
        let block = self.blocks.partition_point(|block| block.start <= rank).checked_sub(1)?;
        let Block { start, in_hand, members, others, .. } = self.blocks[block];
        let (rank, [_, other]) = (rank - start, members);
        let sets = self.sets[other].get_or_init(|| all(other, self.points));
        let closed = sets[usize::try_from(rank % others).ok()?];
        let (classes, symmetries) = self.classes(in_hand, members);
        let own = classes.lowest(rank / others)?;
        let (other, (number, _)) = (self.gaps.open(closed, own), self.numbers.number(own));
        classes.is_canonical(number, other, symmetries).then_some(Position { own, other, in_hand })
    }
}
