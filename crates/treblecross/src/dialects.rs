//! The judges' inputs and outputs.

use grundy::Nimber;
use problem::{
    Case, Count, Diagnostic, Dialect, Explainer, Field, Format, Line, OutputRule, Problem, Verdict, Word, push_case,
    push_number_and_space,
};

use crate::explain::explain;
use crate::generate::{BOARDS, LENGTHS};
use crate::rules::{Board, Treblecross, cells_of, error_in, too_short};
use crate::solver::Solver;

/// The answer to one case.
#[derive(Clone, Debug)]
pub enum Answer {
    /// The winning cells of a board as bits: bit `i % 64` of word `i / 64` is cell `i`, counted from 0. No words if the
    /// player to move loses.
    WinningCells(Vec<u64>),
    /// The value of an empty strip. The player to move loses if it is zero.
    EmptyStrip(Nimber),
}

impl Problem for Treblecross {
    type Solver = Solver;
    type Answer = Answer;

    const NAME: &'static str = "treblecross";
    const ABOUT: &'static str = "Solves Treblecross: tic-tac-toe on a single row where both players place X";
    const EXAMPLES: &'static str = "  \
  printf '2\\n.....\\nX.X..\\n' | treblecross
  treblecross --judge lightoj fixtures/treblecross/lightoj/sample/01-sample.in
  echo 6 | treblecross --judge poj
  treblecross explain 'X.....X..X.............X....X..X'";
    const DIALECTS: &'static [Dialect<Self>] = &[
        Dialect {
            name: "uva",
            title: "UVa 10561 (and Luogu): N, then N boards",
            aliases: &["uva10561", "onlinejudge", "luogu", "luoguuva10561"],
            format: boards(Count::Announced(1..=99)),
            solve: solve_board,
            write: write_uva,
            output: OutputRule { first_words: &["WINNING", "LOSING"], ..OutputRule::EXACT },
            generator: Some(BOARDS),
        },
        Dialect {
            name: "lightoj",
            title: "LightOJ 1229: T, then T boards",
            aliases: &["lightoj1229", "loj1229"],
            format: boards(Count::Announced(1..=200)),
            solve: solve_board,
            write: write_lightoj,
            output: OutputRule { first_words: &["Case"], ..OutputRule::LINES },
            generator: Some(BOARDS),
        },
        Dialect {
            name: "poj",
            title: "POJ 3537: the lengths of empty strips, one per line",
            aliases: &["poj3537", "pku", "pku3537"],
            format: Format {
                noun: "length",
                unit: "cell",
                count: Count::ToTheEnd(1..=1),
                case: &[&[Field::Number { name: "the length of an empty strip", value: 3..=2000 }]],
            },
            solve: solve_length,
            write: write_poj,
            output: OutputRule {
                first_words: &["1", "2"],
                wrong_white_space: Verdict::PresentationError,
                ..OutputRule::LINES
            },
            generator: Some(LENGTHS),
        },
    ];
    const EXPLAINER: Option<Explainer> = Some(Explainer {
        position: "a board: '.' for an empty cell, 'X' for an X",
        sample: "X.....X..X.............X....X..X",
        lines: BOARD,
        explain: |case, page| {
            let word = case.word(0);
            explain(read_board(word)?, page).map_err(|error| word.error_from(error))
        },
        overview: None,
    });
}

const BOARD: &[Line] = &[&[Field::Word { name: "a board", length: 3..=200, check: None }]];

const fn boards(count: Count) -> Format {
    Format { noun: "board", unit: "cell", count, case: BOARD }
}

fn solve_board(solver: &mut Solver, case: Case<'_>) -> Result<Answer, Diagnostic> {
    let word = case.word(0);
    let cells = solver.winning_cells(read_board(word)?).map_err(|error| word.error_from(error))?;
    Ok(Answer::WinningCells(cells))
}

fn solve_length(solver: &mut Solver, case: Case<'_>) -> Result<Answer, Diagnostic> {
    let word = case.word(0);
    let cells = word.number().expect("the format has a number");
    if cells < Board::SHORTEST {
        return Err(word.error_from(too_short(cells)));
    }
    let value = solver.empty_strip(cells).map_err(|error| word.error_from(error))?;
    Ok(Answer::EmptyStrip(value))
}

#[inline]
fn read_board(word: Word<'_>) -> Result<Board<'_>, Diagnostic> {
    Board::read(word.text(), word.blocks()).ok_or_else(|| {
        let is_made_of_cells = word.check_characters(b".X", &[("x", "a capital X")]);
        is_made_of_cells.err().unwrap_or_else(|| word.error_from(error_in(word.text())))
    })
}

fn write_uva(_: usize, answer: &Answer, out: &mut Vec<u8>) {
    match answer {
        Answer::WinningCells(cells) if !cells.is_empty() => {
            out.extend_from_slice(b"WINNING\n");
            push_cells(cells, out);
        }
        _ => out.extend_from_slice(b"LOSING\n\n"),
    }
}

fn write_lightoj(number: usize, answer: &Answer, out: &mut Vec<u8>) {
    push_case(out, number);
    match answer {
        Answer::WinningCells(cells) if !cells.is_empty() => push_cells(cells, out),
        _ => out.extend_from_slice(b"0\n"),
    }
}

fn write_poj(_: usize, answer: &Answer, out: &mut Vec<u8>) {
    let wins = matches!(answer, Answer::EmptyStrip(value) if !value.is_zero());
    out.extend_from_slice(if wins { b"1\n" } else { b"2\n" });
}

/// Appends a line of cells, of which there must be one.
fn push_cells(cells: &[u64], out: &mut Vec<u8>) {
    cells_of(cells).for_each(|cell| push_number_and_space(out, cell));
    out.pop();
    out.push(b'\n');
}
