//! Any number of threads comes to the same solution, the same mistakes and the same flaws.

use rayon::ThreadPoolBuilder;
use retrograde::{Flaw, Game, Mistake, Outcome, Progress, Runner, Solution, SolveError, Stage, Value, solve, verify};

/// Each position leads to a few others that look random, some of them twice, and to itself at times.
struct Tangle<const KNOWS_PREDECESSORS: bool> {
    moves: Vec<Vec<u32>>,
    origins: Vec<Vec<u32>>,
}

impl<const KNOWS_PREDECESSORS: bool> Tangle<KNOWS_PREDECESSORS> {
    fn new(positions: u32) -> Self {
        let mut state = 1_u64;
        let mut random = |below: u32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            u32::try_from((state >> 33) % u64::from(below)).expect("below a number of 32 bits")
        };
        let mut moves = vec![Vec::new(); positions as usize];
        let mut origins = moves.clone();
        for (from, moves) in (0..).zip(&mut moves) {
            for _ in 0..random(5) {
                let to = random(positions);
                moves.push(to);
                origins[to as usize].push(from);
            }
        }
        Self { moves, origins }
    }
}

impl<const KNOWS_PREDECESSORS: bool> Game for Tangle<KNOWS_PREDECESSORS> {
    type Position = u32;

    const KNOWS_PREDECESSORS: bool = KNOWS_PREDECESSORS;

    fn ranks(&self) -> u32 {
        u32::try_from(self.moves.len()).expect("as many as asked for")
    }

    fn rank(&self, position: &u32) -> u32 {
        *position
    }

    fn unrank(&self, rank: u32) -> Option<u32> {
        Some(rank)
    }

    fn successors(&self, position: &u32, visit: impl FnMut(u32)) {
        self.moves[*position as usize].iter().copied().for_each(visit);
    }

    fn predecessors(&self, position: &u32, visit: impl FnMut(u32)) {
        self.origins[*position as usize].iter().copied().filter(|_| KNOWS_PREDECESSORS).for_each(visit);
    }

    fn moves_again(&self, from: &u32, to: &u32) -> bool {
        (from ^ to).is_multiple_of(7)
    }

    fn ending(&self, position: &u32) -> Outcome {
        if position.is_multiple_of(5) { Outcome::Draw } else { Outcome::Loss }
    }
}

/// Does the same on pools of one to eight threads.
fn on_pools<T: Send>(work: impl Fn(&mut Runner<'_>) -> T + Sync) -> Vec<T> {
    let on = |threads| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool of threads");
        pool.install(|| work(&mut Runner::new().parallel()))
    };
    [1, 2, 3, 8].map(on).into()
}

/// Enough positions that they are worked on in several rounds.
const POSITIONS: u32 = 1_100_000;

#[test]
fn a_solution_is_the_same_bit_for_bit_with_and_without_predecessors() {
    let known = Tangle::<true>::new(POSITIONS);
    let gathered = Tangle::<false>::new(POSITIONS);
    let alone = solve(&known).expect("a sound game");
    assert_eq!(verify(&known, &alone), Ok(()));
    let counts = alone.counts(&known);
    assert!(counts.len() > 40, "wins and losses of many distances: {counts:?}");
    assert!(counts[&Value::Draw] > 1000);
    let same = |solution: Result<Solution, SolveError>| {
        let solution = solution.expect("a sound game");
        solution == alone && solution.checksum() == alone.checksum()
    };
    assert!(same(solve(&gathered)));
    assert!(on_pools(|runner| runner.solve(&known)).into_iter().all(same));
    assert!(on_pools(|runner| runner.solve(&gathered)).into_iter().all(same));
    assert_eq!(on_pools(|runner| runner.audit(&known)), [Ok(()); 4]);
    assert_eq!(on_pools(|runner| runner.verify(&gathered, &alone)), [Ok(()); 4]);
}

