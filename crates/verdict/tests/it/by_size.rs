//! Enumeration: compared with plain listings that share no code with it.

use std::collections::{BTreeMap, BTreeSet};
use std::slice;

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
fn lists(length: i64, low: i64, high: i64) -> Vec<Vec<i64>> {
    (0..length).fold(vec![Vec::new()], |lists, _| {
        lists.iter().flat_map(|list| (low..=high).map(|last| [list.as_slice(), &[last]].concat())).collect()
    })
}

/// The size of numbers whose legal value nearest zero is `nearest`.
fn size(numbers: &[i64], nearest: i64) -> usize {
    numbers.iter().map(|number| 1 + number.abs_diff(nearest) as usize).sum()
}

/// Lines of numbers, each with the legal value nearest zero, and the size of an input that has them.
fn lines(lines: &[(&[i64], i64)]) -> (usize, String) {
    let line = |(numbers, _): &(&[i64], i64)| numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(" ") + "\n";
    (lines.iter().map(|(numbers, nearest)| size(numbers, *nearest)).sum(), lines.iter().map(line).collect())
}

/// A number, if there is one, and rows with these numbers.
fn with_rows(first: Option<i64>, rows: &[i64], width: usize, nearest: i64) -> (usize, String) {
    let rows: Vec<_> = rows.chunks(width).map(|row| (row, nearest)).collect();
    let (size, text) = lines(&[first.iter().map(|first| (slice::from_ref(first), 1)).collect(), rows.clone()].concat());
    (size + rows.len(), text)
}

#[test]
fn arrays() {
    let all = (1..=4).flat_map(|n| lists(n, -3, 4).into_iter().map(move |a| lines(&[(&[n], 1), (&a, 0)])));
    check("n: 1..4; a[n]: -3..4", 14, all);
    let sorted = |n: i64| lists(n, 2, 5).into_iter().filter(|a| a.is_sorted());
    let sorted = (0..=4).flat_map(|n| sorted(n).map(move |a| lines(&[(&[n], 0), (&a, 2)])));
    check("n: 0..4; a[n]: 2..5 sorted", 99, sorted);
    let sums = lists(4, -2, 2).into_iter().filter(|a| a.iter().sum::<i64>() == 3);
    check("a[4]: -2..2 where sum(a) = 3", 99, sums.map(|a| lines(&[(&a, 0)])));
    let of_index = lists(3, 0, 3).into_iter().filter(|a| a[0] < 2 && a[1] < 3 && a.iter().sum::<i64>() >= 5);
    check("a[3]: 0..# where sum(a) >= 5", 99, of_index.map(|a| lines(&[(&a, 0)])));
    // The more rows, the fewer it may cost to reach the sum.
    let rows = (1..=3).flat_map(|n| lists(n, 3, 10)).filter(|a| a.iter().sum::<i64>() == 10);
    check("1..3 x a: 3..10; where sum(a) = 10", 99, rows.map(|a| with_rows(None, &a, 1, 3)));
    // The sum does not say how far from the nearest value the numbers are, as long as it is not known which that is.
    let above = |m: i64| lists(2, m, 2).into_iter().filter(|k| k.iter().sum::<i64>() > 1);
    let above = (0..=2).flat_map(|m| above(m).map(move |k| lines(&[(&[7], 7), (&[m], 0), (&k, m)])));
    check("n: 7..7; m: 0..2; k[2]: m..2 where sum(k) > 1", 99, above);
    // Below zero, where the next row may have no number.
    let below = description("2 x { k: 0..2; a[k]: -9..-1; }; where sum(a) >= -5");
    assert_eq!(below.by_size().flatten().count(), 66);
    let above_index =
        lists(3, 1, 5).into_iter().filter(|a| a.is_sorted() && a.iter().zip(1..).all(|(a, index)| *a >= index));
    let above_index = above_index.map(|a| (3 + (a.iter().sum::<i64>() - 6) as usize, lines(&[(&a, 0)]).1));
    check("a[3]: #..5 sorted", 99, above_index);
    // The counted value differs between elements, or is not known yet.
    let counts = |a: &[i64], of: i64| a.iter().filter(|&&number| number == of).count() as i64;
    let of_index = lists(3, 1, 3).into_iter().flat_map(|a| {
        let mut all = lists(3, 0, 3);
        all.retain(|k| k.is_sorted() && k.iter().zip(1..).all(|(k, index)| *k <= counts(&a, index)));
        all.into_iter().map(move |k| lines(&[(&a, 1), (&k, 0)])).collect::<Vec<_>>()
    });
    check("a[3]: 1..3; k[3]: 0..count(a, #) sorted", 99, of_index);
    let of_name = lists(3, 1, 3).into_iter().flat_map(|a| {
        let mut all = lists(2, 1, 3);
        all.retain(|row| row[1] <= counts(&a, row[0]));
        all.into_iter().map(move |row| lines(&[(&a, 1), (&row, 1)])).collect::<Vec<_>>()
    });
    check("a[3]: 1..3; x: 1..3, k: 1..count(a, x)", 99, of_name);
    // A count has no decimals. Of 9 pairs of numbers one has two that are counted, and 4 have one.
    assert_eq!(description("a[2]: 0.4..0.6 places 1; k: 1..count(a, 0.5)").by_size().flatten().count(), 2 + 4);
    let fewer = (1..=3).flat_map(|n| lists(4 - n, 0, 2).into_iter().map(move |a| lines(&[(&[n], 1), (&a, 0)])));
    check("n: 1..3; a[4-n]: 0..2", 99, fewer);
    let different = lists(3, -2, 4).into_iter().filter(|a| a.iter().collect::<BTreeSet<_>>().len() == 3);
    check("a[3]: -2..4 distinct", 99, different.map(|a| lines(&[(&a, 0)])));
    let permutations = lists(5, -2, 2).into_iter().filter(|a| a.iter().collect::<BTreeSet<_>>().len() == 5);
    check("a[5]: -2..2 distinct", 99, permutations.map(|a| lines(&[(&a, 0)])));
    // On two sides of zero, nothing is looked for in sizes that no input has.
    assert_eq!(description("a[11]: -5..5 distinct").by_size().take(1000).flatten().count(), 1000);
    // What an input has in common with the one before is not looked for again.
    assert_eq!(description("n: 5000..9000; a[n]: 0..9").by_size().take(1000).flatten().count(), 1000);
    // Of the longest there are some, so that others follow soon.
    assert!((10..200).contains(&description("a[200000]: 0..1").by_size().take(200).flatten().count()));
}

