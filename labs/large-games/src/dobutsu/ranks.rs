//! Numbering all positions, by a formula: where the lions are, how many pieces of each kind are on the board, on which
//! of the cells that are left, whose they are, and in whose hands the others are.
//!
//! There are 54 pairs of places for the lions: 99 without those where the player to move has got through, and 54 of
//! them up to left and right. For all 132 pairs the formula gives 1,567,925,964, which Tanaka calls the upper bound.

use super::board::{ALL, Cells, FAR, KINDS, Position, each, one};

const NO_PAIR: u8 = u8::MAX;

/// The tables behind the formula.
#[derive(Debug)]
pub(crate) struct Ranks {
    /// How many pieces of each kind there are.
    total: [u8; KINDS],
    /// The number of each pair of lions, own and other, or [`NO_PAIR`].
    numbers: [[u8; 12]; 12],
    /// Each pair of lions that has a number.
    pairs: Vec<[u8; 2]>,
    /// The positions with these numbers of chicks, elephants and giraffes on the board, at
    /// `9 * chicks + 3 * elephants + giraffes`.
    classes: Vec<Class>,
    /// The number of positions with a pair of lions.
    per_pair: u32,
}

/// The positions with a pair of lions and with this number of pieces of each kind on the board.
#[derive(Debug)]
struct Class {
    /// The number of positions in the classes before.
    begin: u32,
    on_board: [u8; KINDS],
    /// The number of ways to place the pieces of each kind on the cells that those before leave free.
    places: [u32; KINDS],
    /// The number of bits that say whose the pieces on the board are, and which chicks are hens.
    bits: u32,
    /// The number of ways to share the other pieces of each kind among the hands.
    hands: [u32; KINDS],
}

impl Ranks {
    pub(crate) fn new(total: [u8; KINDS]) -> Self {
        let mut numbers = [[NO_PAIR; 12]; 12];
        let mut pairs = Vec::new();
        // The player to move has not got through. The lions, or the own one, decide which of two mirror images has a
        // rank.
        for own in each(ALL & !FAR).filter(|own| own % 3 <= 1) {
            for other in each(ALL & !one(own)).filter(|other| own % 3 == 0 || other % 3 <= 1) {
                numbers[usize::from(own)][usize::from(other)] = u8::try_from(pairs.len()).expect("54 pairs");
                pairs.push([own, other]);
            }
        }
        let mut classes = Vec::new();
        let mut begin = 0;
        for number in 0..27 {
            let on_board = [number / 9, number / 3 % 3, number % 3];
            let mut free = 10_u32;
            let places = on_board.map(|count| {
                let places = if count == 2 { free * (free - 1) / 2 } else { free.pow(u32::from(count)) };
                free -= u32::from(count);
                places
            });
            let bits = u32::from(2 * on_board[0] + on_board[1] + on_board[2]);
            let hands = std::array::from_fn(|kind| u32::from((total[kind] + 1).saturating_sub(on_board[kind])));
            classes.push(Class { begin, on_board, places, bits, hands });
            begin += (places.iter().product::<u32>() << bits) * hands.iter().product::<u32>();
        }
        Self { total, numbers, pairs, classes, per_pair: begin }
    }

    pub(crate) fn count(&self) -> u64 {
        self.pairs.len() as u64 * u64::from(self.per_pair)
    }

    /// The rank of a position, unless its lions have none.
    pub(crate) fn rank(&self, position: &Position) -> Option<u64> {
        let [own, other] = position.lions;
        let pair = self.numbers[usize::from(own)][usize::from(other)];
        if pair == NO_PAIR {
            return None;
        }
        let [chicks, elephants, giraffes] = position.kinds.map(|cells| cells.count_ones() as usize);
        let class = &self.classes[9 * chicks + 3 * elephants + giraffes];
        let mut free = ALL & !one(own) & !one(other);
        let (mut place, mut flags, mut hand) = (0, 0, 0);
        for (kind, &cells) in position.kinds.iter().enumerate() {
            place = place * class.places[kind] + place_of(cells, free);
            free &= !cells;
            for cell in each(cells).map(one) {
                if kind == 0 {
                    flags = flags << 1 | u32::from(position.hens & cell != 0);
                }
                flags = flags << 1 | u32::from(position.own & cell != 0);
            }
            hand = hand * class.hands[kind] + u32::from(position.hands[0][kind]);
        }
        let hands: u32 = class.hands.iter().product();
        let number = class.begin + (place << class.bits | flags) * hands + hand;
        Some(u64::from(pair) * u64::from(self.per_pair) + u64::from(number))
    }

    pub(crate) fn unrank(&self, rank: u64) -> Position {
        let lions = self.pairs[usize::try_from(rank / u64::from(self.per_pair)).expect("54 pairs")];
        let number = u32::try_from(rank % u64::from(self.per_pair)).expect("below a number of 32 bits");
        // Of the classes that begin here all but the last are empty.
        let class = &self.classes[self.classes.partition_point(|class| class.begin <= number) - 1];
        let hands: u32 = class.hands.iter().product();
        let (rest, mut hand) = ((number - class.begin) / hands, (number - class.begin) % hands);
        let (mut place, mut flags) = (rest >> class.bits, rest & !(u32::MAX << class.bits));
        let (mut places, mut own_hand) = ([0; KINDS], [0; KINDS]);
        for kind in (0..KINDS).rev() {
            (place, places[kind]) = (place / class.places[kind], place % class.places[kind]);
            let own = hand % class.hands[kind];
            (hand, own_hand[kind]) = (hand / class.hands[kind], u8::try_from(own).expect("two pieces at most"));
        }
        let mut free = ALL & !one(lions[0]) & !one(lions[1]);
        let kinds = std::array::from_fn(|kind| {
            let cells = cells_at(places[kind], class.on_board[kind], free);
            free &= !cells;
            cells
        });
        let (mut own, mut hens) = (0, 0);
        let mut flag = |cell: Cells| {
            let set = if flags & 1 == 0 { 0 } else { cell };
            flags >>= 1;
            set
        };
        // The flags of the last piece are the lowest.
        for (kind, &cells) in kinds.iter().enumerate().rev() {
            let cells = [cells & !(cells & cells.wrapping_neg()), cells & cells.wrapping_neg()];
            for cell in cells.into_iter().filter(|cell| *cell != 0) {
                own |= flag(cell);
                if kind == 0 {
                    hens |= flag(cell);
                }
            }
        }
        let other_hand = std::array::from_fn(|kind| self.total[kind] - class.on_board[kind] - own_hand[kind]);
        Position { lions, kinds, own, hens, hands: [own_hand, other_hand] }
    }
}

/// The number of a set of up to two of the free cells, among all such sets of the same size.
fn place_of(cells: Cells, free: Cells) -> u32 {
    let lower = cells & cells.wrapping_neg();
    let upper = cells ^ lower;
    let number = |cell: Cells| (free & cell.wrapping_sub(1)).count_ones();
    match (lower, upper) {
        (0, _) => 0,
        (_, 0) => number(lower),
        _ => number(upper) * (number(upper) - 1) / 2 + number(lower),
    }
}

/// The set of `count` of the free cells with this number.
fn cells_at(number: u32, count: u8, free: Cells) -> Cells {
    let cell = |number: u32| each(free).map(one).nth(number as usize).expect("a free cell");
    match count {
        0 => 0,
        1 => cell(number),
        _ => {
            let upper = (1..10).find(|upper| upper * (upper + 1) / 2 > number).expect("a free cell");
            cell(upper) | cell(number - upper * (upper - 1) / 2)
        }
    }
}
