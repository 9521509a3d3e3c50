//! Random games, divided at random into parts that play never re-enters, compared with the values by definition and with the
//! whole game solved at once.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use proptest::prelude::*;
use retrograde::{
    Game, NO_RANK, Outcome, Predecessors, Ranked, Runner, Tiered, Tiers, Value, audit_with_predecessors, solve,
};

use super::{Folder, files_of};
use crate::world::World;

/// A world, each place of which belongs to a part.
#[derive(Clone, Debug)]
struct Divided<'w> {
    world: &'w World,
    /// The part of each place. Places of known value have one too, which means nothing.
    part_of: Vec<usize>,
    /// The ranks of the world that are those of each part.
    ranks: Vec<Vec<u64>>,
}

impl<'w> Divided<'w> {
    /// Begins with the smallest parts that are possible, and puts some together.
    fn new(world: &'w World, bytes: &[u8]) -> Self {
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
    fn leads_to(&self, part: usize) -> BTreeSet<usize> {
        let mut next = BTreeSet::new();
        let here = |position: &u64| self.world.is_solved(*position) && self.part_of[place(*position)] == part;
        for position in self.world.positions().filter(here) {
            let _ = self.world.successors(&position, |to| {
                next.extend([to].into_iter().filter(|to| self.world.is_solved(*to)).map(|to| self.part_of[place(to)]));
                ControlFlow::Continue(())
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

    fn parts(&self) -> BTreeSet<usize> {
        self.part_of.iter().copied().collect()
    }
}

fn place(position: u64) -> usize {
    usize::try_from(position / 3).expect("few places")
}

impl Game for Divided<'_> {
    type Position = u64;

    fn successors(&self, position: &u64, visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        self.world.successors(position, visit)
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
}

impl Predecessors for Divided<'_> {
    fn predecessors(&self, position: &u64, visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        self.world.predecessors(position, visit)
    }
}

impl Tiered for Divided<'_> {
    type Part = usize;

    fn name(&self) -> String {
        "a world".to_owned()
    }

    fn part(&self, position: &u64) -> usize {
        assert!(self.world.is_solved(*position), "the value is known");
        self.part_of[place(*position)]
    }

    fn move_count_within_part(&self, position: &u64) -> Option<u32> {
        let (part, mut moves) = (self.part(position), 0);
        let counted = self.world.successors(position, |next| {
            moves += 1;
            let stays = self.world.known_value(&next).is_none() && self.part(&next) == part;
            if stays { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        counted.is_continue().then_some(moves)
    }

    fn next_parts(&self, part: &usize) -> Vec<usize> {
        // In any order, and some more than once.
        let next = self.leads_to(*part).into_iter().filter(|next| next != part);
        next.rev().flat_map(|next| vec![next; 1 + next % 2]).collect()
    }

    fn ranks(&self, part: &usize) -> u64 {
        self.ranks[*part].len() as u64
    }

    fn rank(&self, part: &usize, position: &u64) -> u64 {
        let rank = Ranked::rank(self.world, position);
        self.ranks[*part].binary_search(&rank).map_or(NO_RANK, |index| index as u64)
    }

    fn unrank(&self, part: &usize, rank: u64) -> Option<u64> {
        Ranked::unrank(self.world, self.ranks[*part][usize::try_from(rank).expect("few ranks")])
    }
}

/// A way to solve the parts.
#[derive(Clone, Copy, Debug)]
struct Way {
    with_predecessors: bool,
    side_by_side: usize,
    memory: Option<u64>,
}

impl Way {
    const COUNT: u8 = 8;

    fn new(number: u8) -> Self {
        let memory = [None, Some(2_600_000), Some(24_000_000)][usize::from(number & 1) + usize::from(number & 3 == 1)];
        Self { with_predecessors: number & 2 > 0, side_by_side: if number & 4 > 0 { 3 } else { 1 }, memory }
    }

    fn solve(self, divided: &Divided<'_>, folder: &Folder) {
        let mut tiers = Tiers::new(divided.clone(), folder.path()).side_by_side(self.side_by_side);
        if let Some(bytes) = self.memory {
            tiers = tiers.memory(bytes);
        }
        let (runner, parts) = (Runner::new(), divided.parts());
        let result = if self.with_predecessors {
            tiers.solve_with_predecessors(&runner, parts.clone(), |_| {})
        } else {
            tiers.solve(&runner, parts.clone(), |_| {})
        };
        result.unwrap_or_else(|error| panic!("{error}: {self:?} of {divided:?}"));
        let names: Vec<String> = folder.files().into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, files_of(&tiers, parts));
    }
}

fn check(bytes: &[u8], ways: impl Iterator<Item = u8>) {
    let world = World::from_bytes(bytes);
    let divided = Divided::new(&world, &bytes[bytes.len().min(20)..]);
    let (values, whole) = (world.values(), solve(&world).expect("a consistent game"));
    let mut files = None;
    for way in ways.map(|number| Way::new(number % Way::COUNT)) {
        let folder = Folder::new();
        way.solve(&divided, &folder);
        let found = folder.files();
        if let Some(before) = &files {
            assert!(found == *before, "other files: {way:?} of {divided:?}");
            continue;
        }
        files = Some(found);
        let tiers = Tiers::new(divided.clone(), folder.path());
        for position in world.positions() {
            let value = values[usize::try_from(position).expect("few positions")];
            assert_eq!(tiers.value(&position).ok(), Some(value), "{position} of {divided:?}");
            assert_eq!(
                tiers.best_moves(&position).ok(),
                Some(whole.best_moves(&position)),
                "{position} of {divided:?}"
            );
            let line = tiers.principal_line(&position).ok();
            assert_eq!(line, Some(whole.principal_line(&position)), "{position} of {divided:?}");
        }
        let mut runner = Runner::new();
        for part in divided.parts() {
            let game = tiers.part(&part).expect("solved");
            assert_eq!(audit_with_predecessors(&game), Ok(()), "{part} of {divided:?}");
            assert!(tiers.verify(&mut runner, &part).is_ok());
            assert!(tiers.verify_with_predecessors(&mut runner, &part).is_ok());
            let loaded = tiers.load(&part).expect("solved");
            let ranks = divided.ranks[part].iter().filter_map(|rank| Ranked::unrank(&world, *rank));
            assert!(ranks.into_iter().all(|position| loaded.get(&position) == whole.get(&position)));
        }
        assert!(tiers.plan(divided.parts()).is_ok_and(|plan| plan.iter().all(|part| part.header().is_some())));
    }
}

fn games() -> impl Strategy<Value = (Vec<u8>, u8)> {
    (prop::collection::vec(any::<u8>(), 40..160), any::<u8>())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_games_in_parts_have_the_values_by_definition((bytes, way) in games()) {
        check(&bytes, [way, way / 8].into_iter().take(1 + usize::from(way % 4 == 0)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    #[ignore = "takes some minutes"]
    fn many_random_games_in_parts_have_the_values_by_definition((bytes, way) in games()) {
        check(&bytes, (0..Way::COUNT).map(|other| way.wrapping_add(other)));
    }
}

/// The games that are drawn have parts that lead to several others, and are reached from several.
#[test]
fn random_games_fall_into_parts_of_every_kind() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;

    let mut runner = TestRunner::deterministic();
    let (mut forks, mut joins, mut chains, mut mixed) = (0, 0, 0, 0);
    for _ in 0..300 {
        let (bytes, _) = games().new_tree(&mut runner).expect("bytes").current();
        let world = World::from_bytes(&bytes);
        let divided = Divided::new(&world, &bytes[bytes.len().min(20)..]);
        let next = |part: &usize| divided.leads_to(*part).into_iter().filter(|next| next != part).collect::<Vec<_>>();
        let all: Vec<Vec<usize>> = divided.parts().iter().map(next).collect();
        forks += usize::from(all.iter().any(|next| next.len() > 1));
        joins +=
            usize::from(divided.parts().iter().any(|part| all.iter().filter(|next| next.contains(part)).count() > 1));
        chains += usize::from(all.iter().flatten().flat_map(&next).flat_map(|part| next(&part)).next().is_some());
        let places = |part: &usize| divided.part_of.iter().filter(|other| *other == part).count();
        mixed += usize::from(divided.parts().iter().any(|part| places(part) > 2 && !next(part).is_empty()));
    }
    for count in [forks, joins, chains, mixed] {
        assert!(count > 15, "{forks} {joins} {chains} {mixed}");
    }
}
