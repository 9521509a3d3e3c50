//! Tests of the public API, one module per topic.

mod audit;
mod files;
mod graph;
mod limits;
mod memory;
mod parallel;
mod random;
mod verify;
mod visitors;
