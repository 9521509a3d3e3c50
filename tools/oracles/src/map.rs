//! Small games of every kind, made from bytes: with known values at any ply, moves that leave, holes, symmetry, turns
//! of several moves, and divided into parts.

use std::collections::BTreeSet;
use std::sync::Arc;

use retrograde::{Outcome, Part, Value};

use crate::world::{Rule, World, index};

/// A map with a mirror as its symmetry, or none: each place is a position on either side of the mirror, or one in it.
/// The numbers of these are three times the number of the place, and the next one; the third number is never used.
#[derive(Debug)]
pub struct Map {
    places: Vec<MapPlace>,
    /// Whether positions that are not canonical have a rank, too.
    ranks_images: bool,
    /// A move keeps the turn if the places at its ends, plus one if it crosses the mirror, sum to a multiple of this;
    /// with 0, no move does.
    again: u64,
}

#[derive(Debug)]
struct MapPlace {
    in_mirror: bool,
    /// The places that moves lead to, and whether they cross the mirror.
    moves: Vec<(usize, bool)>,
    ending: Outcome,
    known: Option<Value>,
    has_rank: bool,
}

impl Map {
    /// Reads numbers from bytes; zeros when these are used up.
    pub fn from_bytes(bytes: &[u8]) -> Arc<Self> {
        let mut bytes = bytes.iter();
        let mut below = |limit: usize| usize::from(bytes.next().copied().unwrap_or(0)) % limit;
        let count = 1 + below(14);
        let (ranks_images, again) = (below(2) == 0, [0, 0, 1, 2, 3][below(5)]);
        let (has_mirror, has_known_values) = (below(4) != 0, below(3) != 0);
        let places = (0..count).map(|_| {
            let in_mirror = !has_mirror || below(4) == 1;
            let ending = [Outcome::Win, Outcome::Draw].get(below(8)).copied().unwrap_or(Outcome::Loss);
            let plies = [0, 1, 2, 3, 5, 7, 12, 40][below(8)];
            let kinds = [Value::Win(plies), Value::Win(plies), Value::Loss(plies), Value::Draw];
            let known = kinds.get(below(12)).copied().filter(|_| has_known_values);
            let has_rank = known.is_none() || below(2) == 0;
            let moves = (0..below(4)).map(|_| (below(count), below(2) == 1)).collect();
            MapPlace { in_mirror, moves, ending, known, has_rank }
        });
        Arc::new(Self { places: places.collect(), ranks_images, again })
    }

    fn place(&self, at: u64) -> &MapPlace {
        &self.places[index(at / 3)]
    }

    fn at(&self, place: usize, side: bool) -> u64 {
        3 * place as u64 + u64::from(side && !self.places[place].in_mirror)
    }

    fn is_position(&self, at: u64) -> bool {
        at.is_multiple_of(3) || at % 3 == 1 && !self.place(at).in_mirror
    }

    /// All positions, those without a rank too.
    pub fn positions(&self) -> impl Iterator<Item = u64> {
        (0..3 * self.places.len() as u64).filter(|at| self.is_position(*at))
    }

    fn places(&self) -> usize {
        self.places.len()
    }

    pub fn has_rank(&self, at: u64) -> bool {
        self.place(at).has_rank
    }

    /// Whether the solver has to find the value.
    pub fn is_solved(&self, at: u64) -> bool {
        self.place(at).known.is_none()
    }

    pub fn moves(&self, at: u64) -> Vec<u64> {
        let place = self.place(at);
        let sides = |crosses| if place.in_mirror { vec![false, true] } else { vec![(at % 3 == 1) ^ crosses] };
        let to = |(to, crosses): &(usize, bool)| sides(*crosses).into_iter().map(|side| self.at(*to, side)).collect();
        place.moves.iter().flat_map(|target| -> Vec<u64> { to(target) }).collect()
    }

