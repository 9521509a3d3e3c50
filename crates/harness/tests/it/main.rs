//! Tests of running programs and of reports, on an invented problem, one module per topic.

mod candidates;
mod folders;
mod judging;
mod layouts;
mod limits;
mod many;
mod reports;
mod smallest;
mod stress;
