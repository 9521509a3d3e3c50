//! Small games of every kind, made from bytes, with their values by definition.

use retrograde::{Game, Outcome, Ranked, Value};
use std::collections::BTreeSet;

/// A game with a mirror as its symmetry, or none: each place has a position on either side of the mirror, or one in it.
/// Some positions have a known value, and some of these no rank. Some ranks have no position.
#[derive(Clone, Debug)]
pub(crate) struct World {
    places: Vec<Place>,
    /// Whether positions that are not canonical have a rank, too.
    ranks_images: bool,
    /// A move keeps the turn if the places at its ends, plus one if it crosses the mirror, sum to a multiple of this;
    /// with 0, no move does.
    again: u64,
}

#[derive(Clone, Debug)]
struct Place {
    in_mirror: bool,
    /// The places that moves lead to, and whether they cross the mirror.
    moves: Vec<(usize, bool)>,
    ending: Outcome,
    known: Option<Value>,
    has_rank: bool,
}

/// Numbers from bytes; zeros when they are used up.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn below(&mut self, limit: usize) -> usize {
        let (first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        usize::from(*first) % limit
    }

    fn is_one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 1
    }
}

impl World {
    pub(crate) fn from_bytes(bytes: &[u8]) -> Self {
        let mut bytes = Bytes(bytes);
        let count = 1 + bytes.below(9);
        let (ranks_images, again) = (bytes.below(2) == 0, [0, 0, 2, 3][bytes.below(4)]);
        let has_mirror = bytes.below(4) != 0;
        let places = (0..count).map(|_| {
            let in_mirror = !has_mirror || bytes.is_one_in(4);
            let ending = match bytes.below(8) {
                0 => Outcome::Win,
                1 => Outcome::Draw,
                _ => Outcome::Loss,
            };
            let plies = [0, 1, 2, 3, 5, 7, 12, 40][bytes.below(8)];
            let known = match bytes.below(12) {
                0 | 1 => Some(Value::Win(plies)),
                2 => Some(Value::Loss(plies)),
                3 => Some(Value::Draw),
                _ => None,
            };
            let has_rank = known.is_none() || bytes.below(2) == 0;
            let moves = (0..bytes.below(4)).map(|_| (bytes.below(count), bytes.below(2) == 1)).collect();
            Place { in_mirror, moves, ending, known, has_rank }
        });
        Self { places: places.collect(), ranks_images, again }
    }

    /// The position of a place: three numbers for each, the last of which is never used.
    fn at(&self, place: usize, side: bool) -> u64 {
        3 * place as u64 + u64::from(side && !self.places[place].in_mirror)
    }

    fn place(&self, position: u64) -> &Place {
        &self.places[usize::try_from(position / 3).expect("few places")]
    }

    /// All positions, those without a rank too.
    pub(crate) fn positions(&self) -> impl Iterator<Item = u64> {
        let positions = (0..self.places.len()).flat_map(|place| [self.at(place, false), self.at(place, true)]);
        positions.collect::<BTreeSet<_>>().into_iter()
    }

    fn moves(&self, position: u64) -> Vec<u64> {
        let place = self.place(position);
        let to = |&(target, crosses): &(usize, bool)| {
            let side = position % 3 == 1;
            let sides = if place.in_mirror { vec![false, true] } else { vec![side ^ crosses] };
            sides.into_iter().map(move |side| self.at(target, side)).collect::<Vec<_>>()
        };
        place.moves.iter().flat_map(to).collect()
    }

    /// Whether the solver has to find the value, and so the position has a rank of its own.
    pub(crate) fn is_solved(&self, position: u64) -> bool {
        self.place(position).known.is_none()
    }

    pub(crate) fn has_rank(&self, position: u64) -> bool {
        self.place(position).has_rank
    }

