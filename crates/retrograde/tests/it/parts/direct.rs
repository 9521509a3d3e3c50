//! Parts without a move inside: they are solved without a table, to the same bytes.

use std::ops::ControlFlow;
use std::sync::Arc;

use retrograde::solver::Stage;
use retrograde::{Outcome, Part, Solution, Solver, Value, Values};

use super::{file_of, solve_in, solved, stored};
use crate::folder::{Folder, check_start};
use crate::world::{World, index};

/// A game in layers of an even length. Moves lead from a layer to places that look random in the two before it. Odd
/// positions are images of those before them. Some values are known, and some ends are wins or draws.
fn layers(length: u64, count: u64) -> World {
    let mixed = |at: u64| (at / 2).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
    let moves = move |at: u64| {
        let layer = at / length;
        let to = |number: u64| {
            let below = layer.saturating_sub(1 + number % 2);
            below * length + mixed(at + 1_954 * number) % length
        };
        if layer == 0 { vec![] } else { (0..mixed(at) % 4).map(to).collect() }
    };
    let part = |layer: u64| Part {
        name: layer.to_string(),
        ranks: layer * length..(layer + 1) * length,
        next: (layer.saturating_sub(2)..layer).map(index).collect(),
    };
    let known = |at: u64| [Value::Win(3), Value::Loss(20), Value::Draw].get(index(at / 2 % 20)).copied();
    World {
        known: Arc::new(known),
        ending: Arc::new(|at| [Outcome::Win, Outcome::Draw, Outcome::Loss][index(at / 2 % 3)]),
        again: Arc::new(|from, to| (from / 2 + to / 2).is_multiple_of(3)),
        canonical: Arc::new(|at| at - at % 2),
        orbit: Arc::new(|_| 2),
        parts: (0..count).map(part).collect(),
        ..World::new(length * count, moves)
    }
}

/// The same game, in which moves of each part may stay in it.
pub(super) fn with_tables(game: &World) -> World {
    let mut game = game.clone();
    (0..).zip(&mut game.parts).for_each(|(number, part)| part.next.push(number));
    game
}

#[test]
fn a_part_without_moves_inside_has_the_bytes_that_a_table_gives() {
    for (length, count) in [(2, 3), (2_044, 2), (2_046, 3), (20_000, 3)] {
        let game = layers(length, count);
        let expected = solved(&with_tables(&game)).files();
        let values = game.values(length * count);
        for threads in [1, 3] {
            let (folder, solver) = (Folder::new(), Solver::new().threads(threads));
            let stored = stored(folder.path(), &game);
            solver.solve_parts(&stored, [index(count - 1)]).expect("there is room");
            assert!(folder.files() == expected, "{length} ranks, {threads} threads");
            for part in 0..index(count) {
                assert_eq!(solver.audit_part(&game, part), Ok(()));
                assert_eq!(solver.verify_part(&stored, part), Ok(()));
            }
            for at in (0..length * count).step_by(7) {
                assert_eq!(stored.value(&at), Ok(values[index(at)]), "{at}");
            }
        }
    }
}

/// Whatever ends a run, the next one looks at no position again that is saved.
#[test]
fn a_run_that_is_stopped_continues_within_the_part() {
    const LENGTH: u64 = 200_000;
    let game = layers(LENGTH, 1);
    let expected = solved(&game).files();
    let folder = Folder::new();
    let run = |last: u64| {
        let mut first = None;
        let solver = Solver::new().on_progress(|progress| {
            if progress.stage == Stage::LookingAhead {
                first.get_or_insert(progress.done);
            }
            if progress.done >= last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let result = solver.solve_parts(&stored(folder.path(), &game), [0]);
        drop(solver);
        (first.expect("a report"), result.map_err(|error| error.to_string()))
    };
    let (first, result) = run(100_000);
    assert_eq!((first, result), (0, Err("part 0: stopped while looking at the next parts".to_owned())));
    let saved = folder.read("0.checkpoint");
    // As it is left by a process that is killed while it writes; then with a piece that is damaged.
    folder.write("0.checkpoint", &saved[..saved.len() - 5]);
    // Pieces of 32,768 values in two bytes each, with a checksum.
    let pieces = saved.len() / (1 << 16);
    assert_eq!((pieces, run(0).0), (4, 3 << 15));
    let mut damaged = saved.clone();
    damaged[(1 << 16) + 99] ^= 1;
    folder.write("0.checkpoint", &damaged);
    assert_eq!(run(0).0, 1 << 15);
    Solver::new().solve_parts(&stored(folder.path(), &layers(LENGTH, 1)), [0]).expect("there is room");
    assert!(folder.files() == expected, "the same bytes, and no checkpoint");
}

/// The values of a part follow from other parts, which may be solved again meanwhile.
#[test]
fn what_is_saved_is_worth_nothing_if_another_part_has_changed() {
    let (folder, game) = (Folder::new(), layers(2_000, 2));
    let stop = Solver::new().on_progress(|progress| match progress.stage {
        Stage::LookingAhead if progress.done == progress.total => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    });
    solve_in(folder.path(), &game, 0).expect("there is room");
    stop.solve_parts(&stored(folder.path(), &game), [1]).expect_err("stopped");
    let drawn = Solution::from_values(World::new(2_000, |_| vec![]), |_| Value::Draw).expect("short");
    drawn.save("a ladder: 0", folder.file(&file_of(0))).expect("there is room");
    solve_in(folder.path(), &game, 1).expect("there is room");
    let with_table = Folder::new();
    with_table.write(&file_of(0), &folder.read(&file_of(0)));
    solve_in(with_table.path(), &with_tables(&game), 1).expect("there is room");
    assert_eq!(folder.files(), with_table.files());
}

/// Wrong values, in a file that is intact, of a part without moves inside and of one with them.
#[test]
fn a_wrong_value_is_found() {
    let game = layers(10_000, 2);
    let folder = solved(&game);
    let alone = World { ranks: 10_000, parts: Vec::new(), ..game.clone() };
    let right = |at: &u64| stored(folder.path(), &game).value(&(at + 10_000)).expect("solved");
    let wrong = |at: &u64| if *at == 4_446 { Value::Loss(77) } else { right(at) };
    Solution::from_values(&alone, wrong).expect("short").save("a ladder: 1", folder.file(&file_of(1))).expect("room");
    for game in [game.clone(), with_tables(&game)] {
        let (stored, solver) = (stored(folder.path(), &game), Solver::new().threads(2));
        assert_eq!(solver.verify_part(&stored, 0), Ok(()));
        check_start(solver.verify_part(&stored, 1), "part 1: rank 14446 has the value \"loss in 77\", but ");
    }
}
