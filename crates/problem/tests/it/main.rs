//! Tests of the crate on small invented problems, one module per topic.

mod compare;
mod formats;
mod page;
