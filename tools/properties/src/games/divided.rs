//! Small games of every kind, divided into parts that play never re-enters.

use std::collections::BTreeSet;

use retrograde::tiers::Tiered;
use retrograde::{Game, Outcome, Ranked, Value};

use super::world::World;

/// A world, each place of which belongs to a part.
#[derive(Clone, Debug)]
pub(crate) struct Divided<'w> {
    world: &'w World,
    /// The part of each place. Places of known value have one too, which means nothing.
    pub(crate) part_of: Vec<usize>,
    /// The ranks of the world that are those of each part.
    pub(crate) ranks: Vec<Vec<u64>>,
}

impl<'w> Divided<'w> {
    /// Begins with the smallest parts that are possible, and puts some together.
    pub(crate) fn new(world: &'w World, bytes: &[u8]) -> Self {
        let places = usize::try_from(Ranked::ranks(world) / 3).expect("few places");
        let mut divided = Self { world, part_of: (0..places).collect(), ranks: Vec::new() };
        let reaches = divided.reaches();
        let same = |place: usize| (0..place).find(|other| reaches[place][*other] && reaches[*other][place]);
        divided.part_of = (0..places).map(|place| same(place).unwrap_or(place)).collect();
        assert!(!divided.is_re_entered());
        let merges = bytes.first().map_or(0, |byte| usize::from(byte % 4));
        for pair in bytes.chunks_exact(2).take(merges) {
            let [kept, gone] = [pair[0], pair[1]].map(|byte| divided.part_of[usize::from(byte) % places]);
            let before = divided.part_of.clone();
            divided.part_of.iter_mut().filter(|part| **part == gone).for_each(|part| *part = kept);
            if divided.is_re_entered() {
                divided.part_of = before;
            }
        }
        let ranks_of = |part| {
            let belongs = |rank: &u64| divided.part_of[place(*rank)] == part;
            (0..Ranked::ranks(world)).filter(belongs).collect()
        };
        divided.ranks = (0..places).map(ranks_of).collect();
        divided
    }

    /// The parts that positions to be solved have moves to.
    pub(crate) fn leads_to(&self, part: usize) -> BTreeSet<usize> {
        let mut next = BTreeSet::new();
        let here = |position: &u64| self.world.is_solved(*position) && self.part_of[place(*position)] == part;
        for position in self.world.positions().filter(here) {
            self.world.successors(&position, &mut |to| {
                next.extend([to].into_iter().filter(|to| self.world.is_solved(*to)).map(|to| self.part_of[place(to)]));
            });
        }
        next
    }

    /// Whether one or more moves lead from each part to each other one, or the same.
    fn reaches(&self) -> Vec<Vec<bool>> {
        let count = self.part_of.len();
        let mut reaches: Vec<Vec<bool>> = (0..count)
            .map(|part| (0..count).map(|to| to != part && self.leads_to(part).contains(&to)).collect())
            .collect();
        for through in 0..count {
            for from in 0..count {
                for to in 0..count {
                    reaches[from][to] |= reaches[from][through] && reaches[through][to];
                }
            }
        }
        reaches
    }

    fn is_re_entered(&self) -> bool {
        self.reaches().iter().enumerate().any(|(part, to)| to[part])
    }

    pub(crate) fn parts(&self) -> BTreeSet<usize> {
        self.part_of.iter().copied().collect()
    }
}

fn place(position: u64) -> usize {
    usize::try_from(position / 3).expect("few places")
}

impl Game for Divided<'_> {
    type Position = u64;
    const LISTS_PREDECESSORS: bool = true;

    fn successors(&self, position: &u64, visit: &mut impl FnMut(u64)) {
        self.world.successors(position, visit);
    }

    fn move_count(&self, position: &u64) -> Option<u32> {
        self.world.move_count(position)
    }

    fn moves_again(&self, from: &u64, to: &u64) -> bool {
        self.world.moves_again(from, to)
    }

    fn ending(&self, position: &u64) -> Outcome {
        self.world.ending(position)
    }

    fn known_value(&self, position: &u64) -> Option<Value> {
        self.world.known_value(position)
    }

    fn canonical(&self, position: &u64) -> u64 {
        self.world.canonical(position)
    }

    fn orbit(&self, position: &u64) -> u32 {
        self.world.orbit(position)
    }

    fn predecessors(&self, position: &u64, visit: &mut impl FnMut(u64)) {
        self.world.predecessors(position, visit);
    }
}

impl Tiered for Divided<'_> {
    type Part = usize;

    fn name(&self) -> String {
        "a world".to_owned()
    }

    fn part_name(&self, part: &Self::Part) -> String {
        part.to_string()
    }

    fn part(&self, position: &u64) -> usize {
        assert!(self.world.is_solved(*position), "the value is known");
        self.part_of[place(*position)]
    }

    fn move_count_within_part(&self, position: &u64) -> Option<u32> {
        let (part, mut moves) = (self.part(position), 0);
        let mut all_stay = true;
        self.world.successors(position, &mut |next| {
            moves += 1;
            all_stay &= self.world.known_value(&next).is_none() && self.part(&next) == part;
        });
        all_stay.then_some(moves)
    }

    fn next_parts(&self, part: &usize) -> Vec<usize> {
        // In any order, and some more than once.
        let next = self.leads_to(*part).into_iter().filter(|next| next != part);
        next.rev().flat_map(|next| vec![next; 1 + next % 2]).collect()
    }

    fn ranks_in(&self, part: &usize) -> u64 {
        self.ranks[*part].len() as u64
    }

    fn rank_in(&self, part: &usize, position: &u64) -> Option<u64> {
        let rank = Ranked::rank(self.world, position)?;
        self.ranks[*part].binary_search(&rank).ok().map(|index| index as u64)
    }

    fn unrank_in(&self, part: &usize, rank: u64) -> Option<u64> {
        Ranked::unrank(self.world, self.ranks[*part][usize::try_from(rank).expect("few ranks")])
    }
}
