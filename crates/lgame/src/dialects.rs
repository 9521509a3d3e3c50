//! The judge's input and output.

use problem::{Case, Count, Diagnostic, Dialect, Explainer, Field, Format, Line, OutputRule, Problem, Word, count_of};
use retrograde::Outcome;

use crate::explain::{explain_position, explain_the_game};
use crate::game::LGame;
use crate::generate::POSITIONS;
use crate::referee::check_move;
use crate::rules::{Grid, Position};
use crate::solver::{choose, value};

/// The answer to one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A winning move.
    Move {
        /// The position before it.
        before: Position,
        /// The position after it, still seen by the player who makes it.
        after: Position,
    },
    /// No move wins, but some move does not lose.
    Draw,
    /// Every move loses, or there is no legal move.
    Losing,
}

const ROW: Line = &[Field::Word { name: "a row of four cells", length: 4..=4, check: Some(check_row) }];
const ROWS: &[Line] = &[ROW; 4];

impl Problem for LGame {
    type Solver = ();
    type Answer = Answer;

    const NAME: &'static str = "lgame";
    const ABOUT: &'static str = "Solves Edward de Bono's L game on 4x4 cells: finds a winning move";
    const EXAMPLES: &'static str = "  \
  printf '.***\\n#*.x\\n###.\\nx...\\n' | lgame
  lgame fixtures/lgame/boi/sample/02-draw.in
  lgame explain '.***/#*.x/###./x...'
  lgame explain";
    const DIALECTS: &'static [Dialect<Self>] = &[Dialect {
        name: "boi",
        title: "BalticOI 2002 (and Luogu P8069, Baekjoon 3388): positions of four rows",
        aliases: &[
            "boi2002",
            "balticoi",
            "balticoi2002",
            "luogu",
            "p8069",
            "luogup8069",
            "baekjoon",
            "baekjoon3388",
            "boj",
            "boj3388",
            "3388",
        ],
        format: Format { noun: "position", unit: "cell", count: Count::ToTheEnd(1..=1), case: ROWS },
        solve,
        write,
        output: OutputRule::LINES,
        generator: Some(POSITIONS),
    }];
    const EXPLAINER: Option<Explainer> = Some(Explainer {
        position: "a position: four rows of four cells with '/' between them, '#' for the L of the player to move, \
                   '*' for the other L, 'x' for a neutral piece, '.' for an empty cell",
        sample: ".***/#*.x/###./x...",
        lines: ROWS,
        explain: |case, page| {
            explain_position(read_position(case)?, page);
            Ok(())
        },
        overview: Some(explain_the_game),
    });

    fn accepts(answer: &Answer, output: &[u8]) -> Result<(), String> {
        match answer {
            Answer::Move { before, .. } => check_move(*before, output),
            Answer::Draw => Err("no move wins here, but some move draws".to_owned()),
            Answer::Losing => Err("every move loses here, or there is no legal move".to_owned()),
        }
    }
}

fn solve((): &mut (), case: Case<'_>) -> Result<Answer, Diagnostic> {
    let before = read_position(case)?;
    Ok(match value(before).outcome() {
        Outcome::Win => Answer::Move { before, after: choose(before).expect("a won position has a best move") },
        Outcome::Draw => Answer::Draw,
        Outcome::Loss => Answer::Losing,
    })
}

fn write(_: usize, answer: &Answer, out: &mut Vec<u8>) {
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

fn read_position(case: Case<'_>) -> Result<Position, Diagnostic> {
    let mut grid = Grid::default();
    for (row, word) in grid.iter_mut().zip(case.words()) {
        // `check_row` has seen to their length.
        row.copy_from_slice(word.text());
    }
    Position::parse(grid).map_err(|error| case.word(error.place.line - 1).error_from(error))
}

/// Checks that a row has four cells and no invalid character.
fn check_row(word: Word<'_>) -> Result<(), Diagnostic> {
    word.check_characters(b"#*x.", &[("X", "a small x"), ("o", "a full stop"), ("O", "a full stop")])?;
    match word.text().len() {
        4 => Ok(()),
        cells => Err(word.error(format!("a row of {}; each row has four", count_of(cells, "cell")))),
    }
}
