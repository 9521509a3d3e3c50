//! Games on strips of cells, where a move leaves two shorter strips.

use crate::nimber::{Nimber, Seen};

/// The kinds of thing that a strip of free cells can end at: the edge of the board, a mark of one sort or another.
///
/// Games with one kind of end use `()`.
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
    /// Every kind of end, each once.
    const ALL: &'static [Self];

    /// Where this kind stands in [`ALL`](End::ALL).
    fn index(self) -> usize;
}

impl End for () {
    const ALL: &'static [Self] = &[()];

    fn index(self) -> usize {
        0
    }
}

/// A run of free cells and what it ends at on either side.
///
/// ```
/// let strip = grundy::Strip::between((), 5, ());
/// assert_eq!(strip.len, 5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Strip<E> {
    /// How many free cells.
    pub len: usize,
    /// What stands to the left of the first of them.
    pub left: E,
    /// What stands to the right of the last of them.
    pub right: E,
}

impl<E> Strip<E> {
    /// `len` free cells between two ends.
    ///
    /// ```
    /// use grundy::Strip;
    /// assert_eq!(Strip::between('(', 3, ')'), Strip { len: 3, left: '(', right: ')' });
    /// ```
    pub const fn between(left: E, len: usize, right: E) -> Self {
        Self { len, left, right }
    }
}

/// The rule of an impartial game on strips: every move turns one strip into two, which are played on independently.
///
/// Who cannot move loses. The crate's first page has a whole game.
pub trait StripGame {
    /// What a strip of this game can end at.
    type End: End;

    /// What each move on `strip` leaves, to its left and to its right.
    ///
    /// Both parts are shorter than `strip`. A strip of no cells is worth nothing and has no moves; the table never asks
    /// for them. Moves that leave the same two values, such as mirror images of one another, need to be given only once.
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
    ///         (2..=strip.len).map(move |to| [to - 2, strip.len - to].map(|len| Strip { len, ..strip }))
    ///     }
    /// }
    ///
    /// assert_eq!(Pairs.moves(Strip::between((), 5, ())).count(), 4);
    /// ```
    fn moves(&self, strip: Strip<Self::End>) -> impl Iterator<Item = [Strip<Self::End>; 2]>;
}

/// The nimbers of all strips of a game up to a length, built from the shortest upwards.
///
/// Nothing recurses, so length is bounded by memory (four bytes a strip) and patience alone: growing to length `n` makes
/// each move of each strip once, some `n²/2` table look-ups for every pair of ends.
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
///         (2..=strip.len).map(move |to| [to - 2, strip.len - to].map(|len| Strip { len, ..strip }))
///     }
/// }
///
/// let mut table = StripTable::new(Pairs);
/// table.grow_to(9);
/// let values: Vec<u32> = (0..=9).map(|len| table.nimber(Strip::between((), len, ())).value()).collect();
/// assert_eq!(values, [0, 0, 1, 1, 2, 0, 3, 1, 1, 0]);
/// ```
pub struct StripTable<G: StripGame> {
    game: G,
    /// `by_ends[left · kinds + right][len]`; all of one length, which is never zero.
    by_ends: Vec<Vec<Nimber>>,
    seen: Seen,
}

impl<G: StripGame> StripTable<G> {
    /// A table that knows the strips without cells.
    ///
    /// ```
    /// # use grundy::{Nimber, Strip, StripGame, StripTable};
    /// # struct Pairs;
    /// # impl StripGame for Pairs {
    /// #     type End = ();
    /// #     fn moves(&self, strip: Strip<()>) -> impl Iterator<Item = [Strip<()>; 2]> {
    /// #         (2..=strip.len).map(move |to| [to - 2, strip.len - to].map(|len| Strip { len, ..strip }))
    /// #     }
    /// # }
    /// assert_eq!(StripTable::new(Pairs).nimber(Strip::between((), 0, ())), Nimber::ZERO);
    /// ```
    pub fn new(game: G) -> Self {
        debug_assert!(G::End::ALL.iter().enumerate().all(|(place, end)| end.index() == place));
        let pairs = G::End::ALL.len() * G::End::ALL.len();
        Self { game, by_ends: vec![vec![Nimber::ZERO]; pairs], seen: Seen::new() }
    }

    /// Makes every strip of up to `len` cells known. Costs nothing for what is known already.
    ///
    /// ```
    /// # use grundy::{Nimber, Strip, StripGame, StripTable};
    /// # struct Pairs;
    /// # impl StripGame for Pairs {
    /// #     type End = ();
    /// #     fn moves(&self, strip: Strip<()>) -> impl Iterator<Item = [Strip<()>; 2]> {
    /// #         (2..=strip.len).map(move |to| [to - 2, strip.len - to].map(|len| Strip { len, ..strip }))
    /// #     }
    /// # }
    /// let mut table = StripTable::new(Pairs);
    /// table.grow_to(100);
    /// table.grow_to(50);
    /// // From 52 cells on the values repeat every 34 cells.
    /// let nimber = |len| table.nimber(Strip::between((), len, ()));
    /// assert_eq!(nimber(100), nimber(100 - 34));
    /// ```
    ///
    /// # Panics
    ///
    /// If the game gives a move that leaves a part as long as the strip.
    pub fn grow_to(&mut self, len: usize) {
        let known = self.by_ends[0].len();
        for values in &mut self.by_ends {
            values.reserve((len + 1).saturating_sub(known));
        }
        for len in known..=len {
            for &left in G::End::ALL {
                for &right in G::End::ALL {
                    let nimber = self.solve(Strip { len, left, right });
                    self.by_ends[pair(left, right)].push(nimber);
                }
            }
        }
    }

    fn solve(&mut self, strip: Strip<G::End>) -> Nimber {
        self.seen.clear();
        let (by_ends, seen) = (&self.by_ends, &mut self.seen);
        self.game.moves(strip).for_each(|[left, right]| {
            assert!(left.len < strip.len && right.len < strip.len, "a move must leave strips that are shorter");
            seen.insert(look_up(by_ends, left) + look_up(by_ends, right));
        });
        self.seen.mex()
    }

    /// What a strip is worth: zero exactly when the player to move on it alone loses. Costs one look-up.
    ///
    /// ```
    /// # use grundy::{Nimber, Strip, StripGame, StripTable};
    /// # struct Pairs;
    /// # impl StripGame for Pairs {
    /// #     type End = ();
    /// #     fn moves(&self, strip: Strip<()>) -> impl Iterator<Item = [Strip<()>; 2]> {
    /// #         (2..=strip.len).map(move |to| [to - 2, strip.len - to].map(|len| Strip { len, ..strip }))
    /// #     }
    /// # }
    /// let mut table = StripTable::new(Pairs);
    /// table.grow_to(6);
    /// assert_eq!(table.nimber(Strip::between((), 6, ())), Nimber::new(3));
    /// ```
    ///
    /// # Panics
    ///
    /// If the table has not grown to the strip's length.
    pub fn nimber(&self, strip: Strip<G::End>) -> Nimber {
        look_up(&self.by_ends, strip)
    }
}

fn look_up<E: End>(by_ends: &[Vec<Nimber>], strip: Strip<E>) -> Nimber {
    by_ends[pair(strip.left, strip.right)][strip.len]
}

fn pair<E: End>(left: E, right: E) -> usize {
    left.index() * E::ALL.len() + right.index()
}
