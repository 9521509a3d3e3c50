//! Numbers for the sets of points with the same number of members.

use super::{MOST_MEMBERS, Points, bytes};

/// The number of sets of `members` of `of` points.
///
/// # Panics
///
/// Panics if there are 2^32 or more.
pub(crate) fn choices(members: usize, of: usize) -> u32 {
    let product = (0..members).fold(1, |product, member| product * (of.saturating_sub(member)) / (member + 1));
    u32::try_from(product).expect("at most 24 over 12")
}

/// All sets of this number of the lowest points, in the order of their numbers.
pub(crate) fn all(members: usize, points: usize) -> Vec<Points> {
    if members == 0 {
        return vec![0];
    }
    let mut sets = Vec::new();
    let mut set: Points = (1 << members) - 1;
    while set >> points == 0 {
        sets.push(set);
        // The next greater number with as many bits: the lowest run of ones loses its top to the left, the rest falls
        // down.
        let carried = set + (set & set.wrapping_neg());
        set = carried | ((set ^ carried) >> 2 >> set.trailing_zeros());
    }
    sets
}

/// Numbers the sets with the same number of members, fewer than [`MOST_MEMBERS`], from 0 in the order of their bits, so
/// that the sets of the lowest points come first.
#[derive(Debug)]
pub(crate) struct Numbers {
    members: [u8; 256],
    /// What a byte adds to the number, by the number of members in the bytes before.
    of_bytes: [Box<[[u32; 256]]>; 3],
}

impl Default for Numbers {
    /// Makes the tables.
    fn default() -> Self {
        let mut of_bytes = [(); 3].map(|()| vec![[0; 256]; MOST_MEMBERS].into_boxed_slice());
        for (byte, by_members) in of_bytes.iter_mut().enumerate() {
            for (before, numbers) in by_members.iter_mut().enumerate() {
                for (set, number) in numbers.iter_mut().enumerate() {
                    let points = (0..8).filter(|point| set >> point & 1 == 1);
                    let members = before + 1..;
                    *number = points.zip(members).map(|(point, member)| choices(member, byte * 8 + point)).sum();
                }
            }
        }
        Self { members: std::array::from_fn(|set| u8::try_from(set.count_ones()).expect("at most 8")), of_bytes }
    }
}

impl Numbers {
    /// The number of members.
    #[inline]
    pub(crate) fn members(&self, set: Points) -> u8 {
        let [low, middle, high] = bytes(set);
        self.members[low] + self.members[middle] + self.members[high]
    }

    /// The number of a set, and its number of members.
    #[inline]
    pub(crate) fn number(&self, set: Points) -> (usize, usize) {
        let [low, middle, high] = bytes(set);
        let [first, second, third] = [low, middle, high].map(|byte| usize::from(self.members[byte]));
        let number =
            self.of_bytes[0][0][low] + self.of_bytes[1][first][middle] + self.of_bytes[2][first + second][high];
        (number as usize, first + second + third)
    }
}

/// Tables that number the points outside of a set, byte by byte. They are small because a point of a byte is either in
/// the set, or outside and in the other set, or in neither.
#[derive(Debug)]
pub(crate) struct Gaps {
    /// For the points of a byte the number that has a digit 1 in base 3 for each of them.
    base_3: [u16; 256],
    /// By digits in base 3: 1 is a point of the set that is taken out, 2 is one of the other set. What is left of the
    /// latter.
    closed: Vec<u8>,
    /// For each set of a byte where its sets of other points begin in `opened`.
    starts: [u16; 256],
    opened: Vec<u8>,
}

impl Default for Gaps {
    /// Makes the tables.
    fn default() -> Self {
        let base_3 = std::array::from_fn(|set| (0..8).map(|point| bit(set, point) * 3_u16.pow(point)).sum());
        let mut gaps = Self { base_3, closed: vec![0; 3_usize.pow(8)], starts: [0; 256], opened: Vec::new() };
        for taken in 0..256 {
            gaps.starts[taken] = u16::try_from(gaps.opened.len()).expect("3 to the power of 8");
            let free: Vec<u32> = (0..8).filter(|&point| bit(taken, point) == 0).collect();
            for closed in 0..1_usize << free.len() {
                let places = free.iter().zip(0..).filter(|&(_, place)| bit(closed, place) == 1);
                let opened = places.fold(0, |opened, (point, _)| opened | 1_u8 << point);
                let digits = usize::from(gaps.base_3[taken] + 2 * gaps.base_3[usize::from(opened)]);
                gaps.closed[digits] = u8::try_from(closed).expect("at most 8 points");
                gaps.opened.push(opened);
            }
        }
        gaps
    }
}

impl Gaps {
    /// Removes the points of `taken`, none of which is in the set, and closes the gaps.
    #[inline]
    pub(crate) fn close(&self, set: Points, taken: Points) -> Points {
        let (set, taken) = (bytes(set), bytes(taken));
        let byte = |byte: usize| {
            let digits = self.base_3[taken[byte]] + 2 * self.base_3[set[byte]];
            Points::from(self.closed[usize::from(digits)])
        };
        let [low, middle, _] = taken.map(|byte| 8 - byte.count_ones());
        byte(0) | (byte(1) | byte(2) << middle) << low
    }

    /// Undoes [`close`](Self::close).
    #[inline]
    pub(crate) fn open(&self, mut set: Points, taken: Points) -> Points {
        let taken = bytes(taken);
        let mut byte = |byte: usize| {
            let free = 8 - taken[byte].count_ones();
            let closed = set & ((1 << free) - 1);
            set >>= free;
            Points::from(self.opened[usize::from(self.starts[taken[byte]]) + closed as usize])
        };
        byte(0) | byte(1) << 8 | byte(2) << 16
    }
}

fn bit(set: usize, point: u32) -> u16 {
    u16::from(set >> point & 1 == 1)
}
