//! The output of `explain` for each kind of row.

use crate::cli::subject;

fn explain(row: &str) -> String {
    subject().program.run(&["explain", row], b"").transcript()
}

#[test]
fn a_won_row() {
    insta::assert_snapshot!(explain("III.IIIII.II"));
}

#[test]
fn a_lost_row() {
    insta::assert_snapshot!(explain("II.II"));
}

#[test]
fn a_row_without_pins() {
    insta::assert_snapshot!(explain("..."));
}
