//! What happens while parts are solved: events, parts at the same time, panics and a second run.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use retrograde::progress::Stage;
use retrograde::tiers::{TierError, TierEvent, Tiers};
use retrograde::{AuditError, Ranked, Solver};

use super::{file_of, ladder, solve_in, solved, tiers};
use crate::by_definition::Oracle;
use crate::folder::{Folder, check_error, check_start};
use crate::world::World;

/// A wait that only a hanging test reaches.
const TOO_LONG: Duration = Duration::from_secs(120);

/// The game, which also calls this with each part and rank that it is asked for.
fn watched(game: &World, watch: impl Fn(u64, u64) + Send + Sync + 'static) -> World {
    let (mut game, unrank) = (game.clone(), Arc::clone(&game.parts.unrank));
    game.parts.unrank = Arc::new(move |part, rank| {
        watch(part, rank);
        unrank(part, rank)
    });
    game
}

fn describe(event: &TierEvent<'_, u64>) -> String {
    match event {
        TierEvent::Starting { plan, .. } => format!("{} starting", plan.part),
        TierEvent::Working { part, .. } => format!("{part} working"),
        TierEvent::Writing { part } => format!("{part} writing"),
        TierEvent::Solved { part, header } => format!("{part} solved: {} ranks", header.ranks),
        _ => "unknown".to_owned(),
    }
}

/// The events of a part, of which the events of the work are counted once.
fn events_of(part: u64, length: u64) -> [String; 4] {
    ["starting", "working", "writing", &format!("solved: {length} ranks")].map(|event| format!("{part} {event}"))
}

/// A part has the stages of the solver.
#[test]
fn events_come_in_order() {
    let (folder, game) = (Folder::new(), ladder(3, 50));
    let (mut events, mut stages) = (Vec::new(), Vec::new());
    let on_event = |event: TierEvent<'_, u64>| {
        match &event {
            TierEvent::Starting { plan, memory } => {
                assert!(matches!(plan.header, Err(TierError::NotSolved { .. })));
                assert_eq!((plan.ranks, *memory), (50, plan.most_memory), "memory is not bounded");
            }
            TierEvent::Working { progress, .. } => {
                assert!(progress.done <= progress.total);
                stages.push(progress.stage);
            }
            TierEvent::Writing { part } => assert!(!folder.has(&file_of(**part))),
            TierEvent::Solved { part, header } => {
                assert_eq!(header.name, format!("a ladder: {part}"));
                assert_eq!(folder.read(&file_of(**part)).len() as u64, header.bytes());
            }
            _ => {}
        }
        events.push(describe(&event));
    };
    let by_stored_moves = Tiers::new(game.forward(), folder.path());
    tiers(&folder, &game).solve(&Solver::new(), [1], on_event).expect("there is room");
    assert!(!stages.contains(&Stage::StoringMoves { pass: 1 }));
    let on_event = |event: TierEvent<'_, u64>| {
        if let TierEvent::Working { progress, .. } = &event {
            stages.push(progress.stage);
        }
        events.push(describe(&event));
    };
    by_stored_moves.solve(&Solver::new(), [2], on_event).expect("there is room");
    assert!(stages.contains(&Stage::StoringMoves { pass: 1 }));
    events.dedup();
    assert_eq!(events, [0, 1, 2].map(|part| events_of(part, 50)).concat());
    by_stored_moves.solve(&Solver::new(), [2], |event| panic!("{event:?}")).expect("all are solved");

    for (part, planned) in (0..).zip(tiers(&folder, &game).plan([2]).expect("no cycle")) {
        let header = planned.header.as_ref().expect("solved");
        assert_eq!((planned.part, header.name.as_str()), (part, format!("a ladder: {part}").as_str()));
        assert_eq!((planned.most_disk, header.bytes()), (folder.read(&file_of(part)).len() as u64, header.bytes()));
    }
}

/// Whatever ends a run, it neither hangs, nor leaves a lock or anything incomplete, nor begins what depends on the
/// part; and the next run continues.
#[test]
fn an_error_or_a_panic_ends_the_run() {
    type Ending = fn(&World, &str) -> (World, Box<dyn FnMut(TierEvent<'_, u64>) + Send>);
    let endings: [(&str, Ending); 3] = [
        ("a game that panics", |game, _| {
            (watched(game, |part, rank| assert!(part != 2 || rank < 30, "a game that panics")), Box::new(|_| {}))
        }),
        ("a report that panics", |game, _| {
            let report = |event: TierEvent<'_, u64>| {
                assert!(!matches!(event, TierEvent::Writing { part: 2 }), "a report that panics");
            };
            (game.clone(), Box::new(report))
        }),
        // Where the file of part 2 would be is a folder, by the time that it gets its name.
        ("part 2 is solved, but its file of ", |game, file| {
            let file = file.to_owned();
            let report = move |event: TierEvent<'_, u64>| {
                if let TierEvent::Writing { part: 2 } = event {
                    std::fs::create_dir(&file).expect("it is ours");
                }
            };
            (game.clone(), Box::new(report))
        }),
    ];
    let game = ladder(4, 60);
    let expected = solved(&game, 4);
    for (message, ending) in endings {
        let folder = Folder::new();
        let (bad, report) = ending(&game, &folder.file(&file_of(2)));
        let (sender, receiver) = mpsc::channel();
        let tiers = Tiers::new(bad, folder.path());
        let run = move || tiers.solve(&Solver::new(), 0..4, report);
        std::thread::spawn(move || sender.send(catch_unwind(AssertUnwindSafe(run))));
        match receiver.recv_timeout(TOO_LONG).expect("it does not hang") {
            Err(panic) => assert_eq!(panic.downcast_ref::<&str>(), Some(&message)),
            Ok(result) => {
                let (file, bytes) = (folder.file(&file_of(2)), expected.read(&file_of(2)).len());
                let rest = format!("{bytes} bytes cannot be written; make room and solve it again: {file}: ");
                check_start(result, &format!("{message}{rest}"));
                std::fs::remove_dir(file).expect("it is ours");
            }
        }
        assert_eq!(folder.names(), [file_of(0), file_of(1)]);
        super::tiers(&folder, &game).solve(&Solver::new(), 0..4, |_| {}).expect("there is room");
        assert_eq!(folder.files(), expected.files());
    }
}

