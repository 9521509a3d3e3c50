//! The tables of `docs/large-games.md`, computed again.

use std::collections::BTreeMap;
use std::fs;

use crate::program::{answer, folder};

fn document(name: &str) -> String {
    let path = format!("{}/../../docs/{name}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The rows of a game by their parts: positions, won, lost, drawn, longest win, and checksum.
fn published(game: &str) -> BTreeMap<String, [String; 6]> {
    let table = document(&format!("large-games/{game}.csv"));
    let rows = table.lines().skip(1).map(|line| {
        let fields: Vec<String> = line.split(',').map(str::to_owned).collect();
        let row = [1, 2, 3, 4, 5, 7].map(|column| fields[column].clone());
        (fields[0].clone(), row)
    });
    rows.collect()
}

/// Solves these parts, or all, and compares what `list` says of them.
fn assert_published(game: &str, parts: &[&str]) {
    let (folder, published) = (folder(), published(game));
    answer(folder.path(), &[&["solve", game, "--memory", "1G"], parts].concat());
    let list = answer(folder.path(), &[&["list", game], parts].concat());
    let mut compared = 0;
    for line in list.lines().filter(|line| line.split_whitespace().count() == 8) {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let found = [1, 2, 3, 4, 5, 7].map(|column| fields[column].replace([',', '-'], ""));
        assert_eq!(published.get(fields[0]), Some(&found), "{}", fields[0]);
        compared += 1;
    }
    assert_eq!(compared, if parts.is_empty() { published.len() } else { parts.len() }, "{list}");
}

#[test]
fn totals_agree_with_the_rows() {
    let page = document("large-games.md").replace(',', "");
    for game in ["six-mens-morris", "nine-mens-morris", "chess"] {
        let mut totals = [0; 4];
        for (part, row) in published(game) {
            let numbers: Vec<u64> = row[..4].iter().map(|text| text.parse().expect("a number")).collect();
            assert_eq!(numbers[0], numbers[1] + numbers[2] + numbers[3], "{game} {part}");
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
