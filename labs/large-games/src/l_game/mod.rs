//! Edward de Bono's L game on boards of any size. On 4x4 cells many positions are won or lost; on 3x7, 4x5, 5x5 and 6x6
//! cells all are drawn.
//!
//! A player first moves the own L, then a neutral piece or none. So a turn has two plies, and where a whole move on a
//! large board is one of thousands, a half move is one of a hundred.

mod board;

use anyhow::{Context, ensure};
use retrograde::{Game, Ranked};

use self::board::{Board, Cells, single};
use crate::program::Notation;
use crate::sets::{parse_rows, rows};

/// The L game on a board of any size.
#[derive(Debug)]
pub struct LGame {
    board: Board,
    /// All pairs of placements that do not overlap.
    pairs: Vec<Pair>,
    /// The index of a pair in `pairs`, at `own * placements + other`.
    numbers: Vec<u32>,
    /// All cells.
    all: Cells,
    /// All pairs of free cells, lower one first, each by its index among the free cells.
    neutrals: Vec<[u8; 2]>,
}

#[derive(Debug)]
struct Pair {
    own: u16,
    other: u16,
    /// The free cells, ascending, each as a set of its own.
    free: Vec<Cells>,
}

/// The half of a turn that is next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Half {
    /// To move the own L.
    L,
    /// To move a neutral piece, or none.
    Neutral,
}

/// A position, seen by the player to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Position {
    own: u16,
    other: u16,
    neutrals: Cells,
    /// The half of a turn that is next.
    pub half: Half,
}

impl LGame {
    /// The game on `height` times `width` cells.
    ///
    /// # Panics
    ///
    /// Panics if a side has fewer than 3 cells, or the board fewer than 12 or more than 64.
    #[must_use]
    pub fn new(height: u32, width: u32) -> Self {
        let fits = height.min(width) >= 3 && (12..=64).contains(&height.saturating_mul(width));
        assert!(fits, "a board with room for two L and two neutral pieces, of at most 64 cells");
        let board = Board::new(height, width);
        let all = Cells::MAX >> (Cells::BITS - board.cells);
        let mut pairs = Vec::new();
        let mut numbers = Vec::new();
        for (own, own_cells) in (0..).zip(&board.placements) {
            for (other, other_cells) in (0..).zip(&board.placements) {
                numbers.push(u32::try_from(pairs.len()).expect("fewer than 512 times 512 pairs"));
                if own_cells & other_cells == 0 {
                    pairs.push(Pair { own, other, free: single(all & !own_cells & !other_cells).collect() });
                }
            }
        }
        let free = u8::try_from(board.cells - 8).expect("at most 56 cells");
        let neutrals = (0..free).flat_map(|upper| (0..upper).map(move |lower| [lower, upper])).collect();
        Self { board, pairs, numbers, all, neutrals }
    }

    /// The number of positions before a turn.
    fn turns(&self) -> u64 {
        (self.pairs.len() * self.neutrals.len()) as u64
    }

    fn cells(&self, placement: u16) -> Cells {
        self.board.placements[usize::from(placement)]
    }

    /// The placements that the own L can move to, or can have moved from.
    fn other_placements(&self, position: Position) -> impl Iterator<Item = u16> {
        let taken = self.cells(position.other) | position.neutrals;
        let placements = (0..).zip(&self.board.placements);
        let free = placements.filter(move |&(placement, cells)| cells & taken == 0 && placement != position.own);
        free.map(|(placement, _)| placement)
    }

    /// The cells of the neutral pieces after one of them or none is moved, or before.
    fn other_neutrals(&self, position: Position) -> impl Iterator<Item = Cells> {
        let free = self.all & !self.cells(position.own) & !self.cells(position.other) & !position.neutrals;
        let stay = position.neutrals;
        let moved = single(stay).flat_map(move |leave| single(free).map(move |enter| stay ^ leave | enter));
        [stay].into_iter().chain(moved)
    }

    /// The positions one half move away, by moving the own L, or a neutral piece with a change of the player. They are
    /// the same forwards and backwards.
    fn steps(&self, position: Position, by_l: bool, visit: &mut impl FnMut(Position)) {
        let half = if position.half == Half::L { Half::Neutral } else { Half::L };
        if by_l {
            self.other_placements(position).map(|own| Position { own, half, ..position }).for_each(visit);
        } else {
            let swapped = Position { own: position.other, other: position.own, half, ..position };
            self.other_neutrals(position).map(|neutrals| Position { neutrals, ..swapped }).for_each(visit);
        }
    }
}

