//! Bounds of memory: what is too small, and that they are kept.

use retrograde::tiers::{TierError, Tiered, Tiers};
use retrograde::{Solution, SolveError, Solver, Value};

use super::{Steps, file_of, ladder, solve_in, solved, tiers};
use crate::folder::Folder;

/// The number that the error names is the least that suffices: for the largest part, which is the last one, with its
/// stored moves. Nothing is begun for the others.
fn check_least_memory(game: &(impl Tiered<Part = u64> + Clone), stored_moves: u64) {
    let folder = Folder::new();
    let solve = |bytes| Tiers::new(game.clone(), folder.path()).memory(bytes).solve(&Solver::new(), [2], |_| {});
    let error = solve(0).expect_err("a table takes memory");
    let TierError::Memory { needed, allowed: 0, .. } = error else { panic!("{error}") };
    let plan = Tiers::new(game.clone(), folder.path()).plan([2]).expect("no cycle");
    let least_of_all = plan[0].least_memory;
    assert_eq!(needed - plan[2].least_memory, stored_moves);
    for allowed in [0, least_of_all - 1, least_of_all, needed - 1].into_iter().filter(|bytes| *bytes < needed) {
        let expected = format!("part 2 does not fit into {allowed} bytes of memory; allow {needed} bytes");
        assert_eq!(solve(allowed).expect_err("too little").to_string(), expected);
    }
    assert_eq!(folder.names(), [""; 0]);
    solve(needed).expect("enough");
    assert_eq!(folder.names().len(), 3);
    // Solved parts take none.
    solve(0).expect("nothing to do");
}

#[test]
fn a_bound_that_is_too_small_is_said_before_anything_is_written() {
    check_least_memory(&ladder(3, 5_000), 0);
    // Of 5,000 positions within a part 714 have a move to themselves, the first has none, the others have two.
    check_least_memory(&ladder(3, 5_000).forward(), 8 * 5_000 + 4 * (714 + 2 * 4_285));
    check_least_memory(&Steps { parts: 3, ranks: |part| 1_000 * (part + 1) }.world(), 0);
}

/// A rank takes at most two bytes, and its value two more if no other rank has it.
#[test]
fn the_largest_possible_file_of_a_part_is_close_to_its_file() {
    for ranks in [1, 2, 3, 17, 300, 5_000] {
        let (folder, game) = (Folder::new(), ladder(1, ranks));
        let most = tiers(&folder, &game).plan([0]).expect("no cycle")[0].most_disk;
        solve_in(folder.path(), &game, 0).expect("there is room");
        let bytes = folder.read(&file_of(0)).len() as u64;
        assert!((bytes..=bytes + 4 * (ranks - 1)).contains(&most), "{ranks} ranks: {bytes} bytes, {most} at most");
    }
}

/// A number of ranks that no memory holds.
#[test]
fn a_part_that_is_too_large_for_any_memory_is_an_error() {
    let sizes: [fn(u64) -> u64; 4] = [|_| 1 << 40, |_| 1 << 62, |_| (1 << 63) + 5, |_| u64::MAX];
    for ranks in sizes {
        let (folder, game) = (Folder::new(), Steps { parts: 1, ranks }.world());
        let (tiers, ranks) = (|| tiers(&folder, &game), ranks(0));
        let plan = tiers().plan([0]).expect("no cycle");
        let (least, most) = (plan[0].least_memory, plan[0].most_memory);
        assert!(least >= ranks && most >= least && plan[0].most_disk >= ranks);
        let error = tiers().memory(1 << 36).solve(&Solver::new(), [0], |_| {}).expect_err("more than is allowed");
        assert!(matches!(error, TierError::Memory { needed, .. } if needed == least), "{error}");
        if ranks > 1 << 60 {
            let error = solve_in(folder.path(), &game, 0).expect_err("more than there is").to_string();
            assert!(error.starts_with("part 0: a table of "), "{error}");
        }
        assert_eq!(folder.names(), [""; 0]);
    }
}

/// The smaller parts are not solved before that is said.
#[test]
fn a_part_with_more_ranks_than_moves_are_stored_of_is_an_error() {
    let (folder, steps) = (Folder::new(), Steps { parts: 2, ranks: |part| if part == 0 { 10 } else { 1 << 32 } });
    let error = Tiers::new(steps.world().forward(), folder.path()).solve(&Solver::new(), [1], |_| {});
    let expected = Err(SolveError::TooManyRanks { ranks: 1 << 32 });
    let found =
        error.map_err(|error| if let TierError::Solve { error, .. } = error { error } else { panic!("{error}") });
    assert_eq!((found, folder.names().len()), (expected, 0));
}

