//! How right and wrong programs are judged.

use crate::cli::subject;

testkit::promises! { subject(); a_right_and_a_wrong_program_in_c_are_told_apart }
