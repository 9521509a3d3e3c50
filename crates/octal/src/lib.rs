//! Computes the values of an octal game's heaps, as far as you like:
//!
//! ```text
//! cargo run --release -p octal -- .007 --to 1048576
//! ```
//!
//! Prints one line of `key=value` fields, or with `--values` the sequence. Progress goes to standard error.

pub mod atlas;
pub mod checkpoint;
mod compute;
mod facts;
mod options;
mod plot;
mod progress;
mod report;
mod whole_file;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
#[cfg(unix)]
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, anyhow};
use clap::Parser;
use grundy::Sequence;

use options::Options;

/// Runs the program with the arguments of the process.
///
/// The exit code is 0 for success, also if standard output is closed early, and 2 for any error, which is one line on
/// standard error.
#[must_use]
pub fn run() -> ExitCode {
    report_file_size_limit();
    finish(
        "octal",
        match Options::try_parse() {
            Ok(options) => execute(&options),
            Err(error) if error.use_stderr() => Err(anyhow!(options::one_line(&error))),
            Err(help) => accept_closed_pipe(help.print()),
        },
    )
}

/// Reports an error of a program, and returns its exit code.
fn finish(program: &str, result: anyhow::Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // If standard error is closed, there is nowhere to report that.
            let _ = writeln!(io::stderr(), "{program}: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Makes a limit on the size of files an error of writing, which names the file, instead of the end of this process by a signal.
fn report_file_size_limit() {
    // If the signal has a handler, even one that does nothing, the call that writes returns an error too.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

fn execute(options: &Options) -> anyhow::Result<()> {
    let known = match &options.checkpoint {
        Some(path) if path.exists() => {
            let known = checkpoint::load(path, &options.code)?;
            // If all values are known, nothing is saved that would replace it.
            whole_file::remove_left(path);
            known
        }
        Some(path) => {
            // Fails before the work rather than after it if the file cannot be written.
            checkpoint::save(path, &options.code, &[])?;
            Vec::new()
        }
        None => Vec::new(),
    };
    if let Some(path) = &options.plot {
        whole_file::check(path).with_context(|| format!("{}: cannot write the plot", path.display()))?;
    }
    let before = known.len();
    let mut sequence = Sequence::resume(options.code.clone(), known).with_engine(options.engine.into());
    if let Some(threads) = options.threads {
        sequence = sequence.with_threads(threads);
    }
    let start = Instant::now();
    compute::extend(&mut sequence, options)?;
    let elapsed = start.elapsed();
    if let Some(path) = &options.plot {
        plot::draw(path, &options.code, &sequence.packed()[..=options.to])?;
    }
    let mut out = BufWriter::new(io::stdout().lock());
    let written = if options.values {
        sequence.iter().take(options.to + 1).try_for_each(|value| writeln!(out, "{value}"))
    } else {
        let computed = sequence.len() - before;
        writeln!(out, "{}", report::line(sequence, options.to, computed, elapsed))
    };
    accept_closed_pipe(written.and_then(|()| out.flush()))
}

/// Treats a reader that stops reading as the end of the program, not as an error.
fn accept_closed_pipe(written: io::Result<()>) -> anyhow::Result<()> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.context("standard output"),
    }
}
