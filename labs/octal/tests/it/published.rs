//! The atlas compared with what is published, game by game.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use grundy::Sequence;
use testkit::TemporaryFolder;

use crate::atlas::{Row, Rows, page, rows, summary};

pub(crate) const DOCUMENTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/octal-games");

const CZAJKA: &str = include_str!("../published/czajka.csv");
const ENCYCLOPEDIA: &str = include_str!("../published/encyclopedia.csv");

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
    let (values, page) = (|code| values(code, 600, true), page(DOCUMENTS));
    // Those before are equal, perhaps with other zeros before them.
    for (one, [heap, value], other, [at, another]) in
        [(".161", [519, 2], ".36", [519, 4]), (".27", [3, 2], ".06", [4, 1]), (".314", [5, 2], ".31", [5, 0])]
    {
        let words = format!("G({heap}) = {value} in {one}, G({at}) = {another} in {other}");
        assert!(page.contains(&words), "{words}");
        let found = [values(one)[heap], values(other)[at]].map(usize::from);
        assert_eq!((found, &values(one)[..heap]), ([value, another], &values(other)[at - heap..at]), "{words}");
    }
    assert_eq!(values(".27"), values(".26"));
}

/// The period and the preperiod of a game, if they are known.
type Found = Option<(usize, usize)>;

/// What Czajka's tables say about the period of each game. They leave out the game without moves.
fn listings() -> BTreeMap<&'static str, Found> {
    let own: BTreeMap<&str, Found> = lines::<11>(CZAJKA)
        .filter(|[_, same_as, ..]| same_as.is_empty())
        .map(|[code, _, period, prefix, ..]| (code, (period != "open").then(|| (number(period), number(prefix)))))
        .collect();
    let listing = |(code, same_as): (&'static str, &'static str)| {
        // Heaps have as many tokens more as there are more zeros. If they have fewer, the values may repeat from the
        // start.
        let more = if same_as == code { (0, 0) } else { (zeros(code), zeros(same_as)) };
        (code, own[same_as].map(|(period, prefix)| (period, (prefix + more.0).saturating_sub(more.1))))
    };
    same_as().into_iter().map(listing).collect()
}

/// The number of values before the first that is not 0. In all games with moves there is one of a few tokens.
fn zeros(code: &str) -> usize {
    values(code, 20, true).iter().take_while(|value| **value == 0).count()
}

/// A sequence of the Encyclopedia: its number, the game, the one of which it states the period, the tokens that a heap
/// of the game has more than the heap of the same value there, and the period that follows.
fn statements() -> impl Iterator<Item = (&'static str, &'static str, &'static str, usize, Found)> {
    lines(ENCYCLOPEDIA).map(|[game, sequence, of, more, period, last_exception, _]| {
        let more = number(more);
        (sequence, game, of, more, Some((number(period), number(last_exception) + 1 + more)))
    })
}

fn period(row: &Row) -> Found {
    (!row["period"].is_empty()).then(|| (number(&row["period"]), number(&row["preperiod"])))
}

/// The first game of the family of a row, and how many tokens more a heap has than one of the same value there.
fn family(row: &Row) -> (&str, isize) {
    let first = if row["same_as"].is_empty() { &row["code"] } else { &row["same_as"] };
    (first, row["shift"].parse().unwrap_or(0))
}

/// What the Encyclopedia says about a game, or else about one of its family.
fn stated(rows: &Rows, row: &Row) -> Found {
    let (first, shift) = family(row);
    let of_family = |game: &str| family(&rows[game]).0 == first;
    let own = statements().find(|(_, game, ..)| *game == row["code"]);
    let (_, game, _, _, found) = own.or_else(|| statements().find(|(_, game, ..)| of_family(game)))?;
    found.map(|(period, preperiod)| (period, preperiod.saturating_add_signed(shift - family(&rows[game]).1)))
}

