//! Phrases that nobody would say aloud are kept out of documents, messages and doc comments.
//!
//! Not checked are the statements of problems, which quote their judges, and comments for the readers of one function.

use std::path::Path;

use testkit::workspace;

use crate::{FLOORS, files, files_of_crates, read};

/// Phrases, what to write instead, and where a phrase may stand. A new one belongs here when a reader stumbles over it.
const PHRASES: &[(&[&str], &str, &[&str])] = &[
    (&["so many", "that many"], "the number itself", &[]),
    (&["of as many", "not as many"], "the same number of, fewer", &[]),
    (&["those of", "that of"], "the noun again", &[]),
    (&["but for", "all but", "nothing but"], "except, only", &["all but the last", "all but one"]),
    (
        &["go on", "goes on", "going on", "went on", "gone on"],
        "continue",
        &["can go on forever", "may go on forever", "game goes on forever"],
    ),
    (&["be it that"], "whether", &[]),
    (
        &["is no", "are no"],
        "is not a, or: invalid …: expected …",
        &[
            "there is no",
            "there are no",
            "is no longer",
            "is no slower",
            "are no longer",
            "are no slower",
            "are no more",
        ],
    ),
    (&["has not got", "have not got"], "does not have", &[]),
    (&["is told", "are told"], "receives, knows", &["told apart"]),
    (&["anew", "forever more", "mend", "mends", "borne", "alike"], "again, forever, fix, accepted, equivalent", &[]),
    (&["a blank", "blanks"], "a space, spaces", &["a blank one", "a blank cube", "a blank line"]),
    (
        &["line end", "line ends"],
        "newline, the end of the line",
        &["line ends before", "line ends here", "line ends too", "line ends with"],
    ),
    (&["who cannot move loses"], "the player who cannot move loses", &["player who cannot move loses"]),
    (&["convict", "convicts", "convicted"], "does not count, is rejected", &[]),
    (&["would not give", "would give none"], "none is a valid input for", &[]),
];

/// A word, without punctuation around it and in lower case, and whether the next one is of the same clause.
struct Word {
    text: String,
    line: usize,
    continues: bool,
}

/// The words of a text that begins in this line.
fn words(text: &str, line: usize) -> impl Iterator<Item = Word> {
    let lines = (line..).zip(text.lines());
    let words = lines.flat_map(|(line, text)| text.split_whitespace().map(move |word| (line, word)));
    words.map(|(line, word)| {
        let plain = word.trim_matches(|c: char| !c.is_alphanumeric());
        Word { text: plain.to_lowercase(), line, continues: word.ends_with(char::is_alphanumeric) }
    })
}

/// The texts of a source: its strings, and its doc comments, each with its first line. Lines of a doc comment that
/// follow one another are one text.
fn texts(source: &str) -> Vec<(String, usize)> {
    let mut texts: Vec<(String, usize)> = Vec::new();
    let mut last_comment = 0;
    let (mut rest, mut line) = (source, 1);
    while let Some(first) = rest.chars().next() {
        let (text, length) = if rest.starts_with("//") {
            let length = rest.find('\n').unwrap_or(rest.len());
            let comment = &rest[..length];
            if comment.starts_with("///") || comment.starts_with("//!") {
                if last_comment + 1 == line && last_comment > 0 {
                    let (text, _) = texts.last_mut().expect("the line before");
                    text.extend(["\n", &comment[3..]]);
                } else {
                    texts.push((comment[3..].to_owned(), line));
                }
                last_comment = line;
            }
            (None, length)
        } else if first == '"' {
            let mut quotes = rest.match_indices('"').skip(1);
            let end = quotes.find(|(at, _)| backslashes(&rest[1..*at]).is_multiple_of(2)).map(|(at, _)| at);
            let end = end.expect("a string ends");
            (Some(&rest[1..end]), end + 1)
        } else if let Some(hashes) = raw_string(rest) {
            let end = format!("\"{}", "#".repeat(hashes));
            let begin = hashes + 2;
            let length = rest[begin..].find(&end).expect("a string ends");
            (Some(&rest[begin..begin + length]), begin + length + end.len())
        } else if first == '\'' {
            // A character, or else the name of a lifetime.
            let escaped = rest[1..].starts_with('\\');
            let end = rest.char_indices().skip(if escaped { 3 } else { 2 }).find(|(_, c)| *c == '\'');
            let most = if escaped { 12 } else { 6 };
            (None, end.filter(|(at, _)| *at < most && !rest[..*at].contains('\n')).map_or(1, |(at, _)| at + 1))
        } else if first.is_alphanumeric() || first == '_' {
            (None, rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len()))
        } else {
            (None, first.len_utf8())
        };
        texts.extend(text.map(|text| (text.replace("\\n", "\n").replace('\\', " "), line)));
        line += rest[..length].matches('\n').count();
        rest = &rest[length..];
    }
    texts
}

