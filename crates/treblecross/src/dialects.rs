//! The judges' inputs and outputs.

use judge::cases::{self, Form};
use judge::{Dialect, Fault, InputError, Layout, Page, Problem, Scanner, Shape, Word, push_case, push_number};

use crate::explain::explain;
use crate::generate;
use crate::rules::{Board, BoardError, Treblecross};
use crate::solver::{Player, Solver, StripTooLong};

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judge {
    /// `UVa` 10561.
    Uva,
    /// `LightOJ` 1229.
    Lightoj,
    /// POJ 3537.
    Poj,
}

impl Dialect for Judge {
    const ALL: &'static [Self] = &[Self::Uva, Self::Lightoj, Self::Poj];

    fn name(self) -> &'static str {
        match self {
            Self::Uva => "uva",
            Self::Lightoj => "lightoj",
            Self::Poj => "poj",
        }
    }

    fn title(self) -> &'static str {
        match self {
            Self::Uva => "UVa 10561 (and Luogu): N, then N boards",
            Self::Lightoj => "LightOJ 1229: T, then T boards",
            Self::Poj => "POJ 3537: the lengths of empty strips, one a line",
        }
    }

    fn form(self) -> Form {
        let boards = Form { noun: "boards", counted: true, words: 1, cases: 1..=99, cells: 3..=200 };
        match self {
            Self::Uva => boards,
            Self::Lightoj => Form { cases: 1..=200, ..boards },
            Self::Poj => Form { noun: "lengths", counted: false, words: 1, cases: 1..=1, cells: 3..=2000 },
        }
    }
}

/// The answer to one case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The winning cells of a board, counted from 1, ascending: none if the player to move loses.
    WinningCells(Vec<usize>),
    /// Who wins on an empty strip.
    Winner(Player),
}

impl Problem for Treblecross {
    type Dialect = Judge;
    type Answer = Answer;

    const NAME: &'static str = "treblecross";
    const ABOUT: &'static str = "Solves Treblecross: tic-tac-toe on one row with X alone, three adjacent X win";
    const EXAMPLES: &'static str = "  \
  printf '2\\n.....\\nX.X..\\n' | treblecross
  treblecross --judge lightoj fixtures/treblecross/lightoj/sample/01-sample.in
  echo 6 | treblecross --judge poj
  treblecross explain 'X.....X..X.............X....X..X'";
    const POSITION: &'static str = "a board: '.' for an empty cell, 'X' for an X";
    const SAMPLE_POSITION: &'static str = "X.....X..X.............X....X..X";
    const SHAPES: &'static [Shape<Judge>] = generate::SHAPES;

    fn solve(judge: Judge, input: &mut Scanner<'_>) -> Result<Vec<Answer>, InputError> {
        let mut solver = Solver::new();
        let solve_board = |word: Word<'_>| winning_moves(&mut solver, word);
        match judge {
            Judge::Uva | Judge::Lightoj => cases::read(input, &judge.form(), solve_board),
            Judge::Poj => solve_lengths(&mut solver, input),
        }
    }

    fn write(judge: Judge, number: usize, answer: &Answer, out: &mut Vec<u8>) {
        match (judge, answer) {
            (Judge::Lightoj, Answer::WinningCells(cells)) => {
                push_case(out, number);
                push_list(out, if cells.is_empty() { &[0] } else { cells });
            }
            (_, Answer::WinningCells(cells)) => {
                out.extend_from_slice(if cells.is_empty() { b"LOSING\n" } else { b"WINNING\n" });
                push_list(out, cells);
            }
            (_, Answer::Winner(Player::First)) => out.push(b'1'),
            (_, Answer::Winner(Player::Second)) => out.push(b'2'),
        }
        out.push(b'\n');
    }

    fn explain(input: &mut Scanner<'_>, page: &mut Page) -> Result<(), InputError> {
        let word = input.expect_word(|| format!("it should be {}", Self::POSITION))?;
        explain(read_board(word)?, page).map_err(|error| too_long(word, error).into())
    }

    fn every(judge: Judge, size: usize) -> impl Iterator<Item = Vec<u8>> + Send {
        generate::every(judge, size)
    }

    fn simpler(judge: Judge, case: &[u8]) -> Vec<Vec<u8>> {
        generate::simpler(judge, case)
    }
}

fn winning_moves(solver: &mut Solver, word: Word<'_>) -> Result<Answer, Fault> {
    let cells = solver.winning_moves(read_board(word)?).map_err(|error| too_long(word, error))?;
    Ok(Answer::WinningCells(cells))
}

fn read_board(word: Word<'_>) -> Result<Board<'_>, Fault> {
    const LOOK_ALIKES: &[(&str, &str)] = &[("x", "a capital X")];
    Board::parse(word.text()).map_err(|error| {
        let index = error.cell() - 1;
        match error {
            BoardError::ForeignCell { .. } => word.foreign_cell(index, "'.' and 'X'", LOOK_ALIKES),
            _ => word.fault_at(index, error.to_string()),
        }
    })
}

fn too_long(word: Word<'_>, error: StripTooLong) -> Fault {
    word.fault_at(error.cell - 1, error.to_string())
}

/// POJ's input: one length of an empty strip. More of them, a line each, are welcome where the layout is free.
fn solve_lengths(solver: &mut Solver, input: &mut Scanner<'_>) -> Result<Vec<Answer>, InputError> {
    cases::read_to_end(input, |input| {
        let layout = input.layout();
        let word = input.expect_word(|| "it should be the length of an empty strip".to_owned())?;
        let cells = word.number(layout, "the input is the length of an empty strip, 3 or more")?;
        if cells < Board::SHORTEST {
            return Err(word.fault(BoardError::TooShort { cells }.to_string()).into());
        }
        if layout == Layout::Exact {
            Judge::Poj.form().check_cells(word, cells)?;
        }
        Ok(Answer::Winner(solver.winner_on_empty(cells).map_err(|error| too_long(word, error))?))
    })
}

fn push_list(out: &mut Vec<u8>, numbers: &[usize]) {
    for (index, &number) in numbers.iter().enumerate() {
        if index > 0 {
            out.push(b' ');
        }
        push_number(out, number);
    }
}
