//! The moves, forward and back.

use cozy_chess::{
    BitBoard, Color, Piece, Rank, Square, get_between_rays, get_bishop_moves, get_bishop_rays, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves, get_rook_rays,
};
use retrograde::{Game, Outcome, Value};

use super::position::{Man, NOBODY, ahead, back};
use super::{Chess, Position};

/// What a pawn can become.
pub(crate) const PROMOTED: [Piece; 4] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];

impl Man {
    /// The squares that it attacks or protects.
    #[inline]
    fn attacks(self, occupied: BitBoard) -> BitBoard {
        match self.piece {
            Piece::Queen => get_rook_moves(self.square, occupied) | get_bishop_moves(self.square, occupied),
            Piece::Rook => get_rook_moves(self.square, occupied),
            Piece::Bishop => get_bishop_moves(self.square, occupied),
            Piece::Knight => get_knight_moves(self.square),
            Piece::Pawn => get_pawn_attacks(self.square, self.colour),
            Piece::King => get_king_moves(self.square),
        }
    }

    /// Whether it attacks a square. Takes small tables alone, which stay in the nearest cache.
    #[inline]
    fn attacks_square(self, square: Square, occupied: BitBoard) -> bool {
        let rays = match self.piece {
            Piece::Queen => get_rook_rays(self.square) | get_bishop_rays(self.square),
            Piece::Rook => get_rook_rays(self.square),
            Piece::Bishop => get_bishop_rays(self.square),
            _ => return self.attacks(occupied).has(square),
        };
        rays.has(square) && occupied.is_disjoint(get_between_rays(self.square, square))
    }
}

impl Position {
    /// The squares that the men of a player besides the king attack or protect.
    #[inline]
    fn attacked_by(self, colour: Color, occupied: BitBoard) -> BitBoard {
        self.men_of(colour).fold(BitBoard::EMPTY, |attacked, (_, man)| attacked | man.attacks(occupied))
    }

    /// Whether the king of a player is attacked.
    #[inline]
    pub(super) fn in_check(self, colour: Color) -> bool {
        let (king, occupied) = (self.king(colour), self.occupied());
        self.men_of(!colour).any(|(_, man)| man.attacks_square(king, occupied))
    }

    /// Whether no two men share a square, and the player who has just moved is not in check.
    pub(super) fn is_legal(self) -> bool {
        let men = 2 + self.men.iter().map(|man| u32::from(*man != NOBODY)).sum::<u32>();
        self.occupied().len() == men && !self.in_check(!self.to_move)
    }

    /// The squares beside a king that the other king does not guard.
    #[inline]
    fn beside_one_king(self, colour: Color) -> BitBoard {
        get_king_moves(self.king(colour)) & !get_king_moves(self.king(!colour))
    }

    /// Visits the position after a move of a pawn, unless the own king would be in check.
    #[inline]
    fn visit_if_legal(self, after: Self, visit: &mut impl FnMut(Self)) {
        if !after.in_check(self.to_move) {
            visit(after.sorted());
        }
    }

    fn king_moves(self, visit: &mut impl FnMut(Self)) {
        let (mover, other) = (self.to_move, !self.to_move);
        // The king does not hide behind itself.
        let attacked = self.attacked_by(other, self.occupied() & !self.king(mover).bitboard());
        let captured = self.squares_of(other);
        let passed = Self { to_move: other, en_passant: false, ..self };
        for to in self.beside_one_king(mover) & !self.squares_of(mover) & !attacked {
            let after = passed.with_king(mover, to);
            visit(if captured.has(to) { after.without(other, to).sorted() } else { after });
        }
    }

    fn pawn_moves(self, (place, pawn): (usize, Man), visit: &mut impl FnMut(Self)) {
        let (mover, other, from, occupied) = (self.to_move, !self.to_move, pawn.square, self.occupied());
        let passed = Self { to_move: other, en_passant: false, ..self };
        let step = ahead(from, mover, 1);
        let captures = pawn.attacks(occupied) & self.squares_of(other);
        for to in captures | step.bitboard() & !occupied {
            let after = passed.without(other, to).with_man(place, to);
            if to.rank() == Rank::Eighth.relative_to(mover) {
                for piece in PROMOTED {
                    self.visit_if_legal(after.promoted(place, mover, piece), visit);
                }
            } else {
                self.visit_if_legal(after, visit);
            }
        }
        if from.rank() == Rank::Second.relative_to(mover) && !occupied.has(step) {
            let to = ahead(from, mover, 2);
            if !occupied.has(to) {
                let after = passed.with_man(place, to).with_twins_in_order();
                let en_passant = after.pawn_to_capture_in_passing().is_some();
                self.visit_if_legal(Self { en_passant, ..after }, visit);
            }
        }
        if let Some(captured) = self.pawn_to_capture_in_passing().filter(|_| self.en_passant) {
            let after = passed.without(other, captured).with_man(place, back(captured, other, 1));
            self.visit_if_legal(after, visit);
        }
    }

