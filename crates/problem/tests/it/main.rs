//! The tests of what a problem is, on a problem that is not worth a program. One topic a module.

mod compare;
mod formats;
