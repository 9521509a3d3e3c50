//! Tests of the program and its library, one module per topic.

mod bulk;
mod cli;
mod dialects;
mod exhaustive;
mod explain;
mod fixtures;
mod oracle;
