//! Results are the same on any number of threads.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Mutex;

use rayon::ThreadPoolBuilder;
use retrograde::{
    AuditError, Game, Outcome, Predecessors, Progress, Ranked, Runner, Solution, SolveError, Stage, Value, VerifyError,
    audit_with_predecessors, solve, solve_with_predecessors, verify,
};

use crate::graph::index;

/// A graph in which each position has a few random successors, with repetitions and loops.
struct RandomGraph {
    moves: Vec<Vec<u64>>,
    origins: Vec<Vec<u64>>,
}

impl RandomGraph {
    fn new(positions: u64) -> Self {
        let mut state = 1_u64;
        let mut random = |below| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        let mut moves = vec![Vec::new(); index(positions)];
        let mut origins = moves.clone();
        for (from, moves) in (0..).zip(&mut moves) {
            for _ in 0..random(5) {
                let to = random(positions);
                moves.push(to);
                origins[index(to)].push(from);
            }
        }
        Self { moves, origins }
    }
}

impl Game for RandomGraph {
    type Position = u64;

    fn successors(&self, position: &u64, visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        self.moves[index(*position)].iter().copied().try_for_each(visit)
    }

    fn moves_again(&self, from: &u64, to: &u64) -> bool {
        (from ^ to).is_multiple_of(7)
    }

    fn ending(&self, position: &u64) -> Outcome {
        if position.is_multiple_of(5) { Outcome::Draw } else { Outcome::Loss }
    }
}

rank_by_number!(RandomGraph, |game| game.moves.len() as u64);

impl Predecessors for RandomGraph {
    fn predecessors(&self, position: &u64, visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        self.origins[index(*position)].iter().copied().try_for_each(visit)
    }
}

/// The results of `work` on pools of one to eight threads.
fn on_pools<T: Send>(work: impl Fn(&mut Runner<'_>) -> T + Sync) -> Vec<T> {
    let on = |threads| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool of threads");
        pool.install(|| work(&mut Runner::new().parallel()))
    };
    [1, 2, 3, 8].map(on).into()
}

/// Enough positions for several batches.
const POSITIONS: u64 = 300_000;

#[test]
fn a_solution_is_the_same_bit_for_bit_with_and_without_predecessors() {
    let game = RandomGraph::new(POSITIONS);
    let expected = solve_with_predecessors(&game).expect("a consistent game");
    assert_eq!(verify(&expected), Ok(()));
    let counts = expected.counts();
    assert!(counts.len() > 40, "wins and losses of many distances: {counts:?}");
    assert!(counts[&Value::Draw] > 1000);
    let is_same = |solution: Result<Solution<&RandomGraph>, SolveError>| {
        let solution = solution.expect("a consistent game");
        solution == expected && solution.checksum() == expected.checksum()
    };
    assert!(is_same(solve(&game)));
    assert!(on_pools(|runner| runner.solve_with_predecessors(&game)).into_iter().all(is_same));
    assert!(on_pools(|runner| runner.solve(&game)).into_iter().all(is_same));
    assert_eq!(on_pools(|runner| runner.audit(&game)), [Ok(()); 4]);
    assert_eq!(on_pools(|runner| runner.audit_with_predecessors(&game)), [Ok(()); 4]);
    assert_eq!(on_pools(|runner| runner.verify(&expected)), [Ok(()); 4]);
}

/// The number of threads of the pool of rayon that this thread is in.
pub(crate) fn current_pool() -> Option<usize> {
    rayon::current_thread_index().map(|_| rayon::current_num_threads())
}

/// A heap from which players take one, two or three, and on which of rayon's pools its moves were made: the number of
/// its threads.
struct Watched(Mutex<BTreeSet<Option<usize>>>);

impl Game for Watched {
    type Position = u64;

    fn successors(&self, heap: &u64, visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        self.0.lock().expect("no panic").insert(current_pool());
        (1..=3).filter_map(|taken| heap.checked_sub(taken)).try_for_each(visit)
    }
}

rank_by_number!(Watched, |_| 10_000);

#[test]
fn the_work_is_done_on_the_threads_that_were_chosen() {
    let pools = |mut runner: Runner<'_>| {
        let game = Watched(Mutex::default());
        runner.solve(&game).expect("short distances");
        game.0.into_inner().expect("no panic").into_iter().collect::<Vec<_>>()
    };
    assert_eq!(pools(Runner::new()), [None]);
    assert_eq!(pools(Runner::new().threads(3)), [Some(3)]);
    assert_eq!(pools(Runner::new().threads(3).threads(1)), [None]);
    let processors = std::thread::available_parallelism().expect("a number of processors").get();
    assert_eq!(pools(Runner::new().threads(0)), [(processors > 1).then_some(processors)]);
    let pool = ThreadPoolBuilder::new().num_threads(5).build().expect("a small pool");
    assert_eq!(pool.install(|| pools(Runner::new().parallel())), [Some(5)]);
    assert_eq!(pool.install(|| pools(Runner::new().parallel().threads(2))), [Some(2)]);
}

