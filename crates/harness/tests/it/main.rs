//! Tests of running programs and of reports, on an invented problem, one module per topic.

// All others need a shell, for what makes folders and for candidates.
mod smallest;

#[cfg(unix)]
mod candidates;
#[cfg(unix)]
mod folders;
#[cfg(unix)]
mod judging;
#[cfg(unix)]
mod limits;
#[cfg(unix)]
mod reports;
#[cfg(unix)]
mod stress;
