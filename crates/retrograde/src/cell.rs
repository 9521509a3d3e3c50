//! The state of a rank in two bytes, and the table of all ranks that threads share.

use std::sync::atomic::{AtomicU16, Ordering};

use crate::game::Value;
use crate::threads::Threads;

/// The state of a rank: the number of moves that may not lose while the position is undecided, then its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cell(u16);

impl Cell {
    const DECIDED: u16 = 1 << 15;
    const WON: u16 = 1 << 14;
    /// The longest distance that fits.
    pub(crate) const MAX_DISTANCE: u16 = Self::WON - 1;
    /// The largest number of moves that fits.
    pub(crate) const MAX_MOVES: u16 = Self::DECIDED - 2;
    /// A rank without a position, or whose position is not canonical.
    pub(crate) const NO_POSITION: Self = Self(Self::DECIDED - 1);
    /// A drawn position.
    const DRAWN: Self = Self(0);
    /// A position whose moves are not counted yet.
    pub(crate) const NOT_COUNTED: Self = Self(0);

    pub(crate) fn to_bits(self) -> u16 {
        self.0
    }

    #[cfg(feature = "files")]
    pub(crate) fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// Whether a solution can contain this cell.
    #[cfg(feature = "files")]
    pub(crate) fn is_finished(self) -> bool {
        self.undecided_moves().is_none() || self == Self::DRAWN || self == Self::NO_POSITION
    }

    pub(crate) fn undecided(moves: u16) -> Self {
        debug_assert!(moves <= Self::MAX_MOVES);
        Self(moves)
    }

    /// `None` if the distance is too long.
    pub(crate) fn decided(value: Value) -> Option<Self> {
        match value {
            Value::Draw => Some(Self::DRAWN),
            Value::Win(plies) if plies <= Self::MAX_DISTANCE => Some(Self(Self::DECIDED | Self::WON | plies)),
            Value::Loss(plies) if plies <= Self::MAX_DISTANCE => Some(Self(Self::DECIDED | plies)),
            Value::Win(_) | Value::Loss(_) => None,
        }
    }

    pub(crate) fn undecided_moves(self) -> Option<u16> {
        (self.0 & Self::DECIDED == 0).then_some(self.0)
    }

    /// The value when solving is complete. A position that is still undecided is drawn then.
    pub(crate) fn value(self) -> Value {
        match (self.0 & Self::DECIDED != 0, self.0 & Self::WON != 0) {
            (false, _) => Value::Draw,
            (true, true) => Value::Win(self.0 & Self::MAX_DISTANCE),
            (true, false) => Value::Loss(self.0 & Self::MAX_DISTANCE),
        }
    }

    /// The cell of the solution when solving is complete.
    fn finished(self) -> Self {
        let is_undecided = self.0 & Self::DECIDED == 0 && self != Self::NO_POSITION;
        if is_undecided { Self::DRAWN } else { self }
    }
}

/// The cells of all ranks while a game is being solved.
pub(crate) struct Table {
    cells: Vec<AtomicU16>,
    /// Only one thread uses the table, so that a read and a write need not be one atomic step, which takes several times as
    /// long.
    single_threaded: bool,
}

impl Table {
    /// A table without positions.
    pub(crate) fn new(ranks: u32, threads: Threads) -> Self {
        let cells = (0..ranks).map(|_| AtomicU16::new(Cell::NO_POSITION.0)).collect();
        Self { cells, single_threaded: threads.is_single() }
    }

    /// `None` if the rank is out of range.
    pub(crate) fn get(&self, rank: u32) -> Option<Cell> {
        self.cells.get(rank as usize).map(|cell| Cell(cell.load(Ordering::Relaxed)))
    }

    /// Sets the cell of a rank that no other thread is using.
    pub(crate) fn set(&self, rank: u32, cell: Cell) {
        self.cells[rank as usize].store(cell.0, Ordering::Relaxed);
    }

    /// Replaces the cell of a rank by what `change` returns, and returns that; `None` if `change` does, which leaves the cell
    /// as it is. `change` is called again if another thread has replaced the cell meanwhile. A rank out of range is the error
    /// `out_of_range`.
    #[inline]
    pub(crate) fn update<E>(
        &self,
        rank: u32,
        out_of_range: E,
        change: impl Fn(Cell) -> Result<Option<Cell>, E>,
    ) -> Result<Option<Cell>, E> {
        let Some(cell) = self.cells.get(rank as usize) else { return Err(out_of_range) };
        let mut old = cell.load(Ordering::Relaxed);
        loop {
            let Some(new) = change(Cell(old))? else { return Ok(None) };
            if self.single_threaded {
                cell.store(new.0, Ordering::Relaxed);
                return Ok(Some(new));
            }
            match cell.compare_exchange_weak(old, new.0, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return Ok(Some(new)),
                Err(current) => old = current,
            }
        }
    }

    /// The cells of the solution. Drawn positions are all the same cell, so that equal solutions have equal cells.
    pub(crate) fn finish(self) -> Vec<Cell> {
        self.cells.into_iter().map(|cell| Cell(cell.into_inner()).finished()).collect()
    }
}
