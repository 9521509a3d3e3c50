//! The ranks of positions, part after part.

use retrograde::Ranked;

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

impl Quixo {
    /// The number of ranks of a part.
    pub(super) fn ranks_in(&self, part: Part) -> u64 {
        let [most, least] = part.cubes().map(usize::from);
        let first = self.ranks_of_side([most, least]);
        if most == least { first } else { first + self.ranks_of_side([least, most]) }
    }
}

impl Ranked for Quixo {
    fn ranks(&self) -> u64 {
        self.parts.ranks()
    }

    fn parts(&self) -> Vec<retrograde::Part> {
        self.parts.list(|part| part.next(self.board.points()))
    }

    #[inline]
    fn part_of(&self, position: &Position) -> Option<usize> {
        self.parts.number(Part::new([position.own, position.other].map(|set| self.numbers.members(set))))
    }

    /// By the class of the set of the player to move, and then by the set of the opponent among the other places. Those
    /// come first where the player to move has the greater number of cubes.
    #[inline]
    fn rank(&self, position: &Position) -> Option<u64> {
        let (own_number, own) = self.numbers.number(position.own);
        let (other_number, other) = self.numbers.number(self.gaps.close(position.other, position.own));
        let part = Part::new([own, other].map(|cubes| u8::try_from(cubes).expect("at most 16")));
        let start = self.parts.start(self.parts.number(part)?);
        let before = if own < other { self.ranks_of_side([other, own]) } else { 0 };
        self.contains(*position).then(|| {
            start + before + self.classes[own].class(own_number) * self.others(own, other) + other_number as u64
        })
    }

    #[inline]
    fn unrank(&self, rank: u64) -> Option<Position> {
        let (part, rank) = self.parts.place(rank)?;
        let [most, least] = part.cubes().map(usize::from);
        let before = self.ranks_of_side([most, least]);
        let ([own, other], rank) = if rank < before { ([most, least], rank) } else { ([least, most], rank - before) };
        let others = self.others(own, other);
        let closed = self.sets[other][usize::try_from(rank % others).ok()?];
        let open = |own| self.gaps.open(closed, own);
        let [own, other] = self.classes[own].representative(rank / others, open, self.board.symmetries())?;
        Some(Position { own, other }).filter(|position| self.contains(*position))
    }
}
