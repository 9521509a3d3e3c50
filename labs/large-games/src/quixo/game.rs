//! The rules: the moves of all parts.

use retrograde::{Game, Value};

use super::board::Board;
use super::part::Part;
use crate::parts::Parts;
use crate::sets::{self, Classes, Gaps, Numbers, Points, choices};

/// A player has fewer cubes than this.
const COUNTS: usize = 4 * 4 + 1;

/// Quixo on a square board, with all tables that the moves and the ranks need.
#[derive(Debug)]
pub struct Quixo {
    pub(super) board: Board,
    pub(super) numbers: Numbers<COUNTS>,
    pub(super) gaps: Gaps,
    pub(super) parts: Parts<Part>,
    /// The sets of each number of cubes up to symmetry.
    pub(super) classes: Vec<Classes>,
    /// All sets of each number of places, in the order of their numbers.
    pub(super) sets: Vec<Vec<Points>>,
    /// For the numbers of cubes of the player to move and of the opponent, how many sets the opponent may have.
    pub(super) others: [[u32; COUNTS]; COUNTS],
}

/// A position, seen by the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The cubes of the player to move.
    pub own: Points,
    /// The cubes of the opponent.
    pub other: Points,
}

impl Quixo {
    /// The game on a board with this number of rows and columns.
    ///
    /// # Panics
    ///
    /// Panics unless the size is 3 or 4.
    #[must_use]
    pub fn new(size: usize) -> Self {
        assert!([3, 4].contains(&size), "3 rows or 4");
        let (board, numbers) = (Board::new(size), Numbers::default());
        let points = board.points();
        let classes = |cubes| Classes::new(cubes, points, board.symmetries(), |set| numbers.number(set).0);
        let others = |own: usize, other: usize| if own + other > points { 0 } else { choices(other, points - own) };
        let mut game = Self {
            parts: Parts::new(Vec::new(), |_| 0, Part::key),
            classes: (0..=points).map(classes).collect(),
            sets: (0..=points).map(|cubes| sets::all(cubes, points)).collect(),
            others: std::array::from_fn(|own| std::array::from_fn(|other| others(own, other))),
            gaps: Gaps::default(),
            board,
            numbers,
        };
        // Moves never lead back to fewer cubes.
        let all = u8::try_from(points).expect("at most 16");
        let cubes = |most: u8| (0..=most.min(all - most)).map(move |least| Part::new([most, least]));
        let mut parts: Vec<_> = (0..=all).flat_map(cubes).collect();
        parts.sort_unstable_by_key(|part| std::cmp::Reverse(*part));
        game.parts = Parts::new(parts, |part| game.ranks_in(part), Part::key);
        game
    }

    /// The blank board, where play starts.
    #[must_use]
    pub fn start() -> Position {
        Position { own: 0, other: 0 }
    }

    /// Whether the position is one of the game: the opponent has just pushed a cube back at the border.
    #[inline]
    pub(super) fn contains(&self, position: Position) -> bool {
        position.other & self.board.border() != 0 || position == Self::start()
    }
}

impl Game for Quixo {
    type Position = Position;
    const LISTS_PREDECESSORS: bool = true;

    fn successors(&self, position: &Position, visit: &mut impl FnMut(Position)) {
        let Position { own, other } = *position;
        let pushes = self.board.pushes().iter().filter(|push| other & push.from == 0);
        pushes.map(|push| Position { own: push.forward(other), other: push.forward(own) | push.to }).for_each(visit);
    }

    #[inline]
    fn known_value(&self, position: &Position) -> Option<Value> {
        // The order matters: the opponent, who has moved, may have completed a line for both.
        if self.board.has_line(position.own) {
            Some(Value::Win(0))
        } else if self.board.has_line(position.other) {
            Some(Value::Loss(0))
        } else {
            None
        }
    }

    fn canonical(&self, position: &Position) -> Position {
        let (number, cubes) = self.numbers.number(position.own);
        let pair = [position.own, position.other];
        let [own, other] = self.classes[cubes].canonical(number, pair, self.board.symmetries());
        Position { own, other }
    }

    fn orbit(&self, position: &Position) -> u32 {
        let (number, cubes) = self.numbers.number(position.own);
        self.classes[cubes].orbit(number, [position.own, position.other], self.board.symmetries())
    }

    /// The opponent has moved a cube of their own. If the cube was blank, the move came from another part.
    fn predecessors(&self, position: &Position, visit: &mut impl FnMut(Position)) {
        let Position { own, other } = *position;
        let pushes = self.board.pushes().iter().filter(|push| other & push.to != 0);
        let before = pushes.map(|push| Position { own: push.back(other) | push.from, other: push.back(own) });
        before.filter(|before| self.contains(*before)).for_each(visit);
    }
}
