//! Slow solvers and small games that tests of several crates share. None shares code with what it tests, except the types
//! of positions and values.

#![allow(
    missing_docs,
    missing_debug_implementations,
    clippy::implicit_hasher,
    clippy::missing_panics_doc,
    clippy::must_use_candidate,
    clippy::return_self_not_must_use,
    reason = "the crate is for this workspace alone, and a panic is a test that fails"
)]

pub mod fixpoint;
pub mod l_game;
pub mod map;
pub mod parts;
pub mod sums;
pub mod world;
