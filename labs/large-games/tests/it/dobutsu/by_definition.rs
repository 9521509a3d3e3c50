//! The rules. A position is a board of signs seen from one side, and symmetric positions are different ones.

use retrograde::Value;

use crate::parts::Rules;

/// The board, row by row and the farthest row first, with own pieces as capital letters and `.` for a free cell; then
/// the own hand and the hand of the other player, each sorted.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    board: [char; 12],
    hands: [String; 2],
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
    /// As the other player sees it.
    fn passed(&self) -> Self {
        let turn = |sign: char| if sign.is_uppercase() { sign.to_ascii_lowercase() } else { sign.to_ascii_uppercase() };
        let mut board = self.board.map(turn);
        board.reverse();
        Self { board, hands: [self.hands[1].clone(), self.hands[0].clone()] }
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
}

fn sorted(hand: &str) -> String {
    let mut signs: Vec<char> = hand.chars().collect();
    signs.sort_unstable();
    signs.into_iter().collect()
}

pub(crate) struct Dobutsu;

impl Rules for Dobutsu {
    type Position = Position;

    fn read(&self, text: &str) -> Position {
        let (board, hands) = text.split_once(' ').expect("the hands");
        let board: Vec<char> = board.chars().filter(|sign| *sign != '/').collect();
        let (own, other) = hands.chars().filter(|sign| *sign != '-').partition(char::is_ascii_uppercase);
        let other: String = other;
        Position { board: board.try_into().expect("twelve cells"), hands: [own, other.to_ascii_uppercase()] }
    }

    fn text(&self, at: &Position) -> String {
        let rows: Vec<String> = at.board.chunks(3).map(|row| row.iter().collect()).collect();
        let hands = at.hands[0].clone() + &at.hands[1].to_ascii_lowercase();
        format!("{} {}", rows.join("/"), if hands.is_empty() { "-" } else { &hands })
    }

    fn ended(&self, at: &Position) -> Option<Value> {
        let lion = at.place('l');
        match () {
            () if at.attacks(lion) => Some(Value::Win(1)),
            () if lion >= 9 => Some(Value::Loss(0)),
            () => None,
        }
    }

    fn moves(&self, at: &Position) -> Vec<Position> {
        let mut found = Vec::new();
        for to in 0..12 {
            for from in (0..12).filter(|from| at.steps(*from, to) && !at.board[to].is_uppercase()) {
                let mut next = at.clone();
                let animal = std::mem::replace(&mut next.board[from], '.');
                next.board[to] = if animal == 'C' && to < 3 { 'H' } else { animal };
                if at.board[to] != '.' {
                    let captured = at.board[to].to_ascii_uppercase();
                    next.hands[0] = sorted(&format!("{}{}", at.hands[0], if captured == 'H' { 'C' } else { captured }));
                }
                found.push(next.passed());
            }
            for animal in "CEG".chars().filter(|animal| at.hands[0].contains(*animal) && at.board[to] == '.') {
                let mut next = at.clone();
                next.board[to] = animal;
                next.hands[0] = at.hands[0].replacen(animal, "", 1);
                found.push(next.passed());
            }
        }
        found
    }
}
