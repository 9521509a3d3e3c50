//! Sets of points, such as those with the stones of a player: their numbers, their classes up to symmetry, and their
//! texts.

mod classes;
mod numbers;
mod pairs;
mod text;

pub(crate) use self::classes::{Classes, Symmetries};
pub(crate) use self::numbers::{Gaps, Numbers, all, choices};
pub use self::pairs::Position;
pub(crate) use self::pairs::{Counts, Pairs};
pub(crate) use self::text::{parse_rows, rows};

/// A set of points, by the bits of their numbers.
pub(crate) type Points = u32;

/// The most points of a board.
pub(crate) const MOST_POINTS: usize = 24;

/// A set of a pair has fewer points than this.
pub(crate) const MOST_MEMBERS: usize = 17;

/// The points of a set, each by its number.
pub(crate) fn points(mut set: Points) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let point = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (point < MOST_POINTS).then_some(point)
    })
}

/// The points of a set, each as a set of its own.
pub(crate) fn single(mut set: Points) -> impl Iterator<Item = Points> {
    std::iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// The bytes of a set, the lowest first.
pub(crate) fn bytes(set: Points) -> [usize; 3] {
    [0, 8, 16].map(|shift| (set >> shift & 0xff) as usize)
}
