//! Natural order: numbers in names are compared by value, so 2 comes before 10.

use std::cmp::Ordering;
use std::path::{Path, is_separator};

/// Compares paths component by component, so that the files of a folder stay together.
pub(crate) fn compare_paths(one: &Path, other: &Path) -> Ordering {
    let [one, other] = [one, other].map(|path| path.as_os_str().as_encoded_bytes());
    let (mut left, mut right) = (components(one), components(other));
    loop {
        let order = match (left.next(), right.next()) {
            (None, None) => return one.cmp(other),
            (Some(left), Some(right)) => compare_names(left, right),
            (left, right) => left.cmp(&right),
        };
        if order != Ordering::Equal {
            return order;
        }
    }
}

fn components(path: &[u8]) -> impl Iterator<Item = &[u8]> {
    let parts = path.split(|&byte| byte.is_ascii() && is_separator(char::from(byte)));
    parts.filter(|part| !part.is_empty())
}

/// Compares names. Only equal names are `Equal`: `1`, `01` and `001` come in this order.
pub(super) fn compare_names(one: &[u8], other: &[u8]) -> Ordering {
    let equal = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    // The first difference may be within a number, whose other digits count too.
    let digits = one[..equal].iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let (mut left, mut right) = (&one[equal - digits..], &other[equal - digits..]);
    loop {
        let order = match (first_token(&mut left), first_token(&mut right)) {
            (None, None) => return one.len().cmp(&other.len()).then_with(|| one.cmp(other)),
            (a, b) => a.cmp(&b),
        };
        if order != Ordering::Equal {
            return order;
        }
    }
}

/// A byte; or a number, as the byte `0`, the count of its digits and the digits, without leading zeros.
type Token<'a> = (u8, usize, &'a [u8]);

/// Takes a byte or a whole number from a text.
fn first_token<'a>(text: &mut &'a [u8]) -> Option<Token<'a>> {
    let (&first, rest) = text.split_first()?;
    if !first.is_ascii_digit() {
        *text = rest;
        return Some((first, 0, &[]));
    }
    let (number, rest) = text.split_at(text.iter().take_while(|byte| byte.is_ascii_digit()).count());
    *text = rest;
    let number = &number[number.iter().take_while(|&&digit| digit == b'0').count()..];
    // All numbers stand where the digits do among the other bytes.
    Some((b'0', number.len(), number))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All names of up to `length` of these bytes.
    fn names(alphabet: &[u8], length: usize) -> Vec<Vec<u8>> {
        let mut all = vec![Vec::new()];
        let mut last = all.clone();
        for _ in 0..length {
            last = last.iter().flat_map(|name| alphabet.iter().map(move |&c| [name, &[c][..]].concat())).collect();
            all.extend(last.iter().cloned());
        }
        all
    }

    /// Asserts that any two compare like their places in one sequence, so that the order is total.
    fn assert_total<T: Copy + std::fmt::Debug>(mut all: Vec<T>, compare: impl Fn(T, T) -> Ordering) {
        all.sort_by(|&one, &other| compare(one, other));
        for (at, &one) in all.iter().enumerate() {
            for (other_at, &other) in all.iter().enumerate() {
                assert_eq!(compare(one, other), at.cmp(&other_at), "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn the_order_of_all_short_names_and_paths_is_total() {
        assert_total(names(b"01.a2", 4).iter().map(Vec::as_slice).collect(), compare_names);
        let paths = names(b"/0a", 5);
        let paths = paths.iter().map(|path| Path::new(str::from_utf8(path).expect("ASCII")));
        assert_total(paths.collect(), compare_paths);
    }

    #[test]
    fn numbers_are_compared_by_value_and_folders_stay_together() {
        let sorted = [
            "/a/1.in",
            "/a/01.in",
            "/a/2.in",
            "/a/10.in",
            "/a/123456789012345678901234567890.in",
            "/a/x.in",
            "/a/x2a.in",
            "/a/x2b.in",
            "/a/x10a.in",
            "/a.in",
            "/a1/2.in",
            "/a1/3.in",
            "/a01/1.in",
            "/a01/3.in",
            "/a2/1.in",
            "/b.in",
        ];
        let mut paths: Vec<&Path> = sorted.iter().rev().map(Path::new).collect();
        paths.sort_by(|one, other| compare_paths(one, other));
        assert_eq!(paths, sorted.map(Path::new));
    }
}
