//! The tables in the documents by what others have published and by the definition of the games, and what the documents
//! say about them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use grundy::{Period, Sequence};
use testkit::TemporaryFolder;

use crate::atlas::{Row, Rows, has_the_facts_of, summary, table};
use crate::{CHECK, program, stdout, text_of};

const DOCUMENTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/octal-games");
const PUBLISHED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/published");
const RESULTS: &str = include_str!("../../../../docs/octal.md");
const PAGE: &str = include_str!("../../../../docs/octal-games/octal-games.md");

fn atlas() -> Rows {
    table(DOCUMENTS, "octal-games.csv")
}

fn four_places() -> Rows {
    table(DOCUMENTS, "four-places.csv")
}

fn published(name: &str) -> Vec<Row> {
    let mut file = csv::ReaderBuilder::new();
    let file = file.comment(Some(b'#')).from_path(format!("{PUBLISHED}/{name}.csv")).expect("a table");
    file.into_deserialize().map(|row| row.expect("a whole row")).collect()
}

fn number(text: &str) -> usize {
    text.parse().expect("a number")
}

/// The words of a document, without commas.
fn words(document: &str) -> String {
    document.replace(',', "").split_whitespace().collect::<Vec<_>>().join(" ")
}

fn values(code: &str, heap: usize, is_plain: bool) -> Vec<u16> {
    let sequence = Sequence::new(code.parse().expect("a code"));
    let mut sequence = if is_plain { sequence.by_all_moves() } else { sequence };
    sequence.extend_to(heap).expect("values of 16 bits");
    sequence.into_packed()
}

/// The period and the preperiod of a game, if they are known.
fn period(row: &Row) -> Option<(usize, usize)> {
    (!row["period"].is_empty()).then(|| (number(&row["period"]), number(&row["preperiod"])))
}

/// The first games of the families, solved ones or others.
fn families(rows: &Rows, solved: bool) -> impl Iterator<Item = (&String, &Row)> {
    rows.iter().filter(move |(_, row)| row["same_as"].is_empty() && period(row).is_some() == solved)
}

/// The program reads the tables, finds nothing to compute, and makes the same page and picture.
#[test]
fn the_program_continues_the_tables_and_makes_the_page_and_the_picture() {
    for (places, names) in
        [("3", &["octal-games.csv", "octal-games.svg", "octal-games.md"][..]), ("4", &["four-places.csv"])]
    {
        let folder = TemporaryFolder::default();
        let read = |folder: &str, name: &str| fs::read(Path::new(folder).join(name)).expect("a file");
        let files = |folder| names.iter().map(|name| read(folder, name)).collect::<Vec<_>>();
        let copy = folder.root().to_str().expect("a path");
        names.iter().zip(files(DOCUMENTS)).for_each(|(name, bytes)| drop(folder.write(name, &bytes)));
        let line = summary(&[copy, "--places", places, "--to", "65536"]);
        assert!(line.contains(" computed=0 "), "{line}");
        assert!(files(copy) == files(DOCUMENTS), "{places}");
    }
}

/// Of all games whose period is proven by this heap: their rows and those in the documents are from different runs.
#[test]
fn all_games_are_computed_as_in_the_documents() {
    let folder = TemporaryFolder::default();
    let path = folder.path("atlas");
    summary(&[&path, "--to", "16384"]);
    let (computed, documents) = (table(&path, "octal-games.csv"), atlas());
    let same = computed.iter().filter(|(code, row)| row["to"] == documents[*code]["to"]);
    let same = same.inspect(|(code, row)| assert_eq!(**row, documents[*code])).count();
    assert_eq!((computed.len(), same), (1024, 695));
}

