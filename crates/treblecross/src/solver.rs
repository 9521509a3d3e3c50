//! Finds the winning moves in time proportional to the length of the board.
//!
//! If an X in some cells completes three, these cells are the answer. Otherwise a cell within two of an X is suicide,
//! and the other cells form strips, whose values add up by xor. A move wins if the xor of the heaps on its two sides is
//! the value that its strip needs.
//!
//! Given the table of values, a board takes a few passes over its cells. The tests compute the values again by the rule.

use std::mem;

use grundy::{HeapGame, Nimber, Sequence};
use problem::Diagnostic;

use crate::rules::{Board, cells_of};

/// Solves boards, and keeps the values of strips from one board to the next.
///
/// # Complexity
///
/// A few passes over the cells of a board. The first board with a strip of `n` cells also pays for the table of values,
/// with at most about `n²/4` pairs of look-ups.
#[derive(Debug)]
pub struct Solver {
    /// A free strip of `n` cells is the heap of `n + 2` tokens in the octal game .007. An X takes three tokens: its own
    /// cell and one on either side, where the two extra tokens stand for a cell beyond either end of the strip. So an X
    /// with `n` free cells to one side leaves the heap of `n` tokens there, even if `n` is less than 2.
    heaps: Sequence,
    /// The strips of a board. Their memory is used again for the next.
    strips: Vec<(usize, usize)>,
}

/// The longest strip that is solved. Its table takes two gigabytes of memory and several hours.
pub const LONGEST_STRIP: usize = 1 << 30;

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver {
    /// Creates a solver with an empty table of strips.
    ///
    /// # Panics
    ///
    /// Never: .007 is a valid octal code.
    pub fn new() -> Self {
        let game: HeapGame = ".007".parse().expect("an octal code");
        Self { heaps: Sequence::new(game), strips: Vec::new() }
    }

    /// The cells where an X wins, counted from 1, in ascending order. Empty if the player to move loses.
    ///
    /// # Errors
    ///
    /// If a strip is too long for this program, or for the memory that it has: the table takes two bytes for each cell of
    /// the longest strip. The column of the error is its first cell.
    ///
    /// ```
    /// use treblecross::{Board, Solver};
    ///
    /// let mut solver = Solver::new();
    /// let won = Board::parse(b".XX.").expect("a legal board");
    /// assert_eq!(solver.winning_moves(&won), Ok(vec![1, 4]));
    /// let lost = Board::parse(b"......").expect("a legal board");
    /// assert_eq!(solver.winning_moves(&lost), Ok(vec![]));
    /// ```
    pub fn winning_moves(&mut self, board: &Board<'_>) -> Result<Vec<usize>, Diagnostic> {
        Ok(cells_of(&self.winning_cells(board.clone())?).collect())
    }

    /// The same as a bit set: cell `i` is bit `i % 64` of word `i / 64`. It is empty if no move wins.
    pub(crate) fn winning_cells(&mut self, board: Board<'_>) -> Result<Vec<u64>, Diagnostic> {
        if board.has_two_near {
            return Ok(board.into_completing_cells());
        }
        let mut strips = mem::take(&mut self.strips);
        strips.clear();
        board.strips().for_each(|strip| strips.push(strip));
        self.extend_table(strips.iter().copied().max_by_key(|(_, length)| *length).unwrap_or_default())?;
        let sum = strips.iter().map(|&(_, length)| self.strip(length)).sum::<Nimber>();
        let mut winning = if sum.is_zero() { Vec::new() } else { board.into_completing_cells() };
        for &(first, length) in strips.iter().filter(|_| !sum.is_zero()) {
            // The value that the strip must have after the move for the sum to be zero.
            let wanted = (sum + self.strip(length)).value();
            let sides = &self.heaps.packed()[..length];
            // The second half of the strip mirrors the first.
            let moves = sides.iter().zip(sides.iter().rev()).take(length.div_ceil(2)).enumerate();
            for (at, _) in moves.filter(|&(_, (left, right))| u32::from(left ^ right) == wanted) {
                for cell in [first - 1 + at, first + length - 2 - at] {
                    winning[cell / 64] |= 1 << (cell % 64);
                }
            }
        }
        self.strips = strips;
        Ok(winning)
    }

    /// The value of an empty board of `cells` cells, of which there must be at least three. The player to move loses if
    /// it is zero.
    ///
    /// ```
    /// use grundy::Nimber;
    /// use treblecross::Solver;
    ///
    /// let mut solver = Solver::new();
    /// assert_eq!([3, 6].map(|cells| solver.empty_strip(cells)), [Ok(Nimber::new(1)), Ok(Nimber::ZERO)]);
    /// ```
    pub fn empty_strip(&mut self, cells: usize) -> Result<Nimber, Diagnostic> {
        self.extend_table((1, cells))?;
        Ok(self.strip(cells))
    }

    /// Extends the table to this strip, which is given by its first cell, counted from 1, and its length, and to all
    /// shorter ones.
    pub(crate) fn extend_table(&mut self, (first, length): (usize, usize)) -> Result<(), Diagnostic> {
        let too_long = || {
            let limit = format!("up to {LONGEST_STRIP} are solved, with two bytes of memory for each");
            Diagnostic::in_row(first, format!("a free strip of {length} cells; {limit}"))
        };
        // Before its heap is looked up, as the longest lengths have none.
        if length > LONGEST_STRIP {
            return Err(too_long());
        }
        if heap(length) < self.heaps.len() {
            return Ok(());
        }
        // Strips of ascending lengths would cost a step of their own each.
        let more = heap(length + self.heaps.len() / 8);
        let goal = if self.heaps.try_reserve_to(more).is_ok() { more } else { heap(length) };
        self.heaps.try_reserve_to(goal).map_err(|_| too_long())?;
        // All known values of .007 are at most a few thousand, and fit into the table.
        self.heaps.extend_to(goal).map_err(|_| too_long())
    }

    /// The value of a strip that is no longer than the longest one of the boards solved so far.
    pub(crate) fn strip(&self, length: usize) -> Nimber {
        self.heaps.nimber(heap(length)).expect("the table covers every strip of the board")
    }
}

/// The heap of .007 that a strip is.
fn heap(length: usize) -> usize {
    length + 2
}
