//! The problem of an invented judge: N, then N rows. The answer to each is `First` or `Second`.

use problem::{
    Case, Count, Diagnostic, Dialect, Explainer, Field, Format, Generator, Line, OutputRule, Problem, Shape, Word,
    rows, shrink_row,
};

use crate::explain::explain;
use crate::rules::Row;
use crate::solver::{Player, Solver};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Kayles;

const ROW: &[Line] = &[&[Field::Word { name: "a row of pins", length: 1..=300, check: None }]];

impl Problem for Kayles {
    type Solver = Solver;
    type Answer = Player;

    const NAME: &'static str = "kayles";
    const ABOUT: &'static str = "Solves Kayles: knock down one pin or two neighbouring ones";
    const DIALECTS: &'static [Dialect<Self>] = &[Dialect {
        name: "club",
        title: "an invented judge: N, then N rows of pins",
        aliases: &[],
        format: Format { noun: "row", unit: "pin", count: Count::Announced(1..=100), case: ROW },
        solve: |solver, case| Ok(solver.winner(read_row(case.word(0))?)),
        write: |_, winner, out| {
            out.extend_from_slice(match winner {
                Player::First => b"First\n",
                Player::Second => b"Second\n",
            });
        },
        output: OutputRule::EXACT,
        generator: Some(Generator {
            enumerate: |pins| Box::new(rows(b"I.", pins).filter(|row| !row.is_empty())),
            shapes: &[Shape {
                name: "gaps",
                about: "one pin in eight knocked down",
                make: |pins, rng| (0..pins).map(|_| if rng.one_in(8) { b'.' } else { b'I' }).collect(),
            }],
            shrink: |row| shrink_row(row, b'.'),
        }),
    }];
    const EXPLAINER: Option<Explainer> = Some(Explainer {
        position: "a row of pins: 'I' for a standing pin, '.' for one that is down",
        sample: "III.IIIII.II",
        lines: ROW,
        explain: |case: Case<'_>, page| {
            explain(read_row(case.word(0))?, page);
            Ok(())
        },
        overview: None,
    });
}

fn read_row(word: Word<'_>) -> Result<Row<'_>, Diagnostic> {
    Row::parse(word.text()).map_err(|error| {
        word.invalid_character(error.index, "'I' or '.'", &[("i", "a capital I"), ("1", "a capital I")])
    })
}
