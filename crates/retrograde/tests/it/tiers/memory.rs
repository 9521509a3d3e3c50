//! Bounds of memory: what is too small, and that they are kept.

use std::ops::ControlFlow;

use retrograde::{Game, Runner, TierError, TierEvent, Tiered, Tiers, Value};

use super::Folder;
use super::ladder::Ladder;

type Solve = fn(&Tiers<Ladder>, u64) -> Result<(), TierError>;

const SOLVE: [Solve; 2] = [
    |tiers, part| tiers.solve(&Runner::new(), [part], |_| {}),
    |tiers, part| tiers.solve_with_predecessors(&Runner::new(), [part], |_| {}),
];

/// The number that the error names is the least that does.
#[test]
fn a_bound_that_is_too_small_is_said_before_anything_is_written() {
    for solve in SOLVE {
        let (folder, game) = (Folder::new(), Ladder::new(3, 5_000));
        let with = |bytes| Tiers::new(game.clone(), folder.path()).memory(bytes);
        let error = solve(&with(0), 2).expect_err("a table takes memory");
        let TierError::Memory { needed, allowed: 0, ref part } = error else { panic!("{error}") };
        assert_eq!(error.to_string(), format!("part {part} does not fit into 0 bytes of memory; allow {needed} bytes"));
        let error = solve(&with(needed - 1), 2).expect_err("one byte less");
        assert!(matches!(error, TierError::Memory { needed: again, .. } if again == needed), "{error}");
        assert_eq!(folder.files(), []);
        solve(&with(needed), 2).expect("enough");
        assert_eq!(folder.files().len(), 3);
        // Solved parts take none.
        solve(&with(0), 2).expect("nothing to do");
    }
}

/// A rank takes at most two bytes, and its value two more if no other rank has it.
#[test]
fn the_largest_possible_file_of_a_part_is_close_to_its_file() {
    for ranks in [1, 2, 3, 17, 300, 5_000] {
        let folder = Folder::new();
        let tiers = Tiers::new(Ladder::new(1, ranks), folder.path());
        let most = tiers.plan([0]).expect("no cycle")[0].most_disk;
        tiers.solve(&Runner::new(), [0], |_| {}).expect("there is room");
        let bytes = folder.read(0).len() as u64;
        assert!((bytes..=bytes + 4 * (ranks - 1)).contains(&most), "{ranks} ranks: {bytes} bytes, {most} at most");
    }
}

/// The larger part is the last one, and nothing is begun for the others.
#[test]
fn the_memory_that_is_named_is_that_of_the_largest_part() {
    let game = Steps { parts: 3, ranks: |part| 1_000 * (part + 1) };
    let folder = Folder::new();
    let plan = Tiers::new(game, folder.path()).plan([2]).expect("no cycle");
    let least: Vec<u64> = plan.iter().map(|part| part.least_memory).collect();
    assert!(least.is_sorted() && least[0] < least[1] && least[1] < least[2]);
    let run =
        |bytes| Tiers::new(game, folder.path()).memory(bytes).solve_with_predecessors(&Runner::new(), [2], |_| {});
    let error = run(least[2] - 1).expect_err("part 2 does not fit");
    let expected = format!("part 2 does not fit into {} bytes of memory; allow {} bytes", least[2] - 1, least[2]);
    assert_eq!(error.to_string(), expected);
    let error = run(least[0] - 1).expect_err("no part fits");
    assert_eq!(error.to_string(), expected.replace(&(least[2] - 1).to_string(), &(least[0] - 1).to_string()));
    assert_eq!(folder.files(), []);
    run(least[2]).expect("enough");
}

/// A number of ranks that no memory holds.
#[test]
fn a_part_that_is_too_large_for_any_memory_is_an_error() {
    let sizes: [fn(u64) -> u64; 4] = [|_| 1 << 40, |_| 1 << 62, |_| (1 << 63) + 5, |_| u64::MAX];
    for game in sizes.map(|ranks| Steps { parts: 1, ranks }) {
        let (folder, ranks) = (Folder::new(), (game.ranks)(0));
        let tiers = || Tiers::new(game, folder.path());
        let solve = |tiers: Tiers<Steps>| tiers.solve_with_predecessors(&Runner::new(), [0], |_| {});
        let plan = tiers().plan([0]).expect("no cycle");
        let (least, most) = (plan[0].least_memory, plan[0].most_memory);
        assert!(least >= ranks && most >= least && plan[0].most_disk >= ranks);
        let error = solve(tiers().memory(1 << 36)).expect_err("more than is allowed");
        assert!(matches!(error, TierError::Memory { needed, .. } if needed == least), "{error}");
        if ranks > 1 << 60 {
            let error = solve(tiers()).expect_err("more than there is").to_string();
            assert!(error.starts_with("part 0: a table of "), "{error}");
        }
        assert_eq!(folder.files(), []);
    }
}

