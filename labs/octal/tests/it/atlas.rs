//! The program `octal-atlas`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Output;

use testkit::TemporaryFolder;

use crate::{ATLAS, check_failed, program, run_limited, stdout, text_of, without_times};

/// A row of a table: a map from the column to the field.
pub(crate) type Row = BTreeMap<String, String>;

/// The rows of a table by code.
pub(crate) type Rows = BTreeMap<String, Row>;

fn run(arguments: &[&str]) -> Output {
    program(ATLAS, arguments).output().expect("the program can be started")
}

/// The fields that the program prints except the time, given that it succeeds without a message.
#[track_caller]
pub(crate) fn summary(arguments: &[&str]) -> String {
    without_times(&text_of(run(arguments))).to_owned()
}

pub(crate) fn table(folder: &str, name: &str) -> Rows {
    let mut table = csv::Reader::from_path(Path::new(folder).join(name)).expect("a table");
    let rows = table.deserialize().map(|row: csv::Result<Row>| row.expect("a whole row"));
    rows.map(|row| (row["code"].clone(), row)).collect()
}

pub(crate) fn rows(folder: &str) -> Rows {
    table(folder, "octal-games.csv")
}

/// Asserts that a row agrees with what `octal` has printed, except the period. If the row is about more heaps, only what
/// it says of these is compared.
pub(crate) fn has_the_facts_of(row: &Row, line: &str) {
    let fields: BTreeMap<&str, &str> = line.split_whitespace().filter_map(|field| field.split_once('=')).collect();
    let field = |name: &str| fields.get(name).copied().unwrap_or_default();
    let number = |text: &str| text.parse::<usize>().ok();
    let (is_whole, is_about_more) = (row["to"] == field("n"), number(&row["to"]) >= number(field("n")));
    let is_known = |heap: &str| is_about_more && number(heap).is_some() && number(heap) <= number(field("n"));
    let has_mask = row["mask"] == field("mask");
    for (columns, at, is_comparable) in [
        (&["code"][..], "last_zero", true),
        (&["checksum", "mask"], "last_zero", is_whole),
        (&["largest max", "largest_at max_at"], "largest_at", true),
        (&["zeros", "last_zero"], "last_zero", true),
        (&["rare", "last_rare"], "last_rare", has_mask),
    ] {
        for column in columns.iter().filter(|_| is_whole || is_comparable && is_known(&row[at])) {
            let (column, name) = column.split_once(' ').unwrap_or((column, column));
            assert_eq!(row[column], field(name), "{column}: {line}");
        }
    }
}

/// The files in a folder except the lock, with their bytes.
fn files(folder: &str) -> BTreeMap<String, Vec<u8>> {
    let paths = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    let files = paths.map(|path| (name(&path), fs::read(&path).expect("a file")));
    files.filter(|(name, _)| name != "octal-games.lock").collect()
}

#[track_caller]
fn check_error(arguments: &[&str], expected: &str) {
    check_failed(&run(arguments), &format!("octal-atlas: {expected}"));
}

/// The folder is created. Larger heaps are computed only of open games, or of the games that are wanted and their
/// families. A run without larger ones computes nothing and writes the same bytes.
#[test]
fn a_run_has_all_games_and_the_next_continues_those_that_are_open() {
    let folder = TemporaryFolder::default();
    let atlas = folder.path("new/atlas");
    // Kayles and the games with its values need 166 heaps and more. Those of .776 are open.
    assert!(summary(&[&atlas, "--to", "160"]).starts_with("games=1024 solved="));
    let mut old = rows(&atlas);
    for (to, games) in [("900", &[".77", ".776"][..]), ("1500", &[])] {
        let only: Vec<&str> = games.iter().flat_map(|game| ["--only", *game]).collect();
        let line = summary(&[&[&*atlas, "--to", to], &only[..]].concat());
        let new = rows(&atlas);
        for (code, row) in &new {
            let family = if row["same_as"].is_empty() { code } else { &row["same_as"] };
            let is_open = old[code]["period"].is_empty();
            let is_continued = is_open && (games.is_empty() || games.contains(&&**family));
            assert!(is_continued || *row == old[code], "{code}");
            assert!(!is_continued || !row["period"].is_empty() || row["to"] == to, "{code}");
        }
        let open = old.values().filter(|row| row["period"].is_empty()).count();
        let computed = if games.is_empty() { open } else { games.len() };
        assert!(new.len() == 1024 && line.contains(&format!(" computed={computed} ")), "{line}");
        if !games.is_empty() {
            let page = fs::read_to_string(format!("{atlas}/octal-games.md")).expect("a page");
            assert!(
                page.contains(" up to heap 160 or further. ")
                    && page.contains("| .776 (and .777, 4.44, 31 more) | 900 | ")
            );
        }
        old = new;
    }
    let before = files(&atlas);
    assert!(before.keys().eq(["octal-games.csv", "octal-games.md", "octal-games.svg"]));
    for to in ["1500", "1200"] {
        assert!(summary(&[&atlas, "--to", to]).contains(" computed=0 ") && files(&atlas) == before, "{to}");
    }
}

/// They get neither a page nor a picture.
#[test]
fn codes_of_four_places_are_in_a_table_of_their_own() {
    let folder = TemporaryFolder::default();
    let atlas = folder.path("four-places");
    let games = ["--only", ".1704", "--only", ".0007", "--to", "20000"];
    check_error(&[&[atlas.as_str()], &games[..]].concat(), "the code .1704 has more than 3 places; add --places 4");
    assert!(!Path::new(&atlas).exists());
    let line = summary(&[&[atlas.as_str(), "--places", "4"], &games[..]].concat());
    assert!(line.starts_with("games=2 solved=1 open=1 computed=2 longest_period="), "{line}");
    assert!(files(&atlas).keys().eq(["four-places.csv"]));
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
        has_the_facts_of(row, &stdout(&[code, "--to", &row["to"]]));
    }
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
#[cfg_attr(not(unix), ignore = "the messages are from Unix")]
fn what_cannot_be_done_is_an_error_of_one_line_before_the_work() {
    let folder = TemporaryFolder::default();
    for (arguments, reason) in [
        (&[][..], "the following required arguments were not provided: <FOLDER>"),
        (
            &["atlas", "--only", ".00007"],
            "invalid value '.00007' for '--only <CODE>': expected at most 4 digits after the point",
        ),
        (&["atlas", "--to", "many"], "invalid value 'many' for '--to <N>': expected a number from 0 to 2147483648"),
        (&["atlas", "--places", "5"], "invalid value '5' for '--places <N>': expected 3 or 4"),
    ] {
        check_error(arguments, &format!("{reason}; see --help"));
    }
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
    // The disk is full in the middle of the work. The table has what it had before.
    let full = folder.path("full");
    let output = run_limited("ulimit -f 2;", ATLAS, &[&full, "--to", "100"]);
    let cause = "cannot write the table: File too large (os error 27)";
    check_failed(&output, &format!("octal-atlas: {full}/octal-games.csv: {cause}"));
    assert!(files(&full).keys().all(|name| name == "octal-games.csv"), "{:?}", files(&full).keys());
}
