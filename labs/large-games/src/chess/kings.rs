//! Numbering where the two kings are.

use super::board::{Board, Square, image};

/// The pairs of squares for the two kings, which may not be adjacent. Of symmetric pairs one has a number.
#[derive(Debug)]
pub(crate) struct Kings {
    /// The pairs that have a number. They are the lowest of those symmetric to them.
    pairs: Vec<[Square; 2]>,
    places: Box<[[Place; 64]]>,
}

/// What is known of a pair.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// The number of the lowest symmetric pair.
    number: u16,
    /// A symmetry that leads to it.
    symmetry: u8,
}

impl Kings {
    /// Numbers the pairs up to the first 1, 2 or 8 symmetries of the board. That makes 3,612, 1,806 or 462
    /// pairs.
    pub(crate) fn new(board: &Board, symmetries: u8) -> Self {
        let mut pairs = Vec::new();
        let mut places = vec![[Place { number: 0, symmetry: 0 }; 64]; 64];
        let all = (0..64).flat_map(|king| (0..64).map(move |other| [king, other]));
        for kings in all.filter(|&[king, other]| king != other && !board.beside(king).contain(other)) {
            let images = (0..symmetries).map(|symmetry| (kings.map(|king| image(king, symmetry.into())), symmetry));
            let (lowest, symmetry) = images.min().expect("a symmetry");
            if lowest == kings {
                pairs.push(kings);
            }
            // The lowest comes before all others.
            let number = pairs.binary_search(&lowest).expect("a pair before");
            let number = u16::try_from(number).expect("few pairs");
            places[usize::from(kings[0])][usize::from(kings[1])] = Place { number, symmetry };
        }
        Self { pairs, places: places.into() }
    }

    /// The number of pairs up to symmetry.
    pub(crate) fn count(&self) -> u64 {
        self.pairs.len() as u64
    }

    fn place(&self, [king, other]: [Square; 2]) -> Place {
        self.places[usize::from(king)][usize::from(other)]
    }

    /// The number of a pair that is not adjacent; symmetric pairs have the same.
    pub(crate) fn number(&self, kings: [Square; 2]) -> u64 {
        self.place(kings).number.into()
    }

    /// A symmetry that takes a pair to the one with its number.
    pub(crate) fn symmetry(&self, kings: [Square; 2]) -> usize {
        self.place(kings).symmetry.into()
    }

    /// The pair with a number below [`count`](Self::count).
    pub(crate) fn pair(&self, number: u64) -> [Square; 2] {
        self.pairs[usize::try_from(number).expect("less than the number of pairs")]
    }
}
