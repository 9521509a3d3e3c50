//! Tests of the program and its library, one module per topic.

mod cli;
mod explain;
mod fixtures;
mod oracle;
mod solver;
