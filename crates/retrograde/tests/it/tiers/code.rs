//! What is wrong in the code of a game, and how it is found.

use std::ops::ControlFlow;

use retrograde::{Game, Predecessors, Runner, SolveError, TierError, Tiered, Tiers, Value};

use super::Folder;
use super::ladder::{Bug, Ladder};

/// A heap from which one, two or three are taken. A hundred in a row are a part.
struct Heaps {
    mixes_parts: bool,
}

impl Game for Heaps {
    type Position = u64;

    fn successors(&self, heap: &u64, visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        (1..=3).filter_map(|taken| heap.checked_sub(taken)).try_for_each(visit)
    }
}

impl Predecessors for Heaps {
    fn predecessors(&self, heap: &u64, visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        (1..=3).map(|taken| heap + taken).try_for_each(visit)
    }
}

impl Tiered for Heaps {
    type Part = u64;

    fn name(&self) -> String {
        "heaps".to_owned()
    }

    fn part(&self, heap: &u64) -> u64 {
        heap / 100
    }

    fn next_parts(&self, part: &u64) -> Vec<u64> {
        part.checked_sub(1).into_iter().collect()
    }

    fn move_count_within_part(&self, heap: &u64) -> Option<u32> {
        // The first three of a part lead into the one before.
        (heap % 100 >= 3).then_some(3)
    }

    fn ranks(&self, _part: &u64) -> u64 {
        if self.mixes_parts { 120 } else { 100 }
    }

    fn rank(&self, part: &u64, heap: &u64) -> u64 {
        heap - part * 100
    }

    fn unrank(&self, part: &u64, rank: u64) -> Option<u64> {
        Some(part * 100 + rank)
    }
}

#[test]
fn moves_within_a_part_are_counted() {
    let folder = Folder::new();
    let tiers = Tiers::new(Heaps { mixes_parts: false }, folder.path());
    tiers.solve_with_predecessors(&Runner::new(), [3], |_| {}).expect("a consistent game");
    let values = [399, 396, 300].map(|heap| tiers.value(&heap).expect("a solved part"));
    assert_eq!(values, [Value::Win(199), Value::Loss(198), Value::Loss(150)]);
}

/// Of a small game all positions are in the sample.
#[test]
fn a_wrong_number_of_moves_is_an_error() {
    struct Heap;
    impl Game for Heap {
        type Position = u64;
        fn successors(&self, heap: &u64, visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
            (1..=3).filter_map(|taken| heap.checked_sub(taken)).try_for_each(visit)
        }
        fn move_count(&self, _heap: &u64) -> Option<u32> {
            Some(3)
        }
    }
    impl Predecessors for Heap {
        fn predecessors(&self, heap: &u64, visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
            (1..=3).map(|taken| heap + taken).filter(|before| *before < 50).try_for_each(visit)
        }
    }
    rank_by_number!(Heap, |_| 50);
    let error = retrograde::solve_with_predecessors(Heap).expect_err("an empty heap has no move");
    assert_eq!(error, SolveError::MoveCount { rank: 0 });
    assert!(error.to_string().contains("of rank 0 is wrong"), "{error}");
}

/// Ranks beyond a part that yield positions of the next one count for nothing.
#[test]
fn positions_of_other_parts_are_not_counted() {
    let folder = Folder::new();
    let tiers = Tiers::new(Heaps { mixes_parts: true }, folder.path());
    tiers.solve(&Runner::new(), [1], |_| {}).expect("a consistent game");
    let solution = tiers.load(&1).expect("a solved part");
    assert_eq!(solution.counts().values().sum::<u64>(), 100);
}

#[test]
fn a_part_is_audited_before_anything_is_solved() {
    let (folder, game) = (Folder::new(), Ladder::new(3, 60));
    let audit = |game: &Ladder, part| {
        let tiers = Tiers::new(game.clone(), folder.path());
        tiers.audit(&part, |part| Runner::new().audit_with_predecessors(part))
    };
    for part in 0..3 {
        audit(&game, part).expect("a consistent game");
    }
    let unnamed = Ladder { bug: Some(Bug::PartNotNamed), ..game.clone() };
    let error = audit(&unnamed, 2).expect_err("a next part is not named");
    assert!(matches!(error, TierError::MoveLeaves { .. }), "{error}");
    assert_eq!(folder.files(), []);

    let forgetful = Ladder { bug: Some(Bug::NoPredecessors), ..game };
    let error = audit(&forgetful, 1).expect_err("no predecessors");
    assert!(matches!(error, TierError::Audit { .. }), "{error}");
    assert!(error.to_string().starts_with("part 1: "), "{error}");
}
