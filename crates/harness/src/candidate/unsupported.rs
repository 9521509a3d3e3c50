//! Systems on which a program cannot be stopped with its children.

use std::io;

use super::{Candidate, RunOutput};

pub(super) const IS_MEASURED: bool = false;

pub(super) fn run(_: &Candidate, _: &[u8], _: usize) -> io::Result<RunOutput> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "this system cannot stop a program with its children"))
}

pub(super) fn stop_running() {}

pub(super) fn stop_all() {}

pub(super) fn end_with_this_process() -> io::Result<()> {
    Ok(())
}

pub(super) fn guard(_: &str) {}
