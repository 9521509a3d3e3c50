//! The judges' inputs and outputs.

use judge::cases::{self, Form};
use judge::{Dialect, Fault, InputError, Layout, Page, Problem, Scanner, Shape, Word, push_case, shorter_or_clearer};

use crate::bulk;
use crate::explain::explain;
use crate::generate;
use crate::rules::{Board, BoardError, NoMore, Player};

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judge {
    /// `LightOJ` 1401.
    Lightoj,
    /// `UVa` 11534.
    Uva,
}

impl Dialect for Judge {
    const ALL: &'static [Self] = &[Self::Lightoj, Self::Uva];

    fn name(self) -> &'static str {
        match self {
            Self::Lightoj => "lightoj",
            Self::Uva => "uva",
        }
    }

    fn title(self) -> &'static str {
        match self {
            Self::Lightoj => "LightOJ 1401: T, then T boards",
            Self::Uva => "UVa 11534: T, then T boards",
        }
    }

    /// Both judges give the same input.
    fn form(self) -> Form {
        Form { noun: "boards", counted: true, words: 1, cases: 1..=10_000, cells: 1..=100 }
    }
}

/// How many boards are read one by one before it is tried again to solve many at once.
const AFTER_AN_UNCLEAN_LINE: usize = 4096;

impl Problem for NoMore {
    type Dialect = Judge;
    /// Who wins.
    type Answer = Player;

    const NAME: &'static str = "nomore-ttt";
    const ABOUT: &'static str = "Solves No More Tic-tac-toe: no two equal neighbours in a row of X and O";
    const EXAMPLES: &'static str = "  \
  printf '2\\n...\\n..X..\\n' | nomore-ttt
  nomore-ttt fixtures/nomore-ttt/lightoj/sample/01-sample.in
  nomore-ttt --judge uva fixtures/nomore-ttt/uva/sample/01-sample.in
  nomore-ttt explain '..X.O...'";
    const POSITION: &'static str = "a board: '.' for an empty cell, 'X' and 'O' (the letter) for the marks";
    const SAMPLE_POSITION: &'static str = "..X.O...X..X";
    const SHAPES: &'static [Shape<Judge>] = generate::SHAPES;

    fn solve(judge: Judge, input: &mut Scanner<'_>) -> Result<Vec<Player>, InputError> {
        let form = judge.form();
        let count = cases::read_count(input, &form)?;
        let mut winners = Vec::new();
        while winners.len() < count {
            if input.layout() == Layout::Free {
                bulk::solve_clean_lines(input, count, &mut winners)?;
            }
            let some = count.min(winners.len() + AFTER_AN_UNCLEAN_LINE);
            let solve_board = |word: Word<'_>| Ok(read_board(word)?.winner());
            cases::read_on(input, &form, some, count, &mut winners, solve_board)?;
        }
        Ok(winners)
    }

    fn write(judge: Judge, number: usize, winner: &Player, out: &mut Vec<u8>) {
        match judge {
            Judge::Lightoj => {
                push_case(out, number);
                match winner {
                    Player::Alice => out.extend_from_slice(b"Yes\n"),
                    Player::Bob => out.extend_from_slice(b"No\n"),
                }
            }
            Judge::Uva => match winner {
                Player::Alice => out.extend_from_slice(b"Possible.\n"),
                Player::Bob => out.extend_from_slice(b"Impossible.\n"),
            },
        }
    }

    fn explain(input: &mut Scanner<'_>, page: &mut Page) -> Result<(), InputError> {
        let word = input.expect_word(|| format!("it should be {}", Self::POSITION))?;
        explain(read_board(word)?, page);
        Ok(())
    }

    fn every(_: Judge, size: usize) -> impl Iterator<Item = Vec<u8>> + Send {
        generate::every(size)
    }

    fn simpler(_: Judge, case: &[u8]) -> Vec<Vec<u8>> {
        shorter_or_clearer(case, b'.')
    }
}

fn read_board(word: Word<'_>) -> Result<Board<'_>, Fault> {
    const LOOK_ALIKES: &[(&str, &str)] =
        &[("x", "a capital X"), ("o", "a capital O"), ("0", "the letter O, not the digit")];
    Board::parse(word.text()).map_err(|error| {
        let index = error.cell() - 1;
        match error {
            BoardError::ForeignCell { .. } => word.foreign_cell(index, "'.', 'X' and 'O'", LOOK_ALIKES),
            _ => word.fault_at(index, error.to_string()),
        }
    })
}
