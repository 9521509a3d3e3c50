//! The rules and the values of positions by definition, slowly: it shares no code with the solver, and of the game only the
//! two sets of stones of a position.

use retrograde::Value;

/// Two coordinates from -3 to 3; the centre is (0, 0).
type Point = (i8, i8);

/// The stones of the player to move, and those of the opponent, each a set of bits by the number of the point.
pub(crate) type Stones = [u32; 2];

#[derive(Debug)]
pub(crate) struct Rules {
    flying: bool,
    connected: Vec<Vec<usize>>,
    mills: Vec<u32>,
}

/// Where the bit with this number is: the rings from the outside to the inside, each from its upper left corner on.
fn point(number: usize) -> Point {
    let around = [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)];
    let size = [3, 2, 1][number / 8];
    (around[number % 8].0 * size, around[number % 8].1 * size)
}

impl Rules {
    pub(crate) fn new(flying: bool) -> Self {
        let points: Vec<Point> = (0..24).map(point).collect();
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
        assert_eq!(mills.len(), 16);
        Self { flying, connected, mills }
    }

    fn is_in_mill(&self, stones: u32, point: usize) -> bool {
        self.mills.iter().any(|mill| mill >> point & 1 == 1 && stones & mill == *mill)
    }

    /// The positions after each move, seen by the opponent.
    pub(crate) fn moves(&self, [own, other]: Stones) -> Vec<Stones> {
        let is_in = |set: u32, point: usize| set >> point & 1 == 1;
        let everywhere: Vec<usize> = (0..24).collect();
        let mut moves = Vec::new();
        for from in (0..24).filter(|&point| is_in(own, point)) {
            let reached = if self.flying && own.count_ones() == 3 { &everywhere } else { &self.connected[from] };
            for &to in reached.iter().filter(|&&point| !is_in(own | other, point)) {
                let own = own & !(1 << from) | 1 << to;
                if !self.is_in_mill(own, to) {
                    moves.push([other, own]);
                    continue;
                }
                let stones: Vec<usize> = (0..24).filter(|&point| is_in(other, point)).collect();
                let outside: Vec<usize> =
                    stones.iter().copied().filter(|&point| !self.is_in_mill(other, point)).collect();
                let taken = if outside.is_empty() { &stones } else { &outside };
                moves.extend(taken.iter().map(|point| [other & !(1 << point), own]));
            }
        }
        moves
    }

    /// The value that follows from those after each move.
    pub(crate) fn value(&self, stones: Stones, value: impl Fn(Stones) -> Value) -> Value {
        let after = self.moves(stones).into_iter().map(|next| match value(next) {
            Value::Loss(plies) => Value::Win(plies + 1),
            Value::Draw => Value::Draw,
            Value::Win(plies) => Value::Loss(plies + 1),
        });
        after.max().unwrap_or(Value::Loss(0))
    }

    /// The values of all positions with three stones each, by fixpoint iteration: what is won and lost in so many plies
    /// follows from what was in fewer.
    pub(crate) fn three_against_three(&self) -> Vec<(Stones, Value)> {
        let sets: Vec<u32> = (0..1_u32 << 24).filter(|set| set.count_ones() == 3).collect();
        let mut numbers = vec![0; 1 << 24];
        for (number, &set) in sets.iter().enumerate() {
            numbers[set as usize] = number;
        }
        let pairs = sets.iter().flat_map(|&own| sets.iter().map(move |&other| [own, other]));
        let all: Vec<Stones> = pairs.filter(|[own, other]| own & other == 0).collect();
        let number = |[own, other]: Stones| numbers[own as usize] * sets.len() + numbers[other as usize];
        let mut values = vec![Value::Draw; sets.len() * sets.len()];
        let mut open = all.clone();
        for plies in 0.. {
            let before = |next: Stones| if next[0].count_ones() < 3 { Value::Loss(0) } else { values[number(next)] };
            let decided: Vec<(Stones, Value)> = open
                .iter()
                .map(|&stones| (stones, self.value(stones, before)))
                .filter(|(_, value)| value.plies() == Some(plies))
                .collect();
            if plies > 1 && decided.is_empty() {
                break;
            }
            for (stones, value) in decided {
                values[number(stones)] = value;
            }
            open.retain(|&stones| values[number(stones)] == Value::Draw);
        }
        all.into_iter().map(|stones| (stones, values[number(stones)])).collect()
    }
}
