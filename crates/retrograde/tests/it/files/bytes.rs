//! The bytes that are written, and which bytes are errors.

use std::cell::Cell;
use std::io::{self, Write};

use retrograde::{
    Bytes, LoadErrorKind, Outcome, Ranked, Runner, Solution, Source, Stored, Value, VerifyError, solve, verify,
};

use super::{chain, checksum_of_bytes, comb, is_damaged, mixed, open, positions, saved};
use crate::graph::Graph;

#[test]
fn what_is_saved_is_what_is_loaded() {
    // No position, a single value, and then as many values as it takes for codes of each width, in about three blocks
    // each.
    let games = [0, 1, 2, 3, 4].map(|length| chain(length, Outcome::Loss)).into_iter();
    let drawn = [1, 70_000].map(|length| chain(length, Outcome::Draw));
    let widths = (1..=14).map(|width| comb(90_000 / width, (1 << (width - 1)) + 1));
    for game in games.chain(drawn).chain(widths).chain([mixed(9), mixed(10_000), mixed(16_000)]) {
        let (solution, bytes) = saved(&game, "a chain");
        let stored = open(&bytes, &game).expect("just saved");
        assert_eq!(stored.load().expect("just saved"), solution);
        for position in positions(&game) {
            assert_eq!(stored.value(&position).expect("just saved"), solution.value(&position));
            assert_eq!(stored.best_moves(&position).expect("just saved"), solution.best_moves(&position));
        }
        let header = stored.header();
        let counts = solution.canonical_counts_by(|_, value| value);
        let count =
            |outcome| counts.iter().filter(|(value, _)| value.outcome() == outcome).map(|(_, count)| count).sum();
        assert_eq!([header.won, header.lost, header.drawn], [Outcome::Win, Outcome::Loss, Outcome::Draw].map(count));
        let longest =
            |outcome| counts.keys().filter(|value| value.outcome() == outcome).filter_map(|value| value.plies()).max();
        assert_eq!([header.longest_win(), header.longest_loss()], [Outcome::Win, Outcome::Loss].map(longest));
        assert_eq!((header.name.as_str(), header.ranks), ("a chain", game.ranks()));
        assert_eq!(header.checksum, solution.checksum());
    }
}

/// The checksums were computed by another program, from the description of the format.
#[test]
fn a_file_has_these_bytes() {
    let (_, bytes) = saved(&mixed(9), "a chain");
    let mut expected = b"retrograde solution\n".to_vec();
    for number in [2_u32, 7, 6] {
        expected.extend(number.to_le_bytes());
    }
    // Ranks 1, 5 and 8 are won, and 0, 2 and 7 are lost. 3 is drawn, because its only move is to itself, and so is 4,
    // whose only move is to 3.
    for number in [9_u64, 3, 3, 2, 0x9BD2_59AD_66A8_D387] {
        expected.extend(number.to_le_bytes());
    }
    expected.extend(b"a chain");
    for cell in [0_u16, 0x7FFF, 0x8000, 0x8002, 0xC000, 0xC001] {
        expected.extend(cell.to_le_bytes());
    }
    expected.extend([0xD2, 0x40, 0x2E, 0xD5, 0xF1, 0xC8, 0x31, 0x53]);
    // Three bits for each of the ranks: 2, 5, 3, 0, 0, 4, 1, 2, 5.
    expected.extend([0xEA, 0x00, 0x46, 0x05]);
    expected.extend([0xEB, 0xCB, 0x72, 0xF7, 0xF4, 0x52, 0xDC, 0x4C]);
    assert_eq!(bytes, expected);
}

/// As after an interrupted copy of one over the other.
#[test]
fn a_mixture_of_two_solutions_is_damaged() {
    let game = comb(100_000, 4);
    let (solution, mut bytes) = saved(&game, "a chain");
    let value = |position: &u64| if position.is_multiple_of(3) { Value::Loss(2) } else { solution.value(position) };
    let other = Solution::from_values(&game, value).expect("short distances");
    let mut bytes_of_other = Vec::new();
    other.write("a chain", &mut bytes_of_other).expect("a vector takes everything");
    assert_eq!(bytes.len(), bytes_of_other.len());
    let middle = bytes.len() - 5_000;
    bytes[middle..].copy_from_slice(&bytes_of_other[middle..]);
    let stored = open(&bytes, &game).expect("an intact header");
    assert!(is_damaged(&stored.load()));
    assert!(is_damaged(&stored.value(&99_999)));
    let wrong = |position: &u64| stored.value(position).is_ok_and(|value| value != solution.value(position));
    assert_eq!(positions(&game).find(wrong), None);
}