/// Parts that are solved at the same time share what is allowed.
#[test]
fn parts_at_the_same_time_take_no_more_than_is_allowed() {
    let mut game = Ladder::new(31, 400);
    game.is_tree = true;
    let folder = Folder::new();
    let plan = Tiers::new(game.clone(), folder.path()).plan(0..31).expect("no cycle");
    let least = plan.iter().map(|part| part.least_memory).max().expect("31 parts");
    for (allowed, at_most) in [(least, 1), (2 * least + least / 2, 2), (100 * least, 4)] {
        let folder = Folder::new();
        let (mut taken, mut running, mut most) = (0, std::collections::BTreeMap::new(), 0);
        Tiers::new(game.clone(), folder.path())
            .memory(allowed)
            .side_by_side(4)
            .solve_with_predecessors(&Runner::new(), 0..31, |event| match event {
                TierEvent::Starting { plan, memory } => {
                    assert!(memory >= plan.least_memory && memory <= plan.most_memory);
                    taken += memory;
                    running.insert(plan.part, memory);
                    most = most.max(running.len());
                    assert!(taken <= allowed, "{taken} of {allowed} bytes");
                }
                TierEvent::Solved { part, .. } => taken -= running.remove(part).expect("begun"),
                _ => {}
            })
            .expect("there is room");
        assert!(most <= at_most, "{most} at the same time in {allowed} bytes");
        assert_eq!((taken, folder.files().len()), (0, 31));
    }
}

/// Each part leads to all before it. The only positions that the game knows are the ends, in any number of plies.
#[derive(Clone, Copy)]
struct Steps {
    parts: u64,
    ranks: fn(u64) -> u64,
}

/// A number that looks random, so that neighbours lead to places far apart.
fn mixed(part: u64, number: u64) -> u64 {
    (number + part).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20
}

#[derive(Clone, Debug, PartialEq)]
enum Step {
    At(u64, u64),
    End(u16),
}

impl Game for Steps {
    type Position = Step;

    fn successors(&self, at: &Step, mut visit: impl FnMut(Step) -> ControlFlow<()>) -> ControlFlow<()> {
        let Step::At(part, number) = *at else { panic!("the value is known") };
        let mixed = mixed(part, number);
        if part + 1 < self.parts || part == 0 {
            visit(Step::End(u16::try_from(mixed % 16_000).expect("short")))?;
        } else {
            (0..part).map(|next| Step::At(next, mixed % (self.ranks)(next))).try_for_each(&mut visit)?;
        }
        ControlFlow::Continue(())
    }

    fn known_value(&self, at: &Step) -> Option<Value> {
        match at {
            Step::At(..) => None,
            Step::End(plies) => Some(Value::Loss(*plies)),
        }
    }
}

