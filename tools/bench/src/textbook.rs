//! The baseline for `retrograde`: backward induction as in textbooks, with the whole graph in memory.

use std::collections::VecDeque;

use retrograde::{Outcome, Ranked, Value};

/// The index of a rank in a table.
pub(crate) fn index(rank: u64) -> usize {
    usize::try_from(rank).expect("a game that fits into memory")
}

/// The value of every rank, `None` if it has no position. Only canonical positions may have a rank; none is known to be
/// anything but drawn, and no player may move again.
pub(crate) fn solve<G: Ranked>(game: &G) -> Vec<Option<Value>> {
    let ranks = index(game.ranks());
    let mut predecessors: Vec<Vec<usize>> = vec![Vec::new(); ranks];
    let mut moves_left = vec![0_usize; ranks];
    let mut values = vec![None; ranks];
    let mut queue = VecDeque::new();
    for (from, rank) in (0..game.ranks()).enumerate() {
        let Some(position) = game.unrank(rank) else { continue };
        game.successors(&position, &mut |next| {
            // A move that is known to draw is left until the end.
            moves_left[from] += 1;
            if game.known_value(&next) != Some(Value::Draw) {
                predecessors[index(game.rank(&game.canonical(&next)).expect("a rank"))].push(from);
            }
        });
        values[from] = Some(Value::Draw);
        if moves_left[from] == 0 {
            values[from] = Some(match game.ending(&position) {
                Outcome::Win => Value::Win(0),
                Outcome::Loss => Value::Loss(0),
                Outcome::Draw => Value::Draw,
            });
            if values[from] != Some(Value::Draw) {
                queue.push_back(from);
            }
        }
    }
    while let Some(position) = queue.pop_front() {
        let Some(value) = values[position] else { continue };
        for &before in &predecessors[position] {
            if values[before] != Some(Value::Draw) {
                continue;
            }
            match value.for_opponent() {
                Value::Win(plies) => values[before] = Some(Value::Win(plies + 1)),
                Value::Loss(_) if moves_left[before] > 1 => {
                    moves_left[before] -= 1;
                    continue;
                }
                Value::Loss(plies) => values[before] = Some(Value::Loss(plies + 1)),
                Value::Draw => continue,
            }
            queue.push_back(before);
        }
    }
    values
}
