//! What `docs/octal.md` says about the long run of .007, as far as it can be computed again in some seconds.

use crate::atlas::rows;
use crate::published::{DOCUMENTS, number};

const RESULTS: &str = include_str!("../../../../docs/octal.md");

/// The values of .007 up to heap `to`.
fn values(to: usize) -> Vec<u16> {
    let text = crate::stdout(&[".007", "--to", &to.to_string(), "--values"]);
    text.lines().map(|value| value.parse::<u16>().expect("a value")).collect()
}

/// The first line of the document that begins so.
fn line(begin: &str) -> &'static str {
    RESULTS.lines().find(|line| line.starts_with(begin)).unwrap_or_else(|| panic!("no line '{begin}'"))
}

fn field(line: &'static str, name: &str) -> &'static str {
    let mut fields = line.split(' ').filter_map(|field| field.split_once('='));
    fields.find(|(found, _)| *found == name).unwrap_or_else(|| panic!("no field '{name}': {line}")).1
}

/// A strip of Treblecross is a heap of two tokens more.
#[test]
fn the_strips_that_the_first_player_loses_are_the_zeros() {
    let record = line("code=.007 n=1073741824 ");
    let end = number(field(record, "last_zero"));
    let zeros: Vec<usize> =
        (0_usize..).zip(values(end)).filter(|(_, value)| *value == 0).map(|(heap, _)| heap).collect();
    assert_eq!((zeros.len(), zeros.last()), (number(field(record, "zeros")), Some(&end)));
    // On fewer than three cells there is no Treblecross.
    let lost: Vec<String> = zeros.iter().filter(|heap| **heap >= 5).map(|heap| (heap - 2).to_string()).collect();
    let (_, text) = RESULTS.split_once("**For Treblecross** these values mean: ").expect("a paragraph");
    let (text, _) = text.split_once("\n\n").expect("another one");
    let words: Vec<String> =
        text.split_whitespace().map(|word| word.trim_end_matches(['.', ',']).replace(',', "")).collect();
    let expected = format!("on an empty strip of 3 to {} cells", (1 << 30) - 2);
    assert!(words.join(" ").starts_with(&expected), "{text}");
    let listed: Vec<String> = words
        .iter()
        .skip_while(|word| *word != "are")
        .skip(1)
        .filter(|word| *word != "and" && *word != "cells")
        .cloned()
        .collect();
    assert_eq!(listed, lost);
    assert!(words.join(" ").contains(&format!("except for {} lengths", lost.len())), "{text}");
}

/// Both have their values from the engine, but by different programs.
#[test]
fn the_checksum_on_the_way_agrees_with_the_atlas() {
    let row = &rows(DOCUMENTS)[".007"];
    assert_eq!(row["to"], "16777216");
    assert!(RESULTS.contains(&format!("to 2^24 {} ", row["checksum"])), "{row:?}");
}
