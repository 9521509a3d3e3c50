//! Which parts there are, in which order they are solved, and what they are called.

use std::sync::Arc;

use retrograde::Solver;
use retrograde::tiers::TierError;

use super::{ladder, solve_in, tiers};
use crate::folder::{Folder, check_error, shown};
use crate::world::{Parts, World, index};

/// Parts of two positions, with moves from each to the same one of each next part.
fn layout(parts: &[(&str, &[u64])]) -> World {
    let names: Vec<String> = parts.iter().map(|(name, _)| (*name).to_owned()).collect();
    let next: Arc<[Vec<u64>]> = parts.iter().map(|(_, next)| next.to_vec()).collect();
    let next_parts = Arc::clone(&next);
    let moves = move |at: u64| next[index(at / 2)].iter().map(|part| 2 * part + at % 2).collect();
    let world = World::new(2 * parts.len() as u64, moves);
    let parts = Parts {
        name: Arc::new(move |part| names[index(part)].clone()),
        of: Arc::new(|at| at / 2),
        next: Arc::new(move |part| next_parts[index(part)].clone()),
        ranks: Arc::new(|_| 2),
        rank: Arc::new(|part, at| Some(at - 2 * part)),
        unrank: Arc::new(|part, rank| Some(2 * part + rank)),
        ..world.parts
    };
    World { parts, ..world }
}

/// The parts that these lead to, in the order in which they are solved, or what is shown of the error.
fn order_of(world: &World, parts: &[u64]) -> Result<Vec<u64>, String> {
    let plan = tiers(&Folder::new(), world).plan(parts.iter().copied()).map_err(|error| shown(&error))?;
    Ok(plan.into_iter().map(|planned| planned.part).collect())
}

#[test]
fn a_part_comes_after_all_that_it_leads_to() {
    // Reached by several ways, of different lengths; named twice; not reached at all.
    let next: [&[u64]; 6] = [&[1, 2, 2], &[3], &[4, 3], &[4], &[], &[0]];
    let names = ["top", "left", "right", "low", "end", "other"];
    let world = layout(&[0, 1, 2, 3, 4, 5].map(|part| (names[part], next[part])));
    let check = |parts: &[u64], expected: &[u64]| {
        let order = order_of(&world, parts).expect("no cycle");
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, expected);
        for (place, part) in order.iter().enumerate() {
            assert!(next[index(*part)].iter().all(|next| order[..place].contains(next)), "{order:?}");
        }
    };
    check(&[0], &[0, 1, 2, 3, 4]);
    check(&[4, 0, 3, 0, 2], &[0, 1, 2, 3, 4]);
    check(&[3], &[3, 4]);
    check(&[5, 4], &[0, 1, 2, 3, 4, 5]);
    check(&[], &[]);
}

#[test]
fn the_next_parts_of_a_plan_are_named_once() {
    let folder = Folder::new();
    let plan = tiers(&folder, &layout(&[("top", &[2, 1, 2]), ("b", &[2]), ("a", &[])])).plan([0]).expect("no cycle");
    assert!(plan.iter().map(|planned| planned.part).eq([2, 1, 0]));
    assert_eq!(plan[2].next_parts, [1, 2]);
    assert!(plan.iter().all(|part| part.ranks == 2 && matches!(part.header, Err(TierError::NotSolved { .. }))));
    assert!(plan[2].least_memory <= plan[2].most_memory);
    assert!(!folder.has("lock"), "a plan writes nothing");
}

#[test]
fn a_cycle_is_named() {
    let check = |parts: &[(&str, &[u64])], expected: &str| {
        let (world, folder) = (layout(parts), Folder::new());
        assert_eq!(order_of(&world, &[0]), Err(expected.to_owned()));
        check_error(tiers(&folder, &world).solve(&Solver::new(), [0], |_| panic!("nothing is begun")), expected);
        assert_eq!(folder.names(), [""; 0]);
    };
    check(&[("a", &[1]), ("b", &[0])], "play re-enters a part: a -> b -> a; make these one part");
    // The way to the cycle is not part of it, nor are parts beside it.
    let winding: [(&str, &[u64]); 5] = [("a", &[4, 1]), ("b", &[2]), ("c", &[4, 3]), ("d", &[4, 1]), ("e", &[])];
    check(&winding, "play re-enters a part: b -> c -> d -> b; make these one part");
    check(&[("a", &[1]), ("b", &[1])], "part b is named among its own next parts; name other parts only");
    // Parts that no way leads to do not matter.
    assert_eq!(order_of(&layout(&[("a", &[]), ("b", &[2]), ("c", &[1])]), &[0]), Ok(vec![0]));
}

#[test]
fn a_name_that_no_file_can_have_is_refused() {
    let refused = |name: &str, beside: &str| {
        let Err(message) = order_of(&layout(&[("top", &[1, 2]), (name, &[]), (beside, &[])]), &[0]) else {
            return false;
        };
        let expected = format!(
            "part {name:?} needs another name, for its file: at most 100 letters, digits, '-', '+', '_' and '.', \
             without '.' at the start; and no name of a device"
        );
        let twice =
            |name| format!("two parts are named {name:?}; give them names that differ also in lower case") == message;
        assert!(message == expected || twice("top") || twice(name) || twice(beside), "{message}");
        true
    };
    for name in ["4-3", "a+b_c.d", "Z", "0", "lock", "a.solution", "part.part", "-", "console", "com", "lpt10"] {
        assert!(!refused(name, "beside"), "{name}");
    }
    assert!(!refused(&"n".repeat(100), &"n".repeat(99)));
    let long = "n".repeat(101);
    for name in ["", ".", "..", ".hidden", "a/b", "a\\b", "a b", "a:b", "ä", "a\n", "a\0", "*", "../a", &long] {
        assert!(refused(name, "beside"), "{name:?}");
    }
    // The names of devices, which some systems keep for themselves whatever follows the first dot.
    for name in ["con", "NUL", "aux.1", "Prn", "com1", "LPT9.x"] {
        assert!(refused(name, "beside"), "{name:?}");
    }
    assert!(refused("4-3a", "4-3A"), "small and capital letters are the same to some systems");
    assert!(refused("TOP", "beside") && refused("twin", "twin"));
}

/// Said before anything is solved.
#[test]
fn a_name_of_a_game_that_no_header_has_room_for_is_refused() {
    let with_name = |bytes| {
        let mut world = layout(&[("7", &[])]);
        world.parts.game = "n".repeat(bytes);
        solve_in(Folder::new().path(), &world, 0)
    };
    let expected = "the names of the game and of part 7 take 4097 bytes together; shorten them to 4096 bytes";
    check_error(with_name(4_094), expected);
    // A part has its name after a colon and a space.
    with_name(4_093).expect("4,096 bytes");
}

/// The stack does not limit the number of parts.
#[test]
fn there_may_be_thousands_of_parts() {
    assert!(order_of(&ladder(10_000, 1), &[9_999]).is_ok_and(|order| order.into_iter().eq(0..10_000)));
}
