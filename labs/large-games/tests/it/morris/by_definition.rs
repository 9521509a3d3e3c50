//! The rules, and the numbers of positions by Burnside's lemma.

use retrograde::Value;

use crate::parts;

/// Two coordinates from -3 to 3; the centre is (0, 0).
type Point = (i8, i8);

/// The stones of the player to move, and of the opponent, each a set of bits by the number of the point; and the number
/// of stones that both players have in hand together.
type Placed = ([u32; 2], u32);

#[derive(Debug)]
pub(crate) struct Rules {
    flying: bool,
    points: Vec<Point>,
    connected: Vec<Vec<usize>>,
    mills: Vec<u32>,
}

/// Where the bit with this number is on a board of this number of rings: the rings from the outside to the inside, each
/// from its upper left corner on.
fn point(rings: usize, number: usize) -> Point {
    let around = [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)];
    let size = [1, 2, 3][rings - 1 - number / 8];
    (around[number % 8].0 * size, around[number % 8].1 * size)
}

impl Rules {
    pub(crate) fn new(rings: usize, flying: bool) -> Self {
        let points: Vec<Point> = (0..8 * rings).map(|number| point(rings, number)).collect();
        let number = |wanted: Point| points.iter().position(|&point| point == wanted);
        let step = |(x, y): Point, (right, down): Point| {
            // Along a line, the next point; the centre of the board is empty and ends the line.
            let ahead = (1..=6).map(|steps| (x + right * steps, y + down * steps));
            ahead.take_while(|&point| point != (0, 0)).find_map(number)
        };
        let directions = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        let connected = points.iter().map(|&at| directions.iter().filter_map(|&to| step(at, to)).collect()).collect();
        // A mill is a point with its neighbours on both sides.
        let mut mills = Vec::new();
        for (middle, &at) in points.iter().enumerate() {
            for (right, down) in [(1, 0), (0, 1)] {
                if let (Some(one), Some(two)) = (step(at, (right, down)), step(at, (-right, -down))) {
                    mills.push(1 << one | 1 << middle | 1 << two);
                }
            }
        }
        assert_eq!(mills.len(), if rings == 3 { 16 } else { 8 });
        Self { flying, points, connected, mills }
    }

    fn is_in_mill(&self, stones: u32, point: usize) -> bool {
        self.mills.iter().any(|mill| mill >> point & 1 == 1 && stones & mill == *mill)
    }

    /// The symmetries of the board, as permutations of its points, by coordinates.
    pub(crate) fn symmetries(&self) -> Vec<Vec<usize>> {
        let largest = self.points.iter().map(|point| point.0).max().expect("points");
        let smallest = self.points.iter().map(|&(x, y)| x.abs().max(y.abs())).min().expect("points");
        let number = |wanted: Point| self.points.iter().position(|&point| point == wanted).expect("a symmetry");
        let mut symmetries = Vec::new();
        for kind in 0..16 {
            let image = |(x, y): Point| {
                let (x, y) = if kind & 1 == 0 { (x, y) } else { (y, x) };
                let (x, y) = (if kind & 2 == 0 { x } else { -x }, if kind & 4 == 0 { y } else { -y });
                let ring = x.abs().max(y.abs());
                let size = if kind & 8 == 0 { ring } else { largest + smallest - ring };
                (x / ring * size, y / ring * size)
            };
            symmetries.push(self.points.iter().map(|&point| number(image(point))).collect());
        }
        symmetries
    }

