//! What names of files and folders say.

use std::ffi::OsString;

/// Splits a name into its stem and its extension, which is empty if there is none.
pub(super) fn split_extension(name: &[u8]) -> (&[u8], &[u8]) {
    match name.iter().rposition(|&byte| byte == b'.') {
        None | Some(0) => (name, &[]),
        Some(dot) => (&name[..dot], &name[dot + 1..]),
    }
}

/// Returns whether files with this extension are inputs if they have an answer.
pub(super) fn is_input_extension(extension: &[u8]) -> bool {
    is_one_of(extension, &["in", "inp", "input"])
}

/// Returns whether files with this extension are answers even if they have no input.
pub(super) fn is_answer_extension(extension: &[u8]) -> bool {
    is_one_of(extension, &["out", "ans"])
}

/// Returns whether a file with this extension, or with none, is plain text.
pub(super) fn is_text(extension: &[u8]) -> bool {
    is_one_of(extension, &["", "txt", "text", "dat"]) || extension[0].is_ascii_digit()
}

/// Returns whether a folder's name says that it holds inputs, whose answers are in another one.
pub(super) fn is_input_folder(name: &[u8]) -> bool {
    is_one_of(name, &["in", "input", "inputs"])
}

/// Returns whether a folder's name says that it holds answers to the inputs in another one.
pub(super) fn is_answer_folder(name: &[u8]) -> bool {
    is_one_of(name, &["out", "output", "outputs", "ans", "answer", "answers"])
}

/// Returns whether a file belongs to no case, whatever lies beside it: documents, pictures, programs, settings.
pub(super) fn is_ignored(name: &[u8]) -> bool {
    const EXTENSIONS: &str = "md rst html htm tex pdf doc docx ps png jpg jpeg gif svg yaml yml json toml xml ini cfg csv log \
        c cc cpp cxx h hpp java kt py pyc rs go js ts rb pl pas hs cs sh bat ps1 exe o so zip gz tar 7z rar md5 desc hint bak";
    const STEMS: &str = "readme license licence copying makefile configure manifest nohup";
    let (stem, extension) = split_extension(name);
    let is_listed =
        |list: &str, word: &[u8]| list.split(' ').any(|listed| word.eq_ignore_ascii_case(listed.as_bytes()));
    is_listed(EXTENSIONS, extension) || is_listed(STEMS, stem) || is_listed(STEMS, name)
}

fn is_one_of(word: &[u8], list: &[&str]) -> bool {
    list.iter().any(|listed| word.eq_ignore_ascii_case(listed.as_bytes()))
}

/// A name from its bytes.
pub(super) fn os_string(bytes: Vec<u8>) -> OsString {
    #[cfg(unix)]
    let name = std::os::unix::ffi::OsStringExt::from_vec(bytes);
    #[cfg(not(unix))]
    let name =
        String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()).into();
    name
}
