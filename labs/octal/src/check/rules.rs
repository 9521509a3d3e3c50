//! The moves of a game, spelled out from its code.

/// The moves of an octal game, or of Grundy's game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rules {
    /// By the number of tokens that a move takes, what it may leave: the sum of 1 for nothing, 2 for one heap and 4 for
    /// two heaps.
    digits: Vec<u32>,
    /// Whether two heaps that a move leaves must differ.
    must_differ: bool,
}

/// Two heaps that are left in all possible ways: one of 1 to `most` tokens, and one of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TwoHeaps {
    /// The tokens of both heaps.
    pub(super) tokens: usize,
    /// The most tokens of the heap that is not the larger one.
    pub(super) most: usize,
}

impl Rules {
    /// The rules by a code: `.` and digits, of which the n-th says what a move may leave that takes n tokens. A digit
    /// is the sum of 1 for nothing, 2 for one heap and 4 for two heaps. A digit before the point is for moves that take
    /// nothing, and can only be 0 or 4. In Grundy's game, `grundy`, a move only splits a heap into two that
    /// differ. `None` if it is not a code.
    pub(super) fn of(code: &str) -> Option<Self> {
        if code == "grundy" {
            return Some(Self { digits: vec![4], must_differ: true });
        }
        let (before, after) = code.split_once('.')?;
        let first = match before {
            "" | "0" => 0,
            "4" => 4,
            _ => return None,
        };
        let after = after.chars().map(|digit| digit.to_digit(8));
        Some(Self { digits: std::iter::once(Some(first)).chain(after).collect::<Option<_>>()?, must_differ: false })
    }

    /// The most tokens that a move takes.
    pub(super) fn most_taken(&self) -> usize {
        self.digits.len() - 1
    }

    /// The fewest tokens that a move takes which leaves two heaps; 0 if there is none.
    pub(super) fn least_split(&self) -> usize {
        self.digits.iter().position(|digit| digit & 4 != 0).unwrap_or(0)
    }

    /// For each number of tokens that can be taken from a heap what is left, and the digit.
    fn rests(&self, heap: usize) -> impl Iterator<Item = (usize, u32)> {
        (0..).zip(&self.digits).filter_map(move |(taken, &digit)| Some((heap.checked_sub(taken)?, digit)))
    }

    /// The heaps that the moves leave which leave nothing, here a heap of 0, or one heap.
    pub(super) fn left_alone(&self, heap: usize) -> impl Iterator<Item = usize> {
        let permits = |&(rest, digit): &(usize, u32)| digit & if rest == 0 { 1 } else { 2 } != 0;
        self.rests(heap).filter(permits).map(|(rest, _)| rest)
    }

    /// What the moves leave that leave two heaps.
    pub(super) fn splits(&self, heap: usize) -> impl Iterator<Item = TwoHeaps> {
        let rests = self.rests(heap).filter(|(_, digit)| digit & 4 != 0);
        let must_differ = usize::from(self.must_differ);
        let splits = rests.map(move |(tokens, _)| TwoHeaps { tokens, most: tokens.saturating_sub(must_differ) / 2 });
        splits.filter(|split| split.most > 0)
    }
}

impl TwoHeaps {
    /// The values of pairs whose not larger heaps are these: of the not larger heaps, and in the opposite order of the
    /// others. Both are empty if there is no such pair.
    pub(super) fn values(self, values: &[u16], start: usize, end: usize) -> (&[u16], &[u16]) {
        let end = end.min(self.most + 1);
        if start >= end {
            return (&[], &[]);
        }
        (&values[start..end], &values[self.tokens + 1 - end..=self.tokens - start])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All moves from a heap: what is left, in ascending order.
    fn moves(code: &str, heap: usize) -> Vec<Vec<usize>> {
        let rules = Rules::of(code).expect("a code");
        let single = rules.left_alone(heap).map(|rest| if rest == 0 { vec![] } else { vec![rest] });
        let double =
            rules.splits(heap).flat_map(|split| (1..=split.most).map(move |one| vec![one, split.tokens - one]));
        let mut moves: Vec<Vec<usize>> = single.chain(double).collect();
        moves.sort();
        moves
    }

    /// Written by hand from the definition.
    #[test]
    fn the_moves_agree_with_the_definition() {
        assert_eq!(moves(".77", 4), [vec![1, 1], vec![1, 2], vec![2], vec![3]]);
        assert_eq!(moves("0.77", 2), [vec![], vec![1]]);
        assert_eq!(moves(".77", 0), Vec::<Vec<usize>>::new());
        assert_eq!(moves(".007", 3), [vec![]; 1]);
        assert_eq!(moves(".007", 7), [vec![1, 3], vec![2, 2], vec![4]]);
        assert_eq!(moves(".007", 2), Vec::<Vec<usize>>::new());
        // No move takes the whole heap.
        assert_eq!(moves(".6", 1), Vec::<Vec<usize>>::new());
        assert_eq!(moves(".6", 4), [vec![1, 2], vec![3]]);
        assert_eq!(moves(".16", 3), [vec![1]]);
        assert_eq!(moves(".16", 4), [vec![1, 1], vec![2]]);
        assert_eq!(moves(".16", 1), [vec![]; 1]);
        assert_eq!(moves("4.7", 3), [vec![1, 1], vec![1, 2], vec![2]]);
        assert_eq!(moves("4.", 4), [vec![1, 3], vec![2, 2]]);
        assert_eq!(moves(".3", 3), [vec![2]]);
        assert_eq!(moves("grundy", 2), Vec::<Vec<usize>>::new());
        assert_eq!(moves("grundy", 4), [vec![1, 3]]);
        assert_eq!(moves("grundy", 7), [vec![1, 6], vec![2, 5], vec![3, 4]]);
    }
}
