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

    /// Any two names compare like their places in one sequence, so the order is total.
    #[test]
    fn the_order_of_all_short_names_is_total() {
        let mut sorted = names(b"01.a2", 4);
        sorted.sort_by(|one, other| compare_names(one, other));
        for (at, one) in sorted.iter().enumerate() {
            for (other_at, other) in sorted.iter().enumerate() {
                assert_eq!(compare_names(one, other), at.cmp(&other_at), "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn the_order_of_all_short_paths_is_total() {
        let paths: Vec<String> =
            names(b"/0a", 5).into_iter().map(|name| String::from_utf8(name).expect("ASCII")).collect();
        let mut sorted: Vec<&Path> = paths.iter().map(Path::new).collect();
        sorted.sort_by(|one, other| compare_paths(one, other));
        for (at, one) in sorted.iter().enumerate() {
            for (other_at, other) in sorted.iter().enumerate() {
                assert_eq!(compare_paths(one, other), at.cmp(&other_at), "{one:?} {other:?}");
            }
        }
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
