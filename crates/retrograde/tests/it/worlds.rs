//! Small games, and what is said of a game that is wrong.

use std::sync::Arc;

use retrograde::{Error, ErrorKind, Outcome, Ranked, Solution, Solver, Value};

use crate::world::{World, except};

/// Each position has a move to the one before it, unless a row of positions starts with it.
pub(crate) fn rows(positions: u64, starts: impl Fn(u64) -> bool + Clone + Send + Sync + 'static) -> World {
    let starts_here = starts.clone();
    let moves = move |at: u64| if starts(at) { vec![] } else { at.checked_sub(1).into_iter().collect() };
    let origins = move |at| [at + 1].into_iter().filter(|next| *next < positions && !starts_here(*next)).collect();
    World { origins: Arc::new(origins), ..World::new(positions, moves) }
}

/// A single row, the first position of which has this ending.
pub(crate) fn row(positions: u64, end: Outcome) -> World {
    World { ending: Arc::new(move |_| end), ..rows(positions, |_| false) }
}

/// A heap of which a player takes two or four, with ranks up to this one.
pub(crate) fn heap(largest: u64) -> World {
    let moves = |heap: u64| [2, 4].iter().filter_map(|taken| heap.checked_sub(*taken)).collect();
    World {
        origins: Arc::new(|heap| vec![heap + 2, heap + 4]),
        rank: Arc::new(move |heap| (heap <= largest).then_some(heap)),
        ..World::new(largest + 1, moves)
    }
}

/// The value of a heap of which players take two or four: two and four more together are lost one by one.
pub(crate) fn value_of_heap(heap: u64) -> Value {
    let plies = u16::try_from(2 * (heap / 6)).expect("a small heap");
    match heap % 6 {
        0 | 1 => Value::Loss(plies),
        _ => Value::Win(plies + 1),
    }
}

/// Wins and losses in several distances, draws by repetition and by rule, a win by having no move, and a position 14
/// that is symmetric to position 1.
pub(crate) fn many_kinds() -> World {
    let moves = [
        &[][..],
        &[0],
        &[1, 14],
        &[2, 1, 14],
        &[3],
        &[4, 6],
        &[5],
        &[8],
        &[7, 6],
        &[],
        &[9, 10],
        &[],
        &[11],
        &[12, 4],
        &[0],
    ];
    let mut world = World::of(moves.map(<[u64]>::to_vec));
    except(&mut world.ending, 9, Outcome::Draw);
    except(&mut world.ending, 11, Outcome::Win);
    world.merge(14, 1);
    world
}

/// Each position has a few random successors, with repetitions and loops.
pub(crate) fn random_world(positions: u64) -> World {
    let mut state = 1_u64;
    let mut random = |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    World {
        again: Arc::new(|from, to| (from ^ to).is_multiple_of(7)),
        ending: Arc::new(|at| if at.is_multiple_of(5) { Outcome::Draw } else { Outcome::Loss }),
        ..World::of((0..positions).map(|_| (0..random(5)).map(|_| random(positions)).collect()))
    }
}

pub(crate) fn solve<G: Ranked>(game: G) -> Result<Solution<G>, Error> {
    Solver::new().solve(game)
}

/// The error of solving, over predecessors and over stored moves.
pub(crate) fn errors_of_solving(world: &World) -> [Option<Error>; 2] {
    [solve(world.clone()).err(), solve(world.forward()).err()]
}

/// The error of the audit, with and without predecessors.
pub(crate) fn errors_of_audit(world: &World) -> [Option<Error>; 2] {
    let solver = Solver::new();
    [solver.audit(world).err(), solver.audit(&world.forward()).err()]
}

/// The errors of both ways to verify these values: after an audit, and of every position.
pub(crate) fn errors_of_verifying(world: &World, value: impl Fn(u64) -> Value) -> [Option<Error>; 2] {
    let (solver, values) = (Solver::new(), Solution::from_values(world, |at| value(*at)).expect("short distances"));
    [solver.verify(&values).err(), solver.verify_every_position(&values).err()]
}

/// What an error is about: its kind, and the rank of the position.
pub(crate) fn about(error: &Error) -> (ErrorKind, Option<u64>) {
    (error.kind(), error.rank())
}

/// What the error of this is about.
pub(crate) fn failure<T>(result: Result<T, Error>) -> (ErrorKind, Option<u64>) {
    about(&result.map(drop).expect_err("it fails"))
}
