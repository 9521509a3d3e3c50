//! The atlas in the documents: its figures by the definitions on its page and of the games, and what the page says
//! about them.

use std::collections::BTreeSet;
use std::path::Path;

use octal::Store;
use testkit::TemporaryFolder;

use crate::atlas::{Row, Rows, has_the_facts_of, rows};
use crate::published::{DOCUMENTS, number, values};
use crate::{CHECK, program};

/// The first games of the families, solved ones or others.
pub(crate) fn families(rows: &Rows, solved: bool) -> impl Iterator<Item = (&String, &Row)> {
    rows.iter().filter(move |(_, row)| row["same_as"].is_empty() && row["period"].is_empty() != solved)
}

/// The rare heaps by the mask in a row, as the page defines them.
fn rare_heaps(code: &str, row: &Row, values: &[u16]) -> Vec<usize> {
    let (bits, size) = row["mask"].strip_suffix("+size").map_or((&*row["mask"], false), |bits| (bits, true));
    let mask = u16::from_str_radix(&bits[2..], 16).expect("a mask");
    let (first, places) = code.split_once('.').expect("a point");
    let digits = format!("{first:0>1}{places}");
    let taken = digits.bytes().position(|digit| digit & 4 != 0).expect("a move that leaves two heaps");
    let digits = |heap: usize| (values[heap] & mask).count_ones() + u32::from(size && (heap + taken) % 2 == 1);
    (0..values.len()).filter(|&heap| digits(heap) % 2 == 0).collect()
}

/// By the definition on the page, of values by the plain engine.
#[test]
fn rare_heaps_agree_with_the_definition() {
    const MOST: usize = 4000;
    let mut checked = BTreeSet::new();
    let rows = rows(DOCUMENTS);
    for (code, row) in rows.iter().filter(|(_, row)| !row["mask"].is_empty()) {
        let to = number(&row["to"]).min(MOST);
        if !row["last_rare"].is_empty() && number(&row["last_rare"]) > to {
            continue;
        }
        let rare = rare_heaps(code, row, &values(code, to, true));
        assert_eq!(rare.len().to_string(), row["rare"], "{code}");
        assert_eq!(rare.last().map_or_else(String::new, usize::to_string), row["last_rare"], "{code}");
        checked.insert(code.as_str());
    }
    // In these the size counts, and moves that leave two heaps take one token, two, and three.
    for code in [".4", ".041", ".017"] {
        assert!(checked.contains(code) && rows[code]["mask"].ends_with("+size"), "{code}");
    }
}

/// Has this number of heaps of a checkpoint checked by the definition of the game, or all if there are fewer.
fn check_by_definition(code: &str, checkpoint: &str, to: usize, heaps: usize) {
    let mut check = program(CHECK, &[code, checkpoint, "--seed", "1", "--heaps", &heaps.to_string()]);
    let output = check.output().expect("the program can be started");
    let found = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && found.contains(" wrong=0 "), "{code}: {found}");
    let fields = format!(" checked={} ", heaps.min(to + 1));
    assert!(found.contains(&format!(" n={to} ")) && found.contains(&fields), "{code}: {fields}: {found}");
}

/// Computes the heaps to `to` of a game again, or as many as were computed, and compares the row with them: the largest
/// value, the zeros and the rare heaps, if the last of these is among them, and else that there are fewer. Then `heaps`
/// of them are checked by the definition of the game. Returns how many of the three were equal.
pub(crate) fn check_open(code: &str, row: &Row, to: usize, heaps: usize) -> usize {
    let to = number(&row["to"]).min(to);
    let folder = TemporaryFolder::default();
    let checkpoint = folder.path("values");
    let line = crate::stdout(&[code, "--to", &to.to_string(), "--checkpoint", &checkpoint]);
    if row["to"] == to.to_string() {
        has_the_facts_of(row, &line);
    }
    assert!(!line.contains(" period="), "{line}");
    let values =
        Store::read(Path::new(&checkpoint), &code.parse().expect("a code")).and_then(|mut store| store.values());
    let values = values.expect("values");
    let largest = usize::from(*values.iter().max().expect("a value"));
    let first = values.iter().position(|&value| usize::from(value) == largest);
    let zeros: Vec<usize> = (0..=to).filter(|&heap| values[heap] == 0).collect();
    let rare = rare_heaps(code, row, &values);
    let facts = [
        ("largest", "largest_at", largest, first),
        ("zeros", "last_zero", zeros.len(), zeros.last().copied()),
        ("rare", "last_rare", rare.len(), rare.last().copied()),
    ];
    let equal = facts.map(|(number_of, at, found, found_at)| {
        let expected = (number(&row[number_of]), number(&row[at]));
        let is_there = expected.1 <= to;
        let agrees = if is_there { (found, found_at) == (expected.0, Some(expected.1)) } else { found < expected.0 };
        assert!(agrees, "{code} to heap {to}: {number_of} {expected:?} in the table, {found} {found_at:?} computed");
        usize::from(is_there)
    });
    check_by_definition(code, &checkpoint, to, heaps);
    equal.iter().sum()
}

/// Three of the sparsest, which have few values that do not come from a pair with a rare heap.
#[test]
fn sparse_games_have_the_values_of_the_definition() {
    let rows = rows(DOCUMENTS);
    for (code, equal) in [(".106", 1), (".167", 2), (".174", 2)] {
        assert_eq!(check_open(code, &rows[code], 1 << 16, 200), equal, "{code}");
    }
}

/// As the page says.
#[test]
#[ignore = "takes some minutes; `scripts/test --long` runs it"]
fn open_games_have_the_values_of_the_definition() {
    /// With more rare heaps a run to 2^20 would take minutes.
    const MANY: usize = 30_000;
    let mut equal = Vec::new();
    for (code, row) in families(&rows(DOCUMENTS), false) {
        let (to, heaps) = if number(&row["rare"]) > MANY { (1 << 17, usize::MAX) } else { (1 << 20, 20_000) };
        // Without optimization it would take hours.
        let heaps = if cfg!(debug_assertions) { 200 } else { heaps };
        equal.push(check_open(code, row, to, heaps));
    }
    // The largest value and the last rare heap of some are larger heaps, most often where many are rare.
    let with_equal = equal.iter().filter(|&&equal| equal > 0).count();
    assert!(4 * with_equal >= 3 * equal.len(), "{with_equal} of {}", equal.len());
}

/// All values that prove a period, by the definition of the game alone, if they are not more than a million, and what
/// the table says about the values. Without optimization, which would take an hour, only some are checked by the
/// definition.
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
        has_the_facts_of(row, &crate::stdout(&[code, "--to", &row["to"], "--checkpoint", &checkpoint]));
        checked.insert(code.as_str());
    }
    // Those that are open in Czajka's tables, and one whose last exception is not that of the Encyclopedia.
    for code in ["4.064", "4.344", "4.364", "4.406", ".56"] {
        assert!(checked.contains(code), "{code}");
    }
}
