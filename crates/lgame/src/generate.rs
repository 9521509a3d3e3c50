//! Positions to try a program with: all of them, and random ones of each value.

use judge::{Dice, Shape};
use retrograde::{Game, Outcome};

use crate::dialects::Judge;
use crate::game::LGame;
use crate::rules::Position;
use crate::solver::Solver;

pub(crate) const SHAPES: &[Shape<Judge>] = &[
    Shape { name: "any", about: "all positions alike", make: |_, _, dice| text(random(dice, |_| true)) },
    Shape { name: "won", about: "the player to move wins", make: |_, _, dice| worth(Outcome::Win, dice) },
    Shape { name: "drawn", about: "nobody can win", make: |_, _, dice| worth(Outcome::Draw, dice) },
    Shape { name: "lost", about: "the player to move loses", make: |_, _, dice| worth(Outcome::Loss, dice) },
];

/// How many cells the board has: there are no positions of another size.
pub(crate) const CELLS: usize = 16;

/// All positions, if that is the size.
pub(crate) fn every(size: usize) -> impl Iterator<Item = Vec<u8>> + Send {
    let positions = (size == CELLS).then(Solver::positions);
    positions.into_iter().flatten().map(text)
}

/// The rows, joined by slashes.
fn text(position: Position) -> Vec<u8> {
    position.grid().join(&b'/')
}

fn worth(outcome: Outcome, dice: &mut Dice) -> Vec<u8> {
    text(random(dice, |position| Solver::shared().value(position).outcome() == outcome))
}

fn random(dice: &mut Dice, is_wanted: impl Fn(Position) -> bool) -> Position {
    let ranks = LGame.ranks() as usize;
    loop {
        let rank = u32::try_from(dice.below(ranks)).expect("a rank fits");
        if let Some(position) = LGame.unrank(rank).filter(|&position| is_wanted(position)) {
            return position;
        }
    }
}
