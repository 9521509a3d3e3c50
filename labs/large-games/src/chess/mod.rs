//! Chess endgames with up to four men, kings included: one game whose parts differ in the men on the board.
//!
//! Captures and promotions lead from part to part. A king alone, or with one bishop or knight, cannot mate: those
//! positions against a lone king are known draws, and no parts. Pawns can be captured en passant; there is no castling,
//! and no draw by the rule of fifty moves. Distances are plies to mate.
//!
//! In the name of a part the side with more or stronger men comes first, and is White wherever positions are counted by
//! the side to move. Positions with the colours exchanged are symmetric ones, so there are up to 16 of them, and up to
//! 4 with pawns.
//!
//! A position is numbered by where the kings are, up to symmetry, where the men are, and who is to move. Where both
//! sides have the same men, White is to move.

mod moves;
mod places;
mod position;

use std::collections::BTreeSet;
use std::ops::Range;

use anyhow::{anyhow, ensure};
use cozy_chess::{Board, BoardBuilder, CastleRights, Color, FenParseError, Piece, Square};
use retrograde::{Part, Ranked};

use self::moves::PROMOTED;
use self::places::{Kings, Places};
pub use self::position::Position;
use self::position::{Material, NOBODY, PieceKind, back, exchanged, is_pawn, is_symmetric, kind, piece, settled};
use crate::program::Notation;

/// Endgames with three or four men.
#[derive(Debug)]
pub struct Chess {
    parts: Vec<Endgame>,
    /// The number of the part of each material whose men are in order, with either side as the stronger one.
    numbers: [[u8; 11]; 11],
    kings: Kings,
    /// With pawns, left and right alone can be exchanged.
    kings_with_pawns: Kings,
}

const NO_PART: u8 = u8::MAX;

/// A part of the game.
#[derive(Debug)]
struct Endgame {
    material: Material,
    has_pawn: bool,
    /// How many sides can be to move: where both have the same men, White is.
    sides: u64,
    ranks: Range<u64>,
    /// Where the men can stand, without regard to the kings.
    places: Places,
    /// Where the pawns can stand when White's can capture the other en passant. These positions come last.
    en_passant: Places,
}

fn colour(kind: PieceKind) -> Color {
    if kind < 5 { Color::White } else { Color::Black }
}

/// Whether nobody can mate: there are the kings alone, or with one bishop or knight.
fn is_drawn([one, other]: Material) -> bool {
    other == NOBODY && (one == NOBODY || [Piece::Bishop, Piece::Knight].contains(&piece(one)))
}

/// The parts that captures and promotions lead to.
fn next(material: Material) -> Vec<Material> {
    let [one, other] = material;
    let mut next = vec![[one, NOBODY], [other, NOBODY]];
    for (man, beside) in [(one, other), (other, one)] {
        if is_pawn(man) {
            let promoted = PROMOTED.map(|piece| kind(colour(man), piece));
            // A pawn may capture while it becomes another man, but no pawn.
            let is_captured = beside != NOBODY && colour(beside) != colour(man) && !is_pawn(beside);
            let left = [beside, NOBODY].into_iter().take(if is_captured { 2 } else { 1 });
            next.extend(left.flat_map(|beside| promoted.map(|man| [man, beside])));
        }
    }
    let next: BTreeSet<Material> = next.into_iter().map(settled).collect();
    next.into_iter().filter(|next| !is_drawn(*next) && *next != material).collect()
}

fn part_name(material: Material) -> String {
    let side = |side: Color| -> String {
        let men = material.into_iter().filter(|&kind| kind != NOBODY && colour(kind) == side);
        men.map(|kind| char::from(piece(kind)).to_ascii_uppercase()).collect()
    };
    format!("K{}vK{}", side(Color::White), side(Color::Black))
}

impl Default for Chess {
    /// All endgames with three and four men.
    fn default() -> Self {
        Self::new(|_| true)
    }
}

