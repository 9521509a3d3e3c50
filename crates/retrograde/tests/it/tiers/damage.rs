//! Files that are missing, cut, changed or of another part, and games that say what is not so.

use std::sync::Arc;

use retrograde::files::LoadErrorKind;
use retrograde::tiers::{TierError, Tiers};
use retrograde::{Game, Solver};

use super::{damage, file_of, ladder, parts_begun, solve_in, solved, tiers};
use crate::by_definition::Oracle;
use crate::folder::{Folder, check_error, check_start};
use crate::world::World;

const PARTS: u64 = 3;
const LENGTH: u64 = 40;

/// A folder in which all parts are solved.
fn solved_ladder() -> (Folder, World) {
    let game = ladder(PARTS, LENGTH);
    (solved(&game, PARTS), game)
}

/// Solves what is missing.
fn solve(folder: &Folder, game: &World) -> Result<(), TierError> {
    solve_in(folder.path(), game, PARTS - 1)
}

#[test]
fn a_part_that_is_missing_is_named() {
    let (folder, game) = solved_ladder();
    let before = folder.files();
    folder.remove(&file_of(1));
    let fresh = || tiers(&folder, &game);
    let path = folder.file(&file_of(1));
    let expected = format!("part 1 is not solved: no file {path}; solve it first");
    check_error(fresh().value(&LENGTH), &expected);
    check_error(fresh().best_moves(&(2 * LENGTH)), &expected);
    check_error(fresh().principal_line(&LENGTH), &expected);
    check_error(fresh().part(&2), &expected);
    check_error(fresh().load(&2), &expected);
    check_error(fresh().verify(&Solver::new(), &2), &expected);
    check_error(fresh().verify(&Solver::new(), &1), &expected);
    check_error(fresh().verify_all(&Solver::new(), [2]), &expected);
    assert!(fresh().value(&5).is_ok() && fresh().load(&0).is_ok());
    let states = fresh().plan([2]).expect("no cycle");
    assert!(states.iter().map(|part| part.header.is_ok()).eq([true, false, true]));
    assert_eq!(parts_begun(&fresh(), 2).expect("there is room"), [1], "the others are there");
    assert_eq!(folder.files(), before);
}

/// Without a folder nothing is solved, and looking does not make it.
#[test]
fn a_folder_that_is_missing_has_no_parts() {
    let folder = Folder::new();
    let missing = folder.path().join("none");
    let tiers = Tiers::new(ladder(PARTS, LENGTH), &missing);
    assert!(tiers.plan([2]).is_ok_and(|plan| plan.iter().all(|part| part.header.is_err())));
    assert!(matches!(tiers.value(&0), Err(TierError::NotSolved { .. })));
    assert!(!missing.exists());
    tiers.solve(&Solver::new(), [0], |_| {}).expect("the folder is made");
    assert!(tiers.value(&0).is_ok(), "looked up in vain before");
}

/// What stands in the place of part 0, and what is said of it by every method that needs it.
fn check_unusable(bytes: &[u8], expected: &str) {
    let (folder, game) = solved_ladder();
    let before = folder.files();
    let path = folder.write(&file_of(0), bytes);
    folder.remove(&file_of(1));
    let expected = format!("part 0: {path}: {expected}");
    check_error(solve(&folder, &game), &expected);
    check_error(tiers(&folder, &game).value(&3), &expected);
    check_error(tiers(&folder, &game).part(&1), &expected);
    check_error(tiers(&folder, &game).load(&0), &expected);
    let plan = tiers(&folder, &game).plan([2]).expect("no cycle");
    assert!(matches!(plan[0].header, Err(TierError::Load { .. })));
    assert!(!folder.has(&file_of(1)), "nothing is written");

    folder.remove(&file_of(0));
    solve(&folder, &game).expect("there is room");
    assert_eq!(folder.files(), before);
}

#[test]
fn a_file_that_cannot_be_used_is_named() {
    let (folder, _) = solved_ladder();
    let bytes = folder.read(&file_of(0));
    let again = "remove the file and solve the part again";
    for (bytes, expected) in [
        (b"GIF89a".to_vec(), format!("not a saved solution; solve the game and save it, or {again}")),
        // A part under the name of another one.
        (
            folder.read(&file_of(1)),
            format!(
                "solution of another game, \"a ladder: 1\", expected \"a ladder: 0\"; use another file, or {again}, or \
                 use another folder"
            ),
        ),
        (
            solved(&ladder(PARTS, LENGTH + 1), 1).read(&file_of(0)),
            format!(
                "solution of another game or other rules: 41 ranks, expected 40; use another file, or {again}, or use \
                 another folder"
            ),
        ),
        (
            bytes[..bytes.len() - 1].to_vec(),
            format!("the solution ends too early, after {} bytes; copy or save it again, or {again}", bytes.len() - 1),
        ),
    ] {
        check_unusable(&bytes, &expected);
    }
}