    /// The values by definition, indexed by positions: round `n` goes through all positions and decides those that are
    /// won or lost in `n` plies, by moves that are known to win or lose in fewer.
    pub(crate) fn values(&self) -> Vec<Value> {
        let ranks = 3 * self.places.len();
        let mut values: Vec<Option<Value>> = (0..).take(ranks).map(|position| self.place(position).known).collect();
        for round in 0..=40 + u16::try_from(ranks).expect("few places") {
            let before = values.clone();
            for position in self.positions() {
                let value = &mut values[usize::try_from(position).expect("few places")];
                if value.is_some() {
                    continue;
                }
                // Whether each move wins, if that is decided in fewer plies.
                let wins: Vec<Option<bool>> = (self.moves(position).iter())
                    .map(|to| {
                        let reached = before[usize::try_from(*to).expect("few places")]?;
                        reached.plies().filter(|plies| *plies < round)?;
                        Some((reached.outcome() == Outcome::Win) == self.moves_again(&position, to))
                    })
                    .collect();
                *value = match self.place(position).ending {
                    Outcome::Win if wins.is_empty() => Some(Value::Win(0)),
                    Outcome::Draw if wins.is_empty() => Some(Value::Draw),
                    Outcome::Loss if wins.is_empty() => Some(Value::Loss(0)),
                    _ if wins.contains(&Some(true)) => Some(Value::Win(round)),
                    _ if wins.iter().all(|wins| *wins == Some(false)) => Some(Value::Loss(round)),
                    _ => None,
                };
            }
        }
        values.into_iter().map(|value| value.unwrap_or(Value::Draw)).collect()
    }

    /// The canonical positions to be solved that play reaches from a start, up to symmetry.
    pub(crate) fn reached_from(&self, start: u64) -> BTreeSet<u64> {
        let (mut reached, mut open) = (BTreeSet::new(), vec![start]);
        while let Some(position) = open.pop() {
            let canonical = self.canonical(&position);
            if self.is_solved(canonical) && reached.insert(canonical) {
                open.extend(self.moves(canonical));
            }
        }
        reached
    }
}

impl Game for World {
    type Position = u64;
    const LISTS_PREDECESSORS: bool = true;

    fn successors(&self, position: &u64, visit: &mut impl FnMut(u64)) {
        assert!(self.is_solved(*position), "the value is known");
        self.moves(*position).into_iter().for_each(visit);
    }

    fn move_count(&self, position: &u64) -> Option<u32> {
        // Sometimes, and only if no successor has a known value.
        let moves = self.moves(*position);
        let is_quick = position.is_multiple_of(2) && moves.iter().all(|to| self.is_solved(*to));
        is_quick.then(|| u32::try_from(moves.len()).expect("few moves"))
    }

    fn moves_again(&self, from: &u64, to: &u64) -> bool {
        let is_across = ![from, to].iter().any(|position| self.place(**position).in_mirror) && from % 3 != to % 3;
        self.again > 0 && (from / 3 + to / 3 + u64::from(is_across)).is_multiple_of(self.again)
    }

    fn ending(&self, position: &u64) -> Outcome {
        self.place(*position).ending
    }

    fn known_value(&self, position: &u64) -> Option<Value> {
        self.place(*position).known
    }

    fn canonical(&self, position: &u64) -> u64 {
        position - position % 3
    }

    fn orbit(&self, position: &u64) -> u32 {
        if self.place(*position).in_mirror { 1 } else { 2 }
    }

    /// Among them are positions of known value and positions without a rank.
    fn predecessors(&self, position: &u64, visit: &mut impl FnMut(u64)) {
        assert!(self.is_solved(*position), "the value is known");
        for from in self.positions() {
            self.moves(from).iter().filter(|to| *to == position).for_each(|_| visit(from));
        }
    }
}

impl Ranked for World {
    fn ranks(&self) -> u64 {
        3 * self.places.len() as u64
    }

    fn rank(&self, position: &u64) -> Option<u64> {
        assert_eq!(*position, self.canonical(position), "only canonical positions need a rank");
        if self.has_rank(*position) { Some(*position) } else { None }
    }

    fn unrank(&self, rank: u64) -> Option<u64> {
        let is_position = match rank % 3 {
            0 => true,
            1 => self.ranks_images && !self.place(rank).in_mirror,
            _ => false,
        };
        (is_position && self.has_rank(rank)).then_some(rank)
    }
}
