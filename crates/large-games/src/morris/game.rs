//! A part of the game: all positions in which one player has so many stones and the other so many.

use std::ops::ControlFlow;
use std::sync::Arc;

use retrograde::{Game, NO_RANK, Predecessors, Ranked, Solution, Subset, Value};

use super::board::{ALL, Board, POINTS, Points, numbers, single};
use super::sets::{self, MOST, Numbers, Symmetries, choices, close_gaps, open_gaps};

/// A part that is solved, up to symmetry.
pub type Solved = Solution<Subset<Part>>;

/// The part of nine men's morris in which all stones are placed and both players together have so many. Either has the
/// greater number of them, and the player to move may be the one or the other. A capture leads to a smaller part.
#[derive(Debug)]
pub struct Part {
    /// The greater number first.
    stones: [usize; 2],
    flying: bool,
    /// The parts that a capture from the player with more stones, and with fewer, leads to. None if it leads to the end.
    smaller: [Option<Arc<Solved>>; 2],
    board: Board,
    numbers: Numbers,
    symmetries: Symmetries,
    /// All sets of so many points, for either number of stones.
    sets: [Vec<Points>; 2],
    /// For a player to move with either number of stones, how many sets the opponent may have.
    others: [u64; 2],
    /// The number of positions with either number.
    half: u64,
}

/// A position, seen by the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    pub(crate) own: Points,
    pub(crate) other: Points,
}

impl Position {
    /// The stones of the player to move, and those of the opponent.
    #[must_use]
    pub fn stones(&self) -> [u32; 2] {
        [self.own.count_ones(), self.other.count_ones()]
    }
}

impl Part {
    /// The part with these numbers of stones. With `flying`, three stones move to any free point. `smaller` are solutions of
    /// other parts by the same rule, among them those that a capture leads to.
    ///
    /// # Panics
    ///
    /// Panics if a player has fewer than 3 stones or more than 9, or a smaller part is missing.
    #[must_use]
    pub fn new(mut stones: [usize; 2], flying: bool, smaller: &[Arc<Solved>]) -> Self {
        stones.sort_unstable_by(|one, other| other.cmp(one));
        let [more, fewer] = stones;
        assert!(fewer >= 3 && more <= MOST, "from 3 to 9 stones");
        let find = |mut stones: [usize; 2]| {
            stones.sort_unstable_by(|one, other| other.cmp(one));
            let found = smaller.iter().find(|part| part.game().game().stones == stones);
            (stones[1] >= 3).then(|| Arc::clone(found.expect("a smaller part for each capture")))
        };
        let numbers = Numbers::new();
        // With three stones each nobody moves along the lines.
        let symmetries = Symmetries::new(&numbers, more, flying && more == 3);
        let sets = stones.map(sets::all);
        let others = [choices(fewer, POINTS - more), choices(more, POINTS - fewer)].map(u64::from);
        Self {
            stones,
            flying,
            smaller: [find([more - 1, fewer]), find([more, fewer - 1])],
            board: Board::new(),
            numbers,
            symmetries,
            half: sets[0].len() as u64 * others[0],
            sets,
            others,
        }
    }

    /// The numbers of stones, the greater one first.
    #[must_use]
    pub fn stones(&self) -> [usize; 2] {
        self.stones
    }

    /// The number of symmetries.
    #[must_use]
    pub fn symmetries(&self) -> usize {
        self.symmetries.count()
    }

    /// Where a stone on `point` of a player with these stones can move to if it is free, or can have come from.
    fn reach(&self, stones: Points, point: usize) -> Points {
        if self.flying && stones.count_ones() == 3 { ALL } else { self.board.beside(point) }
    }

