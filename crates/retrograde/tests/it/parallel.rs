//! Results are the same on any number of threads.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use retrograde::{Error, ErrorKind, Solution, Solver, Value};

use crate::world::{World, except, index};
use crate::worlds::{heap, random_world, solve};

/// The results of `work` on one to eight threads.
fn on_threads<T>(work: impl Fn(&Solver<'_>) -> T) -> [T; 4] {
    [1, 2, 3, 8].map(|threads| work(&Solver::new().threads(threads)))
}

/// Enough positions for several batches, and known values at many plies, in each part of the table.
#[test]
fn a_solution_is_the_same_bit_for_bit_over_predecessors_and_over_stored_moves() {
    const POSITIONS: u64 = 150_000;
    let known = |at: u64| (at % 7 == 3).then(|| Value::Loss(u16::try_from(at % 600).expect("below 600")));
    for world in [random_world(POSITIONS), World { known: Arc::new(known), ..random_world(POSITIONS) }] {
        let values = world.values(POSITIONS);
        let expected = Solution::from_values(world.clone(), |at| values[index(*at)]).expect("short distances");
        let counts = expected.counts();
        assert!(counts.len() > 40 && counts[&Value::Draw] > 1_000, "wins and losses of many distances: {counts:?}");
        let checksum = expected.checksum();
        for threads in [1, 8] {
            let solver = Solver::new().threads(threads);
            let listed = solver.solve(world.clone()).expect("a consistent game");
            assert!(listed == expected && listed.checksum() == checksum, "{threads} threads");
            assert!(solver.solve(world.forward()).expect("a consistent game") == expected, "{threads} threads");
            assert_eq!((solver.audit(&world), solver.audit(&world.forward())), (Ok(()), Ok(())));
            assert_eq!(solver.counts_by(&expected, 0..world.ranks, |_, value| value), Ok(counts.clone()));
            assert!(solver.verify(&expected).is_ok() && solver.verify_every_position(&expected).is_ok());
        }
    }
}

#[test]
fn the_work_is_done_on_the_threads_that_were_chosen() {
    let threads_of = |solver: Solver<'_>| {
        let seen = Arc::new(Mutex::new(BTreeSet::new()));
        let (seen_by_game, moves) = (Arc::clone(&seen), heap(0).moves);
        let watched = move |at| {
            let threads = rayon::current_thread_index().map(|_| rayon::current_num_threads());
            seen_by_game.lock().expect("no panic").insert(threads);
            moves(at)
        };
        solver.solve(World::new(10_000, watched).forward()).expect("short distances");
        let seen = seen.lock().expect("no panic");
        seen.iter().copied().collect::<Vec<_>>()
    };
    assert_eq!(threads_of(Solver::new()), [None]);
    // The sample that is checked before is looked at on the calling thread.
    assert_eq!(threads_of(Solver::new().threads(3)), [None, Some(3)]);
    assert_eq!(threads_of(Solver::new().threads(3).threads(1)), [None]);
    let processors = std::thread::available_parallelism().expect("a number of processors").get();
    let all = [None].into_iter().chain((processors > 1).then_some(Some(processors)));
    assert!(threads_of(Solver::new().threads(0)).into_iter().eq(all));
}

fn are_equal(errors: &[Error]) -> bool {
    errors.iter().all(|error| *error == errors[0])
}

#[test]
fn the_first_error_is_reported_on_any_number_of_threads() {
    let world = random_world(100_000);
    let solution = solve(world.clone()).expect("a consistent game");
    let wrong = |at: &u64| match solution.get(at).expect("a position") {
        Value::Draw if (30_001..90_000).contains(at) => Value::Win(7),
        right => right,
    };
    let wrong = Solution::from_values(world.clone(), wrong).expect("short distances");
    let errors = on_threads(|solver| solver.verify_every_position(&wrong).expect_err("it is wrong"));
    assert!(are_equal(&errors) && errors[0].kind() == ErrorKind::WrongValue && errors[0].rank() < Some(40_000));

    let mut outside = world.clone();
    let moves = Arc::clone(&world.moves);
    outside.moves = Arc::new(move |at| if at < 50_000 { moves(at) } else { [moves(at), vec![100_000]].concat() });
    let errors = on_threads(|solver| solver.audit(&outside).expect_err("a move that leaves"));
    assert!(are_equal(&errors) && errors[0].rank() == Some(50_000), "{errors:?}");
    let mut missing = world.clone();
    except(&mut missing.origins, (world.moves)(77_000)[0], vec![]);
    let errors = on_threads(|solver| solver.audit(&missing).expect_err("a missing predecessor"));
    assert!(are_equal(&errors) && errors[0].to_string().contains("predecessors disagree"), "{errors:?}");

    let mut outside = world.clone();
    except(&mut outside.moves, 60_000, vec![200_000]);
    let errors = on_threads(|solver| solver.solve(outside.forward()).expect_err("a move that leaves"));
    assert!(are_equal(&errors) && errors[0].rank() == Some(60_000), "{errors:?}");
    // So few wrong predecessors that the sample checked before solving misses them, and then many.
    for (wrong, is_in_the_sample) in [(500, false), (100_000, true)] {
        let (mut twice, origins) = (world.clone(), Arc::clone(&world.origins));
        twice.origins = Arc::new(move |at| if at < wrong { origins(at).repeat(2) } else { origins(at) });
        for error in on_threads(|solver| solver.solve(twice.clone()).expect_err("wrong predecessors")) {
            assert_eq!(error.to_string().contains("predecessors disagree"), is_in_the_sample, "{error}");
            assert_eq!(error.to_string().contains("visited as a predecessor"), !is_in_the_sample, "{error}");
        }
    }
}
