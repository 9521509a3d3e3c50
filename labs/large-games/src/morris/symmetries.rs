//! The symmetries of the board: turning and turning over all rings at once, and exchanging rings.

use crate::sets::{self, Points, bytes};

/// A group of symmetries of the board.
#[derive(Debug)]
pub(crate) struct Symmetries {
    /// The images of the points of a ring.
    turned: [[u8; 256]; 8],
    /// Where the rings go, by the shift of their bytes.
    shifts: &'static [[u8; 3]],
}

/// Two rings.
pub(crate) const TWO_RINGS: &[[u8; 3]] = &[[0, 8, 16], [8, 0, 16]];
/// Three rings. The middle one keeps its place, because it alone is connected with both others.
pub(crate) const THREE_RINGS: &[[u8; 3]] = &[[0, 8, 16], [16, 8, 0]];
/// Three rings where nobody moves along the lines: there are mills only, and these do not depend on the order of the
/// rings.
pub(crate) const ANY_ORDER: &[[u8; 3]] = &[[0, 8, 16], [16, 8, 0], [8, 0, 16], [8, 16, 0], [0, 16, 8], [16, 0, 8]];

impl Symmetries {
    pub(crate) fn new(shifts: &'static [[u8; 3]]) -> Self {
        let turned = std::array::from_fn(|symmetry| std::array::from_fn(|set| turn(set, symmetry)));
        Self { turned, shifts }
    }
}

impl sets::Symmetries for Symmetries {
    fn count(&self) -> usize {
        8 * self.shifts.len()
    }

    #[inline]
    fn image(&self, set: Points, symmetry: usize) -> Points {
        let turned = &self.turned[symmetry % 8];
        let shifts = self.shifts[symmetry / 8];
        let [outer, middle, inner] = bytes(set).map(|ring| Points::from(turned[ring]));
        outer << shifts[0] | middle << shifts[1] | inner << shifts[2]
    }
}

/// The image of a set of points of a ring under one of eight symmetries. The first is the identity.
fn turn(set: usize, symmetry: usize) -> u8 {
    let byte = u8::try_from(set).expect("a byte");
    // Point 0 is a corner, so reversing the order of all eight puts a corner in the place of a middle.
    let flipped = if symmetry < 4 { byte } else { byte.reverse_bits().rotate_left(1) };
    flipped.rotate_left(2 * u32::try_from(symmetry % 4).expect("at most 3"))
}