/// A value that part 1 needs is damaged, while its header is intact.
#[test]
fn damage_that_comes_up_later_is_an_error() {
    let (folder, game) = solved_ladder();
    let path = damage(&folder, &file_of(0));
    let (tiers, forward) = (tiers(&folder, &game), Tiers::new(game.forward(), folder.path()));
    for result in [
        tiers.value(&5).map(|_| ()),
        tiers.load(&0).map(|_| ()),
        tiers.verify(&Solver::new(), &1).map(|_| ()),
        forward.verify(&Solver::new(), &1).map(|_| ()),
        tiers.verify(&Solver::new(), &0).map(|_| ()),
        tiers.verify_all(&Solver::new(), [2]),
    ] {
        let Err(TierError::Load { part, error }) = result else { panic!("{result:?}") };
        assert!(part == "0" && matches!(error.kind(), LoadErrorKind::Damaged { .. }));
    }
    assert!(tiers.verify(&Solver::new(), &2).is_ok(), "which does not read it");
    folder.remove(&file_of(1));
    check_start(solve(&folder, &game), &format!("part 0: {path}: the solution is damaged at or after byte "));
    assert!(!folder.has(&file_of(1)), "nothing is written");
}

/// Wrong values, in a file that is intact.
#[test]
fn a_part_with_a_wrong_value_is_not_verified() {
    let (folder, game) = solved_ladder();
    let (loaded, oracle) = (tiers(&folder, &game).load(&1).expect("solved"), Oracle::new(&game));
    let wrong = |at: &u64| if *at == LENGTH + 5 { retrograde::Value::Win(77) } else { oracle.value(*at) };
    let wrong = retrograde::Solution::from_values(loaded.game(), wrong).expect("short distances");
    wrong.save("a ladder: 1", folder.file(&file_of(1))).expect("there is room");
    let tiers = tiers(&folder, &game);
    assert!(tiers.verify(&Solver::new(), &0).is_ok());
    for result in [tiers.verify(&Solver::new(), &1).map(|_| ()), tiers.verify_all(&Solver::new(), [2])] {
        check_start(result, "part 1: the position of rank 5 has the value \"win in 77\", but ");
    }
}

/// A part taken as a game has nobody to return an error to.
#[test]
fn a_part_does_not_answer_with_values_that_cannot_be_read() {
    let (folder, game) = solved_ladder();
    let (loaded, oracle) = (tiers(&folder, &game).load(&1).expect("solved"), Oracle::new(&game));
    let panic = |ask: &dyn Fn()| std::panic::catch_unwind(std::panic::AssertUnwindSafe(ask)).expect_err("no answer");
    // Of a part that moves do not lead to.
    panic(&|| assert_eq!(loaded.get(&(2 * LENGTH)), None));
    assert!([LENGTH, 3].iter().all(|at| loaded.get(at) == Some(oracle.value(*at))));
    damage(&folder, &file_of(0));
    let part = tiers(&folder, &game).part(&1).expect("an intact header");
    let panic = panic(&|| assert_eq!((0..LENGTH).filter_map(|at| part.known_value(&at)).count(), 40));
    let message = panic.downcast_ref::<String>().expect("a message");
    assert!(message.contains("0.solution: the solution is damaged at or after byte"), "{message}");
}

#[test]
fn a_move_to_a_part_that_is_not_named_is_an_error() {
    let (folder, game) = (Folder::new(), ladder(2, LENGTH));
    let mut unnamed = game.clone();
    unnamed.parts.next = Arc::new(|_| vec![]);
    let expected = "a move from part 1 leads to part 0, to 3; name the part among the next parts, or give the position \
                    a known value";
    let solve = |game: &World, part| solve_in(folder.path(), game, part);
    let forward = || Tiers::new(unnamed.forward(), folder.path());
    check_error(solve(&unnamed, 1), expected);
    check_error(forward().solve(&Solver::new(), [1], |_| {}), expected);
    check_error(forward().memory(50_000_000).solve(&Solver::new(), [1], |_| {}), expected);
    assert_eq!(folder.names(), [""; 0]);
    // Nor does it help if it is solved.
    solve(&unnamed, 0).expect("no move leaves it");
    check_error(solve(&unnamed, 1), expected);
    assert!(!folder.has(&file_of(1)));
    solve(&game, 1).expect("there is room");
    check_error(tiers(&folder, &unnamed).verify(&Solver::new(), &1), expected);
}

#[test]
fn a_position_that_no_part_has_is_an_error() {
    let (folder, game) = solved_ladder();
    let tiers = tiers(&folder, &game);
    check_error(tiers.value(&(PARTS * LENGTH + 4)), "part 2 has no such position: 124");
    check_error(tiers.best_moves(&(PARTS * LENGTH)), "part 2 has no such position: 120");
    assert!(tiers.value(&(PARTS * LENGTH - 1)).is_ok());
}
