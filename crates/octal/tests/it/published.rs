//! The atlas compared with what is published, game by game.

use std::collections::BTreeMap;
use std::fs;

use grundy::{HeapGame, Sequence};
use testkit::TemporaryFolder;

use crate::atlas::{Rows, rows, summary};

/// What a table says about a game.
struct Published {
    /// The game whose values this one has, with as many zeros before them.
    same_as: String,
    /// The period and the number of values before it, or `None` if the game is unsolved.
    period: Option<(usize, usize)>,
}

/// Games that the table lists as unsolved, with the period that the atlas proves, and the number of values before it.
const SOLVED_SINCE: [(&str, (usize, usize)); 4] =
    [("4.064", (16_132, 94_272)), ("4.344", (51, 998)), ("4.364", (62, 11_687)), ("4.406", (44, 294_097))];

fn published() -> BTreeMap<String, Published> {
    let lines = include_str!("published/octal-games.csv").lines().filter(|line| !line.starts_with('#')).skip(1);
    let fields: Vec<[&str; 4]> = lines
        .map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            fields.try_into().expect("four fields")
        })
        .collect();
    let own: BTreeMap<&str, Option<(usize, usize)>> = fields
        .iter()
        .filter(|[_, same_as, ..]| same_as.is_empty())
        .map(|&[code, _, period, prefix]| {
            let number = |text: &str| text.parse().expect("a number");
            (code, (period != "open").then(|| (number(period), number(prefix))))
        })
        .collect();
    let games = fields.iter().map(|&[code, same_as, ..]| {
        let same_as = if same_as.is_empty() { code } else { same_as };
        (code.to_owned(), Published { same_as: same_as.to_owned(), period: own[same_as] })
    });
    games.collect()
}

fn values(code: &str, heap: usize) -> Vec<u16> {
    let game: HeapGame = code.parse().expect("a code");
    let mut sequence = Sequence::new(game);
    sequence.extend_to(heap).expect("values of 16 bits");
    sequence.into_packed()
}

/// The number of values before the first that is not 0.
fn zeros(code: &str) -> usize {
    values(code, 20).iter().position(|&value| value != 0).expect("a heap that is worth more than 0")
}

/// Asserts that the games of an atlas to heap `to` are solved where they are known to be so, and have the published periods.
fn agree(rows: &Rows, to: usize) {
    let published = published();
    for (code, row) in rows {
        let Some(Published { same_as, period }) = published.get(code) else {
            // The game without moves.
            assert_eq!((code.as_str(), row["period"].as_str(), row["preperiod"].as_str()), (".0", "1", "0"));
            continue;
        };
        let since = SOLVED_SINCE.iter().find(|(game, _)| game == same_as).map(|&(_, found)| found);
        let Some((period, prefix)) = period.or(since) else {
            assert_eq!(row["period"], "", "{code} is unsolved in the table");
            continue;
        };
        // Heaps have as many tokens more here as there are more zeros. If they have fewer, the values may repeat from the start.
        let preperiod = (prefix + zeros(code)).saturating_sub(zeros(same_as));
        if row["period"].is_empty() {
            assert!(2 * preperiod + 2 * period + 3 > to, "{code} is solved in the table");
        } else {
            assert_eq!(row["period"], period.to_string(), "{code}");
            assert_eq!(row["preperiod"], preperiod.to_string(), "{code}");
        }
    }
}

fn check_atlas(to: usize) {
    let folder = TemporaryFolder::default();
    let atlas = folder.path("atlas");
    summary(&[&atlas, "--to", &to.to_string()]);
    let rows = rows(&atlas);
    assert_eq!(rows.len(), 1024);
    agree(&rows, to);
}

/// Enough for .165, whose values repeat after 5,181 others with period 1,550.
#[test]
fn periods_of_all_games_are_those_of_the_tables() {
    check_atlas(16_384);
    assert_eq!(published().values().filter(|game| game.period.is_none()).count(), 325);
}

/// Enough for 4.364.
#[test]
#[ignore = "takes a minute; `scripts/test --long` runs it"]
fn periods_of_games_that_repeat_later_are_those_of_the_tables() {
    check_atlas(65_536);
}

/// And the page and the picture in the documents are those of the table there.
#[test]
fn the_atlas_in_the_documents_agrees_with_the_tables() {
    const FILES: [&str; 3] = ["octal-games.csv", "octal-games.svg", "octal-games.md"];
    let documents = format!("{}/../../docs/octal-games", env!("CARGO_MANIFEST_DIR"));
    let read = |folder: &str| FILES.map(|name| fs::read(format!("{folder}/{name}")).expect("a file"));
    let rows = rows(&documents);
    assert_eq!(rows.len(), 1024);
    let open = rows.values().filter(|row| row["period"].is_empty());
    let to: usize = open.map(|row| row["to"].parse().expect("a number")).min().expect("an open game");
    agree(&rows, to);

    let folder = TemporaryFolder::default();
    let files = read(&documents);
    for (name, bytes) in FILES.iter().zip(&files) {
        folder.write(name, bytes);
    }
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
        let (own, other) = (values(code, HEAPS), values(same_as, HEAPS));
        let (zeros, other_zeros) = (zeros(code), zeros(same_as));
        let length = HEAPS - zeros.max(other_zeros);
        assert!(own[zeros..zeros + length] == other[other_zeros..other_zeros + length], "{code} and {same_as}");
    }
}

/// The tables note that Flammenkamp's take .161 for .36, and *Winning Ways* .27 for .06.
#[test]
fn games_that_others_call_equivalent_differ() {
    let (one, other) = (values(".161", 600), values(".36", 600));
    assert_eq!(one.iter().zip(&other).position(|(one, other)| one != other), Some(519));
    let (one, right, wrong) = (values(".27", 600), values(".26", 600), values(".06", 600));
    assert_eq!(one, right);
    assert!(one[zeros(".27")..][..100] != wrong[zeros(".06")..][..100]);
}

/// From the On-Line Encyclopedia of Integer Sequences: the period, and the last heap that is an exception.
#[test]
fn games_of_the_encyclopedia_have_its_periods() {
    let folder = TemporaryFolder::default();
    let atlas = folder.path("atlas");
    summary(&[&atlas, "--to", "2000", "--only", ".116", "--only", ".177", "--only", ".051", "--only", ".45"]);
    let rows = rows(&atlas);
    for (code, period, last_exception) in [
        // A071460.
        (".116", 96, 138),
        // A071435, of .177; .45 has its values in heaps of one token more.
        (".177", 20, 496),
        (".45", 20, 497),
        // A071453, of .117.
        (".051", 48, 47),
    ] {
        assert_eq!(rows[code]["period"], period.to_string(), "{code}");
        assert_eq!(rows[code]["preperiod"], (last_exception + 1).to_string(), "{code}");
    }
}
