//! Games whose positions are sums of parts that are played side by side.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::hash::Hash;

use crate::mex::mex;
use crate::nimber::Nimber;

/// The rule of any impartial game: each move turns one part of a position into parts that do not influence each other.
///
/// A part is whatever is played on by itself: a heap, a pile of matches, a region of a board. A position is a sum of
/// parts, and a move is made on one of them. The player who cannot move loses. A game that never falls apart has moves
/// that leave one part each.
///
/// [`SumTable`] has a complete game.
pub trait SumGame {
    /// A part of a position.
    type Part: Clone + Eq + Hash;

    /// Returns, for each move on `part`, the parts that it leaves.
    ///
    /// What is left may be listed in any order, and parts on which nobody can move may be left out. The game must end:
    /// no sequence of moves may lead from a part to itself. Of moves that are equivalent one is enough.
    fn moves(&self, part: &Self::Part) -> impl Iterator<Item = Vec<Self::Part>>;

    /// Returns a part that has the same nimber, and stands for all parts that are equivalent to it: for instance the
    /// least of its mirror images. Only such parts are kept in a table.
    ///
    /// The form of a canonical part must be that part itself.
    #[must_use]
    fn canonical(&self, part: Self::Part) -> Self::Part {
        part
    }
}

/// The nimbers of all parts of a game that were asked for, and of those that they lead to.
///
/// Lasker's nim: a move takes any number of tokens from a heap, or splits a heap in two.
///
/// ```
/// use grundy::{Nimber, SumGame, SumTable};
///
/// struct Lasker;
///
/// impl SumGame for Lasker {
///     type Part = u32;
///
///     fn moves(&self, &heap: &u32) -> impl Iterator<Item = Vec<u32>> {
///         let takes = (0..heap).map(|left| vec![left]);
///         takes.chain((1..=heap / 2).map(move |one| vec![one, heap - one]))
///     }
/// }
///
/// let mut table = SumTable::new(Lasker);
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
/// as long as memory allows. A [`StripTable`](crate::StripTable) needs less where parts are strips, and a
/// [`Sequence`](crate::Sequence) where they are heaps of an octal game.
#[derive(Clone)]
pub struct SumTable<G: SumGame> {
    game: G,
    /// The nimbers of canonical parts.
    known: HashMap<G::Part, Nimber>,
}

impl<G: SumGame> SumTable<G> {
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
    /// If play can lead from a part to itself; in debug builds, also if a canonical part has another canonical form.
    pub fn nimber(&mut self, part: G::Part) -> Nimber {
        let part = canonical(&self.game, part);
        if let Some(&nimber) = self.known.get(&part) {
            return nimber;
        }
        // Depth first: each part on the stack comes from a move of the part below it.
        let mut stack = vec![Expanded::new(&self.game, part)];
        let mut open: HashSet<G::Part> = stack.iter().map(|expanded| expanded.part.clone()).collect();
        loop {
            let last = stack.last_mut().expect("the loop ends with the part at the bottom");
            if let Some(next) = last.first_unknown(&self.known) {
                let is_new = open.insert(next.clone());
                assert!(is_new, "play must not lead from a part to itself");
                stack.push(Expanded::new(&self.game, next));
                continue;
            }
            let nimber = mex(last.reached.drain(..));
            let part = stack.pop().expect("it is there").part;
            open.remove(&part);
            self.known.insert(part, nimber);
            if stack.is_empty() {
                return nimber;
            }
        }
    }

    /// Returns the moves that win: for each the index of the part that it is made on, and the parts that it leaves.
    ///
    /// There is one exactly when the player to move wins.
    ///
    /// # Panics
    ///
    /// If play can lead from a part to itself.
    pub fn winning_moves(&mut self, position: &[G::Part]) -> Vec<(usize, Vec<G::Part>)> {
        let nimbers: Vec<Nimber> = position.iter().map(|part| self.nimber(part.clone())).collect();
        let sum: Nimber = nimbers.iter().sum();
        let mut winning = Vec::new();
        for (index, part) in position.iter().enumerate() {
            let moves: Vec<Vec<G::Part>> = self.game.moves(part).collect();
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

/// The canonical part of one. In debug builds it is checked that it is its own: otherwise the nimbers of parts would be
/// those of other ones, and nothing would tell.
fn canonical<G: SumGame>(game: &G, part: G::Part) -> G::Part {
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
    /// What the moves leave whose nimbers are not in `reached` yet, in canonical parts.
    left: Vec<Vec<P>>,
    reached: Vec<Nimber>,
}

impl<P: Clone + Eq + Hash> Expanded<P> {
    fn new(game: &impl SumGame<Part = P>, part: P) -> Self {
        let canonical = |left: Vec<P>| left.into_iter().map(|part| canonical(game, part)).collect();
        let left = game.moves(&part).map(canonical).collect();
        Self { part, left, reached: Vec::new() }
    }

    /// Adds up what is known, and returns the first part that is not.
    fn first_unknown(&mut self, known: &HashMap<P, Nimber>) -> Option<P> {
        while let Some(left) = self.left.last() {
            let mut sum = Nimber::ZERO;
            for part in left {
                match known.get(part) {
                    Some(&nimber) => sum += nimber,
                    None => return Some(part.clone()),
                }
            }
            self.reached.push(sum);
            self.left.pop();
        }
        None
    }
}

impl<G: SumGame + Default> Default for SumTable<G> {
    fn default() -> Self {
        Self::new(G::default())
    }
}

/// Prints the number of parts in the table; the nimbers would fill pages.
impl<G: SumGame> fmt::Debug for SumTable<G> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("SumTable").field("parts", &self.known.len()).finish_non_exhaustive()
    }
}
