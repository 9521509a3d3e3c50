//! The rules: the moves of all parts.

use std::sync::OnceLock;

use retrograde::{Game, Value};

use super::board::Board;
use super::part::Part;
use super::symmetries::{ANY_ORDER, Symmetries, THREE_RINGS, TWO_RINGS};
use crate::parts::Parts;
use crate::sets::{self, Classes, Gaps, Numbers, Points, choices, points, single};

/// The most stones that a player has.
const MOST: usize = 9;

/// Nine men's morris or six men's morris, with all tables that the moves and the ranks need. The larger tables are made
/// when a position with this number of stones first occurs.
#[derive(Debug)]
pub struct Morris {
    pub(super) board: Board,
    flying: bool,
    last: Part,
    pub(super) parts: Parts<Part>,
    pub(super) numbers: Numbers<{ MOST + 1 }>,
    pub(super) gaps: Gaps,
    symmetries: Symmetries,
    classes: [OnceLock<Classes>; MOST + 1],
    /// The classes of three stones against three, if no move is along the lines.
    any_order: Option<(Symmetries, OnceLock<Classes>)>,
    /// All sets of each number of points, in the order of their numbers.
    sets: [OnceLock<Vec<Points>>; MOST + 1],
    /// For the numbers of stones of the player to move and of the opponent, how many sets the opponent may have.
    others: [[u32; MOST + 1]; MOST + 1],
}

/// A position, seen by the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The stones of the player to move.
    pub own: Points,
    /// The stones of the opponent.
    pub other: Points,
    /// The stones of both players that are still to be placed. The players take turns, and the one who began placed the
    /// first: so the player to move has half of them, rounded up.
    pub in_hand: u8,
}

impl Morris {
    /// Nine men's morris after all stones are placed, with 9 against 9 and all parts that follow from it. With
    /// `flying`, three stones move to any free point.
    #[must_use]
    pub fn nine(flying: bool) -> Self {
        Self::new(Board::new(3), flying, Part::new(0, [9, 9]))
    }

    /// Six men's morris with this number of stones for each player, from the empty board on.
    ///
    /// # Panics
    ///
    /// Panics if there are fewer than 3 stones or more than 6.
    #[must_use]
    pub fn six(stones: u8) -> Self {
        assert!((3..=6).contains(&stones), "from 3 to 6 stones");
        Self::new(Board::new(2), false, Part::new(2 * stones, [0, 0]))
    }

    fn new(board: Board, flying: bool, last: Part) -> Self {
        let points = board.points();
        let shifts = if points == 16 { TWO_RINGS } else { THREE_RINGS };
        let others = |own: usize, other| choices(other, points - own);
        let mut game = Self {
            board,
            flying,
            last,
            parts: Parts::new(Vec::new(), |_| 0, Part::key),
            numbers: Numbers::default(),
            gaps: Gaps::default(),
            symmetries: Symmetries::new(shifts),
            classes: Default::default(),
            any_order: flying.then(|| (Symmetries::new(ANY_ORDER), OnceLock::new())),
            sets: Default::default(),
            others: std::array::from_fn(|own| std::array::from_fn(|other| others(own, other))),
        };
        let open = last.all_from().into_iter().filter(|part| part.is_open()).collect();
        game.parts = Parts::new(open, |part| game.ranks_in(part), Part::key);
        game
    }

    /// The part that play starts in.
    #[must_use]
    pub fn last_part(&self) -> Part {
        self.last
    }

    /// Whether three stones move to any free point.
    #[must_use]
    pub fn is_flying(&self) -> bool {
        self.flying
    }

    /// The empty board, where play starts with all stones in hand.
    #[must_use]
    pub fn start(&self) -> Option<Position> {
        let in_hand = self.last.in_hand();
        (in_hand > 0).then_some(Position { own: 0, other: 0, in_hand })
    }

    /// The classes of the sets of the player to move, by the numbers of stones of both players, and the symmetries.
    #[inline]
    pub(super) fn classes(&self, own: usize, other: usize) -> (&Classes, &Symmetries) {
        let make = |symmetries| Classes::new(own, self.board.points(), symmetries, |set| self.numbers.number(set).0);
        match &self.any_order {
            Some((symmetries, classes)) if own == 3 && other == 3 => {
                (classes.get_or_init(|| make(symmetries)), symmetries)
            }
            _ => (self.classes[own].get_or_init(|| make(&self.symmetries)), &self.symmetries),
        }
    }

