//! What the packages for other judging systems hold.

use crate::cli::subject;

testkit::package_tests!(subject(), |judge| if judge == "poj" { 60 } else { 12 });
