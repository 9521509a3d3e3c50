//! Random games, divided at random into parts that play never re-enters, compared with the values by definition.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use retrograde::Solver;
use retrograde::tiers::{Tiered, Tiers};

use super::file_of;
use crate::folder::Folder;
use crate::random::{Map, Oracle, for_random_bytes};
use crate::world::{Parts, World, index};

/// A map, each place of which belongs to a part. Places of known value have one too, which means nothing.
struct Division {
    map: Arc<Map>,
    part_of: Vec<usize>,
}

impl Division {
    /// Begins with the smallest parts that are possible, and puts some together.
    fn new(bytes: &[u8]) -> Self {
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
    fn next_parts(&self, part: usize) -> BTreeSet<usize> {
        let here = self.map.positions().filter(|at| self.map.is_solved(*at) && self.part(*at) == part);
        let reached = here.flat_map(|at| self.map.moves(at)).filter(|to| self.map.is_solved(*to));
        reached.map(|to| self.part(to)).filter(|next| *next != part).collect()
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

    fn parts(&self) -> BTreeSet<u64> {
        self.part_of.iter().map(|part| *part as u64).collect()
    }

    /// The ranks of the world that are those of a part.
    fn ranks(&self, part: u64) -> Vec<u64> {
        (0..3 * self.part_of.len() as u64).filter(|rank| self.part(*rank) as u64 == part).collect()
    }

    fn world(self: &Arc<Self>) -> World {
        let world = self.map.world();
        let [of, next, counted, found] = [(); 4].map(|()| Arc::clone(self));
        let rank_of = Arc::clone(&world.rank);
        let ranks: Arc<[Vec<u64>]> = (0..self.part_of.len() as u64).map(|part| self.ranks(part)).collect();
        let [ranks_of_rank, ranks_of_unrank] = [&ranks; 2].map(Arc::clone);
        let parts = Parts {
            of: Arc::new(move |at| of.part(at) as u64),
            // In any order, and some more than once.
            next: Arc::new(move |part| {
                let next = next.next_parts(index(part)).into_iter().rev();
                next.flat_map(|next| vec![next as u64; 1 + next % 2]).collect()
            }),
            move_count: Arc::new(move |at| {
                let moves = counted.map.moves(at);
                let stays = |to: &u64| counted.map.is_solved(*to) && counted.part(*to) == counted.part(at);
                moves.iter().all(stays).then(|| u32::try_from(moves.len()).expect("few moves"))
            }),
            ranks: Arc::new(move |part| ranks[index(part)].len() as u64),
            rank: Arc::new(move |part, at| {
                let rank = rank_of(at)?;
                ranks_of_rank[index(part)].binary_search(&rank).ok().map(|index| index as u64)
            }),
            unrank: Arc::new(move |part, rank| found.map.unrank(ranks_of_unrank[index(part)][index(rank)])),
            ..world.parts
        };
        World { parts, ..world }
    }
}

/// In how much memory the parts are solved, how many at the same time and on how many threads, and whether over
/// predecessors.
#[derive(Clone, Copy, Debug)]
struct Way(u8);

impl Way {
    const COUNT: u8 = 8;

    fn solve(self, world: &World, division: &Division, folder: &Folder) {
        if self.0 & 2 > 0 {
            self.solve_parts(world.clone(), division, folder);
        } else {
            self.solve_parts(world.forward(), division, folder);
        }
    }

    fn solve_parts(self, game: impl Tiered<Part = u64>, division: &Division, folder: &Folder) {
        let mut tiers = Tiers::new(game, folder.path());
        if self.0 & 1 > 0 {
            tiers = tiers.memory(if self.0 & 2 > 0 { 2_600_000 } else { 24_000_000 });
        }
        let (parts, solver) = (division.parts(), Solver::new());
        #[cfg(feature = "parallel")]
        let solver = if self.0 & 4 > 0 { solver.threads(2) } else { solver };
        let result = tiers.solve(&solver, parts.clone(), |_| {});
        result.unwrap_or_else(|error| panic!("{error}: {self:?} of {:?} in {parts:?}", division.map));
        let names: BTreeSet<String> = parts.into_iter().map(file_of).collect();
        assert!(folder.names().into_iter().eq(names));
    }
}

fn check(bytes: &[u8], ways: impl Iterator<Item = u8>) {
    let division = Arc::new(Division::new(bytes));
    let (map, world) = (&division.map, division.world());
    let oracle = Oracle::new(&world);
    let mut files = None;
    for way in ways.map(|number| Way(number % Way::COUNT)) {
        let folder = Folder::new();
        way.solve(&world, &division, &folder);
        let found = folder.files();
        if let Some(before) = &files {
            assert!(found == *before, "other files: {way:?} of {map:?}");
            continue;
        }
        files = Some(found);
        let (tiers, solver) = (super::tiers(&folder, &world), Solver::new());
        for at in map.positions() {
            assert_eq!(tiers.value(&at).ok(), Some(oracle.value(at)), "{at} of {map:?}");
            assert_eq!(tiers.best_moves(&at).ok(), Some(oracle.best_moves(at)), "{at} of {map:?}");
            assert_eq!(tiers.moves(&at).ok(), Some(oracle.moves(at)), "{at} of {map:?}");
            assert_eq!(tiers.principal_line(&at).ok(), Some(oracle.line(at)), "{at} of {map:?}");
        }
        for part in division.parts() {
            let game = tiers.part(&part).expect("solved");
            assert_eq!(solver.audit(&game), Ok(()), "{part} of {map:?}");
            let loaded = tiers.load(&part).expect("solved");
            let positions = division.ranks(part).into_iter().filter_map(|rank| map.unrank(rank));
            assert!(positions.into_iter().all(|at| loaded.get(&at) == Some(oracle.value(at))));
        }
        tiers.verify_all(&solver, division.parts()).expect("right values");
        Tiers::new(world.forward(), folder.path()).verify_all(&solver, division.parts()).expect("right values");
        assert!(tiers.plan(division.parts()).is_ok_and(|plan| plan.iter().all(|part| part.header().is_some())));
    }
}

const LENGTH: Range<usize> = 40..160;

#[test]
fn random_games_in_parts_have_the_values_by_definition() {
    for_random_bytes(250, LENGTH, |bytes| {
        let way = (bytes[0] / 4) ^ bytes[1];
        check(bytes, [way, way / 8].into_iter().take(1 + usize::from(way % 4 == 0)));
    });
}

#[test]
#[ignore = "takes some minutes"]
fn many_random_games_in_parts_have_the_values_by_definition() {
    for_random_bytes(5_000, LENGTH, |bytes| check(bytes, 0..Way::COUNT));
}

/// The games that are drawn have parts that lead to several others, and are reached from several.
#[test]
fn random_games_fall_into_parts_of_every_kind() {
    let counts = std::cell::RefCell::new([0; 4]);
    for_random_bytes(300, LENGTH, |bytes| {
        let division = Division::new(bytes);
        let parts: BTreeSet<usize> = division.part_of.iter().copied().collect();
        let next = |part: &usize| division.next_parts(*part);
        let all: Vec<BTreeSet<usize>> = parts.iter().map(next).collect();
        let places = |part: &usize| division.part_of.iter().filter(|other| *other == part).count();
        let kinds = [
            all.iter().any(|next| next.len() > 1),
            parts.iter().any(|part| all.iter().filter(|next| next.contains(part)).count() > 1),
            all.iter().flatten().flat_map(&next).flat_map(|part| next(&part)).next().is_some(),
            parts.iter().any(|part| places(part) > 2 && !next(part).is_empty()),
        ];
        counts.borrow_mut().iter_mut().zip(kinds).for_each(|(count, is_so)| *count += usize::from(is_so));
    });
    assert!(counts.borrow().iter().all(|count| *count > 15), "{counts:?}");
}
