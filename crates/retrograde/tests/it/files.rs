//! Solutions in files: what is saved is what is loaded, or there is an error that says why not.

use std::cell::Cell;
use std::fs::{self, File};
use std::io::{self, Write};
use std::process::Command;
use std::sync::Mutex;

use retrograde::{Bytes, Game, LoadError, Outcome, Solution, Source, Stored, Value, solve};
use testkit::TemporaryFolder;

use crate::graph::Graph;

/// A game in which each position leads to the one before it, and which ends in a draw or not.
fn chain(positions: u32, end: Outcome) -> Graph<false> {
    let moves = (0..positions).map(|position| position.checked_sub(1).into_iter().collect()).collect();
    Graph::new(moves, vec![end; positions as usize])
}

/// Chains of so many positions one after the other.
fn comb(positions: u32, length: u32) -> Graph<false> {
    let mut graph = chain(positions.max(length), Outcome::Loss);
    graph.moves.iter_mut().step_by(length as usize).for_each(|moves| *moves = Some(vec![]));
    graph
}

/// A chain with a rank that has no position, drawn positions, and a win at once.
fn mixed(positions: u32) -> Graph<false> {
    let mut graph = chain(positions, Outcome::Loss);
    graph.moves[3] = Some(vec![3]);
    graph.moves[5] = Some(vec![]);
    graph.endings[5] = Outcome::Win;
    graph.moves[7] = Some(vec![]);
    graph.moves[6] = None;
    graph
}

fn saved(game: &Graph<false>, name: &str) -> (Solution, Vec<u8>) {
    let solution = solve(game).expect("a sound game");
    let mut bytes = Vec::new();
    solution.write(name, &mut bytes).expect("memory takes everything");
    (solution, bytes)
}

fn open<'a>(bytes: &'a [u8], game: &Graph<false>) -> Result<Stored<Bytes<&'a [u8]>>, LoadError> {
    Stored::new(Bytes(bytes), game, "a chain")
}

fn positions(game: &Graph<false>) -> impl Iterator<Item = u32> {
    (0..game.ranks()).filter_map(|rank| game.unrank(rank))
}

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

/// Written down once, so that a later version of the library that writes something else is noticed.
#[test]
fn the_format_is_what_it_says() {
    let (_, bytes) = saved(&mixed(9), "a chain");
    let mut expected = b"retrograde solution\n".to_vec();
    for number in [1_u32, 9, 7, 6] {
        expected.extend(number.to_le_bytes());
    }
    // Ranks 1, 4, 5 and 8 are won, 0, 2 and 7 lost, 3 is drawn: it leads to itself alone; so is 4, which leads to it.
    let checksum = solve(&mixed(9)).expect("a sound game").checksum();
    for number in [3_u64, 3, 2, checksum] {
        expected.extend(number.to_le_bytes());
    }
    expected.extend(b"a chain");
    // Drawn, no position, and bit 15 for decided, bit 14 for won, and the plies.
    for cell in [0_u16, 0x7FFF, 0x8000, 0x8002, 0xC000, 0xC001] {
        expected.extend(cell.to_le_bytes());
    }
    assert_eq!(bytes[..expected.len()], expected);
    // After the header's checksum three bits for each of nine ranks, then the block's checksum.
    let codes = &bytes[expected.len() + 8..bytes.len() - 8];
    let word = codes.iter().rev().fold(0_u32, |word, byte| word << 8 | u32::from(*byte));
    assert_eq!((0..9).map(|rank| word >> (3 * rank) & 7).collect::<Vec<_>>(), [2, 5, 3, 0, 0, 4, 1, 2, 5]);
    assert_eq!((codes.len(), word >> 27), (4, 0));
}

