//! Dobutsu shogi, "animal shogi" on 3x4 cells: the player who moves first loses in 78 plies. A game in which no
//! position is terminal: where the lion can be captured, or has got through, the value is known.
//!
//! A formula numbers all positions: by where the lions are, how many pieces of each kind are on the board, on which of
//! the cells that are left, whose they are, and in whose hands the others are.
//!
//! There are 54 pairs of places for the lions: 99 without those where the player to move has got through, and 54 of
//! them up to left and right. For all 132 pairs the formula gives 1,567,925,964, which Tanaka calls the upper bound.

mod board;

use anyhow::{Context, ensure};
use retrograde::{Game, Ranked, Value};

pub use self::board::Position;
use self::board::{ALL, Cells, FAR, HOME, KINDS, Steps, each, one};
use crate::program::Notation;
use crate::sets::{parse_rows, rows};

/// Dobutsu shogi, with all pieces or without some kinds of them.
#[derive(Debug)]
pub struct Dobutsu {
    steps: Steps,
    ranks: Ranks,
    start: Position,
}

impl Dobutsu {
    /// The game with two lions, and with two chicks, elephants and giraffes if they take part, in this order.
    #[must_use]
    pub fn new(pieces: [bool; KINDS]) -> Self {
        let total = pieces.map(|takes_part| if takes_part { 2 } else { 0 });
        Self { steps: Steps::new(), ranks: Ranks::new(total), start: Position::start(pieces) }
    }

    /// The position before the first move.
    #[must_use]
    pub fn start(&self) -> Position {
        self.start
    }
}

impl Game for Dobutsu {
    type Position = Position;
    const LISTS_PREDECESSORS: bool = true;

    fn successors(&self, position: &Position, visit: &mut impl FnMut(Position)) {
        position.moves(&self.steps, &mut |after| visit(after.turned()));
    }

    fn known_value(&self, position: &Position) -> Option<Value> {
        if position.captures_lion(&self.steps) {
            Some(Value::Win(1))
        } else {
            (one(position.lions[1]) & HOME != 0).then_some(Value::Loss(0))
        }
    }

    /// The mirror image whose lions have a rank; if both images have one, the lower.
    fn canonical(&self, position: &Position) -> Position {
        match position.lions.map(|cell| cell % 3) {
            [0, _] | [1, 0] => *position,
            [1, 1] => (*position).min(position.mirrored()),
            _ => position.mirrored(),
        }
    }

    fn orbit(&self, position: &Position) -> u32 {
        if *position == position.mirrored() { 1 } else { 2 }
    }

    fn predecessors(&self, position: &Position, visit: &mut impl FnMut(Position)) {
        position.turned().moves_back(&self.steps, visit);
    }
}

impl Ranked for Dobutsu {
    fn ranks(&self) -> u64 {
        self.ranks.pairs.len() as u64 * u64::from(self.ranks.per_pair)
    }

    fn rank(&self, position: &Position) -> Option<u64> {
        self.ranks.rank(position)
    }

    fn unrank(&self, rank: u64) -> Option<Position> {
        let position = self.ranks.unrank(rank);
        (self.canonical(&position) == position).then_some(position)
    }
}

/// The signs of own pieces and of the other player's, by kind. A hen is in the set of chicks too.
const SIGNS: &str = "HCEGLhcegl";

/// A set of cells, row by row from the farthest one on as they are written; and the other way round.
fn rows_turned(set: u64) -> u64 {
    (0..4).map(|row| (set >> (3 * row) & 0b111) << (9 - 3 * row)).sum()
}

/// A position is written row by row, the farthest one first, with the pieces of the player to move as capital letters: `L`
/// is a lion, `C` a chick, `H` a hen, `E` an elephant and `G` a giraffe. The hands follow, `-` if both are empty:
/// `gle/.c./.C./ELG -` is the position before the first move, and `gl./.E./.../.LG Cce` a later one.
impl Notation for Dobutsu {
    fn name(&self) -> String {
        "dobutsu, what play can reach, 1".to_owned()
    }

    fn parse_position(&self, text: &str) -> anyhow::Result<Position> {
        let (board, hands) = text.trim().split_once(' ').unwrap_or((text, "-"));
        let sets: [u64; 10] = parse_rows(SIGNS, board, 12, 3, "rows")?;
        let sets = sets.map(|set| u16::try_from(rows_turned(set)).expect("twelve cells"));
        let lion = |set: Cells, sign: char| {
            let cell = each(set).next().filter(|_| set.is_power_of_two());
            cell.with_context(|| format!("expected one '{sign}' on the board"))
        };
        let mut at = Position {
            lions: [lion(sets[4], 'L')?, lion(sets[9], 'l')?],
            kinds: [sets[0] | sets[1] | sets[5] | sets[6], sets[2] | sets[7], sets[3] | sets[8]],
            own: sets[0] | sets[1] | sets[2] | sets[3],
            hens: sets[0] | sets[5],
            hands: [[0; KINDS]; 2],
        };
        for sign in hands.chars().filter(|sign| *sign != '-') {
            let kind = "CEG".find(sign.to_ascii_uppercase());
            let kind =
                kind.with_context(|| format!("in the hands: expected letters of CEGceg or '-', found {sign:?}"))?;
            at.hands[usize::from(sign.is_ascii_lowercase())][kind] += 1;
        }
        for (kind, sign) in "CEG".chars().enumerate() {
            let count = at.kinds[kind].count_ones() + at.hands.iter().map(|hand| u32::from(hand[kind])).sum::<u32>();
            let total = u32::from(self.ranks.total[kind]);
            ensure!(count == total, "{count} pieces '{sign}' on the board and in the hands: expected {total}");
        }
        Ok(at)
    }

