//! A game of a map, solved in all ways and compared with the values by definition.

use std::collections::BTreeMap;

use retrograde::{Explored, Game, Outcome, Ranked, Solution, Solver, Subset, Value, Values};

use super::map::Map;
use super::world::{World, index};

/// What each position is worth, and so what must be answered.
pub(crate) struct Oracle {
    world: World,
    pub(crate) values: Vec<Value>,
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

    /// The line of a draw ends with a position that comes back.
    pub(crate) fn line(&self, at: u64) -> Vec<u64> {
        let mut line = vec![at];
        while let Some(next) = self.best_moves(line[line.len() - 1]).first() {
            line.push(*next);
            if line.iter().filter(|at| *at == next).count() > 1 {
                break;
            }
        }
        line
    }
}

/// Solves a game, whole or restricted, and checks all that is said of these positions.
pub(crate) fn check_game<G>(
    map: &Map,
    game: &G,
    positions: impl IntoIterator<Item = u64>,
    oracle: &Oracle,
    change: [u8; 2],
) -> Solution<G>
where
    G: Ranked<Position = u64> + Clone,
{
    let solver = Solver::new();
    assert_eq!(solver.audit(game), Ok(()), "{map:?}");
    let solution = solver.solve(game.clone()).expect("a consistent game");
    for at in positions {
        let value = oracle.value(at);
        assert_eq!((solution.get(&at), solution.value(&at)), (Some(value), Ok(value)), "{at} of {map:?}");
        let (moves, best) = (oracle.moves(at), oracle.best_moves(at));
        assert_eq!(solution.moves(&at), Ok(moves), "{at} of {map:?}");
        assert_eq!(solution.best_move(&at), Ok(best.first().copied()), "{at} of {map:?}");
        assert_eq!(solution.best_moves(&at), Ok(best), "{at} of {map:?}");
        assert_eq!(solution.line(&at), Ok(oracle.line(at)), "{at} of {map:?}");
    }
    assert_eq!(solver.verify(&solution), Ok(()), "{map:?}");
    assert_eq!(solver.verify_every_position(&solution), Ok(()), "{map:?}");
    check_changes(map, &solution, change);
    solution
}

/// Neither way to verify passes a solution in which one value, of this number, is another one.
fn check_changes<G: Ranked<Position = u64> + Clone>(map: &Map, solution: &Solution<G>, [number, plies]: [u8; 2]) {
    let stored: BTreeMap<u64, Value> = solution.iter().collect();
    let Some((&changed, &right)) = stored.iter().cycle().nth(number.into()) else { return };
    let near = right.plies().unwrap_or(0);
    let won_or_lost =
        [near, near + 1, plies.into()].into_iter().flat_map(|plies| [Value::Win(plies), Value::Loss(plies)]);
    let wrong = [Value::Draw].into_iter().chain(won_or_lost);
    for wrong in wrong.filter(|wrong| *wrong != right) {
        let value = |at: &u64| if *at == changed { wrong } else { stored[at] };
        let other = Solution::from_values(solution.game().clone(), value).expect("short distances");
        let is_caught = Solver::new().verify(&other).is_err() && Solver::new().verify_every_position(&other).is_err();
        assert!(is_caught, "{wrong} at {changed} of {map:?}");
    }
}

/// The solutions of a game: as a whole, of one of all symmetric positions, of what can be reached from a start, and
/// without a formula for ranks.
type Solutions<G> = (Solution<G>, [Solution<Subset<G>>; 2], Solution<Explored<G>>);

/// Solves the game and its restrictions, and checks what they hold.
fn check_all<const LISTS: bool>(
    map: &Map,
    world: &World<LISTS>,
    oracle: &Oracle,
    start: u64,
    change: [u8; 2],
) -> Solutions<World<LISTS>> {
    let solver = Solver::new();
    let whole = check_game(map, world, map.positions(), oracle, change);
    let canonical = solver.reachable(world.clone(), map.positions()).expect("a consistent game");
    let classes = map.positions().filter(|at| at % 3 == 0 && map.has_rank(*at));
    assert_eq!(canonical.ranks(), classes.count() as u64);

    let reached = map.reached_from(start);
    let is_reached = |at: &u64| reached.contains(&(at - at % 3));
    let with_images = || map.positions().filter(is_reached);
    let reachable = solver.reachable(world.clone(), [start]).expect("a consistent game");
    for at in map.positions() {
        let is_expected =
            if map.is_solved(at) { reachable.rank(&world.canonical(&at)).is_some() == is_reached(&at) } else { true };
        assert!(is_expected, "{at} of {map:?}");
    }
    let explored = solver.explore(world.clone(), [start]).expect("a small game");
    assert_eq!(explored.ranks(), reached.len() as u64);
    let subsets = [
        check_game(map, &canonical, map.positions(), oracle, change),
        check_game(map, &reachable, with_images(), oracle, change),
    ];
    (whole, subsets, check_game(map, &explored, with_images(), oracle, change))
}

/// Checks a game made of bytes, with predecessors and without. A value in each solution is changed, which the bytes
/// choose. Returns the solution of the whole game.
pub(crate) fn check(bytes: &[u8]) -> Solution<World> {
    let map = Map::from_bytes(bytes);
    let world = map.world();
    let oracle = Oracle::new(&world);
    let change = [bytes.first(), bytes.last()].map(|byte| byte.copied().unwrap_or(0));
    let start = map.positions().nth(usize::from(change[1]) % 3).unwrap_or(0);
    let (whole, subsets, explored) = check_all(&map, &world, &oracle, start, change);
    let forward = check_all(&map, &world.forward(), &oracle, start, change);
    let is_same =
        whole == forward.0 && explored == forward.2 && subsets.iter().zip(&forward.1).all(|(one, other)| one == other);
    assert!(is_same, "without predecessors: {map:?}");

    let classes = || map.positions().filter(|at| at % 3 == 0 && map.has_rank(*at));
    assert!(whole.iter().eq(classes().map(|at| (at, oracle.value(at)))), "{map:?}");
    let at_rank = |rank: u64| (rank.is_multiple_of(3) && map.has_rank(rank)).then(|| oracle.value(rank));
    assert!((0..world.ranks).all(|rank| whole.value_at(rank) == Ok(at_rank(rank))), "{map:?}");
    assert_eq!(whole.value_at(world.ranks), Ok(None));
    let mut counts = BTreeMap::new();
    classes().for_each(|at| *counts.entry(oracle.value(at)).or_insert(0) += u64::from(world.orbit(&at)));
    assert_eq!(whole.counts(), counts, "{map:?}");
    whole
}
