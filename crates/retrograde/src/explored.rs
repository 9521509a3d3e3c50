//! A game without a formula for ranks: its positions are found by playing, and numbered as they are found.
//!
//! An explored game is a game made of a game. Its ranks come from an index of hashes. The solver does not know it.

use crate::explore_error::ExploreError;
use crate::game::{Game, Ranked, forward_game};
use crate::memory::{OutOfMemory, index, zeroed};
use crate::outgoing::Outgoing;
use crate::progress::Stage;
use crate::solver::{Solver, pieces};
use crate::value::{Outcome, Value};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A game with the positions that can be reached from some starts, up to symmetry, numbered in the order in which
/// [`Solver::explore`] finds them.
///
/// It needs no formula for ranks, only positions that can be hashed. Positions of [known value](Game::known_value) have
/// no rank, and play is not followed beyond them.
///
/// # Memory
///
/// The positions, and an index of 6 to 12 bytes for each. What a position owns on the heap, as a `Vec` does, comes on
/// top. Solving takes two and a quarter bytes for each position, and its moves as [`Solver::solve`] says.
///
/// ```
/// use retrograde::{Game, Ranked, Solver, Value};
///
/// /// Two jugs: a player fills one, empties one or pours one into the other. Who measures the wanted amount in a jug wins.
/// struct Jugs { sizes: [u32; 2], wanted: u32 }
///
/// impl Game for Jugs {
///     type Position = [u32; 2];
///     fn successors(&self, &[a, b]: &[u32; 2], visit: &mut impl FnMut([u32; 2])) {
///         let [full_a, full_b] = self.sizes;
///         let [a_to_b, b_to_a] = [a.min(full_b - b), b.min(full_a - a)];
///         let all = [[full_a, b], [a, full_b], [0, b], [a, 0], [a - a_to_b, b + a_to_b], [a + b_to_a, b - b_to_a]];
///         all.into_iter().filter(|next| *next != [a, b]).for_each(visit)
///     }
///     fn known_value(&self, jugs: &[u32; 2]) -> Option<Value> {
///         jugs.contains(&self.wanted).then_some(Value::Loss(0)) // the player before has won
///     }
/// }
///
/// let solver = Solver::new();
/// let game = solver.explore(Jugs { sizes: [3, 5], wanted: 4 }, [[0, 0]])?;
/// assert_eq!(game.ranks(), 14);
/// assert_eq!(solver.solve(game)?.value(&[0, 2]), Value::Draw);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Explored<G: Game> {
    game: G,
    index: Index<G::Position>,
}

impl<G: Game> Explored<G>
where
    G::Position: Hash + Eq + Send + Sync,
{
    /// All positions, in the order of their ranks.
    pub fn positions(&self) -> impl Iterator<Item = &G::Position> {
        self.index.chunks.iter().flatten()
    }
}

impl<G: Game> Explored<G> {
    /// The game itself.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Returns the game and drops the positions.
    pub fn into_game(self) -> G {
        self.game
    }
}

impl<G: Game> fmt::Debug for Explored<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Explored").field("positions", &self.index.len).finish_non_exhaustive()
    }
}

impl Solver<'_> {
    /// Finds all positions that can be reached from these, themselves included, and numbers them. Those whose value is
    /// known are left out. The numbers are the same on any number of threads.
    ///
    /// # Complexity
    ///
    /// Visits each move once. Takes at most the [memory](Self::memory) that is allowed for the positions and their
    /// index, and about a megabyte for those found last. What positions own on the heap is not counted.
    ///
    /// # Errors
    ///
    /// [`ExploreError::OutOfMemory`] or [`ExploreError::TooManyPositions`].
    pub fn explore<G: Game>(
        &self,
        game: G,
        starts: impl IntoIterator<Item = G::Position>,
    ) -> Result<Explored<G>, ExploreError>
    where
        G::Position: Hash + Eq + Send + Sync,
    {
        let max_bytes = self.memory.unwrap_or(u64::MAX);
        let mut index = Index { chunks: Vec::new(), len: 0, slots: Vec::new(), max_bytes };
        for start in starts {
            if game.known_value(&start).is_none() {
                index.add(game.canonical(&start))?;
            }
        }
        let (mut done, mut length) = (0, PIECE);
        while done < index.len {
            let batch = done..index.len.min(done + length);
            let positions = batch.end - done;
            done = batch.end;
            let found = self.threads.try_map(pieces(batch, PIECE), &|piece| {
                let mut successors = Vec::new();
                for rank in piece {
                    Outgoing::visit(&game, index.get(rank), |successor| {
                        let canonical = game.canonical(&successor);
                        // Most have been found before.
                        if index.find(&canonical).is_none() {
                            successors.push(canonical);
                        }
                        Ok::<_, ExploreError>(())
                    })?;
                }
                Ok::<_, ExploreError>(successors)
            })?;
            let bytes = found.iter().map(|positions| size_of_val(positions.as_slice())).sum::<usize>() as u64;
            length = next_batch(positions, bytes);
            for position in found.into_iter().flatten() {
                index.add(position)?;
            }
            self.report(Stage::Exploring, done, index.len);
        }
        Ok(Explored { game, index })
    }
}

/// The number of positions whose moves a thread visits at a time.
const PIECE: u64 = 64;
/// The largest number of positions whose moves are visited before what they lead to is added.
const BATCH: u64 = 64 * PIECE;
/// The memory for what they lead to.
const BATCH_BYTES: u64 = 1 << 18;

/// The number of positions in the next batch, after the positions of the last one led to `bytes` of new positions.
fn next_batch(positions: u64, bytes: u64) -> u64 {
    (BATCH_BYTES * positions / bytes.max(1)).clamp(PIECE, BATCH)
}

