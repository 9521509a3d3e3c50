//! The source of an input: a file, standard input, or an argument.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;

use anyhow::Context;

/// Reads a file, or standard input if it is `-` or missing, up to this number of bytes: its name in messages, and the
/// bytes. On a terminal, a hint says to type what is `expected`.
///
/// # Errors
///
/// If it cannot be read.
pub fn read(file: Option<&OsStr>, program: &str, expected: &str, most: u64) -> anyhow::Result<(String, Vec<u8>)> {
    let (name, source) = open(file, program, expected)?;
    let mut bytes = Vec::new();
    source.take(most).read_to_end(&mut bytes).map_err(read_error).with_context(|| name.clone())?;
    Ok((name, bytes))
}

/// Opens a source as [`read`] does, and returns its name with it.
pub(crate) fn open(file: Option<&OsStr>, program: &str, expected: &str) -> anyhow::Result<(String, Box<dyn Read>)> {
    let Some(path) = file.filter(|path| *path != "-") else {
        let stdin = io::stdin().lock();
        if stdin.is_terminal() {
            let end = if cfg!(windows) { "Ctrl-Z and Enter" } else { "Ctrl-D" };
            // If the hint cannot be shown, the input can still be read.
            let _ = writeln!(io::stderr(), "{program}: type {expected}; {end} ends the input");
        }
        return Ok(("stdin".to_owned(), Box::new(stdin)));
    };
    // Windows says of a folder that permission is denied.
    let is_folder = Path::new(path).is_dir();
    let file = if is_folder { Err(io::ErrorKind::IsADirectory.into()) } else { File::open(path) };
    let name = display_name(path);
    let file = file.map_err(read_error).with_context(|| name.clone())?;
    Ok((name, Box::new(file)))
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

/// The text with a newline for each CR LF, which files and programs from Windows have.
pub(crate) fn with_bare_newlines(text: &[u8]) -> Vec<u8> {
    let is_kept = |at: usize| text[at] != b'\r' || text.get(at + 1) != Some(&b'\n');
    (0..text.len()).filter(|&at| is_kept(at)).map(|at| text[at]).collect()
}

/// A file's name as a message can show it: in one line, safe for a terminal, and different for different names.
///
/// Characters that are not printed, or that change how others are (newlines, escapes, bidirectional controls), are
/// escaped as in a string of Rust, bytes that are not UTF-8 as `\xFF`, and a backslash as `\\`. A separator is a slash
/// on all systems. An empty name is shown as two quotes.
pub(crate) fn display_name(path: impl AsRef<OsStr>) -> String {
    let bytes = path.as_ref().as_encoded_bytes();
    // What Windows puts before a path without links.
    let bytes = if cfg!(windows) { bytes.strip_prefix(br"\\?\").unwrap_or(bytes) } else { bytes };
    let mut shown = String::new();
    for chunk in bytes.utf8_chunks() {
        let text = chunk.valid().escape_debug().to_string().replace(r"\'", "'").replace("\\\"", "\"");
        shown += &if cfg!(windows) { text.replace(r"\\", "/") } else { text };
        shown.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02X}")));
    }
    if shown.is_empty() { "''".to_owned() } else { shown }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_carriage_returns_before_newlines_are_removed() {
        assert_eq!(with_bare_newlines(b"a\r\nb\r\n\r\n"), b"a\nb\n\n");
        assert_eq!(with_bare_newlines(b"\ra\r\r\nb\r"), b"\ra\r\nb\r");
    }

    #[test]
    fn what_is_not_printed_is_escaped() {
        let ordinary = ["a/b 1.in", "it's \"x\".in", "größe/数据/тест.in", "e\u{301}te\u{301}.in", "ที่.in", "🙂.in"];
        assert_eq!(ordinary.map(display_name), ordinary);
        // Controls, bidirectional ones, separators, joiners, a byte-order mark, spaces, a mark without a letter.
        for special in
            ["\u{1b}", "\u{9b}", "\u{202e}", "\u{2066}", "\u{2028}", "\u{200d}", "\u{feff}", "\u{a0}", "\u{301}"]
        {
            assert_eq!(display_name(special), special.escape_unicode().to_string());
        }
    }

    #[cfg(windows)]
    #[test]
    fn separators_are_slashes() {
        assert_eq!(display_name("a\\b.in"), "a/b.in");
        assert_eq!(display_name(r"\\?\C:\a\b.in"), "C:/a/b.in");
    }
}
