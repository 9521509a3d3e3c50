//! The game for `retrograde`: ranks, moves, predecessors and symmetries.
//!
//! A position is two of the 48 placements of an L, and two cells with neutral pieces. The canonical one of eight
//! symmetric positions has the mover's L upright, in one of six placements. Of the 2,296 classes of the 18,368 positions, 1,035
//! are won or lost. The solver works backwards from the positions without a move, so it never looks at most moves.

use std::array;
use std::sync::LazyLock;

use retrograde::{Game, Ranked};

use crate::pieces::{Placement, SYMMETRIES, image_of_cells, single_cells};
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
/// # Ok::<(), retrograde::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LGame;

/// The number of ordered pairs of placements that do not overlap.
const PAIR_COUNT: usize = 656;

/// The number of pairs of cells among the eight that two L leave free.
const NEUTRALS: usize = 28;

/// The number of ways to move a neutral piece or none: either of two to one of six empty cells.
const NEUTRAL_MOVES: u32 = 1 + 2 * 6;

/// The pairs of placements that do not overlap.
struct PlacementPairs {
    /// The pairs of canonical positions come first, so that the solver works on a part of its memory.
    by_number: Vec<[Placement; 2]>,
    /// The number of each pair; for placements that overlap 0.
    numbers: [[u16; Placement::COUNT]; Placement::COUNT],
    /// For each pair and each cell, how many cells before it are free. To count bits instead takes a tenth longer in all.
    free_before: Vec<[u8; 16]>,
}

static PAIRS: LazyLock<PlacementPairs> = LazyLock::new(|| {
    let all = Placement::all().flat_map(|own| Placement::all().map(move |other| [own, other]));
    let by_number: Vec<_> = all.filter(|[own, other]| own.cells() & other.cells() == 0).collect();
    let mut numbers = [[0; Placement::COUNT]; Placement::COUNT];
    for (number, [own, other]) in (0..).zip(&by_number) {
        numbers[own.index()][other.index()] = number;
    }
    let free_before = by_number.iter().map(|[own, other]| {
        let free = !(own.cells() | other.cells());
        let mut before = 0;
        array::from_fn(|cell| {
            let here = before;
            before += u8::from(free >> cell & 1 == 1);
            here
        })
    });
    PlacementPairs { free_before: free_before.collect(), by_number, numbers }
});

impl Game for LGame {
    type Position = Position;
    const LISTS_PREDECESSORS: bool = true;

    fn successors(&self, position: &Position, visit: &mut impl FnMut(Position)) {
        position.moves().for_each(visit);
    }

    fn move_count(&self, position: &Position) -> Option<u32> {
        Some(position.own_moves().count_ones() * NEUTRAL_MOVES)
    }

    /// The symmetric position whose own L is upright.
    #[inline]
    fn canonical(&self, position: &Position) -> Position {
        let symmetry = position.own().to_upright();
        let neutrals = image_of_cells(position.neutrals(), symmetry);
        Position::new_unchecked(position.own().upright(), position.other().image(symmetry), neutrals)
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
        (PAIR_COUNT * NEUTRALS) as u64
    }

    #[inline]
    fn rank(&self, position: &Position) -> Option<u64> {
        let pairs = &*PAIRS;
        let number = usize::from(pairs.numbers[position.own().index()][position.other().index()]);
        let free_before = &pairs.free_before[number];
        let neutrals = position.neutrals();
        let [lower, upper] =
            [neutrals.trailing_zeros(), neutrals.ilog2()].map(|cell| usize::from(free_before[cell as usize]));
        Some((number * NEUTRALS + upper * upper.saturating_sub(1) / 2 + lower) as u64)
    }

    fn unrank(&self, rank: u64) -> Option<Position> {
        let rank = usize::try_from(rank).ok()?;
        let [own, other] = *PAIRS.by_number.get(rank / NEUTRALS)?;
        let mut cells = single_cells(!(own.cells() | other.cells()));
        // Below an upper cell with index `n` there are `n` lower ones.
        let (mut upper, mut lower) = (1, rank % NEUTRALS);
        while lower >= upper {
            lower -= upper;
            upper += 1;
        }
        let [lower, upper] = [cells.nth(lower)?, cells.nth(upper - lower - 1)?];
        Some(Position::new_unchecked(own, other, lower | upper))
    }
}
