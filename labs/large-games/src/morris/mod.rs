//! Nine men's morris and six men's morris from the empty board on, part by part: a capture, and a stone that is placed,
//! leads to another part.
//!
//! The rules follow R. Gasser, *Solving Nine Men's Morris*, 1996: the players place nine stones each in turn, and then
//! move them along the lines; a player with three stones left may move one to any free point; who closes a mill, or two,
//! while placing too, removes one stone of the opponent, from a mill only if all are in mills; a player who has two
//! stones left or cannot move has lost. Players with fewer than three stones have lost once all are placed, not before.
//!
//! Six men's morris has six stones for each player and two rings, the middles of whose sides are connected, and mills
//! along the sides of the rings alone. Stones never move to any free point. By these rules the game is a draw.
//!
//! Once all stones are placed, a part is called by the numbers of stones on the board, the greater one first: `4-3` has
//! 4 against 3 and 3 against 4. Before that, each part has one number of stones in hand and, on the board, one of the
//! player to move and one of the opponent: `h5-3-4` with 5 in hand of both players together, 3 of the player to move
//! and 4 of the opponent.
//!
//! Of the 9.2 billion ranks of nine men's morris with all stones placed 3.1% are holes: of the parts 3-3 to 9-9 with equal
//! numbers of stones 31, 12, 6.1, 4.1, 2.5, 1.9 and 1.4% (19% of 3-3 without flying); of the 18.6 billion with stones in
//! hand 4.3%. Of the 3,663,603 ranks of six men's morris 15% are.

mod board;

use std::collections::BTreeMap;
use std::fmt::Write;

use anyhow::{Context, bail, ensure};
use retrograde::{Game, Part, Ranked, Value};

use self::board::{ANY_ORDER, Board, THREE_RINGS, TWO_RINGS, symmetries};
use crate::program::Notation;
pub use crate::sets::Position;
use crate::sets::{Counts, Pairs, Points, parse_rows, points, rows, single};

/// Nine men's morris or six men's morris, with all tables that the moves and the ranks need.
#[derive(Debug)]
pub struct Morris {
    name: String,
    board: Board,
    flying: bool,
    /// The parts by the number of stones in hand, and of stones on the board.
    pairs: Pairs,
}

fn ordered(own: u8, other: u8) -> Counts {
    (0, [own.max(other), own.min(other)])
}

/// What moves lead to, as far as the numbers of stones tell: after the placing also the same part, and numbers with which
/// a player has lost. A mill takes three stones.
fn next((in_hand, [own, other]): Counts) -> Vec<Counts> {
    let mut next: Vec<Counts> = if in_hand == 0 {
        vec![ordered(other - 1, own), ordered(own - 1, other), ordered(own, other)]
    } else {
        let captures = own >= 2 && other >= 1;
        let left = std::iter::once(other).chain(captures.then(|| other - 1));
        let placed = |other| if in_hand == 1 { ordered(other, own + 1) } else { (in_hand - 1, [other, own + 1]) };
        left.map(placed).collect()
    };
    next.dedup();
    next
}

fn part_name((in_hand, [own, other]): Counts) -> String {
    if in_hand > 0 { format!("h{in_hand}-{own}-{other}") } else { format!("{own}-{other}") }
}

impl Morris {
    /// Nine men's morris from the empty board on. With `flying`, three stones move to any free point.
    #[must_use]
    pub fn nine(flying: bool) -> Self {
        Self::new(3, 9, flying)
    }

    /// Six men's morris from the empty board on.
    #[must_use]
    pub fn six() -> Self {
        Self::new(2, 6, false)
    }

    /// The game from the empty board on with two or three rings and this number of stones for each player.
    ///
    /// # Panics
    ///
    /// Panics on fewer than two rings or more than three, fewer than 3 stones, or more than three for each ring.
    #[must_use]
    pub fn new(rings: usize, stones: u8, flying: bool) -> Self {
        assert!((3..=3 * rings).contains(&stones.into()), "from 3 stones to three for each ring");
        let flies = if flying { "" } else { "no " };
        let name = match rings {
            2 if !flying => format!("six men's morris with {stones} stones, 1"),
            // As old as the files of the parts without a stone in hand, which can still be read.
            3 if stones == 9 => format!("nine men's morris, all stones placed, {flies}flying, 1"),
            _ => format!("morris on {rings} rings with {stones} stones, {flies}flying, 1"),
        };
        let board = Board::new(rings);
        // A stone that is placed and one that is captured lead to parts that come before.
        let order = |(in_hand, [own, other]): Counts| (in_hand, own + other, own);
        let (mut found, mut left) = (BTreeMap::new(), vec![(2 * stones, [0, 0])]);
        while let Some(counts @ (in_hand, [_, other])) = left.pop() {
            // After the placing both players have three stones, or play is over.
            if (in_hand > 0 || other >= 3) && found.insert(order(counts), counts).is_none() {
                left.extend(next(counts));
            }
        }
        let usual = symmetries(board.points(), if rings == 2 { TWO_RINGS } else { THREE_RINGS });
        // If no move is along the lines, the rings can be in any order.
        let special = (flying && rings == 3).then(|| ([3, 3], symmetries(board.points(), ANY_ORDER)));
        let pairs = Pairs::new(board.points(), usual, special, found.into_values().collect());
        Self { name, board, flying, pairs }
    }

