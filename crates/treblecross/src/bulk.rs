//! Many boards at once: inputs of 20,000 boards take a third of the time that they take board by board.
//!
//! A line is read in blocks of 64 bytes, which become bit masks. Lines are solved up to the first that is not clean,
//! that is a legal board of up to [`LONGEST`] cells and `\n` or `\r\n`. The rest is left to the reader that goes board
//! by board and reports errors.

use std::num::NonZero;

use wide::u8x64;

use crate::cells::Cells;
use crate::dialects::Answer;
use crate::row::{WORD, bits, completing, near};
use crate::rules::{Board, REACH};

/// The most cells of a board that is solved here. Judges give up to 200.
pub(crate) const LONGEST: usize = Cells::LOW;

const WORDS: usize = LONGEST / WORD;

/// Solves the clean lines at the beginning of `text`, until there are `count` answers. Returns the length of these
/// lines.
pub(crate) fn solve_clean_lines(text: &[u8], count: usize, answers: &mut Vec<Answer>) -> usize {
    let mut solved = 0;
    // More than any board has, as there is an X between two.
    let mut strips = [(0, 0); LONGEST];
    while answers.len() < count {
        let Some((board, length)) = BitBoard::read(&text[solved..]) else { break };
        let cells = if board.has_threat { board.completing_cells() } else { board.winning_cells(&mut strips) };
        answers.push(Answer::WinningCells(cells));
        solved += length;
    }
    solved
}

/// A board as bits.
struct BitBoard {
    /// Bit `i % 64` of word `i / 64 + 1` is cell `i`, counted from 0. The first and the last word are padding without
    /// X.
    xs: [u64; WORDS + 2],
    cells: usize,
    /// Whether a cell completes three.
    has_threat: bool,
}

impl BitBoard {
    /// Reads the board at the beginning of a text, if its line is clean, and returns it with the length of the line.
    fn read(text: &[u8]) -> Option<(Self, usize)> {
        let mut board = Self { xs: [0; WORDS + 2], cells: 0, has_threat: false };
        let (mut threats, mut threes) = (0, 0);
        for index in 1..=WORDS {
            let rest = &text[board.cells..];
            let [x, empty] = rest.first_chunk().map_or_else(|| masks(&padded(rest)), masks);
            let end = NonZero::new(!(x | empty));
            let x = end.map_or(x, |end| x & (end.get() - 1));
            let [left2, left1, ..] = near([board.xs[index - 1], x, 0]);
            threats |= x & (left1 | left2);
            threes |= x & left1 & left2;
            board.xs[index] = x;
            let Some(end) = end else {
                board.cells += WORD;
                continue;
            };
            board.cells += end.trailing_zeros() as usize;
            break;
        }
        let line_end = match text[board.cells..] {
            [b'\n', ..] => 1,
            [b'\r', b'\n', ..] => 2,
            _ => return None,
        };
        board.has_threat = threats != 0;
        let length = board.cells + line_end;
        (board.cells >= Board::SHORTEST && threes == 0).then_some((board, length))
    }

    /// The cells that complete three.
    fn completing_cells(&self) -> Cells {
        let mut words = [0; WORDS];
        for (word, xs) in words.iter_mut().zip(self.xs.windows(3)) {
            *word = !xs[1] & completing(near([xs[0], xs[1], xs[2]]));
        }
        // The cell beyond the end may be beside two X.
        if let Some(last) = words.get_mut(self.cells / WORD) {
            *last &= !(1 << (self.cells % WORD));
        }
        Cells::from_bits(words)
    }

    /// The cells where an X wins if none completes three. `strips` is scratch space, which need not be cleared for each
    /// board.
    fn winning_cells(&self, strips: &mut [(usize, usize); LONGEST]) -> Cells {
        let mut count = 0;
        let mut sum = 0;
        let mut first = 0;
        let mut end_strip = |x: usize| {
            // Also where there is no strip: a branch would often be predicted wrongly.
            let length = x.saturating_sub(first + REACH);
            strips[count] = (first, length);
            count += usize::from(length > 0);
            sum ^= VALUES.of[length];
            first = x + REACH + 1;
        };
        for (index, &word) in self.xs[1..].iter().enumerate() {
            for bit in bits(word) {
                end_strip(index * WORD + bit);
            }
        }
        // As an X there would make no cell of the board unusable.
        end_strip(self.cells + REACH);
        let mut words = [0; WORDS + 1];
        if sum != 0 {
            for &(first, length) in &strips[..count] {
                VALUES.mark(first, length, sum ^ VALUES.of[length], &mut words);
            }
        }
        let [words @ .., _] = words;
        Cells::from_bits(words)
    }
}

