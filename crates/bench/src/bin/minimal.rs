//! Does nothing: how long it takes is how long a process takes to start and end.

fn main() {}
