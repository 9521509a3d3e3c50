//! The board: points on two or three rings, the lines between them, and the mills. In a set of points each ring has a
//! byte, the outer one the lowest; in it the points go around clockwise from the upper left corner, so that corners are
//! the even ones. The odd ones of neighbouring rings are connected.

use crate::sets::{MOST_POINTS, Points, Symmetries, bytes, points, single};

/// The points of a ring where it is connected with the next one.
const MIDDLES: Points = 0b1010_1010;
/// Times a set of points of the outer ring: these points of all rings.
const ACROSS: Points = 0x01_01_01;
/// In place of the other points of a mill that there is not: no set contains it.
const NO_MILL: Points = Points::MAX;

/// Tables of the lines and the mills.
#[derive(Debug)]
pub(crate) struct Board {
    /// The points of the board.
    pub(crate) all: Points,
    /// The points that are connected with each one.
    beside: [Points; MOST_POINTS],
    /// The other points of the mills through each one.
    others: [[Points; 2]; MOST_POINTS],
    /// For each set of points on a ring those that are in a mill along the ring.
    in_mills: [u8; 256],
    /// For each set of points on a ring those that form a mill along the ring with two others of the set.
    completing: [u8; 256],
}

impl Board {
    /// The board with two or three rings. There are mills along the rings, and across them if there are three.
    pub(crate) fn new(rings: usize) -> Self {
        assert!([2, 3].contains(&rings), "two rings or three");
        let all = Points::MAX >> (32 - 8 * rings);
        let along = [0, 8, 16].into_iter().flat_map(|shift| ring_mills().map(move |mill| mill << shift));
        let across = single(MIDDLES).map(|point| point * ACROSS);
        let mills: Vec<Points> = along.chain(across).filter(|mill| mill & !all == 0).collect();
        let others = |point: usize| {
            let mut through = mills.iter().filter(|&mill| mill >> point & 1 == 1).map(|mill| mill ^ 1 << point);
            [(); 2].map(|()| through.next().unwrap_or(NO_MILL))
        };
        let of_ring = |points: fn(Points, Points) -> Points| {
            let along = |set: Points| ring_mills().map(|mill| points(set, mill)).fold(0, |all, points| all | points);
            std::array::from_fn(|set| u8::try_from(along(u32::try_from(set).expect("a byte"))).expect("a byte"))
        };
        Self {
            all,
            beside: std::array::from_fn(|point| beside(point) & all),
            others: std::array::from_fn(others),
            in_mills: of_ring(|set, mill| if set & mill == mill { mill } else { 0 }),
            completing: of_ring(|set, mill| if (set & mill).count_ones() >= 2 { mill } else { 0 }),
        }
    }

    /// The number of points of the board.
    pub(crate) fn points(&self) -> usize {
        self.all.trailing_ones() as usize
    }

    /// The name of a point: the column from the left as a letter, and the row from the bottom, both on the whole board.
    pub(crate) fn name(&self, point: usize) -> String {
        let (rings, place) = (self.points() / 8, point % 8);
        let size = rings - point / 8;
        // The first points go along the upper side, and the others back along the lower one.
        let column = rings - size + size * [0, 1, 2, 2, 2, 1, 0, 0][place];
        let row = 1 + rings - size + size * [2, 2, 2, 1, 0, 0, 0, 1][place];
        format!("{}{row}", ["a", "b", "c", "d", "e", "f", "g"][column])
    }

    /// The points that a stone can move to along the lines, or can have come from, if they are free.
    pub(crate) fn beside(&self, point: usize) -> Points {
        self.beside[point]
    }

    /// Whether a point of a set is in a mill of the set.
    pub(crate) fn closes_mill(&self, set: Points, point: usize) -> bool {
        self.others[point].into_iter().any(|others| set & others == others)
    }

    /// The points of a set that are in a mill of the set.
    pub(crate) fn in_mills(&self, set: Points) -> Points {
        let [outer, middle, inner] = bytes(set).map(|ring| Points::from(self.in_mills[ring]));
        let across = set & set >> 8 & set >> 16 & MIDDLES;
        outer | middle << 8 | inner << 16 | (across * ACROSS)
    }

    /// The points that are in a mill with two others of the set.
    fn completing(&self, set: Points) -> Points {
        let [outer, middle, inner] = bytes(set).map(|ring| Points::from(self.completing[ring]));
        let turned = [set << 8 | set >> 16, set << 16 | set >> 8];
        let across = turned[0] & turned[1] & (MIDDLES * ACROSS);
        (outer | middle << 8 | inner << 16 | across) & self.all
    }

    /// Whether a move of a stone of `own` to a free point closes a mill: along a line, or with `flying` from anywhere.
    pub(crate) fn can_close_mill(&self, own: Points, free: Points, flying: bool) -> bool {
        points(self.completing(own) & free).any(|to| {
            let near = if flying { own } else { own & self.beside[to] };
            self.others[to].into_iter().any(|others| own & others == others && near & !others != 0)
        })
    }

    /// The number of moves along the lines from a point of `own` to a free point.
    pub(crate) fn steps(own: Points, free: Points) -> u32 {
        let clockwise = (own << 1 & 0xfe_fe_fe) | (own >> 7 & 0x01_01_01);
        let back = (own >> 1 & 0x7f_7f_7f) | (own << 7 & 0x80_80_80);
        let middles = own & (MIDDLES * ACROSS);
        // Two sets are counted at once.
        let pair = |one: Points, other: Points| (u64::from(one & free) | u64::from(other & free) << 32).count_ones();
        pair(clockwise, back) + pair(middles << 8, middles >> 8)
    }
}

/// The mills along a ring.
fn ring_mills() -> impl Iterator<Item = Points> {
    [0b0000_0111, 0b0001_1100, 0b0111_0000, 0b1100_0001].into_iter()
}

/// The points that are connected with this one, on a board that may have further rings.
fn beside(point: usize) -> Points {
    let ring = point / 8 * 8;
    let around = 1 << (ring + (point + 1) % 8) | 1 << (ring + (point + 7) % 8);
    let across = if point % 2 == 1 { 1 << point << 8 | 1 << point >> 8 } else { 0 };
    around | across
}

/// The orders of two rings that symmetries make.
pub(crate) const TWO_RINGS: &[[usize; 3]] = &[[0, 1, 2], [1, 0, 2]];
/// Three rings. The middle one keeps its place, because it alone is connected with both others.
pub(crate) const THREE_RINGS: &[[usize; 3]] = &[[0, 1, 2], [2, 1, 0]];
/// Three rings where nobody moves along the lines: there are mills only, and these do not depend on the order of the
/// rings.
pub(crate) const ANY_ORDER: &[[usize; 3]] = &[[0, 1, 2], [2, 1, 0], [1, 0, 2], [1, 2, 0], [0, 2, 1], [2, 0, 1]];

/// The symmetries of a board: all rings are turned or turned over at once, and brought into these orders.
pub(crate) fn symmetries(points: usize, orders: &[[usize; 3]]) -> Symmetries {
    Symmetries::new(points, 8 * orders.len(), |point, symmetry| {
        let (ring, place, turns) = (orders[symmetry / 8][point / 8], point % 8, symmetry % 8);
        // Corners, which are the even places, stay corners.
        let place = if turns < 4 { place + 2 * turns } else { 2 * turns - place };
        8 * ring + place % 8
    })
}
