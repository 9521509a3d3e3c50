//! An error of one process ends all of them, with the same words.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use cluster::{Cluster, ClusterError, Processes, on_threads};
use retrograde::tiers::Tiers;
use retrograde::{Ranked, Solution, Solver, Value};

use crate::parts_of_world::ladder;
use crate::world::except;
use crate::{NAME, first, game, solve, verify};

fn check_error(error: &ClusterError, process: Option<usize>, start: &str) {
    assert!(error.process == process && error.text.starts_with(start) && !error.text.contains('\n'), "{error}");
}

fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).expect("a folder").count() == 0
}

#[test]
fn processes_with_other_games_or_versions_do_not_begin() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |ranks: [u64; 3], builds: [&str; 3]| {
        let results = on_threads(3, |process| {
            let [ranks, build] = [ranks[process.number()].to_string(), builds[process.number()].to_owned()];
            let cluster = Cluster { build: &build, ..Cluster::default() };
            cluster.solve(process, &game(ranks.parse().expect("a number")), NAME, &folder.path().join("game"))
        });
        first(results).expect_err("they do not belong together")
    };
    check_error(&run([81, 81, 64], ["1"; 3]), Some(2), "is solving a world, 64 ranks, by version 1, but process 0 is ");
    let text = "is solving a world, 81 ranks, by version 2, but process 0 is solving a world, 81 ranks, by version 1; \
                start the same program with the same arguments on all";
    check_error(&run([81; 3], ["1", "2", "1"]), Some(1), text);
    assert!(is_empty(folder.path()));
}

#[test]
fn a_part_that_a_process_lacks_is_an_error_of_all() {
    let [whole, lacking] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    Tiers::new(ladder(2, 300), whole.path()).solve(&Solver::new(), [0], |_| {}).expect("a consistent game");
    let solve = |folders: [&Path; 2]| {
        first(on_threads(2, |process| {
            let tiers = Tiers::new(ladder(2, 300), folders[process.number()]);
            Cluster::default().solve_part(process, &tiers, &1, u64::MAX)
        }))
        .expect_err("no part 0")
    };
    check_error(&solve([whole.path(), lacking.path()]), Some(1), "part 0 is not solved: no file ");
    // If all lack it, it is said once.
    check_error(&solve([lacking.path(); 2]), None, "part 0 is not solved: no file ");
    // What is damaged is found when it is read.
    let file = whole.path().join("0.solution");
    flip(&file, usize::MAX);
    check_error(&solve([whole.path(); 2]), None, &format!("part 0: {}: the solution is damaged", file.display()));
    assert!(!whole.path().join("1.solution").exists());
}

/// Changes a byte of a file, or its last one.
fn flip(file: &Path, at: usize) {
    let mut bytes = fs::read(file).expect("a file");
    let at = at.min(bytes.len() - 1);
    bytes[at] ^= 1;
    fs::write(file, bytes).expect("there is room");
}

#[test]
fn an_error_of_the_game_or_of_the_disk_leaves_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    // A predecessor too many.
    let mut wrong = game(600);
    except(&mut wrong.origins, 300, vec![599; 4]);
    let error = solve(&Cluster::default(), 3, &wrong, &folder.path().join("game")).expect_err("an inconsistent game");
    assert!(error.text.contains("audit the game"), "{error}");
    let missing = folder.path().join("missing/game");
    let error = solve(&Cluster::default(), 2, &game(9), &missing).expect_err("no folder");
    check_error(&error, Some(0), &format!("{}: ", missing.display()));
    assert!(error.text.ends_with("run the same command again, and it continues from its last checkpoint"), "{error}");
    assert!(is_empty(folder.path()));
}

#[test]
fn a_panic_of_the_game_ends_all_processes() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut broken = game(600);
    broken.origins = std::sync::Arc::new(|at| panic!("position {at} is broken"));
    let run = || solve(&Cluster::default(), 3, &broken, &folder.path().join("game"));
    assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
}

#[test]
fn every_wrong_value_is_found_by_some_process() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, world) = (folder.path().join("world"), game(20));
    let right = Solver::new().solve(&world).expect("a consistent game");
    for (changed, value) in (0..world.ranks()).zip([Value::Draw, Value::Win(1), Value::Loss(2)].into_iter().cycle()) {
        let values = |at: &_| if *at == changed { value } else { right.value(at) };
        let solution = Solution::from_values(&world, values).expect("short distances");
        solution.save(NAME, &path).expect("there is room");
        // Rounds of one question, and of all.
        for bytes_in_round in [1, 1 << 20] {
            let cluster = Cluster { bytes_in_round, ..Cluster::default() };
            match (verify(&cluster, 2, &world, &path), solution == right) {
                (Ok(report), true) => assert_eq!(report.checksum, right.checksum()),
                (Err(error), false) => assert!(error.text.contains(" rank "), "{error}"),
                (verified, _) => panic!("rank {changed}: {verified:?}"),
            }
        }
    }
}

#[test]
fn a_file_that_is_missing_damaged_or_of_another_game_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game");
    let check = |start: &str| {
        let error = verify(&Cluster::default(), 2, &game(900), &path).expect_err("no right file");
        check_error(&error, Some(0), &format!("{}: {start}", path.display()));
    };
    let save = |ranks| Solver::new().solve(game(ranks)).expect("consistent").save(NAME, &path).expect("there is room");
    check("cannot read the solution: ");
    save(899);
    check("solution of another game or other rules: ");
    save(900);
    flip(&path, 400);
    check("the solution is damaged at or after byte ");
}
