//! The rules of the game as the library needs them.

use retrograde::{Game, Ranked, Value};

use super::board::{HOME, KINDS, Position, Steps, one};
use super::ranks::Ranks;

/// Dobutsu shogi, with all pieces or without some kinds of them.
#[derive(Debug)]
pub struct Dobutsu {
    steps: Steps,
    ranks: Ranks,
    start: Position,
}

impl Dobutsu {
    /// The game with two lions, and with two chicks, elephants and giraffes if they take part, in this order.
    #[must_use]
    pub fn new(pieces: [bool; KINDS]) -> Self {
        let total = pieces.map(|takes_part| if takes_part { 2 } else { 0 });
        Self { steps: Steps::new(), ranks: Ranks::new(total), start: Position::start(pieces) }
    }

    /// The position before the first move.
    #[must_use]
    pub fn start(&self) -> Position {
        self.start
    }
}

impl Game for Dobutsu {
    type Position = Position;
    const LISTS_PREDECESSORS: bool = true;

    fn successors(&self, position: &Position, visit: &mut impl FnMut(Position)) {
        position.moves(&self.steps, &mut |after| visit(after.turned()));
    }

    fn known_value(&self, position: &Position) -> Option<Value> {
        if position.captures_lion(&self.steps) {
            Some(Value::Win(1))
        } else {
            (one(position.lions[1]) & HOME != 0).then_some(Value::Loss(0))
        }
    }

    /// The mirror image whose lions have a rank; if both images have one, the lower.
    fn canonical(&self, position: &Position) -> Position {
        match position.lions.map(|cell| cell % 3) {
            [0, _] | [1, 0] => *position,
            [1, 1] => (*position).min(position.mirrored()),
            _ => position.mirrored(),
        }
    }

    fn orbit(&self, position: &Position) -> u32 {
        if *position == position.mirrored() { 1 } else { 2 }
    }

    fn predecessors(&self, position: &Position, visit: &mut impl FnMut(Position)) {
        position.turned().moves_back(&self.steps, visit);
    }
}

impl Ranked for Dobutsu {
    fn ranks(&self) -> u64 {
        self.ranks.count()
    }

    fn rank(&self, position: &Position) -> Option<u64> {
        self.ranks.rank(position)
    }

    fn unrank(&self, rank: u64) -> Option<Position> {
        let position = self.ranks.unrank(rank);
        (self.canonical(&position) == position).then_some(position)
    }
}
