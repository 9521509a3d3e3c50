//! The tests of the library's surface, one topic a module.

mod audits;
mod files;
mod graph;
mod lean;
mod limits;
mod random;
mod together;
mod verified;
