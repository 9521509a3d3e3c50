//! The definition of the games, and the theorem on periods, spelled out.

use grundy::{HeapGame, Nimber, Octal, Overflow};

use crate::bytes::Bytes;

/// What a move may do.
pub(super) enum Rules {
    /// The digit for taking 0, 1, 2, … tokens.
    Octal(Vec<u8>),
    /// Split a heap into two of different sizes.
    Grundy,
}

impl Rules {
    pub(super) fn from_bytes(bytes: &mut Bytes<'_>) -> Self {
        let kind = bytes.below(32);
        if kind == 1 {
            return Self::Grundy;
        }
        // In a long code few digits are not 0.
        let (count, is_long) = if kind == 2 { (2 + bytes.below(300), true) } else { (2 + bytes.below(6), false) };
        let mut digits = vec![4 * (bytes.byte() & 1)];
        digits.extend((1..count).map(|place| {
            let is_zero = is_long && place + 1 < count && place % 16 != 0;
            if is_zero { 0 } else { bytes.byte() & 7 }
        }));
        Self::Octal(digits)
    }

    pub(super) fn game(&self) -> HeapGame {
        match self {
            Self::Octal(digits) => {
                let digits: Vec<String> = digits.iter().map(ToString::to_string).collect();
                format!("{}.{}", digits[0], digits[1..].concat()).parse().expect("an octal code")
            }
            Self::Grundy => HeapGame::grundy(),
        }
    }

    /// The values one by one; none of Grundy's game.
    pub(super) fn nimbers(&self) -> Box<dyn Iterator<Item = Result<Nimber, Overflow>>> {
        match self {
            Self::Octal(_) => Box::new(self.game().to_string().parse::<Octal>().expect("an octal code").nimbers()),
            Self::Grundy => Box::new(std::iter::empty()),
        }
    }

    /// Computes values until there are this number of them.
    pub(super) fn extend(&self, values: &mut Vec<u16>, count: usize) {
        let digits = match self {
            Self::Octal(digits) => digits.as_slice(),
            Self::Grundy => &[4],
        };
        // The heap after which a value was reached last.
        let mut reached_from: Box<[usize; 1 << 16]> = vec![0; 1 << 16].try_into().expect("this number of values");
        for heap in values.len()..count {
            let mut reach = |value: u16| reached_from[usize::from(value)] = heap + 1;
            for (taken, digit) in digits.iter().enumerate().take(heap + 1) {
                let rest = heap - taken;
                if digit & 1 != 0 && rest == 0 {
                    reach(0);
                }
                if digit & 2 != 0 && rest > 0 {
                    reach(values[rest]);
                }
                if digit & 4 != 0 && rest > 1 {
                    // The smaller heap ascends while the larger one descends; they meet in the middle, if that is
                    // allowed.
                    let most = if matches!(self, Self::Grundy) { (rest - 1) / 2 } else { rest / 2 };
                    let larger = values[rest - most..rest].iter().rev();
                    values[1..=most].iter().zip(larger).for_each(|(smaller, larger)| reach(smaller ^ larger));
                }
            }
            let smallest = reached_from.iter().position(|from| *from != heap + 1).expect("few moves");
            values.push(u16::try_from(smallest).expect("an index"));
        }
    }
}
