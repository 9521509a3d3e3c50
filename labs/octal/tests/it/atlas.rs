//! The program `octal-atlas`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};

use testkit::{TemporaryFolder, wait_until};

use crate::{ATLAS, check_failed, program, run_limited, text_of};

/// A row of a table: a map from the column to the field.
pub(crate) type Row = BTreeMap<String, String>;

/// The rows of a table by code.
pub(crate) type Rows = BTreeMap<String, Row>;

fn run(arguments: &[&str]) -> Output {
    program(ATLAS, arguments).output().expect("the program can be started")
}

/// The line of fields that the program prints, given that it succeeds without a message.
#[track_caller]
pub(crate) fn summary(arguments: &[&str]) -> String {
    let text = text_of(run(arguments));
    assert_eq!(text.lines().count(), 1, "{text}");
    text.split_once(" seconds=").expect("a field 'seconds'").0.to_owned()
}

pub(crate) fn rows(folder: &str) -> Rows {
    table(folder, "octal-games.csv")
}

pub(crate) fn table(folder: &str, name: &str) -> Rows {
    let mut table = csv::Reader::from_path(Path::new(folder).join(name)).expect("a table");
    let rows = table.deserialize().map(|row: csv::Result<Row>| row.expect("a whole row"));
    rows.map(|row| (row["code"].clone(), row)).collect()
}

/// The page of an atlas.
pub(crate) fn page(folder: &str) -> String {
    fs::read_to_string(Path::new(folder).join("octal-games.md")).expect("a page")
}

/// Asserts that a row has what `octal` has printed about the same heaps, except the period.
pub(crate) fn has_the_facts_of(row: &Row, line: &str) {
    let fields: BTreeMap<&str, &str> = line.split_whitespace().filter_map(|field| field.split_once('=')).collect();
    let same = ["code", "checksum", "zeros", "last_zero", "mask", "rare", "last_rare"].map(|name| (name, name));
    for (column, field) in same.into_iter().chain([("to", "n"), ("largest", "max"), ("largest_at", "max_at")]) {
        assert_eq!(row[column], fields.get(field).copied().unwrap_or_default(), "{column}: {line}");
    }
}

/// The bytes of the three files.
fn files(folder: &str) -> [Vec<u8>; 3] {
    ["octal-games.csv", "octal-games.svg", "octal-games.md"]
        .map(|name| fs::read(Path::new(folder).join(name)).unwrap_or_else(|error| panic!("{name}: {error}")))
}

/// The names of all files except the lock.
fn names(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.retain(|name| name != "octal-games.lock");
    names.sort();
    names
}

#[track_caller]
fn check_error(arguments: &[&str], expected: &str) {
    check_failed(&run(arguments), &format!("octal-atlas: {expected}"));
}

/// The folder is created. Larger heaps are computed only of open games. A run without larger ones computes nothing and
/// writes the same bytes.
#[test]
fn a_run_has_all_games_and_the_next_continues_those_that_are_open() {
    let folder = TemporaryFolder::default();
    let atlas = folder.path("new/atlas");
    summary(&[&atlas, "--to", "300"]);
    let old = rows(&atlas);
    let first = summary(&[&atlas, "--to", "1500"]);
    let open = old.values().filter(|row| row["period"].is_empty()).count();
    assert!(first.starts_with("games=1024 solved=") && first.contains(&format!(" computed={open} ")), "{first}");
    let new = rows(&atlas);
    assert!(new.len() == 1024 && new.iter().all(|(code, row)| old[code]["period"].is_empty() || old[code] == *row));
    let is_continued = |row: &Row| !row["period"].is_empty() || row["to"] == "1500";
    assert!(new.values().all(is_continued));
    assert_eq!(names(&atlas), ["octal-games.csv", "octal-games.md", "octal-games.svg"]);
    let before = files(&atlas);
    for to in ["1500", "1200"] {
        assert!(summary(&[&atlas, "--to", to]).contains(" computed=0 "));
        assert!(files(&atlas) == before, "{to}");
    }
}

