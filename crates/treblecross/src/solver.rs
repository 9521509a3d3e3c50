//! Finds the winning moves in time proportional to the length of the board.
//!
//! If an X in some cells completes three, these cells are the answer. Otherwise a cell within two of an X is suicide,
//! and the other cells form strips, whose values add up by xor. A move wins if the xor of the heaps on its two sides is
//! the value that its strip needs.
//!
//! Given the table of values, a board takes a few passes over its cells. They are bits (`row.rs`), so threats and strips
//! are found 64 cells at a time. The tests compare the values with those that the rule gives as a `StripGame`.

use std::{array, fmt};

use grundy::{HeapGame, Nimber, Sequence};
use problem::equal_bits;

use crate::cells::{Cells, WORD};
use crate::row::{REACH, Row, Threats, x_words};
use crate::rules::Board;

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
    /// The strips of a short board; a field, as to clear it for each board would take longer than to find them.
    short_strips: Strips,
}

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// The player who moves first.
    First,
    /// The player who moves second.
    Second,
}

/// The longest strip that is solved. Its table takes two gigabytes of memory and several hours.
pub const LONGEST_STRIP: usize = 1 << 30;

/// The error that a board has a strip that is too long to be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StripTooLong {
    /// Its first cell, counted from 1.
    pub cell: usize,
    /// Its number of cells.
    pub length: usize,
    /// What it is too long for.
    pub limit: StripLimit,
}

/// What limits the length of strips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StripLimit {
    /// [`LONGEST_STRIP`].
    Program,
    /// There is no memory for the table, which takes two bytes for each cell of the longest strip.
    Memory,
}

impl fmt::Display for StripTooLong {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { length, .. } = self;
        write!(out, "a free strip of {length} cells; ")?;
        match self.limit {
            StripLimit::Program => write!(out, "this program solves strips of up to {LONGEST_STRIP}"),
            StripLimit::Memory => write!(out, "not enough memory for its table, {} bytes", 2 * (heap(*length) + 1)),
        }
    }
}

impl std::error::Error for StripTooLong {}

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
        Self { heaps: Sequence::new(game), short_strips: [(0, 0); MOST_SHORT] }
    }

    /// The cells where an X wins, counted from 1, in ascending order. Empty if the player to move loses.
    ///
    /// ```
    /// use treblecross::{Board, Solver};
    ///
    /// let mut solver = Solver::new();
    /// let won = Board::parse(b".XX.").expect("a legal board");
    /// assert_eq!(solver.winning_moves(won), Ok(vec![1, 4]));
    /// let lost = Board::parse(b"......").expect("a legal board");
    /// assert_eq!(solver.winning_moves(lost), Ok(vec![]));
    /// ```
    pub fn winning_moves(&mut self, board: Board<'_>) -> Result<Vec<usize>, StripTooLong> {
        Ok(self.winning_cells(board)?.iter().collect())
    }

    /// The cells of [`winning_moves`](Self::winning_moves) as a set.
    pub(crate) fn winning_cells(&mut self, board: Board<'_>) -> Result<Cells, StripTooLong> {
        let xs = x_words(board.cells());
        let row = Row::of(board.cells(), &xs);
        self.solve(row, row.threats())
    }

    /// The cells where an X wins, given the threats of a board without three adjacent X.
    #[inline]
    pub(crate) fn solve(&mut self, board: Row<'_>, threats: Threats) -> Result<Cells, StripTooLong> {
        if threats.twos != 0 {
            return Ok(board.completing_cells());
        }
        if board.cells <= LONGEST_SHORT {
            return Ok(SHORT.winning_cells(board, &mut self.short_strips));
        }
        let mut strips = Vec::new();
        board.visit_strips(|first, length| strips.push((first, length)));
        let longest = strips.iter().max_by_key(|(_, length)| length);
        self.extend_table(*longest.unwrap_or(&(0, 0)))?;
        let mut cells = Cells::none_of(board.cells);
        let sum = strips.iter().map(|&(_, length)| self.strip(length)).sum::<Nimber>();
        if !sum.is_zero() {
            for (first, length) in strips {
                // The value that the strip must have after the move for the sum to be zero.
                let wanted = sum + self.strip(length);
                let sides = &self.heaps.packed()[..length];
                let values = sides.iter().zip(sides.iter().rev()).map(|(&left, &right)| u32::from(left ^ right));
                for (cell, _) in (first..).zip(values).filter(|&(_, value)| value == wanted.value()) {
                    cells.insert(cell);
                }
            }
        }
        Ok(cells)
    }

    /// The winner on an empty board of `cells` cells, of which there must be at least three.
    ///
    /// ```
    /// use treblecross::{Player, Solver};
    ///
    /// let mut solver = Solver::new();
    /// assert_eq!([3, 6].map(|cells| solver.winner_on_empty(cells)), [Ok(Player::First), Ok(Player::Second)]);
    /// ```
    pub fn winner_on_empty(&mut self, cells: usize) -> Result<Player, StripTooLong> {
        self.extend_table((0, cells))?;
        Ok(if self.strip(cells).is_zero() { Player::Second } else { Player::First })
    }

    /// Extends the table to this strip, which is given by its first cell, counted from 0, and its length, and to all
    /// shorter ones.
    pub(crate) fn extend_table(&mut self, (first, length): (usize, usize)) -> Result<(), StripTooLong> {
        let too_long = |limit| StripTooLong { cell: first + 1, length, limit };
        // Before its heap is looked up, as the longest lengths have none.
        if length > LONGEST_STRIP {
            return Err(too_long(StripLimit::Program));
        }
        if heap(length) < self.heaps.len() {
            return Ok(());
        }
        // Strips of ascending lengths would cost a step of their own each.
        let more = heap(length + self.heaps.len() / 8);
        let goal = if self.heaps.try_reserve_to(more).is_ok() { more } else { heap(length) };
        self.heaps.try_reserve_to(goal).map_err(|_| too_long(StripLimit::Memory))?;
        // All known values of .007 are at most a few thousand. A strip whose value overflowed would be too long as
        // well.
        self.heaps.extend_to(goal).map_err(|_| too_long(StripLimit::Program))
    }

    /// The value of a strip that is no longer than the longest one of the boards solved so far.
    pub(crate) fn strip(&self, length: usize) -> Nimber {
        let short = SHORT.values.get(length).map(|&value| Nimber::new(value.into()));
        short.or_else(|| self.heaps.nimber(heap(length))).expect("the table covers every strip of the board")
    }
}

