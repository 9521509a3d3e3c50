//! Inputs of many boards, which are looked at 64 cells at a time, compared with the oracle. `tools/properties` puts other
//! white space between the boards.

use nomore_ttt::NoMore;
use problem::{Layout, Problem, Rng, solve};
use testkit::counted;

use crate::exhaustive::{boards, random_board};
use crate::oracle;

fn answer(input: &[u8]) -> Result<Vec<u8>, String> {
    solve(NoMore::dialect("lightoj").unwrap(), Layout::Free, input)
        .map(|solution| solution.to_bytes())
        .map_err(|error| error.to_string())
}

#[test]
fn every_short_board_is_solved_at_every_offset_in_a_block() {
    for offset in 0..64 {
        let mut all: Vec<Vec<u8>> = vec![vec![b'.'; offset + 1]];
        all.extend((1..=6).flat_map(boards));
        let input = counted(&all);
        assert_eq!(answer(&input), Ok(oracle::answer("lightoj", &input)), "{offset}");
    }
}

#[test]
fn boards_of_all_lengths_agree_with_the_oracle() {
    let mut rng = Rng::new(4);
    let all: Vec<Vec<u8>> = (0..20_000)
        .map(|_| {
            let longest = [3, 20, 70, 140, 300][rng.below(5)];
            let cells = 1 + rng.below(longest);
            random_board(&mut rng, cells)
        })
        .collect();
    let input = counted(&all);
    assert!(input.len() > 4 * 128 * 1024, "the input is longer than the reader's window");
    assert_eq!(answer(&input), Ok(oracle::answer("lightoj", &input)));
}

/// Text after the last announced board is not read.
#[test]
fn an_error_is_reported_at_its_place() {
    let all = vec![b"..X.O.".to_vec(); 60_000];
    let clean = counted(&all);
    let first_line = "60000\n".len();
    for line in [0, 1, 9, 63, 18_722, 18_723, 18_724, 18_725, 37_449, 59_999] {
        for (column, byte, message) in [
            (0, b'#', "1: invalid character '#'"),
            (3, b'X', "3: cells 3 and 4 both hold X"),
            (5, b'O', "5: cells 5 and 6 both hold O"),
        ] {
            let mut input = clean.clone();
            input[first_line + 7 * line + column] = byte;
            let error = answer(&input).unwrap_err();
            assert!(error.starts_with(&format!("{}:{message}", line + 2)), "{error}");
            let announced = format!("{line:05}\n");
            input[..first_line].copy_from_slice(announced.as_bytes());
            assert!(answer(&input).is_ok(), "{line}");
        }
    }
}
