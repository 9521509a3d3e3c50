//! Bounds of memory: what is too small, and that they are kept.

use retrograde::solver::Partition;
use retrograde::{ErrorKind, Ranked, Solution, Solver, Value};

use super::direct::with_tables;
use super::{Steps, file_of, ladder, solve_in, solved, stored};
use crate::folder::{Folder, check_start};
use crate::world::World;

/// The least memory in which other parts are read.
const CACHE: u64 = 1 << 20;

/// The error names the least memory that suffices for the largest part, in whole MiB. Nothing is begun for the others.
fn check_least_memory<G: Ranked<Position = u64>>(game: &G, moves: u64) {
    let folder = Folder::new();
    let stored = stored(folder.path(), game);
    let solve = |bytes| Solver::new().memory(bytes).solve_parts(&stored, [2]);
    let largest = stored.parts()[2].size();
    let needed = stored.bytes(2);
    assert_eq!(needed, Solver::bytes::<G>(largest) + CACHE);
    let mib = needed.div_ceil(1 << 20);
    let expected = |allowed| format!("part 2: does not fit into {} MiB of memory; allow {mib} MiB", allowed >> 20);
    for allowed in [0, needed / 2, needed - 1] {
        assert_eq!(solve(allowed).expect_err("too little").to_string(), expected(allowed));
    }
    assert_eq!(folder.names(), [""; 0]);
    // The moves are counted while they are stored.
    if moves > 0 {
        let error = solve(needed - CACHE + 4 * moves - 1).map(drop);
        assert!(
            error.as_ref().is_err_and(|error| error.kind() == ErrorKind::Memory) || 4 * moves <= CACHE,
            "{error:?}"
        );
    }
    solve(needed + 4 * moves).expect("enough");
    assert_eq!(folder.names().len(), 3);
    // Solved parts take none.
    solve(0).expect("nothing to do");
}

#[test]
fn a_bound_that_is_too_small_is_said_before_anything_is_written() {
    check_least_memory(&ladder(3, 5_000), 0);
    // Of 5,000 positions within a part 714 have a move to themselves, the first has none, the others have two.
    check_least_memory(&ladder(3, 5_000).forward(), 714 + 2 * 4_285);
    check_least_memory(&ladder(3, 200_000).forward(), 28_571 + 2 * 171_428);
    check_least_memory(&Steps(vec![1_000, 2_000, 3_000]).world(), 0);
    let whole = Solver::new().memory(1_000_000).solve(ladder(1, 5_000)).expect_err("a megabyte is not enough");
    assert_eq!(whole.kind(), ErrorKind::Memory);
}

/// A number of ranks that no memory holds.
#[test]
fn a_part_that_is_too_large_for_any_memory_is_an_error() {
    for ranks in [1 << 40, 1 << 62, (1 << 63) + 5] {
        let (folder, game) = (Folder::new(), with_tables(&Steps(vec![ranks]).world()));
        let stored = stored(folder.path(), &game);
        let error = Solver::new().memory(1 << 36).solve_parts(&stored, [0]).expect_err("more than is allowed");
        let needed = Solver::bytes::<World>(ranks).saturating_add(CACHE).div_ceil(1 << 20);
        let needed = format!("; allow {needed} MiB");
        assert!(error.kind() == ErrorKind::Memory && error.to_string().ends_with(&needed), "{error}");
        if ranks > 1 << 60 {
            check_start(solve_in(folder.path(), &game, 0), "part 0: a table of ");
        }
        assert_eq!(folder.names(), [""; 0]);
    }
}

/// The smaller parts are not solved before that is said.
#[test]
fn a_part_with_more_ranks_than_moves_are_stored_of_is_an_error() {
    let (folder, game) = (Folder::new(), with_tables(&Steps(vec![10, 1 << 32]).world()).forward());
    let error = Solver::new().solve_parts(&stored(folder.path(), &game), [1]).expect_err("too many ranks");
    assert!(error.kind() == ErrorKind::TooLarge && error.to_string().starts_with("part 1: the moves of"), "{error}");
    assert_eq!(folder.names(), [""; 0]);
}