/// The largest number of positions: a slot holds the number of one plus 1.
pub(crate) const MAX_POSITIONS: u64 = u32::MAX as u64;
/// The number of positions that memory is allocated for at a time.
const CHUNK: u64 = 1 << 10;

/// Positions, numbered as they are added, and a hash table of their numbers.
#[derive(Clone)]
struct Index<P> {
    /// Each holds [`CHUNK`] positions, so that no position is copied as there are more.
    chunks: Vec<Vec<P>>,
    len: u64,
    /// Each is 0, or the number of a position plus 1, in the first slot that was free from where its hash points to on.
    /// There is a power of two of them, and two thirds at most are used.
    slots: Vec<u32>,
    max_bytes: u64,
}

impl<P: Hash + Eq> Index<P> {
    fn get(&self, number: u64) -> &P {
        &self.chunks[index(number / CHUNK)][index(number % CHUNK)]
    }

    fn find(&self, position: &P) -> Option<u64> {
        for slot in self.slots_from(position) {
            let number = u64::from(self.slots[slot]).checked_sub(1)?;
            if self.get(number) == position {
                return Some(number);
            }
        }
        None
    }

    /// The slots in which a position may be, in order.
    fn slots_from(&self, position: &P) -> impl Iterator<Item = usize> + use<P> {
        let mut hasher = DefaultHasher::new();
        position.hash(&mut hasher);
        let count = self.slots.len() as u64;
        let first = hasher.finish();
        (0..count).map(move |step| index(first.wrapping_add(step) & (count - 1)))
    }

    /// Adds a position unless it is there already.
    fn add(&mut self, position: P) -> Result<(), ExploreError> {
        if self.find(&position).is_some() {
            return Ok(());
        }
        if self.len == MAX_POSITIONS {
            return Err(ExploreError::TooManyPositions);
        }
        self.make_room()?;
        self.enter(&position, self.len);
        if let Some(chunk) = self.chunks.last_mut() {
            chunk.push(position);
        }
        self.len += 1;
        Ok(())
    }

    /// Enters the number of a position that is not in the table into it.
    fn enter(&mut self, position: &P, number: u64) {
        let free = self.slots_from(position).find(|slot| self.slots[*slot] == 0).expect("a third of the slots is free");
        self.slots[free] = u32::try_from(number + 1).expect("at most MAX_POSITIONS");
    }

    /// Makes room for one more position.
    fn make_room(&mut self) -> Result<(), ExploreError> {
        let chunk_bytes = CHUNK * size_of::<P>() as u64;
        let mut allocated = self.chunks.len() as u64 * chunk_bytes;
        let within_bound = |bytes| if bytes > self.max_bytes { Err(OutOfMemory { bytes }) } else { Ok(()) };
        if self.len == self.chunks.len() as u64 * CHUNK {
            allocated += chunk_bytes;
            within_bound(allocated + size_of_val(self.slots.as_slice()) as u64)?;
            let mut chunk = Vec::new();
            chunk.try_reserve_exact(index(CHUNK)).map_err(|_| OutOfMemory { bytes: chunk_bytes })?;
            self.chunks.push(chunk);
        }
        if 3 * (self.len + 1) > 2 * self.slots.len() as u64 {
            let slots = (2 * self.slots.len() as u64).max(16);
            within_bound(allocated + slots * size_of::<u32>() as u64)?;
            // The old slots are not needed to fill the new ones.
            self.slots = Vec::new();
            self.slots = zeroed(slots)?;
            let chunks = std::mem::take(&mut self.chunks);
            for (number, position) in (0..).zip(chunks.iter().flatten()) {
                self.enter(position, number);
            }
            self.chunks = chunks;
        }
        Ok(())
    }
}

forward_game!(Explored<G>, |explored| explored.game, where G::Position: Sync);

#[diagnostic::do_not_recommend]
impl<G: Game> Ranked for Explored<G>
where
    G::Position: Hash + Eq + Sync,
{
    fn ranks(&self) -> u64 {
        self.index.len
    }

    fn rank(&self, position: &G::Position) -> Option<u64> {
        self.index.find(position)
    }

    fn unrank(&self, rank: u64) -> Option<G::Position> {
        (rank < self.index.len).then(|| self.index.get(rank).clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_leads_to_as_much_as_memory_is_meant_for() {
        // 1024 bytes for each position, 64, and 32.
        assert_eq!([65_536, 4096, 2048].map(|bytes| next_batch(64, bytes)), [256, 4096, 4096]);
        assert_eq!([next_batch(4096, 0), next_batch(1, 1 << 18), next_batch(100, 1 << 18)], [4096, 64, 100]);
    }

    /// 10,922 positions are two thirds of 16,384 slots, and in 11 chunks of 8 KiB; twice as many slots take 128 KiB.
    #[test]
    fn memory_is_bounded_for_positions_and_slots_together() {
        let add_all = |max_bytes| {
            let mut index = Index { chunks: Vec::new(), len: 0, slots: Vec::new(), max_bytes };
            let added = (0_u64..20_000).try_for_each(|position| index.add(position));
            (index.len, added)
        };
        let needed = (11 * 8 + 128) << 10;
        let (len, error) = add_all(needed - 1);
        assert_eq!(len, 10_922);
        assert!(matches!(error, Err(ExploreError::OutOfMemory { bytes }) if bytes == needed), "{error:?}");
        assert_eq!(add_all(needed).0, 11 * 1024);
        let (len, error) = add_all(200 << 20);
        assert!(len == 20_000 && error.is_ok());
    }
}
