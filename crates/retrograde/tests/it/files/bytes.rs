//! What is written, and what is refused.

use std::cell::Cell;
use std::io::{self, Write};

use retrograde::{Bytes, Game, LoadError, Outcome, Refusal, Source, Stored, Value, solve};

use super::{chain, comb, is_damaged, mixed, open, positions, saved};
use crate::graph::Graph;

#[test]
fn what_is_saved_is_what_is_loaded() {
    // No position, one value alone, and then as many values as make codes of each width, in some three blocks each.
    let games = [0, 1, 2, 3, 4].map(|length| chain(length, Outcome::Loss)).into_iter();
    let drawn = [1, 70_000].map(|length| chain(length, Outcome::Draw));
    let widths = (1..=14).map(|width| comb(90_000 / width, (1 << (width - 1)) + 1));
    for game in games.chain(drawn).chain(widths).chain([mixed(9), mixed(10_000), mixed(16_000)]) {
        let (solution, bytes) = saved(&game, "a chain");
        let stored = open(&bytes, &game).expect("just saved");
        assert_eq!(stored.load().expect("just saved"), solution);
        for position in positions(&game) {
            assert_eq!(stored.value(&game, &position).expect("just saved"), solution.value(&game, &position));
            assert_eq!(stored.best_moves(&game, &position).expect("just saved"), solution.best_moves(&game, &position));
        }
        let header = stored.header();
        let counts = solution.counts(&game);
        let count =
            |outcome| counts.iter().filter(|(value, _)| value.outcome() == outcome).map(|(_, count)| count).sum();
        assert_eq!([header.won, header.lost, header.drawn], [Outcome::Win, Outcome::Loss, Outcome::Draw].map(count));
        assert_eq!((header.name.as_str(), header.ranks), ("a chain", game.ranks()));
        assert_eq!(header.checksum, solution.checksum());
    }
}

/// A whole file, byte for byte: its checksums were computed by another program, from the description of the format.
#[test]
fn the_format_is_what_it_says() {
    let (_, bytes) = saved(&mixed(9), "a chain");
    let mut expected = b"retrograde solution\n".to_vec();
    for number in [1_u32, 9, 7, 6] {
        expected.extend(number.to_le_bytes());
    }
    // Ranks 1, 5 and 8 are won, 0, 2 and 7 lost; 3 is drawn, as it leads to itself alone, and 4, which leads to it.
    for number in [3_u64, 3, 2, 0x9BD2_59AD_66A8_D387] {
        expected.extend(number.to_le_bytes());
    }
    expected.extend(b"a chain");
    for cell in [0_u16, 0x7FFF, 0x8000, 0x8002, 0xC000, 0xC001] {
        expected.extend(cell.to_le_bytes());
    }
    expected.extend([0x8D, 0x78, 0x3F, 0x86, 0x7C, 0x4B, 0xCF, 0xDC]);
    // Three bits for each of the ranks: 2, 5, 3, 0, 0, 4, 1, 2, 5.
    expected.extend([0xEA, 0x00, 0x46, 0x05]);
    expected.extend([0xEB, 0xCB, 0x72, 0xF7, 0xF4, 0x52, 0xDC, 0x4C]);
    assert_eq!(bytes, expected);
}

/// As when copying one over the other was broken off.
#[test]
fn two_solutions_of_one_game_mixed_are_noticed() {
    let game = comb(100_000, 4);
    let mut other = solve(&game).expect("a sound game");
    for position in (0..100_000).step_by(3) {
        other.set(&game, &position, Value::Loss(2));
    }
    let (solution, mut bytes) = saved(&game, "a chain");
    let mut bytes_of_other = Vec::new();
    other.write("a chain", &mut bytes_of_other).expect("memory takes everything");
    assert_eq!(bytes.len(), bytes_of_other.len());
    let middle = bytes.len() - 5_000;
    bytes[middle..].copy_from_slice(&bytes_of_other[middle..]);
    let stored = open(&bytes, &game).expect("a sound header");
    assert!(is_damaged(&stored.load()));
    assert!(is_damaged(&stored.value(&game, &99_999)));
    let wrong =
        |position: &u32| stored.value(&game, position).is_ok_and(|value| value != solution.value(&game, position));
    assert_eq!(positions(&game).find(wrong), None);
}

/// A header that nobody has written, with the right checksum below it: that of the bytes before it, as the format has it.
#[test]
fn a_header_that_makes_no_sense_is_refused() {
    let checksum = |bytes: &[u8]| {
        let mix = |number: u64| {
            let mixed = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
            mixed ^ mixed >> 31
        };
        let words = bytes.chunks(8).map(|chunk| chunk.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte)));
        words.chain([bytes.len() as u64]).fold(0, |sum, word| mix(sum ^ word))
    };
    let forge = |ranks: u32, won: u64, name: &[u8], cells: &[u16]| {
        let mut bytes = b"retrograde solution\n".to_vec();
        for number in [1, ranks, u32::try_from(name.len()).expect("short"), u32::try_from(cells.len()).expect("few")] {
            bytes.extend(number.to_le_bytes());
        }
        for number in [won, 0, 0, 0] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(name);
        bytes.extend(cells.iter().flat_map(|cell| cell.to_le_bytes()));
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    };
    // The forger knows the format.
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

