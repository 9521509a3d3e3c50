//! The game, divided into parts and solved part by part.

use cluster::Cluster;
use retrograde::{Ranked, Runner, Tiers, Value, audit_with_predecessors, solve};

use super::divided::Divided;
use super::world::World;
use crate::folder::folder;

/// Solves the parts, some of them by workers of a cluster.
pub(super) fn check(world: &World, values: &[Value], bytes: &[u8], way: u8) {
    let divided = Divided::new(world, &bytes[bytes.len().min(20)..]);
    let whole = solve(world).expect("a consistent game");
    let (folder, parts) = (folder(), divided.parts());
    // The least memory in which there is a part, or no limit.
    let tiers = Tiers::new(divided.clone(), folder.path()).side_by_side(1 + usize::from(way >> 7));
    let tiers = if way & 8 == 0 { tiers } else { tiers.memory(24_000_000) };
    let runner = Runner::new();
    if way & 64 != 0 {
        let first = tiers.plan(parts.clone()).expect("parts with names").remove(0).part;
        Cluster::new(2).solve_part(&tiers, &first, 0).expect("a consistent game");
    }
    let solved = if way & 1 == 0 {
        tiers.solve(&runner, parts.clone(), |_| {})
    } else {
        tiers.solve_with_predecessors(&runner, parts.clone(), |_| {})
    };
    solved.unwrap_or_else(|error| panic!("{error}: {divided:?}"));
    for position in world.positions() {
        let value = values[usize::try_from(position).expect("few positions")];
        assert_eq!(tiers.value(&position).ok(), Some(value), "{position} of {divided:?}");
        assert_eq!(tiers.best_moves(&position).ok(), Some(whole.best_moves(&position)), "{position} of {divided:?}");
        let line = tiers.principal_line(&position).ok();
        assert_eq!(line, Some(whole.principal_line(&position)), "{position} of {divided:?}");
    }
    let mut runner = Runner::new();
    for part in parts {
        let game = tiers.part(&part).expect("solved");
        assert_eq!(audit_with_predecessors(&game), Ok(()), "{part} of {divided:?}");
        assert!(tiers.verify(&mut runner, &part).is_ok(), "{part} of {divided:?}");
        assert!(tiers.verify_with_predecessors(&mut runner, &part).is_ok(), "{part} of {divided:?}");
        let loaded = tiers.load(&part).expect("solved");
        let mut here = divided.ranks[part].iter().filter_map(|rank| Ranked::unrank(world, *rank));
        assert!(here.all(|position| loaded.get(&position) == whole.get(&position)), "{part} of {divided:?}");
    }
}
