//! The tests of the library's surface, one topic a module.

mod heap_games;
mod periods;
mod published;
mod sequences;
mod spaces;
mod stream;
mod tables;
