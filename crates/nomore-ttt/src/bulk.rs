//! Many boards at once: 64 cells to a machine word.
//!
//! An input of hundreds of thousands of boards is bound by how fast its bytes can be told apart. Where lines are clean,
//! each a legal board and `\n` or `\r\n`, blocks of bytes become bit masks, on which the [`Outline`] of a board is a
//! handful of operations without a branch for each cell. Whatever is not clean is left to the reader that goes cell by
//! cell and knows how to complain.

use problem::{InputError, Scanner};
use wide::u8x16;

use crate::rules::{Board, Player};
use crate::solver::Outline;

/// Solves boards for as long as the input has clean lines in its window, until `winners` has `count` of them.
pub(crate) fn solve_clean_lines(
    input: &mut Scanner<'_>,
    count: usize,
    winners: &mut Vec<Player>,
) -> Result<(), InputError> {
    let mut lines = Lines::default();
    while winners.len() < count {
        let text = input.whole_lines()?;
        if text.is_empty() || !lines.read(text) {
            break;
        }
        let wanted = lines.count.min(count - winners.len());
        let mut from = 0;
        for &end in &lines.ends[..wanted] {
            let to = end - usize::from(text[end - 1] == b'\r');
            winners.push(lines.winner(text, from, to));
            from = end + 1;
        }
        input.skip_lines(from, wanted);
    }
    Ok(())
}

/// Where in a text of clean lines the marks and the line ends are.
#[derive(Default)]
struct Lines {
    /// Whether a byte is a mark, a bit for each. The text begins at bit [`BLOCK`], and a block without marks follows it.
    marks: Vec<u64>,
    /// Whether the bytes up to and with this one hold an odd number of marks. Laid out like `marks`.
    odd: Vec<u64>,
    /// The first `count` are the places of the line ends, ascending; what comes after them means nothing.
    ends: Vec<usize>,
    count: usize,
}

/// Bytes to a word of marks, and to a vector.
const BLOCK: usize = 64;
const LANE: usize = 16;

/// What the bytes of a block are, a bit for each.
struct Block {
    marks: u64,
    ends: u64,
    /// Not zero if the block has a byte that no clean line has.
    unclean: u8x16,
}

impl Block {
    /// Reads a block that is given with the byte after it.
    #[inline]
    fn read(bytes: &[u8; BLOCK + 1]) -> Self {
        let mut block = Self { marks: 0, ends: 0, unclean: u8x16::ZERO };
        for lane in 0..BLOCK / LANE {
            let signs = load(bytes, lane * LANE);
            let empty = signs.simd_eq(u8x16::splat(b'.'));
            let mark = signs.simd_eq(u8x16::splat(b'X')) | signs.simd_eq(u8x16::splat(b'O'));
            let end = signs.simd_eq(u8x16::splat(b'\n'));
            let next = load(bytes, lane * LANE + 1);
            // A carriage return stands between a board and its line end.
            let [carriage_return, next_is_one] = [signs, next].map(|signs| signs.simd_eq(u8x16::splat(b'\r')));
            let next_is_end = next.simd_eq(u8x16::splat(b'\n'));
            block.unclean |= carriage_return & !next_is_end | next_is_one & end;
            // Equal neighbours that are not empty cells are equal marks, or two line ends.
            block.unclean |= signs.simd_eq(next) & !empty | !(empty | mark | end | carriage_return);
            block.marks |= u64::from(mark.to_bitmask()) << (lane * LANE);
            block.ends |= u64::from(end.to_bitmask()) << (lane * LANE);
        }
        block
    }
}

impl Lines {
    /// Takes in a text; `false` if it holds anything but legal boards of at least one cell, each with its line end.
    fn read(&mut self, text: &[u8]) -> bool {
        let whole_blocks = text.len().saturating_sub(1) / BLOCK;
        let mut rest = [b'.'; BLOCK + 1];
        rest[..text.len() - whole_blocks * BLOCK].copy_from_slice(&text[whole_blocks * BLOCK..]);
        let whole_blocks = (0..whole_blocks)
            .map(|index| text[index * BLOCK..].first_chunk().expect("at least a byte follows a whole block"));

        self.marks.clear();
        self.odd.clear();
        self.count = 0;
        self.marks.push(0);
        self.odd.push(0);
        let mut odd_before = false;
        let mut unclean = u8x16::ZERO;
        for (index, bytes) in whole_blocks.chain([&rest]).enumerate() {
            let block = Block::read(bytes);
            unclean |= block.unclean;
            let odd = running_parity(block.marks) ^ u64::from(odd_before).wrapping_neg();
            odd_before = odd >> (BLOCK - 1) == 1;
            self.marks.push(block.marks);
            self.odd.push(odd);
            self.note_ends(block.ends, index * BLOCK);
        }
        self.marks.push(0);
        // What is not allowed behind a line end is not allowed at the beginning either.
        unclean == u8x16::ZERO && !matches!(text[0], b'\r' | b'\n')
    }

    /// Adds the places of `ends`, a mask of the block that begins at byte `from`. Four are written at once and the surplus
    /// is overwritten later: that is cheaper than to guess wrongly how many there are.
    fn note_ends(&mut self, mut ends: u64, from: usize) {
        const AT_ONCE: usize = 4;
        let count = self.count + ends.count_ones() as usize;
        if self.ends.len() < count + AT_ONCE {
            self.ends.resize(2 * (count + AT_ONCE), 0);
        }
        while self.count < count {
            for place in &mut self.ends[self.count..self.count + AT_ONCE] {
                *place = from + ends.trailing_zeros() as usize;
                ends &= ends.wrapping_sub(1);
            }
            self.count += AT_ONCE;
        }
        self.count = count;
    }

    /// Who wins the board in `text[from..to]`, a line of the text that was read.
    fn winner(&self, text: &[u8], from: usize, to: usize) -> Player {
        let board = &text[from..to];
        let before = self.marks_in_block(BLOCK + from).trailing_zeros() as usize;
        let after = self.marks_in_block(to).leading_zeros() as usize;
        if before.max(after) >= board.len().min(BLOCK) {
            // No mark, or one so far inside that it lies in none of the two blocks.
            return Board::trusted(board).winner();
        }
        Outline::Marked {
            before,
            after,
            odd_marks: self.is_odd(BLOCK + from - 1) ^ self.is_odd(BLOCK + to),
            outer_equal: board[before] == board[board.len() - 1 - after],
        }
        .winner()
    }

    /// The marks among the [`BLOCK`] bytes that begin at bit `start`.
    fn marks_in_block(&self, start: usize) -> u64 {
        let (first, shift) = (start / BLOCK, start % BLOCK);
        let words = &self.marks[first..first + 2];
        words[0] >> shift | words[1] << 1 << (BLOCK - 1 - shift)
    }

    /// Whether the number of marks up to and with bit `end` is odd.
    fn is_odd(&self, end: usize) -> bool {
        self.odd[end / BLOCK] >> (end % BLOCK) & 1 == 1
    }
}

/// A vector of the bytes from `start` on.
fn load(bytes: &[u8; BLOCK + 1], start: usize) -> u8x16 {
    u8x16::new(*bytes[start..].first_chunk().expect("a vector lies within a block and the byte after it"))
}

/// Bit `i` says whether the number of set bits up to and with bit `i` is odd.
fn running_parity(mut bits: u64) -> u64 {
    for half in [1, 2, 4, 8, 16, 32] {
        bits ^= bits << half;
    }
    bits
}