    /// The lowest image of the position, and the number of symmetries that lead to it.
    fn lowest(&self, position: Position) -> (Position, u32) {
        let mut left = self.symmetries.to_lowest(self.numbers.number(position.own));
        let image = |symmetry: u32| self.symmetries.image(position.other, symmetry as usize);
        let first = left.trailing_zeros();
        left &= left - 1;
        let (mut other, mut times) = (image(first), 1);
        while left != 0 {
            let next = image(left.trailing_zeros());
            left &= left - 1;
            if next < other {
                (other, times) = (next, 1);
            } else if next == other {
                times += 1;
            }
        }
        (Position { own: self.symmetries.image(position.own, first as usize), other }, times)
    }
}

impl Game for Part {
    type Position = Position;

    fn successors(&self, position: &Position, mut visit: impl FnMut(Position) -> ControlFlow<()>) -> ControlFlow<()> {
        let Position { own, other } = *position;
        let free = ALL & !own & !other;
        let safe = self.board.in_mills(other);
        let captured = if safe == other { other } else { other & !safe };
        for from in numbers(own) {
            let left = own ^ 1 << from;
            for to in numbers(free & self.reach(own, from)) {
                let moved = left | 1 << to;
                if self.board.closes_mill(moved, to) {
                    let mut after = single(captured).map(|stone| Position { own: other ^ stone, other: moved });
                    after.try_for_each(&mut visit)?;
                } else {
                    visit(Position { own: other, other: moved })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn move_count(&self, position: &Position) -> Option<u32> {
        let Position { own, other } = *position;
        let free = ALL & !own & !other;
        // Where two stones are in line with a free point, there may be a capture.
        if self.board.completing(own) & free != 0 {
            return None;
        }
        Some(numbers(own).map(|from| (free & self.reach(own, from)).count_ones()).sum())
    }

    fn known_value(&self, position: &Position) -> Option<Value> {
        let [own, other] = position.stones().map(|stones| stones as usize);
        let [more, fewer] = self.stones;
        if own + other == more + fewer {
            return None;
        }
        // With the greater number still there, it is the smaller one that became smaller.
        let part = &self.smaller[usize::from(own.max(other) == more)];
        if own < 3 { Some(Value::Loss(0)) } else { Some(part.as_ref()?.value(position)) }
    }

    fn canonical(&self, position: &Position) -> Position {
        self.lowest(*position).0
    }

    fn orbit(&self, position: &Position) -> u32 {
        u32::try_from(self.symmetries()).expect("16 or 48") / self.lowest(*position).1
    }
}

impl Ranked for Part {
    fn ranks(&self) -> u64 {
        if self.stones[0] == self.stones[1] { self.half } else { 2 * self.half }
    }

    fn rank(&self, position: &Position) -> u64 {
        let (own, own_stones) = self.numbers.number(position.own);
        let (other, other_stones) = self.numbers.number(close_gaps(position.other, position.own));
        let [more, fewer] = self.stones;
        if [own_stones, other_stones] == [more, fewer] {
            own as u64 * self.others[0] + other as u64
        } else if [own_stones, other_stones] == [fewer, more] {
            self.half + own as u64 * self.others[1] + other as u64
        } else {
            NO_RANK
        }
    }

    fn unrank(&self, rank: u64) -> Option<Position> {
        let second = usize::from(rank >= self.half);
        let rank = rank - self.half * second as u64;
        let others = self.others[second];
        let own = self.sets[second][usize::try_from(rank / others).ok()?];
        let other = self.sets[1 - second][usize::try_from(rank % others).ok()?];
        Some(Position { own, other: open_gaps(other, own) })
    }
}

impl Predecessors for Part {
    /// The opponent has moved without a capture, so the stone that was moved is not in a mill.
    fn predecessors(&self, position: &Position, mut visit: impl FnMut(Position) -> ControlFlow<()>) -> ControlFlow<()> {
        let Position { own, other } = *position;
        let free = ALL & !own & !other;
        for to in numbers(other & !self.board.in_mills(other)) {
            let left = other ^ 1 << to;
            for from in single(free & self.reach(other, to)) {
                visit(Position { own: left | from, other: own })?;
            }
        }
        ControlFlow::Continue(())
    }
}
