//! Small games of every kind: with cycles, values known at any ply, moves that leave, turns of several moves, symmetry,
//! ranks without a position, and divided into parts.
//!
//! - However a game is solved, whole or restricted, with predecessors or without, by workers of a cluster or part by
//!   part, each position has the value by definition, and solutions of the same ranks are equal.
//! - The audit passes. So does each way to verify a solution, but not if any one value in it is another one.

mod forward;
#[allow(dead_code, reason = "the tests of `retrograde` use more of it")]
#[path = "../../../../crates/retrograde/tests/it/map.rs"]
mod map;
mod parts;
#[path = "../../../../crates/retrograde/tests/it/parts_of_world.rs"]
mod parts_of_world;
#[allow(dead_code, reason = "the tests of `retrograde` use more of it")]
#[path = "../../../../crates/retrograde/tests/it/world.rs"]
mod world;

use cluster::Cluster;
use retrograde::{Ranked, Solution, Solver, Value, VerifyError};

use crate::Case;
use crate::bytes::Bytes;
use crate::folder::folder;
use forward::{Forward, forward};
use map::Map;

/// Makes a game of the bytes and solves it.
///
/// # Panics
///
/// If a property does not hold, or a folder for files cannot be made.
pub fn check(data: &[u8]) -> Case {
    let mut bytes = Bytes::new(data);
    let (way, change) = (bytes.byte(), Change { rank: bytes.byte(), value: bytes.byte() });
    let data = bytes.rest();
    let map = Map::from_bytes(data);
    let world = map.world();
    let values = world.values(world.ranks);
    let start = map.positions().nth(usize::from(way >> 4) % 3).unwrap_or(0);
    let reached = map.reached_from(start);
    let is_reached = |position: &u64| reached.contains(&(position - position % 3));

    let solver = Solver::new();
    let checked = Checked { solver: &solver, map: &map, values: &values, change };
    let all = |_: &u64| true;
    match way % 8 {
        0 | 1 => {
            let solution = checked.check(&world, all);
            if way & 8 != 0 {
                check_cluster(&world, &solution, 2);
            }
        }
        2 => {
            let canonical = solver.subset(&world, all).expect("a small game");
            let classes = map.positions().filter(|position| position % 3 == 0 && map.has_rank(*position));
            assert_eq!(canonical.ranks(), classes.count() as u64);
            checked.check(&canonical, all);
        }
        3 => {
            let reachable = solver.reachable(&world, [start]).expect("a consistent game");
            checked.check(&reachable, is_reached);
        }
        4 => {
            let filtered = solver.subset(&world, |position| reached.contains(position));
            let filtered = filtered.expect("play does not leave it");
            assert_eq!(filtered.ranks(), reached.len() as u64);
            let solution = checked.check(&filtered, is_reached);
            if way & 8 != 0 {
                check_cluster(&filtered, &solution, 3);
            }
        }
        5 => {
            let explored = solver.explore(&world, [start]).expect("a small game");
            assert_eq!(explored.ranks(), reached.len() as u64);
            checked.check(&explored, is_reached);
        }
        _ => parts::check(&solver, &values, data, way),
    }
    Case::Real
}

/// Which value of a solution becomes which other one.
#[derive(Clone, Copy)]
struct Change {
    rank: u8,
    value: u8,
}

struct Checked<'a> {
    solver: &'a Solver<'static>,
    map: &'a Map,
    /// By definition, indexed by positions.
    values: &'a [Value],
    change: Change,
}

impl Checked<'_> {
    /// Solves the game, or a part of it to which some positions belong.
    fn check<'g, G>(&self, part: &'g G, belongs: impl Fn(&u64) -> bool) -> Solution<&'g G>
    where
        G: Ranked<Position = u64>,
    {
        let (map, solver) = (self.map, self.solver);
        assert_eq!(solver.audit(part), Ok(()), "{map:?}");
        let solution = solver.solve(part).expect("a consistent game");
        assert!(solver.solve(Forward(part)).expect("a consistent game") == solution, "{map:?}");
        assert_eq!(verify_in_all_ways(solver, &solution), [Ok(()); 3], "{map:?}");
        for position in map.positions().filter(belongs) {
            let value = self.values[usize::try_from(position).expect("few positions")];
            assert_eq!(solution.get(&position), Some(value), "{position} of {map:?}");
        }
        self.check_change(part, &solution);
        solution
    }

    /// A solution with one wrong value is refused.
    fn check_change<G>(&self, part: &G, solution: &Solution<&G>)
    where
        G: Ranked<Position = u64>,
    {
        let canonical = (0..part.ranks()).filter_map(|rank| part.unrank(rank)).filter(|at| at % 3 == 0);
        let canonical: Vec<u64> = canonical.collect();
        if canonical.is_empty() {
            return;
        }
        let changed = canonical[usize::from(self.change.rank) % canonical.len()];
        let (right, plies) = (solution.value(&changed), u16::from(self.change.value / 3));
        let wrong = [Value::Draw, Value::Win(plies), Value::Loss(plies)][usize::from(self.change.value % 3)];
        let value = |at: &u64| if *at == changed { wrong } else { solution.value(at) };
        let other = Solution::from_values(part, value).expect("short distances");
        let is_passed = verify_in_all_ways(self.solver, &other).map(|found| found.is_ok());
        assert_eq!(is_passed, [wrong == right; 3], "{wrong} in place of {right} at {changed} of {:?}", self.map);
    }
}

/// By predecessors only if most positions are drawn.
fn verify_in_all_ways<G: Ranked>(solver: &Solver<'_>, solution: &Solution<G>) -> [Result<(), VerifyError>; 3] {
    let by_successors = solver.verify(&forward(solution));
    [solver.verify_every_position(solution), by_successors.map(drop), solver.verify(solution).map(drop)]
}

/// Workers in this process find the same.
fn check_cluster<G: Ranked>(game: &G, expected: &Solution<&G>, workers: usize) {
    let folder = folder();
    let path = folder.path().join("world");
    let report = Cluster::new(workers).solve(game, "a world", &path).expect("a consistent game");
    assert_eq!(report.checksum, expected.checksum());
    let loaded = Solution::load(&path, game, "a world").expect("all shares");
    assert!(loaded == *expected, "other values by {workers} workers");
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    const DATA: &[u8] = b"any bytes make a game";

    /// The map of some bytes, and its values except for a wrong one.
    fn map_with_a_wrong_value() -> (Arc<Map>, Vec<Value>) {
        let map = Map::from_bytes(DATA);
        let mut values = map.world().values(map.world().ranks);
        let changed = map.positions().next().expect("a position");
        let value = &mut values[usize::try_from(changed).expect("few positions")];
        *value = if *value == Value::Draw { Value::Win(1) } else { Value::Draw };
        (map, values)
    }

    #[test]
    #[should_panic(expected = "right: Some(")]
    fn a_wrong_value_is_found() {
        let (map, values) = map_with_a_wrong_value();
        let (solver, change) = (&Solver::new(), Change { rank: 0, value: 0 });
        Checked { solver, map: &map, values: &values, change }.check(&map.world(), |_| true);
    }

    #[test]
    #[should_panic(expected = "right: Some(")]
    fn a_wrong_value_of_a_part_is_found() {
        let (_, values) = map_with_a_wrong_value();
        parts::check(&Solver::new(), &values, DATA, 0);
    }
}
