//! Games that are solved part by part, in a folder.

mod damage;
mod direct;
#[cfg(unix)]
mod interrupted;
mod list;
mod memory;
mod random;
mod run;

use std::path::Path;
use std::sync::Arc;

use retrograde::files::Stored;
use retrograde::{Error, Part, Ranked, Solver, Value};

use crate::folder::Folder;
use crate::parts_of_world::ladder;
use crate::world::World;

/// Parts of these numbers of positions. The last one leads to all others, to places far apart; the others only lead to
/// positions of known value, at any number of plies. No move stays in a part.
#[derive(Clone)]
struct Steps(Vec<u64>);

/// Positions of known value are numbered downwards from here.
const KNOWN: u64 = u64::MAX;

impl Steps {
    /// The rank of the first position of a part.
    fn start(&self, part: usize) -> u64 {
        self.0[..part].iter().sum()
    }

    /// A number that looks random, so that neighbours lead to places far apart.
    fn mixed(at: u64) -> u64 {
        at.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20
    }

    /// The distance of a position of any part but the last, by definition.
    fn plies(at: u64) -> u16 {
        u16::try_from(Self::mixed(at) % 16_000).expect("short") + 1
    }

    fn world(&self) -> World {
        let (steps, last) = (self.clone(), self.0.len() - 1);
        let (last_start, ranks) = (self.start(last), self.start(last + 1));
        let moves = move |at| {
            if at < last_start || last == 0 {
                return vec![KNOWN - u64::from(Self::plies(at) - 1)];
            }
            (0..last).map(|next| steps.start(next) + Self::mixed(at) % steps.0[next]).collect()
        };
        let part = |part: usize| Part {
            name: part.to_string(),
            ranks: self.start(part)..self.start(part + 1),
            next: if part == last { (0..last).collect() } else { Vec::new() },
        };
        World {
            known: Arc::new(|at| u16::try_from(KNOWN - at).ok().map(Value::Loss)),
            rank: Arc::new(move |at| (at < ranks).then_some(at)),
            parts: (0..=last).map(part).collect(),
            ..World::new(ranks, moves)
        }
    }
}

fn stored<G: Ranked>(folder: impl AsRef<Path>, game: G) -> Stored<G> {
    Stored::folder(folder, game, "a ladder").expect("parts that follow one another")
}

/// Solves a part and all that it leads to.
fn solve_in(folder: impl AsRef<Path>, game: &World, part: usize) -> Result<(), Error> {
    Solver::new().solve_parts(&stored(folder, game), [part])
}

/// A folder in which all parts are solved.
fn solved(game: &World) -> Folder {
    let folder = Folder::new();
    let stored = stored(folder.path(), game);
    Solver::new().solve_parts(&stored, 0..stored.parts().len()).expect("there is room");
    folder
}

/// Changes a value in a file whose header stays intact, and returns its path.
fn damage(folder: &Folder, name: &str) -> String {
    let mut bytes = folder.read(name);
    let code = bytes.len() - 12;
    bytes[code] ^= 1;
    folder.write(name, &bytes)
}

/// The name of the file of a part.
fn file_of(part: usize) -> String {
    format!("{part}.solution")
}

/// The first position of a part of a ladder.
fn first(part: usize, length: u64) -> u64 {
    part as u64 * length
}