#[test]
fn different_values_whose_bounds_depend_on_their_rows() {
    let rows = lists(3, 0, 1).into_iter().filter(|l| l.is_sorted()).flat_map(|l| {
        lists(3, 0, 1).into_iter().map(move |more| {
            let rows: Vec<[i64; 2]> = l.iter().zip(&more).map(|(l, more)| [*l, 2 * l + more]).collect();
            (9 + (l.iter().chain(&more).sum::<i64>()) as usize, rows)
        })
    });
    let different = rows.filter(|(_, rows)| rows.iter().map(|row| row[1]).collect::<BTreeSet<_>>().len() == 3);
    let text = |rows: Vec<[i64; 2]>| rows.iter().map(|[l, r]| format!("{l} {r}\n")).collect();
    check("3 x l: 0..1 sorted, r: 2*l..2*l+1 distinct", 99, different.map(|(size, rows)| (size, text(rows))));
}

#[test]
fn permutations_and_parents() {
    let is_permutation = |p: &Vec<i64>| p.iter().collect::<BTreeSet<_>>().len() == p.len();
    let is_tree = |parents: &Vec<i64>| parents.iter().zip(1..).all(|(&parent, index)| parent <= index);
    let all = (1..=5).flat_map(|n| {
        let parents: Vec<_> = lists(n - 1, 1, n - 1).into_iter().filter(is_tree).collect();
        let input = move |p: Vec<i64>| {
            let line = |parents: &Vec<i64>| lines(&[(&[n], 1), (&p, 1), (parents, 1)]);
            parents.iter().map(line).collect::<Vec<_>>()
        };
        lists(n, 1, n).into_iter().filter(is_permutation).flat_map(input)
    });
    check("n: 1..5; p[n]: 1..n distinct; parent[n-1]: 1..#", 99, all);
}

/// How many vertices can be reached from 1 by edges, which are pairs of numbers.
fn reached(edges: &[i64]) -> usize {
    let mut reached = BTreeSet::from([1]);
    for _ in edges {
        for edge in edges.chunks(2) {
            if edge.iter().any(|vertex| reached.contains(vertex)) {
                reached.extend(edge);
            }
        }
    }
    reached.len()
}

