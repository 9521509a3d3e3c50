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
fn some() -> std::str::Lines<'static> {
    include_str!("descriptions.txt").lines()
}

/// These, and the descriptions of known problems.
fn all() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/problems");
    let folders = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
    let known = folders.map(|path| std::fs::read_to_string(path.join("input")).unwrap());
    some().map(str::to_owned).chain(known).collect()
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
