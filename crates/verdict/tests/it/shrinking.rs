//! Shrinking.

use problem::Inputs;
use verdict::Input;

use crate::{assert_valid, bytes, description, some};

#[test]
fn it_ends_and_every_step_satisfies_the_description() {
    for text in some() {
        let description = description(text);
        let smallest = description.by_size().flatten().next().unwrap().0;
        for number in [0, 3, 14] {
            let mut input = description.random_input(5, number, 12).unwrap();
            loop {
                let Some(smaller) = description.smaller(&input).find_map(|attempt| attempt()) else { break };
                assert!(smaller.size() < input.size());
                assert_valid(&description, text, &bytes(&description, &smaller));
                input = smaller;
            }
            // A row stays with its alternative, which may have a value more than another one.
            let end = bytes(&description, &input);
            assert!(input.size() <= smallest + 2, "{text}: {}", String::from_utf8_lossy(&end));
        }
    }
}

/// Shrinks an input as far as a test still fails.
#[track_caller]
fn check(text: &str, input: &str, fails: impl Fn(&str) -> bool, smallest: &str) {
    let description = description(text);
    let fails = |input: &Input| fails(str::from_utf8(&bytes(&description, input)).unwrap());
    let mut inputs = description.read(input.as_bytes()).unwrap();
    assert_eq!(inputs.len(), 1);
    let mut input = inputs.remove(0);
    assert!(fails(&input));
    loop {
        let Some(smaller) = description.smaller(&input).filter_map(|attempt| attempt()).find(fails) else { break };
        input = smaller;
    }
    assert_eq!(String::from_utf8(bytes(&description, &input)).unwrap(), smallest);
}

#[test]
fn nothing_is_tried_twice_where_no_value_depends_on_another() {
    for (text, input) in [("a: 0..99, b: -9..9", "57 -8\n"), ("n: 3..9; a[n]: 0..99", "3\n40 50 77\n")] {
        let description = description(text);
        let input = &description.read(input.as_bytes()).unwrap()[0];
        let tried = description.smaller(input).filter_map(|attempt| attempt());
        let mut tried: Vec<_> = tried.map(|smaller| bytes(&description, &smaller)).collect();
        let count = tried.len();
        tried.sort_unstable();
        tried.dedup();
        assert_eq!(tried.len(), count, "{text}");
    }
}

#[test]
fn what_depends_on_a_part_follows_it() {
    let contains = |part: &'static str| move |input: &str| input.contains(part);
    check("n: 1..9; a[n]: 0..99; b[n]: 0..9", "4\n3 50 2 1\n4 6 5 9\n", contains("50"), "1\n50\n0\n");
    check("h: 1..9, w: 1..9; h x row: [.#S]{w}", "2 3\n.#.\n##S\n", contains("S"), "1 1\nS\n");
    let is_not_sorted = |input: &str| !input.lines().nth(1).unwrap().split(' ').is_sorted();
    check("n: 1..9; p[n]: 1..n distinct", "5\n3 5 1 4 2\n", is_not_sorted, "2\n2 1\n");
    // A path of three edges, whatever its vertices are called.
    let path = |input: &str| input.lines().skip(1).filter(|edge| !edge.contains('5')).count() >= 3;
    check("n: 1..9; n-1 x u: 1..n, v: 1..n where tree", "6\n5 6\n6 1\n1 2\n2 3\n4 3\n", path, "4\n4 1\n1 2\n1 3\n");
    check("t: 1..9; t x { n: 1..9; a[n]: 0..9 }", "1\n3\n4 7 2\n", contains("7"), "1\n1\n7\n");
    check("n: 1..9; n x l: 0..9, r: l+1..20", "3\n1 4\n5 12\n0 1\n", |input| input.contains("12"), "1\n5 12\n");
    let touch = |input: &str| {
        let words: Vec<&str> = input.split_whitespace().collect();
        words.len() == 5 && words[2] == words[3]
    };
    check("n: 1..9; n x a: 1..1e9, b: a+1..1e9", "2\n7 8\n8 900\n", touch, "2\n1 2\n2 3\n");
    check("1..9 x s: [a-c]{1..9}; \"end\"", "cab\nacca\nend\n", contains("cc"), "cc\nend\n");
    check(
        "n: 1..9, m: 0..9; m x u: 1..n, v: 1..n where simple; c[n]: 0..9",
        "4 3\n4 3\n2 1\n1 4\n7 0 8 0\n",
        contains("8"),
        "1 0\n8\n",
    );
}

