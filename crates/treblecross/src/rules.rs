//! The rules of the game: what a board is, which moves win immediately, and how a board without such moves splits into
//! strips.

use std::iter;

use problem::{Diagnostic, bits_where, blocks, count_of};

/// The game, and the problem that judges pose.
#[derive(Clone, Copy, Debug)]
pub struct Treblecross;

/// How many cells on either side of an X are too close to it: another X there is a threat.
pub(crate) const REACH: usize = 2;

/// The lengths that an X on cell `at` of a strip, counted from 0, leaves to its left and to its right: it takes its own
/// cell and two on either side out of play for both players, because a move there lets the opponent complete three.
pub(crate) fn parts(length: usize, at: usize) -> [usize; 2] {
    [at, length - at - 1].map(|side| side.saturating_sub(REACH))
}

/// A position: three or more cells, each empty or X, without three adjacent X.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board<'a> {
    /// Only `.` and `X`, at least three of them, and nowhere `XXX`.
    cells: &'a [u8],
    /// The cells with an X as bits: bit `i % 64` of word `i / 64` is cell `i`, counted from 0.
    xs: Vec<u64>,
    /// Whether two X are adjacent or have one cell between them, so that a cell completes three.
    pub(crate) has_two_near: bool,
}

/// The first error in cells that are not a board, at its cell.
#[cold]
pub(crate) fn error_in(cells: &[u8]) -> Diagnostic {
    if let Some(index) = cells.iter().position(|cell| !matches!(cell, b'.' | b'X')) {
        let cell = index + 1;
        return Diagnostic::in_row(cell, format!("cell {cell} is neither '.' nor 'X'"));
    }
    if cells.len() < Board::SHORTEST {
        return too_short(cells.len());
    }
    let cell = cells.windows(3).position(|three| three == b"XXX").map_or(1, |index| index + 1);
    let last = cell + 2;
    let message = format!("cells {cell} to {last} are XXX, so the game is over; expected a board without XXX");
    Diagnostic::in_row(cell, message)
}

/// The error that a board has too few cells, which have no room for three X.
pub(crate) fn too_short(cells: usize) -> Diagnostic {
    let cells = count_of(cells, "cell");
    Diagnostic::in_row(1, format!("a board of {cells} has no room for three X; it needs at least 3 cells"))
}

impl<'a> Board<'a> {
    /// The fewest cells of a board.
    pub const SHORTEST: usize = 3;

    /// Reads a board. The column of an error is its cell, counted from 1.
    ///
    /// ```
    /// use treblecross::Board;
    ///
    /// let cell = |text| Board::parse(text).err().map(|error| error.place.column);
    /// assert_eq!([&b"X.X"[..], b".x..", b"..", b"..XXX"].map(cell), [None, Some(2), Some(1), Some(3)]);
    /// ```
    pub fn parse(cells: &'a [u8]) -> Result<Self, Diagnostic> {
        Self::read(cells, blocks(cells, b'.')).ok_or_else(|| error_in(cells))
    }

    /// Reads a board that is also given in blocks, unless there is an error. Anything may follow its last cell there.
    #[inline]
    pub(crate) fn read(cells: &'a [u8], blocks: impl Iterator<Item = [u8; 64]>) -> Option<Self> {
        let mut xs = Vec::with_capacity(cells.len().div_ceil(64));
        let (mut invalid, mut twos, mut threes, mut before) = (0, 0, 0, 0);
        for (start, block) in (0..).step_by(64).zip(blocks) {
            let is_cell = cells_from(cells.len(), start);
            let [word, empty] =
                bits_where(&block, [b'X', b'.'].map(|kind| move |cell| cell == kind)).map(|bits| bits & is_cell);
            invalid |= is_cell ^ (word | empty);
            let [left, second_left] = [1, 2].map(|by| word << by | before >> (64 - by));
            twos |= word & (left | second_left);
            threes |= word & left & second_left;
            xs.push(word);
            before = word;
        }
        let is_board = invalid == 0 && threes == 0 && cells.len() >= Self::SHORTEST;
        is_board.then_some(Self { cells, xs, has_two_near: twos != 0 })
    }

    /// The cells, `.` or `X`.
    pub fn cells(&self) -> &'a [u8] {
        self.cells
    }

    /// The empty cells where an X completes three, as a set like `xs`.
    pub(crate) fn into_completing_cells(mut self) -> Vec<u64> {
        let mut before = 0;
        for index in 0..self.xs.len() {
            let (xs, after) = (self.xs[index], self.xs.get(index + 1).copied().unwrap_or(0));
            let [left, second_left] = [1, 2].map(|by| xs << by | before >> (64 - by));
            let [right, second_right] = [1, 2].map(|by| xs >> by | after << (64 - by));
            let two_near = left & second_left | left & right | right & second_right;
            self.xs[index] = two_near & !xs & cells_from(self.cells.len(), index * 64);
            before = xs;
        }
        self.xs
    }

    /// The maximal runs of empty cells that have no X within two cells, on which the game is decided if no cell
    /// completes three. Each is given by its first cell and its length.
    ///
    /// ```
    /// use treblecross::Board;
    ///
    /// let board = Board::parse(b"....X...").expect("a legal board");
    /// assert!(board.strips().eq([(1, 2), (8, 1)]));
    /// ```
    pub fn strips(&self) -> impl Iterator<Item = (usize, usize)> {
        let mut first = 1;
        // An X beyond the last cell would make no cell of the board unusable.
        cells_of(&self.xs).chain([self.cells.len() + REACH + 1]).filter_map(move |x| {
            let strip = (first, x.saturating_sub(REACH + first));
            first = x + REACH + 1;
            (strip.1 > 0).then_some(strip)
        })
    }
}

/// The bits of the word that begins with this cell, counted from 0, for which a board of this length has cells.
fn cells_from(length: usize, start: usize) -> u64 {
    u64::MAX >> 64_usize.saturating_sub(length - start)
}

/// The cells of a set like [`Board::xs`], counted from 1, in ascending order.
pub(crate) fn cells_of(set: &[u64]) -> impl Iterator<Item = usize> {
    (1..).step_by(64).zip(set).flat_map(|(first, &word)| {
        let rest = iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)));
        rest.take_while(|&rest| rest != 0).map(move |rest| first + rest.trailing_zeros() as usize)
    })
}
