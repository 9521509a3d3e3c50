//! Random games, divided at random into parts that play never re-enters, compared with the values by definition.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use retrograde::Solver;
use retrograde::tiers::{Tiered, Tiers};

use super::file_of;
use crate::by_definition::Oracle;
use crate::folder::Folder;
use crate::map::Division;
use crate::random::for_random_bytes;
use crate::world::World;

/// In how much memory and on how many threads the parts are solved, and whether over predecessors.
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
        assert!(tiers.plan(division.parts()).is_ok_and(|plan| plan.iter().all(|part| part.header.is_ok())));
    }
}

const LENGTH: Range<usize> = 40..160;

#[test]
fn random_games_in_parts_have_the_values_by_definition() {
    for_random_bytes(1_000, LENGTH, |bytes| {
        let way = (bytes[0] / 4) ^ bytes[1];
        check(bytes, [way, way / 8].into_iter().take(1 + usize::from(way % 4 == 0)));
    });
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
