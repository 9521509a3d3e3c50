//! The part of YAML that packages need: maps by indentation, lists, quotes and comments. All else is passed over.

use std::io::ErrorKind;
use std::path::Path;

use anyhow::Context;

/// The entries of a file: the keys that lead to a value, with dots between them, and the texts of the value, a list.
#[derive(Debug)]
pub(super) struct Yaml(Vec<(String, Vec<String>)>);

impl Yaml {
    /// Reads a file. One that does not exist has no entries.
    pub(super) fn read(path: &Path) -> anyhow::Result<Self> {
        let text = match std::fs::read_to_string(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            text => text.with_context(|| path.display().to_string())?,
        };
        let mut entries: Vec<(String, Vec<String>)> = Vec::new();
        // The columns and names of the keys above a line.
        let mut above: Vec<(usize, &str)> = Vec::new();
        for line in text.trim_start_matches('\u{feff}').lines() {
            let content = line.trim_start();
            let column = line.len() - content.len();
            if let Some(item) = content.strip_prefix("- ") {
                entries.last_mut().into_iter().for_each(|(_, value)| value.extend(texts(item)));
            } else if let Some((key, value)) = content.split_once(':').filter(|_| !content.starts_with('#')) {
                above.retain(|&(other, _)| other < column);
                above.push((column, key.trim_matches(['"', '\''])));
                let keys: Vec<&str> = above.iter().map(|&(_, key)| key).collect();
                entries.push((keys.join("."), texts(value)));
            }
        }
        Ok(Self(entries))
    }

    /// The texts of a value.
    pub(super) fn list(&self, key: &str) -> Option<&[String]> {
        self.0.iter().find(|(other, _)| other == key).map(|(_, value)| value.as_slice())
    }

    /// The value of a key; of a map, such as names by language, its first value.
    pub(super) fn text(&self, key: &str) -> Option<&str> {
        let is_meant =
            |other: &str| other.strip_prefix(key).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        self.0.iter().filter(|(other, _)| is_meant(other)).find_map(|(_, value)| value.first()).map(String::as_str)
    }
}

/// A text, perhaps in quotes, or the texts of a list in brackets.
fn texts(value: &str) -> Vec<String> {
    let value = value.trim();
    let quoted = |quote| Some(value.strip_prefix(quote)?.rsplit_once(quote)?.0);
    if let Some(text) = quoted('"').or_else(|| quoted('\'')) {
        return vec![text.replace("''", "'")];
    }
    let is_comment = |at: usize| at == 0 || value[..at].ends_with(' ');
    let comment = value.match_indices('#').map(|(at, _)| at).find(|&at| is_comment(at));
    let plain = value[..comment.unwrap_or(value.len())].trim_end();
    match plain.strip_prefix('[') {
        Some(list) => list.trim_end_matches(']').split(',').flat_map(texts).collect(),
        None => (!plain.is_empty()).then(|| plain.to_owned()).into_iter().collect(),
    }
}
