//! Saved solutions.

use std::path::Path;
use std::sync::OnceLock;

use retrograde::files::Stored;
use retrograde::{Error, Solution, Solver, Value, Values};
use testkit::TemporaryFolder;

use super::damage::Foreign;
use super::files::{Files, folder_of, forge, read};
use super::world::World;
use crate::Held;
use crate::bytes::Bytes;

const NAME: &str = "a heap";
const FILE: &str = "heap.solution";
const NAMES: [&str; 3] = [FILE, "heap.solution.7-0.part", "other.solution"];

/// A heap of fewer tokens than there are ranks, from which a player takes one, or more up to a limit; or none if that
/// is 0, so that play never ends.
fn heap(ranks: u64, most: u64) -> ForwardWorld {
    let moves = move |heap: u64| match most {
        0 => vec![heap],
        _ => (1..=most).filter_map(|taken| heap.checked_sub(taken)).collect(),
    };
    World::new(ranks, moves).forward()
}

type ForwardWorld = World<false>;

/// The ranks, and the limit of the game that is read and of another one.
const CASES: [(u64, [u64; 2]); 4] = [
    (40, [3, 2]),
    // Three blocks.
    (6_000, [1, 3]),
    // A single value, and no block.
    (5_000, [0, 1]),
    (1, [0, 1]),
];

struct Pool {
    /// What may be read, of both games.
    solutions: [Solution<ForwardWorld>; 2],
    files: Files,
    /// Files of both games, under this name and another one.
    contents: Vec<Vec<u8>>,
}

fn pool(case: usize) -> &'static Pool {
    static POOLS: [OnceLock<Pool>; CASES.len()] = [const { OnceLock::new() }; CASES.len()];
    POOLS[case].get_or_init(|| {
        let (ranks, limits) = CASES[case];
        let solver = Solver::new();
        let solutions = limits.map(|most| solver.solve(heap(ranks, most)).expect("short distances"));
        let mut contents = Vec::new();
        for (solution, name) in solutions.iter().zip([NAME; 2]).chain([(&solutions[0], "another heap")]) {
            contents.extend(saved(solution, name).into_values());
        }
        let smaller = solver.solve(heap(30, limits[0])).expect("short distances");
        contents.extend(saved(&smaller, NAME).into_values());
        Pool { files: saved(&solutions[0], NAME), solutions, contents }
    })
}

/// The files of a solution.
fn saved(solution: &Solution<ForwardWorld>, name: &str) -> Files {
    let folder = TemporaryFolder::in_memory();
    solution.save(name, folder.root().join(FILE)).expect("a small file");
    read(folder.root())
}

pub(super) fn check(bytes: &mut Bytes<'_>) -> Held {
    let case = bytes.below(CASES.len());
    let pool = pool(case);
    let kind = bytes.byte();
    let (is_forged, is_raw) = (kind & 1 != 0, kind & 6 == 6);
    let (first, mut files) = (u64::from(bytes.byte()), pool.files.clone());
    if is_raw {
        // A file begins as it should, or not, and the rest is anything.
        let content = files.values_mut().next().expect("a file");
        let kept = if bytes.is_one_in(2) { 0 } else { bytes.below(content.len()) };
        content.truncate(kept);
        content.extend(bytes.rest());
    } else {
        let foreign = Foreign { names: &NAMES, contents: pool.contents.iter().map(Vec::as_slice).collect() };
        foreign.damage(&mut files, bytes);
    }
    if is_forged {
        forge(&mut files);
    }
    let folder = folder_of(&files);
    let looked_up = Looked { game: pool.solutions[0].game(), first, is_forged, solutions: &pool.solutions };
    let is_opened = looked_up.check_files(folder.root());
    if is_opened { Held::Real } else { Held::Vacuous }
}

struct Looked<'a> {
    game: &'a ForwardWorld,
    /// The first position that is looked up.
    first: u64,
    is_forged: bool,
    solutions: &'a [Solution<ForwardWorld>; 2],
}

impl Looked<'_> {
    /// Whether positions can be looked up in the files.
    fn check_files(&self, folder: &Path) -> bool {
        let path = folder.join(FILE);
        let loaded = Solution::load(&path, self.game.clone(), NAME);
        let opened = Stored::open(&path, self.game.clone(), NAME);
        match &opened {
            Ok(stored) => {
                self.check_stored(stored, folder);
            }
            Err(error) => {
                check_error(error, folder);
                assert!(loaded.is_err(), "{error}");
            }
        }
        self.check_loaded(loaded.as_ref().map_err(|error| check_error(error, folder)).ok());
        opened.is_ok()
    }

    fn check_loaded(&self, loaded: Option<&Solution<ForwardWorld>>) {
        if let Some(loaded) = loaded {
            assert!(self.solutions.contains(loaded), "neither solution of {} ranks", self.game.ranks);
        }
    }

    fn check_stored(&self, stored: &Stored<ForwardWorld>, folder: &Path) {
        let heaps = (self.first % self.game.ranks..self.game.ranks)
            .step_by(1 + usize::try_from(self.game.ranks / 60).expect("few ranks"));
        let mut is_possible = [true; 2];
        for heap in heaps {
            let found: Result<Value, Error> = stored.value(&heap);
            if let Err(error) = &found {
                check_error(error, folder);
            }
            for (is_possible, solution) in is_possible.iter_mut().zip(self.solutions) {
                *is_possible &= found.as_ref().map_or(true, |value| Some(*value) == solution.get(&heap));
            }
        }
        assert!(
            self.is_forged || is_possible.contains(&true),
            "values of neither solution of {} ranks",
            self.game.ranks
        );
    }
}

/// Whether a message says something of a file in this folder.
pub(super) fn names_file_in(message: &str, folder: &Path) -> bool {
    message.split(": ").any(|place| Path::new(place).parent() == Some(folder))
}

/// An error names a file in the folder, on one line.
fn check_error(error: &Error, folder: &Path) {
    let message = error.to_string();
    assert!(names_file_in(&message, folder) && !message.contains('\n'), "{message:?}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planted::assert_found;

    /// Looks up what was saved as if another game had been solved.
    #[test]
    fn what_is_wrong_is_found() {
        let (ranks, [_, other]) = CASES[0];
        let solutions = &[other; 2].map(|most| Solver::new().solve(heap(ranks, most)).expect("short distances"));
        let (folder, game) = (folder_of(&pool(0).files), pool(0).solutions[0].game());
        let looked = Looked { game, first: 0, is_forged: false, solutions };
        let open = |name: &str| Stored::open(folder.root().join(name), game.clone(), NAME);
        assert_found("neither solution", || {
            looked
                .check_loaded(Some(&Solution::load(folder.root().join(FILE), game.clone(), NAME).expect("just saved")));
        });
        assert_found("values of neither", || looked.check_stored(&open(FILE).expect("just saved"), folder.root()));
        let error = open("elsewhere/no.solution").expect_err("no such file");
        assert_found("elsewhere", || check_error(&error, folder.root()));
    }
}
