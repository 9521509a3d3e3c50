//! What may happen to files.

use super::files::Files;
use crate::bytes::Bytes;

/// What files may be mixed with.
pub(super) struct Foreign<'a> {
    /// Names that a file may get.
    pub(super) names: &'a [&'a str],
    /// The bytes of other files, at least one.
    pub(super) contents: Vec<&'a [u8]>,
}

impl Foreign<'_> {
    /// Changes files in some ways, or not at all.
    pub(super) fn damage(&self, files: &mut Files, bytes: &mut Bytes<'_>) {
        for _ in 0..6 {
            if bytes.is_empty() || files.is_empty() {
                break;
            }
            self.change_one(files, bytes);
        }
    }

    fn change_one(&self, files: &mut Files, bytes: &mut Bytes<'_>) {
        let number = bytes.below(files.len());
        let name = files.keys().nth(number).expect("a number below theirs").clone();
        let other = self.contents[bytes.below(self.contents.len())];
        match bytes.below(12) {
            0 => {
                let content = files.remove(&name).expect("a file");
                let moved = self.names[bytes.below(self.names.len())];
                files.insert(moved.to_owned(), content);
            }
            1 => {
                let copy = self.names[bytes.below(self.names.len())];
                files.insert(copy.to_owned(), other.to_vec());
            }
            2 => drop(files.remove(&name)),
            3 => drop(files.insert(name, other.to_vec())),
            way => change_bytes(files.get_mut(&name).expect("a file"), way, other, bytes),
        }
    }
}

fn change_bytes(content: &mut Vec<u8>, way: usize, other: &[u8], bytes: &mut Bytes<'_>) {
    // Headers are where most is to be found.
    let near = if bytes.is_one_in(2) { content.len() } else { content.len().min(160) };
    let at = bytes.below(near + 1);
    match way {
        4 | 5 => {
            if let Some(byte) = content.get_mut(at) {
                *byte ^= bytes.byte();
            }
        }
        6 => {
            let count = bytes.below(10);
            let new = bytes.take(count);
            content.iter_mut().skip(at).zip(new).for_each(|(byte, new)| *byte = *new);
        }
        7 => content.truncate(at),
        8 => {
            let end = (at + bytes.below(300)).min(content.len());
            content.drain(at..end);
        }
        9 => {
            let count = bytes.below(20);
            let new = bytes.take(count).to_vec();
            content.splice(at..at, new);
        }
        10 => {
            let count = bytes.below(5_000);
            content.resize(content.len() + count, bytes.byte());
        }
        _ => {
            // The beginning of one file and the end of another.
            content.truncate(at);
            content.extend(other.get(at..).unwrap_or_default());
        }
    }
}
