//! Random games with known values at any ply, moves that leave, holes, symmetry, turns of several moves and
//! restriction, solved in all ways and compared with the values by definition.

use std::collections::BTreeMap;
use std::ops::Range;

use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use retrograde::{Check, Game, Outcome, Ranked, Solution, Solver, Value};

use crate::map::Map;
use crate::world::{World, index};

/// What each position is worth, and so what must be answered.
pub(crate) struct Oracle {
    world: World,
    values: Vec<Value>,
}

impl Oracle {
    pub(crate) fn new(world: &World) -> Self {
        Self { world: world.clone(), values: world.values(world.ranks) }
    }

    pub(crate) fn value(&self, at: u64) -> Value {
        self.values[index(at)]
    }

    /// What each move is worth to the player who makes it.
    pub(crate) fn moves(&self, at: u64) -> Vec<(u64, Value)> {
        let worth = |to| {
            let wins = (self.value(to).outcome() == Outcome::Win) == self.world.moves_again(&at, &to);
            let plies = self.value(to).plies().map(|plies| plies + 1);
            (to, plies.map_or(Value::Draw, |plies| if wins { Value::Win(plies) } else { Value::Loss(plies) }))
        };
        let is_known = self.world.known_value(&at).is_some();
        if is_known { Vec::new() } else { self.world.moves(&at).into_iter().map(worth).collect() }
    }

    pub(crate) fn best_moves(&self, at: u64) -> Vec<u64> {
        self.moves(at).into_iter().filter(|(_, worth)| *worth == self.value(at)).map(|(to, _)| to).collect()
    }

    pub(crate) fn line(&self, at: u64) -> Vec<u64> {
        let next = |at: &u64| self.best_moves(*at).first().copied().filter(|_| self.value(*at) != Value::Draw);
        std::iter::successors(Some(at), next).collect()
    }
}

/// Solves a game, whole or restricted, and checks all that is said of these positions.
fn check_game<G>(map: &Map, game: &G, positions: impl IntoIterator<Item = u64>, oracle: &Oracle) -> Solution<G>
where
    G: Ranked<Position = u64> + Clone,
{
    let solver = Solver::new();
    assert_eq!(solver.audit(game), Ok(()), "{map:?}");
    let solution = solver.solve(game.clone()).expect("a consistent game");
    for at in positions {
        let value = oracle.value(at);
        assert_eq!((solution.get(&at), solution.value(&at)), (Some(value), value), "{at} of {map:?}");
        let (moves, best) = (oracle.moves(at), oracle.best_moves(at));
        let winning = moves.iter().filter(|(_, worth)| worth.outcome() == Outcome::Win).map(|(to, _)| *to);
        assert!(solution.winning_moves(&at).into_iter().eq(winning), "{at} of {map:?}");
        assert_eq!(solution.moves(&at), moves, "{at} of {map:?}");
        assert_eq!(solution.best_move(&at), best.first().copied(), "{at} of {map:?}");
        assert_eq!(solution.best_moves(&at), best, "{at} of {map:?}");
        assert_eq!(solution.principal_line(&at), oracle.line(at), "{at} of {map:?}");
    }
    let drawn = solution.with_outcome(Outcome::Draw).count();
    let is_mostly_drawn = 2 * drawn > solution.iter().count();
    let check = if G::LISTS_PREDECESSORS && is_mostly_drawn { Check::Predecessors } else { Check::Successors };
    assert_eq!(solver.verify(&solution), Ok(check), "{map:?}");
    assert_eq!(solver.verify_every_position(&solution), Ok(()), "{map:?}");
    check_changes(map, &solution);
    solution
}

/// Neither way to verify passes a solution in which one value is another one.
fn check_changes<G: Ranked<Position = u64> + Clone>(map: &Map, solution: &Solution<G>) {
    let Some((changed, right)) = solution.iter().next() else { return };
    let plies = right.plies().unwrap_or(0);
    let wrong = [Value::Draw, Value::Win(plies), Value::Loss(plies), Value::Win(plies + 1), Value::Loss(plies + 1)];
    let stored: BTreeMap<u64, Value> = solution.iter().collect();
    for wrong in wrong.into_iter().filter(|wrong| *wrong != right) {
        let value = |at: &u64| if *at == changed { wrong } else { stored[at] };
        let other = Solution::from_values(solution.game().clone(), value).expect("short distances");
        let is_caught = Solver::new().verify(&other).is_err() && Solver::new().verify_every_position(&other).is_err();
        assert!(is_caught, "{wrong} at {changed} of {map:?}");
    }
}

