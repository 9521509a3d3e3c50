//! Saving and loading solutions.

mod bytes;
mod disk;

use retrograde::files::Stored;
use retrograde::{Error, Outcome, Solution};

use crate::folder::Folder;
use crate::world::{World, except};
use crate::worlds::{rows, solve};

/// The name in all files.
const NAME: &str = "a chain";

/// Rows of this length.
fn comb(positions: u64, length: u64) -> World {
    rows(positions.max(length), move |at| at % length == 0)
}

/// A row with a rank without a position, with drawn positions, and a win without moves.
fn mixed(positions: u64) -> World {
    let mut world = rows(positions, |at| at == 5 || at == 7);
    except(&mut world.moves, 3, vec![3]);
    except(&mut world.origins, 3, vec![3, 4]);
    except(&mut world.origins, 2, vec![]);
    except(&mut world.origins, 5, vec![]);
    except(&mut world.ending, 5, Outcome::Win);
    except(&mut world.unrank, 6, None);
    world
}

fn saved(game: &World, name: &str) -> (Solution<World>, Vec<u8>) {
    let solution = solve(game.clone()).expect("a consistent game");
    let mut bytes = Vec::new();
    solution.write(name, &mut bytes).expect("a vector takes everything");
    (solution, bytes)
}

/// Opens a file of these bytes.
fn open(bytes: &[u8], game: &World) -> Result<Stored<World>, Error> {
    Stored::open(Folder::new().write("chain.solution", bytes), game.clone(), NAME)
}

/// Loads a file of these bytes.
fn load(bytes: &[u8], game: &World) -> Result<Solution<World>, Error> {
    Solution::load(Folder::new().write("chain.solution", bytes), game.clone(), NAME)
}
