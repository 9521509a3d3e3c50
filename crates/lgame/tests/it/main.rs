//! Tests of the program and of its library, one module per topic.

mod cli;
mod exhaustive;
mod explain;
mod fixtures;
mod published;
mod referee;

use oracles::l_game as oracle;
