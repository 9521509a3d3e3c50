//! Games that are solved part by part, in a folder.

mod damage;
#[cfg(unix)]
mod interrupted;
mod memory;
mod order;
mod random;
mod run;
mod together;

use std::path::Path;
use std::sync::Arc;

use retrograde::tiers::{TierError, TierEvent, Tiered, Tiers};
use retrograde::{Solver, Value};

use crate::folder::Folder;
use crate::parts_of_world::ladder;
use crate::world::{Parts, World};

/// Parts of this number of positions each. The last one leads to all others, to places far apart; the others only lead
/// to positions of known value, at any number of plies. No move stays in a part.
#[derive(Clone, Copy)]
struct Steps {
    parts: u64,
    ranks: fn(u64) -> u64,
}

impl Steps {
    /// The position of this number in a part.
    fn at(part: u64, number: u64) -> u64 {
        (part << 40) + number
    }

    /// A number that looks random, so that neighbours lead to places far apart.
    fn mixed(at: u64) -> u64 {
        (at % (1 << 40) + (at >> 40)).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20
    }

    /// The distance of a position of any part but the last, by definition.
    fn plies(at: u64) -> u16 {
        u16::try_from(Self::mixed(at) % 16_000).expect("short") + 1
    }

    fn world(self) -> World {
        let moves = move |at| {
            let part = at >> 40;
            if part + 1 < self.parts || part == 0 {
                return vec![u64::MAX - u64::from(Self::plies(at) - 1)];
            }
            (0..part).map(|next| Self::at(next, Self::mixed(at) % (self.ranks)(next))).collect()
        };
        let world = World::new(0, moves);
        World {
            known: Arc::new(|at| u16::try_from(u64::MAX - at).ok().map(Value::Loss)),
            parts: Parts {
                game: "steps".to_owned(),
                of: Arc::new(|at| at >> 40),
                next: Arc::new(|part| (0..part).collect()),
                ranks: Arc::new(move |part| (self.ranks)(part)),
                rank: Arc::new(|part, at| (at >> 40 == part).then_some(at % (1 << 40))),
                unrank: Arc::new(|part, rank| Some(Self::at(part, rank))),
                ..world.parts
            },
            ..world
        }
    }
}

fn tiers(folder: &Folder, game: &World) -> Tiers<World> {
    Tiers::new(game.clone(), folder.path())
}

/// Solves a part and all that it leads to.
fn solve_in(folder: impl AsRef<Path>, game: &World, part: u64) -> Result<(), TierError> {
    Tiers::new(game.clone(), folder).solve(&Solver::new(), [part], |_| {})
}

/// A folder in which all parts are solved.
fn solved(game: &World, parts: u64) -> Folder {
    let folder = Folder::new();
    tiers(&folder, game).solve(&Solver::new(), 0..parts, |_| {}).expect("there is room");
    folder
}

/// Solves a part, and returns those that were not solved before.
fn parts_begun<T: Tiered<Part = u64>>(tiers: &Tiers<T>, part: u64) -> Result<Vec<u64>, TierError> {
    let mut begun = Vec::new();
    let result = tiers.solve(&Solver::new(), [part], |event| {
        if let TierEvent::Starting { plan, .. } = event {
            begun.push(plan.part);
        }
    });
    result.map(|()| begun)
}

/// Changes a value in a file whose header stays intact, and returns its path.
fn damage(folder: &Folder, name: &str) -> String {
    let mut bytes = folder.read(name);
    let code = bytes.len() - 12;
    bytes[code] ^= 1;
    folder.write(name, &bytes)
}

/// The name of the file of a part.
fn file_of(part: u64) -> String {
    format!("{part}.solution")
}
