//! The game of all tests. Its positions are numbers, and a test gives its rules or changes one of them. It is a single
//! type because the library is compiled again for each type of game.

use std::sync::Arc;

use retrograde::{Game, Outcome, Part, Ranked, Value};

use crate::fixpoint;

/// A rule for a position or a rank.
pub type Rule<R> = Arc<dyn Fn(u64) -> R + Send + Sync>;
/// A rule for the ends of a move.
pub type RuleForTwo<R> = Arc<dyn Fn(u64, u64) -> R + Send + Sync>;

/// A game that lists predecessors or, if it is made by [`World::forward`], does not.
#[derive(Clone)]
pub struct World<const LISTS_PREDECESSORS: bool = true> {
    pub ranks: u64,
    pub moves: Rule<Vec<u64>>,
    pub origins: Rule<Vec<u64>>,
    pub move_count: Rule<Option<u32>>,
    pub again: RuleForTwo<bool>,
    pub ending: Rule<Outcome>,
    pub known: Rule<Option<Value>>,
    pub canonical: Rule<u64>,
    pub orbit: Rule<u32>,
    pub rank: Rule<Option<u64>>,
    pub unrank: Rule<Option<u64>>,
    /// If there are none, all of it is one.
    pub parts: Vec<Part>,
    /// The part of a position, if the game says it.
    pub part_of: Rule<Option<usize>>,
}

/// Makes a rule the same as before except for one number.
pub fn except<R: Clone + Send + Sync + 'static>(rule: &mut Rule<R>, at: u64, result: R) {
    let before = Arc::clone(rule);
    *rule = Arc::new(move |number| if number == at { result.clone() } else { before(number) });
}

/// The index of a number in a table.
pub fn index(number: u64) -> usize {
    usize::try_from(number).expect("small tables")
}

impl World {
    /// A game in which no other method than `successors` does anything. It lists no predecessor.
    pub fn new(ranks: u64, moves: impl Fn(u64) -> Vec<u64> + Send + Sync + 'static) -> Self {
        Self {
            ranks,
            moves: Arc::new(moves),
            origins: Arc::new(|_| vec![]),
            move_count: Arc::new(|_| None),
            again: Arc::new(|_, _| false),
            ending: Arc::new(|_| Outcome::Loss),
            known: Arc::new(|_| None),
            canonical: Arc::new(|at| at),
            orbit: Arc::new(|_| 1),
            rank: Arc::new(Some),
            unrank: Arc::new(Some),
            parts: Vec::new(),
            part_of: Arc::new(|_| None),
        }
    }

    /// The game with the moves of a table, and with the predecessors that follow from it.
    pub fn of(moves: impl IntoIterator<Item = Vec<u64>>) -> Self {
        let moves: Vec<Vec<u64>> = moves.into_iter().collect();
        let mut origins = vec![Vec::new(); moves.len()];
        for (from, moves) in (0..).zip(&moves) {
            for to in moves {
                origins.get_mut(index(*to)).into_iter().for_each(|origins| origins.push(from));
            }
        }
        let ranks = moves.len() as u64;
        let look_up = |table: Vec<Vec<u64>>| move |at| table.get(index(at)).cloned().unwrap_or_default();
        Self { origins: Arc::new(look_up(origins)), ..Self::new(ranks, look_up(moves)) }
    }

    /// Makes two positions symmetric.
    pub fn merge(&mut self, image: u64, canonical: u64) {
        except(&mut self.canonical, image, canonical);
        except(&mut self.orbit, image, 2);
        except(&mut self.orbit, canonical, 2);
    }

    /// The same game without its list of predecessors.
    pub fn forward(&self) -> World<false> {
        let Self {
            ranks, moves, move_count, again, ending, known, canonical, orbit, rank, unrank, parts, part_of, ..
        } = self.clone();
        let origins: Rule<Vec<u64>> = Arc::new(|_| vec![]);
        World {
            ranks,
            moves,
            origins,
            move_count,
            again,
            ending,
            known,
            canonical,
            orbit,
            rank,
            unrank,
            parts,
            part_of,
        }
    }

    /// The positions that have a rank.
    pub fn positions(&self) -> impl Iterator<Item = u64> {
        (0..self.ranks).filter_map(|rank| (self.unrank)(rank))
    }

    /// The values by definition of the numbers below `numbers`.
    pub fn values(&self, numbers: u64) -> Vec<Value> {
        let ended = |at: u64| match (self.ending)(at) {
            Outcome::Win => Some(Value::Win(0)),
            Outcome::Draw => Some(Value::Draw),
            Outcome::Loss => None,
        };
        let known = |at: &u64| (self.known)(*at).or_else(|| ended(*at).filter(|_| (self.moves)(*at).is_empty()));
        let values = fixpoint::values(0..numbers, known, |at| (self.moves)(*at), |from, to| (self.again)(*from, *to));
        (0..numbers).map(|at| values[&at]).collect()
    }
}

impl<const LISTS: bool> Game for World<LISTS> {
    type Position = u64;
    const LISTS_PREDECESSORS: bool = LISTS;

    fn successors(&self, at: &u64, visit: &mut impl FnMut(u64)) {
        assert_eq!(self.known_value(at), None, "{at} has no moves to be looked at");
        (self.moves)(*at).into_iter().for_each(visit);
    }

    fn predecessors(&self, at: &u64, visit: &mut impl FnMut(u64)) {
        assert!(self.known_value(at).is_none(), "{at} has no predecessors to be looked at");
        (self.origins)(*at).into_iter().for_each(visit);
    }

    fn move_count(&self, at: &u64) -> Option<u32> {
        (self.move_count)(*at)
    }

    fn moves_again(&self, from: &u64, to: &u64) -> bool {
        (self.again)(*from, *to)
    }

    fn ending(&self, at: &u64) -> Outcome {
        (self.ending)(*at)
    }

    fn known_value(&self, at: &u64) -> Option<Value> {
        (self.known)(*at)
    }

    fn canonical(&self, at: &u64) -> u64 {
        (self.canonical)(*at)
    }

    fn orbit(&self, at: &u64) -> u32 {
        (self.orbit)(*at)
    }
}

impl<const LISTS: bool> Ranked for World<LISTS> {
    fn ranks(&self) -> u64 {
        self.ranks
    }

    fn rank(&self, at: &u64) -> Option<u64> {
        (self.rank)(*at)
    }

    fn unrank(&self, rank: u64) -> Option<u64> {
        (self.unrank)(rank)
    }

    fn parts(&self) -> Vec<Part> {
        let whole = || vec![Part { name: "all".to_owned(), ranks: 0..self.ranks, next: vec![0] }];
        if self.parts.is_empty() { whole() } else { self.parts.clone() }
    }

    fn part_of(&self, at: &u64) -> Option<usize> {
        (self.part_of)(*at)
    }
}
