//! Programs for long sequences of values of octal games, and of Grundy's game:
//!
//! - `octal` computes the values of a game's heaps as far as you like. It prints one line of `key=value` fields, or
//!   with `--values` the sequence. With `--checkpoint` it can be stopped and continued.
//! - `octal-check` checks values in a checkpoint by the definition of the game alone.
//! - `octal-atlas` computes all small games, and writes a table, a picture and a page about them.
//!
//! ```text
//! cargo run --release -p octal -- .007 --to 1048576 --checkpoint values
//! cargo run --release -p octal --bin octal-check -- .007 values
//! cargo run --release -p octal --bin octal-atlas -- atlas --to 65536
//! ```
//!
//! Each prints one line about what it found, and shows its progress on standard error if that is a terminal.
//! `docs/octal.md` describes them.

pub mod atlas;
pub mod check;
mod checkpoint;
mod compute;
mod facts;
mod folder_lock;
mod hash;
mod memory;
mod options;
mod plot;
mod progress;
mod report;
mod values;
mod whole_file;
mod windows;

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::{ExitCode, Termination};
#[cfg(unix)]
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, anyhow, bail};
use clap::Parser;
use grundy::Sequence;

pub use checkpoint::Checkpoint;
use options::{CommandLine, Options};
use values::Values;

/// Runs the program with the arguments of the process.
///
/// The exit code is 0 for success, also if standard output is closed early, and 2 for any error, which is one line on
/// standard error.
#[must_use]
pub fn run() -> ExitCode {
    run_program("octal", |CommandLine { options, description }| match description {
        Some(description) => accept_closed_pipe(description.print()),
        None => options.as_ref().map_or_else(|| Err(anyhow!("name a game; see --help")), execute),
    })
}

/// Runs one of the programs of this crate with the arguments of the process, reports its error, and returns its exit
/// code.
fn run_program<O: Parser, T: Termination>(program: &str, execute: fn(&O) -> anyhow::Result<T>) -> ExitCode {
    report_file_size_limit();
    let result = match O::try_parse() {
        Ok(options) => execute(&options).map(Termination::report),
        Err(error) if error.use_stderr() => Err(anyhow!(options::one_line(&error))),
        Err(help) => accept_closed_pipe(help.print()).map(Termination::report),
    };
    result.unwrap_or_else(|error| {
        // If standard error is closed, there is nowhere to report that.
        let _ = writeln!(io::stderr(), "{program}: {error:#}");
        ExitCode::from(2)
    })
}

/// Makes a limit on the size of files an error of writing, which names the file, instead of the end of this process by
/// a signal.
fn report_file_size_limit() {
    // If the signal has a handler, even one that does nothing, the call that writes returns an error too.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

fn execute(options: &Options) -> anyhow::Result<()> {
    if let Some(folder) = &options.windows {
        return print_line(&windows::run(folder, options)?);
    }
    options::check_to(options.to)?;
    let (known, mut checkpoint) = match &options.checkpoint {
        Some(path) => open(path, options)?,
        None => (Vec::new(), None),
    };
    if let Some(path) = &options.plot {
        if options.checkpoint.as_ref().is_some_and(|checkpoint| is_same_file(path, checkpoint)) {
            bail!("{}: the plot would replace the checkpoint; name another file", path.display());
        }
        whole_file::check(path).with_context(|| format!("{}: cannot write the plot", path.display()))?;
    }
    let before = known.len();
    let mut sequence = Sequence::resume(options.code.clone(), known).with_engine(options.engine.into());
    if let Some(threads) = options.threads {
        sequence = sequence.with_threads(threads);
    }
    let start = Instant::now();
    compute::extend(&mut sequence, options, checkpoint.as_mut())?;
    let elapsed = start.elapsed();
    if let Some(path) = &options.plot {
        plot::draw(path, &options.code, Values::up_to(&sequence, options.to))?;
    }
    if !options.values {
        let computed = sequence.len() - before;
        return print_line(&report::line(sequence, options.to, computed, elapsed));
    }
    let mut out = BufWriter::new(io::stdout().lock());
    let written = Values::up_to(&sequence, options.to).iter().try_for_each(|value| writeln!(out, "{value}"));
    accept_closed_pipe(written.and_then(|()| out.flush()))
}

/// Prints the line that a run ends with.
fn print_line(line: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    accept_closed_pipe(writeln!(out, "{line}").and_then(|()| out.flush()))
}

/// Whether two paths lead to the same file, which is there.
fn is_same_file(one: &Path, other: &Path) -> bool {
    fs::canonicalize(one).is_ok_and(|one| fs::canonicalize(other).is_ok_and(|other| one == other))
}

/// Opens a checkpoint and takes its values, with memory for all that are wanted behind them. One that cannot be written
/// is only read if nothing will have to be saved.
fn open(path: &Path, options: &Options) -> anyhow::Result<(Vec<u16>, Option<Checkpoint>)> {
    let mut room = Vec::new();
    room.try_reserve_exact(options.to + 1).map_err(|_| anyhow!(options.no_memory(None)))?;
    let error = match Checkpoint::open_into(path, &options.code, room) {
        Ok(mut checkpoint) => return Ok((checkpoint.values(), Some(checkpoint))),
        Err(error) => error,
    };
    let cause = error.downcast_ref().map(io::Error::kind);
    if matches!(cause, Some(io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem))
        && let Ok(values) = Checkpoint::read(path, &options.code)
        && values.len() > options.to
    {
        return Ok((values, None));
    }
    Err(error)
}

/// Treats a reader that stops reading as the end of the program, not as an error.
fn accept_closed_pipe(written: io::Result<()>) -> anyhow::Result<()> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.context("standard output"),
    }
}
