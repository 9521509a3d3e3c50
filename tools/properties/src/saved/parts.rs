//! A game that is solved part by part in a folder.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use retrograde::files::LoadErrorKind;
use retrograde::tiers::{TierError, Tiers};
use retrograde::{Explored, Outcome, Solution, Solver};
use testkit::TemporaryFolder;

use super::damage::Foreign;
use super::files::{Files, folder_of, forge, read};
use super::parts_of_world::ladder;
use super::world::World;
use crate::bytes::Bytes;

const PLACES: u64 = 8;
const PARTS: u64 = 3;

/// The game that is read.
fn game() -> World {
    ladder(PARTS, PLACES)
}

/// A game with as many ranks in each part, but other values.
fn another_game() -> World {
    let mut game = World { ending: Arc::new(|_| Outcome::Win), ..game() };
    game.parts.game = "another ladder".into();
    game
}

/// All positions of a part.
fn positions(part: u64) -> impl Iterator<Item = u64> {
    PLACES * part..PLACES * (part + 1)
}

struct Pool {
    /// The whole game, solved at once.
    whole: Solution<Explored<World<false>>>,
    /// The folder.
    files: Files,
    /// Files of both games.
    contents: Vec<Vec<u8>>,
}

fn pool() -> &'static Pool {
    static POOL: OnceLock<Pool> = OnceLock::new();
    POOL.get_or_init(|| {
        let solver = Solver::new();
        // Only moves within a part have predecessors.
        let explored = solver.explore(game().forward(), (0..PARTS).flat_map(positions)).expect("a small game");
        let whole = solver.solve(explored).expect("short distances");
        let [files, others] = [game(), another_game()].map(|game| {
            let folder = TemporaryFolder::in_memory();
            Tiers::new(game, folder.root()).solve(&solver, [PARTS - 1], |_| {}).expect("a consistent game");
            read(folder.root())
        });
        let contents = [&files, &others].into_iter().flat_map(|files| files.values().cloned()).collect();
        Pool { whole, files, contents }
    })
}

const NAMES: [&str; 4] = ["0.solution", "1.solution", "2.solution", "2.solution.7-0.part"];

pub(super) fn check(bytes: &mut Bytes<'_>) {
    let pool = pool();
    let is_forged = bytes.byte() & 1 != 0;
    let mut files = pool.files.clone();
    let foreign = Foreign { names: &NAMES, contents: pool.contents.iter().map(Vec::as_slice).collect() };
    foreign.damage(&mut files, bytes);
    if is_forged {
        forge(&mut files);
    }
    let folder = folder_of(&files);
    check_folder(folder.root(), is_forged);

    let tiers = Tiers::new(game(), folder.root());
    match tiers.solve(&Solver::new(), [PARTS - 1], |_| {}) {
        Ok(()) => {
            let plan = tiers.plan([PARTS - 1]).expect("names that can be written");
            assert!(plan.iter().all(|part| part.header.is_ok()), "{plan:?}");
        }
        Err(error) => check_error(&error, folder.root(), is_forged),
    }
    check_folder(folder.root(), is_forged);
}

/// Looks everything up.
fn check_folder(folder: &Path, is_forged: bool) {
    let (tiers, whole) = (Tiers::new(game(), folder), &pool().whole);
    let failed = |error: &TierError| check_error(error, folder, is_forged);
    for at in (0..PARTS).flat_map(positions) {
        let found = tiers.value(&at).map_err(|error| failed(&error));
        assert!(is_forged || found.map_or(true, |value| value == whole.value(&at)), "{at:?}: {found:?}");
        let moves = tiers.best_moves(&at).map_err(|error| failed(&error));
        assert!(is_forged || moves.as_ref().map_or(true, |moves| *moves == whole.best_moves(&at)), "{at:?}: {moves:?}");
    }
    let solver = Solver::new();
    for part in 0..PARTS {
        if let Ok(loaded) = tiers.load(&part).map_err(|error| failed(&error)) {
            assert!(is_forged || positions(part).all(|at| loaded.value(&at) == whole.value(&at)), "part {part}");
        }
        let _ = tiers.verify(&solver, &part).map_err(|error| failed(&error));
    }
}

/// An error names a file in the folder. Only where checksums were made to fit, it may be found by the values alone.
fn check_error(error: &TierError, folder: &Path, is_forged: bool) {
    let message = error.to_string();
    let path = match error {
        TierError::Load { error, .. } => error.path(),
        TierError::NotSolved { path, .. } => path,
        TierError::Verify { .. } | TierError::Solve { .. } | TierError::NoPosition { .. } if is_forged => return,
        _ => panic!("unexpected: {message}"),
    };
    assert!(path.parent() == Some(folder), "{message}");
    assert!(message.contains(&path.display().to_string()) && !message.contains('\n'), "{message:?}");
    if let TierError::Load { error, .. } = error {
        assert!(is_forged || !matches!(error.kind(), LoadErrorKind::NoPosition { .. }), "{message}");
    }
}
