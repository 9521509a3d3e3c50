//! Games that are too large or inconsistent: the solver returns an error.

use std::sync::Arc;

use retrograde::{Error, ErrorKind, Outcome, Solution, Solver, Value};

use crate::world::{World, except, index};
use crate::worlds::{
    about, errors_of_audit, errors_of_solving, errors_of_verifying, failure, heap, many_kinds, row, solve,
};

/// A game whose last positions have known values and no ranks.
fn leaving(moves: &[&[u64]], known: &[Value]) -> World {
    let (ranks, known) = (moves.len() as u64, known.to_vec());
    World {
        known: Arc::new(move |at| known.get(usize::try_from(at.checked_sub(ranks)?).ok()?).copied()),
        rank: Arc::new(move |at| (at < ranks).then_some(at)),
        ..World::of(moves.iter().map(|moves| moves.to_vec()))
    }
}

/// Solves in both ways, and compares these positions with their values.
fn check(world: &World, expected: &[(u64, Value)]) {
    let (listed, forward) = (solve(world.clone()).expect("it fits"), solve(world.forward()).expect("it fits"));
    assert_eq!(listed, forward);
    assert!(expected.iter().all(|(at, value)| listed.get(at) == Some(*value)), "{expected:?}");
    assert_eq!(Solver::new().verify(&listed), Ok(()));
}

/// Solving in either way has this error.
fn refuse(world: &World, message: &str) {
    assert_eq!(texts(errors_of_solving(world)), [Some(message.to_owned()), Some(message.to_owned())]);
}

fn texts(errors: [Option<Error>; 2]) -> [Option<String>; 2] {
    errors.map(|error| error.map(|error| error.to_string()))
}

/// The error of a distance that does not fit.
fn too_long(rank: u64) -> String {
    format!("rank {rank} is won or lost in more than 16383 plies")
}

/// What stands for a move between a rank, if it is known, and what is not a position.
fn nowhere(from: u64) -> (ErrorKind, Option<u64>) {
    (ErrorKind::Game, Some(from))
}

#[test]
fn distances_are_counted_up_to_16383_plies() {
    check(&row(16_384, Outcome::Loss), &[(16_383, Value::Win(16_383))]);
    refuse(&row(16_385, Outcome::Loss), &too_long(16_384));
    for value in [Value::Win, Value::Loss] {
        let from_values =
            |plies| Solution::from_values(row(2, Outcome::Loss), |at| value(if *at == 1 { plies } else { 0 }));
        assert_eq!(from_values(16_383).map(|solution| solution.get(&1)), Ok(Some(value(16_383))));
        assert_eq!(failure(from_values(16_384)), (ErrorKind::TooLarge, Some(1)));
    }
}

/// The plies between are empty, and the distance is neither too short nor too long.
#[test]
fn known_values_at_the_longest_distance_fit() {
    let game = |value| leaving(&[&[2], &[0]], &[value]);
    check(&game(Value::Loss(16_381)), &[(0, Value::Win(16_382)), (1, Value::Loss(16_383))]);
    check(&game(Value::Win(16_381)), &[(0, Value::Loss(16_382)), (1, Value::Win(16_383))]);
    for (plies, rank) in [(16_382, 1), (16_383, 0), (u16::MAX, 0)] {
        refuse(&game(Value::Loss(plies)), &too_long(rank));
        refuse(&game(Value::Win(plies)), &too_long(rank));
    }
    // Of a position that has a rank, the known value is stored.
    let stored =
        |plies| World { known: Arc::new(move |at| (at == 1).then_some(Value::Win(plies))), ..row(3, Outcome::Loss) };
    check(&stored(16_382), &[(1, Value::Win(16_382)), (2, Value::Loss(16_383))]);
    refuse(&stored(16_384), &too_long(1));
    // A distance that is too long matters only if it decides a position.
    let known = [Value::Win(u16::MAX), Value::Draw, Value::Loss(0)];
    check(&leaving(&[&[2, 3], &[2, 4]], &known), &[(0, Value::Draw), (1, Value::Win(1))]);
}

