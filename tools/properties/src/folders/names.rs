//! What belongs together by its name, by definition.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

/// Replaces bytes that are not ASCII by parts of names that are common, or odd.
pub(super) fn expand(path: &[u8]) -> Vec<u8> {
    const PARTS: &[u8] = b"\
        .in .out .ans .a .input .output .inp .txt .IN .OUT .Out .A in out input output answer ans In OUTPUT \
        in/ out/ inputs/ answers/ data/ sample/ secret/ tests/ group1/ \
        invalid/ invalid_input/ valid_output/ invalid_output/ invalid_answers/ 1.files/ \
        1 2 01 10 test _ README.md problem.yaml problem.xml \xC3\xA9 \xE2\x80\xAE \xFF \x1B[31m";
    let parts: Vec<&[u8]> = PARTS.split(|&byte| byte == b' ').collect();
    let expand = |&byte: &u8| match byte.checked_sub(128) {
        Some(number) => parts[usize::from(number) % parts.len()].to_vec(),
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
        [] => {
            essence(input) == essence(answer) || [&b".a"[..], b".A"].iter().any(|end| [input, end].concat() == answer)
        }
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
