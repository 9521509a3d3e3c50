//! Any problem: from a description of its inputs, this makes, reads, enumerates and shrinks them.

#![allow(clippy::must_use_candidate, reason = "the crate is for this workspace alone, which ignores no result")]
#![allow(
    clippy::cast_possible_wrap,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "lengths are at most `LONGEST`, and what is larger was refused before"
)]

mod by_size;
mod cli;
mod description;
mod domain;
mod expression;
mod forest;
mod graph;
mod inputs;
pub mod package;
mod possible;
mod random;
mod read;
mod rest;
mod shrink;
mod walk;

pub use cli::run;
pub use description::Description;
pub use inputs::Input;
