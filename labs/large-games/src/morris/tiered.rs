//! The parts of the game and the ranks of positions in them.

use retrograde::tiers::Tiered;

use super::board::Board;
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

impl Tiered for Morris {
    type Part = Part;

    fn name(&self) -> String {
        match (self.last_part().in_hand() / 2, self.is_flying()) {
            (0, true) => "nine men's morris, all stones placed, flying, 1".to_owned(),
            (0, false) => "nine men's morris, all stones placed, no flying, 1".to_owned(),
            (stones, _) => format!("six men's morris with {stones} stones, 1"),
        }
    }

    fn part_name(&self, part: &Part) -> String {
        part.to_string()
    }

    #[inline]
    fn part(&self, position: &Position) -> Part {
        Part::new(position.in_hand, [position.own, position.other].map(|set| self.numbers.members(set)))
    }

    fn next_parts(&self, part: &Part) -> Vec<Part> {
        part.next().into_iter().filter(|next| next.is_open()).collect()
    }

    fn move_count_within_part(&self, position: &Position) -> Option<u32> {
        let Position { own, other, in_hand } = *position;
        let free = self.board.all() & !own & !other;
        let flies = self.flies(own);
        // Only captures lead out of a part whose stones are all placed.
        if in_hand > 0 || self.board.can_close_mill(own, free, flies) {
            return None;
        }
        Some(if flies { own.count_ones() * free.count_ones() } else { Board::steps(own, free) })
    }

    fn ranks_in(&self, part: &Part) -> u64 {
        let [own, other] = part.stones();
        let first = self.ranks_of_side(own, other);
        if part.in_hand() > 0 || own == other { first } else { first + self.ranks_of_side(other, own) }
    }

    /// By the class of the set of the player to move, and then by the set of the opponent among the free points. In a
    /// part with two numbers of stones, those come first where the player to move has the greater one.
    #[inline]
    fn rank_in(&self, part: &Part, position: &Position) -> Option<u64> {
        let (own_number, own) = self.numbers.number(position.own);
        let (other_number, other) = self.numbers.number(self.gaps.close(position.other, position.own));
        let [first_own, first_other] = part.stones();
        let [first, second] = [[first_own, first_other], [first_other, first_own]].map(|side| side.map(usize::from));
        let before = if [own, other] == first {
            0
        } else if part.in_hand() == 0 && [own, other] == second {
            self.ranks_of_side(first_own, first_other)
        } else {
            return None;
        };
        let class = self.classes(own, other).0.class(own_number);
        Some(before + class * self.others(own, other) + other_number as u64)
    }

    #[inline]
    fn unrank_in(&self, part: &Part, rank: u64) -> Option<Position> {
        let [first_own, first_other] = part.stones();
        let before = self.ranks_of_side(first_own, first_other);
        let ([own, other], rank) = if rank < before {
            ([first_own, first_other], rank)
        } else if rank < self.ranks_in(part) {
            ([first_other, first_own], rank - before)
        } else {
            return None;
        };
        let [own, other_stones] = [own, other].map(usize::from);
        let others = self.others(own, other_stones);
        let (classes, symmetries) = self.classes(own, other_stones);
        let closed = self.sets(other_stones)[usize::try_from(rank % others).ok()?];
        let [own, other] = classes.representative(rank / others, |own| self.gaps.open(closed, own), symmetries)?;
        Some(Position { own, other, in_hand: part.in_hand() })
    }
}
