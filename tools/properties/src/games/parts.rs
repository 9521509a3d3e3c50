//! The game, divided into parts and solved part by part.

use std::collections::BTreeSet;

use cluster::Cluster;
use retrograde::tiers::{TierError, Tiered, Tiers};
use retrograde::{Ranked, Solver, Value};

use super::divided::Divided;
use super::forward::Forward;
use super::world::World;
use crate::folder::folder;

/// Solves the parts, some of them by workers of a cluster.
pub(super) fn check(solver: &Solver<'_>, world: &World, values: &[Value], bytes: &[u8], way: u8) {
    let divided = Divided::new(world, &bytes[bytes.len().min(20)..]);
    let whole = solver.solve(world).expect("a consistent game");
    let (folder, parts) = (folder(), divided.parts());
    let tiers = Tiers::new(divided.clone(), folder.path());
    if way & 64 != 0 {
        let first = tiers.plan(parts.clone()).expect("parts with names").remove(0).part;
        Cluster::new(2).solve_part(&tiers, &first, 0).expect("a consistent game");
    }
    let result = if way & 1 == 0 {
        solve(solver, Tiers::new(Forward(divided.clone()), folder.path()), &parts, way)
    } else {
        solve(solver, Tiers::new(divided.clone(), folder.path()), &parts, way)
    };
    result.unwrap_or_else(|error| panic!("{error}: {divided:?}"));
    for position in world.positions() {
        let value = values[usize::try_from(position).expect("few positions")];
        assert_eq!(tiers.value(&position).ok(), Some(value), "{position} of {divided:?}");
        assert_eq!(tiers.best_moves(&position).ok(), Some(whole.best_moves(&position)), "{position} of {divided:?}");
        let line = tiers.principal_line(&position).ok();
        assert_eq!(line, Some(whole.principal_line(&position)), "{position} of {divided:?}");
    }
    for part in parts {
        let game = tiers.part(&part).expect("solved");
        assert_eq!(solver.audit(&game), Ok(()), "{part} of {divided:?}");
        assert!(tiers.verify(solver, &part).is_ok(), "{part} of {divided:?}");
        let loaded = tiers.load(&part).expect("solved");
        assert_eq!(solver.verify_every_position(&loaded), Ok(()), "{part} of {divided:?}");
        let mut here = divided.ranks[part].iter().filter_map(|rank| Ranked::unrank(world, *rank));
        assert!(here.all(|position| loaded.get(&position) == whole.get(&position)), "{part} of {divided:?}");
    }
}

fn solve<T: Tiered>(solver: &Solver<'_>, tiers: Tiers<T>, parts: &BTreeSet<T::Part>, way: u8) -> Result<(), TierError> {
    // The least memory in which there is a part, or no limit.
    let tiers = if way & 8 == 0 { tiers } else { tiers.memory(24_000_000) };
    tiers.solve(solver, parts.iter().cloned(), |_| {})
}