impl Game for LGame {
    type Position = Position;
    const LISTS_PREDECESSORS: bool = true;

    fn successors(&self, position: &Position, visit: &mut impl FnMut(Position)) {
        self.steps(*position, position.half == Half::L, visit);
    }

    fn moves_again(&self, from: &Position, _: &Position) -> bool {
        from.half == Half::L
    }

    /// The symmetric position whose own L has the lowest placement.
    fn canonical(&self, position: &Position) -> Position {
        let symmetry = self.board.to_canonical(position.own);
        if symmetry == 0 {
            return *position;
        }
        let [own, other] =
            [position.own, position.other].map(|placement| self.board.image_of_placement(placement, symmetry));
        Position { own, other, neutrals: self.board.image_of_cells(position.neutrals, symmetry), half: position.half }
    }

    fn orbit(&self, _: &Position) -> u32 {
        u32::try_from(self.board.symmetries()).expect("four or eight")
    }

    fn predecessors(&self, position: &Position, visit: &mut impl FnMut(Position)) {
        self.steps(*position, position.half == Half::Neutral, visit);
    }
}

impl Ranked for LGame {
    fn ranks(&self) -> u64 {
        2 * self.turns()
    }

    fn rank(&self, position: &Position) -> Option<u64> {
        let number =
            self.numbers[usize::from(position.own) * self.board.placements.len() + usize::from(position.other)];
        let free = self.all & !self.cells(position.own) & !self.cells(position.other);
        let lower_cell = position.neutrals & position.neutrals.wrapping_neg();
        let upper_cell = position.neutrals ^ lower_cell;
        let [lower, upper] = [lower_cell, upper_cell].map(|cell| (free & (cell - 1)).count_ones());
        let neutrals = upper * (upper - 1) / 2 + lower;
        let half = if position.half == Half::L { 0 } else { self.turns() };
        Some(half + u64::from(number) * self.neutrals.len() as u64 + u64::from(neutrals))
    }

    fn unrank(&self, rank: u64) -> Option<Position> {
        let half = if rank < self.turns() { Half::L } else { Half::Neutral };
        let rank = usize::try_from(rank % self.turns()).expect("every pair has an index");
        let Pair { own, other, free } = &self.pairs[rank / self.neutrals.len()];
        let [lower, upper] = self.neutrals[rank % self.neutrals.len()].map(|number| free[usize::from(number)]);
        Some(Position { own: *own, other: *other, neutrals: lower | upper, half })
    }
}

/// A position is written row by row: `X` is the L of the player to move, `O` the other one, `N` a neutral piece and `.` a
/// free cell. Where the own L has moved and a neutral piece may follow, `neutral` comes after it.
impl Notation for LGame {
    fn name(&self) -> String {
        let width = self.board.width;
        format!("L game on {}x{width} cells, 1", self.board.cells / width)
    }

    fn parse_position(&self, text: &str) -> anyhow::Result<Position> {
        let (board, half) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        ensure!(["", "neutral"].contains(&half), "{half:?} after the board: expected 'neutral' or nothing");
        let (cells, width) = (self.board.cells as usize, self.board.width as usize);
        let [own, other, neutrals] = parse_rows("XON", board, cells, width, "rows")?;
        let placement = |cells: Cells, sign: char| {
            let number = self.board.placements.binary_search(&cells).ok().and_then(|number| number.try_into().ok());
            number.with_context(|| {
                format!("the cells '{sign}' are not an L: expected three in a line, and one beside an end")
            })
        };
        let (own, other) = (placement(own, 'X')?, placement(other, 'O')?);
        ensure!(neutrals.count_ones() == 2, "{} neutral pieces: expected two", neutrals.count_ones());
        Ok(Position { own, other, neutrals, half: if half.is_empty() { Half::L } else { Half::Neutral } })
    }

    fn position_text(&self, at: &Position) -> String {
        let sets = [self.cells(at.own), self.cells(at.other), at.neutrals];
        let board = rows("XON", &sets, self.board.cells as usize, self.board.width as usize);
        if at.half == Half::L { board } else { board + " neutral" }
    }

    /// A turn takes two plies.
    fn side(&self, at: &Position) -> String {
        if at.half == Half::L { "before a turn" } else { "within a turn" }.to_owned()
    }
}