/// Inconsistent headers with the right checksums.
#[test]
fn an_inconsistent_header_is_damaged() {
    let forge = |ranks: u64, won: u64, name: &[u8], cells: &[u16]| {
        let mut bytes = b"retrograde solution\n".to_vec();
        for number in [2, u32::try_from(name.len()).expect("short"), u32::try_from(cells.len()).expect("few")] {
            bytes.extend(number.to_le_bytes());
        }
        for number in [ranks, won, 0, 0, 0] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(name);
        bytes.extend(cells.iter().flat_map(|cell| cell.to_le_bytes()));
        let sum = checksum_of_bytes(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    };
    // A consistent header is accepted.
    let five = chain(5, Outcome::Loss);
    assert!(open(&forge(5, 0, b"a chain", &[0x8000]), &five).is_ok());
    for (won, name, cells) in [
        (0, &b"a chain"[..], &[][..]),
        (0, b"a chain", &[7]),
        (0, b"a chain", &[0x8001, 0x8000]),
        (0, b"a chain", &[0x8000, 0x8000]),
        (6, b"a chain", &[0x8000]),
        (u64::MAX, b"a chain", &[0x8000]),
        (0, b"\xFF chain", &[0x8000]),
    ] {
        assert!(is_damaged(&open(&forge(5, won, name, cells), &five)), "{won} {name:?} {cells:?}");
    }
    assert!(is_damaged(&open(&forge(0, 0, b"a chain", &[0x8000]), &chain(0, Outcome::Loss))));
}

/// A file that ends before its header does would be truncated, but no header has so long a name or so many cells.
#[test]
fn a_header_that_says_it_is_longer_than_any_is_damaged() {
    let game = chain(3, Outcome::Loss);
    let (_, bytes) = saved(&game, "a chain");
    for (place, longest) in [(24, 4_096_u32), (28, 65_536)] {
        for (number, is_possible) in [(longest, true), (longest + 1, false), (u32::MAX, false)] {
            let mut changed = bytes.clone();
            changed[place..place + 4].copy_from_slice(&number.to_le_bytes());
            let error = open(&changed, &game).map(|_| ()).expect_err("another length of the header");
            assert_eq!(matches!(error.kind(), LoadErrorKind::Damaged { offset: 0 }), !is_possible, "{error}");
        }
    }
}

#[test]
fn a_file_cut_at_any_byte_is_truncated() {
    let game = mixed(2_000);
    let (_, bytes) = saved(&game, "a chain");
    for length in 0..bytes.len() {
        let error = open(&bytes[..length], &game).expect_err("truncated");
        assert!(
            matches!(error.kind(), LoadErrorKind::Truncated { bytes } if *bytes == length as u64),
            "{length}: {error}"
        );
    }
    let longer = [bytes.as_slice(), b"\n"].concat();
    assert!(is_damaged(&open(&longer, &game).map(|_| ())));
}

#[test]
fn a_change_of_any_byte_is_damage() {
    let game = mixed(400);
    let (solution, bytes) = saved(&game, "a chain");
    for (place, change) in (0..bytes.len()).flat_map(|place| [1, 0x80, 0xFF].map(|change| (place, change))) {
        let mut damaged = bytes.clone();
        damaged[place] ^= change;
        let Ok(stored) = open(&damaged, &game) else { continue };
        assert!(stored.load().is_err(), "byte {place} changed by {change}");
        // Values that are still found are right.
        let wrong = |position: &u64| stored.value(position).is_ok_and(|value| value != solution.value(position));
        assert_eq!(positions(&game).find(wrong), None);
        assert!(positions(&game).any(|position| is_damaged(&stored.value(&position))));
    }
}

#[test]
fn errors_say_what_is_wrong() {
    let game = mixed(200);
    let (_, bytes) = saved(&game, "a chain");
    let check = |bytes: &[u8], game: &Graph, expected: &str| {
        assert_eq!(open(bytes, game).expect_err("another solution").to_string(), expected);
    };
    check(b"GIF89a", &game, "not a saved solution; solve the game and save it");
    check(&b"<html>".repeat(100), &game, "not a saved solution; solve the game and save it");
    check(b"", &game, "the solution ends too early, after 0 bytes; copy or save it again");
    let mut later = bytes.clone();
    later[20] = 3;
    let expected =
        "format version 3 is unknown, expected version 2; read it with a newer release, or save the solution again";
    check(&later, &game, expected);
    later[20] = 1;
    let expected = "format version 1 is old, expected version 2; solve the game and save the solution again";
    check(&later, &game, expected);
    // As short as a file of that version can be.
    check(&later[..68], &game, expected);
    check(&saved(&game, "a chain ").1, &game, "solution of another game, \"a chain \"");
    check(&bytes, &mixed(201), "solution of another game or other rules: it has 200 ranks");
    let name = "n".repeat(4097);
    let solution = solve(&game).expect("a consistent game");
    let error = solution.write(&name, io::sink()).expect_err("too long");
    assert_eq!(error.to_string(), "the name is longer than 4096 bytes");
    assert!(solution.write(&name[1..], io::sink()).is_ok());
}

#[test]
fn a_position_of_another_game_is_an_error() {
    let game = mixed(200);
    let (_, bytes) = saved(&game, "a chain");
    // Symmetries and positions that the saved game does not have.
    let mut other = mixed(200);
    other.canonical.resize(300, 250);
    other.canonical[199] = 6;
    let stored = open(&bytes, &other).expect("the same number of ranks");
    let solution = stored.load().expect("just saved");
    for (position, rank) in [(6, 6), (200, 250), (199, 6)] {
        let error = stored.value(&position).expect_err("no such position");
        assert!(matches!(error.kind(), LoadErrorKind::NoPosition { rank: found } if *found == rank), "{error}");
        assert_eq!(solution.get(&position), None);
    }
    assert_eq!(solution.get(&0), Some(Value::Loss(0)));
}

/// A value where the game has no position is found by looking at the rank, though it is never asked for.
#[test]
fn a_value_in_a_hole_does_not_pass() {
    let (game, mut other) = (mixed(200), mixed(200));
    // Reached by no move, so that all other values are right in the other game too.
    other.moves[199] = None;
    let (_, bytes) = saved(&game, "a chain");
    let stored = open(&bytes, &other).expect("the same number of ranks");
    let solution = stored.load().expect("just saved");
    let error = VerifyError::ValueWithoutPosition { rank: 199, found: solution.value(&199) };
    assert_eq!(verify(&solution), Err(error));
    assert_eq!(Runner::new().verify_canonical(&solution), Err(error));
    assert_eq!(error.to_string(), "rank 199 has the value \"loss in 192\", but no canonical position");
    assert_eq!(solution.get(&199), None);
    assert!(matches!(stored.value(&199).map_err(|error| error.to_string()), Err(message) if message.contains("199")));
}

#[test]
fn debug_output_is_short_and_needs_no_debug_of_the_game() {
    let (game, name) = (mixed(10_000), "a chain");
    let (solution, bytes) = saved(&game, name);
    let expected = format!("Solution {{ ranks: 10000, checksum: {:#018x}, .. }}", solution.checksum());
    assert_eq!(format!("{solution:?}"), expected);
    let stored = open(&bytes, &game).expect("just saved");
    assert!(
        format!("{stored:?}").starts_with("Stored { path: None, header: Header { name: \"a chain\", ranks: 10000,")
    );
}

/// Counts the bytes that are read.
struct Counting<'a>(Bytes<&'a [u8]>, Cell<usize>);