/// They get neither a page nor a picture.
#[test]
fn codes_of_four_places_are_in_a_table_of_their_own() {
    let folder = TemporaryFolder::default();
    let atlas = folder.path("four-places");
    let games = ["--only", ".1704", "--only", ".0007", "--to", "20000"];
    check_error(&[&[atlas.as_str()], &games[..]].concat(), "the code .1704 has more than 3 places; add --places 4");
    check_error(&[&atlas, "--places", "5"], "invalid value '5' for '--places <N>': expected 3 or 4; see --help");
    assert!(!Path::new(&atlas).exists());
    let line = summary(&[&[atlas.as_str(), "--places", "4"], &games[..]].concat());
    assert!(line.starts_with("games=2 solved=1 open=1 computed=2 longest_period="), "{line}");
    assert_eq!(names(&atlas), ["four-places.csv"]);
    assert!(table(&atlas, "four-places.csv").keys().eq([".0007", ".1704"]));
}

/// *Winning Ways*, chapter 4: Kayles, Dawson's kayles and chess.
#[test]
fn only_the_games_wanted_are_computed() {
    let folder = TemporaryFolder::default();
    let atlas = folder.path("atlas");
    let line = summary(&[&atlas, "--only", "0.77", "--only", ".137", "--only", ".070", "--to", "2000"]);
    assert_eq!(line, "games=3 solved=3 open=0 computed=3 longest_period=34 longest_preperiod=71 largest=9");
    let rows = rows(&atlas);
    let columns =
        |row: &Row| ["code", "period", "preperiod", "same_as", "shift"].map(|name| row[name].clone()).join(" ");
    assert_eq!(rows.values().map(columns).collect::<Vec<_>>(), [".07 34 53  ", ".137 34 52 .07 -1", ".77 12 71  "]);
    for (code, row) in &rows {
        let line = crate::stdout(&[code, "--to", &row["to"]]);
        has_the_facts_of(row, &line);
    }
    let others = summary(&[&atlas, "--only", ".4", "--to", "2000"]);
    assert!(others.starts_with("games=4 solved=4 open=0 computed=1 "), "{others}");
}

/// Several times, each when the table has more rows than before.
#[test]
#[cfg_attr(not(unix), ignore = "a file that is being read cannot be replaced")]
fn a_run_that_is_killed_is_continued() {
    let folder = TemporaryFolder::default();
    let [killed, undisturbed] = ["killed", "undisturbed"].map(|name| folder.path(name));
    let arguments = |atlas| [atlas, "--to", "2000", "--threads", "1"];
    let known = || {
        let table = fs::read_to_string(Path::new(&killed).join("octal-games.csv")).unwrap_or_default();
        assert!(table.is_empty() || table.ends_with('\n'), "a table is there whole or not at all");
        table.lines().count().saturating_sub(1)
    };
    // Without the largest codes, so that games are left even if a run comes to its end before it is killed.
    let some: Vec<String> = (1..448).flat_map(|code| ["--only".to_owned(), format!(".{code:03o}")]).collect();
    for _ in 0..5 {
        let before = known();
        let mut run = program(ATLAS, &arguments(&killed));
        let mut run = run.args(&some).stdout(Stdio::null()).spawn().expect("the program can be started");
        wait_until("no further games", || known() > before || run.try_wait().expect("it is ours").is_some());
        run.kill().expect("it can be killed");
        run.wait().expect("it ends");
    }
    let left = 1024 - known();
    assert!(left > 0);
    let last = summary(&arguments(&killed));
    assert!(last.contains(&format!(" computed={left} ")), "{left}: {last}");
    let all = summary(&arguments(&undisturbed));
    assert_eq!(last, all.replace("computed=1024", &format!("computed={left}")));
    assert!(files(&killed) == files(&undisturbed));
    assert_eq!(names(&killed), names(&undisturbed));
}

#[test]
fn a_damaged_table_is_an_error_that_names_the_line_and_it_stays() {
    let folder = TemporaryFolder::default();
    let atlas = folder.path("atlas");
    summary(&[&atlas, "--to", "300", "--only", ".7", "--only", ".77", "--only", ".776"]);
    let table = folder.path("atlas/octal-games.csv");
    let good = fs::read_to_string(&table).expect("a table");
    let advice = "move the file away, or correct the line";
    for (damaged, line, reason) in [
        (good.replace(".77,300,", ".77,70,"), 3, "only heaps to 70 were computed"),
        (good.replace(",300,", ",2147483649,"), 2, "at most heap 2147483648 can have been computed"),
        (good.replace(".77,", ".77777,"), 3, "invalid code '.77777': expected at most 4 digits after the point"),
    ] {
        assert_ne!(damaged, good);
        fs::write(&table, &damaged).expect("it can be written");
        check_error(&[&atlas, "--to", "400"], &format!("{table}:{line}: {reason}; {advice}"));
        assert_eq!(fs::read_to_string(&table).expect("it is still there"), damaged);
    }
}