#[test]
fn vertices_are_merged() {
    // A cycle of at least four edges. Their number is not a vertex, even where n bounds it.
    let cycle = |input: &str| {
        let words: Vec<&str> = input.split_whitespace().collect();
        words[0] == words[1]
            && words[0] > "3"
            && words[2..].iter().all(|one| words[2..].iter().filter(|it| *it == one).count() == 2)
    };
    let long = "7 7\n1 5\n3 5\n3 7\n2 7\n6 2\n6 4\n1 4\n";
    for most in ["9", "n"] {
        let graphs = format!("n: 1..9, m: 0..{most}; m x u: 1..n, v: 1..n where simple");
        check(&graphs, long, cycle, "4 4\n1 4\n2 4\n3 2\n1 3\n");
    }
    let from_0 = "n: 1..9, m: 0..n; m x u: 0..n-1, v: 0..n-1 where simple";
    check(from_0, "7 7\n0 4\n2 4\n2 6\n1 6\n5 1\n5 3\n0 3\n", cycle, "4 4\n0 3\n1 3\n2 1\n0 2\n");
    // Two vertices that are far apart.
    let tree = "n: 1..9; n-1 x u: 1..n, v: 1..n where tree; c[n]: 0..9";
    let two = |input: &str| input.matches('8').count() > 1;
    check(tree, "6\n1 2\n2 3\n3 4\n4 5\n5 6\n8 0 0 0 0 8\n", two, "2\n1 2\n8 8\n");
    // A vertex more than is counted, and a bound that no vertex has.
    let has_edges = |input: &str| input.lines().count() > 3;
    check("n: 0..9; n x u: 0..n, v: 0..n where tree", "4\n4 3\n3 2\n2 1\n1 0\n", has_edges, "3\n3 0\n2 0\n1 0\n");
    let far = "n: 1..9, m: 0..9, k: 1..1e18; m x u: 1..n, v: 1..n, w: 1..k where simple";
    let heavy = |input: &str| input.lines().skip(1).any(|edge| edge.len() > 5);
    check(far, "2 1 1000000000000000000\n1 2 77\n", heavy, "2 1 10\n1 2 10\n");
    // Some vertices are below zero, and one graph has more of them than the other.
    let below = "2 x {; n: 1..9, m: 1..9; m x u: -2..n, v: -2..n where simple; }";
    check(below, "1 1\n-2 1\n9 1\n9 8\n", |input| input.contains("-2"), "1 1\n-2 0\n1 1\n1 0\n");
    // In a triangle both other edges of a vertex lead to the same one.
    let heavy_path = |input: &str| input.matches(" 9").count() > 1;
    let triangles = "5 6\n1 2 0\n2 3 9\n3 1 0\n3 4 0\n4 5 9\n5 3 0\n";
    let weighted = "n: 1..9, m: 0..9; m x u: 1..n, v: 1..n, w: 0..9 where simple, connected";
    check(weighted, triangles, heavy_path, "3 2\n1 2 9\n1 3 9\n");
}

#[test]
fn values_that_belong_together_get_smaller_together() {
    let numbers = |input: &str| input.split_whitespace().map(|word| word.parse().unwrap()).collect::<Vec<i64>>();
    let is_sum = move |input: &str| {
        let numbers = numbers(input);
        (2..numbers.len()).any(|at| numbers[2..at].iter().any(|other| other + numbers[at] == numbers[1]))
    };
    let pairs = "n: 1..9, t: 1..1e9; a[n]: 1..1e9";
    check(pairs, "4 623456789\n5 123456789 7 500000000\n", is_sum, "2 2\n1 1\n");
    let is_there_twice = move |input: &str| {
        let numbers = numbers(input);
        numbers[1] > 2 && numbers[2..].iter().filter(|&&number| number == numbers[1]).count() > 1
    };
    check(pairs, "4 623456789\n623456789 5 3 623456789\n", is_there_twice, "2 3\n3 3\n");
    let are_even = move |input: &str| numbers(input).iter().all(|number| number % 2 == 0);
    check("a: 1..1e9, b: a+1..1e9", "870000000 970000000\n", are_even, "2 4\n");
    let square = move |input: &str| {
        let numbers = numbers(input);
        numbers.len() == 9 && numbers[1] > 1 && numbers[1..3].iter().all(|number| numbers[3..].contains(&-number))
    };
    check("n: 1..4; n x x: -1e9..1e9, y: -1e9..1e9", "4\n7 8\n-7 -8\n0 0\n0 0\n", square, "4\n2 0\n-2 0\n0 0\n0 0\n");
    let chain = move |input: &str| {
        let ends = numbers(input);
        let ends: Vec<_> = ends[1..].chunks(2).collect();
        ends.windows(3).any(|rows| rows[0][1] == rows[1][0] && rows[1][1] == rows[2][0])
    };
    check("a: -9223372036854775808..0", "-9223372036854775808\n", |_| true, "0\n");
    let intervals = "n: 1..9; n x l: 0..1e9-1, r: l+1..1e9";
    let touching = "4\n7 48534114\n48534114 97068229\n97068229 500000000\n0 4\n";
    check(intervals, touching, chain, "3\n0 1\n1 2\n2 3\n");
}

