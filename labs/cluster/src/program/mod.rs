//! The program `cluster`: one game, or one part of it, solved by several processes.

mod games;
mod hosts;
mod options;
mod solve;

pub use options::run;
