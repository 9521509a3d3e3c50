//! A board of 3x3 cells, row by row.

/// The cells of all rows, columns and diagonals.
const LINES: [[usize; 3]; 8] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// The cell that each cell of the image comes from, for a quarter turn and for a reflection.
const ROTATION: [usize; 9] = [2, 5, 8, 1, 4, 7, 0, 3, 6];
const REFLECTION: [usize; 9] = [2, 1, 0, 5, 4, 3, 8, 7, 6];

pub(crate) fn has_line<T: PartialEq>(board: &[T; 9], of: &T) -> bool {
    LINES.iter().any(|line| line.iter().all(|&cell| board[cell] == *of))
}

/// The images of a board under all rotations and reflections, equal ones repeated.
pub(crate) fn images<T: Copy>(board: &[T; 9]) -> [[T; 9]; 8] {
    let mut image = *board;
    std::array::from_fn(|index| {
        let map = if index == 4 { REFLECTION } else { ROTATION };
        if index > 0 {
            image = map.map(|cell| image[cell]);
        }
        image
    })
}

/// The smallest image.
pub(crate) fn canonical<T: Copy + Ord>(board: &[T; 9]) -> [T; 9] {
    images(board).into_iter().min().unwrap_or(*board)
}

/// The number of different images.
pub(crate) fn orbit<T: Copy + PartialEq>(board: &[T; 9]) -> u32 {
    let fixed = images(board).iter().map(|image| u32::from(image == board)).sum::<u32>();
    8 / fixed
}
