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
    /// Less than [`Placement::COUNT`].
    u8,
);

/// The number of symmetries of the board: rotations and reflections.
pub(crate) const SYMMETRIES: u32 = 8;

impl Placement {
    /// The number of placements.
    ///
    /// ```
    /// assert_eq!(lgame::Placement::all().count(), lgame::Placement::COUNT);
    /// ```
    pub const COUNT: usize = 48;

    /// All placements, in ascending order.
    ///
    /// ```
    /// assert!(lgame::Placement::all().all(|placement| placement.cells().count_ones() == 4));
    /// ```
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        (0..).take(Self::COUNT).map(Self)
    }

    /// The placement that covers exactly these cells, or `None` if they are not an L.
    ///
    /// ```
    /// use lgame::Placement;
    ///
    /// let placement = Placement::covering(0b0000_0000_0001_0111).expect("an L in the corner");
    /// assert_eq!(placement.cells(), 0b0000_0000_0001_0111);
    /// assert_eq!(Placement::covering(0b0000_0000_0000_1111), None);
    /// ```
    pub fn covering(cells: Cells) -> Option<Self> {
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

    pub(crate) fn image(self, symmetry: usize) -> Self {
        Self(PLACEMENT_IMAGES[symmetry][self.index()])
    }

    /// The symmetry that takes this placement to the lowest possible one. There is only one, because an L has no
    /// symmetry.
    pub(crate) fn to_canonical(self) -> usize {
        TO_CANONICAL[self.index()]
    }
}

/// A set of placements: bit `i` is for the placement with index `i`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Placements(u64);

impl Placements {
    /// The placements that cover none of these cells and do not overlap `other`.
    pub(crate) fn apart_from(other: Placement, cells: Cells) -> Self {
        single_cells(cells).fold(Self(APART_FROM_PLACEMENT[other.index()]), |set, cell| {
            Self(set.0 & APART_FROM_CELL[cell.trailing_zeros() as usize])
        })
    }

    pub(crate) fn without(self, placement: Placement) -> Self {
        Self(self.0 & !(1 << placement.index()))
    }

    pub(crate) fn size(&self) -> u32 {
        self.0.count_ones()
    }
}

impl Iterator for Placements {
    type Item = Placement;

    fn next(&mut self) -> Option<Placement> {
        if self.0 == 0 {
            return None;
        }
        let lowest = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(Placement::from_index(lowest))
    }
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
pub(crate) const fn image_of_cells(mut cells: Cells, symmetry: usize) -> Cells {
    let mut image = 0;
    while cells != 0 {
        image |= CELL_IMAGES[symmetry][cells.trailing_zeros() as usize];
        cells &= cells - 1;
    }
    image
}

/// The placements that cover none of these cells, as a set.
const fn placements_apart_from(cells: Cells) -> u64 {
    let mut apart = 0;
    let mut placement = 0;
    while placement < Placement::COUNT {
        if PLACEMENTS[placement] & cells == 0 {
            apart |= 1 << placement;
        }
        placement += 1;
    }
    apart
}

/// For each cell the placements that do not cover it.
const APART_FROM_CELL: [u64; 16] = {
    let mut apart = [0; 16];
    let mut cell = 0;
    while cell < 16 {
        apart[cell] = placements_apart_from(1 << cell);
        cell += 1;
    }
    apart
};

/// For each placement those that it does not overlap.
const APART_FROM_PLACEMENT: [u64; Placement::COUNT] = {
    let mut apart = [0; Placement::COUNT];
    let mut placement = 0;
    while placement < Placement::COUNT {
        apart[placement] = placements_apart_from(PLACEMENTS[placement]);
        placement += 1;
    }
    apart
};

/// The cells of each placement: all images of one L, each moved to wherever it fits.
const PLACEMENTS: [Cells; Placement::COUNT] = {
    // Three cells in a column, and one beside the lowest.
    const L: Cells = 0b0000_0011_0001_0001;
    let mut placements = [0; Placement::COUNT];
    let mut count = 0;
    let mut symmetry = 0;
    while symmetry < SYMMETRIES as usize {
        let image = image_of_cells(L, symmetry);
        let mut shift = 0;
        while shift < 16 {
            let corner = into_corner(image);
            // Beyond the right edge the cells would be another shape.
            if corner.leading_zeros() >= shift && into_corner(corner << shift) == corner {
                placements[count] = corner << shift;
                count += 1;
            }
            shift += 1;
        }
        symmetry += 1;
    }
    assert!(count == Placement::COUNT);
    placements
};

/// The image of each cell under each symmetry: up to three quarter turns, after a reflection or not.
const CELL_IMAGES: [[Cells; 16]; SYMMETRIES as usize] = {
    let mut images = [[0; 16]; SYMMETRIES as usize];
    let mut symmetry = 0;
    while symmetry < SYMMETRIES as usize {
        let mut cell = 0;
        while cell < 16 {
            let (mut row, mut column) = (cell / 4, cell % 4);
            if symmetry >= 4 {
                column = 3 - column;
            }
            let mut turns = symmetry % 4;
            while turns > 0 {
                (row, column) = (column, 3 - row);
                turns -= 1;
            }
            images[symmetry][cell] = 1 << (4 * row + column);
            cell += 1;
        }
        symmetry += 1;
    }
    images
};

/// The index of the image of each placement under each symmetry.
const PLACEMENT_IMAGES: [[u8; Placement::COUNT]; SYMMETRIES as usize] = {
    let mut images = [[0; Placement::COUNT]; SYMMETRIES as usize];
    let mut symmetry = 0;
    while symmetry < SYMMETRIES as usize {
        let mut placement = 0;
        while placement < Placement::COUNT {
            let cells = image_of_cells(PLACEMENTS[placement], symmetry);
            let mut image = 0;
            while PLACEMENTS[image] != cells {
                image += 1;
            }
            images[symmetry][placement] = Placement::from_index(image).0;
            placement += 1;
        }
        symmetry += 1;
    }
    images
};

/// For each placement the symmetry that takes it to the lowest possible one.
const TO_CANONICAL: [usize; Placement::COUNT] = {
    let mut to_canonical = [0; Placement::COUNT];
    let mut placement = 0;
    while placement < Placement::COUNT {
        let mut symmetry = 1;
        while symmetry < SYMMETRIES as usize {
            let best = to_canonical[placement];
            if PLACEMENT_IMAGES[symmetry][placement] < PLACEMENT_IMAGES[best][placement] {
                to_canonical[placement] = symmetry;
            }
            symmetry += 1;
        }
        placement += 1;
    }
    to_canonical
};

/// The cells moved as far up and to the left as possible.
const fn into_corner(mut cells: Cells) -> Cells {
    const TOP_ROW: Cells = 0x000F;
    const LEFT_COLUMN: Cells = 0x1111;
    while cells & TOP_ROW == 0 {
        cells >>= 4;
    }
    while cells & LEFT_COLUMN == 0 {
        cells >>= 1;
    }
    cells
}
