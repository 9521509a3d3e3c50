//! Printing a random legal input.

use std::io::{BufWriter, Write};

use anyhow::Context;
use problem::{Dialect, Problem, Shape, count_of};

use super::options::{MAX_SIZE, dialect_with_generator, warn_of_limits, whole};
use crate::output::{print_message, to_stdout};

#[derive(clap::Args)]
pub(super) struct Generate {
    /// The judge to generate an input for [default: the first]
    #[arg(long, value_name = "NAME")]
    judge: Option<String>,
    /// How many cases [default: 10, or as close to it as the judge gives]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..))]
    cases: Option<usize>,
    /// The size of each case, such as its number of cells [default: sizes that the judge gives, often one of the
    /// smallest or the largest]
    #[arg(long, value_name = "K", value_parser = whole::<usize>(..=MAX_SIZE))]
    size: Option<usize>,
    /// What the cases look like [default: the shapes take turns]
    #[arg(long, value_name = "NAME")]
    shape: Option<String>,
    /// The seed of the random numbers; it gives the same input on every machine [default: a random one, which is shown]
    #[arg(long, value_name = "S", value_parser = whole::<u64>(..))]
    seed: Option<u64>,
}

impl Generate {
    pub(super) fn run<P: Problem>(self) -> anyhow::Result<()> {
        let (dialect, generator) = dialect_with_generator::<P>(self.judge.as_deref())?;
        let format = &dialect.format;
        if let Some(size) = self.size {
            let cells = count_of(size, format.unit);
            anyhow::ensure!(generator.has_cases(size), "--size {size}: no case has {cells}");
            warn_of_limits(P::NAME, &format.sizes(), size, format.unit);
        }
        let range = format.count.range();
        let cases = self.cases.unwrap_or_else(|| 10.clamp(*range.start(), *range.end()));
        warn_of_limits(P::NAME, &range, cases, format.noun);
        let shape = self.shape.map(|name| find_shape(dialect, &name)).transpose()?;
        let seed = self.seed.unwrap_or_else(|| {
            let seed = startup::random_seed();
            print_message(P::NAME, format_args!("seed {seed}; `--seed {seed}` makes this input again"));
            seed
        });
        let sizes = move |_, rng: &mut _| self.size.unwrap_or_else(|| format.random_size(rng));
        to_stdout(|out| {
            let mut out = BufWriter::new(out);
            let mut text = Vec::new();
            format.begin(cases, &mut text);
            for case in generator.random_cases(seed, shape, sizes).take(cases) {
                format.push(&case, &mut text);
                out.write_all(&text)?;
                text.clear();
            }
            out.flush()
        })
    }
}

fn find_shape<P: Problem>(dialect: &Dialect<P>, name: &str) -> anyhow::Result<Shape> {
    let find = |dialect: &Dialect<P>| dialect.generator?.shapes.iter().find(|shape| shape.name == name).copied();
    let other = P::DIALECTS.iter().find(|other| find(other).is_some()).map_or("", |other| other.name);
    let why = || format!("--shape {name}: this judge, {}, has no such cases; --judge {other} has", dialect.name);
    find(dialect).with_context(why)
}
