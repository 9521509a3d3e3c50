//! Phrases that nobody would say aloud are kept out of documents, messages, doc comments and names.
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

fn words(text: &str) -> Vec<Word> {
    let lines = (1..).zip(text.lines());
    let words = lines.flat_map(|(line, text)| text.split_whitespace().map(move |word| (line, word)));
    let word = |(line, word): (usize, &str)| {
        let plain = word.trim_matches(|c: char| !c.is_alphanumeric());
        Word { text: plain.to_lowercase(), line, continues: word.ends_with(char::is_alphanumeric) }
    };
    words.map(word).collect()
}

/// A source without the comments for the readers of one function. A quotation mark is a word of its own, so that no
/// phrase reaches from code into a string.
fn without_comments(source: &str) -> String {
    let shown = |line: &str| {
        let text = line.trim_start();
        let doc_comment = text.strip_prefix("///").or_else(|| text.strip_prefix("//!"));
        let code = if text.starts_with("//") { "" } else { line.split(" // ").next().unwrap_or_default() };
        doc_comment.unwrap_or(code).replace("\\n", " \" ").replace('\\', " ").replace('"', " \" ") + "\n"
    };
    source.lines().map(shown).collect()
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
    for path in documents {
        add(&path, &words(&read(&path)));
    }
    for path in files_of_crates(".rs").iter().filter(|path| !path.ends_with(file!())) {
        add(path, &words(&without_comments(&read(path))));
    }
    assert!(problems.is_empty(), "{} phrases that nobody would say:\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn phrases_are_found_in_strings_and_doc_comments_alone() {
    let source =
        "/// Takes so\n/// many.\n// so many\nfn f<'a>(c: char) { c == '\"' || \"so \\\n many\" == r#\"go on\"#; }\n";
    let found = found(&words(&without_comments(source)));
    let found: Vec<&str> = found.iter().filter_map(|problem| problem.split(';').next()).collect();
    assert_eq!(found, ["1: \"so many\"", "4: \"so many\"", "5: \"go on\""]);
}