    /// The empty board, where play starts with all stones in hand.
    #[must_use]
    pub fn start(&self) -> Position {
        let (in_hand, _) = self.pairs.last_part();
        Position { own: 0, other: 0, in_hand }
    }

    /// Reads the names of points with `,` between, `-` if there is none, and adds them to those that are taken.
    fn parse_points(&self, text: &str, taken: &mut Points) -> anyhow::Result<Points> {
        let before = *taken;
        for name in text.split(',').filter(|_| text != "-") {
            let point = (0..self.board.points()).find(|point| self.board.name(*point) == name);
            let point = point.with_context(|| {
                format!("invalid point {name:?}: expected one from a1 to {}, where lines meet", self.board.name(2))
            })?;
            ensure!(*taken >> point & 1 == 0, "point {name} is named twice");
            *taken |= 1 << point;
        }
        Ok(*taken ^ before)
    }

    /// Whether a player with these stones moves them to any free point.
    #[inline]
    pub(super) fn flies(&self, stones: Points) -> bool {
        self.flying && self.pairs.members(stones) == 3
    }

    /// Where a stone on `point` can move to if it is free, or can have come from.
    #[inline]
    fn reach(&self, flies: bool, point: usize) -> Points {
        if flies { self.board.all } else { self.board.beside(point) }
    }

    /// The stones that a player with these can lose when a mill is closed.
    #[inline]
    fn capturable(&self, stones: Points) -> Points {
        let safe = self.board.in_mills(stones);
        if safe == stones { stones } else { stones & !safe }
    }

    /// Visits the positions after a move of the player to move to `to`, where now are the stones `moved`.
    #[inline]
    fn after_move(&self, [moved, other]: [Points; 2], to: usize, in_hand: u8, visit: &mut impl FnMut(Position)) {
        // In the placing phase there may be nothing to capture.
        if other != 0 && self.board.closes_mill(moved, to) {
            let captured = single(self.capturable(other));
            captured.map(|stone| Position { own: other ^ stone, other: moved, in_hand }).for_each(visit);
        } else {
            visit(Position { own: other, other: moved, in_hand });
        }
    }
}

impl Game for Morris {
    type Position = Position;
    const LISTS_PREDECESSORS: bool = true;

    fn successors(&self, position: &Position, visit: &mut impl FnMut(Position)) {
        let Position { own, other, in_hand } = *position;
        let free = self.board.all & !own & !other;
        if in_hand > 0 {
            return points(free).for_each(|to| self.after_move([own | 1 << to, other], to, in_hand - 1, visit));
        }
        let flies = self.flies(own);
        for from in points(own) {
            let left = own ^ 1 << from;
            for to in points(free & self.reach(flies, from)) {
                self.after_move([left | 1 << to, other], to, 0, visit);
            }
        }
    }

    fn known_value(&self, position: &Position) -> Option<Value> {
        if position.in_hand > 0 {
            None
        } else if self.pairs.members(position.own) < 3 {
            Some(Value::Loss(0))
        } else {
            // Or the opponent has lost too many while placing; both players cannot have.
            (self.pairs.members(position.other) < 3).then_some(Value::Win(0))
        }
    }

    fn canonical(&self, position: &Position) -> Position {
        self.pairs.canonical(position)
    }

    fn orbit(&self, position: &Position) -> u32 {
        self.pairs.orbit(position)
    }

    fn move_count(&self, position: &Position) -> Option<u32> {
        let Position { own, other, in_hand } = *position;
        let free = self.board.all & !own & !other;
        let flies = self.flies(own);
        // Only captures lead out of a part whose stones are all placed.
        if in_hand > 0 || self.board.can_close_mill(own, free, flies) {
            return None;
        }
        Some(if flies { own.count_ones() * free.count_ones() } else { Board::steps(own, free) })
    }

