//! The atlas compared with what is published, game by game.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use grundy::{Engine, HeapGame, Sequence};
use testkit::TemporaryFolder;

use crate::atlas::{Rows, page, rows, section, summary};

/// What Czajka's tables say about a game.
pub(crate) struct Published {
    /// The game whose values this one has, with as many zeros before them.
    pub(crate) same_as: String,
    /// The period and the number of values before it, or `None` if the game is unsolved.
    period: Option<(usize, usize)>,
    /// The heap to which an unsolved game was computed, and fields as the program `octal` prints them.
    facts: Option<(String, Vec<(&'static str, String)>)>,
}

/// What a sequence of the On-Line Encyclopedia of Integer Sequences says about a game: its period and the number of
/// values before it.
struct Stated {
    sequence: &'static str,
    period: (usize, usize),
}

pub(crate) const DOCUMENTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/octal-games");

/// The sequence that states another last exception than there is.
const WRONG: (&str, &str) = (".56", "A071436");

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

pub(crate) fn published() -> BTreeMap<String, Published> {
    let fields: Vec<[&str; 11]> = lines(include_str!("../../src/atlas/published/czajka.csv")).collect();
    let own: BTreeMap<&str, Option<(usize, usize)>> = fields
        .iter()
        .filter(|[_, same_as, ..]| same_as.is_empty())
        .map(|&[code, _, period, prefix, ..]| (code, (period != "open").then(|| (number(period), number(prefix)))))
        .collect();
    let games = fields.iter().map(|&[code, same_as, _, _, to, largest_at, largest, mask, rare, last_rare, _]| {
        let same_as = if same_as.is_empty() { code } else { same_as };
        let fields =
            [("max", largest), ("max_at", largest_at), ("mask", mask), ("rare", rare), ("last_rare", last_rare)];
        let fields = fields.into_iter().filter(|(_, field)| !field.is_empty());
        let facts = || (to.to_owned(), fields.map(|(name, field)| (name, field.to_owned())).collect());
        let facts = (!largest.is_empty()).then(facts);
        (code.to_owned(), Published { same_as: same_as.to_owned(), period: own[same_as], facts })
    });
    games.collect()
}

fn encyclopedia() -> BTreeMap<&'static str, Stated> {
    let games = lines(include_str!("../../src/atlas/published/encyclopedia.csv")).map(
        |[game, sequence, _, more, period, last_exception, _]| {
            let period = (number(period), number(last_exception) + 1 + number(more));
            (game, Stated { sequence, period })
        },
    );
    games.collect()
}

pub(crate) fn values(code: &str, heap: usize, engine: Engine) -> Vec<u16> {
    let game: HeapGame = code.parse().expect("a code");
    let mut sequence = Sequence::new(game).with_engine(engine);
    sequence.extend_to(heap).expect("values of 16 bits");
    sequence.into_packed()
}

/// The number of values before the first that is not 0.
fn zeros(code: &str) -> usize {
    let values = values(code, 20, Engine::Plain);
    values.iter().position(|&value| value != 0).expect("a heap that is worth more than 0")
}

/// The preperiod of a game that has as many values before those that repeat as another one, but more or fewer zeros
/// before them.
fn preperiod(code: &str, same_as: &str, prefix: usize) -> usize {
    // If a game has fewer zeros, the values may repeat from the start.
    (prefix + zeros(code)).saturating_sub(zeros(same_as))
}

/// What the Encyclopedia says about a game by a sequence about this game, or about the one whose values it has.
fn stated(code: &str, same_as: &str) -> Option<(usize, usize)> {
    let encyclopedia = encyclopedia();
    let own = encyclopedia.get(code).map(|stated| stated.period);
    own.or_else(|| encyclopedia.get(same_as).map(|&Stated { period: (p, e), .. }| (p, preperiod(code, same_as, e))))
}

/// Asserts that the games of an atlas are solved where they are known to be so, and have the published periods and
/// facts.
fn agree(rows: &Rows) {
    let published = published();
    let period = |row: &BTreeMap<String, String>| {
        (!row["period"].is_empty()).then(|| (number(&row["period"]), number(&row["preperiod"])))
    };
    for (code, row) in rows {
        let Some(Published { same_as, period: listed, facts }) = published.get(code) else {
            // The game without moves.
            assert_eq!((code.as_str(), period(row)), (".0", Some((1, 0))));
            continue;
        };
        let listed = listed.map(|(period, prefix)| (period, preperiod(code, same_as, prefix)));
        match (period(row), listed) {
            (Some(found), Some(listed)) => assert_eq!(found, listed, "{code}"),
            (None, Some((period, preperiod))) => {
                assert!(2 * preperiod + 2 * period + 3 > number(&row["to"]), "{code} is solved in the tables");
            }
            // Their rows in the tables are empty. A period that is published nowhere should be listed here by hand.
            (Some(found), None) => {
                assert!(facts.is_none() && stated(code, same_as) == Some(found), "{code} is solved in no table");
            }
            (None, None) => {}
        }
        if let (Some((to, facts)), Some(_)) = (facts, period(row)) {
            assert_eq!(to, "");
            for (name, field) in facts {
                let column = match *name {
                    "max" => "largest",
                    "max_at" => "largest_at",
                    column => column,
                };
                assert_eq!(row[column], *field, "{code}: {column}");
            }
        }
    }
    for (code, Stated { sequence, period: stated }) in encyclopedia() {
        let found = rows.get(code).and_then(period);
        if (code, sequence) == WRONG {
            assert!(found.is_none_or(|found| found.0 == stated.0 && found.1 == stated.1 + 2), "{code}: {found:?}");
        } else {
            assert!(found.is_none_or(|found| found == stated), "{code}: {found:?}, but {stated:?} in {sequence}");
        }
    }
}

/// Asserts that the page of an atlas lists each game that is solved by others and not there, or the first of its
/// family.
fn solved_elsewhere_are_listed(atlas: &str, rows: &Rows) -> usize {
    let page = page(atlas);
    let rows_listed = section(&page, "Solved elsewhere").lines().filter(|line| line.starts_with("| ")).skip(1);
    let listed: BTreeSet<&str> = rows_listed.map(|line| line.split(' ').nth(1).expect("a code")).collect();
    let published = published();
    let solved = |code: &str| {
        published.get(code).is_some_and(|game| game.period.is_some() || stated(code, &game.same_as).is_some())
    };
    let open = rows.iter().filter(|(_, row)| row["period"].is_empty());
    let first = |row: &BTreeMap<String, String>, code: &str| {
        if row["same_as"].is_empty() { code.to_owned() } else { row["same_as"].clone() }
    };
    let expected: Vec<(&str, String)> =
        open.filter(|(code, _)| solved(code)).map(|(code, row)| (code.as_str(), first(row, code))).collect();
    for (code, first) in &expected {
        assert!(listed.contains(first.as_str()), "{code} is solved by others, but not in the list of {atlas}");
    }
    assert!(listed.iter().all(|code| rows[*code]["period"].is_empty()), "{listed:?}");
    expected.len()
}

/// Asserts that rows about the same heaps are the same in the documents in every field, and that there are at least
/// `at_least` of them.
fn agree_with_the_documents(found: &Rows, at_least: usize) {
    let documents = rows(DOCUMENTS);
    let same: Vec<_> = found.iter().filter(|(code, row)| documents[*code]["to"] == row["to"]).collect();
    for (code, row) in &same {
        assert_eq!(**row, documents[*code], "{code}");
    }
    assert!(same.len() >= at_least, "{}", same.len());
}

/// Computes all games to this heap, and compares them with what is published, and at least this number of rows with the
/// documents.
fn check_atlas(to: usize, in_the_documents: usize) {
    let folder = TemporaryFolder::default();
    let atlas = folder.path("atlas");
    summary(&[&atlas, "--to", &to.to_string()]);
    let rows = rows(&atlas);
    assert_eq!(rows.len(), 1024);
    agree(&rows);
    agree_with_the_documents(&rows, in_the_documents);
    assert!(solved_elsewhere_are_listed(&atlas, &rows) >= 14);
}

/// Enough for .165, whose values repeat after 5,181 others with period 1,550.
#[test]
fn periods_of_all_games_are_those_of_the_tables() {
    check_atlas(16_384, 695);
    assert_eq!(published().values().filter(|game| game.period.is_none()).count(), 325);
}

/// With so few heaps even Kayles is not solved.
#[test]
fn games_that_others_have_solved_are_listed() {
    check_atlas(150, 0);
}

/// Enough for 4.364.
#[test]
#[ignore = "takes a minute; `scripts/test --long` runs it"]
fn periods_of_games_that_repeat_later_are_those_of_the_tables() {
    check_atlas(65_536, 699);
}

/// The page and the picture in the documents must be made from the table there.
#[test]
fn the_atlas_in_the_documents_agrees_with_the_tables() {
    const FILES: [&str; 3] = ["octal-games.csv", "octal-games.svg", "octal-games.md"];
    let read = |folder: &str| FILES.map(|name| fs::read(format!("{folder}/{name}")).expect("a file"));
    let rows = rows(DOCUMENTS);
    assert_eq!(rows.len(), 1024);
    agree(&rows);
    solved_elsewhere_are_listed(DOCUMENTS, &rows);
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

/// The tables compare values of 1,000 heaps, too.
#[test]
fn games_that_the_tables_call_equivalent_have_the_same_values() {
    const HEAPS: usize = 1000;
    for (code, Published { same_as, .. }) in published().iter().filter(|(code, game)| **code != game.same_as) {
        let [own, other] = [code, same_as].map(|code| values(code, HEAPS, Engine::Plain));
        let (zeros, other_zeros) = (zeros(code), zeros(same_as));
        let length = HEAPS - zeros.max(other_zeros);
        assert!(own[zeros..zeros + length] == other[other_zeros..other_zeros + length], "{code} and {same_as}");
    }
}

/// What the sequences are about, with heaps of some tokens less, has the values of the games.
#[test]
fn sequences_of_the_encyclopedia_are_about_games_with_the_same_values() {
    const HEAPS: usize = 1000;
    for [game, sequence, of, more, ..] in
        lines::<7>(include_str!("../../src/atlas/published/encyclopedia.csv")).collect::<Vec<_>>()
    {
        let (own, other) = (values(game, HEAPS, Engine::Plain), values(of, HEAPS, Engine::Plain));
        let more = number(more);
        assert!(
            own[..more].iter().all(|&value| value == 0) && own[more..] == other[..=HEAPS - more],
            "{game}, {sequence}"
        );
    }
}

/// The tables note that Flammenkamp's take .161 for .36, and *Winning Ways* .27 for .06 and .314 for .31.
#[test]
fn games_that_others_call_equivalent_differ() {
    let values = |code| values(code, 600, Engine::Plain);
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

#[test]
fn the_page_says_how_many_published_figures_are_compared() {
    let rows = rows(DOCUMENTS);
    let is_solved = |code: &str| !rows[code]["period"].is_empty();
    let with_facts = published().iter().filter(|(code, game)| game.facts.is_some() && is_solved(code)).count();
    let stated = encyclopedia().keys().filter(|code| is_solved(code)).count();
    let page = page_in_one_line();
    for expected in [
        format!(" of {with_facts} games that are solved in the table: all are the same. "),
        format!(" periods and last exceptions of {stated} games that are solved in the table. "),
        " .04 to heap 131,072, .06 to heap 131,072, .6 to heap 2,097,152. ".to_owned(),
    ] {
        assert!(page.contains(&expected), "{expected}");
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
    assert_eq!(values(".6", 20_627, Engine::Sparse)[20_627], 277);
}

/// The Encyclopedia says that heap 326,637 is the last exception.
#[test]
fn the_last_exception_of_56_is_heap_326_639() {
    const PERIOD: usize = 144;
    const LAST: usize = 326_639;
    let values = values(".56", LAST + PERIOD, Engine::Sparse);
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
    let games = published();
    let unsolved: Vec<_> = games.iter().filter(|(_, game)| game.period.is_none() && game.facts.is_some()).collect();
    assert_eq!(unsolved.iter().map(|(code, _)| code.as_str()).collect::<Vec<_>>(), [".04", ".06", ".6"]);
    for (code, Published { facts, .. }) in unsolved {
        let (to, facts) = facts.as_ref().expect("it has some");
        let line = crate::stdout(&[code, "--to", to]);
        for (name, field) in facts {
            assert!(line.contains(&format!(" {name}={field} ")), "{code}: {name}={field}: {line}");
        }
    }
}