fn backslashes(text: &str) -> usize {
    text.len() - text.trim_end_matches('\\').len()
}

/// The number of hashes, where a raw string begins.
fn raw_string(rest: &str) -> Option<usize> {
    let rest = rest.strip_prefix("br").or_else(|| rest.strip_prefix('r'))?;
    let hashes = rest.len() - rest.trim_start_matches('#').len();
    rest[hashes..].starts_with('"').then_some(hashes)
}

/// What the words have of the list, by lines.
fn found(words: &[Word]) -> Vec<String> {
    let plain = |words: &[Word]| words.iter().map(|word| &*word.text).collect::<Vec<_>>().join(" ");
    let mut found = Vec::new();
    for (phrases, instead, allowed) in PHRASES {
        for phrase in *phrases {
            let count = phrase.split(' ').count();
            for (at, window) in words.windows(count).enumerate() {
                let is_one = window[..count - 1].iter().all(|word| word.continues) && plain(window) == *phrase;
                let context = || plain(&words[at.saturating_sub(2)..words.len().min(at + count + 2)]);
                if is_one && !allowed.iter().any(|allowed| context().contains(allowed)) {
                    found.push(format!("{}: \"{phrase}\"; write: {instead}", window[0].line));
                }
            }
        }
    }
    found
}

#[test]
fn documents_messages_and_doc_comments_are_in_plain_english() {
    let mut problems = Vec::new();
    let mut add = |path: &Path, words: &[Word]| {
        let path = path.strip_prefix(workspace()).expect("in the workspace").display();
        problems.extend(found(words).into_iter().map(|problem| format!("{path}:{problem}")));
    };
    let root = std::fs::read_dir(workspace()).expect("a folder").map(|entry| entry.expect("an entry").path());
    let folders = ["docs", "fixtures"].into_iter().chain(FLOORS).flat_map(|folder| files(folder, ""));
    let documents = folders.chain(root).filter(|path| path.extension().is_some_and(|end| end == "md"));
    for path in documents.filter(|path| !path.iter().any(|folder| folder == "package")) {
        add(&path, &words(&read(&path), 1).collect::<Vec<_>>());
    }
    for path in files_of_crates(".rs").iter().filter(|path| !path.ends_with(file!())) {
        for (text, line) in texts(&read(path)) {
            add(path, &words(&text, line).collect::<Vec<_>>());
        }
    }
    assert!(problems.is_empty(), "{} phrases that nobody would say:\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn phrases_are_found_in_strings_and_doc_comments_alone() {
    let source =
        "/// Takes so\n/// many.\n// so many\nfn f<'a>(c: char) { c == '\"' || \"so \\\n many\" == r#\"go on\"#; }\n";
    let found: Vec<String> = texts(source)
        .iter()
        .flat_map(|(text, line)| found(&words(text, *line).collect::<Vec<_>>()))
        .map(|problem| problem.split(';').next().unwrap_or_default().to_owned())
        .collect();
    assert_eq!(found, ["1: \"so many\"", "4: \"so many\"", "5: \"go on\""]);
}