/// Asserts that a table of all games has the periods that others have found, and tells the same about the values of
/// games that are solved in both. A period that is published nowhere should be listed here by hand. Returns how many
/// games with such facts are solved in the table, and how many that sequences are about.
fn check(rows: &Rows) -> [usize; 2] {
    let listings = listings();
    assert_eq!((rows.len(), listings.len()), (1024, 1023));
    for (code, row) in rows {
        match (period(row), listings.get(&**code).copied().flatten()) {
            (found @ Some(_), listed @ Some(_)) => assert_eq!(found, listed, "{code}"),
            (None, Some((period, preperiod))) => {
                assert!(2 * preperiod + 2 * period + 3 > number(&row["to"]), "{code} can be proven");
            }
            (found @ Some(_), None) if code == ".0" => assert_eq!(found, Some((1, 0))),
            (found @ Some(_), None) => assert_eq!(found, stated(rows, row), "{code} is solved in no table"),
            (None, None) => {}
        }
    }
    let mut with_statements = 0;
    for (sequence, game, _, _, stated) in statements() {
        if let Some((found, preperiod)) = period(&rows[game]) {
            // The sequence states another last exception than there is.
            let more = if (game, sequence) == (".56", "A071436") { 2 } else { 0 };
            assert_eq!(Some((found, preperiod - more)), stated, "{game}: {sequence}");
            with_statements += 1;
        }
    }
    let mut with_facts = 0;
    for [game, .., at, largest, mask, rare, last_rare, _] in lines::<11>(CZAJKA).filter(|game| !game[6].is_empty()) {
        let row = &rows[game];
        if period(row).is_some() {
            with_facts += 1;
            assert_eq!((&*row["largest"], &*row["largest_at"]), (largest, at), "{game}");
            for (column, listed) in [("rare", rare), ("last_rare", last_rare), ("mask", mask)] {
                assert!(listed.is_empty() || row[column] == listed, "{game}: {column}");
            }
        }
    }
    [with_facts, with_statements]
}

#[test]
fn the_table_in_the_documents_agrees() {
    assert_eq!(check(&rows(DOCUMENTS)), [10, 50]);
}

/// Computes all games to this heap, and compares them with what is published, and those about the same heaps with the
/// documents. Returns the number of these.
fn check_computed(to: &str) -> usize {
    let folder = TemporaryFolder::default();
    let atlas = folder.path("atlas");
    summary(&[&atlas, "--to", to]);
    let (computed, documents) = (rows(&atlas), rows(DOCUMENTS));
    check(&computed);
    let same = computed.iter().filter(|(code, row)| row["to"] == documents[*code]["to"]);
    same.inspect(|(code, row)| assert_eq!(**row, documents[*code])).count()
}

/// Enough for .165, whose values repeat after 5,181 others with period 1,550.
#[test]
fn periods_of_all_games_agree_with_the_tables() {
    assert_eq!(check_computed("16384"), 695);
}

/// Enough for 4.364.
#[test]
#[ignore = "takes a minute; `scripts/test --long` runs it"]
fn periods_of_games_that_repeat_later_agree_with_the_tables() {
    assert_eq!(check_computed("65536"), 699);
}

/// The tables compare values of 1,000 heaps, too; and what the sequences of the Encyclopedia are about, with heaps of
/// some tokens less, has the values of the games.
#[test]
fn games_that_others_call_equivalent_have_the_same_values() {
    const HEAPS: usize = 1000;
    for (code, same_as) in same_as().into_iter().filter(|(code, same_as)| code != same_as) {
        let [own, other] = [code, same_as].map(|game| (values(game, HEAPS, true), zeros(game)));
        let length = HEAPS - own.1.max(other.1);
        assert!(own.0[own.1..][..length] == other.0[other.1..][..length], "{code} and {same_as}");
    }
    for (sequence, game, of, more, _) in statements() {
        let (own, other) = (values(game, HEAPS, true), values(of, HEAPS, true));
        let is_zero = own[..more].iter().all(|&value| value == 0);
        assert!(is_zero && own[more..] == other[..=HEAPS - more], "{game}, {sequence}");
    }
}

/// What others have counted of games that are not solved here.
#[test]
fn open_games_have_what_others_count() {
    let rows = rows(DOCUMENTS);
    let mut same = 0;
    for [game, _, to, largest, zeros, last_zero, rare, last_rare, sum, _] in
        lines::<10>(include_str!("../published/counts.csv"))
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
    let mut computed = 0;
    for [code, .., to, largest_at, largest, mask, rare, last_rare, _] in open.filter(|game| !game[6].is_empty()) {
        let line = crate::stdout(&[code, "--to", to]);
        let fields =
            [("max", largest), ("max_at", largest_at), ("mask", mask), ("rare", rare), ("last_rare", last_rare)];
        for (name, field) in fields.into_iter().filter(|(_, field)| !field.is_empty()) {
            assert!(line.contains(&format!(" {name}={field} ")), "{code}: {name}={field}: {line}");
        }
        computed += 1;
    }
    assert_eq!(computed, 3);
}
