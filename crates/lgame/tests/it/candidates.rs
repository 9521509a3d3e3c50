//! How right and wrong programs are judged.

use crate::cli::subject;

testkit::candidate_tests! {
    subject();
    right_and_wrong_programs_in_c: C,
    #[ignore = "labels all positions for each fixture; `scripts/test --long` runs it"]
    right_and_wrong_programs_in_cpp: Cpp,
    right_and_wrong_programs_in_python: Python
}
