//! Why a board is won or lost, as data: what an X in each cell leads to, and the strips that decide.

use grundy::Nimber;

use crate::rules::{Board, parts};
use crate::solver::{Solver, StripTooLong};

/// A board, its strips and its moves.
///
/// ```
/// use treblecross::{Analysis, Board, Move, Solver};
///
/// let board = Board::parse(b"X......").expect("a legal board");
/// let analysis = Analysis::of(board, &mut Solver::new()).expect("a short board");
/// assert_eq!(analysis.nim_sum(), grundy::Nimber::new(2));
/// assert_eq!(analysis.moves[1], Move::Suicide);
/// assert!(analysis.moves[4].wins());
/// ```
#[derive(Clone, Debug)]
pub struct Analysis<'a> {
    /// The board.
    pub board: Board<'a>,
    /// The free strips of a board where no X completes three. Where one does, they do not matter: that move wins, and
    /// every other move lets the opponent win.
    pub strips: Vec<FreeStrip>,
    /// What an X leads to, for each cell of the board.
    pub moves: Vec<Move>,
}

/// A maximal run of cells where an X makes no threat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FreeStrip {
    /// Its first cell, counted from 1.
    pub first: usize,
    /// Its number of cells.
    pub length: usize,
    /// Its value.
    pub nimber: Nimber,
}

/// The result of an X in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// The cell already has an X.
    Taken,
    /// The X completes three adjacent ones, of which this is the first, counted from 1. It wins.
    Completes(usize),
    /// The X makes no threat.
    Safe(Split),
    /// The opponent completes three next.
    Suicide,
}

/// What an X without a threat makes of the strips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// The strip that it is put on.
    pub strip: FreeStrip,
    /// The lengths of the parts that are left of it, and their nimbers.
    pub parts: [(usize, Nimber); 2],
    /// The xor of the nimbers of all other strips.
    pub others: Nimber,
}

impl Split {
    /// The nimber of what is left of the strip.
    pub fn nimber(self) -> Nimber {
        self.parts.into_iter().map(|(_, nimber)| nimber).sum()
    }
}

impl Move {
    /// Whether the player who makes the move wins.
    pub fn wins(self) -> bool {
        match self {
            Self::Completes(_) => true,
            Self::Safe(split) => split.nimber() == split.others,
            Self::Taken | Self::Suicide => false,
        }
    }
}

impl<'a> Analysis<'a> {
    /// Analyses a board.
    ///
    /// # Errors
    ///
    /// If a strip is too long for the solver.
    pub fn of(board: Board<'a>, solver: &mut Solver) -> Result<Self, StripTooLong> {
        let cells = board.cells();
        let mut moves: Vec<Move> =
            cells.iter().map(|&cell| if cell == b'X' { Move::Taken } else { Move::Suicide }).collect();
        let completing = board.completing_cells();
        for &cell in &completing {
            let is_three = |first: &usize| (*first..first + 3).all(|at| at == cell || cells.get(at - 1) == Some(&b'X'));
            if let Some(first) = (cell.saturating_sub(2).max(1)..=cell).find(is_three) {
                moves[cell - 1] = Move::Completes(first);
            }
        }
        let mut strips = Vec::new();
        if completing.is_empty() {
            let all = board.strips();
            if let Some(&(first, length)) = all.iter().max_by_key(|(_, length)| length) {
                solver.extend_table((first - 1, length))?;
            }
            let strip = |(first, length)| FreeStrip { first, length, nimber: solver.strip(length) };
            strips = all.into_iter().map(strip).collect();
        }
        let sum: Nimber = strips.iter().map(|strip| strip.nimber).sum();
        for &strip in &strips {
            for (at, mv) in moves[strip.first - 1..][..strip.length].iter_mut().enumerate() {
                let parts = parts(strip.length, at).map(|length| (length, solver.strip(length)));
                *mv = Move::Safe(Split { strip, parts, others: sum + strip.nimber });
            }
        }
        Ok(Self { board, strips, moves })
    }

    /// The cells where an X wins, counted from 1, in ascending order.
    pub fn winning_moves(&self) -> Vec<usize> {
        (1..).zip(&self.moves).filter(|(_, mv)| mv.wins()).map(|(cell, _)| cell).collect()
    }

    /// The xor of the nimbers of all strips.
    pub fn nim_sum(&self) -> Nimber {
        self.strips.iter().map(|strip| strip.nimber).sum()
    }
}
