//! How the program ends when it is asked to, or killed.

use crate::cli::subject;

testkit::ending_tests!(subject());
