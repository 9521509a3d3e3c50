//! Numbers for where the men and the kings are.

use cozy_chess::{Square, get_king_moves};

use super::position::{Material, NOBODY, PieceKind, image, is_pawn};

/// Numbers pairs of squares.
#[derive(Debug)]
pub(super) struct Places {
    pairs: Vec<[Square; 2]>,
    /// The number of each pair.
    numbers: Box<[[u16; 64]]>,
}

impl Places {
    pub(super) fn new(pairs: Vec<[Square; 2]>) -> Self {
        let mut numbers = vec![[0; 64]; 64];
        for (pair, number) in pairs.iter().zip(0..) {
            numbers[pair[0] as usize][pair[1] as usize] = number;
        }
        Self { pairs, numbers: numbers.into() }
    }

    /// The places of these men, of which equal ones are in the order of their squares.
    pub(super) fn of_men(material: Material) -> Self {
        let [one, other] = material.map(squares);
        let pairs = |one: &[Square], other: &[Square]| -> Vec<[Square; 2]> {
            one.iter().flat_map(|one| other.iter().map(|other| [*one, *other])).collect()
        };
        if material[0] != material[1] {
            return Self::new(pairs(&one, &other));
        }
        let turned = pairs(&one, &other).into_iter().filter(|[upper, lower]| lower < upper);
        Self::new(turned.map(|[upper, lower]| [lower, upper]).collect())
    }

    /// The pawns of White on the fifth row, and of Black beside them to the left and to the right, where the pairs that
    /// cross the border of the board are none.
    pub(super) fn en_passant() -> Self {
        let pair = |own: usize| [own - 1, own + 1].map(|other| [own, other].map(Square::index));
        Self::new((32..40).flat_map(pair).collect())
    }

    pub(super) fn count(&self) -> u64 {
        self.pairs.len() as u64
    }

    #[inline]
    pub(super) fn number(&self, [one, other]: [Square; 2]) -> u64 {
        self.numbers[one as usize][other as usize].into()
    }

    #[inline]
    pub(super) fn pair(&self, number: u64) -> [Square; 2] {
        self.pairs[usize::try_from(number).expect("less than the number of pairs")]
    }
}

/// The squares that a man can stand on; of one that is not there a1.
fn squares(kind: PieceKind) -> Vec<Square> {
    let squares = match kind {
        NOBODY => 0..1,
        _ if is_pawn(kind) => 8..56,
        _ => 0..64,
    };
    squares.map(Square::index).collect()
}

/// The pairs of squares for the two kings, which may not be adjacent. Of symmetric pairs one has a number.
#[derive(Debug)]
pub(super) struct Kings {
    /// The pairs that are the lowest of those symmetric to them.
    pub(super) places: Places,
    /// For each pair of squares a symmetry that leads to the lowest one.
    symmetries: Box<[[u8; 64]]>,
}

impl Kings {
    /// Numbers the pairs up to the first 2 or 8 symmetries of the board. That makes 1,806 or 462 pairs.
    pub(super) fn new(symmetries: u8) -> Self {
        let (mut pairs, mut to_lowest) = (Vec::new(), vec![[0; 64]; 64]);
        let all = Square::ALL.into_iter().flat_map(|king| Square::ALL.map(|other| [king, other]));
        for kings in all.filter(|&[king, other]| king != other && !get_king_moves(king).has(other)) {
            let images = (0..symmetries).map(|symmetry| (kings.map(|king| image(king, symmetry.into())), symmetry));
            let (lowest, symmetry) = images.min().expect("a symmetry");
            pairs.extend((lowest == kings).then_some(kings));
            to_lowest[kings[0] as usize][kings[1] as usize] = symmetry;
        }
        Self { places: Places::new(pairs), symmetries: to_lowest.into() }
    }

    /// A symmetry that takes a pair to the one with a number.
    #[inline]
    pub(super) fn symmetry(&self, [king, other]: [Square; 2]) -> usize {
        self.symmetries[king as usize][other as usize].into()
    }
}