    /// The number of positions up to symmetry with these numbers of stones of the player to move and of the opponent,
    /// for each two numbers up to 9, by Burnside's lemma: the mean number of positions that a symmetry keeps.
    pub(crate) fn kinds(&self) -> [[u64; 10]; 10] {
        let mut kept = [[0; 10]; 10];
        let symmetries = self.symmetries();
        for symmetry in &symmetries {
            // Each cycle of points belongs to the one, or to the other, or to none.
            let mut ways = [[0_u64; 10]; 10];
            ways[0][0] = 1;
            for length in cycles(symmetry) {
                for own in (0..10_usize).rev() {
                    for other in (0..10_usize).rev() {
                        let with_own = own.checked_sub(length).map_or(0, |own| ways[own][other]);
                        let with_other = other.checked_sub(length).map_or(0, |other| ways[own][other]);
                        ways[own][other] += with_own + with_other;
                    }
                }
            }
            for (sum, ways) in kept.as_flattened_mut().iter_mut().zip(ways.as_flattened()) {
                *sum += ways;
            }
        }
        kept.map(|row| row.map(|sum| sum / symmetries.len() as u64))
    }
}

impl parts::Rules for Rules {
    type Position = Placed;

    fn read(&self, text: &str) -> Placed {
        let (board, in_hand) = text.split_once('+').unwrap_or((text, "0"));
        let stones = |sign: char| {
            let signs = board.chars().filter(|sign| *sign != '/').zip(0..);
            signs.filter(|(found, _)| *found == sign).map(|(_, point)| 1 << point).sum()
        };
        (['X', 'O'].map(stones), in_hand.parse().expect("a number"))
    }

    fn text(&self, &([own, other], in_hand): &Placed) -> String {
        let sign = |point: usize| {
            if own >> point & 1 == 1 {
                'X'
            } else if other >> point & 1 == 1 {
                'O'
            } else {
                '.'
            }
        };
        let rings: Vec<String> =
            (0..self.points.len() / 8).map(|ring| (ring * 8..ring * 8 + 8).map(sign).collect()).collect();
        rings.join("/") + &(if in_hand > 0 { format!("+{in_hand}") } else { String::new() })
    }

    fn ended(&self, &([own, other], in_hand): &Placed) -> Option<Value> {
        match (in_hand, own.count_ones() < 3, other.count_ones() < 3) {
            (0, true, _) => Some(Value::Loss(0)),
            (0, _, true) => Some(Value::Win(0)),
            _ => None,
        }
    }

    fn moves(&self, &([own, other], in_hand): &Placed) -> Vec<Placed> {
        let is_in = |set: u32, point: usize| set >> point & 1 == 1;
        let everywhere: Vec<usize> = (0..self.points.len()).collect();
        // The stones after each move, and where it ended.
        let mut after = Vec::new();
        if in_hand > 0 {
            after.extend(everywhere.iter().filter(|&&to| !is_in(own | other, to)).map(|&to| (own | 1 << to, to)));
        } else {
            for &from in everywhere.iter().filter(|&&from| is_in(own, from)) {
                let reached = if self.flying && own.count_ones() == 3 { &everywhere } else { &self.connected[from] };
                let free = reached.iter().filter(|&&to| !is_in(own | other, to));
                after.extend(free.map(|&to| (own & !(1 << from) | 1 << to, to)));
            }
        }
        let left = in_hand.saturating_sub(1);
        let mut moves = Vec::new();
        for (own, to) in after {
            let stones: Vec<usize> = everywhere.iter().copied().filter(|&point| is_in(other, point)).collect();
            if stones.is_empty() || !self.is_in_mill(own, to) {
                moves.push(([other, own], left));
                continue;
            }
            let outside: Vec<usize> = stones.iter().copied().filter(|&point| !self.is_in_mill(other, point)).collect();
            let taken = if outside.is_empty() { &stones } else { &outside };
            moves.extend(taken.iter().map(|point| ([other & !(1 << point), own], left)));
        }
        moves
    }
}

/// The lengths of the cycles of a permutation.
fn cycles(permutation: &[usize]) -> Vec<usize> {
    let length = |start: usize| {
        let mut point = permutation[start];
        let mut length = 1;
        while point != start {
            // Each cycle is counted from its lowest point.
            if point < start {
                return None;
            }
            (point, length) = (permutation[point], length + 1);
        }
        Some(length)
    };
    (0..permutation.len()).filter_map(length).collect()
}
