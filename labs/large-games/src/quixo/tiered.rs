//! The parts of the game and the ranks of positions in them.

use retrograde::tiers::Tiered;

use super::game::{Position, Quixo};
use super::part::Part;

impl Quixo {
    /// The number of ranks of a part for these numbers of cubes of the player to move and of the opponent.
    #[inline]
    fn ranks_of_side(&self, [own, other]: [usize; 2]) -> u64 {
        self.classes[own].count() * self.others(own, other)
    }

    /// How many sets an opponent with this number of cubes may have.
    #[inline]
    fn others(&self, own: usize, other: usize) -> u64 {
        self.others[own][other].into()
    }
}

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
        Part::new([position.own, position.other].map(|set| self.numbers.members(set)))
    }

    fn next_parts(&self, part: &Part) -> Vec<Part> {
        part.next(self.board.points())
    }

    fn ranks_in(&self, part: &Part) -> u64 {
        let [most, least] = part.cubes().map(usize::from);
        let first = self.ranks_of_side([most, least]);
        if most == least { first } else { first + self.ranks_of_side([least, most]) }
    }

    /// By the class of the set of the player to move, and then by the set of the opponent among the other places. Those
    /// come first where the player to move has the greater number of cubes.
    #[inline]
    fn rank_in(&self, part: &Part, position: &Position) -> Option<u64> {
        let (own_number, own) = self.numbers.number(position.own);
        let (other_number, other) = self.numbers.number(self.gaps.close(position.other, position.own));
        let [most, least] = part.cubes().map(usize::from);
        let before = if [own, other] == [most, least] {
            0
        } else if [own, other] == [least, most] {
            self.ranks_of_side([most, least])
        } else {
            return None;
        };
        self.contains(*position)
            .then(|| before + self.classes[own].class(own_number) * self.others(own, other) + other_number as u64)
    }

    #[inline]
    fn unrank_in(&self, part: &Part, rank: u64) -> Option<Position> {
        let [most, least] = part.cubes().map(usize::from);
        let before = self.ranks_of_side([most, least]);
        let ([own, other], rank) = if rank < before {
            ([most, least], rank)
        } else if rank < self.ranks_in(part) {
            ([least, most], rank - before)
        } else {
            return None;
        };
        let others = self.others(own, other);
        let closed = self.sets[other][usize::try_from(rank % others).ok()?];
        let open = |own| self.gaps.open(closed, own);
        let [own, other] = self.classes[own].representative(rank / others, open, self.board.symmetries())?;
        Some(Position { own, other }).filter(|position| self.contains(*position))
    }
}
