//! The nimbers of the parts of a game, as far as they were asked for.

use std::collections::HashMap;
use std::fmt;

use crate::game::Game;
use crate::nimber::{Nimber, mex};

/// The nimbers of all parts of a game that were asked for, and of those that they lead to.
///
/// Lasker's nim: a move takes any number of tokens from a heap, or splits a heap in two.
///
/// ```
/// use grundy::{Game, Nimber, Table};
///
/// struct Lasker;
///
/// impl Game for Lasker {
///     type Part = u32;
///
///     fn moves(&self, &heap: &u32) -> impl Iterator<Item: IntoIterator<Item = u32>> {
///         let takes = (0..heap).map(|left| vec![left]);
///         takes.chain((1..=heap / 2).map(move |one| vec![one, heap - one]))
///     }
/// }
///
/// let mut table = Table::new(Lasker);
/// // The last two of each four numbers change places (*Winning Ways*, chapter 4).
/// assert_eq!([1, 2, 3, 4, 99, 100].map(|heap| table.nimber(heap).value()), [1, 2, 4, 3, 100, 99]);
///
/// // With heaps of 2, 3 and 4 tokens, the player to move wins: only by leaving 1 token of the 3.
/// let position = [2, 3, 4];
/// assert_eq!(position.map(|heap| table.nimber(heap)).into_iter().sum::<Nimber>(), Nimber::new(5));
/// assert_eq!(table.winning_moves(&position), [(1, vec![1])]);
/// ```
///
/// # Complexity
///
/// Each part that play can reach is expanded once, and takes an entry in a hash table. Nothing recurses: a game may be
/// as long as memory allows. A [`Sequence`](crate::Sequence) needs less where parts are heaps of an octal game.
#[derive(Clone, Default)]
pub struct Table<G: Game> {
    game: G,
    /// The nimbers of canonical parts; `None` while one is computed.
    known: HashMap<G::Part, Option<Nimber>>,
}

impl<G: Game> Table<G> {
    /// Creates an empty table.
    #[must_use]
    pub fn new(game: G) -> Self {
        Self { game, known: HashMap::new() }
    }

    /// Returns the nimber of a part: zero exactly when the player to move on it alone loses.
    ///
    /// The nimber of a position is the sum of the nimbers of its parts.
    ///
    /// # Panics
    ///
    /// If play can lead from a part to itself; in debug builds, also if a canonical part has another canonical form. To
    /// find it, have [`moves`](Game::moves) print each part: one of the last leads to an earlier one.
    pub fn nimber(&mut self, part: G::Part) -> Nimber {
        let part = canonical(&self.game, part);
        if let Some(&Some(nimber)) = self.known.get(&part) {
            return nimber;
        }
        // Depth first: each part on the stack comes from a move of the part below it.
        let (mut stack, mut next, mut nimber) = (Vec::new(), Some(part), Nimber::ZERO);
        while next.is_some() || !stack.is_empty() {
            if let Some(part) = next.take() {
                self.known.insert(part.clone(), None);
                stack.push(Expanded::new(&self.game, part));
            }
            next = stack.last_mut().and_then(|last| last.first_unknown(&self.known, G::ZERO_OR_NOT));
            if let Some(Expanded { part, reached, .. }) = stack.pop_if(|_| next.is_none()) {
                nimber = mex(reached);
                self.known.insert(part, Some(nimber));
            }
        }
        nimber
    }

    /// Returns the moves that win: for each the index of the part that it is made on, and the parts that it leaves.
    ///
    /// There is one exactly when the player to move wins.
    ///
    /// # Panics
    ///
    /// As [`nimber`](Self::nimber).
    pub fn winning_moves(&mut self, position: &[G::Part]) -> Vec<(usize, Vec<G::Part>)> {
        let nimbers: Vec<Nimber> = position.iter().map(|part| self.nimber(part.clone())).collect();
        let sum: Nimber = nimbers.iter().copied().sum();
        let mut winning = Vec::new();
        for (index, part) in position.iter().enumerate() {
            let moves: Vec<Vec<G::Part>> = self.game.moves(part).map(|left| left.into_iter().collect()).collect();
            for left in moves {
                let of_left: Nimber = left.iter().map(|part| self.nimber(part.clone())).sum();
                // Nimbers are their own negatives: the other parts are worth what this part and the sum are.
                if of_left == sum + nimbers[index] {
                    winning.push((index, left));
                }
            }
        }
        winning
    }
}

/// The canonical part of one. In debug builds it is checked that it is its own: otherwise nimbers would be wrong, and
/// nobody would notice.
fn canonical<G: Game>(game: &G, part: G::Part) -> G::Part {
    let canonical = game.canonical(part);
    debug_assert!(
        game.canonical(canonical.clone()) == canonical,
        "the canonical form of a canonical part must be itself"
    );
    canonical
}

/// A part with what its moves lead to.
struct Expanded<P> {
    part: P,
    /// What the moves leave whose nimbers are not in `reached` yet, in canonical parts, move after move.
    left: Vec<P>,
    /// Where each of these moves begins in `left`.
    starts: Vec<usize>,
    reached: Vec<Nimber>,
}

impl<P: Clone + Ord + std::hash::Hash> Expanded<P> {
    fn new(game: &impl Game<Part = P>, part: P) -> Self {
        let (mut left, mut starts) = (Vec::new(), Vec::new());
        for parts in game.moves(&part) {
            starts.push(left.len());
            left.extend(parts.into_iter().map(|part| canonical(game, part)));
        }
        Self { part, left, starts, reached: Vec::new() }
    }

    /// Adds up what is known, and returns the first part that is not; none after a zero if that is enough.
    fn first_unknown(&mut self, known: &HashMap<P, Option<Nimber>>, zero_is_enough: bool) -> Option<P> {
        while let Some(&start) = self.starts.last() {
            let mut sum = Nimber::ZERO;
            for part in &self.left[start..] {
                match known.get(part) {
                    Some(nimber) => sum += nimber.expect("play must not lead from a part to itself"),
                    None => return Some(part.clone()),
                }
            }
            self.reached.push(sum);
            if zero_is_enough && sum.is_zero() {
                return None;
            }
            self.left.truncate(start);
            self.starts.pop();
        }
        None
    }
}

/// Prints the number of parts in the table; the nimbers would fill pages.
impl<G: Game> fmt::Debug for Table<G> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Table").field("parts", &self.known.len()).finish_non_exhaustive()
    }
}