/// Moves that leave do not count, except that those that draw count as one. Over predecessors, the moves of symmetric
/// positions count together.
#[test]
fn moves_are_counted_up_to_32767() {
    let star = |staying: usize, leaving: usize| World {
        known: Arc::new(|at| (at == 3).then_some(Value::Draw)),
        ending: Arc::new(|_| Outcome::Win),
        ..World::of([vec![], [vec![0; staying], vec![3; leaving]].concat(), vec![]])
    };
    for (staying, leaving, expected) in
        [(32_767, 0, Value::Loss(1)), (32_766, 40_000, Value::Draw), (0, 70_000, Value::Draw)]
    {
        check(&star(staying, leaving), &[(1, expected)]);
    }
    for (staying, leaving) in [(32_768, 0), (65_536, 0), (32_767, 1)] {
        refuse(&star(staying, leaving), "rank 1 has more than 32767 moves");
    }
    let symmetric = |moves: usize| {
        let mut world =
            World { ending: Arc::new(|_| Outcome::Win), ..World::of([vec![], vec![0; moves], vec![0; moves]]) };
        world.merge(2, 1);
        world
    };
    check(&symmetric(16_383), &[(2, Value::Loss(1))]);
    for moves in [16_384, 32_767] {
        let message = "rank 1 has more than 32767 moves".to_owned();
        assert_eq!(texts(errors_of_solving(&symmetric(moves))), [Some(message), None]);
    }
    refuse(&symmetric(65_536), "rank 1 has more than 32767 moves");
}

#[test]
fn ranks_that_moves_can_be_stored_of_are_up_to_2_to_the_31() {
    let empty = World { unrank: Arc::new(|_| None), ..heap(1 << 31) };
    let error = solve(empty.forward()).map(drop).expect_err("too many");
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    assert!(error.to_string().starts_with("the moves of 2147483649 ranks are too many to be stored"), "{error}");
}

#[test]
fn a_game_that_does_not_fit_into_memory_is_an_error() {
    let too_large = World::new(1 << 62, |_| vec![]);
    let error = errors_of_solving(&too_large)[0].clone().expect("more than there is").to_string();
    assert!(error.starts_with("a table of 9223372036854775808 bytes does not fit into memory"), "{error}");
    let subset = Solver::new().reachable(heap(u64::MAX - 1), [4]);
    assert!(subset.as_ref().is_err_and(|error| error.kind() == ErrorKind::Memory), "{subset:?}");
}

#[test]
fn a_game_without_positions_is_solved() {
    for empty in [row(0, Outcome::Loss), World { unrank: Arc::new(|_| None), ..row(4, Outcome::Loss) }] {
        let solution = solve(empty.clone()).expect("nothing to do");
        assert!(solution.counts().is_empty() && solve(empty.forward()).is_ok_and(|other| other == solution));
        assert_eq!(errors_of_verifying(&empty, |_| Value::Draw), [const { None }; 2]);
    }
}

/// An orbit of more than 16 bits must not be mistaken for a smaller one.
#[test]
fn a_move_into_a_large_orbit_is_an_error() {
    // There are enough others that the sample checked before solving misses it.
    let mut large = World::of((0..1_000).map(|at| if at == 1 { vec![0] } else { vec![] }));
    except(&mut large.orbit, 0, (1 << 16) + 1);
    for errors in [errors_of_solving(&large), errors_of_audit(&large)] {
        assert_eq!(errors.map(|error| error.map(|error| about(&error))), [Some(nowhere(1)), None]);
    }
}

/// The most likely error in a game that does not use all ranks, and others of the kind.
#[test]
fn a_move_to_what_is_not_a_position_is_named() {
    let with_move = |to| World::of([vec![], vec![0], vec![1, to], vec![]]);
    let text_of_forward = |world: World| texts(errors_of_solving(&world))[1].clone();
    let outside = |from: u64, rank: u64| {
        let text = "but no canonical position has that rank; audit the game";
        Some(format!("rank {from} has a successor or predecessor of rank {rank}, {text}"))
    };
    assert_eq!(text_of_forward(with_move(5)), outside(2, 5));
    let mut holed = with_move(3);
    except(&mut holed.unrank, 3, None);
    assert_eq!(text_of_forward(holed), outside(2, 3));
    let mut unranked = with_move(5);
    except(&mut unranked.rank, 5, None);
    let text = "rank 2 (2) has a move to 5, which has neither a rank nor a known value; give it one of them";
    assert_eq!(text_of_forward(unranked).as_deref(), Some(text));
    // A predecessor without a position, and one out of range.
    for to in 0..3 {
        for from in [3, 9] {
            let mut world = row(4, Outcome::Loss);
            except(&mut world.unrank, 3, None);
            (0..3).for_each(|at| except(&mut world.origins, at, (at < 2).then_some(at + 1).into_iter().collect()));
            let right = (world.origins)(to);
            except(&mut world.origins, to, [vec![from], right].concat());
            assert_eq!(texts(errors_of_solving(&world))[0], outside(to, from));
        }
    }
}

