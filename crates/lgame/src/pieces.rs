//! Sets of cells, the 48 placements of an L, and their images under the symmetries of the board.
//!
//! The tables here are constants, which can only be filled in `while` loops. In a `LazyLock` they would cost time: the
//! solver's innermost loops use them, and each use would check whether the table exists, so that one position takes 1.5
//! times as long.

/// A set of cells: bit `4 * row + column` for each, both counted from 0.
pub type Cells = u16;

/// A placement of an L on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement(
    /// Less than 48: eight times the number of one of the six ways to shift an upright L, and the
    /// [`Symmetry`] that this L is turned by.
    u8,
);

/// A symmetry of the board: a reflection from left to right if bit 2 is set, then up to three quarter turns.
pub(crate) type Symmetry = u8;

/// The number of symmetries.
pub(crate) const SYMMETRIES: u32 = 8;

impl Placement {
    /// The number of placements.
    pub(crate) const COUNT: usize = 48;

    /// All placements, the upright ones first.
    ///
    /// ```
    /// assert!(lgame::Placement::all().all(|placement| placement.cells().count_ones() == 4));
    /// ```
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        (0..8).flat_map(|symmetry| (0..6).map(move |shift| Self(8 * shift + symmetry)))
    }

    /// The placement that covers exactly these cells, or `None` if they are not an L.
    pub(crate) fn covering(cells: Cells) -> Option<Self> {
        Self::all().find(|placement| placement.cells() == cells)
    }

    /// The four cells that the L covers.
    ///
    /// ```
    /// let covered = lgame::Placement::all().fold(0, |covered, placement| covered | placement.cells());
    /// assert_eq!(covered, 0xFFFF);
    /// ```
    pub const fn cells(self) -> Cells {
        PLACEMENTS[self.0 as usize]
    }

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) const fn from_index(index: usize) -> Self {
        assert!(index < Self::COUNT);
        #[expect(clippy::cast_possible_truncation, reason = "checked above")]
        Self(index as u8)
    }

    pub(crate) const fn image(self, symmetry: Symmetry) -> Self {
        // A reflection after turns is one before turns the other way.
        let turns = if symmetry & 4 == 0 { symmetry + self.0 } else { symmetry.wrapping_sub(self.0) };
        Self((self.0 ^ symmetry & 4) & !3 | turns & 3)
    }

    /// The symmetry that takes this placement to an upright one. There is only one, because an L has no symmetry.
    pub(crate) const fn to_upright(self) -> Symmetry {
        /// The inverses of all symmetries. A reflection, with or without turns, is its own.
        const INVERSES: [Symmetry; SYMMETRIES as usize] = [0, 3, 2, 1, 4, 5, 6, 7];
        INVERSES[(self.0 & 7) as usize]
    }

    /// The upright placement that this one is the image of.
    pub(crate) const fn upright(self) -> Self {
        Self(self.0 & !7)
    }
}

/// The placements that cover none of these cells, as a set: bit `i` is for the placement with index `i`.
pub(crate) fn placements_apart_from(cells: Cells) -> u64 {
    const ALL: u64 = (1 << Placement::COUNT) - 1;
    single_cells(cells).fold(ALL, |set, cell| set & APART_FROM_CELL[cell.trailing_zeros() as usize])
}

/// The placements of a set.
pub(crate) fn placements_in(mut set: u64) -> impl Iterator<Item = Placement> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(Placement::from_index(lowest))
    })
}

/// The cells of a set in ascending order, each as a set of its own.
pub(crate) fn single_cells(mut cells: Cells) -> impl Iterator<Item = Cells> {
    std::iter::from_fn(move || {
        let lowest = cells & cells.wrapping_neg();
        cells ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// The image of a set of cells under a symmetry.
pub(crate) const fn image_of_cells(mut cells: Cells, symmetry: Symmetry) -> Cells {
    let mut image = 0;
    while cells != 0 {
        image |= CELL_IMAGES[symmetry as usize][cells.trailing_zeros() as usize];
        cells &= cells - 1;
    }
    image
}

/// For each cell the placements that do not cover it, as a set.
const APART_FROM_CELL: [u64; 16] = {
    let mut apart = [0; 16];
    let mut index = 0;
    while index < 16 * Placement::COUNT {
        let (cell, placement) = (index % 16, index / 16);
        if PLACEMENTS[placement] >> cell & 1 == 0 {
            apart[cell] |= 1 << placement;
        }
        index += 1;
    }
    apart
};

/// The cells of each placement.
const PLACEMENTS: [Cells; Placement::COUNT] = {
    /// An upright L in the upper left corner: three cells in a column, and one beside the lowest.
    const L: Cells = 0b0000_0011_0001_0001;
    /// Up to one row down and two columns to the right.
    const SHIFTS: [Cells; 6] = [0, 1, 2, 4, 5, 6];
    let mut placements = [0; Placement::COUNT];
    let mut index = 0;
    while index < Placement::COUNT {
        placements[index] = image_of_cells(L << SHIFTS[index / 8], Placement::from_index(index).0 & 7);
        index += 1;
    }
    placements
};

/// The image of each cell under each symmetry.
const CELL_IMAGES: [[Cells; 16]; SYMMETRIES as usize] = {
    let mut images = [[0; 16]; SYMMETRIES as usize];
    let mut index = 0;
    while index < 16 * SYMMETRIES as usize {
        let (symmetry, cell) = (index / 16, index % 16);
        let (mut row, mut column) = (cell / 4, if symmetry < 4 { cell % 4 } else { 3 - cell % 4 });
        let mut turns = symmetry % 4;
        while turns > 0 {
            (row, column, turns) = (column, 3 - row, turns - 1);
        }
        images[symmetry][cell] = 1 << (4 * row + column);
        index += 1;
    }
    images
};