    fn position_text(&self, at: &Position) -> String {
        let sets = [at.own, !at.own].into_iter().zip(at.lions).flat_map(|(own, lion)| {
            let [chicks, elephants, giraffes] = at.kinds.map(|cells| cells & own);
            [chicks & at.hens, chicks & !at.hens, elephants, giraffes, one(lion)]
        });
        let sets: Vec<u64> = sets.map(|set| rows_turned(set.into())).collect();
        let hand = |of: usize, signs: &[&str]| -> String {
            signs.iter().zip(at.hands[of]).map(|(sign, count)| sign.repeat(count.into())).collect()
        };
        let hands = hand(0, &["C", "E", "G"]) + &hand(1, &["c", "e", "g"]);
        format!("{} {}", rows(SIGNS, &sets, 12, 3), if hands.is_empty() { "-" } else { &hands })
    }

    /// Published numbers leave out positions whose value is known without a look at the moves.
    fn side(&self, at: &Position) -> String {
        let is_open = self.known_value(at).is_none();
        if is_open { "no lion is captured or through" } else { "a lion is" }.to_owned()
    }
}

const NO_PAIR: u8 = u8::MAX;

/// The tables behind the formula.
#[derive(Debug)]
struct Ranks {
    /// How many pieces of each kind there are.
    total: [u8; KINDS],
    /// The number of each pair of lions, own and other, or [`NO_PAIR`].
    numbers: [[u8; 12]; 12],
    /// Each pair of lions that has a number.
    pairs: Vec<[u8; 2]>,
    /// The positions with these numbers of chicks, elephants and giraffes on the board, at
    /// `9 * chicks + 3 * elephants + giraffes`.
    blocks: Vec<KindsOnBoard>,
    /// The number of positions with a pair of lions.
    per_pair: u32,
}

/// The positions with a pair of lions and with this number of pieces of each kind on the board.
#[derive(Debug)]
struct KindsOnBoard {
    /// The number of positions in the blocks before.
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
    fn new(total: [u8; KINDS]) -> Self {
        let mut numbers = [[NO_PAIR; 12]; 12];
        let mut pairs = Vec::new();
        // The player to move has no lion in the far row yet: that would have ended the game. The columns of both lions
        // decide which one of two mirror images has a rank.
        for own in each(ALL & !FAR).filter(|own| own % 3 <= 1) {
            for other in each(ALL & !one(own)).filter(|other| own % 3 == 0 || other % 3 <= 1) {
                numbers[usize::from(own)][usize::from(other)] = u8::try_from(pairs.len()).expect("54 pairs");
                pairs.push([own, other]);
            }
        }
        let mut blocks = Vec::new();
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
            blocks.push(KindsOnBoard { begin, on_board, places, bits, hands });
            begin += (places.iter().product::<u32>() << bits) * hands.iter().product::<u32>();
        }
        Self { total, numbers, pairs, blocks, per_pair: begin }
    }

    /// The rank of a position, unless its lions have none.
    fn rank(&self, position: &Position) -> Option<u64> {
        let [own, other] = position.lions;
        let pair = self.numbers[usize::from(own)][usize::from(other)];
        if pair == NO_PAIR {
            return None;
        }
        let [chicks, elephants, giraffes] = position.kinds.map(|cells| cells.count_ones() as usize);
        let block = &self.blocks[9 * chicks + 3 * elephants + giraffes];
        let mut free = ALL & !one(own) & !one(other);
        let (mut place, mut flags, mut hand) = (0, 0, 0);
        for (kind, &cells) in position.kinds.iter().enumerate() {
            place = place * block.places[kind] + place_of(cells, free);
            free &= !cells;
            for cell in each(cells).map(one) {
                if kind == 0 {
                    flags = flags << 1 | u32::from(position.hens & cell != 0);
                }
                flags = flags << 1 | u32::from(position.own & cell != 0);
            }
            hand = hand * block.hands[kind] + u32::from(position.hands[0][kind]);
        }
        let hands: u32 = block.hands.iter().product();
        let number = block.begin + (place << block.bits | flags) * hands + hand;
        Some(u64::from(pair) * u64::from(self.per_pair) + u64::from(number))
    }

    fn unrank(&self, rank: u64) -> Position {
        let lions = self.pairs[usize::try_from(rank / u64::from(self.per_pair)).expect("54 pairs")];
        let number = u32::try_from(rank % u64::from(self.per_pair)).expect("below a number of 32 bits");
        // Of the blocks that begin here all but the last are empty.
        let block = &self.blocks[self.blocks.partition_point(|block| block.begin <= number) - 1];
        let hands: u32 = block.hands.iter().product();
        let (rest, mut hand) = ((number - block.begin) / hands, (number - block.begin) % hands);
        let (mut place, mut flags) = (rest >> block.bits, rest & !(u32::MAX << block.bits));
        let (mut places, mut own_hand) = ([0; KINDS], [0; KINDS]);
        for kind in (0..KINDS).rev() {
            (place, places[kind]) = (place / block.places[kind], place % block.places[kind]);
            let own = hand % block.hands[kind];
            (hand, own_hand[kind]) = (hand / block.hands[kind], u8::try_from(own).expect("two pieces at most"));
        }
        let mut free = ALL & !one(lions[0]) & !one(lions[1]);
        let kinds = std::array::from_fn(|kind| {
            let cells = cells_at(places[kind], block.on_board[kind], free);
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
        let other_hand = std::array::from_fn(|kind| self.total[kind] - block.on_board[kind] - own_hand[kind]);
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
