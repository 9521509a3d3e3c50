//! A wrong solution must not pass, whichever way it is wrong.

use std::sync::Arc;

use retrograde::solver::Sample;
use retrograde::{ErrorKind, Outcome, Solution, Solver, Value};

use crate::world::{World, except, index};
use crate::worlds::{about, errors_of_verifying, failure, many_kinds, row, solve};

/// The position of this rank, or one that a move leads to, has no value.
fn no_value(rank: u64) -> (ErrorKind, Option<u64>) {
    (ErrorKind::WrongValue, Some(rank))
}

/// Both ways to verify find each wrong value of a single position and those symmetric to it.
#[test]
fn every_wrong_value_of_a_single_position_is_caught() {
    let mut world = many_kinds();
    // The value of position 2 is known, too.
    except(&mut world.known, 2, Some(Value::Loss(2)));
    let right = world.values(world.ranks);
    assert_eq!(errors_of_verifying(&world, |at| right[index(at)]), [const { None }; 2]);
    for rank in 0..14 {
        let expected = right[index(rank)];
        let values = (0..40).flat_map(|plies| [Value::Win(plies), Value::Loss(plies)]).chain([Value::Draw]);
        for wrong in values.filter(|wrong| *wrong != expected) {
            let errors = errors_of_verifying(&world, |at| if at == rank { wrong } else { right[index(at)] });
            let text = errors[0].as_ref().map(ToString::to_string).unwrap_or_default();
            assert!(!text.is_empty() && errors[0] == errors[1], "{rank}: {wrong}, the first error by rank: {errors:?}");
            let own = format!("rank {rank} has the value \"{wrong}\", but \"{expected}\" follows from the rules");
            assert!(rank > 0 && rank != 2 || text == own, "{text}");
        }
    }
}

/// A sample with room for all positions finds what is wrong; holes are drawn again.
#[test]
fn a_sample_finds_wrong_values() {
    // Almost all ranks have no position.
    let holed = World { ranks: 100_000, unrank: Arc::new(|rank| (rank < 15).then_some(rank)), ..many_kinds() };
    let verify = |solution: &Solution<World>, size| Solver::new().verify_some(solution, Sample { size, seed: 7 });
    let solution = solve(holed.clone()).expect("a consistent game");
    assert_eq!(verify(&solution, 20), Ok(()));
    let value = |at: &u64| if *at == 0 { Some(Value::Draw) } else { solution.get(at) };
    let value = |at: &u64| value(at).expect("a position");
    let changed = Solution::from_values(holed, value).expect("short distances");
    assert!(verify(&changed, 20).is_err());
    assert_eq!(verify(&changed, 0), Ok(()));
    assert_eq!(verify(&solve(row(0, Outcome::Loss)).expect("nothing to do"), 20), Ok(()));
}

/// Positions that justify each other in a cycle also need an end of the game.
#[test]
fn a_cycle_of_wins_and_losses_is_caught() {
    let world = World::of([vec![1], vec![0]]);
    assert_eq!(errors_of_verifying(&world, |_| Value::Draw), [const { None }; 2]);
    for plies in 0..100 {
        let value = |at| [Value::Win(plies + 1), Value::Loss(plies)][index(at)];
        assert!(errors_of_verifying(&world, value).iter().all(Option::is_some), "{plies}");
    }
}

/// Where nothing is trusted, what contradicts a solution is found at its rank.
#[test]
fn a_solution_of_an_inconsistent_game_does_not_pass() {
    let check = |world: World, values: [Value; 3], rank: Option<u64>| {
        let solution = Solution::from_values(world, |at| values[index(*at)]).expect("short distances");
        let verified = Solver::new().verify_every_position(&solution).map_err(|error| about(&error));
        assert_eq!(verified, rank.map_or(Ok(()), |rank| Err(no_value(rank))));
        solution
    };
    let values = [Value::Loss(0), Value::Win(1), Value::Loss(2)];
    let with_hole = |change: &dyn Fn(&mut World)| {
        let mut world = World::of([vec![], vec![0], vec![]]);
        except(&mut world.unrank, 2, None);
        change(&mut world);
        world
    };
    check(with_hole(&|_| {}), values, None);
    // A move to a rank just out of range, to one far out of range, and to one without a position.
    for to in [3, 7, 2] {
        check(with_hole(&|world| except(&mut world.moves, 1, vec![0, to])), values, Some(1));
    }
    check(with_hole(&|world| except(&mut world.canonical, 1, 90)), values, Some(1));
    // A rank that is used for another position too, which is noticed only where ranks are not trusted.
    let mut shared = World::of([vec![], vec![0], vec![7]]);
    except(&mut shared.rank, 7, Some(1));
    assert_eq!(Solver::new().verify(&check(shared, values, Some(2))), Ok(()));
    // Of two ranks with one position, only one is looked up.
    let moves = |at| if at == 1 { vec![0] } else { vec![] };
    let twice = World { unrank: Arc::new(|rank| Some(rank.min(1))), ..World::new(3, moves) };
    let solution = check(twice, values, Some(2));
    assert_eq!(failure(Solver::new().verify_some(&solution, Sample { size: 100, seed: 1 })), no_value(2));
}

/// Positions are verified many at a time.
#[test]
fn the_first_error_by_rank_comes_before_one_that_is_seen_sooner() {
    let mut world = World::of([vec![], vec![0], vec![]]);
    except(&mut world.known, 2, Some(Value::Win(1)));
    let value = |at: &u64| if *at == 1 { Value::Draw } else { Value::Loss(0) };
    let solution = Solution::from_values(world, value).expect("short distances");
    let error = Solver::new().verify(&solution).expect_err("a wrong value");
    assert_eq!(error.to_string(), "rank 1 has the value \"draw\", but \"win in 1\" follows from the rules");
    assert_eq!(about(&error), (ErrorKind::WrongValue, Some(1)));
}
