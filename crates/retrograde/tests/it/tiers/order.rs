//! Which parts there are, in which order they are solved, and what they are called.

use std::ops::ControlFlow;

use retrograde::{Game, PartState, Runner, Tiered, Tiers, Value};

use super::ladder::Ladder;
use super::{Folder, check_error, shown};

/// Parts of two positions, with moves from each to the same one of each next part. Part and number make a position.
#[derive(Clone)]
struct Layout(Vec<(String, Vec<usize>)>);

impl Layout {
    fn new(parts: &[(&str, &[usize])]) -> Self {
        Self(parts.iter().map(|(name, next)| ((*name).to_owned(), next.to_vec())).collect())
    }

    fn index(&self, part: &str) -> usize {
        self.0.iter().position(|(name, _)| name == part).expect("one of the parts")
    }

    /// The numbers of the parts that these depend on, in the order in which they are solved.
    fn order(&self, parts: &[usize]) -> Result<Vec<usize>, String> {
        let folder = Folder::new();
        let tiers = Tiers::new(self.clone(), folder.path());
        let plan = tiers.plan(parts.iter().map(|part| self.0[*part].0.clone()));
        let plan = plan.map_err(|error| shown(&error))?;
        Ok(plan.into_iter().map(|planned| self.index(&planned.part)).collect())
    }
}

impl Game for Layout {
    type Position = (usize, u64);

    fn successors(&self, at: &(usize, u64), visit: impl FnMut((usize, u64)) -> ControlFlow<()>) -> ControlFlow<()> {
        self.0[at.0].1.iter().map(|next| (*next, at.1)).try_for_each(visit)
    }
}

impl Tiered for Layout {
    type Part = String;

    fn name(&self) -> String {
        "a layout".to_owned()
    }

    fn part(&self, at: &(usize, u64)) -> String {
        self.0[at.0].0.clone()
    }

    fn next_parts(&self, part: &String) -> Vec<String> {
        self.0[self.index(part)].1.iter().map(|next| self.0[*next].0.clone()).collect()
    }

    fn ranks(&self, _part: &String) -> u64 {
        2
    }

    fn rank(&self, _part: &String, at: &(usize, u64)) -> u64 {
        at.1
    }

    fn unrank(&self, part: &String, rank: u64) -> Option<(usize, u64)> {
        Some((self.index(part), rank))
    }
}

