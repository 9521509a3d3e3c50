//! The output of `explain` for each kind of row.

use kayles::Kayles;

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

#[test]
fn pages_fit_every_width() {
    let rows = ["...", "III.IIIII.II", &"I".repeat(200), &"IIIII.I..III.".repeat(16), &".".repeat(99)];
    for row in rows {
        testkit::assert_page_fits::<Kayles>(row, &["row"]);
    }
}

#[test]
fn a_narrow_page() {
    insta::assert_snapshot!(testkit::show_page::<Kayles>("III.IIIII.II", 40));
}
