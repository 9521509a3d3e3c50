//! What the packages for other judging systems hold.

use crate::cli::subject;

testkit::package_tests!(subject(), |_| 8);