/// Czajka's tables are about all games, and the Encyclopedia about some. A period that is published nowhere should be
/// listed here by hand. Games of a family have the same values, so one of each is enough.
#[test]
fn periods_are_the_published_ones() {
    let (rows, statements) = (atlas(), published("encyclopedia"));
    let family =
        |code: &str| if rows[code]["same_as"].is_empty() { code.to_owned() } else { rows[code]["same_as"].clone() };
    let mut agreeing = [0; 3];
    for stated in &statements {
        let (game, last_exception) = (&stated["game"], number(&stated["last_exception"]) + number(&stated["more"]));
        if let Some(found) = period(&rows[game]) {
            // This sequence states another last exception than there is.
            let missed = if (&**game, &*stated["sequence"]) == (".56", "A071436") { 2 } else { 0 };
            assert_eq!(found, (number(&stated["period"]), last_exception + missed + 1), "{game}");
            agreeing[0] += 1;
        }
    }
    for listed in published("czajka").iter().filter(|listed| listed["same_as"].is_empty()) {
        let (code, is_open) = (&listed["code"], listed["period"] == "open");
        let known = (!is_open).then(|| (number(&listed["period"]), number(&listed["prefix"])));
        match (period(&rows[code]), known) {
            (Some(found), Some(known)) => assert_eq!(found, known, "{code}"),
            (Some((found, _)), None) => {
                let mut of_family = statements.iter().filter(|stated| family(&stated["game"]) == family(code));
                assert!(of_family.any(|stated| number(&stated["period"]) == found), "{code} is solved in no table");
            }
            (None, Some((period, preperiod))) => {
                assert!(2 * preperiod + 2 * period + 3 > number(&rows[code]["to"]), "{code} can be proven");
            }
            (None, None) => continue,
        }
        agreeing[1] += 1;
        let is_about_all = period(&rows[code]).is_some() && !listed["largest"].is_empty();
        for column in ["largest", "largest_at", "rare", "last_rare", "mask"].iter().filter(|_| is_about_all) {
            assert!(listed[*column].is_empty() || rows[code][*column] == listed[*column], "{code}: {column}");
        }
        agreeing[2] += usize::from(is_about_all);
    }
    assert_eq!(agreeing, [50, 99, 10]);
}

/// What others have counted of games that are not solved here.
#[test]
fn open_games_have_what_others_count() {
    let rows = atlas();
    let mut same = 0;
    for counted in published("counts") {
        let row = &rows[&counted["game"]];
        if counted["to"].is_empty() || row["to"] == counted["to"] {
            for column in ["largest", "zeros", "last_zero", "rare", "last_rare"] {
                assert!(counted[column].is_empty() || row[column] == counted[column], "{counted:?}: {column}");
            }
            assert!(row["checksum"].ends_with(&counted["sum"]), "{counted:?}");
            same += 1;
        }
    }
    assert_eq!(same, 6);
    // Riley says which value the last rare heap of .6 has.
    assert_eq!(values(".6", 20_627, false)[20_627], 277);
}

/// The tables note that Flammenkamp's take .161 for .36, and *Winning Ways* .27 for .06 and .314 for .31; the
/// Encyclopedia says that heap 326,637 of .56 is the last exception.
#[test]
fn what_others_say_is_wrong_where_the_page_says_so() {
    let page = words(PAGE);
    // Those before are equal, perhaps with other zeros before them.
    for (one, [heap, value], other, [at, another]) in
        [(".161", [519, 2], ".36", [519, 4]), (".27", [3, 2], ".06", [4, 1]), (".314", [5, 2], ".31", [5, 0])]
    {
        let sentence = format!("G({heap}) = {value} in {one} G({at}) = {another} in {other}");
        let [one, other] = [one, other].map(|code| values(code, 600, true));
        assert!(page.contains(&sentence), "{sentence}");
        let found = [one[heap], other[at]].map(usize::from);
        assert_eq!((found, &one[..heap]), ([value, another], &other[at - heap..at]), "{sentence}");
    }
    let values = values(".56", 326_700 + 144, false);
    let exceptions: Vec<usize> = (326_600..326_700).filter(|&heap| values[heap] != values[heap + 144]).collect();
    assert_eq!(exceptions, [326_636, 326_639]);
    assert!(page.contains(" heaps 326636 and 326639 are the last two exceptions and heap 326637 is not one."));
}

