//! The games, compared with their rules and values by definition and with published numbers, and the programs, as
//! people use them.

mod chess;
mod dobutsu;
mod documents;
mod endgames;
mod l_game;
mod morris;
mod parts;
mod quixo;
mod text;
mod tiers;

use oracles::fixpoint;