impl Source for Counting<'_> {
    fn size(&self) -> io::Result<u64> {
        self.0.size()
    }

    fn read_at(&self, from: u64, bytes: &mut [u8]) -> io::Result<()> {
        self.1.set(self.1.get() + bytes.len());
        self.0.read_at(from, bytes)
    }
}

#[test]
fn looking_up_a_position_reads_its_block_and_then_only_its_code() {
    let game = mixed(1_000_000);
    let mut shallow = game.clone();
    for position in (1_000..1_000_000).step_by(1_000) {
        shallow.moves[position] = Some(vec![]);
    }
    let (solution, mut bytes) = saved(&shallow, "a chain");
    assert!(bytes.len() > 1_000_000);
    // Damage elsewhere is not noticed.
    let end = bytes.len() - 1;
    bytes[end] ^= 1;
    let stored = Stored::new(Counting(Bytes(&bytes), Cell::new(0)), &shallow, "a chain").expect("an intact header");
    let bytes_read =
        |stored: &Stored<&Graph, Counting<'_>>| stored.sources().map(|source| source.1.get()).sum::<usize>();
    let after_opening = bytes_read(&stored);
    // The header, and its first bytes a second time.
    assert!(after_opening < 7_000, "{after_opening}");
    let look_up = |position: u64| {
        assert_eq!(stored.value(&position).expect("an intact block"), solution.value(&position));
        bytes_read(&stored)
    };
    assert!((4_096..4_100).contains(&(look_up(500_000) - after_opening)));
    let before = bytes_read(&stored);
    assert!(look_up(500_001) - before < 4);
    assert!(stored.value(&999_999).is_err());
}

/// A disk that has room for this many bytes.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        if taken == 0 && !bytes.is_empty() { Err(io::ErrorKind::StorageFull.into()) } else { Ok(taken) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_disk_that_is_full_after_any_byte_is_an_error() {
    let game = mixed(500);
    let (solution, bytes) = saved(&game, "a chain");
    for room in 0..bytes.len() {
        let error = solution.write("a chain", Full(room)).expect_err("full");
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    }
    assert!(solution.write("a chain", Full(bytes.len())).is_ok());
}