static VALUES: Values = Values::new();

/// The values of strips of up to [`LONGEST`] cells.
struct Values {
    /// By length.
    of: [u8; LONGEST + 1],
    /// What an X leaves on one side of it, by the number of cells there.
    sides: [u8; LONGEST],
    /// The same from the other end, with padding for blocks that begin anywhere.
    reversed: [u8; LONGEST + WORD],
}

impl Values {
    /// Computes the values at compile time: at run time this would take as long as 700 boards.
    const fn new() -> Self {
        let mut values = Self { of: [0; LONGEST + 1], sides: [0; LONGEST], reversed: [0; LONGEST + WORD] };
        let mut length = 0;
        while length < LONGEST {
            values.sides[length] = values.of[length.saturating_sub(REACH)];
            values.reversed[LONGEST - 1 - length] = values.sides[length];
            length += 1;
            let mut reachable = 0_u64;
            let mut left = 0;
            while left < length.div_ceil(2) {
                reachable |= 1 << (values.sides[left] ^ values.sides[length - 1 - left]);
                left += 1;
            }
            while reachable >> values.of[length] & 1 == 1 {
                values.of[length] += 1;
            }
        }
        values
    }

    /// Marks the cells of a strip where an X leaves this value. The first cell is counted from 0.
    fn mark(&self, first: usize, length: usize, value: u8, words: &mut [u64; WORDS + 1]) {
        let (sides, _) = self.sides.as_chunks();
        for (left, start) in sides.iter().zip((0..length).step_by(WORD)) {
            let Some(right) = self.reversed[LONGEST - length + start..].first_chunk() else { break };
            let values = u8x64::new(*left) ^ u8x64::new(*right);
            let equal = values.simd_eq(u8x64::splat(value)).to_bitmask();
            let beyond_the_end = u32::try_from(length - start).ok().and_then(|cells| u64::MAX.checked_shl(cells));
            let marks = equal & !beyond_the_end.unwrap_or(0);
            let (word, bit) = ((first + start) / WORD, (first + start) % WORD);
            words[word] |= marks << bit;
            words[word + 1] |= marks >> 1 >> (WORD - 1 - bit);
        }
    }
}

/// Where in a block of bytes there is an X, and where an empty cell. Bit `i` of a mask stands for byte `i`.
fn masks(block: &[u8; WORD]) -> [u64; 2] {
    let block = u8x64::new(*block);
    [b'X', b'.'].map(|sign| block.simd_eq(u8x64::splat(sign)).to_bitmask())
}

/// A block from a text that is shorter.
fn padded(text: &[u8]) -> [u8; WORD] {
    let mut block = [0; WORD];
    block[..text.len()].copy_from_slice(text);
    block
}

#[cfg(test)]
mod tests {
    use grundy::{Nimber, Octal};
    use problem::{Layout, Problem, Rng, Scanner};

    use super::*;
    use crate::generate::BOARDS;
    use crate::rules::Treblecross;
    use crate::solver::Solver;

    /// Boards of all shapes and many lengths, each on a line, with either line end.
    fn clean_lines(seed: u64) -> Vec<u8> {
        let mut rng = Rng::new(seed);
        let mut text = Vec::new();
        for _ in 0..400 {
            let longest = [8, 40, 130, LONGEST][rng.below(4)];
            let shape = &BOARDS.shapes[rng.below(BOARDS.shapes.len())];
            text.extend((shape.make)(rng.between(Board::SHORTEST, longest), &mut rng));
            text.extend_from_slice([&b"\n"[..], b"\r\n"][rng.below(2)]);
        }
        text
    }

    fn solve(text: &[u8], count: usize) -> (usize, Vec<Answer>) {
        let mut answers = Vec::new();
        (solve_clean_lines(text, count, &mut answers), answers)
    }

