//! The rules of the game: marks, legal boards, and what a move does to a strip.

use std::fmt;

use grundy::{Game, Strip};
use problem::{Diagnostic, bits_where, blocks};

/// The game, as a rule on strips of empty cells.
///
/// ```
/// use grundy::{Nimber, Strip, Table};
/// use nomore_ttt::{End, NoMore};
///
/// let mut strips = Table::new(NoMore);
/// assert_eq!(strips.nimber(Strip::between(End::Edge, 7, End::X)), Nimber::new(7));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct NoMore;

/// What bounds a strip of empty cells at one end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum End {
    /// The edge of the board: the cell beside it takes either mark.
    Edge,
    /// An X: the cell beside it takes O only.
    X,
    /// An O, the letter: the cell beside it takes X only.
    O,
}

impl End {
    /// The two marks, which moves put into cells.
    pub const MARKS: [Self; 2] = [Self::X, Self::O];

    /// The mark that a character stands for, or `None` for any other character.
    pub(crate) fn from_byte(byte: u8) -> Option<Self> {
        match byte {
            b'X' => Some(Self::X),
            b'O' => Some(Self::O),
            _ => None,
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Edge => "edge",
            Self::X => "X",
            Self::O => "O",
        })
    }
}

impl Game for NoMore {
    type Part = Strip<End>;

    fn moves(&self, &strip: &Strip<End>) -> impl Iterator<Item: IntoIterator<Item = Strip<End>>> {
        moves_on(strip).map(|(_, _, parts)| parts)
    }
}

/// All moves on a strip: a cell, counted from 0, the mark put there, and the strips to the left and to the right of it.
fn moves_on(strip: Strip<End>) -> impl Iterator<Item = (usize, End, [Strip<End>; 2])> {
    let Strip { len, left, right } = strip;
    (0..len)
        .flat_map(|at| End::MARKS.map(|mark| (at, mark)))
        .filter(move |&(at, mark)| (at > 0 || left != mark) && (at + 1 < len || right != mark))
        .map(move |(at, mark)| (at, mark, [Strip::between(left, at, mark), Strip::between(mark, len - at - 1, right)]))
}

/// A mark in an empty cell, and what it makes of the strip that it is put on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The cell, counted from 1.
    pub cell: usize,
    /// The mark put there: X or O.
    pub mark: End,
    /// The first cell of the strip, counted from 1, and the strip.
    pub strip: (usize, Strip<End>),
    /// The two parts that are left of it.
    pub parts: [Strip<End>; 2],
}

/// One of the two players. Alice made the first move of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Moves when the number of marks is even.
    Alice,
    /// Moves when the number of marks is odd.
    Bob,
}

impl Player {
    /// The other player.
    #[must_use]
    pub fn opponent(self) -> Self {
        match self {
            Self::Alice => Self::Bob,
            Self::Bob => Self::Alice,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Alice => "Alice",
            Self::Bob => "Bob",
        })
    }
}

/// A position: a row of cells, each empty, X or O, without equal neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board<'a> {
    /// Only `.`, `X` and `O`, nowhere `XX` or `OO`, and no more cells than a [`Nimber`](grundy::Nimber) can count.
    cells: &'a [u8],
    /// Whether the number of marks is odd.
    pub(crate) has_odd_marks: bool,
    /// The first cell with a mark, and the last one, counted from 0.
    pub(crate) ends: Option<(usize, usize)>,
}

/// The first error in cells that are not a board, at its cell.
#[cold]
pub(crate) fn error_in(cells: &[u8]) -> Diagnostic {
    if u32::try_from(cells.len()).is_err() {
        return Diagnostic::in_row(1, format!("a board has at most {} cells", u32::MAX));
    }
    if let Some(index) = cells.iter().position(|cell| !matches!(cell, b'.' | b'X' | b'O')) {
        let cell = index + 1;
        return Diagnostic::in_row(cell, format!("cell {cell} is neither '.' nor 'X' nor 'O'"));
    }
    let equal = |pair: &[u8]| pair[0] == pair[1] && pair[0] != b'.';
    let cell = cells.windows(2).position(equal).map_or(1, |index| index + 1);
    let (next, mark) = (cell + 1, char::from(cells[cell - 1]));
    let message = format!("cells {cell} and {next} both hold {mark}; equal marks are never neighbours in this game");
    Diagnostic::in_row(cell, message)
}