#[test]
fn elements_that_belong_together_are_left_out_together() {
    let is_balanced = |input: &str| {
        let word = input.trim();
        let count = |letter: char| word.chars().filter(|&other| other == letter).count();
        count('a') == count('b') && word.len() >= 4
    };
    check("s: [ab]{1..99}", &format!("{}\n", "abba".repeat(6)), is_balanced, "baab\n");
    let numbers = |input: &str| input.split_whitespace().map(|word| word.parse().unwrap()).collect::<Vec<i64>>();
    let is_sum = move |input: &str| numbers(input)[2..].iter().sum::<i64>() == numbers(input)[1];
    let sums = "n: 2..9, s: 1..1e9; a[n]: 1..1e9";
    check(sums, "6 160\n10 20 30 40 25 35\n", is_sum, "2 2\n1 1\n");
    let is_count =
        |input: &str| input.trim().split_once('\n').is_some_and(|(count, word)| count.parse() == Ok(word.len()));
    check("k: 2..99; s: [a-z]{1..99}", "6\nqzqxqq\n", is_count, "2\naa\n");
}

/// The one that fails is found by halving their number, before anything else becomes smaller.
#[test]
fn whole_test_cases_go_first() {
    let description = description("t: 1..500; t x { n: 1..9; a[n]: 0..9 }");
    let is_large = |input: &Input| bytes(&description, input).starts_with(b"500\n");
    let mut input = description.extremes(1).find(is_large).expect("as many as there can be");
    let text = String::from_utf8(bytes(&description, &input)).unwrap();
    let case = text.lines().nth(602).expect("a row of numbers").to_owned() + "\n";
    let count = |text: &str| text.matches(&case).count();
    assert!(case.len() > 9, "{case}");
    let mut attempts = 0;
    while !bytes(&description, &input).starts_with(b"1\n") {
        let fails = |input: &Input| count(str::from_utf8(&bytes(&description, input)).unwrap()) > 0;
        let found = description.smaller(&input).find_map(|attempt| {
            attempts += 1;
            attempt().filter(fails)
        });
        input = found.expect("there are fewer");
        assert!(attempts < 100, "{attempts}");
    }
}

#[test]
fn many_leaves_of_a_large_tree_go_at_once() {
    let description = description("n: 1..5000; n-1 x u: 1..n, v: 1..n where tree");
    // A path on which two leaves hang everywhere. The program is wrong if 300 vertices are no leaves.
    let edges = (2..=3000).map(|vertex| format!("{} {vertex}\n", (vertex - 2) / 3 * 3 + 1));
    let mut input = description.read(format!("3000\n{}", edges.collect::<String>()).as_bytes()).unwrap().remove(0);
    let fails = |input: &Input| {
        let mut degrees = vec![0; 5001];
        let text = String::from_utf8(bytes(&description, input)).unwrap();
        text.split_whitespace().skip(1).for_each(|vertex| degrees[vertex.parse::<usize>().unwrap()] += 1);
        degrees.into_iter().filter(|&degree| degree > 1).count() >= 300
    };
    let (mut attempts, mut passed) = (0, 0);
    // As in `stress`, what follows a step is tried after it.
    while input.size() > 120_000 {
        let found = description.smaller(&input).enumerate().skip(passed).find_map(|(number, attempt)| {
            attempts += 1;
            attempt().filter(fails).map(|input| (number, input))
        });
        (passed, input) = found.unwrap_or((0, input));
        assert!(attempts < 100, "{attempts}");
    }
}
