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
    /// Who moves between positions whose kinds add up to a multiple of this moves again, those on the other side of the
    /// mirror being one more; if it is 0, nobody does.
    pub(crate) again: u32,
    /// On which side of a mirror a position lies, `None` if within or where there is none.
    pub(crate) sides: Vec<Option<usize>>,
}

impl<const KNOWS_PREDECESSORS: bool> Graph<KNOWS_PREDECESSORS> {
    pub(crate) fn new(moves: Vec<Vec<u32>>, endings: Vec<Outcome>) -> Self {
        let canonical = (0..).take(moves.len()).collect();
        let sides = vec![None; moves.len()];
        Self { moves: moves.into_iter().map(Some).collect(), endings, canonical, again: 0, sides }
    }

    /// The same graph to be solved the other way.
    pub(crate) fn other<const OTHER: bool>(&self) -> Graph<OTHER> {
        let Self { moves, endings, canonical, again, sides } = self.clone();
        Graph { moves, endings, canonical, again, sides }
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

    fn moves_again(&self, from: &u32, to: &u32) -> bool {
        let across = match [from, to].map(|position| self.sides.get(*position as usize).copied().flatten()) {
            [Some(from), Some(to)] => u32::from(from != to),
            _ => 0,
        };
        self.again > 0 && (self.canonical(from) + self.canonical(to) + across).is_multiple_of(self.again)
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

/// A graph with wins and losses of several distances, draws by going round and by rule, a win by being stuck, and
/// positions that are alike.
pub(crate) fn many_kinds() -> Graph<false> {
    let moves =
        [&[][..], &[0], &[1], &[2, 1], &[3], &[4, 6], &[5], &[8], &[7, 6], &[], &[9, 10], &[], &[11], &[12, 4], &[0]];
    let mut endings = vec![Outcome::Loss; moves.len()];
    endings[9] = Outcome::Draw;
    endings[11] = Outcome::Win;
    let mut graph = Graph::new(moves.map(<[u32]>::to_vec).to_vec(), endings);
    graph.canonical[14] = 1;
    graph
}

/// The values by their definition: in round `n` every position is looked at, and those are decided that are won or lost in
/// `n` plies. No position can be decided in more plies than there are positions.
pub(crate) fn naive_values<const K: bool>(graph: &Graph<K>) -> Vec<Value> {
    let mut values: Vec<Option<Value>> = vec![None; graph.moves.len()];
    for round in 0..=u16::try_from(graph.moves.len()).expect("small graphs") {
        let before = values.clone();
        for (position, value) in values.iter_mut().enumerate().filter(|(_, value)| value.is_none()) {
            let from = u32::try_from(position).expect("small graphs");
            let moves = graph.moves_of(from);
            // Whether the mover wins by each move, where that is known.
            let reached = moves.iter().map(|&to| match before[to as usize] {
                Some(Value::Win(_)) => Some(graph.moves_again(&from, &to)),
                Some(Value::Loss(_)) => Some(!graph.moves_again(&from, &to)),
                Some(Value::Draw) | None => None,
            });
            if moves.is_empty() {
                *value = match (round, graph.endings[position]) {
                    (0, Outcome::Win) => Some(Value::Win(0)),
                    (0, Outcome::Loss) => Some(Value::Loss(0)),
                    _ => None,
                };
            } else if reached.clone().any(|wins| wins == Some(true)) {
                *value = Some(Value::Win(round));
            } else if reached.clone().all(|wins| wins == Some(false)) {
                *value = Some(Value::Loss(round));
            }
        }
    }
    values.into_iter().map(|value| value.unwrap_or(Value::Draw)).collect()
}
