//! The tests of the whole program and of its library, one topic a module.

mod candidates;
mod cli;
mod exhaustive;
mod explain;
mod fixtures;
mod known;
mod oracle;
