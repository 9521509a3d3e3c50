//! The tests of what the programs share, on a problem that is not worth a program. One topic a module.

mod contestants;
mod folders;
mod reports;
mod reviews;
mod stress;
mod toy;
