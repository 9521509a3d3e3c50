//! A game that is solved part by part in a folder.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use retrograde::files::Stored;
use retrograde::{Error, ErrorKind, Explored, Outcome, Solution, Solver, Values};
use testkit::TemporaryFolder;

use super::damage::Foreign;
use super::files::{Files, folder_of, forge, read};
use super::parts_of_world::ladder;
use super::solutions::names_file_in;
use super::world::World;
use crate::bytes::Bytes;

const PLACES: u64 = 8;
const PARTS: u64 = 3;
const LAST: usize = 2;

/// The game that is read.
fn game() -> World {
    ladder(PARTS, PLACES)
}

/// A game with as many ranks in each part, but other values.
fn another_game() -> World {
    World { ending: Arc::new(|_| Outcome::Win), ..game() }
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
        let [files, others] = [(game(), "a ladder"), (another_game(), "another ladder")].map(|(game, name)| {
            let folder = TemporaryFolder::in_memory();
            let stored = Stored::folder(folder.root(), game, name).expect("parts in order");
            solver.solve_parts(&stored, [LAST]).expect("a consistent game");
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

    let stored = stored(folder.root());
    match Solver::new().solve_parts(&stored, [LAST]) {
        Ok(()) => (0..=LAST).for_each(|part| drop(stored.header(part).expect("solved"))),
        Err(error) => check_error(&error, folder.root(), is_forged),
    }
    check_folder(folder.root(), is_forged);
}

fn stored(folder: &Path) -> Stored<World> {
    Stored::folder(folder, game(), "a ladder").expect("parts in order")
}

/// Looks everything up.
fn check_folder(folder: &Path, is_forged: bool) {
    let (stored, whole) = (stored(folder), &pool().whole);
    let failed = |error: Error| check_error(&error, folder, is_forged);
    for at in (0..PARTS).flat_map(positions) {
        match stored.value(&at) {
            Ok(value) => assert!(is_forged || Some(value) == whole.get(&at), "{at:?}: {value}"),
            Err(error) => failed(error),
        }
        match stored.best_moves(&at) {
            Ok(moves) => assert!(is_forged || Ok(&moves) == whole.best_moves(&at).as_ref(), "{at:?}: {moves:?}"),
            Err(error) => failed(error),
        }
    }
    for part in 0..=LAST {
        Solver::new().verify_part(&stored, part).unwrap_or_else(failed);
    }
}

/// An error names a file in the folder. Only where checksums were made to fit, it may be found by the values alone.
fn check_error(error: &Error, folder: &Path, is_forged: bool) {
    let message = error.to_string();
    let is_of_file = matches!(
        error.kind(),
        ErrorKind::Damaged | ErrorKind::OtherGame | ErrorKind::NotSolved | ErrorKind::Io | ErrorKind::Memory
    );
    assert!(!message.contains('\n') && (is_forged || is_of_file), "{message:?}");
    let is_missing = error.kind() == ErrorKind::NotSolved;
    assert!(!is_of_file || is_missing || names_file_in(&message, folder), "{message}");
}