/// Writes the parts before the last one without solving them.
fn write_all_but_the_last(game: Steps, folder: &Folder) {
    for part in 0..game.parts - 1 {
        let alone = tiers(folder, &Steps { parts: part + 1, ..game }.world());
        let alone = alone.part(&part).expect("the parts before it are there");
        let solution = Solution::from_values(alone, |at| Value::Win(Steps::plies(*at))).expect("short");
        solution.save(&format!("steps: {part}"), folder.file(&file_of(part))).expect("there is room");
    }
}

/// Pages are displaced all the time, by several threads.
#[test]
fn a_small_cache_gives_the_same_file_on_any_number_of_threads() {
    let (folder, steps) = (Folder::new(), Steps { parts: 4, ranks: |part| if part == 3 { 5_000 } else { 400_000 } });
    write_all_but_the_last(steps, &folder);
    let game = steps.world();
    let plan = tiers(&folder, &game).plan([3]).expect("no cycle").pop().expect("four parts");
    assert!(plan.most_memory > plan.least_memory + (1 << 20), "pages are displaced");
    let run = |memory, threads| {
        let tiers = tiers(&folder, &game).memory(memory);
        tiers.solve(&Solver::new().threads(threads), [3], |_| {}).expect("enough");
        let file = folder.read(&file_of(3));
        folder.remove(&file_of(3));
        file
    };
    let expected = run(plan.most_memory, 1);
    for threads in [1, 4] {
        assert!(run(plan.least_memory, threads) == expected, "{threads} threads");
    }
}

/// Verifying and loading need the values of the part.
#[test]
fn verifying_and_loading_keep_the_bound_too() {
    let game = ladder(2, 5_000);
    let folder = solved(&game, 2);
    let with = |bytes| tiers(&folder, &game).memory(bytes);
    let small = with(1 << 20);
    for error in [small.verify(&Solver::new(), &1).err(), small.load(&1).err()] {
        let Some(TierError::Memory { needed, .. }) = error else { panic!("{error:?}") };
        with(needed).verify(&Solver::new(), &1).expect("enough");
        with(needed).load(&1).expect("enough");
    }
    with(0).check_memory(&with(0).plan([1]).expect("no cycle")).expect("all parts are solved");
}

/// The last part needs positions from all over the files of the others, which are together far larger than what is
/// allowed.
#[cfg(target_os = "linux")]
#[test]
fn solving_stays_within_its_bound_of_memory() {
    use retrograde::files::Header;

    use crate::subprocess::{peak_memory, run_in_subprocess, subprocess_argument};

    // What is not counted: the stack, buffers of files, and headers.
    const CONSTANT: u64 = 500_000;
    const LARGE: u64 = 210_000;

    let name = "tiers::memory::solving_stays_within_its_bound_of_memory";
    let steps = Steps { parts: 9, ranks: |part| if part == 8 { 3_000 } else { LARGE } };
    let Some(argument) = subprocess_argument(name) else {
        let folder = Folder::new();
        write_all_but_the_last(steps, &folder);
        // Other tests run in this process at the same time.
        run_in_subprocess(name, folder.path().to_str().expect("text"), "");
        let tiers = tiers(&folder, &steps.world());
        for at in (0..3_000).step_by(7).map(|number| Steps::at(8, number)) {
            let reached = (0..8).map(|next| Steps::plies(Steps::at(next, Steps::mixed(at) % LARGE)));
            let longest = reached.max().expect("eight moves");
            assert_eq!(tiers.value(&at).ok(), Some(Value::Loss(longest + 1)));
        }
        return;
    };
    // Loads the code, which is part of what is measured.
    solved(&Steps { parts: 3, ranks: |_| 10 }.world(), 3);

    let tiers = Tiers::new(steps.world(), &argument);
    let plan = tiers.plan([8]).expect("no cycle");
    let allowed = plan[8].least_memory;
    let files: u64 = plan.iter().filter_map(|part| part.header.as_ref().ok()).map(Header::bytes).sum();
    assert!(files > allowed + CONSTANT, "{files} bytes in files");
    let before = peak_memory().expect("this is Linux");
    tiers.memory(allowed).solve(&Solver::new(), [8], |_| {}).expect("enough");
    let peak = peak_memory().expect("this is Linux") - before;
    assert!(peak < allowed + CONSTANT, "{peak} bytes, {allowed} are allowed");
}
