use std::collections::HashSet;
use std::io;

/// The Grundy values of strips of 0 to `longest` free cells: an X takes two cells on either side out of play.
fn grundy_values(longest: usize) -> Vec<usize> {
    let mut values = vec![0];
    for length in 1..=longest {
        let rest = |side: usize| values[side.saturating_sub(2)];
        let reachable: HashSet<usize> = (0..length).map(|i| rest(i) ^ rest(length - 1 - i)).collect();
        values.push((0..).find(|value| !reachable.contains(value)).unwrap());
    }
    values
}
