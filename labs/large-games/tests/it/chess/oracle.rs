//! The rules. Both sides are treated as they are, and no two positions are the same.

use retrograde::Value;

use crate::parts::Rules;

/// A legal position: the men in the order of the text, row by row from the eighth on, and `.` for a free square.
#[derive(Clone, Debug)]
pub(crate) struct Diagram {
    men: Vec<char>,
    white_moves: bool,
    /// The square behind a pawn that has just moved two rows, if a pawn can capture there.
    passed: Option<usize>,
}

type Line = (i32, i32);

/// Along the rows and files, along the diagonals, and the jumps of a knight, to the right and up.
const LINES: [Line; 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];
const JUMPS: [Line; 8] = [(1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)];

fn step(from: usize, (right, up): Line) -> Option<usize> {
    let number = |number: usize| i32::try_from(number).expect("a square");
    let (file, row) = (number(from % 8) + right, number(from / 8) - up);
    let is_inside = (0..8).contains(&file) && (0..8).contains(&row);
    is_inside.then(|| usize::try_from(row * 8 + file).expect("a square"))
}

impl Diagram {
    fn is_own(&self, man: char) -> bool {
        man != '.' && man.is_ascii_uppercase() == self.white_moves
    }

    /// The squares that the man on a square attacks.
    fn attacked(&self, from: usize) -> Vec<usize> {
        let up = if self.men[from].is_ascii_uppercase() { 1 } else { -1 };
        let (lines, steps) = match self.men[from].to_ascii_lowercase() {
            'q' => (&LINES[..], 7),
            'r' => (&LINES[..4], 7),
            'b' => (&LINES[4..8], 7),
            'k' => (&LINES[..], 1),
            'n' => (&JUMPS[..], 1),
            'p' => (&[(1, up), (-1, up)][..], 1),
            _ => (&[][..], 0),
        };
        let mut found = Vec::new();
        for &line in lines {
            let squares = std::iter::successors(step(from, line), |at| step(*at, line)).take(steps);
            // Up to the first man, which may be attacked too.
            for square in squares {
                found.push(square);
                if self.men[square] != '.' {
                    break;
                }
            }
        }
        found
    }

    /// Whether the king of the player to move is attacked.
    fn mover_in_check(&self) -> bool {
        let king = if self.white_moves { 'K' } else { 'k' };
        let others = (0..64).filter(|&square| !self.is_own(self.men[square]));
        others.flat_map(|square| self.attacked(square)).any(|square| self.men[square] == king)
    }

    /// Whether a man with this sign is on the diagonal that stays where it is when rows and files are exchanged.
    pub(crate) fn is_on_diagonal(&self, man: char) -> bool {
        (0..64).any(|square| self.men[square] == man && square % 8 + square / 8 == 7)
    }

    /// The image under one of eight symmetries of the board. The first is the identity, and the second exchanges left
    /// and right. The colours are exchanged with top and bottom, also of the player to move.
    pub(crate) fn image(&self, symmetry: usize, exchange_colours: bool) -> Self {
        let exchange = |man: char| {
            let (small, capital) = (man.to_ascii_lowercase(), man.to_ascii_uppercase());
            if exchange_colours { if man == small { capital } else { small } } else { man }
        };
        let to = |square: usize| {
            let (mut file, mut row) = (square % 8, square / 8);
            file = if symmetry & 1 == 0 { file } else { 7 - file };
            row = if (symmetry & 2 == 0) == exchange_colours { 7 - row } else { row };
            if symmetry & 4 == 0 { row * 8 + file } else { (7 - file) * 8 + 7 - row }
        };
        let mut men = vec!['.'; 64];
        (0..64).for_each(|square| men[to(square)] = exchange(self.men[square]));
        Self { men, white_moves: self.white_moves != exchange_colours, passed: self.passed.map(to) }
    }
}

pub(crate) struct Chess;

impl Rules for Chess {
    type Position = Diagram;

    /// Reads four fields.
    fn read(&self, text: &str) -> Diagram {
        let fields: Vec<&str> = text.split(' ').collect();
        let free = |sign: char| sign.to_digit(10).map(|free| free as usize);
        let signs = fields[0].chars().filter(|sign| *sign != '/');
        let men = signs.flat_map(|sign| std::iter::repeat_n(free(sign).map_or(sign, |_| '.'), free(sign).unwrap_or(1)));
        let square = |name: &[u8]| usize::from(b'8' - name[1]) * 8 + usize::from(name[0] - b'a');
        let passed = (fields[3] != "-").then(|| square(fields[3].as_bytes()));
        Diagram { men: men.collect(), white_moves: fields[1] == "w", passed }
    }

    fn text(&self, at: &Diagram) -> String {
        let mut board = at.men.chunks(8).map(|row| row.iter().collect()).collect::<Vec<String>>().join("/");
        for free in (1..=8).rev() {
            board = board.replace(&".".repeat(free), &free.to_string());
        }
        let name =
            |square: usize| format!("{}{}", ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'][square % 8], 8 - square / 8);
        let side = if at.white_moves { 'w' } else { 'b' };
        format!("{board} {side} - {}", at.passed.map_or("-".to_owned(), name))
    }

    /// A player who is mated has no move either.
    fn ended(&self, at: &Diagram) -> Option<Value> {
        (!at.mover_in_check() && self.moves(at).is_empty()).then_some(Value::Draw)
    }

    fn moves(&self, at: &Diagram) -> Vec<Diagram> {
        let mut found = Vec::new();
        for from in (0..64).filter(|&square| at.is_own(at.men[square])) {
            let (man, up) = (at.men[from], if at.white_moves { 1 } else { -1 });
            let mut targets = at.attacked(from);
            targets.retain(|&to| !at.is_own(at.men[to]));
            if man.eq_ignore_ascii_case(&'p') {
                targets.retain(|&to| at.men[to] != '.' || at.passed == Some(to));
                let ahead = std::iter::successors(step(from, (0, up)), |at| step(*at, (0, up)));
                let rows = if from / 8 == if at.white_moves { 6 } else { 1 } { 2 } else { 1 };
                targets.extend(ahead.take(rows).take_while(|&to| at.men[to] == '.'));
            }
            for to in targets {
                let mut after = Diagram { passed: None, ..at.clone() };
                (after.men[from], after.men[to]) = ('.', man);
                let is_pawn = man.eq_ignore_ascii_case(&'p');
                if is_pawn && at.passed == Some(to) {
                    after.men[step(to, (0, -up)).expect("a pawn")] = '.';
                }
                if after.mover_in_check() {
                    continue;
                }
                after.white_moves = !at.white_moves;
                if is_pawn && from.abs_diff(to) == 16 {
                    let pawn = if at.white_moves { 'p' } else { 'P' };
                    let beside = [(1, 0), (-1, 0)].iter().filter_map(|line| step(to, *line));
                    let passed = beside.into_iter().any(|square| at.men[square] == pawn);
                    after.passed = step(to, (0, -up)).filter(|_| passed);
                }
                if is_pawn && [0, 7].contains(&(to / 8)) {
                    let promoted = if at.white_moves { "QRBN" } else { "qrbn" };
                    found.extend(promoted.chars().map(|man| {
                        let mut after = after.clone();
                        after.men[to] = man;
                        after
                    }));
                } else {
                    found.push(after);
                }
            }
        }
        found
    }
}