impl Chess {
    /// The endgames with these names, such as `KBNvK`, and those that their moves lead to.
    ///
    /// # Panics
    ///
    /// Never: there are 33 parts.
    #[must_use]
    pub fn new(is_wanted: impl Fn(&str) -> bool) -> Self {
        let all = (0..=NOBODY).flat_map(|one| (0..=NOBODY).map(move |other| [one, other]));
        let all = all.filter(|&material| settled(material) == material && !is_drawn(material));
        let mut found: Vec<Material> = all.collect();
        // A capture makes the men fewer, and a promotion the pawns.
        let men = |material: Material| material.iter().filter(|&&kind| kind != NOBODY).count();
        let pawns = |material: Material| material.iter().filter(|&&kind| is_pawn(kind)).count();
        found.sort_unstable_by_key(|&material| (men(material), pawns(material), material));
        let mut needed = BTreeSet::new();
        for &material in found.iter().rev() {
            if is_wanted(&part_name(material)) || needed.contains(&material) {
                needed.extend(next(material).into_iter().chain([material]));
            }
        }
        found.retain(|material| needed.contains(material));
        let (kings, kings_with_pawns) = (Kings::new(8), Kings::new(2));
        let (mut parts, mut end) = (Vec::new(), 0);
        let mut numbers = [[NO_PART; 11]; 11];
        for material in found {
            for [one, other] in [material, exchanged(material)] {
                numbers[usize::from(one)][usize::from(other)] = u8::try_from(parts.len()).expect("few parts");
            }
            let (has_pawn, sides) = (pawns(material) > 0, if is_symmetric(material) { 1 } else { 2 });
            let kings = if has_pawn { &kings_with_pawns } else { &kings };
            let places = Places::of_men(material);
            let en_passant = if has_pawn && sides == 1 { Places::en_passant() } else { Places::new(Vec::new()) };
            let mut part = Endgame { material, has_pawn, sides, ranks: end..end, places, en_passant };
            end += kings.places.count() * (part.places.count() * part.sides + part.en_passant.count());
            part.ranks.end = end;
            parts.push(part);
        }
        Self { parts, numbers, kings, kings_with_pawns }
    }

    #[inline]
    fn number(&self, men: Material) -> usize {
        let [one, other] = men.map(usize::from);
        self.numbers[one][other].into()
    }

    /// The part of a position.
    #[inline]
    fn part(&self, at: Position) -> Option<&Endgame> {
        self.parts.get(self.number(at.men))
    }

    #[inline]
    fn kings(&self, part: &Endgame) -> &Kings {
        if part.has_pawn { &self.kings_with_pawns } else { &self.kings }
    }

    /// The lowest of the positions that are symmetric to one.
    #[inline]
    fn lowest(&self, at: Position) -> Position {
        let Some(part) = self.part(at) else { return at };
        let is_exchanged = at.men != part.material || (at.to_move == Color::Black && part.sides == 1);
        let exchanged = if is_exchanged { at.with_colours_exchanged() } else { at };
        let lowest = exchanged.image(self.kings(part).symmetry(exchanged.kings));
        match if part.has_pawn { None } else { lowest.image_across_kings() } {
            Some(other) if other.squares < lowest.squares => other,
            _ => lowest,
        }
    }
}

impl Ranked for Chess {
    fn ranks(&self) -> u64 {
        self.parts.last().map_or(0, |part| part.ranks.end)
    }

    #[inline]
    fn rank(&self, at: &Position) -> Option<u64> {
        let part = self.part(*at)?;
        let kings = self.kings(part);
        let (pair, plain) = (kings.places.number(at.kings), kings.places.count() * part.places.count() * part.sides);
        if at.en_passant {
            let rank = pair * part.en_passant.count() + part.en_passant.number(at.squares);
            return Some(part.ranks.start + plain + rank);
        }
        let rank = pair * part.places.count() + part.places.number(at.squares);
        Some(part.ranks.start + if part.sides == 1 { rank } else { rank * 2 + at.to_move as u64 })
    }

    #[inline]
    fn unrank(&self, rank: u64) -> Option<Position> {
        let part = self.parts.get(self.parts.partition_point(|part| part.ranks.end <= rank))?;
        let (rank, kings) = (rank - part.ranks.start, self.kings(part));
        let after = rank.checked_sub(kings.places.count() * part.places.count() * part.sides);
        let (rank, black, places) = match after {
            Some(rank) => (rank, false, &part.en_passant),
            None if part.sides == 1 => (rank, false, &part.places),
            None => (rank / 2, rank % 2 == 1, &part.places),
        };
        let at = Position {
            men: part.material,
            squares: places.pair(rank % places.count()),
            kings: kings.places.pair(rank / places.count()),
            to_move: if black { Color::Black } else { Color::White },
            en_passant: after.is_some(),
        };
        if at.en_passant && at.pawn_to_capture_in_passing().is_none() {
            return None;
        }
        let mirrored = || if part.has_pawn { None } else { at.image_across_kings() };
        (at.is_legal() && mirrored().is_none_or(|mirrored| at.squares <= mirrored.squares)).then_some(at)
    }

