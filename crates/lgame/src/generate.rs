//! Test cases: all positions, and random positions by outcome.

use problem::{Generator, Rng, Shape};
use retrograde::{Outcome, Ranked};

use crate::game::LGame;
use crate::rules::Position;
use crate::solver::{positions, value};

pub(crate) const POSITIONS: Generator = Generator {
    enumerate: |cells| Box::new((cells == CELLS).then(positions).into_iter().flatten().map(text)),
    shapes: &[
        Shape { name: "any", about: "any position", make: |_, rng| text(random_position(rng, |_| true)) },
        Shape { name: "won", about: "the player to move wins", make: |_, rng| with_outcome(Outcome::Win, rng) },
        Shape { name: "drawn", about: "neither player can win", make: |_, rng| with_outcome(Outcome::Draw, rng) },
        Shape { name: "lost", about: "the player to move loses", make: |_, rng| with_outcome(Outcome::Loss, rng) },
    ],
    // All positions have the same size, and none is simpler than another.
    shrink: |_| Vec::new(),
};

/// The number of cells of the board.
const CELLS: usize = 16;

/// The case that stands for a position: its rows, joined by slashes.
fn text(position: Position) -> Vec<u8> {
    position.grid().join(&b'/')
}

fn with_outcome(outcome: Outcome, rng: &mut Rng) -> Vec<u8> {
    text(random_position(rng, |position| value(position).outcome() == outcome))
}

fn random_position(rng: &mut Rng, is_wanted: impl Fn(Position) -> bool) -> Position {
    let ranks = usize::try_from(LGame.ranks()).expect("few ranks");
    loop {
        let rank = rng.below(ranks) as u64;
        if let Some(position) = LGame.unrank(rank).filter(|&position| is_wanted(position)) {
            return position;
        }
    }
}
