//! The figures of the atlas in the documents by definition.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use grundy::Engine;
use testkit::TemporaryFolder;

use crate::atlas::rows;
use crate::published::{number, values};

const DOCUMENTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/octal-games");

type Row = BTreeMap<String, String>;

/// The first games of the families, solved ones or others.
fn families(rows: &BTreeMap<String, Row>, solved: bool) -> impl Iterator<Item = (&String, &Row)> {
    rows.iter().filter(move |(_, row)| row["same_as"].is_empty() && row["period"].is_empty() != solved)
}

/// By the definition of a sparse space, of values by the plain engine.
#[test]
fn rare_heaps_are_those_of_the_definition() {
    const MOST: usize = 4000;
    let mut checked = BTreeSet::new();
    let rows = rows(DOCUMENTS);
    for (code, row) in rows.iter().filter(|(_, row)| !row["mask"].is_empty()) {
        let to = number(&row["to"]).min(MOST);
        if !row["last_rare"].is_empty() && number(&row["last_rare"]) > to {
            continue;
        }
        let (bits, size) = row["mask"].strip_suffix("+size").map_or((&*row["mask"], false), |bits| (bits, true));
        let mask = u16::from_str_radix(&bits[2..], 16).expect("a mask");
        let (first, places) = code.split_once('.').expect("a point");
        let digits = format!("{first:0>1}{places}");
        let taken = digits.bytes().position(|digit| digit & 4 != 0).expect("a move that leaves two heaps");
        let values = values(code, to, Engine::Plain);
        let digits = |heap: usize| (values[heap] & mask).count_ones() + u32::from(size && (heap + taken) % 2 == 1);
        let rare: Vec<usize> = (0..=to).filter(|&heap| digits(heap) % 2 == 0).collect();
        assert_eq!(rare.len().to_string(), row["rare"], "{code}");
        assert_eq!(rare.last().map_or_else(String::new, usize::to_string), row["last_rare"], "{code}");
        checked.insert(code.as_str());
    }
    // In these the size counts, and moves that leave two heaps take one token, two, and three.
    for code in [".4", ".041", ".017"] {
        assert!(checked.contains(code) && rows[code]["mask"].ends_with("+size"), "{code}");
    }
}

/// Has so many heaps of a checkpoint checked by the definition of the game. All, if there are not more.
fn check_by_definition(code: &str, checkpoint: &str, to: usize, heaps: usize) {
    let mut check = Command::new(env!("CARGO_BIN_EXE_octal-check"));
    check.args([code, checkpoint, "--seed", "1", "--heaps", &heaps.to_string()]);
    let output = check.output().expect("the program can be started");
    let found = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && found.contains(" wrong=0 "), "{code}: {found}");
    let fields = format!(" checked={} ", heaps.min(to + 1));
    assert!(found.contains(&format!(" n={to} ")) && found.contains(&fields), "{code}: {fields}: {found}");
}

/// Computes the heaps to `to` of a game again, or as many as were computed, and compares the row as far as it is about these heaps alone.
/// Then so many of them are checked by the definition of the game.
fn check_open(code: &str, row: &Row, to: usize, heaps: usize) {
    let to = number(&row["to"]).min(to);
    let folder = TemporaryFolder::default();
    let checkpoint = folder.path("values");
    let line = crate::stdout(&[code, "--to", &to.to_string(), "--checkpoint", &checkpoint]);
    let fields: BTreeMap<&str, &str> = line.split_whitespace().filter_map(|field| field.split_once('=')).collect();
    let compare = |columns: &[(&str, &str)]| {
        for (column, field) in columns {
            assert_eq!(row[*column], fields.get(field).copied().unwrap_or_default(), "{code}: {column}: {line}");
        }
    };
    let is_there = |heap: &str| row[heap].is_empty() || number(&row[heap]) <= to;
    if is_there("to") {
        compare(&[("checksum", "checksum"), ("mask", "mask"), ("period", "period")]);
    }
    if is_there("largest_at") {
        compare(&[("largest", "max"), ("largest_at", "max_at")]);
    }
    if is_there("last_zero") {
        compare(&[("zeros", "zeros"), ("last_zero", "last_zero")]);
    }
    if is_there("last_rare") && fields["mask"] == row["mask"] {
        compare(&[("rare", "rare"), ("last_rare", "last_rare")]);
    }
    check_by_definition(code, &checkpoint, to, heaps);
}

/// Three of the sparsest, which have few values that do not come from a pair with a rare heap.
#[test]
fn sparse_games_have_the_values_of_the_definition() {
    let rows = rows(DOCUMENTS);
    for code in [".106", ".167", ".174"] {
        check_open(code, &rows[code], 1 << 16, 200);
    }
}

#[test]
#[ignore = "takes some minutes; `scripts/test --long` runs it"]
fn open_games_have_the_values_of_the_definition() {
    /// With more rare heaps a run to 2^20 would take minutes.
    const MANY: usize = 30_000;
    for (code, row) in families(&rows(DOCUMENTS), false) {
        let (to, heaps) = if number(&row["rare"]) > MANY { (1 << 17, usize::MAX) } else { (1 << 20, 20_000) };
        // Without optimization it would take hours.
        let heaps = if cfg!(debug_assertions) { 200 } else { heaps };
        check_open(code, row, to, heaps);
    }
}

/// All values that prove a period, by the definition of the game alone, if they are not more than a million. Without optimization, which
/// would take an hour, only some.
#[test]
#[ignore = "takes a minute; `scripts/test --long` runs it"]
fn periods_are_proven_by_the_definition() {
    let rows = rows(DOCUMENTS);
    let mut checked = BTreeSet::new();
    for (code, row) in families(&rows, true) {
        let [period, preperiod] = ["period", "preperiod"].map(|column| number(&row[column]));
        // As the theorem needs with three places.
        let to = 2 * preperiod.max(1) + 2 * period + 2;
        if to >= 1_000_000 {
            continue;
        }
        let folder = TemporaryFolder::default();
        let checkpoint = folder.path("values");
        let line = crate::stdout(&[code, "--to", &to.to_string(), "--checkpoint", &checkpoint]);
        assert!(line.contains(&format!(" period={period} preperiod={preperiod} ")), "{line}");
        check_by_definition(code, &checkpoint, to, if cfg!(debug_assertions) { 500 } else { usize::MAX });
        checked.insert(code.as_str());
    }
    // Those that are open in Czajka's tables, and one whose last exception is not that of the Encyclopedia.
    for code in ["4.064", "4.344", "4.364", "4.406", ".56"] {
        assert!(checked.contains(code), "{code}");
    }
}
