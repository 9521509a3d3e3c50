//! How right and wrong programs are judged.

use crate::cli::subject;

testkit::candidate_tests!(subject());