/// By the definition on the page, of values by the plain engine.
#[test]
fn rare_heaps_agree_with_the_definition() {
    let rows = atlas();
    let mut checked = BTreeSet::new();
    for (code, row) in rows.iter().filter(|(_, row)| !row["mask"].is_empty()) {
        let to = number(&row["to"]).min(4000);
        if row["last_rare"].parse().is_ok_and(|last: usize| last > to) {
            continue;
        }
        let (bits, counts_size) = row["mask"].strip_suffix("+size").map_or((&*row["mask"], 0), |bits| (bits, 1));
        let mask = u16::from_str_radix(&bits[2..], 16).expect("a mask");
        let digits = code.strip_prefix('.').map_or_else(|| code.replace('.', ""), |places| format!("0{places}"));
        let taken = digits.bytes().position(|digit| digit & 4 != 0).expect("a move that leaves two heaps");
        let values = values(code, to, true);
        let odd = |heap: usize| ((values[heap] & mask).count_ones() as usize + counts_size * (heap + taken)) % 2;
        let rare: Vec<usize> = (0..=to).filter(|&heap| odd(heap) == 0).collect();
        assert_eq!(rare.len().to_string(), row["rare"], "{code}");
        assert_eq!(rare.last().map_or_else(String::new, usize::to_string), row["last_rare"], "{code}");
        checked.insert(code.as_str());
    }
    // In these the size counts, and moves that leave two heaps take one token, two, and three.
    for code in [".4", ".041", ".017"] {
        assert!(checked.contains(code) && rows[code]["mask"].ends_with("+size"), "{code}");
    }
}

/// Computes the heaps to `to` of a game again, or as many as were computed, and has this number of them checked by the
/// definition of the game. The row must agree.
fn check_by_definition(code: &str, row: &Row, to: usize, heaps: usize) {
    let folder = TemporaryFolder::default();
    let (checkpoint, to, heaps) = (folder.path("values"), to.to_string(), heaps.to_string());
    let line = stdout(&[code, "--to", &to, "--checkpoint", &checkpoint]);
    has_the_facts_of(row, &line);
    let fields = period(row).map(|(period, preperiod)| format!(" period={period} preperiod={preperiod} "));
    assert!(fields.map_or(!line.contains(" period="), |fields| line.contains(&fields)), "{line}");
    let check = program(CHECK, &[code, &checkpoint, "--seed", "1", "--heaps", &heaps]).output();
    let found = text_of(check.expect("the program can be started"));
    assert!(found.contains(&format!(" n={to} ")) && found.contains(" wrong=0 "), "{code}: {found}");
}

/// Three of the sparsest, which have few values that do not come from a pair with a rare heap, and others with four
/// places.
#[test]
fn open_games_have_the_values_of_the_definition() {
    let (three, four) = (atlas(), four_places());
    for code in [".106", ".167", ".174"] {
        check_by_definition(code, &three[code], 1 << 16, 200);
    }
    for (code, row) in families(&four, false).filter(|(code, _)| !three.contains_key(*code)).step_by(80) {
        check_by_definition(code, row, 1 << 16, 100);
    }
}

/// As the page says: all values that prove a period, if they are not more than a million, and some of each open game.
/// Without optimization, which would take hours, some are checked by the definition.
#[test]
#[ignore = "takes some minutes; `scripts/test --long` runs it"]
fn all_families_have_the_values_of_the_definition() {
    let rows = atlas();
    let few = |heaps: usize| if cfg!(debug_assertions) { 200 } else { heaps };
    for (code, row) in families(&rows, false) {
        // With more rare heaps a run to 2^20 would take minutes.
        let is_dense = number(&row["rare"]) > 30_000;
        let (to, heaps) = if is_dense { (1 << 17, usize::MAX) } else { (1 << 20, 20_000) };
        check_by_definition(code, row, to, few(heaps));
    }
    let mut checked = BTreeSet::new();
    for (code, row) in families(&rows, true) {
        let (period, preperiod) = period(row).expect("a solved game");
        // As the theorem needs with three places.
        let to = 2 * preperiod.max(1) + 2 * period + 2;
        if to < 1_000_000 {
            check_by_definition(code, row, to, few(usize::MAX));
            has_the_facts_of(row, &stdout(&[code, "--to", &row["to"]]));
            checked.insert(code.as_str());
        }
    }
    // Those that are open in Czajka's tables, and one whose last exception is not that of the Encyclopedia.
    for code in ["4.064", "4.344", "4.364", "4.406", ".56"] {
        assert!(checked.contains(code), "{code}");
    }
}

