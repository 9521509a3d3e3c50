//! Random inputs and extremes.

use problem::Inputs;

use crate::{all, assert_valid, bytes, description, some};

#[test]
fn what_is_made_is_valid() {
    for text in all() {
        let text = &text.replace("2e5", "3000").replace("1e5", "2000");
        let description = description(text);
        let inputs: Vec<_> = description.random(1, 5, 80).collect();
        assert_eq!(inputs.len(), 80, "{text}");
        let mut different = std::collections::HashSet::new();
        for input in inputs.iter().take(70) {
            let bytes = bytes(&description, input);
            assert_valid(&description, text, &bytes);
            different.insert(bytes);
        }
        assert!(different.len() > 5, "{text}: {}", different.len());
        let again: Vec<_> = description.random(1, 5, 80).collect();
        assert!(inputs == again);
    }
}

#[test]
fn extremes_have_every_bound_at_its_largest_and_smallest() {
    for text in some() {
        let text = text.replace("2e5", "300").replace("1e5", "200");
        let description = description(&text);
        let all: Vec<_> = description.extremes(3).map(|input| bytes(&description, &input)).collect();
        assert!(all.len() >= 12, "{text}: {}", all.len());
        for bytes in &all {
            assert_valid(&description, &text, bytes);
        }
    }
    let has = |text: &str, wanted: &str| {
        let description = description(text);
        let found = description.extremes(3).any(|input| bytes(&description, &input) == wanted.as_bytes());
        assert!(found, "{text} never gives {wanted}");
    };
    has("n: 1..4; a[n]: -5..7", "4\n7 7 7 7\n");
    has("n: 1..4; a[n]: -5..7", "4\n-5 -5 -5 -5\n");
    has("n: 1..4; a[n]: -5..7", "1\n7\n");
    has("n: 1..3; n x l: 0..9, r: l+1..10", "3\n9 10\n9 10\n9 10\n");
    has("t: 1..5; t x { n: 1..9; a[n]: 2..3 }; where sum(n) <= 9", "1\n9\n3 3 3 3 3 3 3 3 3\n");
    has("t: 1..5; t x { n: 1..9; a[n]: 2..3 }; where sum(n) <= 9", "5\n1\n3\n1\n3\n1\n3\n1\n3\n1\n3\n");
    has("n: 1..4; p[n]: 1..n distinct", "4\n4 3 2 1\n");
    has("n: 1..5; parent[n-1]: 1..#", "5\n1 2 3 4\n");
    has("s: [a-c]{1..4}", "cccc\n");
}

#[test]
fn an_input_is_as_large_as_is_wanted() {
    let description = description("t: 1..1e4; t x {; n: 1..2e5; a[n]: 1..n; }; where sum(n) <= 2e5");
    for number in 0..50 {
        let made = bytes(&description, &description.random_input(1, number, 5).expect("an input"));
        assert!(made.split(u8::is_ascii_whitespace).count() < 12, "{}", String::from_utf8_lossy(&made));
    }
    // A size that is smaller than any possible one gives one of the smallest.
    let connected = crate::description("n: 50..90, m: 0..200; m x u: 1..n, v: 1..n where connected");
    let made = bytes(&connected, &connected.random_input(1, 0, 1).expect("an input"));
    assert!(made.starts_with(b"50 ") || made.starts_with(b"51 "), "{}", String::from_utf8_lossy(&made));
    for text in [
        "a: 0..1e9; b: 5e8..a",
        "a[2]: -5..5; where sum(a) <= 9e18*9e18*9e18",
        "n: 1..50, m: 1..50; where n*m >= 500",
        "n: 1..100; a[n]: 0..1; where count(a, 1) >= 30",
        "0..50 x a: 1..9; \"0\"; where len(a) >= 20",
        "0..20 x u: 1..3, v: 1..3 where connected; \"0\"",
    ] {
        assert!(crate::description(text).random_input(1, 0, 1).is_ok(), "{text}");
    }
    // Also if there can be few test cases.
    let description = crate::description("t: 1..2; t x {; n: 1..1e5; a[n]: 1..9; }");
    let large =
        (0..8).filter(|&number| bytes(&description, &description.random_input(1, number, 2000).unwrap()).len() > 1500);
    assert!(large.count() >= 5);
}

