//! The judge's input and output.

use judge::cases::{self, Form};
use judge::{Dialect, Fault, InputError, Page, Place, Problem, Scanner, Shape, Word, count_of};
use retrograde::Outcome;

use crate::explain::{explain, explain_the_game};
use crate::game::LGame;
use crate::generate::{self, CELLS};
use crate::referee::judge_move;
use crate::rules::{Grid, Position, PositionError};
use crate::solver::Solver;

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judge {
    /// The Baltic Olympiad in Informatics 2002, second day.
    Boi,
}

impl Dialect for Judge {
    const ALL: &'static [Self] = &[Self::Boi];

    fn name(self) -> &'static str {
        match self {
            Self::Boi => "boi",
        }
    }

    fn title(self) -> &'static str {
        match self {
            Self::Boi => "BalticOI 2002 (and Luogu P8069, Baekjoon 3388): positions of four rows",
        }
    }

    fn form(self) -> Form {
        Form { noun: "positions", counted: false, words: 4, cases: 1..=1, cells: CELLS..=CELLS }
    }
}

/// The answer to one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A winning move.
    Move {
        /// The position that it is made in.
        before: Position,
        /// The position after it, still seen by the player who makes it.
        after: Position,
    },
    /// No move wins, and some move keeps the opponent from winning.
    Draw,
    /// Every move loses, or there is none.
    Losing,
}

impl Problem for LGame {
    type Dialect = Judge;
    type Answer = Answer;

    const NAME: &'static str = "lgame";
    const ABOUT: &'static str = "Solves Edward de Bono's L game on 4x4 cells: finds a winning move";
    const EXAMPLES: &'static str = "  \
  printf '.***\\n#*.x\\n###.\\nx...\\n' | lgame
  lgame fixtures/lgame/boi/sample/02-draw.in
  lgame explain '.***/#*.x/###./x...'
  lgame explain";
    const POSITION: &'static str = "a position: four rows of four cells, '#' for the L that moves, '*' for the other, 'x' \
                                    for the neutral pieces, '.' for nothing, with '/' between rows";
    const SAMPLE_POSITION: &'static str = ".***/#*.x/###./x...";
    const SHAPES: &'static [Shape<Judge>] = generate::SHAPES;
    const OVERVIEW: Option<fn(&mut Page)> = Some(explain_the_game);

    fn solve(_: Judge, input: &mut Scanner<'_>) -> Result<Vec<Answer>, InputError> {
        cases::read_to_end(input, |input| Ok(answer(read_position(input, RowsOf::Words)?)))
    }

    fn write(_: Judge, _: usize, answer: &Answer, out: &mut Vec<u8>) {
        match answer {
            Answer::Move { after, .. } => {
                for row in after.grid() {
                    out.extend_from_slice(&row);
                    out.push(b'\n');
                }
            }
            Answer::Draw => out.extend_from_slice(b"No winning move\nDraw\n"),
            Answer::Losing => out.extend_from_slice(b"No winning move\nLosing\n"),
        }
    }

    fn is_right(_: Judge, answer: &Answer, other: &[u8]) -> Result<(), String> {
        match answer {
            Answer::Move { before, .. } => judge_move(*before, other),
            Answer::Draw => Err("no move wins here, and some move draws".to_owned()),
            Answer::Losing => Err("every move loses here, or there is none".to_owned()),
        }
    }

    fn explain(input: &mut Scanner<'_>, page: &mut Page) -> Result<(), InputError> {
        explain(read_position(input, RowsOf::PartsOfWords)?, page);
        Ok(())
    }

    fn every(_: Judge, size: usize) -> impl Iterator<Item = Vec<u8>> + Send {
        generate::every(size)
    }

    /// All positions are of one size, and none is simpler than another.
    fn simpler(_: Judge, _: &[u8]) -> Vec<Vec<u8>> {
        Vec::new()
    }
}

fn answer(before: Position) -> Answer {
    let solver = Solver::shared();
    match solver.value(before).outcome() {
        Outcome::Win => Answer::Move { before, after: solver.choose(before).expect("a won position has a best move") },
        Outcome::Draw => Answer::Draw,
        Outcome::Loss => Answer::Losing,
    }
}

/// What a row is in a text.
#[derive(Clone, Copy, PartialEq)]
enum RowsOf {
    Words,
    /// What stands between slashes.
    PartsOfWords,
}

fn read_position(input: &mut Scanner<'_>, rows_of: RowsOf) -> Result<Position, InputError> {
    let mut rows: Vec<([u8; 4], Place)> = Vec::with_capacity(4);
    while rows.len() < 4 {
        let missing = || match rows.len() {
            0 => "a position has four rows of four cells".to_owned(),
            read => format!("row {} of 4 is missing", read + 1),
        };
        let word = input.expect_word(missing)?;
        let mut begin = 0;
        for part in word.text().split(|&sign| sign == b'/' && rows_of == RowsOf::PartsOfWords) {
            if rows.len() == 4 {
                return Err(word.fault_at(begin, "a fifth row; a position has four").into());
            }
            rows.push(read_row(word, begin, part)?);
            begin += part.len() + 1;
        }
    }
    let grid: Grid = std::array::from_fn(|row| rows[row].0);
    let fault = |error: PositionError| {
        let (_, row) = rows[error.cell() / 4];
        Fault { place: row.right(error.cell() % 4), what: error.to_string() }
    };
    Ok(Position::parse(grid).map_err(fault)?)
}

/// A row that begins at byte `begin` of a word, and its place.
fn read_row(word: Word<'_>, begin: usize, row: &[u8]) -> Result<([u8; 4], Place), Fault> {
    const LOOK_ALIKES: &[(&str, &str)] = &[("X", "a small x"), ("o", "a full stop"), ("O", "a full stop")];
    if let Some(index) = row.iter().position(|sign| !b"#*x.".contains(sign)) {
        return Err(word.foreign_cell(begin + index, "'#', '*', 'x' and '.'", LOOK_ALIKES));
    }
    let cells = row
        .try_into()
        .map_err(|_| word.fault_at(begin, format!("a row of {}; each row has four", count_of(row.len(), "cell"))))?;
    Ok((cells, word.place().right(begin)))
}
