//! The games, compared with their rules and values by definition and with published numbers, and the programs, as
//! people use them.

mod chess;
mod dobutsu;
mod endgames;
mod l_game;
mod morris;
mod quixo;
mod sets;
mod text;
mod tiers;

use std::ops::ControlFlow;

use retrograde::Game;

/// The positions after each move.
fn successors<G: Game>(game: &G, position: &G::Position) -> Vec<G::Position> {
    let mut found = Vec::new();
    let _ = game.successors(position, |next| {
        found.push(next);
        ControlFlow::Continue(())
    });
    found
}
