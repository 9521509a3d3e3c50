//! Sets of cells, the 48 places of an L, and what the symmetries of the board do to both. All tables are computed when the
//! crate is compiled.

/// A set of cells: bit `4 * row + column`, both counted from 0.
pub type Cells = u16;

/// Where an L lies: a number below [`Placement::COUNT`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement(u8);

/// How many ways there are to turn and mirror the board.
pub(crate) const SYMMETRIES: u32 = 8;

impl Placement {
    /// How many places there are for an L.
    ///
    /// ```
    /// assert_eq!(lgame::Placement::all().count(), lgame::Placement::COUNT);
    /// ```
    pub const COUNT: usize = 48;

    /// Every place, ascending.
    ///
    /// ```
    /// assert!(lgame::Placement::all().all(|place| place.cells().count_ones() == 4));
    /// ```
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        (0..).take(Self::COUNT).map(Self)
    }

    /// The place of an L that covers exactly these cells.
    ///
    /// ```
    /// use lgame::Placement;
    ///
    /// let place = Placement::covering(0b0000_0000_0001_0111).expect("an L in the corner");
    /// assert_eq!(place.cells(), 0b0000_0000_0001_0111);
    /// assert_eq!(Placement::covering(0b0000_0000_0000_1111), None);
    /// ```
    #[must_use]
    pub fn covering(cells: Cells) -> Option<Self> {
        Self::all().find(|place| place.cells() == cells)
    }

    /// The four cells that an L in this place covers.
    ///
    /// ```
    /// let covered = lgame::Placement::all().fold(0, |covered, place| covered | place.cells());
    /// assert_eq!(covered, 0xFFFF);
    /// ```
    #[must_use]
    pub const fn cells(self) -> Cells {
        PLACES[self.0 as usize]
    }

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) const fn from_index(index: usize) -> Self {
        assert!(index < Self::COUNT);
        #[expect(clippy::cast_possible_truncation, reason = "it has just been seen to fit")]
        Self(index as u8)
    }

    pub(crate) fn image(self, symmetry: usize) -> Self {
        Self(PLACE_IMAGES[symmetry][self.index()])
    }

    /// The symmetry that turns this place into the one of its kind that stands for the others. There is only one, because
    /// no symmetry leaves an L as it is.
    pub(crate) fn to_canonical(self) -> usize {
        usize::from(TO_CANONICAL[self.index()])
    }
}

/// A set of places: bit `p` is for the place with index `p`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Places(u64);

impl Places {
    /// The places that cover none of these cells and do not overlap that place.
    pub(crate) fn beside(place: Placement, cells: Cells) -> Self {
        single_cells(cells).fold(Self(BESIDE_PLACE[place.index()]), |places, cell| {
            Self(places.0 & BESIDE_CELL[cell.trailing_zeros() as usize])
        })
    }

    pub(crate) fn without(self, place: Placement) -> Self {
        Self(self.0 & !(1 << place.index()))
    }

    pub(crate) fn size(&self) -> u32 {
        self.0.count_ones()
    }
}

impl Iterator for Places {
    type Item = Placement;

    fn next(&mut self) -> Option<Placement> {
        let lowest = self.0.trailing_zeros() as usize;
        self.0 &= self.0.wrapping_sub(1);
        (lowest < Placement::COUNT).then(|| Placement::from_index(lowest))
    }
}

/// Each cell of a set as a set of its own.
pub(crate) fn single_cells(mut cells: Cells) -> impl Iterator<Item = Cells> {
    std::iter::from_fn(move || {
        let lowest = cells & cells.wrapping_neg();
        cells ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// What a symmetry makes of a set of cells.
pub(crate) fn image_of_cells(cells: Cells, symmetry: usize) -> Cells {
    single_cells(cells).fold(0, |image, cell| image | CELL_IMAGES[symmetry][cell.trailing_zeros() as usize])
}

/// For each cell the places that do not cover it.
const BESIDE_CELL: [u64; 16] = {
    let mut beside = [0; 16];
    let mut cell = 0;
    while cell < 16 {
        let mut place = 0;
        while place < Placement::COUNT {
            if PLACES[place] >> cell & 1 == 0 {
                beside[cell] |= 1 << place;
            }
            place += 1;
        }
        cell += 1;
    }
    beside
};

/// For each place those that it does not overlap.
const BESIDE_PLACE: [u64; Placement::COUNT] = {
    let mut beside = [u64::MAX; Placement::COUNT];
    let mut place = 0;
    while place < Placement::COUNT {
        let mut cell = 0;
        while cell < 16 {
            if PLACES[place] >> cell & 1 == 1 {
                beside[place] &= BESIDE_CELL[cell];
            }
            cell += 1;
        }
        place += 1;
    }
    beside
};

/// The cells of each place, by the symmetries of one L and then by rows and columns that it is moved by.
const PLACES: [Cells; Placement::COUNT] = {
    // Three cells in a column and a foot: in the upper left corner, and where else it fits.
    const L: Cells = 0b0000_0011_0001_0001;
    let mut places = [0; Placement::COUNT];
    let mut count = 0;
    let mut symmetry = 0;
    while symmetry < SYMMETRIES as usize {
        let turned = const_image(L, symmetry);
        let mut shift = 0;
        while shift < 16 {
            let corner = into_corner(turned);
            let (columns_fit, rows_fit) = (width(corner) + shift % 4 <= 4, corner.leading_zeros() >= shift);
            if columns_fit && rows_fit {
                places[count] = corner << shift;
                count += 1;
            }
            shift += 1;
        }
        symmetry += 1;
    }
    assert!(count == Placement::COUNT);
    places
};

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

const PLACE_IMAGES: [[u8; Placement::COUNT]; SYMMETRIES as usize] = {
    let mut images = [[0; Placement::COUNT]; SYMMETRIES as usize];
    let mut symmetry = 0;
    while symmetry < SYMMETRIES as usize {
        let mut place = 0;
        while place < Placement::COUNT {
            let cells = const_image(PLACES[place], symmetry);
            let mut image = 0;
            while PLACES[image] != cells {
                image += 1;
            }
            images[symmetry][place] = Placement::from_index(image).0;
            place += 1;
        }
        symmetry += 1;
    }
    images
};

const TO_CANONICAL: [u8; Placement::COUNT] = {
    let mut to_canonical = [0; Placement::COUNT];
    let mut place = 0;
    while place < Placement::COUNT {
        let mut symmetry: u8 = 1;
        while (symmetry as u32) < SYMMETRIES {
            let best = to_canonical[place] as usize;
            if PLACE_IMAGES[symmetry as usize][place] < PLACE_IMAGES[best][place] {
                to_canonical[place] = symmetry;
            }
            symmetry += 1;
        }
        place += 1;
    }
    to_canonical
};

const fn const_image(cells: Cells, symmetry: usize) -> Cells {
    let mut image = 0;
    let mut cell = 0;
    while cell < 16 {
        if cells >> cell & 1 == 1 {
            image |= CELL_IMAGES[symmetry][cell];
        }
        cell += 1;
    }
    image
}

/// Cells moved as far up and to the left as they go.
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

/// How many columns cells in the corner reach over.
const fn width(cells: Cells) -> u32 {
    let mut width = 4;
    while cells & (0x1111 << (width - 1)) == 0 {
        width -= 1;
    }
    width
}
