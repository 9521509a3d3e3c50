//! The board: 24 points on three rings, the lines between them, and the mills.

/// A set of points. Each ring has a byte, the outer one the lowest; in it the points go around from a corner, so that corners
/// are the even ones. The odd ones of the three rings are connected.
pub(crate) type Points = u32;

pub(crate) const POINTS: usize = 24;
pub(crate) const ALL: Points = (1 << POINTS) - 1;
/// The points of a ring where it is connected with the next one.
const MIDDLES: Points = 0b1010_1010;
/// Times a set of points of the outer ring: these points of all rings.
const ACROSS: Points = 0x01_01_01;

/// The points of a set, each by its number.
pub(crate) fn numbers(mut set: Points) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let point = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (point < POINTS).then_some(point)
    })
}

/// The points of a set, each as a set of its own.
pub(crate) fn single(mut set: Points) -> impl Iterator<Item = Points> {
    std::iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// The bytes of a set, the outer ring first.
pub(crate) fn rings(set: Points) -> [usize; 3] {
    [0, 8, 16].map(|shift| (set >> shift & 0xff) as usize)
}

/// Tables of the lines and the mills.
#[derive(Debug)]
pub(crate) struct Board {
    /// The points that are connected with each one.
    beside: [Points; POINTS],
    /// The other points of the two mills through each one.
    others: [[Points; 2]; POINTS],
    /// For each set of points on a ring those that are in a mill along the ring.
    in_mills: [u8; 256],
    /// For each set of points on a ring those that form a mill along the ring with two others of the set.
    completing: [u8; 256],
}

impl Board {
    pub(crate) fn new() -> Self {
        let mills: Vec<Points> = mills().collect();
        let others = |point: usize| {
            let mut through = mills.iter().filter(|&mill| mill >> point & 1 == 1).map(|mill| mill ^ 1 << point);
            [(); 2].map(|()| through.next().expect("two mills go through each point"))
        };
        let of_ring = |points: fn(Points, Points) -> Points| {
            let along = |set: Points| ring_mills().map(|mill| points(set, mill)).fold(0, |all, points| all | points);
            std::array::from_fn(|set| u8::try_from(along(u32::try_from(set).expect("a byte"))).expect("a byte"))
        };
        Self {
            beside: std::array::from_fn(beside),
            others: std::array::from_fn(others),
            in_mills: of_ring(|set, mill| if set & mill == mill { mill } else { 0 }),
            completing: of_ring(|set, mill| if (set & mill).count_ones() >= 2 { mill } else { 0 }),
        }
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
        let [outer, middle, inner] = rings(set).map(|ring| Points::from(self.in_mills[ring]));
        let across = set & set >> 8 & set >> 16 & MIDDLES;
        outer | middle << 8 | inner << 16 | (across * ACROSS)
    }

    /// The points that are in a mill with two others of the set.
    pub(crate) fn completing(&self, set: Points) -> Points {
        let [outer, middle, inner] = rings(set).map(|ring| Points::from(self.completing[ring]));
        let turned = [set << 8 | set >> 16, set << 16 | set >> 8];
        let across = turned[0] & turned[1] & (MIDDLES * ACROSS);
        outer | middle << 8 | inner << 16 | across
    }
}

/// The mills along a ring.
fn ring_mills() -> impl Iterator<Item = Points> {
    [0b0000_0111, 0b0001_1100, 0b0111_0000, 0b1100_0001].into_iter()
}

fn mills() -> impl Iterator<Item = Points> {
    let along = [0, 8, 16].into_iter().flat_map(|shift| ring_mills().map(move |mill| mill << shift));
    along.chain(single(MIDDLES).map(|point| point * ACROSS))
}

/// The points that are connected with this one.
fn beside(point: usize) -> Points {
    let ring = point / 8 * 8;
    let around = 1 << (ring + (point + 1) % 8) | 1 << (ring + (point + 7) % 8);
    let across = if point % 2 == 1 { (1 << point << 8 | 1 << point >> 8) & ALL } else { 0 };
    around | across
}
