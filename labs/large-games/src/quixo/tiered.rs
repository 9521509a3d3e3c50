//! The parts of the game and the ranks of positions in them.

use retrograde::tiers::Tiered;

use super::game::{Position, Quixo};
use super::part::Part;
use crate::sets::either_order;

impl Tiered for Quixo {
    type Part = Part;

    fn name(&self) -> String {
        format!("quixo {0}x{0}, 1", self.board.size())
    }

    fn part_name(&self, part: &Part) -> String {
        part.to_string()
    }

    #[inline]
    fn part(&self, position: &Position) -> Part {
        Part::new([position.own, position.other].map(|set| self.pairs.members(set)))
    }

    fn next_parts(&self, part: &Part) -> Vec<Part> {
        part.next(self.board.points())
    }

    fn ranks_in(&self, part: &Part) -> u64 {
        either_order(part.cubes()).map(|side| self.pairs.count(side)).sum()
    }

    /// Those come first where the player to move has the greater number of cubes.
    #[inline]
    fn rank_in(&self, part: &Part, position: &Position) -> Option<u64> {
        let rank = self.pairs.rank(either_order(part.cubes()), [position.own, position.other])?;
        self.contains(*position).then_some(rank)
    }

    #[inline]
    fn unrank_in(&self, part: &Part, rank: u64) -> Option<Position> {
        let [own, other] = self.pairs.unrank(either_order(part.cubes()), rank)?;
        Some(Position { own, other }).filter(|position| self.contains(*position))
    }
}
