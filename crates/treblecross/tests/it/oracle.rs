//! Two oracles that share no code with the program: a search of the whole game tree, and a naive program that tries
//! every move and evaluates the whole board again.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// An exhaustive search of the boards of one length, without any theory.
pub(crate) struct GameTree {
    cells: usize,
    mover_wins: HashMap<u32, bool>,
}

impl GameTree {
    pub(crate) fn new(cells: usize) -> Self {
        Self { cells, mover_wins: HashMap::new() }
    }

    /// The cells where an X wins. Bit `i` of `board` is an X in cell `i + 1`.
    pub(crate) fn winning_cells(&mut self, board: u32) -> Vec<usize> {
        (1..=self.cells).filter(|cell| self.wins(board, cell - 1)).collect()
    }

    /// Whether an X in a cell, counted from 0, is possible and wins.
    fn wins(&mut self, board: u32, cell: usize) -> bool {
        let after = board | 1 << cell;
        after != board && (has_three(after) || !self.mover_wins(after))
    }

    fn mover_wins(&mut self, board: u32) -> bool {
        if let Some(&known) = self.mover_wins.get(&board) {
            return known;
        }
        let wins = (0..self.cells).any(|cell| self.wins(board, cell));
        self.mover_wins.insert(board, wins);
        wins
    }
}

pub(crate) fn has_three(board: u32) -> bool {
    board & board >> 1 & board >> 2 != 0
}

pub(crate) fn bits(board: &[u8]) -> u32 {
    board.iter().rev().fold(0, |bits, &cell| bits << 1 | u32::from(cell == b'X'))
}

/// The usual solution: puts an X into each empty cell, and evaluates all strips of the resulting board.
pub(crate) struct Naive {
    strip: Vec<usize>,
}

impl Naive {
    /// Computes the values of strips of up to `longest` cells.
    pub(crate) fn new(longest: usize) -> Self {
        let mut strip = vec![0; longest + 1];
        for n in 1..=longest {
            let options: HashSet<usize> =
                (1..=n).map(|p| strip[p.saturating_sub(3)] ^ strip[n.saturating_sub(p + 2)]).collect();
            strip[n] = (0..=n).find(|value| !options.contains(value)).unwrap();
        }
        Self { strip }
    }

    /// The value of an empty strip. The player to move loses if it is 0.
    pub(crate) fn strip(&self, cells: usize) -> usize {
        self.strip[cells]
    }

    pub(crate) fn winning_cells(&self, board: &[u8]) -> Vec<usize> {
        let text = str::from_utf8(board).unwrap();
        let after = |cell: usize| format!("{}X{}", &text[..cell], &text[cell + 1..]);
        let empty: Vec<usize> = (0..text.len()).filter(|&cell| board[cell] == b'.').collect();
        let completing: Vec<usize> =
            empty.iter().filter(|&&cell| after(cell).contains("XXX")).map(|cell| cell + 1).collect();
        if !completing.is_empty() {
            return completing;
        }
        let wins = |&&cell: &&usize| {
            let next = after(cell);
            !next.contains("XX") && !next.contains("X.X") && self.nim_sum(&next) == 0
        };
        empty.iter().filter(wins).map(|cell| cell + 1).collect()
    }

    /// The strips are the runs of empty cells, without the two cells beside each X.
    fn nim_sum(&self, board: &str) -> usize {
        let runs: Vec<&str> = board.split('X').collect();
        let last = runs.len() - 1;
        let beside_x = |at: usize| 2 * (usize::from(at > 0) + usize::from(at < last));
        let values = runs.iter().enumerate().map(|(at, run)| self.strip[run.len().saturating_sub(beside_x(at))]);
        values.fold(0, |sum, value| sum ^ value)
    }
}

/// The longest strip that a judge gives.
pub(crate) const LONGEST: usize = 2000;

pub(crate) static NAIVE: LazyLock<Naive> = LazyLock::new(|| Naive::new(LONGEST));

/// The answer that a judge expects for an input: by the game tree for short boards, by the naive program for longer
/// ones. On an empty strip its value already says who wins.
pub(crate) fn answer(judge: &str, input: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(input.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(input)).into_owned();
    let mut words = text.split(char::is_whitespace).filter(|word| !word.is_empty());
    let boards: Vec<String> = if judge == "poj" {
        words.map(|length| ".".repeat(length.parse().unwrap())).collect()
    } else {
        let count = words.next().unwrap().parse().unwrap();
        words.take(count).map(str::to_owned).collect()
    };
    let longest = boards.iter().map(String::len).max().unwrap_or(0);
    let naive = if longest <= LONGEST { &*NAIVE } else { &Naive::new(longest) };
    let answer_to = |(number, board): (usize, &String)| {
        let cells = match board.len() {
            length @ ..=16 => GameTree::new(length).winning_cells(bits(board.as_bytes())),
            length if judge == "poj" => return if naive.strip(length) == 0 { "2\n" } else { "1\n" }.to_owned(),
            _ => naive.winning_cells(board.as_bytes()),
        };
        let list = cells.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
        match (judge, cells.is_empty()) {
            ("uva", true) => "LOSING\n\n".to_owned(),
            ("uva", false) => format!("WINNING\n{list}\n"),
            ("lightoj", true) => format!("Case {number}: 0\n"),
            ("lightoj", false) => format!("Case {number}: {list}\n"),
            ("poj", true) => "2\n".to_owned(),
            ("poj", false) => "1\n".to_owned(),
            _ => panic!("no judge {judge}"),
        }
    };
    (1..).zip(&boards).map(answer_to).collect::<String>().into_bytes()
}