#[test]
fn values_share_what_a_condition_on_their_sum_leaves() {
    for (text, least) in [
        ("a[100]: 0..1000; where sum(a) = 1000", 70),
        ("a[100]: 0..1000; where sum(a) >= 5", 90),
        ("40 x {; a[3]: 0..1000; }; where sum(a) <= 1000", 80),
    ] {
        let description = description(text);
        // Of few inputs one value takes nearly everything.
        let mut counts: Vec<usize> = (0..9)
            .map(|number| {
                let made = bytes(&description, &description.random_input(1, 7 * number, 100).unwrap());
                made.split(u8::is_ascii_whitespace).filter(|word| !matches!(*word, [] | [b'0'])).count()
            })
            .collect();
        counts.sort_unstable();
        assert!(counts[4] >= least, "{text}: {counts:?}");
    }
}

/// The numbers of some random inputs.
fn numbers(text: &str, count: usize) -> Vec<Vec<i64>> {
    let description = description(text);
    let all = description.random_inputs(1, count).map(|input| bytes(&description, &input.unwrap()));
    all.map(|made| str::from_utf8(&made).unwrap().split_whitespace().map(|it| it.parse().unwrap()).collect()).collect()
}

#[test]
fn what_is_counted_is_in_any_row_and_values_in_all_of_their_range() {
    let mut rows = [0; 8];
    for grid in numbers("8 x a[8]: 0..2; where count(a, 2) = 1", 80) {
        rows[grid.iter().position(|number| *number == 2).unwrap() / 8] += 1;
    }
    assert!(rows.iter().all(|count| (1..40).contains(count)), "{rows:?}");
    // The first one is the bound of another value, and no length.
    let far = numbers("l: 0..1e9-1, r: l+1..1e9", 80).into_iter().filter(|row| row[0] > 1_000_000).count();
    assert!((30..75).contains(&far), "{far}");
    let longest = numbers("n: 1..2000; a[n]: 0..9", 20).into_iter().map(|row| row[0]).max();
    assert!(longest > Some(1000), "{longest:?}");
}

#[test]
fn several_test_cases_go_into_one_input() {
    let text = "t: 1..3; t x { n: 1..9; a[n]: 0..3 }; where sum(n) <= 12";
    let description = description(text);
    let cases = description.read(b"3\n1\n2\n2\n0 1\n4\n3 3 3 3\n").unwrap();
    let texts: Vec<_> = cases.iter().map(|case| bytes(&description, case)).collect();
    assert_eq!(texts, [b"1\n1\n2\n".as_slice(), b"1\n2\n0 1\n", b"1\n4\n3 3 3 3\n"]);
    assert_eq!(description.bytes(&cases[1..]), b"2\n2\n0 1\n4\n3 3 3 3\n");
    assert_eq!(description.read(b"2\n1\n2\n1\n3\n").unwrap().len(), 2);
    assert!(description.fits(&cases[1..], &cases[0]));
    assert!(!description.fits(&cases, &cases[0]));
    assert!(
        !description.fits(&[cases[2].clone(), cases[2].clone()], &description.read(b"1\n5\n0 0 0 0 0\n").unwrap()[0])
    );
    for none in ["n: 1..9; n x a: 1..5", "n: 1..9; n x { a: 1..n }", "n: 1..9; n x { a: 1..5 }; where sum(a) = 9"] {
        let description: verdict::Description = none.parse().unwrap();
        let input = description.by_size().flatten().nth(5).unwrap().1;
        assert!(!description.fits(std::slice::from_ref(&input), &input), "{none}");
    }
}
