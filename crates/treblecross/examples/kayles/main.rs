//! Kayles: a row of bowling pins. A move knocks down one pin or two neighbouring ones. The player who cannot move
//! loses.

use grundy::{Game, Nimber, Table};

/// The game: the rules, and below the problem of its judge.
#[derive(Clone, Copy, Debug, Default)]
struct Kayles;

impl Game for Kayles {
    type Part = usize; // a strip of neighbouring pins, of which only the number matters

    fn moves(&self, &strip: &usize) -> impl Iterator<Item: IntoIterator<Item = usize>> {
        [1, 2].into_iter().flat_map(move |pins| {
            let places = (strip + 1).saturating_sub(pins);
            (0..places).map(move |at| [at, strip - at - pins])
        })
    }
}

/// The nimbers of strips, which are kept from one row to the next.
type Solver = Table<Kayles>;

/// The xor of the nimbers of all strips: the player to move loses exactly if it is zero.
fn nim_sum(solver: &mut Solver, row: &[u8]) -> Nimber {
    row.split(|&pin| pin == b'.').map(|strip| solver.nimber(strip.len())).sum()
}

use problem::{
    Case, Count, Diagnostic, Dialect, Explainer, Field, Format, Generator, Line, OutputRule, Problem, Shape,
};

const ROW: &[Line] = &[&[Field::Word { name: "a row of pins", length: 1..=300, check: None }]];

impl Problem for Kayles {
    type Solver = Solver;
    type Answer = bool;

    const NAME: &'static str = "kayles";
    const ABOUT: &'static str = "Solves Kayles: knock down one pin or two neighbouring ones";
    const DIALECTS: &'static [Dialect<Self>] = &[Dialect {
        name: "club",
        title: "an invented judge: N, then N rows of pins",
        aliases: &[],
        format: Format { noun: "row", unit: "pin", count: Count::Announced(1..=100), case: ROW },
        solve: |solver, case| Ok(!nim_sum(solver, read_row(case)?).is_zero()),
        write: |_, first_wins, out| out.extend_from_slice(if *first_wins { b"First\n" } else { b"Second\n" }),
        output: OutputRule::EXACT,
        generator: Some(GENERATOR),
    }];
    const EXPLAINER: Option<Explainer> = Some(EXPLAINER);
}

fn read_row(case: Case<'_>) -> Result<&[u8], Diagnostic> {
    let word = case.word(0);
    word.check_characters(b"I.", &[("i", "a capital I"), ("1", "a capital I")])?;
    Ok(word.text())
}

const GENERATOR: Generator = Generator {
    enumerate: |pins| Box::new(problem::rows(b"I.", pins).filter(|row| !row.is_empty())),
    shapes: &[Shape {
        name: "gaps",
        about: "one pin in eight knocked down",
        make: |pins, rng| (0..pins).map(|_| if rng.one_in(8) { b'.' } else { b'I' }).collect(),
    }],
    shrink: |row| problem::shrink_row(row, b'.'),
};

use problem::{Page, cell_range, styles};

const EXPLAINER: Explainer = Explainer {
    position: "a row of pins: 'I' for a standing pin, '.' for one that is down",
    sample: "III.IIIII.II",
    lines: ROW,
    explain: |case, page| {
        explain(read_row(case)?, page);
        Ok(())
    },
    overview: None,
};

fn explain(row: &[u8], page: &mut Page) {
    let mut solver = Solver::default();
    let sum = nim_sum(&mut solver, row);
    if sum.is_zero() {
        page.verdict(styles::LOSS, "Second", "the player to move has no winning move");
    } else {
        page.verdict(styles::WIN, "First", "some move makes the nim-sum zero");
    }
    page.heading("Strips");
    let (mut first, mut rows, mut nimbers) = (1, Vec::new(), Vec::new());
    for strip in row.split(|&pin| pin == b'.') {
        if !strip.is_empty() {
            let nimber = solver.nimber(strip.len());
            rows.push([cell_range(first, strip.len()), nimber.to_string()]);
            nimbers.push(nimber);
        }
        first += strip.len() + 1;
    }
    page.table(["pins", "nimber"], &rows);
    page.sum("Nim-sum", "xor", &nimbers, sum);
}

fn main() -> std::process::ExitCode {
    harness::run::<Kayles>()
}