/// Of two games of one family, one may have three places. Of some games of four places alone the plain engine finds the
/// period.
#[test]
fn periods_of_four_places_agree_with_the_atlas_and_the_plain_engine() {
    let (all, atlas) = (four_places(), atlas());
    let solved: Vec<_> = atlas.iter().filter(|(code, _)| period(&all[*code]).is_some()).collect();
    assert!(all.len() == 8192 && solved.len() > 700, "{}", solved.len());
    for (code, row) in solved {
        assert_eq!(period(&all[code]), period(row), "{code}");
    }
    let is_short = |(code, row): &(&String, &Row)| !atlas.contains_key(*code) && number(&row["to"]) <= 1 << 14;
    let sample: Vec<_> = families(&all, true).filter(is_short).step_by(20).collect();
    assert!(sample.len() > 20, "{}", sample.len());
    for (code, row) in sample {
        let values = values(code, number(&row["to"]), true);
        assert_eq!(number(&row["largest"]), usize::from(*values.iter().max().expect("a value")), "{code}");
        let found = Sequence::resume(code.parse().expect("a code"), values).period();
        assert_eq!(found.map(|Period { period, preperiod }| (period, preperiod)), period(row), "{code}");
    }
}

/// In `docs/octal.md`.
#[test]
fn what_the_document_says_of_four_places_is_in_the_table() {
    let (rows, words) = (four_places(), words(RESULTS));
    let games = rows.values().filter(|row| period(row).is_some()).count();
    let [solved, open] = [true, false].map(|solved| families(&rows, solved).count());
    let sentence = format!("in {} families of which {games} games in {solved} families are proven", solved + open);
    assert!(words.contains(&sentence), "{sentence}");
    for code in [".1776", ".3156", ".3546", ".3564", ".7746", ".1354"] {
        let members: Vec<&String> = rows.iter().filter(|(_, row)| row["same_as"] == code).map(|row| row.0).collect();
        let [period, preperiod, rare, last, largest] =
            ["period", "preperiod", "rare", "last_rare", "largest"].map(|name| &rows[code][name]);
        let facts = format!("{period} | {preperiod} | {rare}; {last} | {largest} | {}", 1 + members.len());
        assert!(words.contains(&format!("| {code} | {facts} |")), "{facts}");
        // Only one has the values of a game of three places, whose period others may have published.
        let is_in_atlas = members.iter().any(|member| atlas().contains_key(*member));
        assert_eq!(is_in_atlas, code == ".1776", "{code}");
    }
}

/// A strip of Treblecross is a heap of two tokens more; on fewer than three cells there is no Treblecross.
#[test]
fn the_strips_that_the_first_player_loses_are_the_zeros() {
    let end = 16_170;
    assert!(RESULTS.contains(&format!(
        "code=.007 n=1073741824 checksum=34A8F3A0 max=1689 max_at=248902927 zeros=37 last_zero={end} "
    )));
    let values = values(".007", end, false);
    let zeros: Vec<usize> = (0..=end).filter(|&heap| values[heap] == 0).collect();
    assert_eq!((zeros.len(), zeros.last()), (37, Some(&end)));
    let strips: Vec<String> = zeros.iter().filter(|heap| **heap >= 5).map(|heap| (heap - 2).to_string()).collect();
    let (longest, others) = strips.split_last().expect("some");
    let words = words(RESULTS);
    let begin = format!("on an empty strip of 3 to {} cells the player who moves first wins", (1 << 30) - 2);
    let sentence = format!(
        " except for {} lengths (the zeros without heaps 0 1 and 2). These are {} and {longest} cells.",
        strips.len(),
        others.join(" ")
    );
    assert!(words.contains(&(begin + &sentence)), "{sentence}");
}

/// Both have their values from the engine, but by different programs.
#[test]
fn the_checksum_on_the_way_agrees_with_the_atlas() {
    let row = &atlas()[".007"];
    assert_eq!(row["to"], "16777216");
    assert!(RESULTS.contains(&format!("to 2^24 {},", row["checksum"])), "{row:?}");
}
