//! Lists of parts: what they must say, and which parts are needed.

use std::sync::Arc;

use retrograde::files::Stored;
use retrograde::{ErrorKind, Part, Solver};

use super::stored;
use crate::folder::{Folder, check_error};
use crate::world::{World, index};

/// Parts of two positions, with moves from each to the same one of each next part.
fn list(parts: &[(&str, &[usize])]) -> World {
    let next: Arc<[Vec<usize>]> = parts.iter().map(|(_, next)| next.to_vec()).collect();
    let moves = move |at: u64| next[index(at / 2)].iter().map(|part| 2 * *part as u64 + at % 2).collect();
    let starts = (0..).step_by(2);
    let part = |(start, (name, next)): (u64, &(&str, &[usize]))| Part {
        name: (*name).to_owned(),
        ranks: start..start + 2,
        next: next.to_vec(),
    };
    World { parts: starts.zip(parts).map(part).collect(), ..World::new(2 * parts.len() as u64, moves) }
}

#[test]
fn parts_are_solved_after_all_that_they_lead_to() {
    let names = ["end", "low", "left", "right", "top", "other"];
    // Reached by several ways, of different lengths; named twice; not reached at all.
    let next: [&[usize]; 6] = [&[], &[0], &[0, 1, 0], &[1], &[2, 3, 3], &[4]];
    let world = list(&[0, 1, 2, 3, 4, 5].map(|part| (names[part], next[part])));
    let folder = Folder::new();
    let stored = stored(folder.path(), &world);
    assert_eq!(stored.order([4]), [0, 1, 2, 3, 4]);
    assert_eq!(stored.order([0, 4, 1, 4]), [0, 1, 2, 3, 4]);
    assert_eq!(stored.order([3]), [0, 1, 3]);
    assert_eq!(stored.order([]), [0; 0]);
    assert!((0..6).all(|part| stored.header(part).is_err_and(|error| error.kind() == ErrorKind::NotSolved)));
    assert!(!folder.has("lock"), "to look writes nothing");
    Solver::new().solve_parts(&stored, [3]).expect("there is room");
    assert_eq!(folder.names(), ["end.solution", "low.solution", "right.solution"]);
}

#[test]
fn a_list_that_contradicts_itself_is_an_error() {
    let check = |change: &dyn Fn(&mut World), expected: &str| {
        let mut world = list(&[("a", &[]), ("b", &[0])]);
        change(&mut world);
        check_error(Stored::folder("none", &world, "a game").map(drop), expected);
        check_error(Solver::new().audit(&world), expected);
        check_error(Solver::new().audit_part(&world, 0), expected);
    };
    let later = |name: &str, to: &str| format!("part {name} leads to part {to}, which must come before it in the list");
    check(&|world| world.parts[0].next.push(1), &later("a", "b"));
    check(&|world| world.parts[1].next.push(7), &later("b", "number 7"));
    let start = "part b has the ranks 3..4; they must start at 2, after the last";
    check(&|world| world.parts[1].ranks = 3..4, start);
    check(&|world| world.parts[1].ranks = 2..3, "the parts end at rank 3, but the game has 4 ranks");
    check(&|world| drop(world.parts.pop()), "the parts end at rank 2, but the game has 4 ranks");
}

#[test]
fn a_name_that_no_file_can_have_is_refused() {
    let refused = |name: &str, beside: &str| {
        let world = list(&[(name, &[]), (beside, &[]), ("top", &[0, 1])]);
        let Err(error) = Stored::folder("none", &world, "a game") else { return false };
        let expected = format!(
            "part {name:?} needs another name, for its file: at most 100 letters, digits, '-', '+', '_' and '.', \
             without '.' at the start"
        );
        let message = error.to_string();
        let is_twice = message.starts_with("two parts are named ")
            && message.ends_with("; give them names that differ also in lower case");
        assert!(message == expected || is_twice, "{message}");
        true
    };
    for name in ["4-3", "a+b_c.d", "Z", "0", "lock", "a.solution", "part.part", "-"] {
        assert!(!refused(name, "beside"), "{name}");
    }
    assert!(!refused(&"n".repeat(100), &"n".repeat(99)));
    let long = "n".repeat(101);
    for name in ["", ".", "..", ".hidden", "a/b", "a\\b", "a b", "a:b", "ä", "a\n", "a\0", "*", "../a", &long] {
        assert!(refused(name, "beside"), "{name:?}");
    }
    assert!(refused("4-3a", "4-3A"), "small and capital letters are the same to some systems");
    assert!(refused("TOP", "beside") && refused("twin", "twin"));
}
