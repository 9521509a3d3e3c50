//! Enumeration: compared with plain listings that share no code with it.

use std::collections::BTreeSet;

use problem::Inputs;

use crate::{all, assert_valid, bytes, description};

/// Checks that the inputs up to a size are the same as in a plain list of inputs with their sizes.
#[track_caller]
fn check(text: &str, largest: usize, list: impl IntoIterator<Item = (usize, String)>) {
    let description = description(text);
    let mut sizes = Vec::new();
    let mut found = BTreeSet::new();
    for (_, input) in description.by_size().flatten().take_while(|(size, _)| *size <= largest) {
        sizes.push(input.size());
        let text = String::from_utf8(bytes(&description, &input)).unwrap();
        assert!(found.insert((input.size(), text.clone())), "{text} comes twice");
    }
    assert!(sizes.is_sorted());
    let expected: BTreeSet<(usize, String)> = list.into_iter().filter(|(size, _)| *size <= largest).collect();
    assert_eq!(found.symmetric_difference(&expected).take(5).collect::<Vec<_>>(), Vec::<&(usize, String)>::new());
    assert!(expected.len() > 3);
}

/// All lists of `length` numbers from a range.
fn lists(length: usize, low: i64, high: i64) -> Vec<Vec<i64>> {
    (0..length).fold(vec![Vec::new()], |lists, _| {
        lists.iter().flat_map(|list| (low..=high).map(|last| [list.as_slice(), &[last]].concat())).collect()
    })
}

fn words(numbers: &[i64]) -> String {
    numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(" ")
}

/// The size of numbers whose legal value nearest zero is `nearest`.
fn size(numbers: &[i64], nearest: i64) -> usize {
    numbers.iter().map(|number| 1 + number.abs_diff(nearest) as usize).sum()
}

#[test]
fn arrays() {
    let all = (1..=4)
        .flat_map(|n| lists(n, -3, 4).into_iter().map(move |a| (n + size(&a, 0), format!("{n}\n{}\n", words(&a)))));
    check("n: 1..4; a[n]: -3..4", 14, all);
    let sorted = (0..=4).flat_map(|n| {
        lists(n, 2, 5)
            .into_iter()
            .filter(|a| a.is_sorted())
            .map(move |a| (n + 1 + size(&a, 2), format!("{n}\n{}\n", words(&a))))
    });
    check("n: 0..4; a[n]: 2..5 sorted", 99, sorted);
    let sums = lists(4, -2, 2).into_iter().filter(|a| a.iter().sum::<i64>() == 3);
    check("a[4]: -2..2 where sum(a) = 3", 99, sums.map(|a| (size(&a, 0), format!("{}\n", words(&a)))));
}

#[test]
fn permutations_and_parents() {
    let is_permutation = |p: &Vec<i64>| p.iter().collect::<BTreeSet<_>>().len() == p.len();
    let all = (1..=5).flat_map(|n| {
        let permutations: Vec<Vec<i64>> = lists(n, 1, n as i64).into_iter().filter(is_permutation).collect();
        let parents = lists(n - 1, 1, n as i64 - 1)
            .into_iter()
            .filter(|parents| parents.iter().zip(1..).all(|(&parent, index)| parent <= index));
        let parents: Vec<Vec<i64>> = parents.collect();
        permutations.into_iter().flat_map(move |p| {
            let line = |parents: &Vec<i64>| {
                (n + size(&p, 1) + size(parents, 1), format!("{n}\n{}\n{}\n", words(&p), words(parents)))
            };
            parents.iter().map(line).collect::<Vec<_>>()
        })
    });
    check("n: 1..5; p[n]: 1..n distinct; parent[n-1]: 1..#", 99, all);
}

/// The edges in `numbers`, pairs of vertices from 1.
fn edges(numbers: &[i64]) -> Vec<(i64, i64)> {
    numbers.chunks(2).map(|edge| (edge[0], edge[1])).collect()
}

