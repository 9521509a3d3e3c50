//! A board of any size, the places of an L on it, and its symmetries.

/// A set of cells: bit `width * row + column`.
pub(crate) type Cells = u64;

/// An L covers three cells in a line and one beside an end of the line, turned or seen in a mirror.
const L: [(u32, u32); 4] = [(0, 0), (0, 1), (0, 2), (1, 0)];

/// What depends on the size of the board alone.
pub(crate) struct Board {
    /// How many cells there are.
    pub(crate) cells: u32,
    /// The cells of each place of an L.
    pub(crate) places: Vec<Cells>,
    /// What keeps the board. The first leaves all as it is.
    symmetries: Vec<Symmetry>,
    /// For each place the symmetry that takes it to the first place that any does. No two do, as an L has none itself.
    to_canonical: Vec<usize>,
}

struct Symmetry {
    /// Where it takes each cell.
    cells: Vec<u32>,
    /// Where it takes each place.
    places: Vec<u16>,
}

impl Board {
    pub(crate) fn new(height: u32, width: u32) -> Self {
        let mut places: Vec<Cells> = Vec::new();
        for (row, column) in (0..height).flat_map(|row| (0..width).map(move |column| (row, column))) {
            let turned = (0..8).map(|turn| L.map(|cell| image(cell, (2, 3), turn)));
            let moved = turned.map(|cells| cells.map(|(down, right)| (row + down, column + right)));
            let inside = moved.filter(|cells| cells.iter().all(|&(row, column)| row < height && column < width));
            places.extend(
                inside.map(|cells| cells.iter().map(|(row, column)| 1 << (row * width + column)).sum::<Cells>()),
            );
        }
        places.sort_unstable();
        places.dedup();
        let turns = (0..8).filter(|turn| height == width || turn % 2 == 0);
        let symmetries: Vec<Symmetry> = turns.map(|turn| Symmetry::new(height, width, &places, turn)).collect();
        let to_canonical = |place: usize| {
            (0..symmetries.len())
                .min_by_key(|&number| symmetries[number].places[place])
                .expect("at least four symmetries")
        };
        let to_canonical = (0..places.len()).map(to_canonical).collect();
        Self { cells: height * width, places, symmetries, to_canonical }
    }

    pub(crate) fn symmetries(&self) -> usize {
        self.symmetries.len()
    }

    /// The number of the symmetry that takes a place to the one that stands for all alike.
    pub(crate) fn to_canonical(&self, place: u16) -> usize {
        self.to_canonical[usize::from(place)]
    }

    pub(crate) fn image_of_place(&self, place: u16, symmetry: usize) -> u16 {
        self.symmetries[symmetry].places[usize::from(place)]
    }

    pub(crate) fn image_of_cells(&self, cells: Cells, symmetry: usize) -> Cells {
        self.symmetries[symmetry].image_of_cells(cells)
    }
}

impl Symmetry {
    fn new(height: u32, width: u32, places: &[Cells], turn: u32) -> Self {
        let cells = (0..height * width).map(|cell| {
            let (row, column) = image((cell / width, cell % width), (height, width), turn);
            row * width + column
        });
        let mut symmetry = Self { cells: cells.collect(), places: Vec::new() };
        let number = |place: &Cells| {
            let image = places.binary_search(&symmetry.image_of_cells(*place)).expect("the image of an L is an L");
            u16::try_from(image).expect("fewer than 8 times 64 places")
        };
        symmetry.places = places.iter().map(number).collect();
        symmetry
    }

    fn image_of_cells(&self, cells: Cells) -> Cells {
        single(cells).map(|cell| 1 << self.cells[cell.trailing_zeros() as usize]).sum()
    }
}

/// The cells one by one, ascending, each as a set of its own.
pub(crate) fn single(mut cells: Cells) -> impl Iterator<Item = Cells> {
    std::iter::from_fn(move || {
        let lowest = cells & cells.wrapping_neg();
        cells ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// Where a cell of a board comes to lie after so many quarter turns, and from 4 on in a mirror.
fn image((mut row, mut column): (u32, u32), (mut height, mut width): (u32, u32), turn: u32) -> (u32, u32) {
    for _ in 0..turn % 4 {
        (row, column) = (column, height - 1 - row);
        (height, width) = (width, height);
    }
    if turn >= 4 { (row, width - 1 - column) } else { (row, column) }
}