/// Writes the parts before the last one without solving them.
fn write_all_but_the_last(steps: &Steps, folder: &Folder) {
    for part in 0..steps.0.len() - 1 {
        let (start, ranks) = (steps.start(part), steps.0[part]);
        let alone = World::new(ranks, |_| vec![]);
        let value = |at: &u64| Value::Win(Steps::plies(start + at));
        let solution = Solution::from_values(alone, value).expect("short");
        solution.save(&format!("a ladder: {part}"), folder.file(&file_of(part))).expect("there is room");
    }
}

/// Pages are displaced all the time, by several threads.
#[test]
fn a_small_cache_gives_the_same_file_on_any_number_of_threads() {
    let (folder, steps) = (Folder::new(), Steps(vec![400_000, 400_000, 400_000, 5_000]));
    write_all_but_the_last(&steps, &folder);
    let game = steps.world();
    let run = |solver: Solver<'_>| {
        solver.solve_parts(&stored(folder.path(), &game), [3]).expect("enough");
        let file = folder.read(&file_of(3));
        folder.remove(&file_of(3));
        file
    };
    let expected = run(Solver::new());
    let least = Solver::bytes::<World>(5_000) + CACHE;
    assert!(3 * folder.read(&file_of(0)).len() as u64 > CACHE, "pages are displaced");
    for threads in [1, 4] {
        assert!(run(Solver::new().threads(threads).memory(least)) == expected, "{threads} threads");
    }
}

/// Verifying takes a table of the values of the part, or looks them up in its file.
#[test]
fn verifying_keeps_the_bound_too() {
    let game = ladder(2, 5_000);
    let folder = solved(&game);
    let stored = stored(folder.path(), &game);
    let (with_table, without) = (2 * 5_000 + CACHE, 2 * CACHE);
    let error = Solver::new().memory(with_table - 1).verify_part(&stored, 1).expect_err("too little");
    assert_eq!(error.to_string(), "part 1: does not fit into 1 MiB of memory; allow 2 MiB");
    Solver::new().memory(with_table).verify_part(&stored, 1).expect("enough");
    Solver::new().memory(without).verify_share(&stored, 1, Partition::new(5_000, 1), 0).expect("enough");
}

/// The last part needs positions from all over the files of the others, which are together far larger than what is
/// allowed.
#[cfg(target_os = "linux")]
#[test]
fn solving_stays_within_its_bound_of_memory() {
    use retrograde::Values;

    use crate::subprocess::{peak_memory, run_in_subprocess, subprocess_argument};

    // What is not counted: the stack, buffers of files, and headers.
    const CONSTANT: u64 = 500_000;
    const LARGE: u64 = 210_000;

    let name = "parts::memory::solving_stays_within_its_bound_of_memory";
    let steps = Steps([vec![LARGE; 8], vec![3_000]].concat());
    let game = steps.world();
    let Some(argument) = subprocess_argument(name) else {
        let folder = Folder::new();
        write_all_but_the_last(&steps, &folder);
        // Other tests run in this process at the same time.
        run_in_subprocess(name, folder.path().to_str().expect("text"), "");
        let stored = stored(folder.path(), &game);
        for at in (0..3_000).step_by(7).map(|number| steps.start(8) + number) {
            let reached = (0..8).map(|next| Steps::plies(steps.start(next) + Steps::mixed(at) % LARGE));
            let longest = reached.max().expect("eight moves");
            assert_eq!(stored.value(&at), Ok(Value::Loss(longest + 1)));
        }
        return;
    };
    // Loads the code, which is part of what is measured.
    let small = Steps(vec![10, 10, 10]).world();
    assert_eq!(solved(&small).names().len(), small.parts.len());

    let stored = stored(&argument, &game);
    let allowed = Solver::bytes::<World>(3_000) + CACHE;
    let files: u64 = (0..8).map(|part| stored.header(part).expect("written").bytes()).sum();
    assert!(files > allowed + CONSTANT, "{files} bytes in files");
    let before = peak_memory().expect("this is Linux");
    Solver::new().memory(allowed).solve_parts(&stored, [8]).expect("enough");
    let peak = peak_memory().expect("this is Linux") - before;
    assert!(peak < allowed + CONSTANT, "{peak} bytes, {allowed} are allowed");
}
