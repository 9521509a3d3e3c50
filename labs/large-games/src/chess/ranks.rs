//! Parts as the library sees them, and the numbering of their positions: where the kings are, up to symmetry, where the
//! men are, and who is to move. Where both sides have the same men, White is to move.

use retrograde::Ranked;

use super::board::{NOWHERE, Square};
use super::kings::Kings;
use super::part::{Colour, Part, Piece};
use super::{Chess, Position};

/// The squares that a man can stand on begin with this one.
pub(crate) fn lowest_square(piece: Piece) -> Square {
    if piece == Piece::Pawn { 8 } else { 0 }
}

/// The number of squares that a man can stand on.
fn squares(piece: Piece) -> u64 {
    if piece == Piece::Pawn { 48 } else { 64 }
}

/// The number of places for two pawns of which White's can capture the other en passant: its file, and whether to the
/// right.
const EN_PASSANT: u64 = 16;

impl Chess {
    fn kings(&self, part: Part) -> &Kings {
        if part.has_pawn() { &self.kings_with_pawns } else { &self.kings }
    }

    /// The lowest of the positions that are symmetric to one.
    pub(super) fn lowest(&self, at: Position) -> Position {
        let part = at.part();
        let exchange = at.to_move == Colour::Black && part.is_symmetric();
        let at = if exchange { at.with_colours_exchanged() } else { at };
        let at = Position { exchanged: false, ..at };
        let lowest = at.image(self.kings(part).symmetry(at.kings));
        let other = if part.has_pawn() { None } else { lowest.image_across_kings() };
        other.map_or(lowest, |other| lowest.min(other))
    }

    /// The number of ways to place the men, without regard to the kings.
    fn stations(part: Part) -> u64 {
        let [one, other] = part.men().map(|man| man.map_or(1, |man| squares(man.piece)));
        if part.has_twins() { one * (one - 1) / 2 } else { one * other }
    }

    fn station(part: Part, at: &Position) -> u64 {
        let number =
            |place: usize| part.men()[place].map_or(0, |man| u64::from(at.squares[place] - lowest_square(man.piece)));
        let [one, other] = [number(0), number(1)];
        if part.has_twins() {
            return other * other.saturating_sub(1) / 2 + one;
        }
        one * part.men()[1].map_or(1, |man| squares(man.piece)) + other
    }

    fn squares(part: Part, station: u64) -> [Square; 2] {
        let [one, other] = if part.has_twins() {
            let upper = (station * 2).isqrt();
            // The root is the greater of the two squares, or one too small.
            let upper = if upper * (upper + 1) / 2 <= station { upper + 1 } else { upper };
            [station - upper * (upper - 1) / 2, upper]
        } else {
            let count = part.men()[1].map_or(1, |man| squares(man.piece));
            [station / count, station % count]
        };
        let square = |number: u64, place: usize| {
            let square = |lowest| lowest + u8::try_from(number).expect("a square");
            part.men()[place].map_or(NOWHERE, |man| square(lowest_square(man.piece)))
        };
        [square(one, 0), square(other, 1)]
    }

    /// The number of sides that can be to move.
    fn sides(part: Part) -> u64 {
        if part.is_symmetric() { 1 } else { 2 }
    }

    /// The number of positions without a right to capture en passant.
    fn plain(&self, part: Part) -> u64 {
        self.kings(part).count() * Self::stations(part) * Self::sides(part)
    }

    fn unrank_en_passant(&self, part: Part, number: u64) -> Option<Position> {
        let pawns = number % EN_PASSANT;
        let own = 32 + u8::try_from(pawns / 2).expect("a file");
        let other = if pawns.is_multiple_of(2) { own - 1 } else { own + 1 };
        let at = Position {
            men: part.men(),
            kings: self.kings(part).pair(number / EN_PASSANT),
            squares: [own, other],
            to_move: Colour::White,
            en_passant: true,
            exchanged: false,
        };
        (at.pawn_to_capture_in_passing() == Some(other)).then_some(at)
    }

    /// Whether no two men share a square, and the player who has just moved is not in check.
    pub(super) fn is_legal(&self, at: &Position) -> bool {
        let [white, black] = at.kings;
        let apart = at.men().all(|(place, _, square)| {
            square != white && square != black && at.men().all(|(other, _, at)| other == place || at != square)
        });
        apart && !self.in_check(at, at.to_move.other())
    }
}

impl Chess {
    /// What is on the board in the part with this number.
    ///
    /// # Panics
    ///
    /// If there is no such part.
    #[must_use]
    pub fn part(&self, number: usize) -> Part {
        self.parts.part(number)
    }

    /// The number of ranks of a part.
    pub(super) fn ranks_in(&self, part: Part) -> u64 {
        let en_passant = if part.has_two_sides_with_pawns() { self.kings(part).count() * EN_PASSANT } else { 0 };
        self.plain(part) + en_passant
    }
}

impl Ranked for Chess {
    fn ranks(&self) -> u64 {
        self.parts.ranks()
    }

    fn parts(&self) -> Vec<retrograde::Part> {
        self.parts.list(|part| part.next().into_iter().collect())
    }

    fn part_of(&self, position: &Position) -> Option<usize> {
        self.parts.number(position.part())
    }

    fn rank(&self, at: &Position) -> Option<u64> {
        let part = Part::with(at.men);
        let start = self.parts.start(self.parts.number(part)?);
        let kings = self.kings(part).number(at.kings);
        if at.en_passant {
            let [own, other] = at.squares;
            let pawns = u64::from(own % 8) * 2 + u64::from(other > own);
            return Some(start + self.plain(part) + kings * EN_PASSANT + pawns);
        }
        let side = if part.is_symmetric() { 0 } else { at.to_move as u64 };
        Some(start + (kings * Self::stations(part) + Self::station(part, at)) * Self::sides(part) + side)
    }

    fn unrank(&self, rank: u64) -> Option<Position> {
        let (part, rank) = self.parts.place(rank)?;
        let at = if let Some(number) = rank.checked_sub(self.plain(part)) {
            self.unrank_en_passant(part, number)?
        } else {
            let (stations, sides) = (Self::stations(part), Self::sides(part));
            Position {
                men: part.men(),
                kings: self.kings(part).pair(rank / sides / stations),
                squares: Self::squares(part, rank / sides % stations),
                to_move: if rank.is_multiple_of(sides) { Colour::White } else { Colour::Black },
                en_passant: false,
                exchanged: false,
            }
        };
        let mirrored = || if part.has_pawn() { None } else { at.image_across_kings() };
        (self.is_legal(&at) && mirrored().is_none_or(|mirrored| at <= mirrored)).then_some(at)
    }
}
