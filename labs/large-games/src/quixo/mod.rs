//! Quixo on boards of 3x3 and 4x4 cubes, from the blank board on, part by part. A part has the positions with the same
//! numbers of cubes of the two players, the greater number first: `4-3` has 4 against 3 and 3 against 4. Cubes never
//! become blank again.
//!
//! In turn each player takes a cube from the border that is blank or shows the own sign, turns it to that sign, and
//! pushes it back into its row or its column from either end, but not into the place that it came from. A full line of
//! one's own sign, along a row, a column or a diagonal, wins; a move that completes a line for both players loses.
//!
//! The rules and the positions follow `GamesmanOne` 1.3.0: except on the blank board the opponent has a cube on
//! the border, because one was just pushed back there. Not all such positions can be reached. From the blank board the
//! first player wins in 21 plies, on 3x3 cubes in 7.

mod board;

use anyhow::ensure;
use retrograde::{Game, Part, Ranked, Value};

use self::board::{Board, Push, symmetries};
use crate::program::Notation;
pub use crate::sets::Position;
use crate::sets::{Counts, Pairs, parse_rows, rows};

/// Quixo on a square board, with all tables that the moves and the ranks need.
#[derive(Debug)]
pub struct Quixo {
    board: Board,
    /// The parts by the numbers of cubes, the greater one first.
    pairs: Pairs,
}

impl Quixo {
    /// The game on a board with this number of rows and columns.
    ///
    /// # Panics
    ///
    /// Panics unless the size is 3 or 4.
    #[must_use]
    pub fn new(size: u8) -> Self {
        assert!([3, 4].contains(&size), "3 rows or 4");
        let (board, points) = (Board::new(size.into()), size * size);
        // Once a blank cube is marked, play is in a part with more cubes, which comes before in this list.
        let with_cubes = |cubes: u8| (0..=cubes / 2).rev().map(move |least| (0, [cubes - least, least]));
        let parts = (0..=points).rev().flat_map(with_cubes).collect();
        let pairs = Pairs::new(points.into(), symmetries(size.into()), None, parts);
        Self { board, pairs }
    }

    /// The blank board, where play starts.
    #[must_use]
    pub fn start() -> Position {
        Position { own: 0, other: 0, in_hand: 0 }
    }

    /// Whether the position is one of the game: the opponent has just pushed a cube back at the border.
    #[inline]
    fn contains(&self, position: Position) -> bool {
        position.other & self.board.border != 0 || position == Self::start()
    }
}

impl Game for Quixo {
    type Position = Position;
    const LISTS_PREDECESSORS: bool = true;

    fn successors(&self, position: &Position, visit: &mut impl FnMut(Position)) {
        let Position { own, other, in_hand } = *position;
        let pushes = self.board.pushes.iter().filter(|push| other & push.from == 0);
        let after = |push: &Push| Position { own: push.forward(other), other: push.forward(own) | push.to, in_hand };
        pushes.map(after).for_each(visit);
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
        self.pairs.canonical(position)
    }

    fn orbit(&self, position: &Position) -> u32 {
        self.pairs.orbit(position)
    }

    /// The opponent has moved a cube of their own. If the cube was blank, the move came from another part.
    fn predecessors(&self, position: &Position, visit: &mut impl FnMut(Position)) {
        let Position { own, other, in_hand } = *position;
        let pushes = self.board.pushes.iter().filter(|push| other & push.to != 0);
        let before = |push: &Push| Position { own: push.back(other) | push.from, other: push.back(own), in_hand };
        pushes.map(before).filter(|before| self.contains(*before)).for_each(visit);
    }
}

impl Ranked for Quixo {
    fn ranks(&self) -> u64 {
        self.pairs.ranks()
    }

    #[inline]
    fn rank(&self, position: &Position) -> Option<u64> {
        if self.contains(*position) { self.pairs.rank(position) } else { None }
    }

    #[inline]
    fn unrank(&self, rank: u64) -> Option<Position> {
        self.pairs.unrank(rank).filter(|position| self.contains(*position))
    }

    fn parts(&self) -> Vec<Part> {
        let next =
            |(_, [most, least]): Counts| vec![(0, [most, least]), (0, [most + 1, least]), (0, [most, least + 1])];
        self.pairs.parts(|(_, [most, least])| format!("{most}-{least}"), next)
    }

    #[inline]
    fn part_of(&self, position: &Position) -> Option<usize> {
        self.pairs.part_of(position)
    }
}

/// A position is written row by row: `X` is a cube of the player to move, `O` one of the opponent, and `.` a blank one,
/// such as `X.../..../..../O...`.
impl Notation for Quixo {
    fn name(&self) -> String {
        format!("quixo {0}x{0}, 1", self.board.size)
    }

    fn parse_position(&self, text: &str) -> anyhow::Result<Position> {
        let sets: [u64; 2] = parse_rows("XO", text, self.board.points(), self.board.size, "rows")?;
        let [own, other] = sets.map(|set| u32::try_from(set).expect("at most 16 places"));
        let position = Position { own, other, in_hand: 0 };
        ensure!(self.contains(position), "no O on the border: expected the one that was moved last");
        Ok(position)
    }

    fn position_text(&self, position: &Position) -> String {
        let sets = [position.own, position.other].map(u64::from);
        rows("XO", &sets, self.board.points(), self.board.size)
    }

    fn side(&self, position: &Position) -> String {
        format!("{}-{}", position.own.count_ones(), position.other.count_ones())
    }
}
