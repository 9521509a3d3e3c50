//! The tests of the library's surface, one topic a module.

mod octal;
mod periods;
mod published;
mod sequences;
#[cfg(feature = "long")]
mod stream;
mod strips;
mod sums;