#[test]
fn a_file_cut_at_any_byte_is_refused() {
    let game = mixed(2_000);
    let (_, bytes) = saved(&game, "a chain");
    for length in 0..bytes.len() {
        let refused = open(&bytes[..length], &game).expect_err("cut");
        assert!(matches!(refused, LoadError::Truncated { bytes } if bytes == length as u64), "{length}: {refused}");
    }
    let longer = [bytes.as_slice(), b"\n"].concat();
    assert!(matches!(open(&longer, &game), Err(LoadError::Damaged { from }) if from == bytes.len() as u64));
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
        assert!(
            positions(&game).any(|position| matches!(stored.value(&game, &position), Err(LoadError::Damaged { .. })))
        );
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
            matches!(stored.value(&larger, &position), Err(LoadError::NoPosition { rank: found }) if found == rank)
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

#[test]
fn a_file_is_saved_whole_opened_and_loaded() {
    let folder = TemporaryFolder::default();
    let path = folder.path("chain.solution");
    for length in [5_000, 10] {
        let game = mixed(length);
        let solution = solve(&game).expect("a sound game");
        // The second time what was there is replaced.
        solution.save("a chain", &path).expect("there is room");
        assert_eq!(Solution::load(&path, &game, "a chain").expect("just saved"), solution);
        let stored = Stored::open(&path, &game, "a chain").expect("just saved");
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for position in positions(&game) {
                        assert_eq!(
                            stored.value(&game, &position).expect("just saved"),
                            solution.value(&game, &position)
                        );
                    }
                });
            }
        });
    }
    assert_eq!(fs::read_dir(folder.path("")).expect("a folder").count(), 1, "nothing else is left");
    let missing = Solution::load(folder.path("none"), &mixed(9), "a chain").expect_err("there is none");
    assert!(missing.to_string().contains("none: No such file"), "{missing}");
    assert!(matches!(missing, LoadError::Unreadable(_)));
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

/// Says to a process that it is there to fill its disk, and which file.
const FILLING: &str = "RETROGRADE_FILLING";

#[test]
#[cfg(unix)]
fn a_full_disk_leaves_what_was_there_and_nothing_half_written() {
    let game = mixed(16_000);
    let solution = solve(&game).expect("a sound game");
    if let Some(path) = std::env::var_os(FILLING) {
        // In this process files have no room for more than a few kilobytes.
        let error = solution.save("a chain", &path).expect_err("no room");
        assert!(error.to_string().starts_with(&*path.to_string_lossy()), "{error}");
        return;
    }
    let folder = TemporaryFolder::default();
    let path = folder.write("chain.solution", b"what was there");
    let test = std::env::current_exe().expect("this test");
    let name = "files::a_full_disk_leaves_what_was_there_and_nothing_half_written";
    let limited = "ulimit -f 16; trap '' XFSZ; exec \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", limited, "sh"]).arg(test).args(["--exact", name]).env(FILLING, &path);
    let output = command.output().expect("a test can be run");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
    assert_eq!(fs::read(&path).expect("it was there"), b"what was there");
    assert_eq!(fs::read_dir(folder.path("")).expect("a folder").count(), 1, "nothing else is left");
}

#[test]
#[cfg(unix)]
fn where_nothing_can_be_saved_the_error_names_the_file() {
    let solution = solve(&mixed(9)).expect("a sound game");
    let folder = TemporaryFolder::default();
    for path in [folder.path("no/such/folder"), folder.path(""), "/dev/null".to_owned()] {
        let error = solution.save("a chain", &path).expect_err("cannot be");
        assert!(error.to_string().starts_with(&path), "{error}");
    }
    assert!(fs::metadata("/dev/null").is_ok_and(|found| !found.is_file()), "it is still a device");
}

#[test]
fn a_file_that_shrinks_while_it_is_open_is_an_error() {
    let folder = TemporaryFolder::default();
    let path = folder.path("chain.solution");
    let game = mixed(16_000);
    let solution = solve(&game).expect("a sound game");
    solution.save("a chain", &path).expect("there is room");
    let stored = Stored::new(Mutex::new(File::open(&path).expect("just saved")), &game, "a chain").expect("just saved");
    assert!(stored.value(&game, &0).is_ok());
    File::options().write(true).open(&path).and_then(|file| file.set_len(100)).expect("it can be cut");
    assert!(matches!(stored.value(&game, &0), Err(LoadError::Unreadable(_))));
    assert!(matches!(stored.value(&game, &15_999), Err(LoadError::Unreadable(_))));
    assert!(matches!(stored.load(), Err(LoadError::Unreadable(_))));
}