    fn parts(&self) -> Vec<Part> {
        let part = |Endgame { material, ranks, .. }: &Endgame| Part {
            name: part_name(*material),
            ranks: ranks.clone(),
            next: next(*material).into_iter().chain([*material]).map(|next| self.number(next)).collect(),
        };
        self.parts.iter().map(part).collect()
    }

    #[inline]
    fn part_of(&self, at: &Position) -> Option<usize> {
        Some(self.number(at.men))
    }
}

/// Positions are written in Forsyth–Edwards notation.
impl Notation for Chess {
    fn name(&self) -> String {
        "chess with up to four men, 1".to_owned()
    }

    /// The fields after the side to move may be left out.
    fn parse_position(&self, text: &str) -> anyhow::Result<Position> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let defaults = ["-", "-", "0", "1"].into_iter().skip(fields.len().saturating_sub(2));
        let whole = fields.iter().copied().chain(defaults).collect::<Vec<_>>().join(" ");
        let invalid = |reason: &str| {
            anyhow!("invalid position {text:?}: {reason}; expected a legal one such as '8/8/8/8/8/2k5/8/KQ6 w'")
        };
        ensure!(fields.len() != 1, invalid("the side to move is missing"));
        let reason = |error: FenParseError| error.to_string().replace("The", "the").replace('.', "");
        let board: Board = whole.parse().map_err(|error| invalid(&reason(error)))?;
        let men: Vec<Square> = (board.occupied() & !board.pieces(Piece::King)).into_iter().collect();
        ensure!(men.len() <= 2, "{} men: four at most can be solved", men.len() + 2);
        let can_castle = Color::ALL.into_iter().any(|colour| *board.castle_rights(colour) != CastleRights::EMPTY);
        ensure!(!can_castle, "castling: expected '-', as nobody can castle");
        let square = |place: usize| men.get(place).copied();
        let kind_at = |place: usize| Some(kind(board.color_on(square(place)?)?, board.piece_on(square(place)?)?));
        let mut at = Position {
            men: [0, 1].map(|place| kind_at(place).unwrap_or(NOBODY)),
            squares: [0, 1].map(|place| square(place).unwrap_or(Square::A1)),
            kings: Color::ALL.map(|colour| board.king(colour)),
            to_move: board.side_to_move(),
            en_passant: false,
        };
        // Many programs write the square even if no pawn can capture there.
        at.en_passant = board.en_passant().is_some() && at.pawn_to_capture_in_passing().is_some();
        Ok(at.sorted())
    }

    /// Four fields: with castling and en passant, without numbers of moves.
    fn position_text(&self, at: &Position) -> String {
        let passed = at.pawn_to_capture_in_passing().filter(|_| at.en_passant);
        let en_passant = passed.map(|pawn| back(pawn, !at.to_move, 1));
        let mut board = BoardBuilder { side_to_move: at.to_move, en_passant, ..BoardBuilder::empty() };
        for (colour, king) in Color::ALL.into_iter().zip(at.kings) {
            *board.square_mut(king) = Some((Piece::King, colour));
        }
        for (kind, square) in at.men.into_iter().zip(at.squares).filter(|(kind, _)| *kind != NOBODY) {
            *board.square_mut(square) = Some((piece(kind), colour(kind)));
        }
        let text = board.build().expect("a legal position").to_string();
        text.split(' ').take(4).collect::<Vec<_>>().join(" ")
    }

    /// White is the side that comes first in the name of the part, and with equal men on both sides the one to move.
    /// Rights to capture en passant are counted apart, as published numbers leave them out.
    fn side(&self, position: &Position) -> String {
        match position {
            Position { en_passant: true, .. } => "en passant",
            Position { to_move: Color::Black, .. } if !is_symmetric(position.men) => "black",
            _ => "white",
        }
        .to_owned()
    }
}
