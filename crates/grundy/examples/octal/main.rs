//! The values of an octal game, as far as one likes:
//!
//! ```text
//! cargo run --release -p grundy --example octal -- .007 --to 1048576
//! ```
//!
//! Standard output gets one line of `key=value` fields, or with `--values` the sequence; progress goes to standard error.

mod checkpoint;
mod options;
mod plot;
mod progress;
mod report;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Parser;
use grundy::Sequence;

use options::Options;
use progress::Progress;

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // There is nowhere to report that standard error is closed.
            let _ = writeln!(io::stderr(), "octal: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(options: &Options) -> anyhow::Result<()> {
    let known = match &options.checkpoint {
        Some(path) if path.exists() => checkpoint::load(path, &options.code)?,
        Some(path) => {
            // What cannot be written should be known before the work.
            checkpoint::save(path, &options.code, &[])?;
            Vec::new()
        }
        None => Vec::new(),
    };
    if let Some(path) = &options.plot {
        let file = File::options().append(true).create(true).open(path);
        file.with_context(|| format!("{}: the picture cannot be written", path.display()))?;
    }
    let before = known.len();
    let mut sequence = Sequence::resume(options.code.clone(), known).with_engine(options.engine.into());
    if let Some(threads) = options.threads {
        sequence = sequence.with_threads(threads);
    }
    let start = Instant::now();
    extend(&mut sequence, options)?;
    let took = start.elapsed();
    if let Some(path) = &options.plot {
        plot::draw(path, &options.code, &sequence.values()[..=options.to])?;
    }
    let mut out = BufWriter::new(io::stdout().lock());
    let written = if options.values {
        sequence.values()[..=options.to].iter().try_for_each(|value| writeln!(out, "{value}"))
    } else {
        let computed = sequence.values().len() - before;
        writeln!(out, "{}", report::line(sequence, options.to, computed, took))
    };
    match written.and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.context("standard output"),
    }
}

/// Makes all values known that are asked for, a quarter of a second at a time, and keeps the checkpoint and the progress up
/// to date.
fn extend(sequence: &mut Sequence, options: &Options) -> anyhow::Result<()> {
    const PATIENCE: Duration = Duration::from_millis(250);
    let save = |path: &Path, sequence: &Sequence| checkpoint::save(path, &options.code, sequence.values());
    let progress = Progress::new(options.to + 1, sequence.values().len());
    let before = sequence.values().len();
    let mut saved = Instant::now();
    let mut step = 4096;
    while sequence.values().len() <= options.to {
        let start = Instant::now();
        let extended = sequence.extend_to(options.to.min(sequence.values().len() + step));
        if let (Err(_), Some(path)) = (&extended, &options.checkpoint) {
            save(path, sequence)?;
        }
        extended?;
        progress.set(sequence.values().len());
        let took = start.elapsed();
        step = if took < PATIENCE / 2 {
            2 * step
        } else if took > 2 * PATIENCE {
            step / 2
        } else {
            step
        }
        .max(1024);
        if let Some(path) = &options.checkpoint
            && saved.elapsed() >= options.every
        {
            save(path, sequence)?;
            saved = Instant::now();
        }
    }
    progress.finish();
    match &options.checkpoint {
        Some(path) if sequence.values().len() > before => save(path, sequence),
        _ => Ok(()),
    }
}
