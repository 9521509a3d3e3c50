//! The value of a rank in two bytes, as solutions and files store it.

use crate::value::Value;

/// The value of a rank, or that it has no canonical position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cell(u16);

impl Cell {
    const DECIDED: u16 = 1 << 15;
    const WON: u16 = 1 << 14;
    /// The longest distance that fits.
    pub(crate) const MAX_DISTANCE: u16 = Self::WON - 1;
    /// The largest bits of what is neither a win nor a loss.
    pub(crate) const MAX_OTHER: u16 = Self::DECIDED - 1;
    /// A rank without a position, or whose position is not canonical.
    pub(crate) const NO_POSITION: Self = Self(Self::MAX_OTHER);
    /// A drawn position.
    pub(crate) const DRAWN: Self = Self(0);

    pub(crate) const fn to_bits(self) -> u16 {
        self.0
    }

    pub(crate) const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// Whether a solution can contain this cell.
    #[cfg(feature = "files")]
    pub(crate) fn is_valid(self) -> bool {
        self.value().is_some() || self == Self::NO_POSITION
    }

    /// `None` if the distance is too long.
    pub(crate) fn of_value(value: Value) -> Option<Self> {
        match value {
            Value::Draw => Some(Self::DRAWN),
            Value::Win(plies) if plies <= Self::MAX_DISTANCE => Some(Self(Self::DECIDED | Self::WON | plies)),
            Value::Loss(plies) if plies <= Self::MAX_DISTANCE => Some(Self(Self::DECIDED | plies)),
            Value::Win(_) | Value::Loss(_) => None,
        }
    }

    /// Whether this is a win or a loss.
    pub(crate) fn is_decided(self) -> bool {
        self.0 & Self::DECIDED != 0
    }

    /// `None` if there is no canonical position.
    pub(crate) fn value(self) -> Option<Value> {
        match (self.is_decided(), self.0 & Self::WON != 0) {
            (true, true) => Some(Value::Win(self.0 & Self::MAX_DISTANCE)),
            (true, false) => Some(Value::Loss(self.0 & Self::MAX_DISTANCE)),
            (false, _) => (self == Self::DRAWN).then_some(Value::Draw),
        }
    }
}
