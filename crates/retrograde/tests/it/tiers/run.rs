//! What happens while parts are solved: events, parts at the same time, panics and a second run.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use retrograde::{NO_RANK, PartState, Ranked, Runner, Stage, TierEvent, Tiers};

use super::ladder::Ladder;
use super::{Folder, check_error, shown};

/// A wait that only a hanging test reaches.
const TOO_LONG: Duration = Duration::from_secs(120);

fn describe(event: &TierEvent<'_, u64>) -> String {
    match event {
        TierEvent::Starting { plan, .. } => format!("{} starting", plan.part),
        TierEvent::Working { part, .. } => format!("{part} working"),
        TierEvent::Writing { part } => format!("{part} writing"),
        TierEvent::Solved { part, header } => format!("{part} solved: {} ranks", header.ranks),
        _ => "unknown".to_owned(),
    }
}

/// The events of a part, of which those of the work are counted once.
fn events_of(part: u64, length: u64) -> [String; 4] {
    ["starting", "working", "writing", &format!("solved: {length} ranks")].map(|event| format!("{part} {event}"))
}

#[test]
fn events_come_in_order() {
    let (folder, game) = (Folder::new(), Ladder::new(3, 50));
    let tiers = Tiers::new(game, folder.path());
    let mut events = Vec::new();
    tiers
        .solve_with_predecessors(&Runner::new(), [2], |event| {
            match &event {
                TierEvent::Starting { plan, memory } => {
                    assert!(matches!(plan.state, PartState::NotSolved));
                    assert_eq!((plan.ranks, *memory), (50, plan.most_memory), "memory is not bounded");
                }
                TierEvent::Working { progress, .. } => assert!(progress.done <= progress.total),
                TierEvent::Writing { part } => assert!(!tiers.path(part).exists()),
                TierEvent::Solved { part, header } => {
                    assert_eq!(header.name, format!("a ladder: {part}"));
                    assert_eq!(std::fs::metadata(tiers.path(part)).expect("just written").len(), header.bytes());
                }
                _ => {}
            }
            events.push(describe(&event));
        })
        .expect("there is room");
    events.dedup();
    assert_eq!(events, [0, 1, 2].map(|part| events_of(part, 50)).concat());
    tiers.solve(&Runner::new(), [2], |event| panic!("{event:?}")).expect("all are solved");

    let plan = tiers.plan([2]).expect("no cycle");
    for (part, planned) in (0..).zip(&plan) {
        let header = planned.header().expect("solved");
        assert_eq!((planned.part, header.name.as_str()), (part, format!("a ladder: {part}").as_str()));
        assert_eq!((planned.most_disk, header.bytes()), (folder.read(part).len() as u64, header.bytes()));
    }
}

#[test]
fn the_stages_of_a_part_are_those_of_the_solver() {
    let folder = Folder::new();
    let tiers = Tiers::new(Ladder::new(2, 50), folder.path());
    let mut stages = BTreeMap::<bool, Vec<Stage>>::new();
    for with_predecessors in [false, true] {
        let on_event = |event: TierEvent<'_, u64>| {
            if let TierEvent::Working { part, progress } = event {
                assert_eq!(*part, u64::from(with_predecessors));
                stages.entry(with_predecessors).or_default().push(progress.stage);
            }
        };
        let result = if with_predecessors {
            tiers.solve_with_predecessors(&Runner::new(), [1], on_event)
        } else {
            tiers.solve(&Runner::new(), [0], on_event)
        };
        result.expect("there is room");
    }
    let builds = |with_predecessors| stages[&with_predecessors].contains(&Stage::BuildingReverseGraph { pass: 1 });
    assert_eq!([false, true].map(builds), [true, false]);
}

/// Parts 1 and 2 wait for each other, which ends only if both are solved at the same time.
#[test]
fn parts_that_do_not_depend_on_one_another_are_solved_at_the_same_time() {
    let (folder, mut game) = (Folder::new(), Ladder::new(7, 60));
    game.is_tree = true;
    let expected = Folder::new();
    Tiers::new(game.clone(), expected.path()).solve(&Runner::new(), 0..7, |_| {}).expect("there is room");

    let (sender, receiver) = mpsc::channel();
    let (sender, receiver) = (Mutex::new(sender), Mutex::new(receiver));
    let begun = AtomicU64::new(0);
    game.on_unrank = Arc::new(move |part, _| {
        if part == 1 && begun.fetch_or(1, Ordering::SeqCst) & 1 == 0 {
            sender.lock().expect("no panic").send(()).expect("the game is there");
        }
        if part == 2 && begun.fetch_or(2, Ordering::SeqCst) & 2 == 0 {
            receiver.lock().expect("no panic").recv_timeout(TOO_LONG).expect("part 1 has begun");
        }
    });
    let mut events = BTreeMap::<String, Vec<String>>::new();
    let (mut given, mut most) = (BTreeMap::new(), 0);
    Tiers::new(game, folder.path())
        .side_by_side(3)
        .solve_with_predecessors(&Runner::new(), [6, 3, 5, 4], |event| {
            if let TierEvent::Starting { plan, memory } = &event {
                given.insert(plan.part, *memory);
                most = most.max(given.len());
            }
            if let TierEvent::Solved { part, .. } = &event {
                given.remove(*part);
            }
            let text = describe(&event);
            let (part, _) = text.split_once(' ').expect("a part and what happened");
            let of_part = events.entry(part.to_owned()).or_default();
            if of_part.last() != Some(&text) {
                of_part.push(text);
            }
        })
        .expect("there is room");
    assert!((2..=3).contains(&most), "{most} at the same time");
    for part in 0..7 {
        assert_eq!(events[&part.to_string()], events_of(part, 60));
    }
    assert_eq!(folder.files(), expected.files());
}

