//! Files that are missing, cut, changed or not those of the part, and games that say what is not so.

use std::fs;

use retrograde::{LoadErrorKind, PartState, Runner, TierError, Tiers};

use super::ladder::{Bug, Ladder};
use super::{Folder, check_error, shown};

const PARTS: u64 = 3;
const LENGTH: u64 = 40;

/// A folder in which all parts are solved.
fn solved() -> (Folder, Ladder) {
    let (folder, game) = (Folder::new(), Ladder::new(PARTS, LENGTH));
    tiers(&folder, &game).solve_with_predecessors(&Runner::new(), [PARTS - 1], |_| {}).expect("there is room");
    (folder, game)
}

fn tiers(folder: &Folder, game: &Ladder) -> Tiers<Ladder> {
    Tiers::new(game.clone(), folder.path())
}

/// Solves what is missing.
fn solve(folder: &Folder, game: &Ladder) -> Result<(), TierError> {
    tiers(folder, game).solve_with_predecessors(&Runner::new(), [PARTS - 1], |_| {})
}

fn remove(folder: &Folder, part: u64) {
    fs::remove_file(folder.part(part)).expect("a solved part");
}

#[test]
fn a_part_that_is_missing_is_named() {
    let (folder, game) = solved();
    let before = folder.files();
    remove(&folder, 1);
    let fresh = || tiers(&folder, &game);
    let expected = format!("part 1 is not solved: there is no file {}; solve it first", folder.part(1));
    check_error(fresh().value(&LENGTH), &expected);
    check_error(fresh().best_moves(&(2 * LENGTH)), &expected);
    check_error(fresh().principal_line(&LENGTH), &expected);
    check_error(fresh().part(&2), &expected);
    check_error(fresh().load(&2), &expected);
    check_error(fresh().verify(&mut Runner::new(), &2), &expected);
    check_error(fresh().verify(&mut Runner::new(), &1), &expected);
    assert!(fresh().value(&5).is_ok() && fresh().load(&0).is_ok());
    let states = fresh().plan([2]).expect("no cycle");
    assert!(states.iter().map(|part| part.header().is_some()).eq([true, false, true]));

    let mut begun = Vec::new();
    let on_event = |event: retrograde::TierEvent<'_, u64>| {
        if let retrograde::TierEvent::Starting { plan, .. } = event {
            begun.push(plan.part);
        }
    };
    fresh().solve(&Runner::new(), [2], on_event).expect("there is room");
    assert_eq!(begun, [1], "the others are there");
    assert_eq!(folder.files(), before);
}

/// Without a folder nothing is solved, and looking does not make it.
#[test]
fn a_folder_that_is_missing_has_no_parts() {
    let folder = Folder::new();
    let missing = folder.path().join("none");
    let tiers = Tiers::new(Ladder::new(PARTS, LENGTH), &missing);
    assert!(tiers.plan([2]).is_ok_and(|plan| plan.iter().all(|part| part.header().is_none())));
    assert!(matches!(tiers.value(&0), Err(TierError::NotSolved { .. })));
    assert!(!missing.exists());
    tiers.solve(&Runner::new(), [0], |_| {}).expect("the folder is made");
    assert!(tiers.value(&0).is_ok(), "looked up in vain before");
}

/// What stands in the place of part 0, and what is said of it by every method that needs it.
fn check_unusable(bytes: &[u8], expected: &str) {
    let (folder, game) = solved();
    let before = folder.files();
    fs::write(folder.part(0), bytes).expect("it is ours");
    remove(&folder, 1);
    let expected = format!("part 0: {}: {expected}", folder.part(0));
    check_error(solve(&folder, &game), &expected);
    check_error(tiers(&folder, &game).value(&3), &expected);
    check_error(tiers(&folder, &game).part(&1), &expected);
    check_error(tiers(&folder, &game).load(&0), &expected);
    let plan = tiers(&folder, &game).plan([2]).expect("no cycle");
    assert!(matches!(plan[0].state, PartState::Unusable(_)) && plan[0].header().is_none());
    assert!(fs::metadata(folder.part(1)).is_err(), "nothing is written");

    remove(&folder, 0);
    solve(&folder, &game).expect("there is room");
    assert_eq!(folder.files(), before);
}

