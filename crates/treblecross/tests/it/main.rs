//! Tests of the program and of its library, one module per topic.

mod candidates;
mod cli;
mod exhaustive;
mod explain;
mod fixtures;
mod known_values;
mod oracle;
mod packages;