#[test]
fn a_file_cut_at_any_byte_is_refused() {
    let game = mixed(2_000);
    let (_, bytes) = saved(&game, "a chain");
    for length in 0..bytes.len() {
        let refused = open(&bytes[..length], &game).expect_err("cut");
        assert!(
            matches!(refused.reason, Refusal::Truncated { bytes } if bytes == length as u64),
            "{length}: {refused}"
        );
    }
    let longer = [bytes.as_slice(), b"\n"].concat();
    assert!(is_damaged(&open(&longer, &game).map(|_| ())));
}

#[test]
fn a_change_of_any_byte_is_noticed() {
    let game = mixed(400);
    let (solution, bytes) = saved(&game, "a chain");
    for (place, change) in (0..bytes.len()).flat_map(|place| [1, 0x80, 0xFF].map(|change| (place, change))) {
        let mut damaged = bytes.clone();
        damaged[place] ^= change;
        let Ok(stored) = open(&damaged, &game) else { continue };
        assert!(stored.load().is_err(), "byte {place} changed by {change}");
        // What is not damaged is still right, and the rest is never wrong.
        let wrong =
            |position: &u32| stored.value(&game, position).is_ok_and(|value| value != solution.value(&game, position));
        assert_eq!(positions(&game).find(wrong), None);
        assert!(positions(&game).any(|position| is_damaged(&stored.value(&game, &position))));
    }
}

#[test]
fn what_is_no_solution_of_this_game_is_refused_with_a_reason() {
    let game = mixed(200);
    let (_, bytes) = saved(&game, "a chain");
    let check = |bytes: &[u8], game: &Graph<false>, expected: &str| {
        assert_eq!(open(bytes, game).expect_err("foreign").to_string(), expected);
    };
    let foreign = "this is no solution that was saved; solve the game and save it";
    check(b"GIF89a", &game, foreign);
    check(&b"<html>".repeat(100), &game, foreign);
    check(b"", &game, "the solution ends too early, after 0 bytes; copy or save it again");
    let mut later = bytes.clone();
    later[20] = 2;
    check(&later, &game, "the solution was saved in format 2, and only format 1 is known; save it anew");
    check(&saved(&game, "a chain ").1, &game, "this is the solution of another game, \"a chain \"");
    check(&bytes, &mixed(201), "this is the solution of another game or of other rules: it has 200 ranks");
    let name = "n".repeat(4097);
    let refused = solve(&game).expect("a sound game").write(&name, io::sink()).expect_err("too long");
    assert_eq!(refused.to_string(), "the name of the game is longer than 4096 bytes");
    assert!(solve(&game).expect("a sound game").write(&name[1..], io::sink()).is_ok());
}

#[test]
fn a_position_that_is_none_is_an_error() {
    let game = mixed(200);
    let (solution, bytes) = saved(&game, "a chain");
    let stored = open(&bytes, &game).expect("just saved");
    let mut larger = mixed(300);
    larger.canonical[250] = 6;
    for (position, rank) in [(6, 6), (200, 200), (250, 6)] {
        assert!(
            matches!(stored.value(&larger, &position), Err(LoadError { reason: Refusal::NoPosition { rank: found }, .. }) if found == rank)
        );
        assert_eq!(solution.get(&larger, &position), None);
    }
    assert_eq!(solution.get(&larger, &0), Some(Value::Loss(0)));
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
fn a_probe_reads_one_block_and_then_only_the_position() {
    let game = mixed(1_000_000);
    let mut shallow = game.clone();
    for position in (1_000..1_000_000).step_by(1_000) {
        shallow.moves[position] = Some(vec![]);
    }
    let (solution, mut bytes) = saved(&shallow, "a chain");
    assert!(bytes.len() > 1_000_000);
    // Damage elsewhere is not looked at.
    let end = bytes.len() - 1;
    bytes[end] ^= 1;
    let stored = Stored::new(Counting(Bytes(&bytes), Cell::new(0)), &shallow, "a chain").expect("a sound header");
    let header_and_begin = 7_000;
    let stored_bytes = |stored: &Stored<Counting<'_>>| stored.source().1.get();
    let after_opening = stored_bytes(&stored);
    assert!(after_opening < header_and_begin, "{after_opening}");
    let probe = |position: u32| {
        assert_eq!(stored.value(&shallow, &position).expect("sound"), solution.value(&shallow, &position));
        stored_bytes(&stored)
    };
    assert!((4_096..4_100).contains(&(probe(500_000) - after_opening)));
    let before = stored_bytes(&stored);
    assert!(probe(500_001) - before < 4);
    assert!(stored.value(&shallow, &999_999).is_err());
}

/// A disk that is full after so many bytes.
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
    let (solution, bytes) = saved(&mixed(500), "a chain");
    for room in 0..bytes.len() {
        let error = solution.write("a chain", Full(room)).expect_err("full");
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    }
    assert!(solution.write("a chain", Full(bytes.len())).is_ok());
}
