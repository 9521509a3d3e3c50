//! Inputs of many boards, which are looked at 64 cells at a time, compared with the oracle.

use problem::{Layout, Problem, Rng, solve};
use testkit::counted;
use treblecross::Treblecross;

use crate::exhaustive::random_board;
use crate::oracle;

fn answer(input: &[u8]) -> Result<Vec<u8>, String> {
    solve(Treblecross::dialect("uva").unwrap(), Layout::Free, input)
        .map(|solution| solution.to_bytes())
        .map_err(|error| error.to_string())
}

/// Asserts that the solver and the oracle give the same answers.
fn check(boards: &[Vec<u8>]) {
    let input = counted(boards);
    let expected = oracle::answer("uva", &input);
    assert!(answer(&input) == Ok(expected), "{}", String::from_utf8_lossy(&input));
}

/// An X or a pair at the ends and where words meet.
#[test]
fn threats_and_strips_are_found_where_words_meet() {
    for cells in [3_usize, 4, 63, 64, 65, 66, 67, 127, 128, 129, 130, 191, 192, 193, 200, 255, 256, 257] {
        let mut boards = Vec::new();
        for pattern in [&b"X"[..], b"XX", b"X.X", b"X..X", b"X...X", b"X.....X", b"XX.X", b"XX.XX"] {
            let last = cells.saturating_sub(pattern.len());
            for at in (0..=last).filter(|at| (at + 8) % 64 < 16 || at + 8 > last) {
                let mut board = vec![b'.'; cells];
                let end = cells.min(at + pattern.len());
                board[at..end].copy_from_slice(&pattern[..end - at]);
                boards.push(board);
            }
        }
        check(&boards);
    }
}

#[test]
fn boards_of_all_lengths_are_solved() {
    // The second one has as many strips as possible.
    for pattern in [".", "...X.."] {
        let board = pattern.repeat(300);
        check(&(3..=300).map(|cells| board.as_bytes()[..cells].to_vec()).collect::<Vec<_>>());
    }
}

#[test]
fn random_boards_agree_with_the_oracle() {
    let mut rng = Rng::new(1);
    let mut board = |_| {
        let longest = [8, 40, 130, 300, 600][rng.below(5)];
        let cells = rng.between(3, longest);
        random_board(&mut rng, cells)
    };
    check(&(0..1000).map(&mut board).collect::<Vec<_>>());
}

#[test]
fn what_no_clean_line_has_is_found_in_every_place() {
    let board = |cells: usize| ".".repeat(cells);
    for before in 0..140 {
        for wrong in ["XXX....", "x...", "#...", "\0..."] {
            let text = format!("3\n...\n{}{wrong}{}\n...\n", board(before), board(150 - before));
            let place = format!("3:{}:", before + 1);
            assert!(answer(text.as_bytes()).is_err_and(|error| error.starts_with(&place)), "{before}, {wrong:?}");
        }
        let text = format!("3\n...\n{} ...\r\n", board(3 + before));
        assert_eq!(answer(text.as_bytes()), Ok(oracle::answer("uva", text.as_bytes())));
    }
    for wrong in ["1\n.\n", "1\n..\r\n", "2\n...\n\n..\n"] {
        assert!(answer(wrong.as_bytes()).is_err_and(|error| error.contains("has no room for three X")), "{wrong:?}");
    }
}