    /// All sets of this number of points.
    #[inline]
    pub(super) fn sets(&self, members: usize) -> &[Points] {
        self.sets[members].get_or_init(|| sets::all(members, self.board.points()))
    }

    /// How many sets an opponent with this number of stones may have.
    #[inline]
    pub(super) fn others(&self, own: usize, other: usize) -> u64 {
        self.others[own][other].into()
    }

    /// Whether a player with these stones moves them to any free point.
    #[inline]
    pub(super) fn flies(&self, stones: Points) -> bool {
        self.flying && self.numbers.members(stones) == 3
    }

    /// Where a stone on `point` can move to if it is free, or can have come from.
    #[inline]
    fn reach(&self, flies: bool, point: usize) -> Points {
        if flies { self.board.all() } else { self.board.beside(point) }
    }

    /// The stones that a player with these can lose when a mill is closed.
    #[inline]
    fn capturable(&self, stones: Points) -> Points {
        let safe = self.board.in_mills(stones);
        if safe == stones { stones } else { stones & !safe }
    }

    /// Visits the positions after a move of the player to move to `to`, where now are the stones `moved`.
    #[inline]
    fn after_move(&self, [moved, other]: [Points; 2], to: usize, in_hand: u8, visit: &mut impl FnMut(Position)) {
        // In the placing phase there may be nothing to capture.
        if other != 0 && self.board.closes_mill(moved, to) {
            let captured = single(self.capturable(other));
            captured.map(|stone| Position { own: other ^ stone, other: moved, in_hand }).for_each(visit);
        } else {
            visit(Position { own: other, other: moved, in_hand });
        }
    }
}

impl Game for Morris {
    type Position = Position;
    const LISTS_PREDECESSORS: bool = true;

    fn successors(&self, position: &Position, visit: &mut impl FnMut(Position)) {
        let Position { own, other, in_hand } = *position;
        let free = self.board.all() & !own & !other;
        if in_hand > 0 {
            return points(free).for_each(|to| self.after_move([own | 1 << to, other], to, in_hand - 1, visit));
        }
        let flies = self.flies(own);
        for from in points(own) {
            let left = own ^ 1 << from;
            for to in points(free & self.reach(flies, from)) {
                self.after_move([left | 1 << to, other], to, 0, visit);
            }
        }
    }

    fn move_count(&self, position: &Position) -> Option<u32> {
        let Position { own, other, in_hand } = *position;
        let free = self.board.all() & !own & !other;
        let flies = self.flies(own);
        // Only captures lead out of a part whose stones are all placed.
        if in_hand > 0 || self.board.can_close_mill(own, free, flies) {
            return None;
        }
        Some(if flies { own.count_ones() * free.count_ones() } else { Board::steps(own, free) })
    }

    fn known_value(&self, position: &Position) -> Option<Value> {
        if position.in_hand > 0 {
            return None;
        }
        if self.numbers.members(position.own) < 3 {
            Some(Value::Loss(0))
        } else if self.numbers.members(position.other) < 3 {
            // The other player may have lost so many while placing, and not both.
            Some(Value::Win(0))
        } else {
            None
        }
    }

    fn canonical(&self, position: &Position) -> Position {
        let (number, own_stones) = self.numbers.number(position.own);
        let other_stones = usize::from(self.numbers.members(position.other));
        let (classes, symmetries) = self.classes(own_stones, other_stones);
        let [own, other] = classes.canonical(number, [position.own, position.other], symmetries);
        Position { own, other, in_hand: position.in_hand }
    }

    fn orbit(&self, position: &Position) -> u32 {
        let (number, own_stones) = self.numbers.number(position.own);
        let other_stones = usize::from(self.numbers.members(position.other));
        let (classes, symmetries) = self.classes(own_stones, other_stones);
        classes.orbit(number, [position.own, position.other], symmetries)
    }

    /// The opponent has moved without a capture, so the stone that was moved is not in a mill. All other moves, also of
    /// the placing phase, come from other parts.
    fn predecessors(&self, position: &Position, visit: &mut impl FnMut(Position)) {
        let Position { own, other, in_hand } = *position;
        if in_hand > 0 {
            return;
        }
        let free = self.board.all() & !own & !other;
        let flies = self.flies(other);
        for to in points(other & !self.board.in_mills(other)) {
            let left = other ^ 1 << to;
            for from in single(free & self.reach(flies, to)) {
                visit(Position { own: left | from, other: own, in_hand: 0 });
            }
        }
    }
}
