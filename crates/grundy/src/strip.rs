//! Games on strips of cells, in which a move turns one strip into two shorter ones.

use std::fmt;

use crate::mex::mex;
use crate::nimber::Nimber;

/// What a strip of free cells ends at: the edge of the board, or a mark of some kind.
///
/// Games with only one kind of end use `()`.
///
/// ```
/// use grundy::End;
///
/// #[derive(Clone, Copy, PartialEq, Eq, Debug)]
/// enum Side { Edge, Wall }
///
/// impl End for Side {
///     const ALL: &'static [Self] = &[Side::Edge, Side::Wall];
///
///     fn index(self) -> usize {
///         self as usize
///     }
/// }
///
/// assert_eq!(<() as End>::ALL.len(), 1);
/// assert_eq!(Side::ALL[Side::Wall.index()], Side::Wall);
/// ```
pub trait End: Copy + Eq + 'static {
    /// All kinds of end, each once.
    const ALL: &'static [Self];

    /// The index of this kind in [`ALL`](End::ALL).
    fn index(self) -> usize;
}

impl End for () {
    const ALL: &'static [Self] = &[()];

    fn index(self) -> usize {
        0
    }
}

/// A run of free cells, with what it ends at on either side. Where all ends are equivalent, its length says all.
///
/// ```
/// assert_eq!(grundy::Strip::from(5), grundy::Strip::between((), 5, ()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    ///
    /// ```
    /// use grundy::Strip;
    /// assert_eq!(Strip::between('(', 3, ')'), Strip { len: 3, left: '(', right: ')' });
    /// ```
    pub const fn between(left: E, len: usize, right: E) -> Self {
        Self { len, left, right }
    }
}

impl From<usize> for Strip<()> {
    fn from(len: usize) -> Self {
        Self::between((), len, ())
    }
}

/// The rule of an impartial game on strips: every move turns one strip into two independent ones.
///
/// The player who cannot move loses. The [crate's first page](crate) has a complete game.
pub trait StripGame {
    /// What a strip of this game can end at.
    type End: End;

    /// Returns, for each move on `strip`, the strips that it leaves on the left and on the right.
    ///
    /// Both must be shorter than `strip`. A strip without cells has no moves and is worth zero; a [`StripTable`] does
    /// not call this for it. Of moves that are equivalent, such as mirror images, one is enough.
    ///
    /// ```
    /// use grundy::{Strip, StripGame};
    ///
    /// struct Pairs; // a move covers two neighbouring cells
    ///
    /// impl StripGame for Pairs {
    ///     type End = ();
    ///
    ///     fn moves(&self, strip: Strip<()>) -> impl Iterator<Item = [Strip<()>; 2]> {
    ///         (2..=strip.len).map(move |to| [to - 2, strip.len - to].map(Strip::from))
    ///     }
    /// }
    ///
    /// assert_eq!(Pairs.moves(Strip::from(5)).count(), 4);
    /// ```
    fn moves(&self, strip: Strip<Self::End>) -> impl Iterator<Item = [Strip<Self::End>; 2]>;
}

/// A table of the nimbers of all strips of a game up to the longest that was asked for.
///
/// # Complexity
///
/// The first look at a strip of length `n` plays each move of each strip up to there once: about `n²/2` lookups for each
/// pair of ends. Memory is four bytes per strip; nothing recurses.
///
/// ```
/// use grundy::{Nimber, Strip, StripGame, StripTable};
///
/// struct Pairs; // a move covers two neighbouring cells: Dawson's Kayles, the octal game .07
///
/// impl StripGame for Pairs {
///     type End = ();
///
///     fn moves(&self, strip: Strip<()>) -> impl Iterator<Item = [Strip<()>; 2]> {
///         (2..=strip.len).map(move |to| [to - 2, strip.len - to].map(Strip::from))
///     }
/// }
///
/// let mut table = StripTable::new(Pairs);
/// let values: Vec<u32> = (0..=9).map(|len| table.nimber(len).value()).collect();
/// assert_eq!(values, [0, 0, 1, 1, 2, 0, 3, 1, 1, 0]);
/// // From 53 cells on the values repeat every 34 cells.
/// assert!((53..200).all(|len| table.nimber(len) == table.nimber(len + 34)));
/// assert_ne!(table.nimber(52), table.nimber(52 + 34));
/// ```
#[derive(Clone)]
pub struct StripTable<G: StripGame> {
    game: G,
    /// `by_ends[left · kinds + right][len]`; all of the same length, which is never zero.
    by_ends: Vec<Vec<Nimber>>,
}

impl<G: StripGame> StripTable<G> {
    /// Creates a table of the strips without cells.
    ///
    /// # Panics
    ///
    /// If [`End::index`] of some end is not its place in [`End::ALL`].
    pub fn new(game: G) -> Self {
        let is_consistent = G::End::ALL.iter().enumerate().all(|(place, end)| end.index() == place);
        assert!(is_consistent, "`End::index` is the place of an end in `End::ALL`");
        let pairs = G::End::ALL.len() * G::End::ALL.len();
        Self { game, by_ends: vec![vec![Nimber::ZERO]; pairs] }
    }

    /// Returns the nimber of a strip: zero exactly when the player to move on it alone loses.
    ///
    /// # Panics
    ///
    /// If a move leaves a strip that is not shorter than the one it was made on.
    pub fn nimber(&mut self, strip: impl Into<Strip<G::End>>) -> Nimber {
        let strip = strip.into();
        let known = self.by_ends[0].len();
        for len in known..=strip.len {
            let ends = G::End::ALL.iter().flat_map(|&left| G::End::ALL.iter().map(move |&right| (left, right)));
            // All of them before the first is kept, as the game may panic.
            let nimbers: Vec<_> = ends.map(|(left, right)| self.solve(Strip { len, left, right })).collect();
            self.by_ends.iter_mut().zip(nimbers).for_each(|(known, nimber)| known.push(nimber));
        }
        look_up(&self.by_ends, strip)
    }

    fn solve(&self, strip: Strip<G::End>) -> Nimber {
        mex(self.game.moves(strip).map(|[left, right]| {
            assert!(left.len < strip.len && right.len < strip.len, "a move must leave shorter strips");
            look_up(&self.by_ends, left) + look_up(&self.by_ends, right)
        }))
    }
}

impl<G: StripGame + Default> Default for StripTable<G> {
    fn default() -> Self {
        Self::new(G::default())
    }
}

/// Prints the length of the longest strips in the table; the nimbers would fill pages.
impl<G: StripGame> fmt::Debug for StripTable<G> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("StripTable").field("longest", &(self.by_ends[0].len() - 1)).finish_non_exhaustive()
    }
}

fn look_up<E: End>(by_ends: &[Vec<Nimber>], strip: Strip<E>) -> Nimber {
    by_ends[pair(strip.left, strip.right)][strip.len]
}

fn pair<E: End>(left: E, right: E) -> usize {
    left.index() * E::ALL.len() + right.index()
}
