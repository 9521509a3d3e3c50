//! Tests of running programs and of reports, on an invented problem, one module per topic.

// Some modules have shell scripts as candidates.
#[cfg(unix)]
mod candidates;
mod folders;
mod judging;
#[cfg(unix)]
mod limits;
#[cfg(unix)]
mod reports;
mod smallest;
#[cfg(unix)]
mod stress;