    /// Visits a position before a move, if it is one; and if a pawn could then be captured en passant, the position
    /// with that right too.
    #[inline]
    fn visit_before(self, visit: &mut impl FnMut(Self)) {
        if self.in_check(!self.to_move) {
            return;
        }
        let before = self.with_twins_in_order();
        visit(before);
        if before.pawn_to_capture_in_passing().is_some() {
            visit(Self { en_passant: true, ..before });
        }
    }
}

impl Game for Chess {
    type Position = Position;
    const LISTS_PREDECESSORS: bool = true;

    fn successors(&self, at: &Position, visit: &mut impl FnMut(Position)) {
        at.king_moves(visit);
        let (mover, other, occupied) = (at.to_move, !at.to_move, at.occupied());
        let own = at.squares_of(mover) | at.king(mover).bitboard();
        let captured = at.squares_of(other);
        let passed = Position { to_move: other, en_passant: false, ..*at };
        for (place, man) in at.men_of(mover) {
            if man.piece == Piece::Pawn {
                at.pawn_moves((place, man), visit);
                continue;
            }
            for to in man.attacks(occupied) & !own {
                let after = passed.with_man(place, to);
                let after = if captured.has(to) { after.without(other, to) } else { after };
                if !after.in_check(mover) {
                    visit(if captured.has(to) { after.sorted() } else { after.with_twins_in_order() });
                }
            }
        }
    }

    fn ending(&self, at: &Position) -> Outcome {
        // Otherwise it is stalemate.
        if at.in_check(at.to_move) { Outcome::Loss } else { Outcome::Draw }
    }

    #[inline]
    fn known_value(&self, at: &Position) -> Option<Value> {
        if self.part(*at).is_none() { Some(Value::Draw) } else { None }
    }

    #[inline]
    fn canonical(&self, at: &Position) -> Position {
        self.lowest(*at)
    }

    /// Both colours can be either side.
    fn orbit(&self, at: &Position) -> u32 {
        let lowest = self.lowest(*at);
        let symmetries = if self.part(*at).is_some_and(|part| part.has_pawn) { 2 } else { 8 };
        let is_fixed = symmetries == 8 && lowest.image_across_kings() == Some(lowest);
        2 * if is_fixed { symmetries / 2 } else { symmetries }
    }

    /// Visits those in the same part.
    fn predecessors(&self, at: &Position, visit: &mut impl FnMut(Position)) {
        let (mover, occupied) = (!at.to_move, at.occupied());
        let before = Position { to_move: mover, en_passant: false, ..*at };
        let is_free = |square: Square| !occupied.has(square);
        if let Some(pawn) = at.pawn_to_capture_in_passing().filter(|_| at.en_passant) {
            let (place, _) = at.men_of(mover).next().expect("a pawn");
            return before.with_man(place, back(pawn, mover, 2)).visit_before(visit);
        }
        for from in before.beside_one_king(mover) & !occupied {
            before.with_king(mover, from).visit_before(visit);
        }
        for (place, man) in at.men_of(mover) {
            if man.piece != Piece::Pawn {
                for from in man.attacks(occupied) & !occupied {
                    before.with_man(place, from).visit_before(visit);
                }
            } else if man.square.rank() != Rank::Second.relative_to(mover) && is_free(back(man.square, mover, 1)) {
                before.with_man(place, back(man.square, mover, 1)).visit_before(visit);
                // If the pawn could be captured en passant, the move leads to the position with that right.
                let is_double = man.square.rank() == Rank::Fourth.relative_to(mover)
                    && is_free(back(man.square, mover, 2))
                    && at.pawn_to_capture_in_passing() != Some(man.square);
                if is_double {
                    before.with_man(place, back(man.square, mover, 2)).visit_before(visit);
                }
            }
        }
    }
}
