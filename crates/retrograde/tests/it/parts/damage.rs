//! Files that are missing, cut, changed or of another part, and games that say what is not so.

use retrograde::{ErrorKind, Solver, Values};

use super::{damage, file_of, first, ladder, solve_in, solved, stored};
#[cfg(unix)]
use crate::by_definition::Oracle;
use crate::folder::{Folder, check_error, check_start};
use crate::world::World;

const PARTS: u64 = 3;
const LENGTH: u64 = 40;

/// A folder in which all parts are solved.
fn solved_ladder() -> (Folder, World) {
    let game = ladder(PARTS, LENGTH);
    (solved(&game), game)
}

#[test]
fn a_part_that_is_missing_is_named() {
    let (folder, game) = solved_ladder();
    let before = folder.files();
    folder.remove(&file_of(1));
    let (stored, solver) = (stored(folder.path(), &game), Solver::new());
    let path = folder.file(&file_of(1));
    let expected = format!("part 1: not solved: no file {path}; solve it first");
    check_error(stored.value(&LENGTH), &expected);
    check_error(stored.best_moves(&first(2, LENGTH)), &expected);
    check_error(stored.line(&LENGTH), &expected);
    check_error(stored.region(2, 0), &expected);
    check_error(solver.verify_part(&stored, 2), &expected);
    check_error(solver.verify_part(&stored, 1), &expected);
    assert!(stored.value(&5).is_ok());
    assert_eq!([0, 1, 2].map(|part| stored.header(part).is_ok()), [true, false, true]);
    solver.solve_parts(&stored, [2]).expect("there is room");
    assert_eq!(folder.files(), before);
}

/// A part under the name of another one. What else may be wrong with a file is tested where files are.
#[test]
fn a_file_that_cannot_be_used_is_named() {
    let (folder, game) = solved_ladder();
    let before = folder.files();
    let path = folder.write(&file_of(0), &folder.read(&file_of(1)));
    folder.remove(&file_of(1));
    let text = "solution of another game, \"a ladder: 1\", expected \"a ladder: 0\"";
    let expected = format!("part 0: {path}: {text}; use another file or folder, or remove the file and solve again");
    check_error(solve_in(folder.path(), &game, 2), &expected);
    let stored = stored(folder.path(), &game);
    check_error(stored.value(&3), &expected);
    check_error(stored.region(1, 0), &expected);
    check_error(Solver::new().verify_part(&stored, 0), &expected);
    assert_eq!(stored.header(0).map_err(|error| error.kind()), Err(ErrorKind::OtherGame));
    assert!(!folder.has(&file_of(1)), "nothing is written");

    folder.remove(&file_of(0));
    solve_in(folder.path(), &game, 2).expect("there is room");
    assert_eq!(folder.files(), before);
}

/// A value that part 1 needs is damaged, while its header is intact.
#[test]
fn damage_that_comes_up_later_is_an_error() {
    let (folder, game) = solved_ladder();
    let damaged = format!("part 0: {}: the solution is damaged at or after byte ", damage(&folder, &file_of(0)));
    let (solver, forward) = (Solver::new(), game.forward());
    let (stored, by_moves) = (stored(folder.path(), &game), stored(folder.path(), &forward));
    for result in [
        stored.value(&5).map(drop),
        solver.verify_part(&stored, 1),
        solver.verify_part(&by_moves, 1),
        solver.verify_part(&stored, 0),
    ] {
        let error = result.expect_err("damaged");
        assert!(error.kind() == ErrorKind::Damaged && error.to_string().starts_with(&damaged), "{error}");
    }
    assert!(solver.verify_part(&stored, 2).is_ok(), "which does not read it");
    folder.remove(&file_of(1));
    for result in [solver.solve_parts(&stored, [2]), solver.solve_parts(&by_moves, [2])] {
        check_start(result, &damaged);
    }
    assert!(!folder.has(&file_of(1)), "nothing is written");
}

#[test]
fn a_move_to_a_part_that_is_not_named_is_an_error() {
    let (folder, game, solver) = (Folder::new(), ladder(2, LENGTH), Solver::new());
    let mut unnamed = game.clone();
    unnamed.parts[1].next = vec![];
    let forward = unnamed.forward();
    let text = "in a part that is not listed; list it among the next parts, or give the position a known value";
    let check = |result| check_error(result, &format!("part 1: a move leads to rank 3, to 3, {text}"));
    check(solver.audit_part(&unnamed, 1));
    check(solve_in(folder.path(), &unnamed, 1));
    check(solver.solve_parts(&stored(folder.path(), &forward), [1]));
    assert_eq!(folder.names(), [""; 0]);
    // Nor does it help if it is solved.
    solve_in(folder.path(), &unnamed, 0).expect("no move leaves it");
    check(solve_in(folder.path(), &unnamed, 1));
    assert!(!folder.has(&file_of(1)));
    solve_in(folder.path(), &game, 1).expect("there is room");
    check(solver.verify_part(&stored(folder.path(), &unnamed), 1));
}

/// There are more parts than files may be open at the same time.
#[cfg(unix)]
#[test]
fn looking_up_leaves_few_files_open() {
    use crate::subprocess::{run_in_subprocess, subprocess_argument};

    let name = "parts::damage::looking_up_leaves_few_files_open";
    if subprocess_argument(name).is_none() {
        return run_in_subprocess(name, "", "ulimit -n 128");
    }
    let (folder, game) = (Folder::new(), ladder(200, 5));
    let (stored, oracle) = (stored(folder.path(), &game), Oracle::new(&game));
    solve_in(folder.path(), &game, 199).expect("there is room");
    for at in (0..1_000).chain([0, 999, 30]) {
        assert_eq!(stored.value(&at), Ok(oracle.value(at)));
    }
}