#[test]
fn the_first_mistake_is_told() {
    let game = Tangle::<true>::new(100_000);
    let mut solution = solve(&game).expect("a sound game");
    for position in
        (30_001..90_000).filter(|position| solution.value(&game, position) == Value::Draw).collect::<Vec<_>>()
    {
        solution.set(&game, &position, Value::Win(7));
    }
    let first = verify(&game, &solution).expect_err("it is wrong");
    assert!(matches!(first, Mistake::Value { rank: ..40_000, .. }), "{first}");
    assert_eq!(on_pools(|runner| runner.verify(&game, &solution)), [Err(first); 4]);
}

#[test]
fn the_first_flaw_is_told() {
    let mut game = Tangle::<true>::new(100_000);
    for moves in &mut game.moves[50_000..] {
        moves.push(100_000);
    }
    assert_eq!(on_pools(|runner| runner.audit(&game)), [Err(Flaw::UnrankOfRank { from: 50_000, rank: 100_000 }); 4]);
    for moves in &mut game.moves[50_000..] {
        moves.pop();
    }
    game.origins[game.moves[77_000][0] as usize].clear();
    let flaw = retrograde::audit(&game).expect_err("a lie");
    assert!(matches!(flaw, Flaw::Predecessors { .. }));
    assert_eq!(on_pools(|runner| runner.audit(&game)), [Err(flaw); 4]);
}

/// Solving tells the stages in their order, and in each how far it is; the last word is that all is decided.
#[test]
fn progress_grows_to_its_end() {
    let game = Tangle::<false>::new(POSITIONS);
    for parallel in [false, true] {
        let mut told: Vec<Progress> = Vec::new();
        let watch = |progress| told.push(progress);
        let mut runner = if parallel { Runner::new().parallel() } else { Runner::new() }.watch(watch);
        let solution = runner.solve(&game).expect("a sound game");
        drop(runner);
        let ranks = game.moves.len();
        let of_stage = |stage: fn(&Stage) -> bool| told.iter().filter(move |progress| stage(&progress.stage));
        for stage in [
            |stage: &Stage| *stage == Stage::Counting,
            |stage: &Stage| *stage == Stage::Gathering { pass: 1 },
            |stage: &Stage| *stage == Stage::Gathering { pass: 2 },
        ] {
            assert!(of_stage(stage).count() > 1);
            assert!(of_stage(stage).is_sorted_by_key(|progress| progress.done));
            assert_eq!(of_stage(stage).next_back().map(|progress| (progress.done, progress.of)), Some((ranks, ranks)));
        }
        let deciding: Vec<Progress> = of_stage(|stage| matches!(stage, Stage::Deciding { .. })).copied().collect();
        assert!(deciding.is_sorted_by_key(|progress| progress.done));
        let plies = |progress: &Progress| if let Stage::Deciding { plies } = progress.stage { plies } else { 0 };
        assert!(deciding.is_sorted_by_key(plies));
        let last = deciding.last().expect("a game with an end");
        let counts = solution.counts(&game);
        // A drawn position that still has moves is never decided.
        let drawn_at_the_end = (0..game.ranks())
            .filter(|rank| game.moves[*rank as usize].is_empty() && game.ending(rank) == Outcome::Draw);
        let decided = ranks as u64 - counts[&Value::Draw] + drawn_at_the_end.count() as u64;
        assert_eq!((last.done as u64, last.of), (decided, ranks));
        let longest = counts.keys().filter_map(|value| value.plies()).max().expect("a game with an end");
        // One ply more is looked at, in vain.
        assert_eq!(plies(last), longest + 1);
    }
}

/// What is wrong with a game is an error on any number of threads.
#[test]
fn a_game_that_leads_astray_is_refused_on_threads_too() {
    let mut game = Tangle::<false>::new(100_000);
    game.moves[60_000].push(200_000);
    assert_eq!(
        on_pools(|runner| runner.solve(&game)),
        [const { Err(SolveError::NoSuchRank { rank: 200_000, from: 60_000 }) }; 4]
    );
    let mut game = Tangle::<true>::new(100_000);
    for origins in &mut game.origins {
        origins.extend(origins.clone());
    }
    for refused in on_pools(|runner| runner.solve(&game)) {
        assert!(matches!(refused, Err(SolveError::TooManyPredecessors { .. })));
    }
}