impl retrograde::Predecessors for Steps {
    /// No move stays in a part.
    fn predecessors(&self, _at: &Step, _visit: impl FnMut(Step) -> ControlFlow<()>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl Tiered for Steps {
    type Part = u64;

    fn name(&self) -> String {
        "steps".to_owned()
    }

    fn part(&self, at: &Step) -> u64 {
        let Step::At(part, _) = at else { panic!("the value is known") };
        *part
    }

    fn next_parts(&self, part: &u64) -> Vec<u64> {
        (0..*part).collect()
    }

    fn ranks(&self, part: &u64) -> u64 {
        (self.ranks)(*part)
    }

    fn rank(&self, part: &u64, at: &Step) -> u64 {
        match at {
            Step::At(of, number) if of == part => *number,
            _ => retrograde::NO_RANK,
        }
    }

    fn unrank(&self, part: &u64, rank: u64) -> Option<Step> {
        Some(Step::At(*part, rank))
    }
}

/// The value of a position of any part but the last, by definition.
fn plies(part: u64, number: u64) -> u16 {
    u16::try_from(mixed(part, number) % 16_000).expect("short") + 1
}

/// Writes the parts before the last one without solving them.
fn write_all_but_the_last(game: Steps, folder: &Folder) {
    use retrograde::Solution;

    for part in 0..game.parts - 1 {
        let value =
            |at: &Step| if let Step::At(_, number) = at { Value::Win(plies(part, *number)) } else { Value::Draw };
        let alone = Tiers::new(Steps { parts: part + 1, ..game }, folder.path());
        let alone = alone.part(&part).expect("the parts before it are there");
        let solution = Solution::from_values(alone, value).expect("short");
        solution.save(&format!("steps: {part}"), folder.part(part)).expect("there is room");
    }
}

/// Pages are displaced all the time, by several threads.
#[cfg(feature = "parallel")]
#[test]
fn a_small_cache_gives_the_same_file_on_any_number_of_threads() {
    let game = Steps { parts: 4, ranks: |part| if part == 3 { 5_000 } else { 400_000 } };
    let folder = Folder::new();
    write_all_but_the_last(game, &folder);
    let tiers = || Tiers::new(game, folder.path());
    let plan = tiers().plan([3]).expect("no cycle").pop().expect("four parts");
    assert!(plan.most_memory > plan.least_memory + (1 << 20), "pages are displaced");
    let run = |tiers: Tiers<Steps>, threads| {
        tiers.solve_with_predecessors(&Runner::new().threads(threads), [3], |_| {}).expect("enough");
        let file = folder.read(3);
        std::fs::remove_file(folder.part(3)).expect("it is ours");
        file
    };
    let expected = run(tiers(), 1);
    for threads in [1, 4] {
        assert!(run(tiers().memory(plan.least_memory), threads) == expected, "{threads} threads");
    }
}

/// There are no more threads than parts.
#[test]
fn any_number_of_parts_may_be_allowed_at_the_same_time() {
    let (folder, game) = (Folder::new(), Ladder { is_tree: true, ..Ladder::new(7, 50) });
    let tiers = Tiers::new(game, folder.path()).side_by_side(usize::MAX);
    tiers.solve(&Runner::new(), 0..7, |_| {}).expect("a consistent game");
    assert_eq!(folder.files().len(), 7);
}

/// What is displaced from memory is checked again when it comes back.
#[test]
fn a_file_that_changes_while_it_is_used_is_an_error() {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    // A page has some 9,000 positions, so these fill twice the pages of the least cache.
    const RANKS: u64 = 1_300_000;
    let folder = Folder::new();
    let game = Steps { parts: 2, ranks: |_| RANKS };
    write_all_but_the_last(game, &folder);

    let part = Tiers::new(game, folder.path()).memory(0).part(&1).expect("it is solved");
    let look_up = || {
        for number in (0..RANKS).step_by(1_000) {
            assert_eq!(part.known_value(&Step::At(0, number)), Some(Value::Win(plies(0, number))));
        }
    };
    look_up();
    let mut bytes = folder.read(0);
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(folder.part(0), bytes).expect("it is ours");
    let panic = catch_unwind(AssertUnwindSafe(look_up)).expect_err("it is damaged");
    let message = panic.downcast_ref::<String>().expect("a message");
    assert!(message.contains("0.solution: the solution is damaged at or after byte"), "{message}");
}

/// Verifying and loading need the values of the part.
#[test]
fn verifying_and_loading_keep_the_bound_too() {
    let (folder, game) = (Folder::new(), Ladder::new(2, 5_000));
    let tiers = || Tiers::new(game.clone(), folder.path());
    tiers().solve(&Runner::new(), [1], |_| {}).expect("a consistent game");
    let small = tiers().memory(1 << 20);
    for error in [small.verify(&mut Runner::new(), &1).err(), small.load(&1).err()] {
        let Some(TierError::Memory { needed, .. }) = error else { panic!("{error:?}") };
        let enough = tiers().memory(needed);
        enough.verify_with_predecessors(&mut Runner::new(), &1).expect("enough");
        enough.load(&1).expect("enough");
    }
    let plan = tiers().plan([1]).expect("no cycle");
    tiers().memory(0).check_memory(&plan).expect("all parts are solved");
}

/// The last part needs positions from all over the files of the others, which are together far larger than what is
/// allowed.
#[cfg(target_os = "linux")]
#[test]
fn solving_stays_within_its_bound_of_memory() {
    use std::path::Path;

    use crate::memory::peak_memory;
    use crate::subprocess::{run_in_subprocess, subprocess_argument};

    // What is not counted: the stack, buffers of files, and headers.
    const CONSTANT: u64 = 500_000;
    const LARGE: u64 = 210_000;

    let name = "tiers::memory::solving_stays_within_its_bound_of_memory";
    let game = Steps { parts: 9, ranks: |part| if part == 8 { 3_000 } else { LARGE } };
    let tiers = |folder: &Path| Tiers::new(game, folder);
    let Some(argument) = subprocess_argument(name) else {
        let folder = Folder::new();
        write_all_but_the_last(game, &folder);
        // Other tests run in this process at the same time.
        run_in_subprocess(name, folder.path().to_str().expect("text"), "");
        for number in (0..3_000).step_by(7) {
            let longest = (0..8).map(|next| plies(next, mixed(8, number) % LARGE)).max().expect("eight moves");
            assert_eq!(tiers(folder.path()).value(&Step::At(8, number)).ok(), Some(Value::Loss(longest + 1)));
        }
        return;
    };
    // Loads the code, which is part of what is measured.
    let small = Folder::new();
    let few = Steps { parts: 3, ranks: |_| 10 };
    Tiers::new(few, small.path()).solve_with_predecessors(&Runner::new(), [2], |_| {}).expect("there is room");

    let tiers = tiers(Path::new(&argument));
    let plan = tiers.plan([8]).expect("no cycle");
    let allowed = plan[8].least_memory;
    let files: u64 = plan.iter().filter_map(|part| part.header()).map(retrograde::Header::bytes).sum();
    assert!(files > allowed + CONSTANT, "{files} bytes in files");
    let before = peak_memory();
    tiers.memory(allowed).solve_with_predecessors(&Runner::new(), [8], |_| {}).expect("enough");
    let peak = peak_memory() - before;
    assert!(peak < allowed + CONSTANT, "{peak} bytes, {allowed} are allowed");
}
