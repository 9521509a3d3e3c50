//! Two oracles that share no code with the program: a search of the whole game tree, and nimbers by the mex of all
//! moves.

use std::collections::{HashMap, HashSet};

/// Whether the player to move wins, by a search of all games to their ends, without any theory.
#[derive(Default)]
pub(crate) struct GameTree {
    mover_wins: HashMap<Vec<u8>, bool>,
}

/// The boards after one move, legal or not.
fn moves(board: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let empty = (0..board.len()).filter(|&cell| board[cell] == b'.');
    empty.flat_map(|cell| [b"X", b"O"].map(|mark| [&board[..cell], mark, &board[cell + 1..]].concat()))
}

pub(crate) fn is_legal(board: &[u8]) -> bool {
    board.windows(2).all(|pair| pair[0] == b'.' || pair[0] != pair[1])
}

impl GameTree {
    fn mover_wins(&mut self, board: &[u8]) -> bool {
        if let Some(&known) = self.mover_wins.get(board) {
            return known;
        }
        let wins = moves(board).any(|next| is_legal(&next) && !self.mover_wins(&next));
        self.mover_wins.insert(board.to_vec(), wins);
        wins
    }

    pub(crate) fn alice_wins(&mut self, board: &[u8]) -> bool {
        alice_moves(board) == self.mover_wins(board)
    }
}

/// The textbook solution: the xor of the nimbers of all gaps, each the mex over all moves in it, memoized.
#[derive(Default)]
pub(crate) struct Naive {
    gaps: HashMap<(u8, usize, u8), usize>,
}

impl Naive {
    /// The nimber of `length` free cells between two ends: `X`, `O`, or `|` for the edge.
    pub(crate) fn gap(&mut self, left: u8, length: usize, right: u8) -> usize {
        if let Some(&known) = self.gaps.get(&(left, length, right)) {
            return known;
        }
        let mut options = HashSet::new();
        for at in 0..length {
            for mark in [b'X', b'O'] {
                let beside_left = at == 0 && left == mark;
                let beside_right = at == length - 1 && right == mark;
                if !beside_left && !beside_right {
                    options.insert(self.gap(left, at, mark) ^ self.gap(mark, length - 1 - at, right));
                }
            }
        }
        let nimber = (0..=2 * length).find(|value| !options.contains(value)).unwrap();
        self.gaps.insert((left, length, right), nimber);
        nimber
    }

    pub(crate) fn alice_wins(&mut self, board: &[u8]) -> bool {
        let (mut sum, mut left, mut length) = (0, b'|', 0);
        for &cell in board.iter().chain(b"|") {
            if cell == b'.' {
                length += 1;
            } else {
                sum ^= self.gap(left, length, cell);
                (left, length) = (cell, 0);
            }
        }
        alice_moves(board) == (sum != 0)
    }
}

fn alice_moves(board: &[u8]) -> bool {
    board.iter().filter(|&&cell| cell != b'.').count() % 2 == 0
}

/// The judge's answer to an input: by the game tree for boards of up to 10 cells, by the naive program for longer ones.
pub(crate) fn answer(judge: &str, input: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(input.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(input)).into_owned();
    let mut words = text.split(char::is_whitespace).filter(|word| !word.is_empty());
    let count = words.next().unwrap().parse().unwrap();
    let (mut tree, mut naive) = (GameTree::default(), Naive::default());
    let answer_to = |(number, board): (usize, &[u8])| {
        let alice = if board.len() <= 10 { tree.alice_wins(board) } else { naive.alice_wins(board) };
        match (judge, alice) {
            ("lightoj", true) => format!("Case {number}: Yes\n"),
            ("lightoj", false) => format!("Case {number}: No\n"),
            ("uva", true) => "Possible.\n".to_owned(),
            ("uva", false) => "Impossible.\n".to_owned(),
            _ => panic!("no judge {judge}"),
        }
    };
    (1..=count).zip(words.map(str::as_bytes)).map(answer_to).collect::<String>().into_bytes()
}
