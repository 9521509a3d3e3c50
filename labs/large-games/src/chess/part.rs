//! The parts of the game: which men are on the board.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

/// The colour of a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Colour {
    White,
    Black,
}

impl Colour {
    pub(crate) fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// A kind of man besides the king, the strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say all")]
pub enum Piece {
    Queen,
    Rook,
    Bishop,
    Knight,
    Pawn,
}

/// A man that is not a king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Man {
    pub(crate) colour: Colour,
    pub(crate) piece: Piece,
}

/// What is on the board besides the kings: up to two men. White is the stronger side: it has more men, or the stronger
/// one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Part {
    /// In order, and first those that there are.
    men: [Option<Man>; 2],
}

/// Men that have not been put in order.
pub(crate) type Men = [Option<Man>; 2];

/// A key by which men are put in order.
pub(crate) fn order(man: Option<Man>) -> (bool, Option<Man>) {
    (man.is_none(), man)
}

fn sorted(mut men: Men) -> Men {
    men.sort_unstable_by_key(|man| order(*man));
    men
}

fn exchanged(men: Men) -> Men {
    sorted(men.map(|man| man.map(|Man { colour, piece }| Man { colour: colour.other(), piece })))
}

/// The letter of a piece, as in FEN for White.
pub(crate) fn letter(piece: Piece) -> char {
    match piece {
        Piece::Queen => 'Q',
        Piece::Rook => 'R',
        Piece::Bishop => 'B',
        Piece::Knight => 'N',
        Piece::Pawn => 'P',
    }
}

/// The piece that a capital letter stands for.
pub(crate) fn piece(sign: char) -> Option<Piece> {
    [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn]
        .into_iter()
        .find(|&kind| letter(kind) == sign)
}

/// What a pawn can become.
pub(crate) const PROMOTED: [Piece; 4] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];

impl Part {
    /// The part that positions with these men belong to, and whether Black has the stronger side, so that the colours
    /// are to be exchanged.
    pub(crate) fn of(men: Men) -> (Self, bool) {
        // The order of men is such that the lower list is that of the stronger White.
        let (men, other) = (sorted(men), exchanged(men));
        if other < men { (Self { men: other }, true) } else { (Self { men }, false) }
    }

    /// The part of positions that have exactly these men, if they are in order and White is the stronger side.
    pub(crate) fn with(men: Men) -> Self {
        Self { men }
    }

    pub(crate) fn men(self) -> Men {
        self.men
    }

    /// All parts, each after those that its moves lead to: captures leave fewer men, and promotions fewer pawns.
    pub(crate) fn all() -> Vec<Self> {
        let pawn = |colour| Some(Man { colour, piece: Piece::Pawn });
        let mut left: Vec<Self> =
            [Colour::White, Colour::Black].map(|other| Self::of([pawn(Colour::White), pawn(other)]).0).into();
        let mut found: BTreeSet<Self> = left.iter().copied().collect();
        while let Some(part) = left.pop() {
            left.extend(part.next().into_iter().filter(|next| found.insert(*next)));
        }
        let mut parts: Vec<Self> = found.into_iter().collect();
        parts.sort_by_key(|part| {
            let men = part.men.iter().flatten();
            (men.clone().count(), men.filter(|man| man.piece == Piece::Pawn).count())
        });
        parts
    }

    /// A number of its own.
    pub(crate) fn key(self) -> usize {
        let [one, other] = self.men.map(|man| man.map_or(0, |man| 1 + man.colour as usize * 5 + man.piece as usize));
        one * 11 + other
    }

    /// Whether both sides have the same men.
    #[must_use]
    pub fn is_symmetric(self) -> bool {
        match self.men {
            [Some(man), Some(other)] => man.piece == other.piece && man.colour != other.colour,
            [man, _] => man.is_none(),
        }
    }

    /// Whether the same man is there twice.
    #[must_use]
    pub fn has_twins(self) -> bool {
        self.men[1].is_some() && self.men[0] == self.men[1]
    }

    /// Whether there is a pawn.
    #[must_use]
    pub fn has_pawn(self) -> bool {
        self.men.iter().flatten().any(|man| man.piece == Piece::Pawn)
    }

    /// Whether both sides have a pawn, so that one may be captured en passant.
    pub(crate) fn has_two_sides_with_pawns(self) -> bool {
        self.is_symmetric() && self.has_pawn()
    }

    /// Whether nobody can mate: there are the kings alone, or with one bishop or knight.
    pub(crate) fn is_drawn(self) -> bool {
        match self.men {
            [None, _] => true,
            [Some(man), None] => matches!(man.piece, Piece::Bishop | Piece::Knight),
            _ => false,
        }
    }

    /// The other parts that captures and promotions lead to, those left out that are known to be drawn.
    pub(crate) fn next(self) -> BTreeSet<Self> {
        // A king captures, or a pawn becomes another man, or captures a man while it does so.
        let [one, other] = self.men;
        let mut next = vec![[one, None], [None, other]];
        for (man, beside) in [(one, other), (other, one)] {
            if let Some(Man { colour, piece: Piece::Pawn }) = man {
                for piece in PROMOTED {
                    let promoted = Some(Man { colour, piece });
                    next.push([promoted, beside]);
                    // There is no pawn on the last row to capture.
                    if beside.is_some_and(|captured| captured.colour != colour && captured.piece != Piece::Pawn) {
                        next.push([promoted, None]);
                    }
                }
            }
        }
        next.into_iter().map(|men| Self::of(men).0).filter(|part| !part.is_drawn() && *part != self).collect()
    }
}

impl Display for Part {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let side = |colour| -> String {
            let men = self.men.iter().flatten().filter(|man| man.colour == colour);
            men.map(|man| letter(man.piece)).collect()
        };
        formatter.pad(&format!("K{}vK{}", side(Colour::White), side(Colour::Black)))
    }
}