#[test]
fn a_file_that_cannot_be_used_is_named() {
    let (folder, _) = solved();
    let bytes = folder.read(0);
    check_unusable(
        b"GIF89a",
        "not a saved solution; solve the game and save it, or remove the file and solve the part again",
    );
    let mut other = bytes.clone();
    other[20] = 3;
    check_unusable(
        &other,
        "format version 3 is unknown, expected version 2; read it with a newer release, or save the solution again, or \
         remove the file and solve the part again",
    );
    other[20] = 1;
    check_unusable(
        &other,
        "format version 1 is old, expected version 2; solve the game and save the solution again, or remove the file \
         and \
         solve the part again",
    );
    // A part under the name of another one.
    check_unusable(
        &folder.read(1),
        "solution of another game, \"a ladder: 1\"; remove the file and solve the part again, or use another folder",
    );
    let (second, mut game) = (Folder::new(), Ladder::new(PARTS, LENGTH));
    game.name = "another ladder";
    tiers(&second, &game).solve(&Runner::new(), [0], |_| {}).expect("there is room");
    check_unusable(
        &second.read(0),
        "solution of another game, \"another ladder: 0\"; remove the file and solve the part again, or use another folder",
    );
    let (third, game) = (Folder::new(), Ladder::new(PARTS, LENGTH + 1));
    tiers(&third, &game).solve(&Runner::new(), [0], |_| {}).expect("there is room");
    check_unusable(
        &third.read(0),
        "solution of another game or other rules: it has 41 ranks; remove the file and solve the part again, or use \
         another folder",
    );
}

#[test]
fn a_file_cut_at_any_byte_is_an_error() {
    let (folder, game) = solved();
    let (bytes, above) = (folder.read(0), folder.read(1));
    check_unusable(
        &bytes[..bytes.len() - 1],
        &format!(
            "the solution ends too early, after {} bytes; copy or save it again, or remove the file and solve the \
             part again",
            bytes.len() - 1
        ),
    );
    remove(&folder, 1);
    for length in 0..bytes.len() {
        fs::write(folder.part(0), &bytes[..length]).expect("it is ours");
        let error = solve(&folder, &game).expect_err("cut");
        let TierError::Load { part, error } = error else { panic!("{error}") };
        assert!(part == "0" && matches!(error.kind(), LoadErrorKind::Truncated { bytes } if *bytes == length as u64));
        assert!(fs::metadata(folder.part(1)).is_err(), "nothing is written");
    }
    fs::write(folder.part(0), bytes).expect("it is ours");
    solve(&folder, &game).expect("there is room");
    assert_eq!(folder.read(1), above);
}

#[test]
fn a_change_of_any_bit_is_an_error_or_does_no_harm() {
    let (folder, game) = solved();
    let (bytes, above, solution) = (folder.read(0), folder.read(1), game.solution());
    let mut errors = 0;
    for bit in 0..8 * bytes.len() {
        remove(&folder, 1);
        let mut changed = bytes.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        fs::write(folder.part(0), &changed).expect("it is ours");
        let looked_up = tiers(&folder, &game);
        for position in [0, 1, LENGTH / 2, LENGTH - 1] {
            assert!(looked_up.value(&position).map_or(true, |value| value == solution.value(&position)), "bit {bit}");
        }
        match solve(&folder, &game) {
            Ok(()) => assert_eq!(folder.read(1), above, "bit {bit}"),
            Err(error) => {
                let message = shown(&error);
                assert!(message.starts_with(&format!("part 0: {}: ", folder.part(0))), "bit {bit}: {message}");
                assert!(!message.contains('\n'));
                assert!(fs::metadata(folder.part(1)).is_err(), "bit {bit}: nothing is written");
                fs::write(folder.part(1), &above).expect("it is ours");
                errors += 1;
            }
        }
    }
    assert_eq!(errors, 8 * bytes.len(), "a checksum covers every bit");
}

/// A value that part 1 needs is damaged, while its header is intact.
#[test]
fn damage_that_comes_up_in_verifying_is_an_error() {
    let (folder, game) = solved();
    let mut bytes = folder.read(0);
    let code = bytes.len() - 12;
    bytes[code] ^= 1;
    fs::write(folder.part(0), &bytes).expect("it is ours");
    for result in [
        tiers(&folder, &game).verify(&mut Runner::new(), &1),
        tiers(&folder, &game).verify_with_predecessors(&mut Runner::new(), &1),
        tiers(&folder, &game).verify(&mut Runner::new(), &0),
    ] {
        let Err(TierError::Load { part, error }) = result else { panic!("{result:?}") };
        assert!(part == "0" && matches!(error.kind(), LoadErrorKind::Damaged { .. }));
    }
    assert!(tiers(&folder, &game).verify(&mut Runner::new(), &2).is_ok(), "which does not read it");
}

