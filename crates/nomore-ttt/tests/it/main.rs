//! Tests of the program and its library, one module per topic.

mod bulk;
mod cli;
mod exhaustive;
mod explain;
mod fixtures;
mod oracle;
