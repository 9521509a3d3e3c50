//! Splitting a command into words.

/// Splits as a shell does. On Windows a backslash is part of a path, and escapes nothing.
pub(super) fn split(command: &str) -> Option<Vec<String>> {
    if cfg!(windows) { shlex::split(&with_plain_backslashes(command)) } else { shlex::split(command) }
}

/// Escapes each backslash, so that it is one of the word.
fn with_plain_backslashes(command: &str) -> String {
    let mut escaped = String::with_capacity(command.len());
    let mut quote = None;
    for character in command.chars() {
        match quote {
            None if matches!(character, '\'' | '"') => quote = Some(character),
            Some(open) if open == character => quote = None,
            // Between single quotes it means nothing to a shell either.
            _ if character == '\\' && quote != Some('\'') => escaped.push('\\'),
            _ => {}
        }
        escaped.push(character);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backslashes_of_paths_stay() {
        let split = |command: &str| shlex::split(&with_plain_backslashes(command));
        let words = |words: &[&str]| Some(words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>());
        assert_eq!(split(r".\a.exe C:\x\new"), words(&[r".\a.exe", r"C:\x\new"]));
        assert_eq!(split(r#""C:\my files\a.exe" "\\x\\""#), words(&[r"C:\my files\a.exe", r"\\x\\"]));
        assert_eq!(split(r"'C:\my files\a.exe' it\'s'"), words(&[r"C:\my files\a.exe", r"it\s"]));
        assert_eq!(split(r"'C:\my files\"), None);
    }
}
