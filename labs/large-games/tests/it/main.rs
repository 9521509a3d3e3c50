//! The games, compared with their rules and values by definition and with published numbers, and the program, as people
//! use it.

mod chess;
mod dobutsu;
mod documents;
mod l_game;
mod morris;
mod parts;
mod program;
mod quixo;
mod text;
