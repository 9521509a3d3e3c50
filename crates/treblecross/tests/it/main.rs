//! Tests of the program and of its library, one module per topic.

mod candidates;
mod cli;
#[cfg(target_os = "linux")]
mod endings;
mod explain;
mod fixtures;
mod oracle;
mod solver;
