//! The parts of the game and the ranks of positions in them.

use retrograde::tiers::Tiered;

use super::board::Board;
use super::game::{Morris, Position};
use super::part::Part;

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
        Part::new(position.in_hand, self.stones(position))
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
        part.sides().map(|side| self.pairs(side).count(side)).sum()
    }

    /// In a part with two numbers of stones, those come first where the player to move has the greater one.
    #[inline]
    fn rank_in(&self, part: &Part, position: &Position) -> Option<u64> {
        self.pairs(part.stones()).rank(part.sides(), [position.own, position.other])
    }

    #[inline]
    fn unrank_in(&self, part: &Part, rank: u64) -> Option<Position> {
        let [own, other] = self.pairs(part.stones()).unrank(part.sides(), rank)?;
        Some(Position { own, other, in_hand: part.in_hand() })
    }
}
