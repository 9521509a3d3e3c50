//! Dobutsu shogi by the words of its rules, for the tests: slow and simple. A position is a board of signs seen from
//! one side, and symmetric positions are different ones.

use std::collections::{BTreeMap, HashMap};

use retrograde::Value;

use crate::fixpoint;

/// The board, row by row and the farthest row first, with own pieces as capital letters and `.` for a free cell; then
/// the own hand and the hand of the other player, each sorted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Position {
    pub(crate) board: [char; 12],
    pub(crate) hands: [String; 2],
}

/// Whether an own animal steps these numbers of rows towards the far side and of columns to the right.
fn reaches(animal: char, up: i32, right: i32) -> bool {
    let straight = up.abs() + right.abs() == 1;
    let diagonal = up.abs() == 1 && right.abs() == 1;
    match animal {
        'C' => up == 1 && right == 0,
        'E' => diagonal,
        'G' => straight,
        'H' => straight || (diagonal && up == 1),
        'L' => straight || diagonal,
        _ => false,
    }
}

impl Position {
    pub(crate) fn start(without: &str) -> Self {
        let board: String = "gle.c..C.ELG"
            .chars()
            .map(|sign| if without.contains(sign.to_ascii_uppercase()) { '.' } else { sign })
            .collect();
        let board: Vec<char> = board.chars().collect();
        Self { board: board.try_into().expect("twelve cells"), hands: [String::new(), String::new()] }
    }

    /// As the other player sees it.
    fn passed(&self) -> Self {
        let turn = |sign: char| if sign.is_uppercase() { sign.to_ascii_lowercase() } else { sign.to_ascii_uppercase() };
        let mut board = self.board.map(turn);
        board.reverse();
        Self { board, hands: [self.hands[1].clone(), self.hands[0].clone()] }
    }

    pub(crate) fn mirrored(&self) -> Self {
        Self { board: std::array::from_fn(|cell| self.board[cell / 3 * 3 + 2 - cell % 3]), hands: self.hands.clone() }
    }

    fn place(&self, animal: char) -> usize {
        self.board.iter().position(|sign| *sign == animal).expect("a lion")
    }

    /// Whether the player to move has a piece that reaches this cell.
    fn attacks(&self, cell: usize) -> bool {
        (0..12).any(|from| self.steps(from, cell))
    }

    fn steps(&self, from: usize, to: usize) -> bool {
        let row = |cell: usize| i32::try_from(cell / 3).expect("a row");
        let column = |cell: usize| i32::try_from(cell % 3).expect("a column");
        reaches(self.board[from], row(from) - row(to), column(to) - column(from))
    }

    /// The value if the game is over, or if a lion can be captured.
    pub(crate) fn ended(&self) -> Option<Value> {
        let lion = self.place('l');
        match () {
            () if self.attacks(lion) => Some(Value::Win(1)),
            () if lion >= 9 => Some(Value::Loss(0)),
            () => None,
        }
    }

    /// The positions after each move, seen by the other player.
    pub(crate) fn moves(&self) -> Vec<Self> {
        let mut found = Vec::new();
        for to in 0..12 {
            for from in (0..12).filter(|from| self.steps(*from, to) && !self.board[to].is_uppercase()) {
                let mut next = self.clone();
                let animal = std::mem::replace(&mut next.board[from], '.');
                next.board[to] = if animal == 'C' && to < 3 { 'H' } else { animal };
                if self.board[to] != '.' {
                    let captured = self.board[to].to_ascii_uppercase();
                    next.hands[0] =
                        sorted(&format!("{}{}", self.hands[0], if captured == 'H' { 'C' } else { captured }));
                }
                found.push(next.passed());
            }
            for animal in "CEG".chars().filter(|animal| self.hands[0].contains(*animal) && self.board[to] == '.') {
                let mut next = self.clone();
                next.board[to] = animal;
                next.hands[0] = self.hands[0].replacen(animal, "", 1);
                found.push(next.passed());
            }
        }
        found
    }
}

fn sorted(hand: &str) -> String {
    let mut signs: Vec<char> = hand.chars().collect();
    signs.sort_unstable();
    signs.into_iter().collect()
}

/// The values of all positions that can be reached.
pub(crate) fn solve(start: Position) -> HashMap<Position, Value> {
    fixpoint::values([start], Position::ended, Position::moves, |_, _| false)
}

/// The number of positions with each value.
pub(crate) fn counts(values: &HashMap<Position, Value>) -> BTreeMap<Value, u64> {
    let mut counts = BTreeMap::new();
    for value in values.values() {
        *counts.entry(*value).or_default() += 1;
    }
    counts
}
