//! The winner of a board, from closed forms instead of a table.

use grundy::{Nimber, Strip};

use crate::rules::{Board, End, Move, Player, mover};

/// The nimber of a strip of empty cells.
///
/// The tests compare it with the mex of all moves, for every pair of ends.
///
/// ```
/// use grundy::{Nimber, Strip};
/// use nomore_ttt::{End, closed_form};
///
/// assert_eq!(closed_form(Strip::between(End::Edge, 9, End::Edge)), Nimber::new(1));
/// assert_eq!(closed_form(Strip::between(End::Edge, 9, End::X)), Nimber::new(9));
/// assert_eq!(closed_form(Strip::between(End::X, 9, End::X)), Nimber::new(1));
/// assert_eq!(closed_form(Strip::between(End::X, 9, End::O)), Nimber::ZERO);
/// ```
///
/// # Panics
///
/// If the strip has more than 2^32 - 1 cells.
pub fn closed_form(strip: Strip<End>) -> Nimber {
    let len = u32::try_from(strip.len).expect("a board's length fits into 32 bits");
    match (strip.left, strip.right) {
        _ if len == 0 => Nimber::ZERO,
        (End::Edge, End::Edge) => Nimber::new(len % 2),
        (End::Edge, _) | (_, End::Edge) => Nimber::new(len),
        (left, right) => Nimber::new(u32::from(left == right)),
    }
}

impl Move {
    /// The nimber of the strip after the move.
    pub fn nimber_after(&self) -> Nimber {
        self.parts.into_iter().map(closed_form).sum()
    }

    /// The nim-sum of the board after the move, given the one before it. The move wins if it is zero.
    ///
    /// ```
    /// use nomore_ttt::Board;
    ///
    /// let board = Board::parse(b"X..").expect("a legal board");
    /// let wins: Vec<_> = board.moves().map(|mv| mv.nim_sum_after(board.nim_sum()).is_zero()).collect();
    /// assert_eq!(wins, [false, false, true]); // O in the last cell leaves a dead one
    /// ```
    pub fn nim_sum_after(&self, before: Nimber) -> Nimber {
        before + closed_form(self.strip.1) + self.nimber_after()
    }
}

impl Board<'_> {
    /// The xor of the nimbers of all strips. The player to move wins if it is not zero.
    ///
    /// ```
    /// use grundy::Nimber;
    /// use nomore_ttt::Board;
    ///
    /// let board = Board::parse(b"..X.X.").expect("a legal board");
    /// assert_eq!(board.nim_sum(), Nimber::new(2) + Nimber::new(1) + Nimber::new(1));
    /// ```
    pub fn nim_sum(self) -> Nimber {
        self.strips().map(|(_, strip)| closed_form(strip)).sum()
    }

    /// The winner when both play perfectly.
    ///
    /// # Complexity
    ///
    /// A few passes over the cells.
    ///
    /// ```
    /// use nomore_ttt::{Board, Player};
    ///
    /// let winner = |cells| Board::parse(cells).map(Board::winner);
    /// assert_eq!(winner(b"..."), Ok(Player::Alice));
    /// // Full boards: the player who made the last move has won.
    /// assert_eq!([winner(b"X"), winner(b"XO")], [Ok(Player::Alice), Ok(Player::Bob)]);
    /// ```
    pub fn winner(self) -> Player {
        if self.nim_sum().is_zero() { self.to_move().opponent() } else { self.to_move() }
    }
}

/// The winner of a board, given where its X and its O are: bit `i % 64` of word `i / 64` is cell `i`, counted from 0.
/// `None` if there are no cells, or equal neighbours.
///
/// By [`closed_form`] the two outer strips have their lengths as nimbers, and an inner strip has 1 if the marks at its
/// ends are equal, else 0. Marks without a cell between them differ, and add nothing either. So the inner strips add up
/// to the parity of the number of equal pairs, where each mark makes a pair with the next. Of these `marks - 1` pairs, an
/// even number differ if the first mark and the last are equal, and otherwise an odd number.
pub(crate) fn winner_by_bits(xs: &[u64], os: &[u64], cells: usize) -> Option<Player> {
    let (mut first, mut last) = (None, (0, false));
    let (mut marks, mut equal_neighbours) = (0, 0);
    let (mut x_before, mut o_before) = (0, 0);
    for (index, (&x, &o)) in xs.iter().zip(os).enumerate() {
        equal_neighbours |= x & (x << 1 | x_before >> 63) | o & (o << 1 | o_before >> 63);
        (x_before, o_before) = (x, o);
        // Their number keeps its parity.
        marks ^= x | o;
        let mark = |bit: u32| (64 * index + bit as usize, x >> bit & 1 == 1);
        if let Some(last_bit) = (x | o).checked_ilog2() {
            first = first.or_else(|| Some(mark((x | o).trailing_zeros())));
            last = mark(last_bit);
        }
    }
    if cells == 0 || equal_neighbours != 0 {
        return None;
    }
    let odd_marks = marks.count_ones() % 2 == 1;
    let nim_sum = first.map_or(cells % 2, |(before, first_is_x)| {
        let odd_equal_pairs = odd_marks ^ (first_is_x == last.1);
        before ^ (cells - 1 - last.0) ^ usize::from(odd_equal_pairs)
    });
    // The mover, or the opponent if the sum is zero, without a branch: it would be unpredictable.
    Some(mover(odd_marks ^ (nim_sum == 0)))
}
