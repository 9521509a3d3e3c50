//! The tests of the library's surface, one topic a module.

mod audits;
mod graph;
mod limits;
mod random;
mod verified;
