//! The table that threads share while a game is being solved: the state of each rank in two bytes.

use std::num::NonZero;
use std::sync::atomic::{AtomicU16, Ordering};

use crate::cell::Cell;
use crate::error::Error;
use crate::memory::{filled, index};
use crate::threads::Threads;
use crate::value::Value;

/// The state of a rank while the game is being solved.
///
/// A win or loss is the value of the [`Cell`]. It may lie at a ply that is not reached yet, if it follows from a known
/// value: such a win can still become shorter. Of the other bits, 0 is a rank without a canonical position, and any
/// other number counts the moves that may not lose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State(Cell);

impl State {
    pub(crate) const NO_POSITION: Self = Self(Cell::from_bits(0));
    /// The largest number of moves that fits.
    pub(crate) const MAX_MOVES: u16 = Cell::MAX_OTHER;
    /// A position that is drawn by rule. It is like one with more moves than a consistent game runs out of.
    const DRAWN: Self = Self(Cell::from_bits(Self::MAX_MOVES));
    /// A position whose moves are not counted yet.
    pub(crate) const NOT_COUNTED: Self = Self(Cell::from_bits(1));

    /// A position with this number of moves that may not lose, at most [`MAX_MOVES`](Self::MAX_MOVES).
    #[inline]
    pub(crate) fn with_moves(moves: NonZero<u16>) -> Self {
        debug_assert!(moves.get() <= Self::MAX_MOVES);
        Self(Cell::from_bits(moves.get()))
    }

    /// `None` if the distance is too long.
    pub(crate) fn of_value(value: Value) -> Option<Self> {
        if value == Value::Draw { Some(Self::DRAWN) } else { Cell::of_value(value).map(Self) }
    }

    /// The win or loss; `None` if it is undecided or there is no position.
    pub(crate) fn decided(self) -> Option<Value> {
        if self.0.is_decided() { self.0.value() } else { None }
    }

    /// The number of moves that may not lose, if the position is undecided.
    #[inline]
    pub(crate) fn undecided_moves(self) -> Option<NonZero<u16>> {
        if self.0.is_decided() { None } else { NonZero::new(self.0.to_bits()) }
    }

    /// The cell of the solution. A position that is still undecided is drawn.
    pub(crate) fn finished(self) -> Cell {
        match self {
            Self::NO_POSITION => Cell::NO_POSITION,
            Self(cell) if cell.is_decided() => cell,
            Self(_) => Cell::DRAWN,
        }
    }
}

/// The states of all ranks.
pub(crate) struct StateTable {
    pub(crate) states: Vec<AtomicU16>,
    /// Only one thread uses the table, so that a read and a write need not be one atomic step, which takes several
    /// times as long.
    single_threaded: bool,
}

impl StateTable {
    /// A table without positions.
    pub(crate) fn new(ranks: u64, threads: &Threads) -> Result<Self, Error> {
        // Zeros are ranks without a position.
        let states = filled(ranks, 0)?.into_iter().map(AtomicU16::new).collect();
        Ok(Self { states, single_threaded: threads.is_single() })
    }

    /// `None` if the rank is out of range.
    pub(crate) fn get(&self, rank: u64) -> Option<State> {
        let state = self.states.get(usize::try_from(rank).ok()?)?;
        Some(State(Cell::from_bits(state.load(Ordering::Relaxed))))
    }

    /// Loads the memory of a rank, if it is not out of range, without waiting for it.
    #[inline]
    pub(crate) fn prefetch(&self, rank: u64) {
        std::hint::black_box(self.get(rank));
    }

    /// Sets the state of a rank that no other thread is using.
    pub(crate) fn set(&self, rank: u64, state: State) {
        self.states[index(rank)].store(state.0.to_bits(), Ordering::Relaxed);
    }

    /// Replaces the state of a rank by what `change` returns, and returns that; `None` leaves the state as it is.
    /// `change` is called again if another thread has replaced the state meanwhile.
    #[inline]
    pub(crate) fn update(
        &self,
        rank: u64,
        out_of_range: impl FnOnce() -> Error,
        change: impl Fn(State) -> Result<Option<State>, Error>,
    ) -> Result<Option<State>, Error> {
        let Some(shared) = usize::try_from(rank).ok().and_then(|rank| self.states.get(rank)) else {
            return Err(out_of_range());
        };
        let mut old = shared.load(Ordering::Relaxed);
        loop {
            let Some(new) = change(State(Cell::from_bits(old)))? else { return Ok(None) };
            let bits = new.0.to_bits();
            if self.single_threaded {
                shared.store(bits, Ordering::Relaxed);
                return Ok(Some(new));
            }
            match shared.compare_exchange_weak(old, bits, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return Ok(Some(new)),
                Err(current) => old = current,
            }
        }
    }

    /// The cells of the solution. Drawn positions are all the same cell, so that equal solutions have equal cells.
    pub(crate) fn finish(self) -> Vec<Cell> {
        self.states.into_iter().map(|state| State(Cell::from_bits(state.into_inner())).finished()).collect()
    }
}
