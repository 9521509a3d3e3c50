//! Games that are nothing but a graph, and a plain way to solve them.

use retrograde::{Game, Outcome, Value};

/// Positions are numbers; a position may have no number of its own, and may be alike to others.
#[derive(Clone, Debug)]
pub(crate) struct Graph<const KNOWS_PREDECESSORS: bool> {
    /// Where each position leads; `None` for a rank without a position.
    pub(crate) moves: Vec<Option<Vec<u32>>>,
    pub(crate) endings: Vec<Outcome>,
    /// For each position the one that stands for it.
    pub(crate) canonical: Vec<u32>,
}

impl<const KNOWS_PREDECESSORS: bool> Graph<KNOWS_PREDECESSORS> {
    pub(crate) fn new(moves: Vec<Vec<u32>>, endings: Vec<Outcome>) -> Self {
        let canonical = (0..).take(moves.len()).collect();
        Self { moves: moves.into_iter().map(Some).collect(), endings, canonical }
    }

    /// The same graph to be solved the other way.
    pub(crate) fn other<const OTHER: bool>(&self) -> Graph<OTHER> {
        let Self { moves, endings, canonical } = self.clone();
        Graph { moves, endings, canonical }
    }

    fn moves_of(&self, position: u32) -> &[u32] {
        self.moves[position as usize].as_deref().unwrap_or_default()
    }
}

impl<const KNOWS_PREDECESSORS: bool> Game for Graph<KNOWS_PREDECESSORS> {
    type Position = u32;

    const KNOWS_PREDECESSORS: bool = KNOWS_PREDECESSORS;

    fn ranks(&self) -> u32 {
        u32::try_from(self.moves.len()).expect("small graphs")
    }

    fn rank(&self, position: &u32) -> u32 {
        *position
    }

    fn unrank(&self, rank: u32) -> Option<u32> {
        self.moves[rank as usize].as_ref().map(|_| rank)
    }

    fn successors(&self, position: &u32, visit: impl FnMut(u32)) {
        self.moves_of(*position).iter().copied().for_each(visit);
    }

    fn ending(&self, position: &u32) -> Outcome {
        self.endings[*position as usize]
    }

    fn predecessors(&self, position: &u32, mut visit: impl FnMut(u32)) {
        for from in (0..self.ranks()).filter(|_| KNOWS_PREDECESSORS) {
            self.moves_of(from).iter().filter(|to| *to == position).for_each(|_| visit(from));
        }
    }

    fn canonical(&self, position: &u32) -> u32 {
        self.canonical[*position as usize]
    }

    fn orbit(&self, position: &u32) -> u32 {
        let alike = |other: &&u32| **other == self.canonical(position);
        u32::try_from(self.canonical.iter().filter(alike).count()).expect("small graphs")
    }
}

/// The values by their definition: in round `n` every position is looked at, and those are decided that are won or lost in
/// `n` plies. No position can be decided in more plies than there are positions.
pub(crate) fn naive_values<const K: bool>(graph: &Graph<K>) -> Vec<Value> {
    let mut values: Vec<Option<Value>> = vec![None; graph.moves.len()];
    for round in 0..=u16::try_from(graph.moves.len()).expect("small graphs") {
        let before = values.clone();
        for (position, value) in values.iter_mut().enumerate().filter(|(_, value)| value.is_none()) {
            let moves = graph.moves_of(u32::try_from(position).expect("small graphs"));
            let reached: Vec<Option<Value>> = moves.iter().map(|&to| before[to as usize]).collect();
            let is_loss = |value: &Option<Value>| matches!(value, Some(Value::Loss(_)));
            let is_win = |value: &Option<Value>| matches!(value, Some(Value::Win(_)));
            if moves.is_empty() {
                *value = match (round, graph.endings[position]) {
                    (0, Outcome::Win) => Some(Value::Win(0)),
                    (0, Outcome::Loss) => Some(Value::Loss(0)),
                    _ => None,
                };
            } else if reached.iter().any(is_loss) {
                *value = Some(Value::Win(round));
            } else if reached.iter().all(is_win) {
                *value = Some(Value::Loss(round));
            }
        }
    }
    values.into_iter().map(|value| value.unwrap_or(Value::Draw)).collect()
}
