//! The game for `retrograde`: ranks, moves, predecessors and symmetries.
//!
//! A position is two of the 48 placements of an L, and two cells with neutral pieces. The canonical one of eight
//! symmetric positions has the mover's L in one of six placements. Of the 2,296 classes of the 18,368 positions, 1,035
//! are won or lost. The solver works backwards from the positions without a move, so it never looks at most moves.

use retrograde::{Game, Ranked};

use crate::pieces::{Cells, Placement, SYMMETRIES, image_of_cells};
use crate::rules::Position;

/// The L game.
///
/// ```
/// use lgame::LGame;
/// use retrograde::{Ranked, Solver, Value};
///
/// assert_eq!(LGame.ranks(), 18_368);
/// let solution = Solver::new().solve(LGame)?;
/// assert_eq!(solution.counts()[&Value::Loss(0)], 120);
/// # Ok::<(), retrograde::SolveError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LGame;

/// The number of ordered pairs of placements that do not overlap.
const PAIRS: usize = 656;

/// The number of pairs of cells among the eight that two L leave free.
const NEUTRALS: usize = 28;

/// All these pairs, lower cell first, by the indices of the free cells.
const NEUTRAL_PAIRS: [[u8; 2]; NEUTRALS] = {
    let mut pairs = [[0; 2]; NEUTRALS];
    let (mut number, mut upper) = (0, 1);
    while upper < 8 {
        let mut lower = 0;
        while lower < upper {
            pairs[number] = [lower, upper];
            number += 1;
            lower += 1;
        }
        upper += 1;
    }
    assert!(number == pairs.len());
    pairs
};

/// The number of ways to move a neutral piece or none: either of two to one of six empty cells.
const NEUTRAL_MOVES: u32 = 1 + 2 * 6;

/// Two placements that do not overlap, and the cells that they leave free.
#[derive(Clone, Copy)]
struct Pair {
    own: Placement,
    other: Placement,
    /// The free cells, ascending, each as a set of its own.
    free: [Cells; 8],
    /// For each cell the number of free cells before it.
    free_before: [u8; 16],
}

/// All pairs of placements that do not overlap, by their numbers.
static PAIRS_BY_NUMBER: [Pair; PAIRS] = {
    let none =
        Pair { own: Placement::from_index(0), other: Placement::from_index(0), free: [0; 8], free_before: [0; 16] };
    let mut pairs = [none; PAIRS];
    let (mut number, mut own) = (0, 0);
    while own < Placement::COUNT {
        let mut other = 0;
        while other < Placement::COUNT {
            let (mine, theirs) = (Placement::from_index(own), Placement::from_index(other));
            if mine.cells() & theirs.cells() == 0 {
                pairs[number] = pair(mine, theirs);
                number += 1;
            }
            other += 1;
        }
        own += 1;
    }
    assert!(number == PAIRS);
    pairs
};

/// The number of each pair of placements that do not overlap; for the others a number that no pair has.
static PAIR_NUMBERS: [[u16; Placement::COUNT]; Placement::COUNT] = {
    let mut numbers = [[u16::MAX; Placement::COUNT]; Placement::COUNT];
    let mut number = 0;
    while (number as usize) < PAIRS {
        let Pair { own, other, .. } = PAIRS_BY_NUMBER[number as usize];
        numbers[own.index()][other.index()] = number;
        number += 1;
    }
    numbers
};

const fn pair(own: Placement, other: Placement) -> Pair {
    let mut pair = Pair { own, other, free: [0; 8], free_before: [0; 16] };
    let taken = own.cells() | other.cells();
    let mut before: u8 = 0;
    let mut cell = 0;
    while cell < 16 {
        pair.free_before[cell] = before;
        if taken >> cell & 1 == 0 {
            pair.free[before as usize] = 1 << cell;
            before += 1;
        }
        cell += 1;
    }
    pair
}

impl Game for LGame {
    type Position = Position;
    const LISTS_PREDECESSORS: bool = true;

    fn successors(&self, position: &Position, visit: &mut impl FnMut(Position)) {
        position.moves().for_each(visit);
    }

    fn move_count(&self, position: &Position) -> Option<u32> {
        Some(position.own_moves().size() * NEUTRAL_MOVES)
    }

    /// The symmetric position whose own L has one of the six lowest placements.
    #[inline]
    fn canonical(&self, position: &Position) -> Position {
        let symmetry = position.own().to_canonical();
        let [own, other] = [position.own(), position.other()].map(|placement| placement.image(symmetry));
        Position::new_unchecked(own, other, image_of_cells(position.neutrals(), symmetry))
    }

    fn orbit(&self, _: &Position) -> u32 {
        SYMMETRIES
    }

    fn predecessors(&self, position: &Position, visit: &mut impl FnMut(Position)) {
        position.predecessors().for_each(visit);
    }
}

impl Ranked for LGame {
    fn ranks(&self) -> u64 {
        (PAIRS * NEUTRALS) as u64
    }

    #[inline]
    fn rank(&self, position: &Position) -> Option<u64> {
        let number = usize::from(PAIR_NUMBERS[position.own().index()][position.other().index()]);
        let free_before = &PAIRS_BY_NUMBER[number].free_before;
        let neutrals = position.neutrals();
        let [lower, upper] =
            [neutrals.trailing_zeros(), neutrals.ilog2()].map(|cell| usize::from(free_before[cell as usize]));
        Some((number * NEUTRALS + upper * upper.saturating_sub(1) / 2 + lower) as u64)
    }

    fn unrank(&self, rank: u64) -> Option<Position> {
        let rank = usize::try_from(rank).ok()?;
        let pair = PAIRS_BY_NUMBER.get(rank / NEUTRALS)?;
        let [lower, upper] = NEUTRAL_PAIRS[rank % NEUTRALS].map(|free| pair.free[usize::from(free)]);
        Some(Position::new_unchecked(pair.own, pair.other, lower | upper))
    }
}
