//! A game without a formula for ranks: its positions are found by playing, and numbered in an index of hashes.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::error::{Error, ErrorKind};
use crate::game::{Game, Ranked, forward_game, is_canonical};
use crate::memory::{filled, index};
use crate::progress::Stage;
use crate::reverse_graph::MAX_RANKS;
use crate::short_debug::short_debug;
use crate::solver::{Solver, pieces};
use crate::value::{Outcome, Value};

/// A game with the positions that can be reached from some starts, up to symmetry, numbered in the order in which
/// [`Solver::explore`] finds them.
///
/// It needs no formula for ranks, only positions that can be hashed. Positions of [known value](Game::known_value) have
/// no rank, and play is not followed beyond them. Takes the memory of up to twice the positions, and an index of 6 to
/// 12 bytes for each.
///
/// ```
/// use retrograde::{Ranked, Solver, Value, Values};
/// # mod heap { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs")); }
/// # use heap::Heap;
///
/// // A heap from which a player takes one, two or three.
/// let solver = Solver::new();
/// let game = solver.explore(Heap(30), [21])?;
/// assert_eq!((game.ranks(), game.unrank(3)), (22, Some(18)));
/// assert_eq!(solver.solve(game)?.value(&21)?, Value::Win(11));
/// # Ok::<(), retrograde::Error>(())
/// ```
#[derive(Clone)]
pub struct Explored<G: Game> {
    game: G,
    index: Index<G::Position>,
}

impl<G: Game> Explored<G> {
    /// All positions, in the order of their ranks.
    pub fn positions(&self) -> impl Iterator<Item = &G::Position> {
        self.index.positions.iter()
    }

    /// The game itself.
    pub fn game(&self) -> &G {
        &self.game
    }
}

short_debug!(Explored<G>, G: Game);

impl Solver<'_> {
    /// Finds all positions that can be reached from these, themselves included, and numbers them. Those whose value is
    /// known are left out. The numbers are the same on any number of threads.
    ///
    /// Visits each move once. Takes what [`Explored`] takes, the positions once more while their list grows, and what
    /// the moves from the 1,024 last ones lead to. Errors are [`ErrorKind::Memory`], [`ErrorKind::TooLarge`] for more
    /// than 2^31 positions, and [`ErrorKind::Game`] if the [canonical](Game::canonical) position of one is another
    /// position whose canonical position is a third.
    pub fn explore<G: Game>(&self, game: G, starts: impl IntoIterator<Item = G::Position>) -> Result<Explored<G>, Error>
    where
        G::Position: Hash + Eq + Send + Sync,
    {
        let mut index = Index { positions: Vec::new(), slots: Vec::new() };
        for start in starts {
            if game.known_value(&start).is_none() {
                index.add(&game, game.canonical(&start))?;
            }
        }
        let mut done = 0;
        while done < index.len() {
            let batch = done..index.len().min(done + BATCH);
            done = batch.end;
            let found = self.threads.try_map(pieces(batch, PIECE), &|piece| {
                let mut successors = Vec::new();
                for rank in piece {
                    game.successors(index.get(rank), &mut |successor| {
                        if game.known_value(&successor).is_none() {
                            let canonical = game.canonical(&successor);
                            // Most have been found before.
                            if index.find(&canonical).is_none() {
                                successors.push(canonical);
                            }
                        }
                    });
                }
                Ok(successors)
            })?;
            for position in found.into_iter().flatten() {
                index.add(&game, position)?;
            }
            self.report(Stage::Exploring, done, index.len())?;
        }
        Ok(Explored { game, index })
    }
}

/// The number of positions whose moves a thread visits at a time.
const PIECE: u64 = 64;
/// The number of positions whose moves are visited before what they lead to is added.
const BATCH: u64 = 16 * PIECE;

/// Positions, numbered as they are added, and a hash table of their numbers.
#[derive(Clone)]
struct Index<P> {
    positions: Vec<P>,
    /// Each is 0, or the number of a position plus 1, in the first slot that was free from where its hash points to on.
    /// There is a power of two of them, and two thirds at most are used.
    slots: Vec<u32>,
}

impl<P> Index<P> {
    fn len(&self) -> u64 {
        self.positions.len() as u64
    }
}

impl<P: Hash + Eq + Clone + std::fmt::Debug> Index<P> {
    fn get(&self, number: u64) -> &P {
        &self.positions[index(number)]
    }

    fn find(&self, position: &P) -> Option<u64> {
        let mut numbers = self.slots_from(position).map_while(|slot| u64::from(self.slots[slot]).checked_sub(1));
        numbers.find(|number| self.get(*number) == position)
    }

    /// The slots in which a position may be, in order.
    fn slots_from(&self, position: &P) -> impl Iterator<Item = usize> + use<P> {
        let mut hasher = DefaultHasher::new();
        position.hash(&mut hasher);
        let count = self.slots.len() as u64;
        let first = hasher.finish();
        (0..count).map(move |step| index(first.wrapping_add(step) & (count - 1)))
    }

    /// Adds a position that was made canonical, unless it is there already.
    fn add(&mut self, game: &impl Game<Position = P>, position: P) -> Result<(), Error> {
        if self.find(&position).is_some() {
            return Ok(());
        }
        if self.len() == MAX_RANKS {
            let text = format!("more than {MAX_RANKS} positions; give the game a formula for ranks");
            return Err(Error::new(ErrorKind::TooLarge, text));
        }
        if !is_canonical(game, &position) {
            let text = "is the canonical position of another, but has a different canonical position itself";
            return Err(Error::new(ErrorKind::Game, format!("{position:?} {text}; let canonical return it")));
        }
        self.make_room()?;
        self.enter(&position, self.len());
        self.positions.push(position);
        Ok(())
    }

    /// Enters the number of a position that is not in the table into it.
    fn enter(&mut self, position: &P, number: u64) {
        let free = self.slots_from(position).find(|slot| self.slots[*slot] == 0).expect("a third of the slots is free");
        self.slots[free] = u32::try_from(number + 1).expect("at most MAX_RANKS");
    }

    /// Makes room for one more position.
    fn make_room(&mut self) -> Result<(), Error> {
        // The list is full, and is to have twice the room.
        let bytes = (2 * self.len()).max(4) * size_of::<P>() as u64;
        self.positions.try_reserve(1).map_err(|_| Error::memory(bytes))?;
        if 3 * (self.len() + 1) > 2 * self.slots.len() as u64 {
            let slots = (2 * self.slots.len() as u64).max(16);
            // The old slots are not needed to fill the new ones.
            self.slots = Vec::new();
            self.slots = filled(slots, 0)?;
            let positions = std::mem::take(&mut self.positions);
            for (number, position) in (0..).zip(&positions) {
                self.enter(position, number);
            }
            self.positions = positions;
        }
        Ok(())
    }
}

forward_game!(Explored<G>, self => self.game, where G::Position: Sync);

#[diagnostic::do_not_recommend]
impl<G: Game> Ranked for Explored<G>
where
    G::Position: Hash + Eq + Sync,
{
    fn ranks(&self) -> u64 {
        self.index.len()
    }

    fn rank(&self, position: &G::Position) -> Option<u64> {
        self.index.find(position)
    }

    fn unrank(&self, rank: u64) -> Option<G::Position> {
        (rank < self.index.len()).then(|| self.index.get(rank).clone())
    }
}