/// The threads of a pool must not wait for one another, and those that `side_by_side` would start are not in it.
#[cfg(feature = "parallel")]
#[test]
fn parts_are_solved_one_by_one_on_the_pool_of_the_caller() {
    use std::collections::BTreeSet;

    use crate::parallel::current_pool;

    for threads in [1, 5] {
        let pools = Arc::new(Mutex::new(BTreeSet::new()));
        let seen = Arc::clone(&pools);
        let on_unrank = move |_, _| {
            seen.lock().expect("no panic").insert(current_pool());
        };
        let game = Ladder { is_tree: true, on_unrank: Arc::new(on_unrank), ..Ladder::new(7, 50) };
        let folder = Folder::new();
        let tiers = Tiers::new(game, folder.path()).side_by_side(3);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a small pool");
        pool.install(|| tiers.solve(&Runner::new().parallel(), 0..7, |_| {})).expect("a consistent game");
        assert_eq!(folder.files().len(), 7);
        assert_eq!(*pools.lock().expect("no panic"), BTreeSet::from([Some(threads)]));
    }
}

#[cfg(feature = "parallel")]
#[test]
fn parts_are_the_same_on_any_number_of_threads() {
    let expected = Folder::new();
    let mut game = Ladder::new(5, 3_000);
    game.is_tree = true;
    Tiers::new(game.clone(), expected.path()).solve(&Runner::new(), 0..5, |_| {}).expect("there is room");
    for (threads, side_by_side) in [(3, 1), (3, 2), (1, 3)] {
        let folder = Folder::new();
        let tiers = Tiers::new(game.clone(), folder.path()).side_by_side(side_by_side).memory(100_000_000);
        let runner = Runner::new().threads(threads);
        tiers.solve(&runner, 0..2, |_| {}).expect("there is room");
        tiers.solve_with_predecessors(&runner, 0..5, |_| {}).expect("there is room");
        assert!(folder.files() == expected.files());
        tiers.verify(&mut Runner::new().threads(threads), &4).expect("right values");
    }
}

/// A run that does not hang ends, in an error or a panic.
fn ends<R: Send + 'static>(run: impl FnOnce() -> R + Send + 'static) -> std::thread::Result<R> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || sender.send(catch_unwind(AssertUnwindSafe(run))));
    receiver.recv_timeout(TOO_LONG).expect("it does not hang")
}

#[test]
fn a_panic_of_the_game_ends_the_run() {
    for side_by_side in [1, 3] {
        let (folder, mut game) = (Folder::new(), Ladder::new(7, 60));
        game.is_tree = true;
        let intact = game.clone();
        game.on_unrank = Arc::new(|part, rank| assert!(part != 2 || rank < 30, "a game that panics"));
        let path = folder.path().to_owned();
        let result = ends(move || {
            Tiers::new(game, path).side_by_side(side_by_side).solve_with_predecessors(&Runner::new(), 0..7, |_| {})
        });
        let panic = result.expect_err("it panics");
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"a game that panics"));
        // Neither what depends on the part, nor a lock, nor an incomplete file is left.
        let names: Vec<String> = folder.files().into_iter().map(|(name, _)| name).collect();
        assert!(names.contains(&"0.solution".to_owned()) && names.iter().all(|name| name.ends_with(".solution")));
        assert!(!names.iter().any(|name| ["2.solution", "5.solution", "6.solution"].contains(&name.as_str())));
        let tiers = Tiers::new(intact.clone(), folder.path());
        tiers.solve_with_predecessors(&Runner::new(), 0..7, |_| {}).expect("there is room");
        let solution = intact.solution();
        assert!((0..7 * 60).all(|position| tiers.value(&position).ok() == Some(solution.value(&position))));
    }
}

#[test]
fn a_panic_of_the_report_ends_the_run() {
    for side_by_side in [1, 3] {
        let (folder, mut game) = (Folder::new(), Ladder::new(7, 60));
        game.is_tree = true;
        let path = folder.path().to_owned();
        let result = ends(move || {
            Tiers::new(game, path).side_by_side(side_by_side).solve(&Runner::new(), 0..7, |event| {
                assert!(!matches!(event, TierEvent::Writing { part: 1 }), "a report that panics");
            })
        });
        assert_eq!(result.expect_err("it panics").downcast_ref::<&str>(), Some(&"a report that panics"));
        assert!(!folder.files().iter().any(|(name, _)| name == "1.solution"));
    }
}

