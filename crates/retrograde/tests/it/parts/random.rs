//! Random games, divided at random into parts that play never re-enters, compared with the values by definition.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use retrograde::{Ranked, Solver, Values};

use super::direct::with_tables;
use super::{file_of, stored};
use crate::by_definition::Oracle;
use crate::folder::Folder;
use crate::map::Division;
use crate::random::for_random_bytes;
use crate::world::World;

/// In how much memory and on how many threads the parts are solved, whether over predecessors, and whether all of them
/// in tables.
#[derive(Clone, Copy, Debug)]
struct Way(u8);

impl Way {
    const COUNT: u8 = 16;

    fn solve(self, world: &World, division: &Division, folder: &Folder) {
        let world = &if self.0 & 8 > 0 { with_tables(world) } else { world.clone() };
        if self.0 & 2 > 0 {
            self.solve_parts(world.clone(), division, folder);
        } else {
            self.solve_parts(world.forward(), division, folder);
        }
    }

    fn solve_parts(self, game: impl Ranked, division: &Division, folder: &Folder) {
        let stored = stored(folder.path(), game);
        let solver = Solver::new().threads(if self.0 & 4 > 0 { 2 } else { 1 });
        let solver = if self.0 & 1 > 0 { solver.memory(2_600_000) } else { solver };
        let result = solver.solve_parts(&stored, 0..stored.parts().len());
        let parts = division.parts();
        result.unwrap_or_else(|error| panic!("{error}: {self:?} of {:?} in {parts:?}", division.map));
        let names: BTreeSet<String> = parts.into_iter().map(file_of).collect();
        assert!(folder.names().into_iter().eq(names));
    }
}

fn check(bytes: &[u8], ways: impl Iterator<Item = u8>) {
    let division = Arc::new(Division::new(bytes));
    let (map, world) = (&division.map, division.world());
    let oracle = Oracle::new(&map.world());
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
        let (solver, forward) = (Solver::new(), world.forward());
        let (stored, by_moves) = (stored(folder.path(), &world), stored(folder.path(), &forward));
        for at in map.positions() {
            assert_eq!(stored.value(&at), Ok(oracle.value(at)), "{at} of {map:?}");
            assert_eq!(stored.best_moves(&at), Ok(oracle.best_moves(at)), "{at} of {map:?}");
            assert_eq!(stored.moves(&at), Ok(oracle.moves(at)), "{at} of {map:?}");
            assert_eq!(stored.line(&at), Ok(oracle.line(at)), "{at} of {map:?}");
        }
        for part in 0..stored.parts().len() {
            assert_eq!(solver.audit_part(&world, part), Ok(()), "{part} of {map:?}");
            assert_eq!(solver.verify_part(&stored, part), Ok(()), "{part} of {map:?}");
            assert_eq!(solver.verify_part(&by_moves, part), Ok(()), "{part} of {map:?}");
        }
    }
}

const LENGTH: Range<usize> = 40..160;

#[test]
fn random_games_in_parts_have_the_values_by_definition() {
    for_random_bytes(1_000, LENGTH, |bytes| {
        let way = (bytes[0] / 4) ^ bytes[1];
        check(bytes, [way, (way / 16) ^ 8].into_iter().take(1 + usize::from(way % 4 == 0)));
    });
}
