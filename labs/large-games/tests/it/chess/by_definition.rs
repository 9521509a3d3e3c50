//! Chess by the words of its rules, for the tests: slow and simple, from text to text. Both sides are treated as they
//! are, and no two positions are the same.

/// A position: the men by file and row, with capital letters for White and `.` for a free square.
#[derive(Clone, Debug)]
pub(crate) struct Diagram {
    board: [[char; 8]; 8],
    white_moves: bool,
    /// The square that a pawn has just passed.
    passed: Option<(i32, i32)>,
}

const LINES: [(i32, i32); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
const SLANTS: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

fn index(number: i32) -> Option<usize> {
    usize::try_from(number).ok().filter(|number| *number < 8)
}

fn all_squares() -> impl Iterator<Item = (i32, i32)> {
    (0..8).flat_map(|file| (0..8).map(move |row| (file, row)))
}

impl Diagram {
    /// Reads four fields.
    pub(crate) fn read(text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut board = [['.'; 8]; 8];
        for (row, line) in fields[0].split('/').enumerate() {
            let spread = line.chars().flat_map(|sign| match sign.to_digit(10) {
                Some(free) => vec!['.'; free as usize],
                None => vec![sign],
            });
            for (file, sign) in spread.enumerate() {
                board[file][7 - row] = sign;
            }
        }
        let number = |sign: u8, first: u8| i32::from(sign) - i32::from(first);
        let passed = match fields[3].as_bytes() {
            [file, row] => Some((number(*file, b'a'), number(*row, b'1'))),
            _ => None,
        };
        Self { board, white_moves: fields[1] == "w", passed }
    }

    /// Writes four fields.
    pub(crate) fn text(&self) -> String {
        let mut rows = Vec::new();
        for row in (0..8).rev() {
            let mut line: String = (0..8).map(|file| self.board[file][row]).collect();
            for free in (1..=8).rev() {
                line = line.replace(&".".repeat(free), &free.to_string());
            }
            rows.push(line);
        }
        let side = if self.white_moves { "w" } else { "b" };
        let passed = self.passed.map(|(file, row)| {
            let file = "abcdefgh".chars().nth(usize::try_from(file).expect("a file")).expect("a file");
            format!("{file}{}", row + 1)
        });
        format!("{} {side} - {}", rows.join("/"), passed.unwrap_or("-".to_owned()))
    }

    fn at(&self, (file, row): (i32, i32)) -> Option<char> {
        Some(self.board[index(file)?][index(row)?])
    }

    fn put(&mut self, (file, row): (i32, i32), sign: char) {
        self.board[index(file).expect("a file")][index(row).expect("a row")] = sign;
    }

    fn belongs(sign: char, white: bool) -> bool {
        sign != '.' && sign.is_uppercase() == white
    }

    /// The squares that the man on a square attacks, occupied or not.
    fn attacked_from(&self, from: (i32, i32)) -> Vec<(i32, i32)> {
        let sign = self.at(from).expect("a square");
        let ahead = if sign.is_uppercase() { 1 } else { -1 };
        let (steps, far): (Vec<(i32, i32)>, bool) = match sign.to_ascii_uppercase() {
            'K' => ([LINES, SLANTS].concat(), false),
            'Q' => ([LINES, SLANTS].concat(), true),
            'R' => (LINES.into(), true),
            'B' => (SLANTS.into(), true),
            'N' => ([(1, 2), (2, 1)].iter().flat_map(|(a, b)| SLANTS.map(|(c, d)| (a * c, b * d))).collect(), false),
            'P' => (vec![(-1, ahead), (1, ahead)], false),
            _ => (Vec::new(), false),
        };
        let mut found = Vec::new();
        for (right, up) in steps {
            let (mut file, mut row) = from;
            loop {
                (file, row) = (file + right, row + up);
                let Some(sign) = self.at((file, row)) else { break };
                found.push((file, row));
                if sign != '.' || !far {
                    break;
                }
            }
        }
        found
    }

    pub(crate) fn in_check(&self, white: bool) -> bool {
        let king = if white { 'K' } else { 'k' };
        all_squares().any(|from| {
            Self::belongs(self.at(from).expect("a square"), !white)
                && self.attacked_from(from).iter().any(|to| self.at(*to) == Some(king))
        })
    }

    pub(crate) fn mover_in_check(&self) -> bool {
        self.in_check(self.white_moves)
    }

    /// Whether the player to move cannot capture a king, and no pawn is on its first or last row.
    pub(crate) fn is_legal(&self) -> bool {
        let pawns = all_squares().filter(|(_, row)| [0, 7].contains(row));
        !self.in_check(!self.white_moves) && pawns.into_iter().all(|square| !matches!(self.at(square), Some('p' | 'P')))
    }

    /// The positions after each legal move. The passed square is named only if a pawn can capture there.
    pub(crate) fn moves(&self) -> Vec<Self> {
        let mut found: Vec<Self> =
            self.moves_of_all().into_iter().filter(|next| !next.in_check(self.white_moves)).collect();
        for next in found.iter_mut().filter(|next| next.passed.is_some()) {
            let captures = |next: &Self| {
                let after = next.moves_of_all().into_iter().filter(|after| !after.in_check(next.white_moves));
                after.filter(|after| after.men() < next.men()).count()
            };
            let without = Self { passed: None, ..next.clone() };
            if captures(next) == captures(&without) {
                next.passed = None;
            }
        }
        found
    }

    pub(crate) fn men(&self) -> usize {
        self.board.iter().flatten().filter(|sign| **sign != '.').count()
    }

    /// The positions after each move, also if the king could then be captured.
    fn moves_of_all(&self) -> Vec<Self> {
        let own = all_squares().filter(|from| Self::belongs(self.at(*from).expect("a square"), self.white_moves));
        own.flat_map(|from| self.moves_of(from)).collect()
    }

    fn moves_of(&self, from: (i32, i32)) -> Vec<Self> {
        let sign = self.at(from).expect("a square");
        let is_pawn = sign.eq_ignore_ascii_case(&'p');
        let mut base = Self { white_moves: !self.white_moves, passed: None, ..self.clone() };
        base.put(from, '.');
        let mut found = Vec::new();
        let mut go = |to: (i32, i32), captured: Option<(i32, i32)>, passed: Option<(i32, i32)>| {
            let last = is_pawn && [0, 7].contains(&to.1);
            for sign in if last { "QRBN".chars().collect() } else { vec![sign] } {
                let mut next = Self { passed, ..base.clone() };
                if let Some(square) = captured {
                    next.put(square, '.');
                }
                next.put(to, if self.white_moves { sign.to_ascii_uppercase() } else { sign.to_ascii_lowercase() });
                found.push(next);
            }
        };
        for to in self.attacked_from(from) {
            let there = self.at(to).expect("a square");
            let captures = Self::belongs(there, !self.white_moves);
            if captures || (there == '.' && !is_pawn) {
                go(to, None, None);
            } else if is_pawn && self.passed == Some(to) {
                go(to, Some((to.0, from.1)), None);
            }
        }
        if is_pawn {
            let (ahead, first) = if self.white_moves { (1, 1) } else { (-1, 6) };
            let (one, two) = ((from.0, from.1 + ahead), (from.0, from.1 + 2 * ahead));
            if self.at(one) == Some('.') {
                go(one, None, None);
                if from.1 == first && self.at(two) == Some('.') {
                    go(two, None, Some(one));
                }
            }
        }
        found
    }
}
