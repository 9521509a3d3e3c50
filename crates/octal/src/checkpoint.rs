//! Checkpoints: the values of a sequence in a file, a header of a few lines and then two bytes per value, low byte first.
//!
//! The header says which game and how many values; its last line is a hash of the lines before and of the values.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use grundy::HeapGame;

use crate::whole_file;

/// The first line of every checkpoint.
const TITLE: &str = "values of an octal game, format 2";

/// Replaces a checkpoint atomically: whenever the machine stops, either the old or the new one is there, and after an error nothing else.
///
/// # Errors
///
/// If the file cannot be written. The error names it.
pub fn save(path: &Path, game: &HeapGame, values: &[u16]) -> anyhow::Result<()> {
    let written = whole_file::replace(path, &encode(game, values));
    written.with_context(|| format!("{}: cannot write the checkpoint", path.display()))
}

/// Reads the values of a checkpoint of this game.
///
/// # Errors
///
/// If the file cannot be read, is not a checkpoint, is one of another game, or is damaged. It stays as it is, and the error names it.
pub fn load(path: &Path, game: &HeapGame) -> anyhow::Result<Vec<u16>> {
    let bytes = fs::read(path).with_context(|| format!("{}: cannot read the checkpoint", path.display()))?;
    decode(&bytes, game)
        .with_context(|| format!("{}: not a valid checkpoint; move it away, or name another file", path.display()))
}

fn encode(game: &HeapGame, values: &[u16]) -> Vec<u8> {
    let packed: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    let header = header(game, values.len());
    let hash = hash(&header, &packed);
    [format!("{header}hash {hash:016x}\n\n").as_bytes(), &packed].concat()
}

/// The lines before the hash.
fn header(game: &HeapGame, count: usize) -> String {
    format!("{TITLE}\ngame {game}\nvalues {count}\n")
}

fn decode(bytes: &[u8], game: &HeapGame) -> anyhow::Result<Vec<u16>> {
    let end = bytes.windows(2).position(|two| two == b"\n\n").context("its header does not end")?;
    let text = str::from_utf8(&bytes[..end]).ok().context("its header is not text")?;
    let mut lines = text.lines();
    if lines.next() != Some(TITLE) {
        bail!("it does not begin with '{TITLE}'");
    }
    let mut field = |name: &str| {
        let line = lines.next().and_then(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.with_context(|| format!("its header has no line '{name}' where expected"))
    };
    let (code, count, expected) = (field("game")?, field("values")?, field("hash")?);
    if code != game.to_string() {
        bail!("it is of the game {code}, not {game}");
    }
    let values = &bytes[end + 2..];
    let count: usize =
        count.parse().ok().with_context(|| format!("its header has an invalid number of values: {count}"))?;
    let expected_bytes = count.checked_mul(2).context("it claims more values than memory can hold")?;
    if values.len() != expected_bytes {
        bail!("expected {count} values in {expected_bytes} bytes, found {} bytes", values.len());
    }
    if format!("{:016x}", hash(&header(game, count), values)) != expected {
        bail!("it is damaged: its hash is not {expected}");
    }
    let (pairs, _) = values.as_chunks::<2>();
    Ok(pairs.iter().map(|&pair| u16::from_le_bytes(pair)).collect())
}

/// FNV-1a over words of eight bytes, so that it takes less time than writing them. The last word of either is padded with zeros; how
/// many values there are is said by the header.
fn hash(header: &str, values: &[u8]) -> u64 {
    const PRIME: u64 = 0x0100_0000_01B3;
    [header.as_bytes(), values].into_iter().fold(0xCBF2_9CE4_8422_2325, |hash, bytes| {
        let (words, rest) = bytes.as_chunks::<8>();
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        let all = words.iter().chain([&last]).map(|&word| u64::from_le_bytes(word));
        all.fold(hash, |hash, word| (hash ^ word).wrapping_mul(PRIME).rotate_left(29))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game() -> HeapGame {
        ".007".parse().unwrap()
    }

    #[test]
    fn decoding_is_the_inverse_of_encoding() {
        for count in [0, 1, 3, 4, 5, 1000] {
            let values: Vec<u16> = (0..count).map(|heap| heap * 64).collect();
            assert_eq!(decode(&encode(&game(), &values), &game()).unwrap(), values);
        }
    }

    #[test]
    fn a_damaged_checkpoint_or_another_file_is_rejected() {
        let values: Vec<u16> = (0..100).collect();
        let good = encode(&game(), &values);
        let error = |bytes: &[u8]| decode(bytes, &game()).unwrap_err().to_string();
        for end in 0..good.len() {
            error(&good[..end]);
        }
        for at in 0..good.len() {
            let mut damaged = good.clone();
            damaged[at] ^= 1;
            error(&damaged);
        }
        assert_eq!(error(&[&good[..], b"x"].concat()), "expected 100 values in 200 bytes, found 201 bytes");
        assert_eq!(error(b"no header"), "its header does not end");
        assert_eq!(error(b"a letter\n\nDear aunt"), "it does not begin with 'values of an octal game, format 2'");
        let other = encode(&".006".parse().unwrap(), &values);
        assert_eq!(error(&other), "it is of the game .006, not .007");
    }

    /// As if it were of another game, or of more values that are 0.
    #[test]
    fn a_checkpoint_whose_header_fits_in_spite_of_a_change_is_rejected() {
        let change = |good: &[u8], from: &str, to: &str| {
            let text = str::from_utf8(good).unwrap();
            assert!(text.contains(from));
            decode(text.replace(from, to).as_bytes(), &game()).unwrap_err().to_string()
        };
        let other = encode(&".006".parse().unwrap(), &[0, 0, 0, 1, 1]);
        assert!(change(&other, "game .006", "game .007").starts_with("it is damaged: its hash is not "));
        let grown = [&encode(&game(), &[0; 3])[..], &[0; 2]].concat();
        assert!(change(&grown, "values 3", "values 4").starts_with("it is damaged: its hash is not "));
    }
}
