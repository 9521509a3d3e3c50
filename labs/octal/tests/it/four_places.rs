//! The table of all games of up to four places in the documents, by what is known of games of up to three, and by the
//! definition of the games.

use std::fs;

use grundy::{Period, Sequence};
use testkit::TemporaryFolder;

use crate::atlas::{Rows, rows, summary, table};
use crate::documents::{check_open, families};
use crate::published::{DOCUMENTS, number};

fn four_places() -> Rows {
    table(DOCUMENTS, "four-places.csv")
}

fn has_four(code: &str) -> bool {
    code.split_once('.').is_some_and(|(_, places)| places.len() == 4)
}

/// Of two games of one family, one may have three places.
#[test]
fn games_of_three_places_have_the_periods_of_the_atlas() {
    let (all, atlas) = (four_places(), rows(DOCUMENTS));
    let mut solved = 0;
    for (code, row) in &atlas {
        let [found, expected] = [&all[code], row];
        if !found["period"].is_empty() {
            for column in ["period", "preperiod"] {
                assert_eq!(found[column], expected[column], "{code}");
            }
            solved += 1;
        }
    }
    assert!(all.len() == 8192 && solved > 700, "{solved}");
}

#[test]
fn periods_agree_with_the_plain_engine() {
    let rows = four_places();
    let short = families(&rows, true).filter(|(code, row)| has_four(code) && number(&row["to"]) <= 1 << 14);
    let sample: Vec<_> = short.step_by(20).collect();
    assert!(sample.len() > 20, "{}", sample.len());
    for (code, row) in sample {
        let mut sequence = Sequence::new(code.parse().expect("a code")).by_all_moves();
        sequence.extend_to(number(&row["to"])).expect("small values");
        let [period, preperiod] = ["period", "preperiod"].map(|name| number(&row[name]));
        assert_eq!(sequence.period(), Some(Period { period, preperiod }), "{code}");
        let values = sequence.packed();
        assert_eq!(number(&row["largest"]), usize::from(*values.iter().max().expect("a value")), "{code}");
    }
}

#[test]
fn open_games_have_the_values_of_the_definition() {
    let rows = four_places();
    for (code, row) in families(&rows, false).filter(|(code, _)| has_four(code)).step_by(40) {
        check_open(code, row, 1 << 12, 100);
    }
}

/// In `docs/octal.md`.
#[test]
fn what_the_document_says_is_in_the_table() {
    let (rows, page) = (four_places(), include_str!("../../../../docs/octal.md"));
    let solved = rows.values().filter(|row| !row["period"].is_empty()).count();
    let [families_solved, families_open] = [true, false].map(|solved| families(&rows, solved).count());
    let words = page.replace(',', "").split_whitespace().collect::<Vec<_>>().join(" ");
    let all = families_solved + families_open;
    let sentence = format!("in {all} families of which {solved} games in {families_solved} families are proven");
    assert!(words.contains(&sentence), "{sentence}");
    for code in [".1776", ".3156", ".3546", ".3564", ".7746", ".1354"] {
        let row = &rows[code];
        let members = 1 + rows.values().filter(|row| row["same_as"] == code).count();
        let [period, preperiod, rare, last, largest] =
            ["period", "preperiod", "rare", "last_rare", "largest"].map(|name| &row[name]);
        let line = format!("| {code} | {period} | {preperiod} | {rare}; {last} | {largest} | {members} |");
        assert!(words.contains(&line), "{line}");
        // Only one has the values of a game of three places, whose period others may have published.
        let in_atlas = rows.iter().any(|(other, row)| row["same_as"] == code && !has_four(other));
        assert_eq!(in_atlas, code == ".1776", "{code}");
    }
}

/// It reads the table, and so checks that it fits the families, and finds nothing to compute.
#[test]
fn the_program_continues_the_table() {
    let folder = TemporaryFolder::default();
    let copy = folder.path("atlas");
    fs::create_dir(&copy).expect("a new folder");
    fs::copy(format!("{DOCUMENTS}/four-places.csv"), format!("{copy}/four-places.csv")).expect("a table");
    let line = summary(&[&copy, "--places", "4", "--to", "65536"]);
    assert!(line.starts_with("games=8192 solved=") && line.contains(" computed=0 "), "{line}");
}
