//! Tests of the crate on small invented problems, one module per topic.

mod compare;
mod conformance;
mod dialects;
mod explain;
mod formats;
mod page;
mod scanner;
mod solution;
mod visible;
