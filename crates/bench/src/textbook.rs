//! The baseline for `retrograde`: backward induction as in textbooks, with the whole graph in memory.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use retrograde::{Game, Outcome, Value};

/// The value of every rank, `None` if it has no position.
pub(crate) fn solve<G: Game>(game: &G) -> Vec<Option<Value>> {
    let ranks = game.ranks() as usize;
    // For each position its predecessors, and in the lowest bit whether the player who moves from there moves again.
    let mut predecessors: Vec<Vec<usize>> = vec![Vec::new(); ranks];
    let mut moves_left = vec![0_usize; ranks];
    let mut values = vec![None; ranks];
    let mut queue = VecDeque::new();
    for (from, rank) in (0..game.ranks()).enumerate() {
        let Some(position) = game.unrank(rank) else { continue };
        let _ = game.successors(&position, |next| {
            let again = usize::from(game.moves_again(&position, &next));
            predecessors[game.rank(&next) as usize].push(from << 1 | again);
            moves_left[from] += 1;
            ControlFlow::Continue(())
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
        for &edge in &predecessors[position] {
            let (before, again) = (edge >> 1, edge & 1 == 1);
            if values[before] != Some(Value::Draw) {
                continue;
            }
            let value_for_mover = if again { value } else { value.for_opponent() };
            match value_for_mover {
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
