//! Does nothing: its time is the time that a process takes to start and end.

fn main() {}
