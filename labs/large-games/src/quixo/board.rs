//! The board: its lines, its symmetries, and how cubes are pushed. The points of a set are numbered row by row.

use crate::sets::{Points, Symmetries, points};

/// The tables of a board.
#[derive(Debug)]
pub(crate) struct Board {
    /// The number of rows.
    pub(crate) size: usize,
    /// The places where cubes are taken and pushed back.
    pub(crate) border: Points,
    pub(crate) pushes: Vec<Push>,
    /// A bit for each set: whether it contains a line.
    lines: Vec<u64>,
}

/// A cube taken out at one place and pushed back at another: those on the way move by one place towards the gap.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Push {
    /// Where the cube is taken.
    pub(crate) from: Points,
    /// Where it is pushed back.
    pub(crate) to: Points,
    /// All places from one to the other.
    strip: Points,
    /// How far the bits of the strip are rotated.
    by: u32,
}

impl Push {
    /// Where the cubes of a set are after the push, without the one that was taken.
    #[inline]
    pub(crate) fn forward(self, set: Points) -> Points {
        (set & !self.strip) | ((set & self.strip).rotate_left(self.by) & self.strip)
    }

    /// Where the cubes of a set were before the push, without the one that was pushed back.
    #[inline]
    pub(crate) fn back(self, set: Points) -> Points {
        (set & !self.strip) | ((set & self.strip).rotate_right(self.by) & self.strip)
    }
}

/// The set of these points.
fn set_of(points: impl IntoIterator<Item = usize>) -> Points {
    points.into_iter().fold(0, |set, point| set | 1 << point)
}

impl Board {
    pub(crate) fn new(size: usize) -> Self {
        let count = size * size;
        let at = |row: usize, column: usize| row * size + column;
        let rows = (0..size).map(|row| set_of((0..size).map(|column| at(row, column))));
        let columns = (0..size).map(|column| set_of((0..size).map(|row| at(row, column))));
        let diagonals =
            [set_of((0..size).map(|row| at(row, row))), set_of((0..size).map(|row| at(row, size - 1 - row)))];
        let all_lines: Vec<Points> = rows.chain(columns).chain(diagonals).collect();
        let mut lines = vec![0; 1 << (count - 6)];
        for set in 0..1_u32 << count {
            if all_lines.iter().any(|line| set & line == *line) {
                lines[(set >> 6) as usize] |= 1 << (set & 63);
            }
        }
        let is_border =
            |point: usize| [point / size, point % size].iter().any(|&place| place == 0 || place == size - 1);
        let border = set_of((0..count).filter(|&point| is_border(point)));
        let pushes = points(border).flat_map(|from| pushes(from, size)).collect();
        Self { size, border, pushes, lines }
    }

    /// The number of places.
    pub(crate) fn points(&self) -> usize {
        self.size * self.size
    }

    #[inline]
    pub(crate) fn has_line(&self, set: Points) -> bool {
        self.lines[(set >> 6) as usize] >> (set & 63) & 1 == 1
    }
}

/// All pushes of the cube at this place of the border.
fn pushes(from: usize, size: usize) -> impl Iterator<Item = Push> {
    let [row, column] = [from / size, from % size];
    // Along its row and along its column: its place in this, and the distance between two places.
    let along = [(column, 1), (row, size)];
    along.into_iter().flat_map(move |(place, step)| {
        let ends = [0, size - 1].into_iter().filter(move |&end| end != place);
        ends.map(move |end| {
            let at = |other: usize| from + other * step - place * step;
            let step = u32::try_from(step).expect("a small board");
            Push {
                from: 1 << from,
                to: 1 << at(end),
                strip: set_of((place.min(end)..=place.max(end)).map(at)),
                by: if end < place { step } else { Points::BITS - step },
            }
        })
    })
}

/// The symmetries of a square.
pub(crate) fn symmetries(size: usize) -> Symmetries {
    Symmetries::new(size * size, 8, |point, symmetry| {
        let [row, column] = [point / size, point % size];
        let [row, column] = if symmetry & 1 == 0 { [row, column] } else { [column, row] };
        let row = if symmetry & 2 == 0 { row } else { size - 1 - row };
        let column = if symmetry & 4 == 0 { column } else { size - 1 - column };
        row * size + column
    })
}
