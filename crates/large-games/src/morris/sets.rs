//! Numbers for the sets of points with so many members, and the symmetries of the board.

use super::board::{POINTS, Points, rings};

/// A player has at most so many stones.
pub(crate) const MOST: usize = 9;

/// Numbers the sets with the same number of members from 0 in the order of their bits, so that the sets of the lowest points
/// come first.
#[derive(Debug)]
pub(crate) struct Numbers {
    members: [u8; 256],
    /// What a ring adds to the number, by the number of members in the rings before.
    of_rings: [Vec<[u32; 256]>; 3],
}

/// The number of sets with so many members of so many.
pub(crate) fn choices(members: usize, of: usize) -> u32 {
    let product = (0..members).fold(1, |product, member| product * (of.saturating_sub(member)) / (member + 1));
    u32::try_from(product).expect("at most 24 over 12")
}

/// All sets with so many members, in the order of their numbers.
pub(crate) fn all(members: usize) -> Vec<Points> {
    if members == 0 {
        return vec![0];
    }
    let mut sets = Vec::new();
    let mut set: Points = (1 << members) - 1;
    while set >> POINTS == 0 {
        sets.push(set);
        // The next greater number with as many bits: the lowest run of ones loses its top to the left, the rest falls down.
        let carried = set + (set & set.wrapping_neg());
        set = carried | ((set ^ carried) >> 2 >> set.trailing_zeros());
    }
    sets
}

impl Numbers {
    pub(crate) fn new() -> Self {
        let mut of_rings = [(); 3].map(|()| vec![[0; 256]; MOST + 1]);
        for (ring, by_members) in of_rings.iter_mut().enumerate() {
            for (before, numbers) in by_members.iter_mut().enumerate() {
                for (set, number) in numbers.iter_mut().enumerate() {
                    let points = (0..8).filter(|point| set >> point & 1 == 1);
                    let members = before + 1..;
                    *number = points.zip(members).map(|(point, member)| choices(member, ring * 8 + point)).sum();
                }
            }
        }
        Self { members: std::array::from_fn(|set| u8::try_from(set.count_ones()).expect("at most 8")), of_rings }
    }

    /// The number of a set of at most [`MOST`] points, and its number of members.
    pub(crate) fn number(&self, set: Points) -> (usize, usize) {
        let [outer, middle, inner] = rings(set);
        let [first, second, third] = [outer, middle, inner].map(|ring| usize::from(self.members[ring]));
        let number =
            self.of_rings[0][0][outer] + self.of_rings[1][first][middle] + self.of_rings[2][first + second][inner];
        (number as usize, first + second + third)
    }
}

/// Removes the points of `taken`, none of which is in the set, and closes the gaps.
pub(crate) fn close_gaps(mut set: Points, mut taken: Points) -> Points {
    while taken != 0 {
        let below = Points::MAX >> 1 >> taken.leading_zeros();
        set = set & below | set >> 1 & !below;
        taken &= below;
    }
    set
}

/// Undoes [`close_gaps`].
pub(crate) fn open_gaps(mut set: Points, taken: Points) -> Points {
    for point in super::board::single(taken) {
        let below = point - 1;
        set = set & below | (set & !below) << 1;
    }
    set
}

/// Symmetries of the board: turning and turning over all rings at once, and exchanging rings.
#[derive(Debug)]
pub(crate) struct Symmetries {
    /// The images of the points of a ring.
    turned: [[u8; 256]; 8],
    /// Where the three rings go, by the shift of their bytes.
    shifts: &'static [[u8; 3]],
    /// For each number of members the symmetries that take a set of this number to the lowest possible one, a bit for each.
    to_lowest: Vec<Vec<u64>>,
}

/// The middle ring keeps its place, because it alone is connected with both others. But where nobody moves along the lines,
/// there are mills only, and these do not depend on the order of the rings.
const EXCHANGES: [[u8; 3]; 6] = [[0, 8, 16], [16, 8, 0], [8, 0, 16], [8, 16, 0], [0, 16, 8], [16, 0, 8]];

impl Symmetries {
    /// The symmetries for sets of at most `members` points: 48 if rings may have any order, otherwise 16.
    pub(crate) fn new(numbers: &Numbers, members: usize, any_order: bool) -> Self {
        let turned = std::array::from_fn(|symmetry| std::array::from_fn(|set| turn(set, symmetry)));
        let shifts = if any_order { &EXCHANGES[..] } else { &EXCHANGES[..2] };
        let mut symmetries = Self { turned, shifts, to_lowest: Vec::new() };
        symmetries.to_lowest = (0..=members)
            .map(|members| {
                let sets = all(members);
                debug_assert!(sets.iter().zip(0..).all(|(&set, number)| numbers.number(set).0 == number));
                sets.into_iter().map(|set| symmetries.find_lowest(set)).collect()
            })
            .collect();
        symmetries
    }

    fn find_lowest(&self, set: Points) -> u64 {
        let lowest = (0..self.count()).map(|symmetry| self.image(set, symmetry)).min();
        let reaching = (0..self.count()).filter(|&symmetry| Some(self.image(set, symmetry)) == lowest);
        reaching.fold(0, |all, symmetry| all | 1 << symmetry)
    }

    pub(crate) fn count(&self) -> usize {
        8 * self.shifts.len()
    }

    /// The symmetries, a bit for each, that take the set with this number of so many members to the lowest possible one. Bit
    /// 0 is the identity.
    pub(crate) fn to_lowest(&self, (number, members): (usize, usize)) -> u64 {
        self.to_lowest[members][number]
    }

    pub(crate) fn image(&self, set: Points, symmetry: usize) -> Points {
        let turned = &self.turned[symmetry % 8];
        let shifts = self.shifts[symmetry / 8];
        let [outer, middle, inner] = rings(set).map(|ring| Points::from(turned[ring]));
        outer << shifts[0] | middle << shifts[1] | inner << shifts[2]
    }
}

/// The image of a set of points of a ring under one of eight symmetries. The first is the identity.
fn turn(set: usize, symmetry: usize) -> u8 {
    let byte = u8::try_from(set).expect("a byte");
    // Point 0 is a corner, so reversing the order of all eight puts a corner in the place of a middle.
    let flipped = if symmetry < 4 { byte } else { byte.reverse_bits().rotate_left(1) };
    flipped.rotate_left(2 * u32::try_from(symmetry % 4).expect("at most 3"))
}
