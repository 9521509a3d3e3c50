//! Tests of the program and of its library, one module per topic.

mod bulk;
mod candidates;
mod cli;
#[cfg(target_os = "linux")]
mod endings;
mod exhaustive;
mod explain;
mod fixtures;
mod known_values;
mod oracle;
