//! The ranks of positions, part after part.

use retrograde::Ranked;

use super::game::{Morris, Position};
use super::part::Part;

impl Morris {
    /// The number of ranks of a part for these numbers of stones of the player to move and of the opponent.
    #[inline]
    fn ranks_of_side(&self, own: u8, other: u8) -> u64 {
        let (own, other) = (usize::from(own), usize::from(other));
        self.classes(own, other).0.count() * self.others(own, other)
    }
}

impl Morris {
    /// The number of ranks of a part.
    pub(super) fn ranks_in(&self, part: Part) -> u64 {
        let [own, other] = part.stones();
        let first = self.ranks_of_side(own, other);
        if part.in_hand() > 0 || own == other { first } else { first + self.ranks_of_side(other, own) }
    }

    /// The part that a position belongs to, if it is one of the game.
    #[inline]
    pub(super) fn part(&self, position: &Position) -> Part {
        Part::new(position.in_hand, [position.own, position.other].map(|set| self.numbers.members(set)))
    }
}

impl Ranked for Morris {
    fn ranks(&self) -> u64 {
        self.parts.ranks()
    }

    fn parts(&self) -> Vec<retrograde::Part> {
        self.parts.list(Part::next)
    }

    #[inline]
    fn part_of(&self, position: &Position) -> Option<usize> {
        self.parts.number(self.part(position))
    }

    /// By the class of the set of the player to move, and then by the set of the opponent among the free points. In a
    /// part with two numbers of stones, those come first where the player to move has the greater one.
    #[inline]
    fn rank(&self, position: &Position) -> Option<u64> {
        let (own_number, own) = self.numbers.number(position.own);
        let (other_number, other) = self.numbers.number(self.gaps.close(position.other, position.own));
        let [own_stones, other_stones] = [own, other].map(|stones| u8::try_from(stones).expect("at most 9"));
        let start = self.parts.start(self.parts.number(Part::new(position.in_hand, [own_stones, other_stones]))?);
        let is_second = position.in_hand == 0 && own < other;
        let before = if is_second { self.ranks_of_side(other_stones, own_stones) } else { 0 };
        let class = self.classes(own, other).0.class(own_number);
        Some(start + before + class * self.others(own, other) + other_number as u64)
    }

    #[inline]
    fn unrank(&self, rank: u64) -> Option<Position> {
        let (part, rank) = self.parts.place(rank)?;
        let [first_own, first_other] = part.stones();
        let before = self.ranks_of_side(first_own, first_other);
        let ([own, other], rank) =
            if rank < before { ([first_own, first_other], rank) } else { ([first_other, first_own], rank - before) };
        let [own, other_stones] = [own, other].map(usize::from);
        let others = self.others(own, other_stones);
        let (classes, symmetries) = self.classes(own, other_stones);
        let closed = self.sets(other_stones)[usize::try_from(rank % others).ok()?];
        let [own, other] = classes.representative(rank / others, |own| self.gaps.open(closed, own), symmetries)?;
        Some(Position { own, other, in_hand: part.in_hand() })
    }
}
