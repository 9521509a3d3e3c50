//! Printing a random legal input.

use std::io::{BufWriter, Write};
use std::num::NonZero;

use clap::builder::{PossibleValue, PossibleValuesParser};

use super::options::{any_seed, dialect_parser, require_bearable};
use super::say;
use crate::fault::count_of;
use crate::generate::{random_cases, some_size};
use crate::output::to_stdout;
use crate::problem::{Dialect, Problem};

#[derive(clap::Args)]
pub(super) struct Generate<D: Dialect> {
    /// Whose input to make
    #[arg(long, value_name = "NAME", value_parser = dialect_parser::<D>(), default_value = D::ALL[0].name())]
    judge: D,
    /// How many cases [default: 10, or one if the judge gives no more]
    #[arg(long, value_name = "N")]
    cases: Option<NonZero<usize>>,
    /// How many cells each case has [default: sizes that the judge gives, often one of the smallest or the largest]
    #[arg(long, value_name = "K")]
    size: Option<usize>,
    /// What the cases look like; without it, the shapes take turns
    #[arg(long, value_name = "NAME")]
    shape: Option<String>,
    /// A number that fixes all that is random, on every machine [default: another one each time, which is told]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
}

pub(super) fn shape_parser<P: Problem>() -> PossibleValuesParser {
    PossibleValuesParser::new(P::SHAPES.iter().map(|shape| PossibleValue::new(shape.name).help(shape.about)))
}

impl<D: Dialect> Generate<D> {
    pub(super) fn run<P: Problem<Dialect = D>>(self) -> anyhow::Result<()> {
        const CASES: usize = 10;
        let dialect = self.judge;
        let form = dialect.form();
        let (least, most) = form.cells.clone().into_inner();
        let size = self.size.map(|size| size_for::<P>(size, least, most)).transpose()?;
        let cases = self.cases.map_or(CASES.min(*form.cases.end()), NonZero::get);
        if cases > *form.cases.end() {
            let most = *form.cases.end();
            say::<P>(format_args!("warning: {cases} {}; this judge gives {most} at most", form.noun));
        }
        let seed = self.seed.unwrap_or_else(|| {
            let seed = any_seed();
            say::<P>(format_args!("seed {seed}; `--seed {seed}` makes this input again"));
            seed
        });
        let shape = self.shape.and_then(|name| P::SHAPES.iter().find(|shape| shape.name == name));
        let sizes = move |_, dice: &mut _| size.unwrap_or_else(|| some_size(dialect, dice));
        to_stdout(|out| {
            let mut out = BufWriter::new(out);
            let mut text = Vec::new();
            form.begin(cases, &mut text);
            for case in random_cases::<P>(dialect, seed, shape, sizes).take(cases) {
                form.push(&case, &mut text);
                out.write_all(&text)?;
                text.clear();
            }
            out.flush()
        })
    }
}

/// A size that somebody wants, which may be more than the judge gives if the judge gives several.
fn size_for<P: Problem>(size: usize, least: usize, most: usize) -> anyhow::Result<usize> {
    require_bearable("--size", size)?;
    if size < least || (size > most && least == most) {
        let range = if least == most { format!("{most}") } else { format!("{least} to {most}") };
        anyhow::bail!("--size {size}: a case has {range} cells");
    }
    if size > most {
        say::<P>(format_args!("warning: {}; this judge gives {least} to {most}", count_of(size, "cell")));
    }
    Ok(size)
}
