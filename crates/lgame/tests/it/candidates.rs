//! How right and wrong programs are judged.

use crate::cli::subject;

testkit::candidate_tests!(subject(), #[ignore = "labels all positions for each fixture; `scripts/test --long` runs it"]);