/// A part taken as a game has nobody to return an error to.
#[test]
fn a_part_does_not_answer_with_values_that_cannot_be_read() {
    let (folder, game) = solved();
    let loaded = tiers(&folder, &game).load(&1).expect("solved");
    let panics = |ask: &dyn Fn()| std::panic::catch_unwind(std::panic::AssertUnwindSafe(ask)).is_err();
    // Of a part that moves do not lead to.
    assert!(panics(&|| drop(format!("{:?}", loaded.get(&(2 * LENGTH))))));
    let right = game.solution();
    assert_eq!(loaded.get(&LENGTH), Some(right.value(&LENGTH)));
    assert_eq!(loaded.get(&3), Some(right.value(&3)));
    let mut bytes = folder.read(0);
    let code = bytes.len() - 12;
    bytes[code] ^= 1;
    fs::write(folder.part(0), &bytes).expect("it is ours");
    let part = tiers(&folder, &game).part(&1).expect("an intact header");
    assert!(panics(&|| drop(format!("{:?}", retrograde::audit(&part)))));
}

#[test]
fn a_move_to_a_part_that_is_not_named_is_an_error() {
    let (folder, mut game) = (Folder::new(), Ladder::new(2, LENGTH));
    game.bug = Some(Bug::PartNotNamed);
    let expected = "a move from part 1 leads to part 0, to 3; name the part among the next parts, or give the position a known value";
    check_error(tiers(&folder, &game).solve_with_predecessors(&Runner::new(), [1], |_| {}), expected);
    check_error(tiers(&folder, &game).solve(&Runner::new(), [1], |_| {}), expected);
    check_error(tiers(&folder, &game).memory(50_000_000).solve(&Runner::new(), [1], |_| {}), expected);
    assert_eq!(folder.files(), []);
    // Nor does it help if it is solved.
    tiers(&folder, &game).solve(&Runner::new(), [0], |_| {}).expect("no move leaves it");
    check_error(tiers(&folder, &game).solve(&Runner::new(), [1], |_| {}), expected);
    assert!(fs::metadata(folder.part(1)).is_err());
    game.bug = None;
    tiers(&folder, &game).solve(&Runner::new(), [1], |_| {}).expect("there is room");
    game.bug = Some(Bug::PartNotNamed);
    check_error(tiers(&folder, &game).verify(&mut Runner::new(), &1), expected);
}

#[test]
fn a_position_that_no_part_has_is_an_error() {
    let (folder, game) = solved();
    let tiers = tiers(&folder, &game);
    check_error(tiers.value(&(PARTS * LENGTH + 4)), "part 2 has no such position: 124");
    check_error(tiers.best_moves(&(PARTS * LENGTH)), "part 2 has no such position: 120");
    assert!(tiers.value(&(PARTS * LENGTH - 1)).is_ok());
}

/// Only the block that is read is checked.
#[test]
fn a_value_is_read_without_the_rest_of_the_file() {
    let (folder, game) = (Folder::new(), Ladder::new(1, 60_000));
    tiers(&folder, &game).solve_with_predecessors(&Runner::new(), [0], |_| {}).expect("there is room");
    let mut bytes = folder.read(0);
    assert!(bytes.len() > 6 * 4096, "several blocks");
    let last = bytes.len() - 1;
    for far in (8_000..bytes.len()).step_by(500).chain([last]) {
        bytes[far] ^= 4;
    }
    fs::write(folder.part(0), &bytes).expect("it is ours");
    let (tiers, solution) = (tiers(&folder, &game), game.solution());
    for near in [0, 1, 2, 100, 1_000] {
        assert_eq!(tiers.value(&near).ok(), Some(solution.value(&near)));
    }
    assert_eq!(tiers.principal_line(&1_000).ok(), Some(solution.principal_line(&1_000)));
    for far in [30_000, 59_999] {
        let error = tiers.value(&far).expect_err("damaged");
        let message = shown(&error);
        assert!(message.starts_with(&format!("part 0: {}: the solution is damaged at or after byte ", folder.part(0))));
        let hint = "; copy or save it again, or remove the file and solve the part again";
        assert!(message.ends_with(hint), "{message}");
    }
    check_error(
        tiers.load(&0),
        &shown(&tiers.value(&10_000).expect_err("in the second block, which is the first one that is damaged")),
    );
}

#[test]
fn an_error_of_the_solver_names_the_part() {
    let folder = Folder::new();
    let broken = Ladder { bug: Some(Bug::MoveOutOfRange), ..Ladder::new(2, LENGTH) };
    let tiers = Tiers::new(broken, folder.path());
    let expected = "part 1: the position of rank 39 has a successor or predecessor of rank 40, which is out of range; audit \
                    the game";
    check_error(tiers.solve(&Runner::new(), [1], |_| {}), expected);
    assert_eq!(folder.files().len(), 1, "part 0 is solved");
}