    /// The opponent has moved without a capture, so the stone that was moved is not in a mill. All other moves, also of
    /// the placing phase, come from other parts.
    fn predecessors(&self, position: &Position, visit: &mut impl FnMut(Position)) {
        let Position { own, other, in_hand } = *position;
        if in_hand > 0 {
            return;
        }
        let free = self.board.all & !own & !other;
        let flies = self.flies(other);
        for to in points(other & !self.board.in_mills(other)) {
            let left = other ^ 1 << to;
            for from in single(free & self.reach(flies, to)) {
                visit(Position { own: left | from, other: own, in_hand: 0 });
            }
        }
    }
}

impl Ranked for Morris {
    fn ranks(&self) -> u64 {
        self.pairs.ranks()
    }

    #[inline]
    fn rank(&self, position: &Position) -> Option<u64> {
        self.pairs.rank(position)
    }

    #[inline]
    fn unrank(&self, rank: u64) -> Option<Position> {
        self.pairs.unrank(rank)
    }

    fn parts(&self) -> Vec<Part> {
        self.pairs.parts(part_name, next)
    }

    #[inline]
    fn part_of(&self, position: &Position) -> Option<usize> {
        self.pairs.part_of(position)
    }
}

/// A position is written ring by ring, each from its upper left corner clockwise, the outer ring first: `X` is a stone
/// of the player to move, `O` one of the opponent, and `.` a free point. While stones are placed, `+` and the number of
/// stones in hand of both players together follow: `XX..X.O./O.O.....` has all stones on the board, and
/// `X......./.O......+10` has 10 left. It can also be read from the names of the points, `-` for none: `a5 c4 +10` is
/// the latter.
impl Notation for Morris {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn parse_position(&self, text: &str) -> anyhow::Result<Position> {
        let (board, in_hand) = match text.split_once('+') {
            Some((board, in_hand)) => (board, Some(in_hand)),
            None => (text, None),
        };
        let by_name = board.starts_with(|sign: char| ('a'..='g').contains(&sign) || sign == '-');
        let [own, other] = if by_name {
            let sets: Vec<&str> = board.split_whitespace().collect();
            let [own, other] = sets[..] else {
                let [one, other] = [1, 2].map(|point| self.board.name(point));
                bail!("expected the points of X, and then of O: 'a1,{one} {other}', '-' for none")
            };
            let mut taken = 0;
            [self.parse_points(own, &mut taken)?, self.parse_points(other, &mut taken)?]
        } else {
            let sets: [u64; 2] = parse_rows("XO", board.trim_end(), self.board.points(), 8, "rings")?;
            sets.map(|set| u32::try_from(set).expect("at most 24 points"))
        };
        let mut position = Position { own, other, in_hand: 0 };
        if let Some(in_hand) = in_hand {
            let column = board.chars().count() + 2;
            let number = in_hand.parse().ok().filter(|_| !in_hand.starts_with('+'));
            position.in_hand =
                number.with_context(|| format!("column {column}: expected the number of stones in hand after '+'"))?;
        }
        let (last, [own, other]) = (self.pairs.last_part(), [own, other].map(Points::count_ones));
        let most = u32::from(last.0 / 2);
        // A player who has just lost a third stone has lost the game.
        let is_over = in_hand.is_none() && own.min(other) == 2 && (3..=most).contains(&own.max(other));
        ensure!(
            is_over || self.part_of(&position).is_some(),
            "{own} stones of X, {other} of O and {} in hand: expected numbers that play leads to from part {}",
            position.in_hand,
            part_name(last)
        );
        Ok(position)
    }

    fn position_text(&self, position: &Position) -> String {
        let sets = [position.own, position.other].map(u64::from);
        let mut text = rows("XO", &sets, self.board.points(), 8);
        if position.in_hand > 0 {
            let _ = write!(text, "+{}", position.in_hand);
        }
        text
    }

    /// Where a stone is placed, or moves from and to, and after `x` the stone that is captured: `d6`, `a1-a4xg7`.
    fn move_text(&self, from: &Position, to: &Position) -> Option<String> {
        let names = |set| points(set).map(|point| self.board.name(point)).collect::<String>();
        let [left, reached, captured] = [from.own & !to.other, to.other & !from.own, from.other & !to.own].map(names);
        let sign = |sign: &'static str, set: &str| if set.is_empty() { "" } else { sign };
        Some(format!("{left}{}{reached}{}{captured}", sign("-", &left), sign("x", &captured)))
    }

    fn side(&self, position: &Position) -> String {
        format!("{}-{}", position.own.count_ones(), position.other.count_ones())
    }
}
