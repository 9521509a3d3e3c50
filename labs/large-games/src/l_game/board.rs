//! A board of any size, the placements of an L on it, and its symmetries.

/// A set of cells: bit `width * row + column` for each.
pub(crate) type Cells = u64;

/// An L, up to rotation and reflection: three cells in a line, and one beside an end of the line.
const L: [(u32, u32); 4] = [(0, 0), (0, 1), (0, 2), (1, 0)];

/// Everything that depends on the size of the board only.
#[derive(Debug)]
pub(crate) struct Board {
    /// The number of cells.
    pub(crate) cells: u32,
    /// The number of columns.
    pub(crate) width: u32,
    /// The cells of each placement of an L.
    pub(crate) placements: Vec<Cells>,
    /// The symmetries of the board. The first is the identity.
    symmetries: Vec<Symmetry>,
    /// The symmetry that takes each placement to the lowest possible one. There is only one, as an L has no symmetry.
    to_canonical: Vec<usize>,
}

#[derive(Debug)]
struct Symmetry {
    /// The image of each cell.
    cells: Vec<u32>,
    /// The image of each placement.
    placements: Vec<u16>,
}

impl Board {
    pub(crate) fn new(height: u32, width: u32) -> Self {
        let mut placements: Vec<Cells> = Vec::new();
        for (row, column) in (0..height).flat_map(|row| (0..width).map(move |column| (row, column))) {
            let turned = (0..8).map(|turn| L.map(|cell| image(cell, (2, 3), turn)));
            let moved = turned.map(|cells| cells.map(|(down, right)| (row + down, column + right)));
            let inside = moved.filter(|cells| cells.iter().all(|&(row, column)| row < height && column < width));
            placements.extend(
                inside.map(|cells| cells.iter().map(|(row, column)| 1 << (row * width + column)).sum::<Cells>()),
            );
        }
        placements.sort_unstable();
        placements.dedup();
        let turns = (0..8).filter(|turn| height == width || turn % 2 == 0);
        let symmetries: Vec<Symmetry> = turns.map(|turn| Symmetry::new(height, width, &placements, turn)).collect();
        let to_canonical = |placement: usize| {
            (0..symmetries.len())
                .min_by_key(|&number| symmetries[number].placements[placement])
                .expect("at least four symmetries")
        };
        let to_canonical = (0..placements.len()).map(to_canonical).collect();
        Self { cells: height * width, width, placements, symmetries, to_canonical }
    }

    pub(crate) fn symmetries(&self) -> usize {
        self.symmetries.len()
    }

    /// The symmetry that takes a placement to the lowest possible one.
    pub(crate) fn to_canonical(&self, placement: u16) -> usize {
        self.to_canonical[usize::from(placement)]
    }

    pub(crate) fn image_of_placement(&self, placement: u16, symmetry: usize) -> u16 {
        self.symmetries[symmetry].placements[usize::from(placement)]
    }

    pub(crate) fn image_of_cells(&self, cells: Cells, symmetry: usize) -> Cells {
        self.symmetries[symmetry].image_of_cells(cells)
    }
}

impl Symmetry {
    fn new(height: u32, width: u32, placements: &[Cells], turn: u32) -> Self {
        let cells = (0..height * width).map(|cell| {
            let (row, column) = image((cell / width, cell % width), (height, width), turn);
            row * width + column
        });
        let mut symmetry = Self { cells: cells.collect(), placements: Vec::new() };
        let number = |placement: &Cells| {
            let image =
                placements.binary_search(&symmetry.image_of_cells(*placement)).expect("the image of an L is an L");
            u16::try_from(image).expect("fewer than 8 times 64 placements")
        };
        symmetry.placements = placements.iter().map(number).collect();
        symmetry
    }

    fn image_of_cells(&self, cells: Cells) -> Cells {
        single(cells).map(|cell| 1 << self.cells[cell.trailing_zeros() as usize]).sum()
    }
}

/// The cells of a set in ascending order, each as a set of its own.
pub(crate) fn single(mut cells: Cells) -> impl Iterator<Item = Cells> {
    std::iter::from_fn(move || {
        let lowest = cells & cells.wrapping_neg();
        cells ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// The image of a cell after `turn` quarter turns; from 4 on, after `turn - 4` and a reflection.
fn image((mut row, mut column): (u32, u32), (mut height, mut width): (u32, u32), turn: u32) -> (u32, u32) {
    for _ in 0..turn % 4 {
        (row, column) = (column, height - 1 - row);
        (height, width) = (width, height);
    }
    if turn >= 4 { (row, width - 1 - column) } else { (row, column) }
}
