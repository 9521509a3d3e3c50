//! The moves, forward and back.

use retrograde::{Game, Outcome, Value};

use super::board::{Square, Squares};
use super::part::{Colour, Man, PROMOTED, Piece};
use super::position::{ahead, back, row_seen_by};
use super::{Chess, Position};

impl Chess {
    /// Whether the king of a player is attacked.
    pub(super) fn in_check(&self, at: &Position, colour: Colour) -> bool {
        let king = at.king(colour);
        at.men_of(colour.other()).any(|(_, man, from)| {
            self.board.attacks(man, from).contain(king) && !self.board.behind(from, at.occupied()).contain(king)
        })
    }

    /// The squares that a man attacks or protects.
    fn attacked(&self, man: Man, from: Square, at: &Position) -> Squares {
        self.board.attacks(man, from) - self.board.behind(from, at.occupied())
    }

    /// The squares beside a king that the other king does not guard.
    fn beside_one_king(&self, at: &Position, colour: Colour) -> Squares {
        self.board.beside(at.king(colour)) - self.board.beside(at.king(colour.other()))
    }

    /// Visits the position after a move of any man but the king, unless the own king would be in check.
    fn visit_if_legal(&self, at: &Position, after: Position, visit: &mut impl FnMut(Position)) {
        if !self.in_check(&after, at.to_move) {
            visit(if after.men == at.men { after.with_twins_in_order() } else { after.settled() });
        }
    }

    fn king_moves(&self, at: &Position, visit: &mut impl FnMut(Position)) {
        let (mover, other) = (at.to_move, at.to_move.other());
        let attacked = at.men_of(other).fold(Squares::NONE, |attacked, (_, man, from)| {
            // The king does not hide behind itself.
            let blockers = [at.king(other), at.squares[0], at.squares[1]];
            attacked | (self.board.attacks(man, from) - self.board.behind(from, blockers))
        });
        let (own, captured) = (at.squares_of(mover), at.squares_of(other));
        let passed = Position { to_move: other, en_passant: false, ..*at };
        for to in (self.beside_one_king(at, mover) - own - attacked).iter() {
            let after = passed.with_king(mover, to);
            visit(if captured.contain(to) { after.without(other, to).settled() } else { after });
        }
    }

    fn pawn_moves(&self, at: &Position, (place, pawn, from): (usize, Man, Square), visit: &mut impl FnMut(Position)) {
        let (mover, other) = (at.to_move, at.to_move.other());
        let passed = Position { to_move: other, en_passant: false, ..*at };
        let attacked = self.board.attacks(pawn, from);
        let step = ahead(from, mover, 1);
        let captures = (attacked & at.squares_of(other)).iter();
        for to in captures.chain(at.is_free(step).then_some(step)) {
            let after = passed.without(other, to).with_man(place, to);
            if row_seen_by(mover, to) == 7 {
                for piece in PROMOTED {
                    self.visit_if_legal(at, after.promoted(place, piece), visit);
                }
            } else {
                self.visit_if_legal(at, after, visit);
            }
        }
        if row_seen_by(mover, from) == 1 && at.is_free(step) && at.is_free(ahead(from, mover, 2)) {
            let after = passed.with_man(place, ahead(from, mover, 2));
            let en_passant = after.pawn_to_capture_in_passing().is_some();
            self.visit_if_legal(at, Position { en_passant, ..after }, visit);
        }
        if let Some(captured) = at.pawn_to_capture_in_passing().filter(|_| at.en_passant) {
            let after = passed.without(other, captured).with_man(place, back(captured, other, 1));
            self.visit_if_legal(at, after, visit);
        }
    }

    /// Visits a position before a move, if it is one; and if a pawn could then be captured en passant, the position
    /// with that right too.
    fn visit_before(&self, before: Position, visit: &mut impl FnMut(Position)) {
        if self.in_check(&before, before.to_move.other()) {
            return;
        }
        let before = before.with_twins_in_order();
        visit(before);
        if before.pawn_to_capture_in_passing().is_some() {
            visit(Position { en_passant: true, ..before });
        }
    }
}

impl Game for Chess {
    type Position = Position;
    const LISTS_PREDECESSORS: bool = true;

    fn successors(&self, at: &Position, visit: &mut impl FnMut(Position)) {
        self.king_moves(at, visit);
        let (mover, other) = (at.to_move, at.to_move.other());
        let own = at.squares_of(mover) | Squares::one(at.king(mover));
        let captured = at.squares_of(other);
        let passed = Position { to_move: other, en_passant: false, ..*at };
        for (place, man, from) in at.men_of(mover) {
            if man.piece == Piece::Pawn {
                self.pawn_moves(at, (place, man, from), visit);
                continue;
            }
            for to in (self.attacked(man, from, at) - own).iter() {
                let after = passed.with_man(place, to);
                let after = if captured.contain(to) { after.without(other, to) } else { after };
                self.visit_if_legal(at, after, visit);
            }
        }
    }

    fn ending(&self, at: &Position) -> Outcome {
        // Otherwise it is stalemate.
        if self.in_check(at, at.to_move) { Outcome::Loss } else { Outcome::Draw }
    }

    fn known_value(&self, at: &Position) -> Option<Value> {
        at.part().is_drawn().then_some(Value::Draw)
    }

    fn canonical(&self, at: &Position) -> Position {
        self.lowest(*at)
    }

    /// Both colours can be either side.
    fn orbit(&self, at: &Position) -> u32 {
        let lowest = self.lowest(*at);
        let symmetries = if at.part().has_pawn() { 2 } else { 8 };
        let is_fixed = symmetries == 8 && lowest.image_across_kings() == Some(lowest);
        2 * if is_fixed { symmetries / 2 } else { symmetries }
    }

    /// Visits those in the same part.
    fn predecessors(&self, at: &Position, visit: &mut impl FnMut(Position)) {
        let mover = at.to_move.other();
        let before = Position { to_move: mover, en_passant: false, ..*at };
        let occupied = at.squares_of(mover) | at.squares_of(at.to_move) | at.kings.into_iter().collect();
        if let Some(pawn) = at.pawn_to_capture_in_passing().filter(|_| at.en_passant) {
            let (place, ..) = at.men().find(|(.., square)| *square == pawn).expect("a pawn");
            return self.visit_before(before.with_man(place, back(pawn, mover, 2)), visit);
        }
        for from in (self.beside_one_king(at, mover) - occupied).iter() {
            self.visit_before(before.with_king(mover, from), visit);
        }
        for (place, man, to) in at.men_of(mover) {
            if man.piece != Piece::Pawn {
                for from in (self.attacked(man, to, at) - occupied).iter() {
                    self.visit_before(before.with_man(place, from), visit);
                }
                continue;
            }
            let row = row_seen_by(mover, to);
            if row > 1 && at.is_free(back(to, mover, 1)) {
                self.visit_before(before.with_man(place, back(to, mover, 1)), visit);
                // If the pawn could be captured en passant, the move leads to the position with that right.
                if row == 3 && at.is_free(back(to, mover, 2)) && at.pawn_to_capture_in_passing() != Some(to) {
                    self.visit_before(before.with_man(place, back(to, mover, 2)), visit);
                }
            }
        }
    }
}
