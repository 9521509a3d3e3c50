//! Tests of running programs and of reports, on an invented problem, one module per topic.

// Shell scripts are the candidates in some modules.
#[cfg(unix)]
mod candidates;
mod folders;
mod judging;
mod layouts;
#[cfg(unix)]
mod limits;
mod many;
mod reports;
mod smallest;
mod stress;
