//! A board of three rows of three, row by row, for the games that are played on one.

/// The cells in a line, down, across and slanted.
const LINES: [[usize; 3]; 8] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// Where each cell comes from in a quarter turn, and in a mirror.
const TURN: [usize; 9] = [2, 5, 8, 1, 4, 7, 0, 3, 6];
const MIRROR: [usize; 9] = [2, 1, 0, 5, 4, 3, 8, 7, 6];

pub(crate) fn has_line<T: PartialEq>(board: &[T; 9], of: &T) -> bool {
    LINES.iter().any(|line| line.iter().all(|&cell| board[cell] == *of))
}

/// The board as it is and turned and seen in a mirror, those more than once that look the same.
pub(crate) fn images<T: Copy>(board: &[T; 9]) -> [[T; 9]; 8] {
    let mut image = *board;
    std::array::from_fn(|index| {
        let map = if index == 4 { MIRROR } else { TURN };
        if index > 0 {
            image = map.map(|cell| image[cell]);
        }
        image
    })
}

/// The image that stands for all of them.
pub(crate) fn canonical<T: Copy + Ord>(board: &[T; 9]) -> [T; 9] {
    images(board).into_iter().min().unwrap_or(*board)
}

/// How many of the images differ.
pub(crate) fn orbit<T: Copy + PartialEq>(board: &[T; 9]) -> u32 {
    let fixed = images(board).iter().map(|image| u32::from(image == board)).sum::<u32>();
    8 / fixed
}
