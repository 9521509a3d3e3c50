//! The rule of an impartial game.

use std::hash::Hash;

/// The rule of any impartial game: each move turns one part of a position into parts that do not influence each other.
///
/// A part is whatever is played on by itself: a heap, a strip of cells, a region of a board. A position is a sum of
/// parts, and a move is made on one of them. The player who cannot move loses. A game that never falls apart has moves
/// that leave one part each.
///
/// [`Table`](crate::Table) solves it, and has a complete game. A game on heaps, or on rows whose ends are all
/// equivalent, can be a closure from the number of tokens or cells to what its moves leave:
///
/// ```
/// use grundy::Table;
///
/// // Dawson's Kayles: a move covers two neighbouring cells of a row.
/// let mut rows = Table::new(|cells: usize| (2..=cells).map(move |to| [to - 2, cells - to]));
/// let values: Vec<u32> = (0..=9).map(|cells| rows.nimber(cells).value()).collect();
/// assert_eq!(values, [0, 0, 1, 1, 2, 0, 3, 1, 1, 0]);
/// // From 53 cells on the values repeat every 34 cells.
/// assert!((53..200).all(|cells| rows.nimber(cells) == rows.nimber(cells + 34)));
/// assert_ne!(rows.nimber(52), rows.nimber(52 + 34));
/// ```
#[diagnostic::on_unimplemented(note = "a closure takes a `usize`, and yields an array of what each move leaves")]
pub trait Game {
    /// A part of a position.
    type Part: Clone + Ord + Hash;

    /// Whether only zero nimbers matter: then a move to zero is enough, and other nimbers are 1.
    const ZERO_OR_NOT: bool = false;

    /// Returns, for each move on `part`, the parts that it leaves: an array, an option, a vector.
    ///
    /// What is left may be listed in any order, and parts on which nobody can move may be left out. The game must end:
    /// no sequence of moves may lead from a part to itself. Of moves that are equivalent one is enough.
    fn moves(&self, part: &Self::Part) -> impl Iterator<Item: IntoIterator<Item = Self::Part>>;

    /// Returns a part that has the same nimber, and stands for all parts that are equivalent to it: for instance the
    /// least of its mirror images. Only such parts are kept in a table.
    ///
    /// The form of a canonical part must be that part itself.
    #[must_use]
    fn canonical(&self, part: Self::Part) -> Self::Part {
        part
    }
}

/// A game on heaps: the closure says what the moves from a heap of some tokens leave.
// Of a closure that is not one the compiler says what is expected, and not which bound fails.
#[diagnostic::do_not_recommend]
impl<F: Fn(usize) -> Moves, Moves: IntoIterator<Item: IntoIterator<Item = usize>>> Game for F {
    type Part = usize;

    fn moves(&self, &heap: &usize) -> impl Iterator<Item: IntoIterator<Item = usize>> {
        self(heap).into_iter()
    }
}

/// A strip of free cells, with what it ends at on either side: the part of many games on a row of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strip<E> {
    /// The number of free cells.
    pub len: usize,
    /// What is to the left of the first cell.
    pub left: E,
    /// What is to the right of the last cell.
    pub right: E,
}

impl<E> Strip<E> {
    /// Creates a strip of `len` free cells between two ends.
    pub const fn between(left: E, len: usize, right: E) -> Self {
        Self { len, left, right }
    }
}

/// A game in misère play: the player who makes the last move wins no more, but loses.
///
/// Positions do not add up then, so a part of this game is a whole position of the other: `vec![1, 3]` for two heaps.
/// It is lost exactly if a [`Table`](crate::Table) says that its nimber is zero; otherwise it is 1. Where nobody can
/// move, it has one move, which leaves nothing, as the player to move there wins.
///
/// ```
/// use grundy::{HeapGame, Misere, Table};
///
/// let kayles: HeapGame = ".77".parse()?;
/// let mut positions = Table::new(Misere(kayles));
/// let lost: Vec<usize> = (1..30).filter(|&heap| positions.nimber(vec![heap]).is_zero()).collect();
/// assert_eq!(lost, [1, 4, 9, 12, 20]); // W. L. Sibert, J. H. Conway: *Mathematical Kayles*, 1992
/// assert!(positions.nimber(vec![2, 2]).is_zero());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Complexity
///
/// Each position that play can reach takes an entry in the table. Where moves split parts, these are nearly all ways
/// to write a number as a sum: a million for a heap of 60.
#[derive(Clone, Copy, Debug, Default)]
pub struct Misere<G>(pub G);

impl<G: Game> Game for Misere<G> {
    type Part = Vec<G::Part>;
    const ZERO_OR_NOT: bool = true;

    /// Of equal neighbours only the first has moves, as positions in a table are sorted.
    fn moves(&self, position: &Vec<G::Part>) -> impl Iterator<Item: IntoIterator<Item = Vec<G::Part>>> {
        let others = |at: usize| [&position[..at], &position[at + 1..]].concat();
        let after = move |(at, part)| self.0.moves(part).map(move |left| others(at).into_iter().chain(left).collect());
        let is_first = |&(at, part): &(usize, &G::Part)| at == 0 || position[at - 1] != *part;
        let mut moves = position.iter().enumerate().filter(is_first).flat_map(after).peekable();
        let last = moves.peek().is_none().then_some(None);
        moves.map(Some).chain(last)
    }

    /// Sorted, without parts on which nobody can move.
    fn canonical(&self, position: Vec<G::Part>) -> Vec<G::Part> {
        let parts = position.into_iter().map(|part| self.0.canonical(part));
        let mut parts: Vec<_> = parts.filter(|part| self.0.moves(part).next().is_some()).collect();
        parts.sort_unstable();
        parts
    }
}