/// One predecessor too many, one too few, or a wrong one: the audit always finds it, and no wrong solution passes where
/// nothing is trusted.
#[test]
fn wrong_predecessors_are_found() {
    // Too many ranks for the moves of all positions to be checked before.
    let positions = 15_u64;
    let mut right =
        World { ranks: 1_000, unrank: Arc::new(move |rank| (rank < positions).then_some(rank)), ..many_kinds() };
    (right.canonical, right.orbit) = (Arc::new(|at| at), Arc::new(|_| 1));
    let values = right.values(positions);
    let is_right = |solution: &Solution<World>| (0..).zip(&values).all(|(at, value)| solution.get(&at) == Some(*value));
    assert_eq!(errors_of_audit(&right), [const { None }; 2]);
    assert!(solve(right.clone()).is_ok_and(|solution| is_right(&solution)));
    let (mut refused, mut caught, mut harmless) = (0, 0, 0);
    let mut check = |to: u64, origins: Vec<u64>| {
        let mut wrong = right.clone();
        except(&mut wrong.origins, to, origins.clone());
        let error = Solver::new().audit(&wrong).expect_err("wrong predecessors");
        assert!(error.to_string().contains(" successors and predecessors disagree "), "{origins:?} of {to}: {error}");
        match solve(wrong) {
            Err(error) => {
                assert!(error.to_string().contains("predecessor"), "{error}");
                refused += 1;
            }
            Ok(solution) if is_right(&solution) => harmless += 1,
            Ok(solution) => {
                assert!(Solver::new().verify_every_position(&solution).is_err(), "{origins:?} of {to}");
                caught += 1;
            }
        }
    };
    for to in 0..positions {
        let origins = (right.origins)(to);
        (0..positions).for_each(|from| check(to, [origins.clone(), vec![from]].concat()));
        for index in 0..origins.len() {
            let mut fewer = origins.clone();
            let gone = fewer.remove(index);
            check(to, fewer.clone());
            (0..positions)
                .filter(|from| *from != gone)
                .for_each(|from| check(to, [fewer.clone(), vec![from]].concat()));
        }
    }
    assert!(refused > 100 && caught > 100 && harmless > 10, "{refused} refused, {caught} caught, {harmless} harmless");
}

/// A position without moves is only used by its own rank, even if the game returns another one.
#[test]
fn a_wrong_rank_does_not_panic() {
    let mut wrong = World::new(3, |at| if at == 1 { vec![0] } else { vec![] });
    except(&mut wrong.rank, 2, Some(50));
    assert_eq!(failure(solve(wrong.forward())), nowhere(2));
    // A larger game is not checked in full before.
    (wrong.ranks, wrong.unrank) = (100_000, Arc::new(|rank| (rank < 3).then_some(rank)));
    let solution = solve(wrong.forward()).expect("the rank is not used");
    assert!(Solver::new().verify_every_position(&solution).is_err());
    assert_eq!(solution.get(&2), None);
}

/// Nothing is left to solve or to verify, so nothing else would be found to be wrong.
#[test]
fn a_game_without_a_canonical_position_is_refused() {
    // The canonical positions have canonical positions of their own.
    let mut world = row(4, Outcome::Loss);
    world.canonical = Arc::new(|at| [0, 2, 3, 1][index(at)]);
    except(&mut world.unrank, 0, None);
    let text = "rank 1 has a canonical position that has a different canonical position itself";
    refuse(&world, text);
    let sparse =
        World { ranks: 1 << 20, unrank: Arc::new(|rank| (1..4).contains(&rank).then_some(rank)), ..world.clone() };
    refuse(&sparse, text);
    assert!(errors_of_audit(&world).iter().all(Option::is_some));
    let no_value = "rank 1 or one of its successors has no value in the solution; audit the game";
    let error = errors_of_verifying(&world, |_| Value::Draw)[1].as_ref().map(ToString::to_string);
    assert_eq!(error.as_deref(), Some(no_value));
}