impl<'a> Board<'a> {
    /// Parses a board. The column of an error is its cell, counted from 1.
    ///
    /// ```
    /// use nomore_ttt::Board;
    ///
    /// let cell = |text| Board::parse(text).err().map(|error| error.place.column);
    /// assert_eq!([&b"X.XO"[..], b".o.", b".OO"].map(cell), [None, Some(2), Some(2)]);
    /// ```
    pub fn parse(cells: &'a [u8]) -> Result<Self, Diagnostic> {
        Self::read(cells, blocks(cells, b'.')).ok_or_else(|| error_in(cells))
    }

    /// Parses a board that is also given in blocks, unless there is an error. Anything may follow its last cell there.
    #[inline]
    pub(crate) fn read(cells: &'a [u8], blocks: impl Iterator<Item = [u8; 64]>) -> Option<Self> {
        let (mut wrong, mut marks, mut ends, mut before) = (0, 0, None, [0, 0]);
        for (start, block) in (0..).step_by(64).zip(blocks) {
            let is_cell = u64::MAX >> 64_usize.saturating_sub(cells.len() - start);
            // A cell is empty if it may hold both marks.
            let [may_be_x, may_be_o] =
                bits_where(&block, [b'X', b'O'].map(|kind| move |cell| cell == kind || cell == b'.'));
            let [xs, os] = [may_be_x & !may_be_o, may_be_o & !may_be_x].map(|marks| marks & is_cell);
            wrong |= is_cell & !(may_be_x | may_be_o) | xs & (xs << 1 | before[0]) | os & (os << 1 | before[1]);
            before = [xs, os].map(|marks| marks >> 63);
            let marked = xs | os;
            // Their number keeps its parity.
            marks ^= marked;
            if let Some(last) = marked.checked_ilog2() {
                let (first, last) = (start + marked.trailing_zeros() as usize, start + last as usize);
                ends = Some((ends.map_or(first, |(first, _)| first), last));
            }
        }
        let is_board = wrong == 0 && u32::try_from(cells.len()).is_ok();
        is_board.then_some(Self { cells, has_odd_marks: marks.count_ones() % 2 == 1, ends })
    }

    /// The cells, `.`, `X` or `O`.
    pub fn cells(self) -> &'a [u8] {
        self.cells
    }

    /// The number of marks.
    pub fn marks(self) -> usize {
        self.cells.iter().filter(|&&cell| cell != b'.').count()
    }

    /// The player to move.
    pub fn to_move(self) -> Player {
        if self.has_odd_marks { Player::Bob } else { Player::Alice }
    }

    /// The maximal runs of empty cells, each with the number of its first cell, counted from 1.
    ///
    /// ```
    /// use grundy::Strip;
    /// use nomore_ttt::{Board, End};
    ///
    /// let board = Board::parse(b"..XO.").expect("a legal board");
    /// let strips: Vec<_> = board.strips().collect();
    /// assert_eq!(strips, [(1, Strip::between(End::Edge, 2, End::X)), (5, Strip::between(End::O, 1, End::Edge))]);
    /// ```
    pub fn strips(self) -> impl Iterator<Item = (usize, Strip<End>)> + use<'a> {
        let mut first = 1;
        let mut left = End::Edge;
        self.cells
            .split_inclusive(|&cell| cell != b'.')
            .map(move |run| {
                let mark = run.last().copied().and_then(End::from_byte);
                let right = mark.unwrap_or(End::Edge);
                let len = run.len() - usize::from(mark.is_some());
                let numbered = (first, Strip::between(left, len, right));
                first += run.len();
                left = right;
                numbered
            })
            .filter(|(_, strip)| strip.len > 0)
    }

    /// All moves, by cell.
    ///
    /// ```
    /// use nomore_ttt::{Board, End};
    ///
    /// let board = Board::parse(b"X..").expect("a legal board");
    /// let moves: Vec<_> = board.moves().map(|mv| (mv.cell, mv.mark)).collect();
    /// assert_eq!(moves, [(2, End::O), (3, End::X), (3, End::O)]);
    /// ```
    pub fn moves(self) -> impl Iterator<Item = Move> + use<'a> {
        self.strips().flat_map(|(first, strip)| {
            moves_on(strip).map(move |(at, mark, parts)| Move { cell: first + at, mark, strip: (first, strip), parts })
        })
    }
}
