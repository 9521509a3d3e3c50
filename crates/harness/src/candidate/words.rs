//! The words of a command, and what is wrong with it.

use std::io;
use std::path::Path;

use crate::source::display_name;

/// Splits a command into words, or says what is wrong with it.
pub(super) fn parse(command: &str) -> Result<Vec<String>, String> {
    if command.contains('\0') {
        return Err("a NUL byte cannot be part of a command".to_owned());
    }
    let words = split(command, cfg!(windows)).ok_or("a quote or a backslash is not closed")?;
    if words.first().is_none_or(String::is_empty) {
        return Err("the command is empty; name a program".to_owned());
    }
    if let Some(word) = shell_word(command, &words) {
        let quoted = shlex::try_quote(command).map_err(|error| error.to_string())?;
        return Err(format!("no shell is started, so '{word}' would be taken literally; write: sh -c {quoted}"));
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

/// Why a program cannot be run.
pub(super) fn cannot_run(program: &str, error: &io::Error) -> anyhow::Error {
    let path = Path::new(program);
    let name = display_name(program);
    let is_not_found = error.kind() == io::ErrorKind::NotFound;
    if let Some(fix) = source_fix(path).filter(|_| path.is_file()) {
        return anyhow::anyhow!("'{name}' is source code; {fix}");
    }
    let fix = match error.kind() {
        _ if is_not_found && !(program.contains('/') && path.exists()) => {
            let fix =
                if path.is_file() { format!("write './{name}'") } else { "install it, or give its path".to_owned() };
            return anyhow::anyhow!("program '{name}' not found; {fix}");
        }
        io::ErrorKind::PermissionDenied => "`chmod +x` makes a file a program",
        _ => {
            "a script begins with `#!` and the path of a program that exists, without a CR, or is run by `python3 FILE`"
        }
    };
    let error = error.to_string();
    let error = error.split(" (os error").next().unwrap_or_default();
    anyhow::anyhow!("'{name}' cannot be run: {error}; {fix}")
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
