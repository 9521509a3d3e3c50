//! Tests of the program and of its library, one module per topic.

mod cli;
mod exhaustive;
mod explain;
mod fixtures;
mod oracle;
mod published;
mod referee;