/// The heap of .007 that a strip is.
fn heap(length: usize) -> usize {
    length + 2
}

/// Judges' boards have no longer strips.
const LONGEST_SHORT: usize = Cells::FEW * WORD;

/// As many strips as a short board can have, and one: two of them have an X and four more cells between them.
const MOST_SHORT: usize = LONGEST_SHORT / 6 + 2;

/// The first cells of strips, counted from 0, and their lengths.
type Strips = [(usize, usize); MOST_SHORT];

static SHORT: ShortStrips = ShortStrips::new();

/// The values of short strips in single bytes, of which 64 are compared at once: 20,000 boards with few threats take 0.73
/// of the time that they take with the table that grows.
struct ShortStrips {
    /// By length.
    values: [u8; LONGEST_SHORT + 1],
    /// What an X leaves on one side of it, by the number of cells there.
    sides: [u8; LONGEST_SHORT],
    /// The same from the other end, with padding for blocks that begin anywhere.
    reversed: [u8; LONGEST_SHORT + WORD],
}

impl ShortStrips {
    /// Computes the values at compile time: at run time this would take as long as 700 boards.
    const fn new() -> Self {
        const LONGEST: usize = LONGEST_SHORT;
        let mut strips = Self { values: [0; LONGEST + 1], sides: [0; LONGEST], reversed: [0; LONGEST + WORD] };
        let mut length = 0;
        while length < LONGEST {
            strips.sides[length] = strips.values[length.saturating_sub(REACH)];
            strips.reversed[LONGEST - 1 - length] = strips.sides[length];
            length += 1;
            let mut reachable = 0_u64;
            let mut left = 0;
            while left < length.div_ceil(2) {
                reachable |= 1 << (strips.sides[left] ^ strips.sides[length - 1 - left]);
                left += 1;
            }
            while reachable >> strips.values[length] & 1 == 1 {
                strips.values[length] += 1;
            }
        }
        strips
    }

    /// The cells of a short board without a threat where an X wins. `strips` may hold anything.
    fn winning_cells(&self, board: Row<'_>, strips: &mut Strips) -> Cells {
        let (mut count, mut sum) = (0, 0);
        board.visit_strips(|first, length| {
            strips[count] = (first, length);
            count += usize::from(length > 0);
            sum ^= self.values[length];
        });
        let mut words = [0; Cells::FEW + 1];
        if sum != 0 {
            for &(first, length) in &strips[..count] {
                self.mark(first, length, sum ^ self.values[length], &mut words);
            }
        }
        let [words @ .., _] = words;
        Cells::few(words)
    }

    /// Marks the cells of a strip where an X leaves this value.
    fn mark(&self, first: usize, length: usize, value: u8, words: &mut [u64; Cells::FEW + 1]) {
        for (index, left) in self.sides.as_chunks::<WORD>().0.iter().enumerate().take(length.div_ceil(WORD)) {
            let start = index * WORD;
            let Some(right) = self.reversed[LONGEST_SHORT - length + start..].first_chunk::<WORD>() else { break };
            let values = array::from_fn(|cell| left[cell] ^ right[cell]);
            let marks = equal_bits(&values, value) & u64::MAX >> (WORD - WORD.min(length - start));
            let (word, bit) = ((first + start) / WORD, (first + start) % WORD);
            words[word] |= marks << bit;
            words[word + 1] |= marks >> 1 >> (WORD - 1 - bit);
        }
    }
}
