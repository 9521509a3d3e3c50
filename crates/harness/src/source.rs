//! The source of an input: a file, standard input, or an argument.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};

use anyhow::Context;
use problem::InputError;

/// An open input and its name in messages.
pub(crate) struct Source {
    name: String,
    reader: Box<dyn Read>,
}

impl Source {
    /// Opens a file, or standard input if it is `-` or missing. On a terminal, a hint says to type what is `expected`.
    pub(crate) fn open(file: Option<&OsStr>, program: &str, expected: &str) -> anyhow::Result<Self> {
        match file {
            Some(path) if path != "-" => {
                let name = display_name(path);
                let file = File::open(path).map_err(|error| match error.kind() {
                    // Perhaps a misspelt command.
                    io::ErrorKind::NotFound => anyhow::anyhow!("no such file; `--help` lists the commands"),
                    _ => read_error(error),
                });
                let file = file.with_context(|| name.clone())?;
                Ok(Self { name, reader: Box::new(file) })
            }
            _ => {
                let stdin = io::stdin();
                if stdin.is_terminal() {
                    let end = if cfg!(windows) { "Ctrl-Z and Enter" } else { "Ctrl-D" };
                    // A hint that cannot be shown is no reason to stop.
                    let _ = writeln!(io::stderr(), "{program}: type {expected}; {end} ends the input");
                }
                Ok(Self { name: "stdin".to_owned(), reader: Box::new(stdin.lock()) })
            }
        }
    }

    /// A source that is text from the command line.
    pub(crate) fn argument(name: &str, text: String) -> Self {
        Self { name: name.to_owned(), reader: Box::new(io::Cursor::new(text)) }
    }

    pub(crate) fn reader(&mut self) -> &mut dyn Read {
        &mut self.reader
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }
}

/// Puts the name of an input before an error about it.
pub(crate) fn input_error(name: &str, error: InputError) -> anyhow::Error {
    match error {
        InputError::Io(error) => read_error(error).context(name.to_owned()),
        error => anyhow::anyhow!("{name}:{error}"),
    }
}

/// Rewords an error of the system for people, with a fix if there is an obvious one.
pub(crate) fn read_error(error: io::Error) -> anyhow::Error {
    match error.kind() {
        io::ErrorKind::NotFound => anyhow::anyhow!("no such file"),
        io::ErrorKind::IsADirectory => anyhow::anyhow!("a folder; name a file in it"),
        io::ErrorKind::PermissionDenied => anyhow::anyhow!("permission to read it is denied"),
        _ => error.into(),
    }
}

/// A file's name as a message can show it: without characters that would break the line, and in quotes if it is empty.
pub(crate) fn display_name(path: impl AsRef<OsStr>) -> String {
    let name = path.as_ref().to_string_lossy();
    if name.is_empty() {
        return "''".to_owned();
    }
    name.chars().flat_map(|c| if c.is_control() { c.escape_default().collect() } else { vec![c] }).collect()
}
