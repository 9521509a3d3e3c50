//! A game that is solved part by part in a folder.

use std::path::Path;
use std::sync::OnceLock;

use retrograde::files::LoadErrorKind;
use retrograde::tiers::{TierError, Tiered, Tiers};
use retrograde::{Explored, Game, Solution, Solver, Value};

use super::damage::Foreign;
use super::files::{Files, folder_of, read};
use super::forge::forge;
use crate::bytes::Bytes;
use crate::folder::folder;

const ROOMS: u64 = 8;
const PARTS: u64 = 3;

/// Two players move one marker on a ring of rooms. One who enters room 0 takes a coin from the heap in it, and wins
/// with the last one. The coins that are left divide the game into parts.
#[derive(Clone, Copy, Debug)]
struct Coins {
    /// How many rooms further a move may lead.
    steps: [u64; 2],
    name: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq)]
struct Marker {
    coins: u64,
    room: u64,
}

const GAME: Coins = Coins { steps: [1, 2], name: "coins, steps of 1 and 2" };
const OTHER: Coins = Coins { steps: [1, 3], name: "coins, steps of 1 and 3" };

impl Game for Coins {
    type Position = Marker;
    const LISTS_PREDECESSORS: bool = true;

    fn successors(&self, at: &Marker, visit: &mut impl FnMut(Marker)) {
        let rooms = self.steps.map(|steps| (at.room + steps) % ROOMS);
        rooms.into_iter().map(|room| Marker { coins: at.coins - u64::from(room == 0), room }).for_each(visit);
    }

    fn known_value(&self, at: &Marker) -> Option<Value> {
        (at.coins == 0).then_some(Value::Loss(0))
    }

    fn predecessors(&self, at: &Marker, visit: &mut impl FnMut(Marker)) {
        let coins = at.coins + u64::from(at.room == 0);
        let rooms = self.steps.map(|steps| (at.room + ROOMS - steps) % ROOMS);
        rooms.into_iter().map(|room| Marker { coins, room }).for_each(visit);
    }
}

impl Tiered for Coins {
    type Part = u64;

    fn name(&self) -> String {
        self.name.to_owned()
    }

    fn part_name(&self, coins: &u64) -> String {
        coins.to_string()
    }

    fn part(&self, at: &Marker) -> u64 {
        at.coins
    }

    fn next_parts(&self, coins: &u64) -> Vec<u64> {
        (1..*coins).next_back().into_iter().collect()
    }

    fn ranks_in(&self, _: &u64) -> u64 {
        ROOMS
    }

    fn rank_in(&self, _: &u64, at: &Marker) -> Option<u64> {
        Some(at.room)
    }

    fn unrank_in(&self, coins: &u64, room: u64) -> Option<Marker> {
        Some(Marker { coins: *coins, room })
    }
}

/// All positions of a part.
fn positions(coins: u64) -> impl Iterator<Item = Marker> {
    (0..ROOMS).map(move |room| Marker { coins, room })
}

struct Pool {
    /// The whole game, solved at once.
    whole: Solution<Explored<Coins>>,
    /// The folder, with part 2 in one file and in shares.
    files: [Files; 2],
    /// Files of both games.
    contents: Vec<Vec<u8>>,
}

fn pool() -> &'static Pool {
    static POOL: OnceLock<Pool> = OnceLock::new();
    POOL.get_or_init(|| {
        let solver = Solver::new();
        let explored = solver.explore(GAME, positions(PARTS)).expect("a small game");
        let whole = solver.solve(explored).expect("short distances");
        let [(files, with_shares), (others, other_shares)] = [GAME, OTHER].map(|game| {
            let folder = folder();
            let tiers = Tiers::new(game, folder.path());
            tiers.solve(&solver, [PARTS], |_| {}).expect("a consistent game");
            let files = read(folder.path());
            cluster::Cluster::new(2).solve_part(&tiers, &2, 0).expect("a consistent game");
            (files, read(folder.path()))
        });
        let contents =
            [&files, &with_shares, &others, &other_shares].into_iter().flat_map(|files| files.values().cloned());
        Pool { whole, contents: contents.collect(), files: [files, with_shares] }
    })
}

const NAMES: [&str; 8] = [
    "1.solution",
    "2.solution",
    "3.solution",
    "2.solution.1-of-2",
    "2.solution.2-of-2",
    "2.solution.1-of-1",
    "1.solution.2-of-3",
    "3.solution.7-0.part",
];

pub(super) fn check(bytes: &mut Bytes<'_>) {
    let pool = pool();
    let kind = bytes.byte();
    let is_forged = kind & 1 != 0;
    let mut files = pool.files[usize::from(kind >> 1 & 1)].clone();
    let foreign = Foreign { names: &NAMES, contents: pool.contents.iter().map(Vec::as_slice).collect() };
    foreign.damage(&mut files, bytes);
    if is_forged {
        forge(&mut files);
    }
    let folder = folder_of(&files);
    check_folder(folder.path(), is_forged);

    let tiers = Tiers::new(GAME, folder.path());
    match tiers.solve(&Solver::new(), [PARTS], |_| {}) {
        Ok(()) => {
            let plan = tiers.plan([PARTS]).expect("names that can be written");
            assert!(plan.iter().all(|part| part.header().is_some()), "{plan:?}");
        }
        Err(error) => check_error(&error, folder.path(), is_forged),
    }
    check_folder(folder.path(), is_forged);
}

/// Looks everything up.
fn check_folder(folder: &Path, is_forged: bool) {
    let (tiers, whole) = (Tiers::new(GAME, folder), &pool().whole);
    let failed = |error: &TierError| check_error(error, folder, is_forged);
    for at in (1..=PARTS).flat_map(positions) {
        let found = tiers.value(&at).map_err(|error| failed(&error));
        assert!(is_forged || found.map_or(true, |value| value == whole.value(&at)), "{at:?}: {found:?}");
        let moves = tiers.best_moves(&at).map_err(|error| failed(&error));
        assert!(is_forged || moves.as_ref().map_or(true, |moves| *moves == whole.best_moves(&at)), "{at:?}: {moves:?}");
    }
    let solver = Solver::new();
    for part in 1..=PARTS {
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
        TierError::Load { error, .. } => error.path().unwrap_or_else(|| panic!("no file: {message}")),
        TierError::NotSolved { path, .. } | TierError::MissingShare { path, .. } => path,
        TierError::Verify { .. } | TierError::Solve { .. } | TierError::NoPosition { .. } if is_forged => return,
        _ => panic!("unexpected: {message}"),
    };
    assert!(path.parent() == Some(folder), "{message}");
    assert!(message.contains(&path.display().to_string()) && !message.contains('\n'), "{message:?}");
    if let TierError::Load { error, .. } = error {
        assert!(is_forged || !matches!(error.kind(), LoadErrorKind::NoPosition { .. }), "{message}");
    }
}
