//! The tables of `docs/large-games.md`, computed again.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use crate::program::{answer, folder};

fn document(name: &str) -> String {
    let path = format!("{}/../../docs/{name}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Solves these parts, or all, and compares what `list` says of them.
fn assert_published(game: &str, parts: &[&str]) {
    let folder = folder();
    answer(folder.path(), &[&["solve", game, "--memory", "1G"], parts].concat());
    let list = answer(folder.path(), &[&["list", game, "--csv"], parts].concat());
    let published = document(&format!("large-games/{game}.csv"));
    let found: BTreeSet<&str> = list.lines().collect();
    let is_of = |row: &&str| row.split(',').next().is_some_and(|part| part == "part" || parts.contains(&part));
    let expected: BTreeSet<&str> = published.lines().filter(|row| parts.is_empty() || is_of(row)).collect();
    assert_eq!(found, expected, "{game}");
}

/// The program in Python reads the files by what the page says of them.
#[test]
fn other_programs_can_read_the_files() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/large-games/morris.py");
    let nine = ["a1,d6,g4 b2,d2,f4", "a1,d1 a4,d2,g1+1", "f4,d3,b6 g4,d2,b4"];
    let six = ["a1,c1,c4 b2,b3,d2+1", "a5,c5,e1,e5 a3,b2,d2", "a3,b2,d2 a1,a5,c1,e1", "a1,b2,e5 a3,c2,d2"];
    for (game, parts, positions) in
        [("nine-mens-morris", ["h1-2-3", "3-3"], &nine[..]), ("six-mens-morris", ["h1-3-3", "4-3"], &six)]
    {
        let folder = folder();
        answer(folder.path(), &[&["solve", game][..], &parts].concat());
        let mut values = BTreeSet::new();
        for position in positions {
            let read = Command::new("python3").args([script, game]).arg(folder.path()).arg(position).output();
            let read = String::from_utf8(read.expect("python3 can be run").stdout).expect("text");
            let probe = answer(folder.path(), &["probe", game, position]);
            let first = probe.lines().next().expect("a line");
            let value =
                |line: &str, words| line.split_whitespace().skip(words).take(3).map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(value(&read, 2), value(first, 1), "{position}: {read}");
            values.insert(value(first, 1));
        }
        assert!(values.len() > 2, "{values:?}");
    }
    for arguments in [&[][..], &["six-mens-morris", ".", "a1,d6 g7"]] {
        let failed = Command::new("python3").arg(script).args(arguments).output().expect("python3 can be run");
        let text = String::from_utf8(failed.stderr).expect("text");
        assert!(text.contains("\npython3 docs/large-games/morris.py ") && !text.contains("Traceback"), "{text}");
    }
}

#[test]
fn totals_agree_with_the_rows() {
    let page = document("large-games.md").replace(',', "");
    for game in ["six-mens-morris", "nine-mens-morris", "nine-mens-morris-placing", "chess"] {
        let mut totals = [0; 4];
        for row in document(&format!("large-games/{game}.csv")).lines().skip(1) {
            let fields = row.split(',').skip(1).take(4);
            let numbers: Vec<u64> = fields.map(|text| text.parse().expect("a number")).collect();
            assert_eq!(numbers[0], numbers[1] + numbers[2] + numbers[3], "{game}: {row}");
            totals.iter_mut().zip(&numbers).for_each(|(total, number)| *total += number);
        }
        let row = format!("| {} | {} | {} | {} |", totals[0], totals[1], totals[2], totals[3]);
        assert!(page.contains(&row), "{game}: {row}");
    }
}

#[test]
fn three_men_of_chess_have_their_rows() {
    assert_published("chess", &["KQvK", "KRvK"]);
}

#[test]
#[ignore = "takes some minutes"]
fn all_parts_of_six_mens_morris_and_of_chess_have_their_rows() {
    assert_published("six-mens-morris", &[]);
    assert_published("chess", &[]);
}
