//! Tests of descriptions and of the inputs that they make, one module per topic.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    clippy::format_collect,
    reason = "the plain listings are short, and so are their numbers"
)]

mod by_size;
mod descriptions;
mod finds;
mod packages;
mod problems;
mod random;
mod reading;
mod shrinking;

use problem::Inputs;
use verdict::{Description, Input};

/// The descriptions of the documentation, and others with what those do not have.
const ALL: [&str; 21] = [
    "n: 1..2e5; a[n]: -1e9..1e9",
    "n: 1..1e5, m: 1..1e5; a[n]: 1..1e9 sorted; b[m]: 1..1e9 distinct",
    "h: 1..50, w: 1..50; h x row: [.#ST]{w}; where count(row, \"S\") = 1, count(row, \"T\") = 1",
    "n: 1..2e5; n-1 x u: 1..n, v: 1..n where tree",
    "n: 2..1e5, m: n-1..min(2e5, n*(n-1)/2); m x u: 1..n, v: 1..n, w: 1..1e9 where simple, connected",
    "s: [a-z]{1..1e5}; t: [a-z]{1..len(s)}",
    "n: 1..2e5, q: 1..2e5; a[n]: 0..1e9; q x \"1\", i: 1..n, v: 0..1e9 | \"2\", l: 1..n, r: l..n",
    "n: 1..1000; p[n]: 1..n distinct; parent[n-1]: 1..#",
    "n: 1..1e5; n x l: 0..1e9-1, r: l+1..1e9",
    "t: 1..1e4; t x {; n: 1..2e5; a[n]: 1..n; }; where sum(n) <= 2e5",
    "1..100 x n: 1..2000; \"0\"",
    "n: 1..50; x[n]: -0.5..1.25 places 3; k: 1..n",
    "n: 2..30; a[n]: 0..9 where sum(a) = 2*n; b[n]: -5..5 distinct sorted",
    "n: 1..20, m: 0..n*(n-1)/2; m x a: 0..n-1, b: 0..n-1 where simple, acyclic, directed",
    "n: 1..20; n x x: -9..9, y: -9..9 where distinct, x != y",
    "n: 1..9, m: 1..12; m x u: 1..n, v: 1..n where u < v",
    "1..20 x \"+\", w: [ab]{1..3} | \"-\"; \"end\"; s[3]: [x-z]{2} sorted",
    "a: 1..9; b: a..5; c: b..5; d: c..5",
    "k: 1..5; k x { n: 0..3; n x w: [a-c]{1..2} distinct; where sum(n) >= 0 }",
    "n: 1..100, m: 0..n-1; m x u: 1..n, v: 1..n where acyclic; line: [a-z ]{0..9}",
    "t: 1..5; t x { n: 1..6, m: n..n+2; m x u: 1..n, v: 1..n where connected, directed }; where sum(m) < 30",
];

/// These, and the descriptions of known problems.
fn all() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/problems");
    let folders = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
    let known = folders.map(|path| std::fs::read_to_string(path.join("input")).unwrap());
    ALL.iter().map(ToString::to_string).chain(known).collect()
}

fn description(text: &str) -> Description {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

fn bytes(description: &Description, input: &Input) -> Vec<u8> {
    description.bytes(std::slice::from_ref(input))
}

#[track_caller]
fn assert_valid(description: &Description, text: &str, input: &[u8]) {
    if let Err(error) = description.validate(input) {
        panic!("{text} refuses {}: {error:?}", String::from_utf8_lossy(input));
    }
}