/// How many vertices can be reached from 1.
fn reached(edges: &[(i64, i64)]) -> usize {
    let mut reached = BTreeSet::from([1]);
    for _ in edges {
        for &(u, v) in edges {
            if reached.contains(&u) || reached.contains(&v) {
                reached.extend([u, v]);
            }
        }
    }
    reached.len()
}

fn rows(edges: &[(i64, i64)]) -> String {
    edges.iter().map(|(u, v)| format!("{u} {v}\n")).collect()
}

#[test]
fn trees_and_graphs() {
    let trees = (1..=4_usize).flat_map(|n| {
        let all = lists(2 * (n - 1), 1, n as i64).into_iter().filter(move |numbers| reached(&edges(numbers)) == n);
        all.map(move |numbers| (2 * n - 1 + size(&numbers, 1), format!("{n}\n{}", rows(&edges(&numbers)))))
    });
    check("n: 1..4; n-1 x u: 1..n, v: 1..n where tree", 99, trees);
    let is_simple = |edges: &[(i64, i64)]| {
        let pairs: BTreeSet<_> = edges.iter().map(|&(u, v)| (u.min(v), u.max(v))).collect();
        pairs.len() == edges.len() && edges.iter().all(|(u, v)| u != v)
    };
    let graphs = (2..=4_usize).flat_map(|n| {
        (n - 1..=(n * (n - 1) / 2).min(3)).flat_map(move |m| {
            let all = lists(2 * m, 1, n as i64)
                .into_iter()
                .filter(move |numbers| reached(&edges(numbers)) == n && is_simple(&edges(numbers)));
            let size = move |numbers: &[i64]| 1 + (n - 2) + 1 + (m - (n - 1)) + m + size(numbers, 1);
            all.map(move |numbers| (size(&numbers), format!("{n} {m}\n{}", rows(&edges(&numbers)))))
        })
    });
    check("n: 2..4, m: n-1..min(3, n*(n-1)/2); m x u: 1..n, v: 1..n where simple, connected", 99, graphs);
    let acyclic = lists(6, 0, 2).into_iter().filter(|numbers| {
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        orders.iter().any(|order| edges(numbers).iter().all(|&(u, v)| order[u as usize] < order[v as usize]))
    });
    let acyclic = acyclic.map(|numbers| (3 + size(&numbers, 0), rows(&edges(&numbers))));
    check("3 x u: 0..2, v: 0..2 where acyclic, directed", 99, acyclic);
}

/// All strings of up to `longest` letters of `class`, with the sum of their places.
fn strings(class: &str, longest: usize) -> Vec<(usize, String)> {
    let longer = |(places, text): &(usize, String)| {
        class
            .chars()
            .enumerate()
            .map(|(place, letter)| (places + place + 1, format!("{text}{letter}")))
            .collect::<Vec<_>>()
    };
    let mut all = vec![(0, String::new())];
    let mut last = all.clone();
    for _ in 0..longest {
        last = last.iter().flat_map(longer).collect();
        all.extend(last.clone());
    }
    all
}

#[test]
fn strings_and_grids() {
    let pairs = strings("abc", 3).into_iter().flat_map(|(size, s)| {
        let shorter =
            strings("xy", 3).into_iter().filter(|(_, t)| !s.is_empty() && t.len() <= s.len()).collect::<Vec<_>>();
        shorter.into_iter().map(move |(other, t)| (2 + size + other, format!("{s}\n{t}\n")))
    });
    check("s: [a-c]{1..3}; t: [xy]{0..len(s)}", 12, pairs);
    let grids = (1..=3).flat_map(|h| (1..=3).map(move |w| (h, w))).flat_map(|(h, w)| {
        let cells = strings(".#S", h * w)
            .into_iter()
            .filter(move |(_, text)| text.len() == h * w && text.matches('S').count() == 1);
        cells.map(move |(size, text)| {
            let rows: String =
                text.as_bytes().chunks(w).map(|row| format!("{}\n", str::from_utf8(row).unwrap())).collect();
            (h + w + 2 * h + size, format!("{h} {w}\n{rows}"))
        })
    });
    check("h: 1..3, w: 1..3; h x row: [.#S]{w}; where count(row, \"S\") = 1", 99, grids);
}

