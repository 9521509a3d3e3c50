//! Tests of the crate on small invented problems, one module per topic.

mod compare;
mod conformance;
mod dialects;
mod explain;
mod formats;
mod scanner;
mod solution;
