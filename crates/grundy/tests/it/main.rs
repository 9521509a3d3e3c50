//! The tests of the library's surface, one topic a module.

mod heap_games;
mod periods;
mod published;
mod sequences;
mod stream;
mod tables;