#[test]
fn trees_and_graphs() {
    let trees = (1..=4).flat_map(|n| {
        let all = lists(2 * (n - 1), 1, n).into_iter().filter(move |edges| reached(edges) == n as usize);
        all.map(move |edges| with_rows(Some(n), &edges, 2, 1))
    });
    check("n: 1..4; n-1 x u: 1..n, v: 1..n where tree", 99, trees);
    let of_sum = |edges: &Vec<i64>| reached(edges) == 4 && edges.chunks(2).map(|edge| edge[1]).sum::<i64>() >= 7;
    let of_sum = lists(6, 1, 4).into_iter().filter(of_sum).map(|edges| with_rows(Some(4), &edges, 2, 1));
    check("n: 1..4; n-1 x u: 1..n, v: 1..n where tree; where sum(v) >= 7", 99, of_sum);
    let is_apart = |e: &Vec<i64>| reached(e) == 4 && e[0] != e[2] && e[0] != e[4] && e[2] != e[4];
    let apart = lists(6, 1, 4).into_iter().filter(is_apart).map(|edges| with_rows(None, &edges, 2, 1));
    check("3 x u: 1..4 distinct, v: 1..4 where tree", 99, apart);
    // No forest has as many edges as there may be. On two vertices there are 3, and on three 31.
    let forests = description("n: 2..3; m: 0..12; m x u: 1..n, v: 1..n where acyclic");
    assert_eq!(forests.by_size().flatten().count(), 34);
    let is_simple = |edges: &[i64]| {
        let pairs: BTreeSet<_> = edges.chunks(2).map(|edge| (edge[0].min(edge[1]), edge[0].max(edge[1]))).collect();
        pairs.len() == edges.len() / 2 && edges.chunks(2).all(|edge| edge[0] != edge[1])
    };
    let graphs = (2..=4).flat_map(|n| {
        (n - 1..=(n * (n - 1) / 2).min(3)).flat_map(move |m| {
            let all =
                lists(2 * m, 1, n).into_iter().filter(move |edges| reached(edges) == n as usize && is_simple(edges));
            all.map(move |edges| {
                let (size, text) = with_rows(None, &edges, 2, 1);
                (size + (n - 1 + m - n + 2) as usize, format!("{n} {m}\n{text}"))
            })
        })
    });
    check("n: 2..4, m: n-1..min(3, n*(n-1)/2); m x u: 1..n, v: 1..n where simple, connected", 99, graphs);
    let acyclic = lists(6, 0, 2).into_iter().filter(|edges| {
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        orders.iter().any(|order| edges.chunks(2).all(|edge| order[edge[0] as usize] < order[edge[1] as usize]))
    });
    let acyclic = acyclic.map(|edges| with_rows(None, &edges, 2, 0));
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
    // One pair of strings has no letter, 4 have one and 4 have two.
    assert_eq!(description("2 x s: [ab]{0..1}; m: 0..len(s)").by_size().flatten().count(), 1 + 4 * 2 + 4 * 3);
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
        let first = lists(2, 0, n).into_iter().filter(|row| row[0] > 0);
        let first = first.map(|row| (size(&row, 0) - 1, format!("1 {} {}\n", row[0], row[1])));
        let second = lists(2, 1, n).into_iter().filter(|row| row[0] <= row[1]);
        first.chain(second.map(|row| (1 + row[1] as usize, format!("2 {} {}\n", row[0], row[1]))))
    };
    let all = (1..=3).flat_map(|n| {
        let one = row(n).map(move |(size, text)| (n as usize + 2 + size, format!("{n} 1\n{text}")));
        let two = row(n).flat_map(move |(size, text)| {
            row(n).map(move |(other, next)| (n as usize + 4 + size + other, format!("{n} 2\n{text}{next}")))
        });
        one.chain(two)
    });
    check("n: 1..3, q: 1..2; q x \"1\", i: 1..n, v: 0..n | \"2\", l: 1..n, r: l..n", 99, all);
    // The smallest are not those with the smallest numbers, or with the first alternative.
    let first = lists(2, 5, 6).into_iter().map(|row| (1 + size(&row, 5), format!("1 {} {}\n", row[0], row[1])));
    check("1 x \"1\", a: 5..6, b: 5..6 | \"2\"", 99, first.chain([(1, "2\n".to_owned())]));
    // Two rows: different strings in both, one in either, or none.
    assert_eq!(description("2 x \"1\", s: [ab]{1..1} distinct | \"2\"").by_size().flatten().count(), 2 + 2 * 2 + 1);
    // a a a, a a b, a b b, b b b.
    assert_eq!(description("3 x s: [ab]{1..1} sorted").by_size().flatten().count(), 4);
    let cases = (1..=2).flat_map(|n| lists(n, 0, 3).into_iter().map(move |a| lines(&[(&[1], 0), (&[n], 1), (&a, 0)])));
    check("t: 1..9; t x { n: 1..2; a[n]: 0..3 }; where sum(n) <= 4", 99, cases);
    assert_eq!(description("t: 0..2; t x { \"a\" }").by_size().flatten().count(), 1);
    assert_eq!(description("k: 0..1; count(k, 0) x \"a\"").by_size().flatten().count(), 2);
    let rows = (1..=3).flat_map(|n| lists(n, 1, 3)).map(|row| with_rows(None, &row, 1, 1));
    check("1..3 x n: 1..3; \"0\"", 99, rows.map(|(size, text)| (size, text + "0\n")));
    let intervals = lists(2, 0, 5).into_iter().filter(|row| row[0] < row[1]);
    let intervals = intervals.map(|row| (1 + row[1] as usize, format!("{} {}\n", row[0], row[1])));
    check("l: 0..4, r: l+1..5", 99, intervals);
    // What a row has does not bind the next one.
    let rows = lists(6, 0, 2).into_iter().filter(|a| a.chunks(3).all(|row| row[0] < 2 && row[1] >= row[2]));
    check("2 x a: 0..1, k: 0..2, l: 0..k", 99, rows.map(|a| with_rows(None, &a, 3, 0)));
    let decimals = (-15..=25).map(|tenths: i64| (size(&[tenths], 0), format!("{:.1}\n", tenths as f64 / 10.0)));
    check("x: -1.5..2.5 places 1", 99, decimals);
}

