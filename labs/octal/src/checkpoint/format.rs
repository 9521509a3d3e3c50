//! The bytes of a checkpoint, format 5.
//!
//! ```text
//! values of an octal game, format 5
//! game .007
//!
//! part, part, ...
//! ```
//!
//! Each of the three lines of the header ends with one `\n`, and the third is empty. The code of the game has the form
//! that `grundy::HeapGame` prints. Numbers are without a sign, the low byte first. Each save adds a part:
//!
//! | bytes | what |
//! |--:|---|
//! | 8 | the number of its values, at least 1 |
//! | 8 | the hash up to this number |
//! | 2 each | the values of the next heaps; the first part begins with heap 0 |
//! | 8 | the hash up to these values |
//!
//! There is one hash for the whole file (`hash.rs`), and what the file has of it is how far it has come. So no part can
//! be changed, left out or put in the place of another one. The words are
//!
//! - the header;
//! - for each part the number of its values, which is one word, and then its values, four in a word.
//!
//! The last word of the header, and of the values of a part, may lack bytes: these are 0.
//!
//! A file may end within the header, within the first 16 bytes of a part, or with fewer values and hash bytes than a
//! part must have whose first 16 bytes are right. Then a run was killed while it wrote that, and all before it is
//! whole. Whatever else differs is damage.

use grundy::HeapGame;

use crate::hash::Hash;

/// The first line, without the number of the format.
pub(super) const TITLE: &str = "values of an octal game, format ";

/// The number of this format.
pub(super) const FORMAT: &str = "5";

/// The number of bytes before the values of a part.
pub(super) const PART_HEAD: usize = 16;

/// How many values are read or written at once. A multiple of the four values in a word, see `Hash::with_values`.
pub(super) const BLOCK: usize = 1 << 15;

/// The lines before the parts.
pub(super) fn header(game: &HeapGame) -> String {
    format!("{TITLE}{FORMAT}\ngame {game}\n\n")
}

/// What stands before the values of a part. The hash is up to their number.
pub(super) fn part_head(count: usize, hash: Hash) -> [u8; PART_HEAD] {
    let mut bytes = [0; PART_HEAD];
    bytes[..8].copy_from_slice(&(count as u64).to_le_bytes());
    bytes[8..].copy_from_slice(&hash.to_bytes());
    bytes
}
