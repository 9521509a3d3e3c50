//! Values by definition, slowly, for all games: it shares no code with the solver, and knows no game.

use std::collections::HashMap;
use std::hash::Hash;
use std::iter::zip;

use retrograde::Value;

/// The value of a position with moves to positions of these values; without a move it is lost.
pub fn best(next: impl Iterator<Item = Value>) -> Value {
    let after = next.map(|next| match next {
        Value::Loss(plies) => Value::Win(plies + 1),
        Value::Draw => Value::Draw,
        Value::Win(plies) => Value::Loss(plies + 1),
    });
    // The order of values prefers a fast win and a slow loss.
    after.max().unwrap_or(Value::Loss(0))
}

/// The values of these positions and of all that moves lead to from them, by fixpoint iteration: what is won and lost in
/// a number of plies follows from what was in fewer. After a move that is made `again`, the same player moves.
pub fn values<P: Clone + Eq + Hash>(
    start: impl IntoIterator<Item = P>,
    known: impl Fn(&P) -> Option<Value>,
    moves: impl Fn(&P) -> Vec<P>,
    again: impl Fn(&P, &P) -> bool,
) -> HashMap<P, Value> {
    let mut numbers: HashMap<P, usize> = HashMap::new();
    let mut all: Vec<P> = Vec::new();
    let mut number_of = |position: P, all: &mut Vec<P>| {
        *numbers.entry(position).or_insert_with_key(|position| {
            all.push(position.clone());
            all.len() - 1
        })
    };
    for position in start {
        number_of(position, &mut all);
    }
    let mut next: Vec<Vec<(usize, bool)>> = Vec::new();
    while let Some(position) = all.get(next.len()).cloned() {
        let moves = if known(&position).is_some() { Vec::new() } else { moves(&position) };
        let reached = moves.into_iter().map(|to| (again(&position, &to), number_of(to, &mut all)));
        next.push(reached.map(|(again, to)| (to, again)).collect());
    }
    let mut values: Vec<Option<Value>> = all.iter().map(known).collect();
    let longest_known = values.iter().flatten().filter_map(|value| value.plies()).max().unwrap_or(0);
    for plies in 0.. {
        let before = values.clone();
        for (value, next) in zip(&mut values, &next).filter(|(value, _)| value.is_none()) {
            // Whether each move wins, if that is decided in fewer plies.
            let mut wins = next.iter().map(|&(next, again)| {
                let reached = before[next].filter(|value| value.plies() < Some(plies) && *value != Value::Draw)?;
                Some(matches!(reached, Value::Win(_)) == again)
            });
            if wins.clone().any(|wins| wins == Some(true)) {
                *value = Some(Value::Win(plies));
            } else if wins.all(|wins| wins == Some(false)) {
                *value = Some(Value::Loss(plies));
            }
        }
        if plies > longest_known && before == values {
            break;
        }
    }
    zip(all, values).map(|(position, value)| (position, value.unwrap_or(Value::Draw))).collect()
}
