//! The words of a command, and what is wrong with it.

use std::io;
use std::path::Path;

use anyhow::{Context, anyhow, bail, ensure};

use crate::source::display_name;

/// Splits a command into words, or says what is wrong with it, as far as the names of files in it tell.
pub(super) fn parse(command: &str) -> anyhow::Result<Vec<String>> {
    ensure!(!command.contains('\0'), "a NUL byte cannot be part of a command");
    let words = split(command, cfg!(windows)).context("a quote or a backslash is not closed")?;
    ensure!(words.first().is_some_and(|word| !word.is_empty()), "the command is empty; name a program");
    let quoted = shlex::try_quote(command)?;
    // A first word without a slash is looked for in `PATH`.
    let is_path = words[0].contains('/') && !Path::new(&words[0]).exists();
    let is_one_file = words.len() > 1 && is_path && Path::new(command).is_file();
    ensure!(!is_one_file, "the name of this file has spaces; write \"{quoted}\"");
    if let Some(word) = shell_word(command, &words) {
        bail!("no shell is started, so '{word}' would be taken literally; write: sh -c {quoted}");
    }
    // On other systems it may be called differently.
    #[cfg(unix)]
    find(&words[0]).map_err(|error| cannot_run(&words[0], &error))?;
    if let Some(source) = missing_source(&words) {
        bail!("'{}': no such file", display_name(source));
    }
    Ok(words)
}

/// Splits a command as a shell does, except that nothing is a comment. On Windows a backslash is part of a path, and
/// escapes nothing.
fn split(command: &str, has_paths_with_backslashes: bool) -> Option<Vec<String>> {
    let escaped = command.replace('#', "\u{1}");
    let escaped = if has_paths_with_backslashes { escaped.replace('\\', "\0") } else { escaped };
    let words = shlex::split(&escaped)?;
    Some(words.into_iter().map(|word| word.replace('\0', "\\").replace('\u{1}', "#")).collect())
}

/// A word that would mean something to a shell. In quotation marks it is an argument.
fn shell_word<'a>(command: &str, words: &'a [String]) -> Option<&'a String> {
    // On Windows the other characters are ordinary in names of files.
    let special: &[char] = if cfg!(unix) { &['|', '&', ';', '<', '>', '*', '`', '$'] } else { &['|', '<', '>'] };
    let is_special = |word: &str| word == "&&" || word.contains(special) || cfg!(unix) && word.starts_with('#');
    let is_no_program = |word: &&String| cfg!(unix) && (word.starts_with('~') || word.contains('='));
    let is_unquoted = |word: &&String| command.split_whitespace().any(|part| part == word.as_str());
    let program = words.first().filter(is_no_program);
    words
        .iter()
        .filter(|word| is_special(word))
        .chain(program)
        .find(|word| is_unquoted(word) && !Path::new(word).exists())
}

/// Looks for a program as the system does.
#[cfg(unix)]
fn find(program: &str) -> io::Result<()> {
    use rustix::io::Errno;
    use std::os::unix::fs::PermissionsExt as _;
    let look = |path: &Path| std::fs::metadata(path).map(|it| it.is_file() && it.permissions().mode() & 0o111 != 0);
    if program.contains('/') {
        return if look(Path::new(program))? { Ok(()) } else { Err(Errno::ACCESS.into()) };
    }
    let is_found = |folders| std::env::split_paths(&folders).any(|it| look(&it.join(program)).unwrap_or(false));
    if std::env::var_os("PATH").is_none_or(is_found) { Ok(()) } else { Err(Errno::NOENT.into()) }
}

/// The source that an interpreter is to run, if it is not there: it would end as if it had judged something.
fn missing_source(words: &[String]) -> Option<&Path> {
    const INTERPRETERS: [&str; 8] = ["java", "lua", "node", "perl", "php", "pypy", "python", "ruby"];
    let name = Path::new(&words[0]).file_name()?.to_str()?;
    let source = Path::new(words[1..].iter().find(|word| *word != "-u")?);
    let is_run = INTERPRETERS.iter().any(|interpreter| name.starts_with(interpreter));
    (is_run && source_fix(source).is_some() && !source.exists()).then_some(source)
}

/// Why a program cannot be run.
pub(super) fn cannot_run(program: &str, error: &io::Error) -> anyhow::Error {
    let (path, name) = (Path::new(program), display_name(program));
    let is_missing = error.kind() == io::ErrorKind::NotFound && !(program.contains('/') && path.exists());
    if let Some(fix) = source_fix(path).filter(|_| path.is_file()) {
        return anyhow!("'{name}' is source code; {fix}");
    }
    let fix = match error.kind() {
        _ if path.is_dir() => return anyhow!("'{name}' is a folder; name a program in it"),
        _ if is_missing && path.is_file() => return anyhow!("program '{name}' not found; write './{name}'"),
        _ if is_missing => return anyhow!("program '{name}' not found; install it, or give its path"),
        io::ErrorKind::PermissionDenied => "`chmod +x` makes a file a program",
        _ => {
            "a script begins with `#!` and the path of a program that exists, without a CR, or is run by `python3 FILE`"
        }
    };
    let error = error.to_string();
    let error = error.split(" (os error").next().unwrap_or_default();
    anyhow!("'{name}' cannot be run: {error}; {fix}")
}

/// What to do with a file that is source code by its name.
fn source_fix(path: &Path) -> Option<&'static str> {
    match path.extension()?.to_str()? {
        "c" | "cc" | "cpp" | "cxx" | "cs" | "go" | "java" | "kt" | "pas" | "rs" => {
            Some("compile it, and name the program that results")
        }
        "js" | "lua" | "php" | "pl" | "py" | "rb" => Some("name its interpreter before it, as in 'python3 FILE'"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backslashes_of_paths_stay_on_windows() {
        let words = |words: &[&str]| Some(words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>());
        assert_eq!(split(r".\a.exe C:\x\new", true), words(&[r".\a.exe", r"C:\x\new"]));
        assert_eq!(
            split(r#""C:\my files\a.exe" 'C:\my files\'"#, true),
            words(&[r"C:\my files\a.exe", r"C:\my files\"])
        );
        assert_eq!(split(r"'C:\my files\", true), None);
        assert_eq!(split(r"a\ b", false), words(&["a b"]));
    }
}