    fn moves_again(&self, from: u64, to: u64) -> bool {
        let is_across = ![from, to].iter().any(|at| self.place(*at).in_mirror) && from % 3 != to % 3;
        self.again > 0 && (from / 3 + to / 3 + u64::from(is_across)).is_multiple_of(self.again)
    }

    /// Sometimes there is a count, and only if no successor has a known value.
    fn move_count(&self, at: u64) -> Option<u32> {
        let moves = self.moves(at);
        let is_quick = at.is_multiple_of(2) && moves.iter().all(|to| self.is_solved(*to));
        is_quick.then(|| u32::try_from(moves.len()).expect("few moves"))
    }

    fn rank(&self, at: u64) -> Option<u64> {
        assert_eq!(at % 3, 0, "only canonical positions need a rank");
        self.has_rank(at).then_some(at)
    }

    pub fn unrank(&self, rank: u64) -> Option<u64> {
        let is_ranked = self.is_position(rank) && (rank.is_multiple_of(3) || self.ranks_images) && self.has_rank(rank);
        is_ranked.then_some(rank)
    }

    fn rule<R>(self: &Arc<Self>, rule: fn(&Self, u64) -> R) -> Rule<R>
    where
        R: 'static,
    {
        let map = Arc::clone(self);
        Arc::new(move |at| rule(&map, at))
    }

    /// The game on this map. Among the predecessors of a position are positions of known value and such without a rank.
    pub fn world(self: &Arc<Self>) -> World {
        let map = Arc::clone(self);
        let moves = |at| if self.is_position(at) { self.moves(at) } else { Vec::new() };
        World {
            move_count: self.rule(Self::move_count),
            again: Arc::new(move |from, to| map.moves_again(from, to)),
            ending: self.rule(|map, at| map.place(at).ending),
            known: self.rule(|map, at| map.place(at).known),
            canonical: Arc::new(|at| at - at % 3),
            orbit: self.rule(|map, at| if map.place(at).in_mirror { 1 } else { 2 }),
            rank: self.rule(Self::rank),
            unrank: self.rule(Self::unrank),
            ..World::of((0..3 * self.places.len() as u64).map(moves))
        }
    }

    /// The canonical positions to be solved that play reaches from a start, up to symmetry.
    pub fn reached_from(&self, start: u64) -> BTreeSet<u64> {
        let (mut reached, mut open) = (BTreeSet::new(), vec![start]);
        while let Some(at) = open.pop().map(|at| at - at % 3) {
            if self.is_solved(at) && reached.insert(at) {
                open.extend(self.moves(at));
            }
        }
        reached
    }
}

/// A map, each place of which belongs to a part. Places of known value have one too, which means nothing.
#[derive(Debug)]
pub struct Division {
    pub map: Arc<Map>,
    pub part_of: Vec<usize>,
}

impl Division {
    /// Begins with the smallest parts that are possible, and puts some together.
    pub fn new(bytes: &[u8]) -> Self {
        let map = Map::from_bytes(bytes);
        let bytes = &bytes[bytes.len().min(20)..];
        let places = map.places();
        let mut division = Self { map, part_of: (0..places).collect() };
        let reaches = division.reaches();
        let same = |place: usize| (0..place).find(|other| reaches[place][*other] && reaches[*other][place]);
        division.part_of = (0..places).map(|place| same(place).unwrap_or(place)).collect();
        assert!(!division.is_re_entered());
        let merges = bytes.first().map_or(0, |byte| usize::from(byte % 4));
        for pair in bytes.chunks_exact(2).take(merges) {
            let [kept, gone] = [pair[0], pair[1]].map(|byte| division.part_of[usize::from(byte) % places]);
            let before = division.part_of.clone();
            division.part_of.iter_mut().filter(|part| **part == gone).for_each(|part| *part = kept);
            if division.is_re_entered() {
                division.part_of = before;
            }
        }
        division
    }

    fn part(&self, at: u64) -> usize {
        self.part_of[index(at / 3)]
    }