#[test]
fn a_part_comes_after_all_that_it_leads_to() {
    // Reached by several ways, of different lengths; named twice; not reached at all.
    let layout = Layout::new(&[
        ("top", &[1, 2, 2]),
        ("left", &[3]),
        ("right", &[4, 3]),
        ("low", &[4]),
        ("end", &[]),
        ("other", &[0]),
    ]);
    let check = |parts: &[usize], expected: &[usize]| {
        let order = layout.order(parts).expect("no cycle");
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, expected);
        for (place, part) in order.iter().enumerate() {
            assert!(layout.0[*part].1.iter().all(|next| order[..place].contains(next)), "{order:?}");
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
    let layout = Layout::new(&[("top", &[2, 1, 2]), ("a", &[]), ("b", &[1])]);
    let folder = Folder::new();
    let plan = Tiers::new(layout, folder.path()).plan(["top".to_owned()]).expect("no cycle");
    let [first, second, last] = plan.as_slice() else { panic!("{plan:?}") };
    assert_eq!((first.part.as_str(), second.part.as_str(), last.part.as_str()), ("a", "b", "top"));
    assert_eq!(last.next_parts, ["a", "b"]);
    assert!(plan.iter().all(|part| part.ranks == 2 && matches!(part.state, PartState::NotSolved)));
    assert!(last.least_memory <= last.most_memory && last.header().is_none());
    assert!(!folder.path().join("lock").exists(), "a plan writes nothing");
}

#[test]
fn a_cycle_is_named() {
    let check = |parts: &[(&str, &[usize])], expected: &str| {
        let layout = Layout::new(parts);
        let expected = format!("play re-enters a part: {expected}; make these one part");
        assert_eq!(layout.order(&[0]), Err(expected.clone()));
        let folder = Folder::new();
        let tiers = Tiers::new(layout.clone(), folder.path());
        check_error(tiers.solve(&Runner::new(), [layout.0[0].0.clone()], |_| panic!("nothing is begun")), &expected);
        assert_eq!(folder.files(), []);
    };
    check(&[("a", &[1]), ("b", &[0])], "a -> b -> a");
    // The way to the cycle is not part of it, nor are parts beside it.
    check(&[("a", &[4, 1]), ("b", &[2]), ("c", &[4, 3]), ("d", &[4, 1]), ("e", &[])], "b -> c -> d -> b");
    // Parts that no way leads to do not matter.
    let beside = Layout::new(&[("a", &[]), ("b", &[2]), ("c", &[1])]);
    assert_eq!(beside.order(&[0]), Ok(vec![0]));
}

#[test]
fn a_part_that_leads_to_itself_is_named() {
    let layout = Layout::new(&[("a", &[1]), ("b", &[1])]);
    assert_eq!(layout.order(&[0]), Err("part b is named among its own next parts; name other parts only".to_owned()));
}

#[test]
fn a_name_that_cannot_be_that_of_a_file_is_refused() {
    let refused = |name: &str, beside: &str| {
        let layout = Layout::new(&[("top", &[1, 2]), (name, &[]), (beside, &[])]);
        let Err(message) = layout.order(&[0]) else { return false };
        let expected = |name: &str| {
            format!(
                "part {name:?} needs another name, for its file: at most 100 letters, digits, '-', '+', '_' and '.', \
                 without \
                 '.' at the start; no name of a device; and different from the other parts, also in lower case"
            )
        };
        assert!(["top", name, beside].iter().any(|name| message == expected(name)), "{message}");
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
    assert!(refused("TOP", "beside"));
}

/// A part is known by its order and not by its name.
#[test]
fn two_parts_of_the_same_name_are_refused() {
    #[derive(Clone)]
    struct Twins;

    #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
    struct Twin(bool);

    impl std::fmt::Display for Twin {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("twin")
        }
    }

    impl Game for Twins {
        type Position = bool;

        fn successors(&self, _: &bool, _: impl FnMut(bool) -> ControlFlow<()>) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
    }

    impl Tiered for Twins {
        type Part = Twin;

        fn name(&self) -> String {
            "twins".to_owned()
        }

        fn part(&self, at: &bool) -> Twin {
            Twin(*at)
        }

        fn next_parts(&self, _: &Twin) -> Vec<Twin> {
            vec![]
        }

        fn ranks(&self, _: &Twin) -> u64 {
            1
        }

        fn rank(&self, _: &Twin, _: &bool) -> u64 {
            0
        }

        fn unrank(&self, part: &Twin, _: u64) -> Option<bool> {
            Some(part.0)
        }
    }

    let folder = Folder::new();
    let tiers = Tiers::new(Twins, folder.path());
    let expected = "part \"twin\" needs another name, for its file: at most 100 letters, digits, '-', '+', '_' and '.', without \
                    '.' at the start; no name of a device; and different from the other parts, also in lower case";
    check_error(tiers.plan([Twin(false), Twin(true)]), expected);
    assert!(tiers.plan([Twin(true)]).is_ok());
}

/// Said before anything is solved.
#[test]
fn a_name_of_a_game_that_no_header_has_room_for_is_refused() {
    struct Long {
        bytes: usize,
    }

    impl Game for Long {
        type Position = u64;

        fn successors(&self, _: &u64, _: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
    }

    impl Tiered for Long {
        type Part = u64;

        fn name(&self) -> String {
            "n".repeat(self.bytes)
        }

        fn part(&self, _: &u64) -> u64 {
            7
        }

        fn next_parts(&self, _: &u64) -> Vec<u64> {
            vec![]
        }

        fn ranks(&self, _: &u64) -> u64 {
            1
        }

        fn rank(&self, _: &u64, _: &u64) -> u64 {
            0
        }

        fn unrank(&self, _: &u64, _: u64) -> Option<u64> {
            Some(0)
        }
    }

    let folder = Folder::new();
    let result =
        Tiers::new(Long { bytes: 4_094 }, folder.path()).solve(&Runner::new(), [7], |_| panic!("nothing is begun"));
    check_error(result, "the names of the game and of part 7 take 4097 bytes together; shorten them to 4096 bytes");
    // A part has its name after a colon and a space.
    Tiers::new(Long { bytes: 4_093 }, folder.path()).solve(&Runner::new(), [7], |_| {}).expect("4,096 bytes");
}

/// Neither the stack nor the number of files that may be open limits the number of parts.
#[test]
fn there_may_be_thousands_of_parts() {
    let last = 9_999_u64;
    let folder = Folder::new();
    let tiers = Tiers::new(Ladder::new(last + 1, 1), folder.path());
    let plan = tiers.plan([last]).expect("no cycle");
    assert!(plan.iter().map(|part| part.part).eq(0..=last));

    let few = 150;
    let tiers = Tiers::new(Ladder::new(few, 1), folder.path());
    tiers.solve(&Runner::new(), [few - 1], |_| {}).expect("there is room");
    let line = tiers.principal_line(&(few - 1)).expect("all are solved");
    assert!(line.iter().rev().copied().eq(0..few));
    assert_eq!(tiers.value(&149).ok(), Some(Value::Win(149)));
}
