//! Games that are explicit graphs, and a simple way to solve them.

use std::ops::ControlFlow;

use retrograde::{Game, Outcome, Predecessors, Ranked, Value};

/// The index of a rank in a table.
pub(crate) fn index(rank: u64) -> usize {
    usize::try_from(rank).expect("small graphs")
}

/// A game whose positions are their ranks. Some ranks may have no position, and positions may be symmetric.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    /// The successors of each position; `None` for a rank without a position.
    pub(crate) moves: Vec<Option<Vec<u64>>>,
    pub(crate) endings: Vec<Outcome>,
    /// The canonical position of each position.
    pub(crate) canonical: Vec<u64>,
    /// A move keeps the turn if the canonical positions of its ends, plus one if it crosses the mirror, sum to a
    /// multiple of this; with 0, no move does.
    pub(crate) again: u64,
    /// The side of a mirror that a position is on; `None` if it is in the mirror or there is none.
    pub(crate) sides: Vec<Option<usize>>,
}

impl Graph {
    pub(crate) fn new(moves: Vec<Vec<u64>>, endings: Vec<Outcome>) -> Self {
        let canonical = (0..).take(moves.len()).collect();
        let sides = vec![None; moves.len()];
        Self { moves: moves.into_iter().map(Some).collect(), endings, canonical, again: 0, sides }
    }

    fn moves_of(&self, position: u64) -> &[u64] {
        self.moves[index(position)].as_deref().unwrap_or_default()
    }
}

impl Game for Graph {
    type Position = u64;

    fn successors(&self, position: &u64, visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        self.moves_of(*position).iter().copied().try_for_each(visit)
    }

    fn moves_again(&self, from: &u64, to: &u64) -> bool {
        let across = match [from, to].map(|position| self.sides.get(index(*position)).copied().flatten()) {
            [Some(from), Some(to)] => u64::from(from != to),
            _ => 0,
        };
        self.again > 0 && (self.canonical(from) + self.canonical(to) + across).is_multiple_of(self.again)
    }

    fn ending(&self, position: &u64) -> Outcome {
        self.endings[index(*position)]
    }

    fn canonical(&self, position: &u64) -> u64 {
        self.canonical[index(*position)]
    }

    fn orbit(&self, position: &u64) -> u32 {
        let is_symmetric = |other: &&u64| **other == self.canonical(position);
        u32::try_from(self.canonical.iter().filter(is_symmetric).count()).expect("small graphs")
    }
}

impl Ranked for Graph {
    fn ranks(&self) -> u64 {
        self.moves.len() as u64
    }

    fn rank(&self, position: &u64) -> u64 {
        *position
    }

    fn unrank(&self, rank: u64) -> Option<u64> {
        self.moves[index(rank)].as_ref().map(|_| rank)
    }
}

impl Predecessors for Graph {
    fn predecessors(&self, position: &u64, mut visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        for from in 0..self.ranks() {
            self.moves_of(from).iter().filter(|to| *to == position).try_for_each(|_| visit(from))?;
        }
        ControlFlow::Continue(())
    }
}

/// A graph with separate predecessors, right or wrong, and possibly more ranks than positions.
pub(crate) struct OtherOrigins {
    pub(crate) graph: Graph,
    pub(crate) ranks: u64,
    pub(crate) origins: Vec<Vec<u64>>,
}

impl OtherOrigins {
    /// A graph without symmetries, with the right predecessors.
    pub(crate) fn new(graph: Graph) -> Self {
        let mut origins = vec![Vec::new(); graph.moves.len()];
        for from in 0..graph.ranks() {
            graph.moves_of(from).iter().for_each(|&to| origins[index(to)].push(from));
        }
        Self { ranks: graph.ranks(), graph, origins }
    }
}

impl Game for OtherOrigins {
    type Position = u64;

    fn successors(&self, position: &u64, visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        self.graph.successors(position, visit)
    }

    fn moves_again(&self, from: &u64, to: &u64) -> bool {
        self.graph.moves_again(from, to)
    }

    fn ending(&self, position: &u64) -> Outcome {
        self.graph.ending(position)
    }
}

impl Ranked for OtherOrigins {
    fn ranks(&self) -> u64 {
        self.ranks
    }

    fn rank(&self, position: &u64) -> u64 {
        *position
    }

    fn unrank(&self, rank: u64) -> Option<u64> {
        (rank < self.graph.ranks()).then_some(rank)
    }
}

impl Predecessors for OtherOrigins {
    fn predecessors(&self, position: &u64, visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        self.origins[index(*position)].iter().copied().try_for_each(visit)
    }
}

/// A game in which each position has a move to the one before it. The first one has this ending.
pub(crate) fn chain(positions: u64, end: Outcome) -> Graph {
    let moves = (0..positions).map(|position| position.checked_sub(1).into_iter().collect()).collect();
    Graph::new(moves, vec![end; index(positions)])
}

/// A graph with wins and losses in several distances, draws by repetition and by rule, a win by having no move, and
/// symmetric positions.
pub(crate) fn many_kinds() -> Graph {
    let moves =
        [&[][..], &[0], &[1], &[2, 1], &[3], &[4, 6], &[5], &[8], &[7, 6], &[], &[9, 10], &[], &[11], &[12, 4], &[0]];
    let mut endings = vec![Outcome::Loss; moves.len()];
    endings[9] = Outcome::Draw;
    endings[11] = Outcome::Win;
    let mut graph = Graph::new(moves.map(<[u64]>::to_vec).to_vec(), endings);
    graph.canonical[14] = 1;
    graph
}

/// The values by definition: round `n` goes through all positions and decides those that are won or lost in `n` plies.
/// No distance is longer than the number of positions.
pub(crate) fn naive_values(graph: &Graph) -> Vec<Value> {
    let mut values: Vec<Option<Value>> = vec![None; graph.moves.len()];
    for round in 0..=u16::try_from(graph.moves.len()).expect("small graphs") {
        let before = values.clone();
        for (from, value) in (0..).zip(&mut values).filter(|(_, value)| value.is_none()) {
            let moves = graph.moves_of(from);
            // Whether each move wins, if that is known.
            let reached = moves.iter().map(|&to| match before[index(to)] {
                Some(Value::Win(_)) => Some(graph.moves_again(&from, &to)),
                Some(Value::Loss(_)) => Some(!graph.moves_again(&from, &to)),
                Some(Value::Draw) | None => None,
            });
            if moves.is_empty() {
                *value = match (round, graph.ending(&from)) {
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