    /// The parts that positions to be solved have moves to, other than this one.
    pub fn next_parts(&self, part: usize) -> BTreeSet<usize> {
        self.reached_parts(part).filter(|next| *next != part).collect()
    }

    /// The same, with this one for each move that stays inside.
    pub fn reached_parts(&self, part: usize) -> impl Iterator<Item = usize> {
        let here = self.map.positions().filter(move |at| self.map.is_solved(*at) && self.part(*at) == part);
        let reached = here.flat_map(|at| self.map.moves(at)).filter(|to| self.map.is_solved(*to));
        reached.map(|to| self.part(to))
    }

    /// Whether one or more moves lead from each part to each other one, or the same.
    fn reaches(&self) -> Vec<Vec<bool>> {
        let all = 0..self.part_of.len();
        let next = |part| self.next_parts(part);
        let mut reaches: Vec<Vec<bool>> =
            all.clone().map(next).map(|next| all.clone().map(|to| next.contains(&to)).collect()).collect();
        for through in all.clone() {
            let onward = reaches[through].clone();
            for from in reaches.iter_mut().filter(|from| from[through]) {
                from.iter_mut().zip(&onward).for_each(|(reached, onward)| *reached |= onward);
            }
        }
        reaches
    }

    fn is_re_entered(&self) -> bool {
        self.reaches().iter().enumerate().any(|(part, to)| to[part])
    }

    /// The parts, each after those that it leads to.
    pub fn parts(&self) -> Vec<usize> {
        let mut left: BTreeSet<usize> = self.part_of.iter().copied().collect();
        let mut order = Vec::new();
        while let Some(next) = left.iter().copied().find(|part| self.next_parts(*part).is_disjoint(&left)) {
            left.remove(&next);
            order.push(next);
        }
        assert!(left.is_empty(), "no part is re-entered");
        order
    }

    /// The numbers of the world that belong to a part.
    pub fn numbers(&self, part: usize) -> Vec<u64> {
        (0..3 * self.part_of.len() as u64).filter(|at| self.part(*at) == part).collect()
    }

    /// The game on the map, with ranks part after part.
    pub fn world(self: &Arc<Self>) -> World {
        let world = self.map.world();
        let order = self.parts();
        let numbers: Arc<[u64]> = order.iter().flat_map(|part| self.numbers(*part)).collect();
        let (of_rank, of_number) = (Arc::clone(&numbers), Arc::clone(&numbers));
        let (counted, found, rank_of) = (Arc::clone(self), Arc::clone(self), Arc::clone(&world.rank));
        let place = |part: &usize| order.iter().position(|other| other == part).expect("one of them");
        let mut end = 0;
        let parts = order.iter().map(|part| {
            let start = end;
            end += self.numbers(*part).len() as u64;
            // In any order, and some more than once.
            let reached: BTreeSet<usize> = self.reached_parts(*part).collect();
            let next = reached.into_iter().rev().map(|next| place(&next));
            Part {
                name: part.to_string(),
                ranks: start..end,
                next: next.flat_map(|next| vec![next; 1 + next % 2]).collect(),
            }
        });
        let (parts, hinted, places) = (parts.collect(), Arc::clone(self), order.clone());
        World {
            move_count: Arc::new(move |at| {
                let moves = counted.map.moves(at);
                let stays = |to: &u64| counted.map.is_solved(*to) && counted.part(*to) == counted.part(at);
                moves.iter().all(stays).then(|| u32::try_from(moves.len()).expect("few moves"))
            }),
            rank: Arc::new(move |at| {
                let number = rank_of(at)?;
                of_rank.iter().position(|other| *other == number).map(|rank| rank as u64)
            }),
            unrank: Arc::new(move |rank| found.map.unrank(*of_number.get(index(rank))?)),
            parts,
            // Only some positions say it.
            part_of: Arc::new(move |at| {
                let part = hinted.part(at);
                if at.is_multiple_of(2) { places.iter().position(|other| *other == part) } else { None }
            }),
            ..world
        }
    }
}
