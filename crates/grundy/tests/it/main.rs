//! The tests of the library's surface, one topic a module.

mod octal;
mod published;
mod sequences;
mod strips;
mod sums;
