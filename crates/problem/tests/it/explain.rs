//! What an explainer reads before it explains.

use problem::{Case, Diagnostic, Explainer, Field, Line, Page};

const ROW: Line = &[Field::Word { name: "a row", length: 1..=9, check: None }];

fn words(case: Case<'_>, page: &mut Page) -> Result<(), Diagnostic> {
    for word in case.words() {
        if word.text() == b"bad" {
            return Err(word.error("not a row"));
        }
        page.line(String::from_utf8_lossy(word.text()));
    }
    Ok(())
}

const ONE_ROW: Explainer = Explainer {
    position: "a row",
    sample: "ab",
    lines: &[ROW],
    explain: words,
    overview: Some(|page| page.line("all rows")),
};
const TWO_ROWS: Explainer =
    Explainer { position: "two rows", sample: "ab/cd", lines: &[ROW, ROW], explain: words, overview: None };

fn explained(explainer: &Explainer, input: &str) -> String {
    let mut page = Page::new(80);
    match explainer.explain(input.as_bytes(), &mut page) {
        Ok(()) => page.text().to_owned(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_position_has_as_many_lines_as_it_needs_which_slashes_may_separate() {
    assert_eq!(explained(&ONE_ROW, "ab\n"), "ab\n");
    assert_eq!(explained(&ONE_ROW, "a/b"), "a/b\n");
    for rows in ["ab/cd", "ab\ncd\n", " ab / cd ", "/ab//cd/"] {
        assert_eq!(explained(&TWO_ROWS, rows), "ab\ncd\n", "{rows:?}");
    }
}

#[test]
fn without_a_position_there_is_the_overview_or_an_error() {
    assert_eq!(explained(&ONE_ROW, " \n"), "all rows\n");
    assert_eq!(explained(&TWO_ROWS, ""), "1:1: the position is empty; expected two rows");
}

#[test]
fn an_error_has_its_place() {
    assert_eq!(explained(&ONE_ROW, "\n bad"), "2:2: not a row");
    assert_eq!(explained(&TWO_ROWS, "ab / bad"), "1:6: not a row");
    assert_eq!(explained(&TWO_ROWS, "ab"), "1:3: the input ends here; expected a row, line 2 of 2 of a position");
    assert_eq!(
        explained(&ONE_ROW, "ab cd"),
        "1:4: the position ended before this; remove the rest, as only one can be explained"
    );
}