#[test]
fn the_picture_has_a_square_for_each_game() {
    let folder = TemporaryFolder::default();
    let atlas = folder.path("atlas");
    summary(&[&atlas, "--to", "700"]);
    let picture = fs::read_to_string(Path::new(&atlas).join("octal-games.svg")).expect("a picture");
    let document = roxmltree::Document::parse(&picture).expect("XML");
    let titles = document.descendants().filter(|node| node.has_tag_name("title"));
    let squares = titles.filter(|title| title.parent().is_some_and(|parent| parent.has_tag_name("rect")));
    let codes: BTreeSet<&str> =
        squares.map(|title| title.text().expect("words").split_once(':').expect("a code").0).collect();
    assert!(picture.len() < 300_000 && codes.into_iter().eq(rows(&atlas).keys().map(String::as_str)));
}

#[test]
fn games_that_were_computed_further_are_shown_as_such() {
    let folder = TemporaryFolder::default();
    let atlas = folder.path("atlas");
    summary(&[&atlas, "--to", "160"]);
    let before = rows(&atlas);
    // Kayles and the games with its values need 166 heaps and more. Those of .776 are open; one of them is enough to
    // compute all.
    summary(&[&atlas, "--to", "900", "--only", ".77", "--only", ".777"]);
    let further = rows(&atlas);
    for (code, row) in &further {
        let first = if row["same_as"].is_empty() { code } else { &row["same_as"] };
        let is_further = [".77", ".776"].contains(&first.as_str());
        assert_eq!(row["to"] != before[code]["to"], is_further, "{code}");
        assert!(is_further || *row == before[code], "{code}");
    }
    let page = page(&atlas);
    assert!(page.contains(" up to heap 160 or further. "), "{page}");
    assert!(page.contains("| .77 | Kayles | period 12, preperiod 71 |"), "{page}");
    assert!(page.contains("| .776 (and .777, 4.44, 31 more) | 900 | "), "{page}");
}

#[test]
#[cfg_attr(not(unix), ignore = "the messages are from Unix")]
fn what_cannot_be_done_is_an_error_of_one_line_before_the_work() {
    let folder = TemporaryFolder::default();
    check_error(&[], "the following required arguments were not provided: <FOLDER>; see --help");
    let places = "expected at most 4 digits after the point";
    check_error(
        &["atlas", "--only", ".00007"],
        &format!("invalid value '.00007' for '--only <CODE>': {places}; see --help"),
    );
    let range = "expected a number from 0 to 2147483648";
    check_error(&["atlas", "--to", "many"], &format!("invalid value 'many' for '--to <N>': {range}; see --help"));
    assert!(!Path::new("atlas").exists());
    let file = folder.write("atlas", b"a letter");
    check_error(&[&file], &format!("{file}: cannot create the folder: File exists (os error 17)"));
    let blocked = folder.path("blocked");
    fs::create_dir_all(Path::new(&blocked).join("octal-games.md")).expect("a folder");
    check_error(&[&blocked], &format!("{blocked}/octal-games.md: cannot write the file: Is a directory (os error 21)"));
    let used = folder.path("used");
    fs::create_dir(&used).expect("a folder");
    let lock = fs::File::create(Path::new(&used).join("octal-games.lock")).expect("a file");
    lock.lock().expect("nobody else has it");
    let reason = "another run is using this folder; wait until it ends, or name another folder";
    check_error(&[&used, "--only", ".07", "--to", "200"], &format!("{used}: {reason}"));
    // The disk is full in the middle of the work.
    let full = folder.path("full");
    let output = run_limited("ulimit -f 2;", ATLAS, &[&full, "--to", "100"]);
    let cause = "cannot write the table: File too large (os error 27)";
    check_failed(&output, &format!("octal-atlas: {full}/octal-games.csv: {cause}"));
    assert!(names(&full).iter().all(|name| name == "octal-games.csv"), "{:?}", names(&full));
}
