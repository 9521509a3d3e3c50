//! An error of one process ends all of them, with the same words.

use std::fs;
use std::path::Path;
use std::sync::Mutex;

use cluster::{Cluster, ClusterError, Processes, SavedSolution, on_threads};
use retrograde::solver::Progress;
use retrograde::{Solution, Solver, Value};

use crate::parts_of_world::ladder;
use crate::world::{World, except};
use crate::{first, game, run, stored, verifying};

fn check_error(outcome: Result<SavedSolution, ClusterError>, start: &str) {
    let ClusterError(error) = outcome.expect_err(start);
    assert!(error.starts_with(start) && !error.contains('\n'), "{error}");
}

/// Changes the byte at three quarters of a file.
fn flip(file: &Path) {
    let mut bytes = fs::read(file).expect("a file");
    let at = bytes.len() * 3 / 4;
    bytes[at] ^= 1;
    fs::write(file, bytes).expect("there is room");
}

#[test]
fn what_cannot_be_solved_leaves_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let others = on_threads(3, |process| {
        let ranks = [81, 81, 64][process.number()];
        Cluster::default().run(process, &stored(game(ranks), folder.path()), 0, 0)
    });
    let task = |ranks| format!("Solve a world: 0, {ranks} ranks, version {}", startup::version());
    check_error(first(others), &format!("process 2: {}, but process 0: {}; start the same ", task(64), task(81)));
    // A predecessor too many.
    let mut wrong = game(600);
    except(&mut wrong.origins, 300, vec![599; 4]);
    assert!(run(&Cluster::default(), 3, &wrong, folder.path()).expect_err("inconsistent").0.contains("audit the game"));
    let mut far = World::of((0..9_u64).map(|at| at.checked_sub(1).into_iter().collect()));
    except(&mut far.known, 0, Some(Value::Loss(16_382)));
    let error = run(&Cluster::default(), 3, &far, folder.path()).expect_err("almost the longest distance, and more").0;
    assert!(error.ends_with(" is won or lost in more than 16383 plies"), "{error}");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "the lock");
    let file = folder.path().join("lock");
    check_error(run(&Cluster::default(), 2, &game(9), &file), &format!("{}: ", file.display()));
}

#[test]
fn what_cannot_be_written_is_not_solved() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("0.solution");
    fs::create_dir(&file).expect("there is room");
    let cluster = Cluster { on_progress: &|_| panic!("nothing is solved"), ..Cluster::default() };
    check_error(run(&cluster, 3, &game(600), folder.path()), &format!("process 0: {}: not a file; ", file.display()));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2, "the lock and the folder");
}

#[test]
fn a_part_is_the_same_as_on_one_machine_or_an_error_of_all() {
    let [whole, lacking, own] = [(); 3].map(|()| tempfile::tempdir().expect("a folder"));
    let run = |cluster: Cluster<'_>, folders: [&Path; 2]| {
        first(on_threads(2, |process| cluster.run(process, &stored(ladder(2, 300), folders[process.number()]), 1, 0)))
    };
    let [file, right] = [0, 1].map(|part| whole.path().join(format!("{part}.solution")));
    Solver::new().solve_parts(&stored(ladder(2, 300), whole.path()), [1]).expect("a consistent game");
    fs::copy(&file, own.path().join("0.solution")).expect("there is room");
    let solved = run(Cluster::default(), [own.path(), whole.path()]).expect("a consistent game");
    assert_eq!(run(verifying(), [own.path(), whole.path()]), Ok(solved));
    assert!(fs::read(own.path().join("1.solution")).expect("a file") == fs::read(&right).expect("a file"));
    fs::remove_file(&right).expect("a file");
    let check = |folders, start: &str| check_error(run(Cluster::default(), folders), start);
    check([whole.path(), lacking.path()], "process 1: part 0: not solved: no file ");
    // If all lack it, it is said once.
    check([lacking.path(); 2], "part 0: not solved: no file ");
    // What is damaged is found when it is read.
    flip(&file);
    check([whole.path(); 2], &format!("part 0: {}: the solution is damaged", file.display()));
    assert!(!right.exists());
}

#[test]
fn a_file_that_is_missing_damaged_or_of_another_game_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, world) = (folder.path().join("0.solution"), game(20));
    let check = |wrong: &str| {
        check_error(run(&verifying(), 2, &world, folder.path()), &format!("part 0: {wrong}"));
    };
    check(&format!("not solved: no file {}", path.display()));
    let right = Solver::new().solve(&world).expect("a consistent game");
    right.save("another world", &path).expect("there is room");
    check(&format!("{}: solution of another game, ", path.display()));
    right.save("a world: 0", &path).expect("there is room");
    flip(&path);
    check(&format!("{}: the solution is damaged at or after byte ", path.display()));
}

/// Both processes show how far they are together, in two rounds. In the first one process 0 finds a wrong value, or in the
/// second one process 1, and the other ends there too.
#[test]
fn a_wrong_value_is_an_error_of_all_as_soon_as_it_is_found() {
    let (folder, world) = (tempfile::tempdir().expect("a folder"), game(400_000));
    let right = Solver::new().solve(&world).expect("a consistent game");
    let verify = |wrong: Option<u64>| {
        let value = |at: &u64| if wrong == Some(*at) { Value::Win(9_999) } else { right.get(at).expect("a position") };
        let solution = Solution::from_values(&world, value).expect("short distances");
        solution.save("a world: 0", folder.path().join("0.solution")).expect("there is room");
        let done = Mutex::new(Vec::new());
        let on_progress = &|progress: Progress| done.lock().expect("no panic").push(progress.done);
        let verified = run(&Cluster { on_progress, ..verifying() }, 2, &world, folder.path());
        (verified, done.into_inner().expect("no panic"))
    };
    let (verified, rounds) = verify(None);
    assert!(verified.is_ok() && rounds == [262_144, 262_144, 400_000, 400_000], "{verified:?}, {rounds:?}");
    for (process, rank) in [(0, 0), (1, 399_700)] {
        let (verified, done) = verify(Some(rank));
        check_error(verified, &format!("process {process}: part 0: rank {rank} has the value \"win in 9999\", but "));
        assert_eq!(done, rounds[..2 * process]);
    }
}