#[test]
fn a_second_run_in_the_same_folder_is_refused() {
    let (folder, game) = (Folder::new(), ladder(3, 50));
    let expected = format!("{}: another run is solving parts here; wait until it has ended", folder.path().display());
    let (first, second) = (tiers(&folder, &game), tiers(&folder, &game));
    let mut refused = 0;
    // What a run that was killed has left is removed by the next run, but not by one that is refused.
    let left = "2.solution.17-0.part";
    folder.write(left, b"incomplete");
    folder.write("notes.part", b"of someone else");
    let on_event = |event: TierEvent<'_, u64>| {
        assert!(!folder.has(left) || refused > 0);
        if refused == 0 {
            folder.write(left, b"being written");
        }
        if !folder.has(&file_of(2)) {
            check_error(second.solve(&Solver::new(), [2], |_| panic!("nothing is begun")), &expected);
            refused += 1;
        }
        assert!(folder.has(left));
        // Looking is no run.
        if let TierEvent::Solved { part, .. } = event {
            assert!(second.value(&(part * 50)).is_ok() && second.load(part).is_ok());
        }
    };
    first.solve(&Solver::new(), [2], on_event).expect("there is room");
    assert!(refused > 0);
    second.solve(&Solver::new(), [2], |_| panic!("nothing is left to do")).expect("the first run has ended");
    folder.remove(&file_of(2));
    second.solve(&Solver::new(), [2], |_| {}).expect("the first run has ended");
    assert!(!folder.has(left) && folder.has("notes.part"));
    let oracle = Oracle::new(&game);
    assert!((0..150).all(|at| second.value(&at).ok() == Some(oracle.value(at))));
}

/// The game itself subtracts, so that it must not be called with positions of parts below. Ranks beyond a part that
/// yield positions of the next one count for nothing.
#[test]
fn positions_of_other_parts_have_no_rank() {
    let game = ladder(3, 50);
    let folder = solved(&game, 1);
    let part = tiers(&folder, &game).part(&1).expect("part 0 is solved");
    let ranks = [0, 49, 50, 99, 100, 149].map(|at| part.rank(&at));
    assert_eq!(ranks, [None, None, Some(0), Some(49), None, None]);
    assert_eq!((part.ranks(), part.unrank(7)), (50, Some(57)));
    let (folder, mut mixing) = (Folder::new(), game);
    mixing.parts.ranks = Arc::new(|_| 60);
    solve_in(folder.path(), &mixing, 1).expect("a consistent game");
    let loaded = tiers(&folder, &mixing).load(&1).expect("a solved part");
    assert_eq!(loaded.counts().values().sum::<u64>(), 50);
}

#[test]
fn a_part_is_audited_before_anything_is_solved() {
    let (folder, game) = (Folder::new(), ladder(3, 60));
    let audit = |game: &World, part| tiers(&folder, game).audit(&part, |part| Solver::new().audit(part));
    (0..3).for_each(|part| audit(&game, part).expect("a consistent game"));
    let mut unnamed = game.clone();
    unnamed.parts.next = Arc::new(|_| vec![]);
    let error = audit(&unnamed, 2).expect_err("a next part is not named");
    assert!(matches!(error, TierError::MoveLeaves { .. }), "{error}");
    let error = audit(&World { origins: Arc::new(|_| vec![]), ..game }, 1).expect_err("no predecessors");
    assert!(matches!(error, TierError::Audit { error: AuditError::Predecessors { .. }, .. }), "{error}");
    assert!(error.to_string().starts_with("part 1: "), "{error}");
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn debug_output_is_short() {
    let game = ladder(2, 50);
    let folder = solved(&game, 1);
    let tiers = tiers(&folder, &game).memory(7_000_000);
    assert!(format!("{tiers:?}").ends_with("memory: Some(7000000), .. }"), "{tiers:?}");
    let plan = format!("{:?}", tiers.plan([0]).expect("no cycle"));
    assert!(plan.contains("name: \"a ladder: 0\", ranks: 50, summary: won ") && !plan.contains("Cell"), "{plan}");
    let part = tiers.part(&1).expect("part 0 is solved");
    assert_eq!((format!("{part:?}"), *part.part(), part.game().ranks), ("PartGame { part: 1, .. }".to_owned(), 1, 100));
}
