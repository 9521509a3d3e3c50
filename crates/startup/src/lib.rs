//! What all programs of the workspace share: their version, and how they begin and end.

use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::process::{ExitCode, Termination};
#[cfg(unix)]
use std::sync::Arc;
use std::sync::LazyLock;

use anyhow::Context;
use clap::Parser;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// The version of the workspace, with the commit if the variable `BUILD_COMMIT` named it when this was compiled:
/// `0.2.0 (12675b6)`.
#[must_use]
pub fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| {
        let commit = option_env!("BUILD_COMMIT").filter(|commit| !commit.is_empty());
        env!("CARGO_PKG_VERSION").to_owned() + &commit.map(|commit| format!(" ({commit})")).unwrap_or_default()
    });
    &VERSION
}

/// Makes a limit on the size of files an error of writing, which names the file, instead of the end of this process by
/// a signal.
pub fn report_file_size_limit() {
    // If the signal has a handler, even one that does nothing, the call that writes returns an error too.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// Runs a program with the arguments of the process. The exit code is 2 after an error, which is one line after the
/// program's name. A closed standard output, as with `| head -5`, is not an error.
pub fn run_program<O: Parser, T: Termination>(name: &str, execute: impl FnOnce(O) -> anyhow::Result<T>) -> ExitCode {
    run_parsed(name, 2, O::try_parse, |options| match execute(options) {
        Err(error) if error.downcast_ref().is_some_and(is_closed_pipe) => Ok(ExitCode::SUCCESS),
        ended => ended.map(Termination::report),
    })
}

/// Runs a program with what `parse` makes of its arguments. The exit code is `failure` after an error. Only help may be
/// printed to a closed pipe.
pub fn run_parsed<O>(
    name: &str,
    failure: u8,
    parse: impl FnOnce() -> clap::error::Result<O>,
    execute: impl FnOnce(O) -> anyhow::Result<ExitCode>,
) -> ExitCode {
    report_file_size_limit();
    let result = match parse() {
        Ok(options) => execute(options),
        Err(help) if help.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => help.exit(),
        Err(error) if error.use_stderr() => Err(anyhow::anyhow!("{}; see --help", one_line(&error))),
        Err(help) => match help.print() {
            Err(error) if !is_closed_pipe(&error) => Err(error).context("standard output"),
            _ => Ok(ExitCode::SUCCESS),
        },
    };
    result.unwrap_or_else(|error| {
        print_error(name, &error);
        ExitCode::from(failure)
    })
}

fn is_closed_pipe(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
}

/// Prints an error to standard error, in one line after the program's name.
pub fn print_error(name: &str, error: &anyhow::Error) {
    let line = format!("{name}: {error:#}").replace(char::is_control, "\u{FFFD}");
    // In one piece, as several processes may print to one terminal. If it is closed, there is nowhere to report it.
    let _ = io::stderr().write_all((line + "\n").as_bytes());
}

/// What clap says about wrong arguments, in one line and without its headings, the usage and control characters.
#[must_use]
pub fn one_line(error: &clap::Error) -> String {
    // What follows the arguments of a program is taken for a command.
    if let (ErrorKind::ArgumentConflict, Some(ContextValue::String(word))) =
        (error.kind(), error.get(ContextKind::InvalidSubcommand))
    {
        return format!("unexpected argument '{word}'");
    }
    let message = error.to_string();
    let end = ["\n\nUsage:", "\n\nFor more information"].iter().filter_map(|heading| message.find(heading)).min();
    let mut message = message[..end.unwrap_or(message.len())].to_owned();
    if error.kind() == ErrorKind::MissingRequiredArgument {
        message = message.trim_end().replace("\n  ", ", ").replace(":, ", ": ");
    }
    let words: Vec<&str> = message.split_whitespace().collect();
    let line = words.join(" ").replace(" tip: ", "; ").replace(char::is_control, "\u{FFFD}");
    // No value of ours is like a long option.
    let line = line.split("; to pass '--").next().unwrap_or_default();
    line.strip_prefix("error: ").unwrap_or(line).to_owned()
}

/// A seed that is another one in each process, short enough to be typed again.
#[must_use]
pub fn random_seed() -> u64 {
    RandomState::new().hash_one(0) % 1_000_000
}
