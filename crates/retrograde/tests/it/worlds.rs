//! Random games with known values at any ply, moves that leave, holes, symmetry, turns of several moves and
//! restriction, solved in all ways and compared with the values by definition.

use proptest::prelude::*;
use retrograde::{
    Explored, Predecessors, Ranked, Runner, Solution, Subset, Value, audit_with_predecessors, solve,
    solve_with_predecessors, verify,
};

use crate::shares::check_shares;
use crate::world::World;

/// Solves a part of a world with and without predecessors, and compares the values of these positions.
fn check_part<G>(world: &World, part: &G, positions: impl Iterator<Item = u64>, values: &[Value])
where
    G: Ranked<Position = u64> + Predecessors,
{
    assert_eq!(audit_with_predecessors(part), Ok(()), "{world:?}");
    let solution = solve(part).expect("a consistent game");
    assert_eq!(solve_with_predecessors(part).as_ref(), Ok(&solution), "{world:?}");
    assert_eq!(verify(&solution), Ok(()), "{world:?}");
    assert_eq!(Runner::new().verify_canonical(&solution), Ok(()), "{world:?}");
    assert_eq!(Runner::new().verify_with_predecessors(&solution), Ok(()), "{world:?}");
    check_shares(part);
    check_changes(world, part, &solution);
    for position in positions {
        let value = values[usize::try_from(position).expect("few positions")];
        assert_eq!(solution.get(&position), Some(value), "{position} of {world:?}");
        assert_eq!(solution.value(&position), value);
        check_line(world, &solution, position, value);
    }
}

/// No way to verify passes a solution in which one value is another one.
fn check_changes<G>(world: &World, part: &G, solution: &Solution<&G>)
where
    G: Ranked<Position = u64> + Predecessors,
{
    let Some(changed) = (0..part.ranks()).filter_map(|rank| part.unrank(rank)).find(|at| at % 3 == 0) else { return };
    let right = solution.value(&changed);
    let plies = right.plies().unwrap_or(0);
    let wrong = [Value::Draw, Value::Win(plies), Value::Loss(plies), Value::Win(plies + 1), Value::Loss(plies + 1)];
    for wrong in wrong.into_iter().filter(|wrong| *wrong != right) {
        let value = |at: &u64| if *at == changed { wrong } else { solution.value(at) };
        let other = Solution::from_values(part, value).expect("short distances");
        let mut runner = Runner::new();
        let found = [verify(&other), runner.verify_canonical(&other), runner.verify_with_predecessors(&other)];
        assert!(found.iter().all(Result::is_err), "{wrong} at {changed}, {found:?}: {world:?}");
    }
}

/// A line ends with the game, or where a value is known.
fn check_line<G: Ranked<Position = u64>>(world: &World, solution: &Solution<G>, position: u64, value: Value) {
    let line = solution.principal_line(&position);
    let last = *line.last().expect("the position itself");
    let Some(plies) = value.plies() else { return assert_eq!(line, [position]) };
    let left = solution.value(&last).plies().expect("won or lost");
    assert_eq!(usize::from(plies - left) + 1, line.len(), "{line:?} of {world:?}");
    assert!(left == 0 || !world.is_solved(last));
}

fn check(bytes: &[u8]) {
    let world = World::from_bytes(bytes);
    let values = world.values();
    check_part(&world, &world, world.positions(), &values);

    let canonical = Subset::canonical(&world).expect("a small game");
    let classes = world.positions().filter(|position| position % 3 == 0 && world.has_rank(*position));
    assert_eq!(canonical.ranks(), classes.count() as u64);
    check_part(&world, &canonical, world.positions(), &values);

    let start = world.positions().nth(usize::from(bytes.last().copied().unwrap_or(0)) % 3).unwrap_or(0);
    let reached = world.reached_from(start);
    let with_images = || world.positions().filter(|position| reached.contains(&(position - position % 3)));
    let reachable = Subset::reachable(&world, [start]).expect("a consistent game");
    let expected = |position: &u64| reached.contains(&(position - position % 3)) || !world.is_solved(*position);
    assert!(world.positions().filter(|position| reachable.contains(position)).all(|position| expected(&position)));
    assert!(with_images().all(|position| reachable.contains(&position)));
    check_part(&world, &reachable, with_images(), &values);

    let filtered = Subset::filtered(&world, |position| reached.contains(position));
    assert_eq!(filtered.as_ref().map(Ranked::ranks), Ok(reached.len() as u64));
    check_part(&world, &filtered.expect("play does not leave it"), with_images(), &values);

    let explored = Explored::new(&world, [start]).expect("a small game");
    assert_eq!(explored.ranks(), reached.len() as u64);
    check_part(&world, &explored, with_images(), &values);
}

fn games() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..96)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_games_have_the_values_by_definition(bytes in games()) {
        check(&bytes);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    #[ignore = "takes half a minute"]
    fn many_random_games_have_the_values_by_definition(bytes in games()) {
        check(&bytes);
    }
}

/// The games that are drawn are of all the kinds that the test is about.
#[test]
fn random_games_are_of_every_kind() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;

    let mut runner = TestRunner::deterministic();
    let mut values = std::collections::BTreeMap::<(bool, Value), u32>::new();
    for _ in 0..1_000 {
        let world = World::from_bytes(&games().new_tree(&mut runner).expect("bytes").current());
        let all = world.values();
        for position in world.positions() {
            let value = all[usize::try_from(position).expect("few positions")];
            *values.entry((world.is_solved(position), value)).or_default() += 1;
        }
    }
    // Wins and losses that follow from known ones at 40 plies, and others.
    for value in [Value::Win(41), Value::Loss(41), Value::Win(2), Value::Loss(13), Value::Draw, Value::Win(3)] {
        assert!(values.get(&(true, value)).is_some_and(|count| *count >= 3), "{value}: {values:?}");
    }
}
