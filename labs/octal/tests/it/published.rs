//! The atlas compared with what is published, game by game.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use grundy::Sequence;
use testkit::TemporaryFolder;

use crate::atlas::{page, rows, summary};

pub(crate) const DOCUMENTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/octal-games");

const CZAJKA: &str = include_str!("../../src/atlas/published/czajka.csv");

fn lines<const N: usize>(file: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    let lines = file.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines.map(|line| line.split(',').collect::<Vec<_>>().try_into().expect("this number of fields"))
}

pub(crate) fn number(text: &str) -> usize {
    text.parse().expect("a number")
}

/// The page in the documents.
pub(crate) fn page_in_one_line() -> String {
    page(DOCUMENTS).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// By the code the game whose values this one has in Czajka's tables, perhaps with other zeros before them.
pub(crate) fn same_as() -> BTreeMap<&'static str, &'static str> {
    let games = lines::<11>(CZAJKA).map(|[code, same_as, ..]| (code, if same_as.is_empty() { code } else { same_as }));
    games.collect()
}

pub(crate) fn values(code: &str, heap: usize, is_plain: bool) -> Vec<u16> {
    let sequence = Sequence::new(code.parse().expect("a code"));
    let mut sequence = if is_plain { sequence.by_all_moves() } else { sequence };
    sequence.extend_to(heap).expect("values of 16 bits");
    sequence.into_packed()
}

/// The page and the picture in the documents must be made from the table there.
#[test]
fn the_atlas_in_the_documents_is_made_from_its_table() {
    const FILES: [&str; 3] = ["octal-games.csv", "octal-games.svg", "octal-games.md"];
    let read = |folder: &str| FILES.map(|name| fs::read(format!("{folder}/{name}")).expect("a file"));
    let rows = rows(DOCUMENTS);
    assert_eq!(rows.len(), 1024);
    let folder = TemporaryFolder::default();
    let files = read(DOCUMENTS);
    for (name, bytes) in FILES.iter().zip(&files) {
        folder.write(name, bytes);
    }
    let open = rows.values().filter(|row| row["period"].is_empty());
    let to: usize = open.map(|row| number(&row["to"])).min().expect("an open game");
    let copy = folder.root().to_str().expect("a path");
    let found = summary(&[copy, "--to", &to.to_string()]);
    assert!(found.contains(" computed=0 "), "{found}");
    assert!(read(copy) == files);
}

/// The tables note that Flammenkamp's take .161 for .36, and *Winning Ways* .27 for .06 and .314 for .31.
#[test]
fn games_that_others_call_equivalent_differ() {
    let values = |code| values(code, 600, true);
    let (one, other) = (values(".161"), values(".36"));
    assert_eq!(one.iter().zip(&other).position(|(one, other)| one != other), Some(519));
    assert_eq!((one[519], other[519]), (2, 4));
    let (one, right, wrong) = (values(".27"), values(".26"), values(".06"));
    assert_eq!(one, right);
    assert_eq!((&one[..5], &wrong[..6]), (&[0, 0, 1, 2, 3][..], &[0, 0, 0, 1, 1, 2][..]));
    assert_eq!((&values(".314")[..6], &values(".31")[..6]), (&[0, 1, 2, 0, 1, 2][..], &[0, 1, 2, 0, 1, 0][..]));
    let page = page(DOCUMENTS);
    for expected in [
        "G(519) = 2 in .161, G(519) = 4 in .36",
        "G(3) = 2 in .27, G(4) = 1 in .06",
        "G(5) = 2 in .314, G(5) = 0 in .31",
    ] {
        assert!(page.contains(expected), "{expected}");
    }
}

/// The tables and counts of others are about other games, so that these are looked up in the documents one by one.
#[test]
fn open_games_have_what_others_count() {
    let rows = rows(DOCUMENTS);
    let page = page_in_one_line();
    let mut same = 0;
    for [game, source, to, largest, zeros, last_zero, rare, last_rare, sum, further] in
        lines::<10>(include_str!("../../src/atlas/published/counts.csv"))
    {
        let row = &rows[game];
        if !to.is_empty() && row["to"] != to {
            continue;
        }
        let columns = [("largest", largest), ("zeros", zeros), ("last_zero", last_zero), ("rare", rare)];
        for (column, counted) in columns.into_iter().chain([("last_rare", last_rare)]) {
            assert!(counted.is_empty() || row[column] == counted, "{game}: {column}");
        }
        assert!(row["checksum"].ends_with(sum), "{game}");
        let (_, line) = page.split_once(&format!(" | {game} | {source} | ")).expect("a line of the page");
        let cells: Vec<String> = line.split('|').map(|cell| cell.replace(',', "").trim().to_owned()).collect();
        assert_eq!(cells[1..3], [to, further], "{game}");
        same += 1;
    }
    assert_eq!(same, 6);
    // Riley says which value the last rare heap of .6 has.
    assert_eq!(values(".6", 20_627, false)[20_627], 277);
}

/// The Encyclopedia says that heap 326,637 is the last exception.
#[test]
fn the_last_exception_of_56_is_heap_326_639() {
    const PERIOD: usize = 144;
    const LAST: usize = 326_639;
    let values = values(".56", LAST + PERIOD, false);
    let is_exception = |heap: usize| values[heap] != values[heap + PERIOD];
    assert_eq!((326_600..=LAST).filter(|&heap| is_exception(heap)).collect::<Vec<_>>(), [326_636, LAST]);
    // The first terms of the sequence, from n = 1 on.
    assert_eq!(values[1..=20], [1, 0, 2, 2, 4, 1, 1, 3, 2, 4, 4, 6, 6, 2, 1, 1, 7, 6, 8, 4]);
    assert!(
        page_in_one_line()
            .contains(" heaps 326,636 and 326,639 are the last two exceptions, and heap 326,637 is not one.")
    );
    // By all moves: one token is taken, and nothing or two heaps are left, or two, and one heap or two are.
    for heap in [LAST, LAST + PERIOD] {
        let splits =
            [1, 2].into_iter().flat_map(|taken| (1..heap - taken).map(move |left| [left, heap - taken - left]));
        let reached: BTreeSet<u16> =
            splits.map(|[one, other]| values[one] ^ values[other]).chain([values[heap - 2]]).collect();
        assert_eq!((0..=u16::MAX).find(|value| !reached.contains(value)), Some(values[heap]), "{heap}");
    }
}

/// Games that are unsolved in the tables, with the largest value and the rare heaps as far as they were computed there.
#[test]
#[ignore = "takes half a minute; `scripts/test --long` runs it"]
fn unsolved_games_have_the_published_rare_heaps() {
    let open = lines::<11>(CZAJKA).filter(|[_, same_as, period, ..]| same_as.is_empty() && *period == "open");
    let mut computed = Vec::new();
    for [code, .., to, largest_at, largest, mask, rare, last_rare, _] in open.filter(|game| !game[6].is_empty()) {
        let line = crate::stdout(&[code, "--to", to]);
        let fields =
            [("max", largest), ("max_at", largest_at), ("mask", mask), ("rare", rare), ("last_rare", last_rare)];
        for (name, field) in fields.into_iter().filter(|(_, field)| !field.is_empty()) {
            assert!(line.contains(&format!(" {name}={field} ")), "{code}: {name}={field}: {line}");
        }
        computed.push(format!("{code} to heap {to}"));
    }
    let page = page_in_one_line().replace(',', "");
    assert!(page.contains(&format!(" {}. ", computed.join(" "))), "{computed:?}");
}