#[test]
fn the_first_wrong_value_is_reported() {
    let solution = solve(RandomGraph::new(100_000)).expect("a consistent game");
    let wrong = Solution::from_values(solution.game(), |position| match solution.value(position) {
        Value::Draw if (30_001..90_000).contains(position) => Value::Win(7),
        right => right,
    });
    let wrong = wrong.expect("short distances");
    let first = verify(&wrong).expect_err("it is wrong");
    assert!(matches!(first, VerifyError::WrongValue { rank: ..40_000, .. }), "{first}");
    assert_eq!(on_pools(|runner| runner.verify(&wrong)), [Err(first); 4]);
}

#[test]
fn the_first_inconsistency_is_reported() {
    let mut game = RandomGraph::new(100_000);
    for moves in &mut game.moves[50_000..] {
        moves.push(100_000);
    }
    let error = AuditError::UnrankOfRank { from: 50_000, rank: 100_000 };
    assert_eq!(on_pools(|runner| runner.audit_with_predecessors(&game)), [Err(error); 4]);
    for moves in &mut game.moves[50_000..] {
        moves.pop();
    }
    game.origins[index(game.moves[77_000][0])].clear();
    let error = audit_with_predecessors(&game).expect_err("a missing predecessor");
    assert!(matches!(error, AuditError::Predecessors { .. }));
    assert_eq!(on_pools(|runner| runner.audit_with_predecessors(&game)), [Err(error); 4]);
}

/// Solving reports its stages in order, with growing progress in each; the last report is complete.
#[test]
fn progress_grows_to_its_end() {
    let game = RandomGraph::new(POSITIONS);
    for parallel in [false, true] {
        let mut reports: Vec<Progress> = Vec::new();
        let report = |progress| reports.push(progress);
        let mut runner = if parallel { Runner::new().parallel() } else { Runner::new() }.on_progress(report);
        let solution = runner.solve(&game).expect("a consistent game");
        drop(runner);
        let ranks = game.ranks();
        let of_stage = |stage: fn(&Stage) -> bool| reports.iter().filter(move |progress| stage(&progress.stage));
        for stage in [
            |stage: &Stage| *stage == Stage::Enumerating,
            |stage: &Stage| *stage == Stage::BuildingReverseGraph { pass: 1 },
            |stage: &Stage| *stage == Stage::BuildingReverseGraph { pass: 2 },
        ] {
            assert!(of_stage(stage).count() > 1);
            assert!(of_stage(stage).is_sorted_by_key(|progress| progress.done));
            let last = of_stage(stage).next_back().expect("a report");
            assert_eq!((last.done, last.total), (ranks, ranks));
        }
        let backwards: Vec<Progress> =
            of_stage(|stage| matches!(stage, Stage::WorkingBackwards { .. })).copied().collect();
        assert!(backwards.is_sorted_by_key(|progress| progress.done));
        let plies =
            |progress: &Progress| if let Stage::WorkingBackwards { plies } = progress.stage { plies } else { 0 };
        assert!(backwards.is_sorted_by_key(plies));
        let last = backwards.last().expect("a game with an end");
        let counts = solution.counts();
        // A drawn position with moves is never decided.
        let drawn_at_the_end =
            (0..game.ranks()).filter(|rank| game.moves[index(*rank)].is_empty() && game.ending(rank) == Outcome::Draw);
        let decided = ranks - counts[&Value::Draw] + drawn_at_the_end.count() as u64;
        assert_eq!((last.done, last.total), (decided, ranks));
        let longest = counts.keys().filter_map(|value| value.plies()).max().expect("a game with an end");
        // In the last ply nothing is decided.
        assert_eq!(plies(last), longest + 1);
    }
}

#[test]
fn an_inconsistent_game_is_an_error_on_any_number_of_threads() {
    let mut game = RandomGraph::new(100_000);
    game.moves[60_000].push(200_000);
    for result in on_pools(|runner| runner.solve(&game).map(|_| ())) {
        assert_eq!(result, Err(SolveError::RankOutOfRange { rank: 200_000, from: 60_000 }));
    }
    // So few wrong predecessors that the sample checked before solving misses them, and then many.
    for (wrong, is_in_the_sample) in [(500, false), (100_000, true)] {
        let mut game = RandomGraph::new(100_000);
        for origins in &mut game.origins[..wrong] {
            origins.extend(origins.clone());
        }
        for result in on_pools(|runner| runner.solve_with_predecessors(&game).map(|_| ())) {
            let error = result.expect_err("wrong predecessors");
            assert_eq!(matches!(error, SolveError::Predecessors { .. }), is_in_the_sample, "{error}");
            assert_eq!(matches!(error, SolveError::TooManyPredecessors { .. }), !is_in_the_sample, "{error}");
        }
    }
}
