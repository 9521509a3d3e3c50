//! Reading: what is wrong with an input, and where.

use problem::Rng;
use testkit::{Setting, TemporaryFolder, agree_with_sections};
use verdict::Description;

use crate::{bytes, description, some};

#[test]
fn errors_say_where_and_what_would_be_right() {
    agree_with_sections("crates/verdict/tests/it/errors.txt", |_, _| {
        let mut description = String::new();
        let command = move |_: &_, word: &str, text: &str| {
            if word == "draw" {
                return Some(crate::description(text).random_input(1, 0, 9).map(|_| Vec::new()));
            }
            let text = text.replace("\\n", "\n").replace("\\r", "\r");
            let read = match word {
                "describe" => {
                    description = text;
                    description.parse::<Description>().map(drop)
                }
                "input" => description.parse::<Description>().and_then(|read| read.validate(text.as_bytes())),
                _ => return None,
            };
            Some(read.map(|()| Vec::new()).map_err(|error| format!("{}: {}", error.place, error.message)))
        };
        let folder = TemporaryFolder::default();
        vec![Setting { folder, name: "verdict", variables: Vec::new(), command: Box::new(command) }]
    });
}

/// Ways to spoil the layout or a number of an input; none if it cannot be done there.
fn mutants(input: &[u8], rng: &mut Rng) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for _ in 0..8 {
        let at = rng.below(input.len());
        let with = |replaced: &[u8], length: usize| [&input[..at], replaced, &input[at + length..]].concat();
        match input[at] {
            b' ' => all.extend([with(b"", 1), with(b"  ", 1), with(b"\t", 1), with(b"\n", 1)]),
            b'\n' => all.extend([with(b"", 1), with(b" \n", 1), with(b"\r\n", 1), with(b"\n\n", 1)]),
            b'0'..=b'9' if at == 0 || b" \n".contains(&input[at - 1]) => {
                all.extend([with(b"0", 0), with(b"+", 0), with(b"1e", 0)]);
            }
            _ => {}
        }
    }
    all.extend([
        [input, b"1\n"].concat(),
        [input, b"\n"].concat(),
        [b" ", input].concat(),
        input[..input.len() - 1].to_vec(),
    ]);
    all
}

#[test]
fn every_mutant_of_white_space_is_refused() {
    let mut rng = Rng::new(9);
    // A class with a space accepts some, and rows that are not announced may be cut in two.
    for text in some().filter(|text| !text.contains("[a-z ]") && !text.starts_with("1..")) {
        let description = description(text);
        for number in 0..6 {
            let input = bytes(&description, &description.random_input(2, number, 6).unwrap());
            for mutant in mutants(&input, &mut rng) {
                let mutant_text = String::from_utf8_lossy(&mutant).into_owned();
                assert!(description.validate(&mutant).is_err(), "{text} accepts {mutant_text:?}");
            }
        }
    }
}

/// Changes the number at a place of a line.
fn changed(input: &[u8], line: usize, word: usize, value: &str) -> Vec<u8> {
    let text = str::from_utf8(input).unwrap();
    let change = |(number, old): (usize, &str)| {
        let mut words: Vec<&str> = old.split(' ').collect();
        if number == line {
            words[word] = value;
        }
        format!("{}\n", words.join(" "))
    };
    text.lines().enumerate().map(change).collect::<String>().into_bytes()
}

#[test]
fn every_mutant_of_a_count_a_range_or_a_property_is_refused() {
    for (text, line, word, values) in [
        ("n: 3..2e5; a[n]: -1e9..1e9", 0, 0, ["2", "200001", "99999"]),
        ("n: 3..2e5; a[n]: -1e9..1e9", 1, 2, ["1000000001", "-1000000001", "9999999999999999999"]),
        ("n: 4..9; p[n]: 1..n distinct sorted", 1, 1, ["1", "0", "4"]),
        ("n: 4..9; n-1 x u: 1..n, v: 1..n where tree", 0, 0, ["3", "10", "99"]),
        ("n: 4..4; n-1 x u: 1..n, v: 1..n where tree, u < v; k: 9..9", 3, 1, ["1", "5", "0"]),
        ("n: 3..9; a[n]: 0..9 where sum(a) = 12, count(a, 3) = 1", 1, 0, ["10", "-1", "99"]),
        ("t: 3..9; t x { n: 1..2; a[n]: 1..n }; where sum(n) <= 2e5", 0, 0, ["2", "10", "1000"]),
    ] {
        let description = description(text);
        for number in 0..20 {
            let input = bytes(&description, &description.random_input(4, number, 3).unwrap());
            for value in values {
                let mutant = changed(&input, line, word, value);
                if mutant != input {
                    assert!(description.validate(&mutant).is_err(), "{text}: {}", String::from_utf8_lossy(&mutant));
                }
            }
        }
    }
}
