//! The winner of a board, from closed forms instead of a table.

use grundy::{Nimber, Strip};

use crate::rules::{Board, End, Move, Player};

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
    /// The marks need not be looked at one by one. By [`closed_form`] the two outer strips have their lengths as nimbers,
    /// and an inner strip has 1 if the marks at its ends are equal, else 0. Marks without a cell between them differ, and
    /// add nothing either. So the inner strips add up to the parity of the number of equal pairs, where each mark makes a
    /// pair with the next. Of these `marks - 1` pairs, an even number differ if the first mark and the last are equal, and
    /// otherwise an odd number.
    ///
    /// ```
    /// use grundy::Nimber;
    /// use nomore_ttt::Board;
    ///
    /// let board = Board::parse(b"..X.X.").expect("a legal board");
    /// assert_eq!(board.nim_sum(), Nimber::new(2) + Nimber::new(1) + Nimber::new(1));
    /// ```
    pub fn nim_sum(self) -> Nimber {
        let cells = self.cells();
        let Some((first, last)) = self.ends else {
            return closed_form(Strip::between(End::Edge, cells.len(), End::Edge));
        };
        let before = closed_form(Strip::between(End::Edge, first, End::X));
        let after = closed_form(Strip::between(End::X, cells.len() - 1 - last, End::Edge));
        let has_odd_equal_pairs = self.has_odd_marks ^ (cells[first] == cells[last]);
        before + after + Nimber::new(has_odd_equal_pairs.into())
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
