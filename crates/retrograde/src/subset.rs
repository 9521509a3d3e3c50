//! What can be reached in a game, up to symmetry. It is a game, whose ranks come from a bit set that numbers its members.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::error::SolveError;
use crate::game::{Game, Ranked, canonical_position, forward_game, until_error};
use crate::memory::{OutOfMemory, filled, index};
use crate::progress::Stage;
use crate::rank_set::RankSet;
use crate::solver::Solver;
use crate::value::{Outcome, Value};

/// A game restricted to the canonical positions that can be reached, with ranks of their own: a game without holes. Made
/// by [`Solver::reachable`].
///
/// Solving takes two and a quarter bytes for each of these positions, and about a bit and an eighth for each rank of
/// the whole game: 247 million positions among 641 million ranks, as of dobutsu shogi, take 640 MB.
///
/// ```
/// use retrograde::{Ranked, Solver, Value};
/// # mod heap { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs")); }
/// # use heap::Heap;
///
/// // A heap from which a player takes one, two or three.
/// let solver = Solver::new();
/// let from_100 = solver.reachable(Heap(1_000), [100])?;
/// assert_eq!(from_100.ranks(), 101); // 100, 99, …, 0
/// let solution = solver.solve(from_100)?;
/// assert_eq!(solution.value(&96), Value::Loss(48));
/// assert_eq!(solution.get(&101), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Subset<G> {
    game: G,
    /// The ranks of the positions in the whole game. No move from one of them leads to a rank that is not in the set.
    set: IndexedSet,
}

impl<G: Ranked> Subset<G> {
    /// Whether a position, or one that is symmetric to it, is in the set.
    pub fn contains(&self, position: &G::Position) -> bool {
        self.rank(&self.game.canonical(position)).is_some()
    }
}

impl<G> Subset<G> {
    /// The whole game.
    pub fn game(&self) -> &G {
        &self.game
    }
}

impl<G> fmt::Debug for Subset<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subset").field("positions", &self.set.len()).finish_non_exhaustive()
    }
}

impl Solver<'_> {
    /// The positions that can be reached from these, themselves included, up to symmetry. Positions whose value is
    /// known are kept if they have a rank, to be counted and saved, but play is not followed beyond them. A game that
    /// has no ranks for them, because [`Ranked::unrank`] returns `None`, saves two and a quarter bytes for each.
    ///
    /// Visits the moves of these positions once. Takes a quarter of a byte for each rank of the game. Errors are
    /// [`SolveError::Start`], [`SolveError::NoPosition`] for any such successor, and [`SolveError::OutOfMemory`].
    pub fn reachable<G: Ranked>(
        &self,
        game: G,
        starts: impl IntoIterator<Item = G::Position>,
    ) -> Result<Subset<G>, SolveError> {
        /// Progress is reported after this many spans.
        const SPANS_PER_REPORT: usize = 64;
        let found = RankSet::new(game.ranks(), &self.threads)?;
        // Those whose moves were not visited yet.
        let open = RankSet::new(game.ranks(), &self.threads)?;
        let [done, total] = [0, 0].map(AtomicU64::new);
        let add = |position: &G::Position, error: &dyn Fn(Option<u64>) -> SolveError| {
            let canonical = game.canonical(position);
            let rank = game.rank(&canonical);
            match rank.filter(|rank| *rank < game.ranks()) {
                Some(rank) if found.contains(rank) => Ok(()),
                Some(rank) if canonical_position(&game, rank).as_ref() == Some(&canonical) => {
                    if found.insert(rank) {
                        total.fetch_add(1, Ordering::Relaxed);
                        open.insert(rank);
                    }
                    Ok(())
                }
                _ if game.known_value(position).is_some() => Ok(()),
                _ => Err(error(rank)),
            }
        };
        for (number, start) in starts.into_iter().enumerate() {
            add(&start, &|_| SolveError::Start { number })?;
        }
        let expand = |span| {
            let mut expanded = 0;
            for from in open.drain(span) {
                expanded += 1;
                let error = |rank| SolveError::NoPosition { rank, from: Some(from) };
                visit_unless_known(&game, from, |successor| add(&successor, &error))?;
            }
            done.fetch_add(expanded, Ordering::Relaxed);
            Ok::<_, SolveError>(())
        };
        loop {
            let spans = open.spans();
            if spans.is_empty() {
                break;
            }
            for batch in spans.chunks(SPANS_PER_REPORT) {
                self.threads.try_map(batch.to_vec(), &expand)?;
                let [done, total] = [&done, &total].map(|count| count.load(Ordering::Relaxed));
                self.report(Stage::Exploring, done, total);
            }
        }
        drop(open);
        let set = IndexedSet::new(found.into_words())?;
        Ok(Subset { game, set })
    }
}