    /// What the first so many of some lines should give, found board by board.
    fn first_lines(text: &[u8], count: usize) -> (usize, Vec<Answer>) {
        let mut solver = Solver::new();
        let lines: Vec<&[u8]> = text.split_inclusive(|&byte| byte == b'\n').take(count).collect();
        let mut answer = |line: &&[u8]| {
            let moves = solver.winning_moves(Board::parse(line.trim_ascii_end()).unwrap()).unwrap();
            Answer::WinningCells(moves.into())
        };
        (lines.concat().len(), lines.iter().map(&mut answer).collect())
    }

    #[test]
    fn all_clean_lines_are_solved_or_as_many_as_wanted() {
        for seed in 0..50 {
            let text = clean_lines(seed);
            for count in [0, 1, 2, 63, 399, 400, 1000] {
                assert_eq!(solve(&text, count), first_lines(&text, count), "{seed}, {count}");
            }
        }
    }

    #[test]
    fn boards_of_all_lengths_are_solved() {
        // The second one has as many strips as possible.
        for pattern in [".", "...X.."] {
            let board = pattern.repeat(LONGEST);
            let text: String = (Board::SHORTEST..=LONGEST).map(|cells| board[..cells].to_owned() + "\n").collect();
            assert_eq!(solve(text.as_bytes(), 1000), first_lines(text.as_bytes(), 1000), "{pattern}");
        }
    }

    /// An X or a pair in every place, where blocks and words meet too.
    #[test]
    fn threats_and_strips_are_found_in_every_place() {
        for cells in [3_usize, 4, 63, 64, 65, 127, 128, 129, 200, 255, 256] {
            let mut text = Vec::new();
            for pattern in [&b"X"[..], b"XX", b"X.X", b"X..X", b"XX.XX"] {
                for at in 0..=cells.saturating_sub(pattern.len()) {
                    let mut board = vec![b'.'; cells];
                    let end = cells.min(at + pattern.len());
                    board[at..end].copy_from_slice(&pattern[..end - at]);
                    text.extend(board);
                    text.push(b'\n');
                }
            }
            assert_eq!(solve(&text, 10_000), first_lines(&text, 10_000), "{cells}");
        }
    }

    #[test]
    fn what_no_clean_line_has_is_found_in_every_place() {
        let board = |cells: usize| ".".repeat(cells);
        for before in 0..140 {
            for wrong in ["XXX....", "x...", "#...", " ...", "\r...", "\0..."] {
                let text = format!("...\n{}{wrong}{}\n...\n", board(before), board(150 - before));
                assert_eq!(solve(text.as_bytes(), 9), first_lines(b"...\n", 9), "{before}, {wrong:?}");
            }
        }
        for wrong in ["\n", ".\n", "..\n", "..\r\n", "...\r\r\n", "...", "...\r", ""] {
            assert_eq!(solve(wrong.as_bytes(), 9), (0, vec![]), "{wrong:?}");
        }
        for cells in [LONGEST + 1, LONGEST + WORD, 1000] {
            assert_eq!(solve((board(cells) + "\n").as_bytes(), 9), (0, vec![]), "{cells}");
        }
    }

    #[test]
    fn all_clean_lines_of_an_input_are_solved_here() {
        let text = (0..20).flat_map(clean_lines).collect::<Vec<u8>>();
        let dialect = Treblecross::dialect("uva").unwrap();
        for (end, wanted, left) in [("", 10_000, None), ("XXX\n", 10_000, Some(8001)), ("", 7, Some(8))] {
            let input = [&text, end.as_bytes()].concat();
            let mut scanner = Scanner::new(&input[..], Layout::Free);
            let mut answers = Vec::new();
            Treblecross::solve_many(dialect, &mut scanner, wanted, &mut answers).unwrap();
            assert_eq!(answers, first_lines(&text, wanted).1);
            assert_eq!(scanner.finish().unwrap().map(|place| place.line), left, "{end:?}, {wanted}");
        }
    }

    #[test]
    fn values_are_those_of_the_octal_game() {
        let game: Octal = ".007".parse().unwrap();
        let strips = game.nimbers().skip(REACH).take(LONGEST + 1);
        assert!(VALUES.of.into_iter().map(|value| Ok(Nimber::new(value.into()))).eq(strips));
    }
}
