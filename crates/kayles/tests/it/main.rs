//! The tests of the whole program and of its library, one topic a module.

mod cli;
mod exhaustive;
mod explain;
mod fixtures;
mod oracle;
