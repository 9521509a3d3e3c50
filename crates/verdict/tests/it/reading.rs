//! Reading: what is wrong with an input, and where.

use problem::Rng;

use crate::{ALL, bytes, description};

/// Checks the error for an input, as `LINE:COLUMN: message`.
#[track_caller]
fn check(text: &str, input: &str, error: &str) {
    let refused = description(text).validate(input.as_bytes()).unwrap_err();
    assert_eq!(format!("{}: {}", refused.place, refused.message), error);
}

#[test]
fn errors_say_where_and_what_would_be_right() {
    let array = "n: 1..8; a[n]: -5..5";
    check(array, "", "1:1: the input ends here; expected n, a number from 1 to 8");
    check(array, "9\n1\n", "1:1: '9' is out of range; expected n, a number from 1 to 8");
    check(array, "2\n1 x\n", "2:3: here is 'x'; expected a[2], a number from -5 to 5");
    check(array, "2\n1  2\n", "2:3: here is a space; expected a[2], a number from -5 to 5");
    check(array, "2\n1\n", "2:2: the line ends here; expected a space and the next value");
    check(array, "1\n1 2\n", "2:2: here is a space; expected the end of the line");
    check(array, "1\n1", "2:2: the input ends here; expected a newline");
    check(array, "1\r\n1\r\n", "1:2: here is a carriage return; expected the end of the line");
    check(array, "1\n1\n\n", "3:1: the input should end here, but '' follows");
    check(array, "01\n1\n", "1:1: n is written '01'; expected 1");
    check(array, "1\n-0\n", "2:1: a[1] is written '-0'; expected 0");
    check(array, "1\n+1\n", "2:1: here is '+1'; expected a[1], a number from -5 to 5, without `+`");
    check("x: 0..1 places 2", "0.5\n", "1:1: here is '0.5'; expected x, a number from 0.00 to 1.00, with 2 decimals");
    check("s: [a-c]{2..3}", "abd\n", "1:3: here is 'd'; expected letter 3 of 3 of s, one of 'abc'");
    check("s: [a-c]{2..3}", "abca\n", "1:1: s has 4 letters; expected from 2 to 3");
    check("n: 1..3; \"\"; 1..2 x a: 1..9; \"\"", "1\n \n2\n\n", "2:1: here is a space; expected the end of the line");
    check("n: 1..3; \"\"; 1..2 x a: 1..9; \"\"", "1\n\n2\n", "4:1: the input ends here; expected a newline");
    check("2 x \"1\" | \"2\", i: 1..2", "3\n", "1:1: here is '3'; expected one of '1 2'");
    check("1..2 x n: 1..3; \"0\"", "0\n", "1:1: 0 rows before this; expected from 1 to 2");
    check(
        "a[3]: 1..3 sorted",
        "1 3 2\n",
        "1:5: '2' is out of range; expected a[3], a number from 3 to 3 that keeps it sorted",
    );
    check("a[3]: 1..3 distinct", "1 3 1\n", "1:5: a is 1 twice");
    check("n: 1..4; n-1 x u: 1..n, v: 1..n where tree", "3\n1 2\n2 1\n", "3:3: the edge 2 1 closes a cycle");
    check(
        "3 x u: 1..4, v: 1..4 where connected",
        "1 2\n2 1\n",
        "2:3: 1 more edges cannot connect the 3 parts of the graph",
    );
    check("2 x u: 1..4, v: 1..4 where simple", "1 2\n2 1\n", "2:3: the edge 2 1 comes twice");
    check(
        "2 x a: 1..4, b: 1..4 where a < b",
        "1 2\n2 1\n",
        "2:1: the condition a < b at 1:28 of the description does not hold: 2 on the left, 1 on the right",
    );
    check(
        "t: 1..2\nt x {\nn: 1..9\n}\nwhere sum(n) % 2 = 0",
        "2\n7\n4\n",
        "3:1: the condition sum(n) % 2 = 0 at 5:7 of the description does not hold: 1 on the left, 0 on the right",
    );
    check(
        "t: 1..2; t x n: 1..9; where sum(n) <= 9",
        "2\n7\n3\n",
        "3:1: '3' is out of range; expected n, a number from 1 to 2 that keeps sum(n) <= 9 at 1:29 of the description",
    );
    let grid = "h: 1..2, w: 1..2; h x row: [.S]{w}; where count(row, \"S\") = 1";
    let kept = "count(row, \"S\") = 1 at 1:43 of the description";
    check(grid, "2 1\nS\nS\n", &format!("3:1: row cannot have this value and keep {kept}"));
    let message = format!("3:1: the condition {kept} does not hold: 0 on the left, 1 on the right");
    check(grid, "2 1\n.\n.\n", &message);
    check(
        "a[3]: 0..9 where sum(a) = 30",
        "9 9 9\n",
        "1:1: a can have no value that keeps sum(a) = 30 at 1:18 of the description",
    );
    check("2 x a: 1..4, b: 1..4 where distinct", "1 2\n1 2\n", "2:1: this row comes twice, but rows are distinct");
    check("a: 1..9; b: a..5", "7\n7\n", "1:1: a = 7 leaves nothing possible for b");
    check(
        "n: 1..9, m: 0..9; m x u: 1..n, v: 1..n where tree",
        "3 1\n1 2\n",
        "1:3: m = 1 leaves nothing possible for u",
    );
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
    for text in ALL.iter().filter(|text| !text.contains("[a-z ]") && !text.starts_with("1..")) {
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
