//! Tests of the program and its library, one module per topic.

mod bulk;
mod candidates;
mod cli;
mod dialects;
mod exhaustive;
mod explain;
mod fixtures;
mod oracle;
mod packages;