/// Visits the successors of the position of a rank, unless its value is known.
fn visit_unless_known<G: Ranked>(
    game: &G,
    rank: u64,
    visit: impl FnMut(G::Position) -> Result<(), SolveError>,
) -> Result<(), SolveError> {
    let mut result = Ok(());
    if let Some(position) = game.unrank(rank).filter(|position| game.known_value(position).is_none()) {
        game.successors(&position, &mut until_error(&mut result, visit));
    }
    result
}

forward_game!(Subset<G>, self => self.game);

#[diagnostic::do_not_recommend]
impl<G: Ranked> Ranked for Subset<G> {
    #[inline]
    fn ranks(&self) -> u64 {
        self.set.len()
    }

    #[inline]
    fn rank(&self, position: &G::Position) -> Option<u64> {
        self.set.number(self.game.rank(position)?)
    }

    #[inline]
    fn unrank(&self, rank: u64) -> Option<G::Position> {
        self.game.unrank(self.set.member(rank)?)
    }
}

/// The number of words whose members are counted together.
const BLOCK: usize = 8;
/// There is a hint for each member whose number is a multiple of this.
const HINT: u64 = 1 << 10;

/// A set of ranks whose members are numbered in ascending order. Takes a bit and an eighth for each rank, and a
/// sixteenth of a bit for each member.
#[derive(Clone)]
struct IndexedSet {
    /// The flags, 64 to a word, the lowest first.
    words: Vec<u64>,
    /// For each block of words the number of members before it, and at the end the number of all.
    before: Vec<u64>,
    /// The block of each member that has a hint.
    hints: Vec<u64>,
}

impl IndexedSet {
    fn new(words: Vec<u64>) -> Result<Self, OutOfMemory> {
        let blocks = words.len().div_ceil(BLOCK) as u64;
        let mut before = filled(blocks + 1, || 0)?;
        let (mut members, mut hints) = (0, Vec::new());
        for (block, words) in (0..).zip(words.chunks(BLOCK)) {
            before[index(block)] = members;
            members += words.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
            while hints.len() as u64 * HINT < members {
                hints.push(block);
            }
        }
        before[index(blocks)] = members;
        Ok(Self { words, before, hints })
    }

    /// The number of members.
    fn len(&self) -> u64 {
        self.before.last().copied().unwrap_or(0)
    }

    /// The number of a member; `None` if the rank is not in the set.
    #[inline]
    fn number(&self, rank: u64) -> Option<u64> {
        let word = usize::try_from(rank / 64).ok()?;
        let (flags, bit) = (*self.words.get(word)?, rank % 64);
        if flags & 1 << bit == 0 {
            return None;
        }
        let block = word / BLOCK;
        let words_before = self.words[block * BLOCK..word].iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
        Some(self.before[block] + words_before + u64::from((flags & ((1 << bit) - 1)).count_ones()))
    }

    /// The member with this number; `None` if there are fewer members.
    fn member(&self, number: u64) -> Option<u64> {
        let hint = usize::try_from(number / HINT).ok()?;
        let first = index(*self.hints.get(hint)?);
        // The last block that may hold the member.
        let last = self.hints.get(hint + 1).map_or(self.before.len() - 2, |block| index(*block));
        let block = first + self.before[first + 1..=last].partition_point(|before| *before <= number);
        let mut left = number - self.before[block];
        for (word, flags) in (block * BLOCK..).zip(self.words[block * BLOCK..].iter().take(BLOCK)) {
            let members = u64::from(flags.count_ones());
            if left < members {
                // Clears the lowest bits.
                let flags = (0..left).fold(*flags, |flags, _| flags & (flags - 1));
                return Some(word as u64 * 64 + u64::from(flags.trailing_zeros()));
            }
            left -= members;
        }
        None
    }
}
