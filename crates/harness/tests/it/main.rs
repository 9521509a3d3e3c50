//! The tests of running programs and of reports, on a problem that is not worth a program. One topic a module.

mod candidates;
mod folders;
mod reports;
mod stress;
