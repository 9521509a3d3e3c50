//! The L game: solves the whole of it as a fixpoint over plain sets of cells. Shares no code with the program, but has
//! the type of a value.

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use retrograde::Value::{self, Draw, Loss, Win};

use crate::fixpoint;

/// The signs of the 16 cells, row by row, seen by the player to move.
pub type Grid = [u8; 16];

pub struct Oracle {
    pub grids: Vec<Grid>,
    pub verdicts: Vec<Value>,
    /// The grids after each move, still seen by the player who has moved.
    pub moves: Vec<Vec<Grid>>,
    index: HashMap<Grid, usize>,
}

pub static ORACLE: LazyLock<Oracle> = LazyLock::new(Oracle::new);

/// Every set of four cells that is an L: a corner, two cells beyond it in one direction, and one across.
static SHAPES: LazyLock<Vec<BTreeSet<usize>>> = LazyLock::new(|| {
    let inside = |row: i32, column: i32| {
        let is_inside = (0..4).contains(&row) && (0..4).contains(&column);
        is_inside.then(|| usize::try_from(4 * row + column).unwrap())
    };
    let mut shapes = BTreeSet::new();
    for corner in 0..16 {
        for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            for side in [-1, 1] {
                let steps = [(0, 0), (down, right), (2 * down, 2 * right), (side * right, side * down)];
                let cells = steps.map(|(down, right)| inside(corner / 4 + down, corner % 4 + right));
                shapes.extend(cells.into_iter().collect::<Option<BTreeSet<usize>>>());
            }
        }
    }
    shapes.into_iter().collect()
});

fn grid(own: &BTreeSet<usize>, other: &BTreeSet<usize>, neutrals: [usize; 2]) -> Grid {
    let mut grid = [b'.'; 16];
    for (sign, cells) in [(b'#', own), (b'*', other), (b'x', &BTreeSet::from(neutrals))] {
        for &cell in cells {
            grid[cell] = sign;
        }
    }
    grid
}

fn cells_with(grid: &Grid, sign: u8) -> BTreeSet<usize> {
    (0..16).filter(|&cell| grid[cell] == sign).collect()
}

/// The grid seen by the other player.
pub fn swapped(grid: &Grid) -> Grid {
    grid.map(|sign| match sign {
        b'#' => b'*',
        b'*' => b'#',
        sign => sign,
    })
}

/// The grids after each move, still seen by the player who has moved.
fn moves(before: &Grid) -> Vec<Grid> {
    let own = cells_with(before, b'#');
    let mut moves = Vec::new();
    for shape in SHAPES.iter().filter(|shape| **shape != own) {
        if shape.iter().any(|&cell| before[cell] != b'.' && before[cell] != b'#') {
            continue;
        }
        let mut after = before.map(|sign| if sign == b'#' { b'.' } else { sign });
        for &cell in shape {
            after[cell] = b'#';
        }
        moves.push(after);
        for from in cells_with(&after, b'x') {
            for to in cells_with(&after, b'.') {
                let mut with_neutral = after;
                with_neutral.swap(from, to);
                moves.push(with_neutral);
            }
        }
    }
    moves
}

impl Oracle {
    fn new() -> Self {
        let mut grids = Vec::new();
        for own in SHAPES.iter() {
            for other in SHAPES.iter().filter(|other| other.is_disjoint(own)) {
                let free: Vec<usize> = (0..16).filter(|cell| !own.contains(cell) && !other.contains(cell)).collect();
                for (index, &upper) in free.iter().enumerate() {
                    grids.extend(free[..index].iter().map(|&lower| grid(own, other, [lower, upper])));
                }
            }
        }
        let index: HashMap<Grid, usize> = grids.iter().copied().zip(0..).collect();
        let moves: Vec<Vec<Grid>> = grids.iter().map(moves).collect();
        let after = |grid: &Grid| moves[index[grid]].iter().map(swapped).collect();
        let values = fixpoint::values(grids.iter().copied(), |_| None, after, |_, _| false);
        let verdicts = grids.iter().map(|grid| values[grid]).collect();
        Self { grids, verdicts, moves, index }
    }

    pub fn verdict(&self, grid: &Grid) -> Value {
        self.verdicts[self.index[grid]]
    }

    /// The move that the program must choose: of the fastest wins, those that leave the neutral pieces take precedence,
    /// then the first grid in lexicographic order.
    pub fn chosen_win(&self, at: usize) -> Option<Grid> {
        let Win(plies) = self.verdicts[at] else { return None };
        let neutrals = cells_with(&self.grids[at], b'x');
        let fastest = self.moves[at].iter().filter(|after| self.verdict(&swapped(after)) == Loss(plies - 1));
        fastest.min_by_key(|after| (cells_with(after, b'x') != neutrals, after.to_vec())).copied()
    }

    /// The grids after each winning move.
    pub fn winning_moves(&self, at: usize) -> impl Iterator<Item = &Grid> {
        self.moves[at].iter().filter(|after| matches!(self.verdict(&swapped(after)), Loss(_)))
    }
}

/// A grid as the judge writes it.
pub fn text(grid: &Grid) -> String {
    grid.chunks(4).map(|row| String::from_utf8(row.to_vec()).unwrap() + "\n").collect()
}

/// The positions of an input, as indices.
pub fn positions_in(input: &[u8]) -> Vec<usize> {
    let signs = input.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(input).iter().filter(|sign| !sign.is_ascii_whitespace());
    let signs: Vec<u8> = signs.copied().collect();
    signs.chunks(16).map(|signs| ORACLE.index[signs]).collect()
}

pub fn answer(judge: &str, input: &[u8]) -> Vec<u8> {
    assert_eq!(judge, "boi");
    let answer_to = |at| match ORACLE.verdicts[at] {
        Win(_) => text(&ORACLE.chosen_win(at).unwrap()),
        Draw => "No winning move\nDraw\n".to_owned(),
        Loss(_) => "No winning move\nLosing\n".to_owned(),
    };
    positions_in(input).into_iter().map(answer_to).collect::<String>().into_bytes()
}
