//! What is known of a rank, in two bytes, and the table of it that several threads can work on.

use std::sync::atomic::{AtomicU16, Ordering};

use crate::crew::Crew;
use crate::game::Value;

/// What is known of a rank, in two bytes: while a game is being solved how many moves are not known to lose, and when it is
/// decided the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cell(u16);

impl Cell {
    const DECIDED: u16 = 1 << 15;
    const WON: u16 = 1 << 14;
    /// The largest distance that fits.
    pub(crate) const FARTHEST: u16 = Self::WON - 1;
    /// The largest number of moves that fits.
    pub(crate) const MOST_MOVES: u16 = Self::DECIDED - 2;
    /// For a rank without a position, or whose position another one stands for.
    pub(crate) const NO_POSITION: Self = Self(Self::DECIDED - 1);
    /// For a drawn position.
    const DRAWN: Self = Self(0);
    /// For a position whose moves have still to be counted.
    pub(crate) const NOT_COUNTED: Self = Self(0);

    pub(crate) fn to_bits(self) -> u16 {
        self.0
    }

    #[cfg(feature = "files")]
    pub(crate) fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// Whether a solved game can have it.
    #[cfg(feature = "files")]
    pub(crate) fn is_finished(self) -> bool {
        self.undecided_moves().is_none() || self == Self::DRAWN || self == Self::NO_POSITION
    }

    pub(crate) fn undecided(moves: u16) -> Self {
        debug_assert!(moves <= Self::MOST_MOVES);
        Self(moves)
    }

    /// `None` if the distance does not fit.
    pub(crate) fn decided(value: Value) -> Option<Self> {
        match value {
            Value::Draw => Some(Self::DRAWN),
            Value::Win(plies) if plies <= Self::FARTHEST => Some(Self(Self::DECIDED | Self::WON | plies)),
            Value::Loss(plies) if plies <= Self::FARTHEST => Some(Self(Self::DECIDED | plies)),
            Value::Win(_) | Value::Loss(_) => None,
        }
    }

    pub(crate) fn undecided_moves(self) -> Option<u16> {
        (self.0 & Self::DECIDED == 0).then_some(self.0)
    }

    /// Whether this is drawn if all is done.
    fn is_drawn(self) -> bool {
        self.0 & Self::DECIDED == 0 && self != Self::NO_POSITION
    }

    /// What is undecided when all is done is drawn.
    pub(crate) fn value(self) -> Value {
        match (self.0 & Self::DECIDED != 0, self.0 & Self::WON != 0) {
            (false, _) => Value::Draw,
            (true, true) => Value::Win(self.0 & Self::FARTHEST),
            (true, false) => Value::Loss(self.0 & Self::FARTHEST),
        }
    }
}

/// The cells of all ranks while a game is being solved.
pub(crate) struct Table {
    cells: Vec<AtomicU16>,
    /// Nobody else changes a cell between a look and a change, which then need not be one step: that takes several times as long.
    alone: bool,
}

impl Table {
    /// All ranks without a position.
    pub(crate) fn new(ranks: u32, crew: Crew) -> Self {
        let cells = (0..ranks).map(|_| AtomicU16::new(Cell::NO_POSITION.0)).collect();
        Self { cells, alone: crew.is_alone() }
    }

    /// `None` if there is no such rank.
    pub(crate) fn get(&self, rank: u32) -> Option<Cell> {
        self.cells.get(rank as usize).map(|cell| Cell(cell.load(Ordering::Relaxed)))
    }

    /// Sets the cell of a rank that no other thread works on.
    pub(crate) fn set(&self, rank: u32, cell: Cell) {
        self.cells[rank as usize].store(cell.0, Ordering::Relaxed);
    }

    /// Lets `change` say what becomes of the cell of a rank, and gives what it became; `None` if it stays as it is. Where other
    /// threads change it meanwhile, `change` is asked again. No such rank is `missing`.
    #[inline]
    pub(crate) fn update<E>(
        &self,
        rank: u32,
        missing: E,
        change: impl Fn(Cell) -> Result<Option<Cell>, E>,
    ) -> Result<Option<Cell>, E> {
        let Some(cell) = self.cells.get(rank as usize) else { return Err(missing) };
        let mut seen = cell.load(Ordering::Relaxed);
        loop {
            let Some(new) = change(Cell(seen))? else { return Ok(None) };
            if self.alone {
                cell.store(new.0, Ordering::Relaxed);
                return Ok(Some(new));
            }
            match cell.compare_exchange_weak(seen, new.0, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return Ok(Some(new)),
                Err(changed) => seen = changed,
            }
        }
    }

    /// The finished cells. How many moves of a drawn position were left is forgotten, so that equal solutions are equal.
    pub(crate) fn finish(self) -> Vec<Cell> {
        let finished = |cell: Cell| if cell.is_drawn() { Cell::DRAWN } else { cell };
        self.cells.into_iter().map(|cell| finished(Cell(cell.into_inner()))).collect()
    }
}
