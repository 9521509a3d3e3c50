//! The bytes that are written, and which bytes are errors.

use std::io;

use retrograde::{ErrorKind, Solver, Values};

use super::{NAME, comb, load, mixed, open, saved};
use crate::folder::check_error;
use crate::world::except;
use crate::worlds::errors_of_verifying;

/// The checksums were computed by another program, from the description of the format.
#[test]
fn a_file_has_these_bytes() {
    let (_, bytes) = saved(&mixed(9), NAME);
    let mut expected = b"retrograde solution\n".to_vec();
    for number in [3_u32, 7, 6] {
        expected.extend(number.to_le_bytes());
    }
    // Ranks 1, 5 and 8 are won, and 0, 2 and 7 are lost. 3 is drawn, because its only move is to itself, and so is 4,
    // whose only move is to 3.
    for number in [9_u64, 3, 3, 2, 0x85C2_29F9_E97E_0F48, 0, 1, 1] {
        expected.extend(number.to_le_bytes());
    }
    expected.extend(b"a chain");
    for cell in [0_u16, 0x7FFF, 0x8000, 0x8002, 0xC000, 0xC001] {
        expected.extend(cell.to_le_bytes());
    }
    expected.extend([0x41, 0xAD, 0xD5, 0x6B, 0xF9, 0x8E, 0xE7, 0xAF]);
    // Three bits for each of the ranks: 2, 5, 3, 0, 0, 4, 1, 2, 5.
    expected.extend([0xEA, 0x00, 0x46, 0x05]);
    expected.extend([0x82, 0x4B, 0x2C, 0x62, 0xFD, 0xD5, 0x18, 0xB8]);
    assert_eq!(bytes, expected);
}

/// A block of 4,096 bytes has 16,352 codes of two bits and a checksum. One more code makes another block.
#[test]
fn a_block_has_4096_bytes() {
    let (_, bytes) = saved(&comb(16_353, 4), NAME);
    let header = 20 + 3 * 4 + 8 * 8 + NAME.len() + 4 * 2 + 8;
    assert_eq!(bytes.len(), header + 4_096 + 1 + 8);
}

#[test]
fn damage_far_away_is_not_an_error() {
    let game = comb(100_000, 4);
    let (_, mut bytes) = saved(&game, NAME);
    let code = bytes.len() - 10;
    bytes[code] ^= 1;
    let stored = open(&bytes, &game).expect("an intact header");
    assert!(stored.value(&0).is_ok());
    assert_eq!(stored.value(&99_999).map_err(|error| error.kind()), Err(ErrorKind::Damaged));
}

#[test]
fn errors_say_what_is_wrong() {
    let game = mixed(200);
    let (solution, bytes) = saved(&game, NAME);
    let of_version = |version| [&bytes[..20], &[version], &bytes[21..]].concat();
    let version = |found| {
        format!(
            "format version {found}, expected version 3; read it with the release that saved it, or solve the game and \
             save the solution again"
        )
    };
    let [old, later] = [2, 4].map(version);
    let cut = format!(
        "the solution is damaged at or after byte {}; copy it again, or remove it and solve again",
        bytes.len() - 1
    );
    for (bytes, game, expected) in [
        (b"GIF89a".to_vec(), &game, "not a saved solution; use another file, or remove it and solve again"),
        (b"<html>".repeat(100), &game, "not a saved solution; use another file, or remove it and solve again"),
        (
            bytes[..80].to_vec(),
            &game,
            "the solution is damaged at or after byte 0; copy it again, or remove it and solve again",
        ),
        (bytes[..bytes.len() - 1].to_vec(), &game, &*cut),
        (of_version(4), &game, &*later),
        (of_version(2), &game, &*old),
        // As short as a file of that version can be.
        (of_version(2)[..72].to_vec(), &game, &*old),
        (
            saved(&game, "a chain ").1,
            &game,
            "solution of another game, \"a chain \", expected \"a chain\"; use another file or folder, or remove the file and solve again",
        ),
        (
            bytes.clone(),
            &mixed(201),
            "solution of other rules: 200 ranks, expected 201; use another file or folder, or remove the file and solve \
             again",
        ),
    ] {
        let error = open(&bytes, game).expect_err(expected);
        let text = error.to_string();
        assert!(text.ends_with(&format!("chain.solution: {expected}")), "{text}");
    }
    let name = "n".repeat(4097);
    check_error(solution.write(&name, io::sink()), "the name is longer than 4096 bytes");
    assert!(solution.write(&name[1..], io::sink()).is_ok());
}

/// A value where the game has no position is found by looking at the rank, though it is never asked for.
#[test]
fn a_value_in_a_hole_does_not_pass() {
    let (game, mut other) = (mixed(200), mixed(200));
    // Reached by no move, so that all other values are right in the other game too.
    except(&mut other.unrank, 199, None);
    let (right, bytes) = saved(&game, NAME);
    let stored = open(&bytes, &other).expect("the same number of ranks");
    let solution = load(&bytes, &other).expect("just saved");
    let error = "rank 199 has the value \"loss in 192\", but no canonical position";
    check_error(Solver::new().verify_every_position(&solution), error);
    check_error(Solver::new().verify(&solution), error);
    let value = |at: u64| right.get(&at).expect("a position");
    assert_eq!(errors_of_verifying(&other, value), [const { None }; 2]);
    assert_eq!(solution.get(&199), None);
    check_error(stored.value(&199), "199 is not a position of the game; give another one, or audit the game");
}