#[test]
fn alternatives_cases_and_intervals() {
    let row = |n: i64| {
        let first = lists(2, 0, n)
            .into_iter()
            .filter(|row| row[0] > 0)
            .map(|row| (size(&row, 0) - 1, format!("1 {} {}\n", row[0], row[1])));
        let second =
            (1..=n).flat_map(move |l| (l..=n).map(move |r| (2 + (l - 1 + r - l) as usize, format!("2 {l} {r}\n"))));
        first.chain(second).collect::<Vec<_>>()
    };
    let all = (1..=3).flat_map(|n| {
        let one: Vec<(usize, String)> = row(n).into_iter().map(|(size, text)| (1 + size, text)).collect();
        let two = one
            .iter()
            .flat_map(|(size, text)| one.iter().map(move |(other, second)| (size + other, format!("{text}{second}"))));
        let two: Vec<(usize, String)> = two.collect();
        let rows = one.into_iter().map(|row| (1, row)).chain(two.into_iter().map(|row| (2, row)));
        rows.map(move |(q, (size, text))| (n as usize + q + size, format!("{n} {q}\n{text}"))).collect::<Vec<_>>()
    });
    check("n: 1..3, q: 1..2; q x \"1\", i: 1..n, v: 0..n | \"2\", l: 1..n, r: l..n", 99, all);
    // The smallest are not those with the smallest numbers, or with the first alternative.
    let first = lists(2, 5, 6).into_iter().map(|row| (1 + size(&row, 5), format!("1 {} {}\n", row[0], row[1])));
    check("1 x \"1\", a: 5..6, b: 5..6 | \"2\"", 99, first.chain([(1, "2\n".to_owned())]));
    let fewer = (1..=3).flat_map(|n| {
        lists(4 - n as usize, 0, 2)
            .into_iter()
            .map(move |a| (n as usize + size(&a, 0), format!("{n}\n{}\n", words(&a))))
    });
    check("n: 1..3; a[4-n]: 0..2", 99, fewer);
    let cases = lists(1, 0, 3)
        .into_iter()
        .chain(lists(2, 0, 3))
        .map(|a| (1 + 1 + a.len() + size(&a, 0), format!("1\n{}\n{}\n", a.len(), words(&a))));
    check("t: 1..9; t x { n: 1..2; a[n]: 0..3 }; where sum(n) <= 4", 99, cases);
    let rows = (1..=3).flat_map(|n| {
        lists(n, 1, 3).into_iter().map(|row| {
            (
                row.len() + size(&row, 1),
                format!("{}0\n", row.iter().map(|number| format!("{number}\n")).collect::<String>()),
            )
        })
    });
    check("1..3 x n: 1..3; \"0\"", 99, rows);
    let intervals = lists(2, 0, 5).into_iter().filter(|row| row[0] < row[1]);
    check(
        "l: 0..4, r: l+1..5",
        99,
        intervals.map(|row| (2 + (row[0] + row[1] - row[0] - 1) as usize, format!("{} {}\n", row[0], row[1]))),
    );
    let decimals =
        (-15..=25).map(|tenths: i64| (1 + tenths.unsigned_abs() as usize, format!("{:.1}\n", tenths as f64 / 10.0)));
    check("x: -1.5..2.5 places 1", 99, decimals);
}

#[test]
fn every_description_has_small_inputs_in_order_of_size() {
    for text in all() {
        let description = description(&text);
        let mut seen = BTreeSet::new();
        let mut last = 0;
        for (_, input) in description.by_size().flatten().take(2000) {
            let bytes = bytes(&description, &input);
            assert_valid(&description, &text, &bytes);
            assert!(input.size() >= last && seen.insert(bytes));
            last = input.size();
        }
        assert!(seen.len() > 10, "{text}");
    }
}