/// An error in one part does not hang those that wait for it, and ends the run when the others are written.
#[test]
fn an_error_ends_the_run() {
    for side_by_side in [1, 3] {
        let (folder, mut game) = (Folder::new(), Ladder::new(7, 60));
        game.is_tree = true;
        // Where the file of part 2 would be is a folder, by the time that it gets its name.
        let path = folder.path().to_owned();
        let in_the_way = folder.part(2);
        let expected = format!(
            "part 2 is solved, but its file of {} bytes cannot be written; make room and solve it again: \
             {in_the_way}: ",
            {
                let other = Folder::new();
                Tiers::new(game.clone(), other.path()).solve(&Runner::new(), [2], |_| {}).expect("there is room");
                other.read(2).len()
            }
        );
        let result = ends(move || {
            Tiers::new(game, path).side_by_side(side_by_side).solve(&Runner::new(), 0..7, |event| {
                if let TierEvent::Writing { part: 2 } = event {
                    std::fs::create_dir(&in_the_way).expect("it is ours");
                }
            })
        });
        let error = shown(&result.expect("no panic").expect_err("a folder"));
        assert!(error.starts_with(&expected), "{error}");
        std::fs::remove_dir(folder.part(2)).expect("it is ours");
        let names: Vec<String> = folder.files().into_iter().map(|(name, _)| name).collect();
        assert!(
            names
                .iter()
                .all(|name| name.ends_with(".solution") && !["5.solution", "6.solution"].contains(&name.as_str()))
        );
    }
}

#[test]
fn a_second_run_in_the_same_folder_is_refused() {
    let (folder, game) = (Folder::new(), Ladder::new(3, 50));
    let expected = format!("{}: another run is solving parts here; wait until it has ended", folder.path().display());
    let second = Tiers::new(game.clone(), folder.path());
    let mut refused = 0;
    // What a run that was killed has left is removed by the next run, but not by one that is refused.
    let (left, foreign) = (folder.path().join("2.solution.17-0.part"), folder.path().join("notes.part"));
    let first = Tiers::new(game.clone(), folder.path());
    std::fs::write(&left, "incomplete").expect("it is ours");
    std::fs::write(&foreign, "of someone else").expect("it is ours");
    first
        .solve(&Runner::new(), [2], |event| {
            assert!(!left.exists() || refused > 0);
            if refused == 0 {
                std::fs::write(&left, "being written").expect("it is ours");
            }
            if !second.path(&2).exists() {
                check_error(second.solve(&Runner::new(), [2], |_| panic!("nothing is begun")), &expected);
                refused += 1;
            }
            assert!(left.exists());
            // Looking is no run.
            if let TierEvent::Solved { part, .. } = event {
                assert!(second.value(&(part * 50)).is_ok() && second.load(part).is_ok());
            }
        })
        .expect("there is room");
    assert!(refused > 0);
    second.solve(&Runner::new(), [2], |_| panic!("nothing is left to do")).expect("the first run has ended");
    std::fs::remove_file(second.path(&2)).expect("it is ours");
    second.solve(&Runner::new(), [2], |_| {}).expect("the first run has ended");
    assert!(!left.exists() && foreign.exists());
    let solution = game.solution();
    assert!((0..150).all(|position| second.value(&position).ok() == Some(solution.value(&position))));
}

/// The game itself subtracts, so that it must not be called with positions of parts below.
#[test]
fn positions_of_other_parts_have_no_rank() {
    let (folder, game) = (Folder::new(), Ladder::new(3, 50));
    let tiers = Tiers::new(game, folder.path());
    tiers.solve(&Runner::new(), [0], |_| {}).expect("there is room");
    let part = tiers.part(&1).expect("part 0 is solved");
    let ranks = [0, 49, 50, 99, 100, 149].map(|position| part.rank(&position));
    assert_eq!(ranks, [NO_RANK, NO_RANK, 0, 49, NO_RANK, NO_RANK]);
    assert_eq!((part.ranks(), part.unrank(7)), (50, Some(57)));
}

#[test]
fn debug_output_is_short() {
    let (folder, game) = (Folder::new(), Ladder::new(2, 50));
    let tiers = Tiers::new(game, folder.path()).memory(7_000_000);
    assert!(format!("{tiers:?}").ends_with("memory: Some(7000000), .. }"), "{tiers:?}");
    tiers.solve(&Runner::new(), [0], |_| {}).expect_err("the graph takes more");
    let tiers = tiers.memory(50_000_000);
    tiers.solve(&Runner::new(), [0], |_| {}).expect("there is room");
    let plan = format!("{:?}", tiers.plan([0]).expect("no cycle"));
    assert!(plan.contains("name: \"a ladder: 0\", ranks: 50, won: ") && !plan.contains("Cell"), "{plan}");
    let part = tiers.part(&1).expect("part 0 is solved");
    assert_eq!((format!("{part:?}"), *part.part(), part.game().parts), ("PartGame { part: 1, .. }".to_owned(), 1, 2));
}