/// Texts with one or two words changed. Few of them are valid.
fn neighbours(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split_inclusive([' ', '\n']).collect();
    let with = |changes: &[(usize, String)]| {
        let mut words: Vec<&str> = words.clone();
        for (at, word) in changes {
            words[*at] = word;
        }
        words.concat()
    };
    let mut near = Vec::new();
    let mut all = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let (plain, end) = word.split_at(word.len() - 1);
        all.extend(["", end, &word.repeat(2)].map(|other| with(&[(at, other.to_owned())])));
        all.extend(["a", "b", "p", "q"].map(|other| with(&[(at, format!("{other}{end}"))])));
        if let Ok(number) = plain.parse::<i64>() {
            near.extend([-2, -1, 1, 2].map(|more| (at, format!("{}{end}", number + more))));
        }
    }
    for (number, first) in near.iter().enumerate() {
        all.push(with(slice::from_ref(first)));
        all.extend(
            near[number..]
                .iter()
                .filter(|second| second.0 > first.0)
                .map(|second| with(&[first.clone(), second.clone()])),
        );
    }
    all
}

/// Every valid neighbour of a listed input, and every small random one, is listed too. The lines of `odd.txt` were drawn
/// at random from the grammar, except the last one, for which inputs had been left out.
#[test]
fn inputs_are_listed_in_order_of_size_and_none_is_left_out() {
    let (mut neighbours_read, mut drawn) = (0, 0);
    for text in include_str!("odd.txt").lines().map(str::to_owned).chain(all()) {
        let description = description(&text);
        let mut listed = BTreeMap::new();
        // Sizes above this one are not listed as a whole.
        let mut largest = usize::MAX;
        let mut last = 0;
        for (size, input) in description.by_size().flatten() {
            if listed.len() >= 200 && size > last || listed.len() == 2000 {
                largest = size - 1;
                break;
            }
            let bytes = bytes(&description, &input);
            assert_valid(&description, &text, &bytes);
            assert!(size >= last && size == input.size());
            assert!(listed.insert(String::from_utf8(bytes).unwrap(), size).is_none());
            last = size;
        }
        let check = |other: &str| match description.read(other.as_bytes()).as_deref() {
            Ok([input]) if input.size() <= largest => {
                assert_eq!(listed.get(other), Some(&input.size()), "{text}: {other}");
                1
            }
            _ => 0,
        };
        let near = listed.keys().step_by(listed.len() / 12 + 1).flat_map(|near| neighbours(near));
        neighbours_read += near.map(|other| check(&other)).sum::<usize>();
        let random = (0..20).filter_map(|number| description.random_input(1, number, 2).ok());
        drawn += random.map(|input| check(str::from_utf8(&bytes(&description, &input)).unwrap())).sum::<usize>();
        assert!(listed.len() > 3, "{text}");
    }
    assert!(neighbours_read > 20_000 && drawn > 1500, "{neighbours_read}, {drawn}");
}
