//! What belongs together by its name, by definition.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

/// Replaces bytes that are not ASCII by parts of names that are common, or odd.
pub(super) fn expand(path: &[u8]) -> Vec<u8> {
    const PARTS: [&[u8]; 48] = [
        b".in",
        b".out",
        b".ans",
        b".a",
        b".input",
        b".output",
        b".inp",
        b".txt",
        b".IN",
        b".OUT",
        b".Out",
        b".A",
        b"in",
        b"out",
        b"input",
        b"output",
        b"answer",
        b"ans",
        b"In",
        b"OUTPUT",
        b"in/",
        b"out/",
        b"inputs/",
        b"answers/",
        b"data/",
        b"sample/",
        b"secret/",
        b"tests/",
        b"group1/",
        b"invalid/",
        b"invalid_input/",
        b"valid_output/",
        b"invalid_output/",
        b"invalid_answers/",
        b"1.files/",
        b"1",
        b"2",
        b"01",
        b"10",
        b"test",
        b"_",
        b"README.md",
        b"problem.yaml",
        b"problem.xml",
        "\u{e9}".as_bytes(),
        "\u{202e}".as_bytes(),
        b"\xFF",
        b"\x1B[31m",
    ];
    let expand = |&byte: &u8| match byte.checked_sub(128) {
        Some(number) => PARTS[usize::from(number) % PARTS.len()].to_vec(),
        None => vec![byte],
    };
    path.iter().flat_map(expand).collect()
}

/// Words that tell inputs from answers, as parts of names and as extensions.
const INPUTS: [&str; 4] = ["in", "input", "inputs", "inp"];
const ANSWERS: [&str; 8] = ["out", "output", "outputs", "ans", "answer", "answers", "a", ""];

fn is_one_of(word: &[u8], list: &[&str]) -> bool {
    list.iter().any(|listed| word.eq_ignore_ascii_case(listed.as_bytes()))
}

/// Returns whether a file is named as the answer to an input must be. Both paths begin at the same folder.
pub(super) fn are_partners(input: &Path, answer: &Path) -> bool {
    let [inputs, answers] = [input, answer].map(folders);
    let [input, answer] = [input, answer].map(|path| path.file_name().unwrap_or_default().as_bytes());
    let different: Vec<usize> =
        (0..inputs.len().max(answers.len())).filter(|&at| inputs.get(at) != answers.get(at)).collect();
    match different.as_slice() {
        [] => essence(input) == essence(answer),
        // A pair of folders. There an answer may have another extension, whatever that of the input is.
        [at] if inputs.len() == answers.len() => {
            is_one_of(inputs[*at], &INPUTS)
                && is_one_of(answers[*at], &ANSWERS)
                && (essence(input) == essence(answer) || essence(stem(input)) == essence(answer))
        }
        _ => false,
    }
}

fn folders(path: &Path) -> Vec<&[u8]> {
    let parts = path.parent().into_iter().flat_map(Path::components);
    parts.map(|part| part.as_os_str().as_bytes()).collect()
}

fn stem(name: &[u8]) -> &[u8] {
    name.iter().rposition(|&byte| byte == b'.').map_or(name, |dot| &name[..dot])
}

/// A name without all that tells an input from its answer: one extension, and words.
fn essence(name: &[u8]) -> Vec<u8> {
    let stem = stem(name);
    let extension = name.get(stem.len() + 1..).unwrap_or_default();
    let tells = |word: &[u8]| is_one_of(word, &INPUTS) || is_one_of(word, &ANSWERS);
    let name = if tells(extension) { stem } else { name };
    let is_letter = |byte: u8| byte.is_ascii_alphabetic() || !byte.is_ascii();
    let runs = name.chunk_by(|&one, &other| is_letter(one) == is_letter(other));
    runs.filter(|run| !tells(run)).flatten().copied().collect()
}

pub(super) fn is_hidden(name: &OsStr) -> bool {
    name.as_bytes().starts_with(b".")
}

/// Returns whether a file lies in a folder whose outputs or answers are to be judged, not the solver's.
pub(super) fn is_in_output_folder(path: &Path) -> bool {
    folders(path).iter().any(|folder| {
        let folder = folder.to_ascii_lowercase();
        [&b"valid"[..], b"invalid"].iter().any(|start| folder.starts_with(start))
    })
}

/// The files `NAME.in` with `NAME.out` about which no rule can say anything else.
pub(super) fn plain_pairs<'a>(root: &'a Path, files: &'a [&Path]) -> impl Iterator<Item = (PathBuf, PathBuf)> + 'a {
    // These make the folder that they lie in the root of a package.
    let is_package =
        files.iter().any(|file| file.file_name().is_some_and(|name| name.as_bytes().starts_with(b"problem.")));
    files.iter().filter(move |_| !is_package).filter_map(move |input| {
        let name = input.file_name()?.as_bytes();
        let stem = name.strip_suffix(b".in").filter(|stem| !stem.is_empty())?;
        let answer = input.with_file_name(OsStr::from_bytes(&[stem, b".out"].concat()));
        let begins = |file: &&&Path| {
            file.parent() == input.parent() && file.file_name().is_some_and(|name| name.as_bytes().starts_with(stem))
        };
        let path = input.strip_prefix(root).ok()?;
        let means_nothing = |part: Component<'_>| {
            let part = part.as_os_str().as_bytes();
            let words = [&b"data"[..], b"valid", b"files", b"test"];
            !part.starts_with(b".")
                && !words.iter().any(|word| part.to_ascii_lowercase().windows(word.len()).any(|w| w == *word))
        };
        let is_plain = path.parent()?.components().all(means_nothing) && !is_hidden(input.file_name()?);
        let is_document =
            is_one_of(stem, &["readme", "license", "licence", "copying", "makefile", "configure", "manifest", "nohup"]);
        let is_pair =
            is_plain && !is_document && files.contains(&answer.as_path()) && files.iter().filter(begins).count() == 2;
        is_pair.then(|| (input.to_path_buf(), answer))
    })
}