fn check(bytes: &[u8]) {
    let map = Map::from_bytes(bytes);
    let (world, solver) = (map.world(), Solver::new());
    let oracle = Oracle::new(&world);
    let whole = check_game(&map, &world, map.positions(), &oracle);
    assert_eq!(check_game(&map, &world.forward(), map.positions(), &oracle), whole, "bit for bit");
    #[cfg(feature = "files")]
    crate::shares::check_shares(&world, &whole);
    let classes = || map.positions().filter(|at| at % 3 == 0 && map.has_rank(*at));
    assert!(whole.iter().eq(classes().map(|at| (at, oracle.value(at)))), "{map:?}");
    for outcome in [Outcome::Win, Outcome::Loss, Outcome::Draw] {
        let expected = whole.iter().filter(|(_, value)| value.outcome() == outcome);
        assert!(whole.with_outcome(outcome).eq(expected), "{map:?}");
    }
    let rank_of = |at: u64| map.has_rank(at).then_some(at - at % 3);
    assert!(map.positions().all(|at| whole.rank(&at) == rank_of(at)), "{map:?}");
    let mut counts = BTreeMap::new();
    classes().for_each(|at| *counts.entry(oracle.value(at)).or_insert(0) += u64::from(world.orbit(&at)));
    assert_eq!(whole.counts(), counts, "{map:?}");

    let canonical = solver.subset(world.clone(), |_| true).expect("a small game");
    assert_eq!(canonical.ranks(), classes().count() as u64);
    check_game(&map, &canonical, map.positions(), &oracle);

    let start = map.positions().nth(usize::from(bytes.last().copied().unwrap_or(0)) % 3).unwrap_or(0);
    let reached = map.reached_from(start);
    let is_reached = |at: &u64| reached.contains(&(at - at % 3));
    let with_images = || map.positions().filter(is_reached);
    let reachable = solver.reachable(world.clone(), [start]).expect("a consistent game");
    for at in map.positions() {
        let is_expected = if map.is_solved(at) { reachable.contains(&at) == is_reached(&at) } else { true };
        assert!(is_expected, "{at} of {map:?}");
    }
    check_game(&map, &reachable, with_images(), &oracle);
    let filtered = solver.subset(world.clone(), is_reached).expect("play does not leave it");
    assert_eq!(filtered.ranks(), reached.len() as u64);
    check_game(&map, &filtered, with_images(), &oracle);
    let explored = solver.explore(world.clone(), [start]).expect("a small game");
    assert_eq!(explored.ranks(), reached.len() as u64);
    let listed = check_game(&map, &explored, with_images(), &oracle);
    let forward = solver.explore(world.forward(), [start]).expect("a small game");
    assert_eq!(check_game(&map, &forward, with_images(), &oracle), listed, "bit for bit");
}

/// Checks `cases` random byte strings, the same ones each time. One that fails is made smaller.
pub(crate) fn for_random_bytes(cases: u32, length: Range<usize>, check: impl Fn(&[u8])) {
    let config = ProptestConfig { cases, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..Default::default() };
    let bytes = prop::collection::vec(any::<u8>(), length);
    let result = TestRunner::new(config).run(&bytes, |bytes| {
        check(&bytes);
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
}

const LENGTH: Range<usize> = 0..128;

#[test]
fn random_games_have_the_values_by_definition() {
    for_random_bytes(2_000, LENGTH, check);
}

#[test]
#[ignore = "takes half a minute"]
fn many_random_games_have_the_values_by_definition() {
    for_random_bytes(100_000, LENGTH, check);
}

/// The games that are drawn are of all the kinds that the test is about.
#[test]
fn random_games_are_of_every_kind() {
    let values = std::cell::RefCell::new(BTreeMap::<(bool, Value), u32>::new());
    for_random_bytes(1_000, LENGTH, |bytes| {
        let map = Map::from_bytes(bytes);
        let oracle = Oracle::new(&map.world());
        for at in map.positions() {
            *values.borrow_mut().entry((map.is_solved(at), oracle.value(at))).or_default() += 1;
        }
    });
    // Wins and losses that follow from known ones at 40 plies, and others.
    for value in [Value::Win(41), Value::Loss(41), Value::Win(2), Value::Loss(13), Value::Draw, Value::Win(3)] {
        assert!(values.borrow().get(&(true, value)).is_some_and(|count| *count >= 3), "{value}: {values:?}");
    }
}
