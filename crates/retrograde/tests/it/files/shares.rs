//! Solutions in shares, each in a file of its own.

use std::fs;
use std::path::{Path, PathBuf};

use retrograde::files::{LoadError, LoadErrorKind, Stored};
use retrograde::shares::{Partition, ShareFile};
use retrograde::{Outcome, Solution, Solver, Summary, Value};

use super::sums::{FIXED, put_sums};
use super::{NAME, comb, is_damaged, mixed, prepare, saved};
use crate::folder::{Folder, check_error, check_start};
use crate::world::{World, index};
use crate::worlds::{row, solve};

const OF_ANOTHER_GAME: &str = "solution of another game, \"another chain\", expected \"a chain\"; use another file";
const OF_ANOTHER_SOLUTION: &str = "the shares are not of one solution; copy or save all shares again";

/// The path of the solution, of which there are only shares.
fn path_in(folder: &Folder) -> PathBuf {
    folder.path().join("chain.solution")
}

/// What is said of a share whose name should end in this.
fn other_name(end: &str) -> String {
    format!("by what it says, a share whose name ends in {end}; rename it, or name the path without that ending")
}

fn name_of(number: u64, workers: u64) -> String {
    format!("chain.solution.{number}-of-{workers}")
}

fn prepare_all(folder: &Folder, solution: &Solution<World>, workers: u64) -> Vec<ShareFile> {
    let partition = Partition::of_ranks(solution.game().ranks).among(workers);
    let shares: Vec<_> = (0..workers).map(|worker| solution.share(partition, worker)).collect();
    let checksum = shares.iter().fold(0_u64, |sum, share| sum.wrapping_add(share.checksum()));
    shares.iter().map(|share| prepare(share, NAME, checksum, &path_in(folder)).expect("there is room")).collect()
}

fn save(folder: &Folder, solution: &Solution<World>, workers: u64) {
    prepare_all(folder, solution, workers).into_iter().try_for_each(ShareFile::commit).expect("there is room");
}

/// A folder with the shares of `workers` workers.
fn saved_in_shares(game: &World, workers: u64) -> (Solution<World>, Folder) {
    let (solution, folder) = (solve(game.clone()).expect("a consistent game"), Folder::new());
    save(&folder, &solution, workers);
    (solution, folder)
}

fn open(folder: &Folder, game: &World) -> Result<Stored<World>, LoadError> {
    Stored::open(path_in(folder), game.clone(), NAME)
}

fn load(folder: &Folder, game: &World) -> Result<Solution<World>, LoadError> {
    Solution::load(path_in(folder), game.clone(), NAME)
}

/// Checks an error of opening or reading, which names this file.
fn check_file<T>(result: Result<T, LoadError>, path: &str, expected: &str) {
    assert_eq!(result.as_ref().err().map(LoadError::path), Some(Path::new(path)));
    check_error(result, &format!("{path}: {expected}"));
}

/// One file or the shares of several workers, alone in the folder.
#[test]
fn what_is_saved_is_what_is_loaded() {
    // As many ranks as make blocks of several lengths, and one more or less.
    let tiny = [0, 1, 2, 3, 4, 255, 256, 257, 511, 512, 1_023].map(|length| row(length, Outcome::Loss)).into_iter();
    let drawn = [1, 3_000].map(|length| row(length, Outcome::Draw));
    // Blocks of each share have codes of another width, and some shares have a single value.
    let uneven = [mixed(9), mixed(600), mixed(10_000), comb(40_000, 3), comb(30_000, 700)];
    let games =
        tiny.chain(drawn).chain(uneven).flat_map(|game| [1, 2, 3, 7, 40].map(|workers| (game.clone(), workers)));
    // As many values as it takes for codes of each width, in about three blocks each.
    let widths = (1..=14).map(|width| (comb(90_000 / width, (1 << (width - 1)) + 1), 1 + width % 3));
    for (game, workers) in games.chain(widths).chain([(row(70_000, Outcome::Draw), 1), (mixed(16_000), 1)]) {
        let (solution, folder) = saved_in_shares(&game, workers);
        let (_, bytes) = saved(&game, NAME);
        assert_eq!(folder.names().len() as u64, workers);
        let stored = open(&folder, &game).expect("just saved");
        let one = super::open(&bytes, &game).expect("just saved");
        for at in game.positions() {
            assert_eq!(stored.value(&at).expect("just saved"), solution.value(&at));
            assert_eq!(one.value(&at).expect("just saved"), solution.value(&at));
        }
        let header = stored.header();
        let counts = Solver::new().canonical_counts_by(&solution, |_, value| value);
        assert_eq!(header.summary, Summary::of(&counts));
        assert_eq!((header.name.as_str(), header.ranks, header.checksum), (NAME, game.ranks, solution.checksum()));
        assert_eq!((header, header.bytes()), (one.header(), bytes.len() as u64));
        let loaded = load(&folder, &game).expect("just saved");
        assert_eq!(loaded, solution);
        loaded.save(NAME, path_in(&folder)).expect("there is room");
        assert!(folder.read("chain.solution") == bytes);
        // From now on it is read instead of the shares.
        (1..=workers).for_each(|number| drop(folder.write(&name_of(number, workers), b"")));
        assert_eq!(load(&folder, &game).expect("just saved"), solution);
    }
}

/// The bytes of a file, from the description of the format: of a solution that has no other ranks, with other
/// numbers.
fn forge([worker, workers, ranks, block, checksum]: [u64; 5], values: &[Value]) -> Vec<u8> {
    let alone = row(values.len() as u64, Outcome::Loss);
    let share = Solution::from_values(alone, |at| values[index(*at)]).expect("short distances");
    let mut bytes = Vec::new();
    share.write(NAME, &mut bytes).expect("a vector takes everything");
    for (place, number) in [(32, ranks), (64, checksum), (72, worker), (80, workers), (88, block)] {
        bytes[place..place + 8].copy_from_slice(&number.to_le_bytes());
    }
    put_sums(&mut bytes).expect("a whole header");
    bytes
}

/// The values of the ranks of a worker, by the definition of a partition in blocks.
fn values_of(solution: &Solution<World>, worker: u64, workers: u64, block: u64) -> Vec<Value> {
    let ranks = (0..solution.game().ranks).filter(|rank| rank / block % workers == worker);
    ranks.map(|rank| solution.value(&rank)).collect()
}

#[test]
fn a_share_has_these_bytes() {
    let (solution, folder) = saved_in_shares(&comb(700, 9), 2);
    for worker in 0..2 {
        let expected = forge([worker, 2, 700, 1, solution.checksum()], &values_of(&solution, worker, 2, 1));
        assert!(folder.read(&name_of(worker + 1, 2)) == expected);
    }
}

/// A file says how ranks are divided, so that a release that divides them in another way can read it.
#[test]
fn shares_in_blocks_of_another_length_are_read() {
    let (game, folder) = (comb(700, 9), Folder::new());
    let (solution, _) = saved(&game, NAME);
    let checksum = solution.checksum();
    let put = |worker, numbers, values: &[Value]| folder.write(&name_of(worker + 1, 3), &forge(numbers, values));
    for worker in 0..3 {
        put(worker, [worker, 3, 700, 16, checksum], &values_of(&solution, worker, 3, 16));
    }
    let stored = open(&folder, &game).expect("shares");
    assert!(game.positions().all(|at| stored.value(&at).ok() == solution.get(&at)));
    assert_eq!(load(&folder, &game).expect("intact"), solution);
    // One of another partition, with as many ranks.
    let path = put(2, [2, 3, 700, 32, checksum], &values_of(&solution, 2, 3, 32));
    check_file(open(&folder, &game), &path, OF_ANOTHER_SOLUTION);
    // Inconsistent headers with the right checksums.
    let values = values_of(&solution, 2, 3, 16);
    for [worker, workers, block] in [[2, 3, 0], [2, 3, 24], [3, 3, 16], [0, 0, 16]] {
        put(2, [worker, workers, 700, block, checksum], &values);
        let expected = "the solution is damaged at or after byte 0; copy or save it again";
        check_file(open(&folder, &game), &path, expected);
    }
}

/// Each share says what the whole solution is, which is checked when all of it is read.
#[test]
fn shares_of_a_solution_with_another_checksum_do_not_match() {
    let (game, folder) = (comb(700, 9), Folder::new());
    let (solution, _) = saved(&game, NAME);
    for worker in 0..2 {
        let share = solution.share(Partition::of_ranks(700).among(2), worker);
        let prepared = prepare(&share, NAME, solution.checksum() ^ 1, &path_in(&folder));
        prepared.and_then(ShareFile::commit).expect("there is room");
    }
    // None of them is to blame.
    let path = path_in(&folder).display().to_string();
    check_file(load(&folder, &game), &path, OF_ANOTHER_SOLUTION);
}

/// Each is intact: the header of one, and the blocks of another one with the same number of ranks and the same values.
#[test]
fn a_header_before_the_blocks_of_another_share_is_damage() {
    let game = comb(800, 9);
    let (solution, folder) = saved_in_shares(&game, 2);
    let foreign = Folder::new();
    let value = |at: &u64| solution.value(if *at == 2 { &3 } else { at });
    save(&foreign, &Solution::from_values(game.clone(), value).expect("short distances"), 2);
    let bytes = folder.read(&name_of(1, 2));
    let blocks = bytes.len() - 100;
    for other in [folder.read(&name_of(2, 2)), foreign.read(&name_of(1, 2))] {
        assert_eq!(other.len(), bytes.len());
        folder.write(&name_of(1, 2), &[&bytes[..blocks], &other[blocks..]].concat());
        assert!(open(&folder, &game).is_ok() && is_damaged(&load(&folder, &game)));
    }
}

/// Of a whole solution, or of the second of two shares.
#[test]
fn a_change_of_any_byte_is_damage() {
    check_changes(&mixed(400), 1);
    check_changes(&mixed(700), 2);
}

fn check_changes(game: &World, workers: u64) {
    let (solution, folder) = saved_in_shares(game, workers);
    let partition = Partition::of_ranks(game.ranks).among(workers);
    let name = name_of(workers, workers);
    let whole = folder.read(&name);
    for (place, change) in (0..whole.len()).flat_map(|place| [1, 0x80, 0xFF].map(|change| (place, change))) {
        let mut changed = whole.clone();
        changed[place] ^= change;
        let path = folder.write(&name, &changed);
        let error = match open(&folder, game) {
            Ok(stored) => {
                assert!(place > FIXED, "byte {place}");
                // Values that are still found are right, and those of the other share are found.
                let is_right = |at: u64| match stored.value(&at) {
                    Ok(value) => value == solution.value(&at),
                    Err(_) => partition.place(at).0 == workers - 1,
                };
                assert!(game.positions().all(is_right) && is_damaged(&stored.value(&301)), "byte {place}");
                load(&folder, game).expect_err("damaged")
            }
            Err(error) => {
                let is_expected = match error.kind() {
                    LoadErrorKind::NotASolution => place < 20,
                    LoadErrorKind::Version { .. } => (20..24).contains(&place),
                    _ => place >= 24,
                };
                assert!(is_expected, "byte {place}: {error}");
                error
            }
        };
        assert_eq!(error.path(), Path::new(&path));
    }
}

#[test]
fn a_file_cut_at_any_byte_is_truncated() {
    for (game, number, workers) in [(mixed(2_000), 1, 1), (mixed(700), 1, 2), (mixed(700), 2, 2)] {
        let (_, folder) = saved_in_shares(&game, workers);
        let name = name_of(number, workers);
        let bytes = folder.read(&name);
        for length in 0..bytes.len() {
            let path = folder.write(&name, &bytes[..length]);
            let error = open(&folder, &game).expect_err("the end is missing");
            let is_cut = matches!(error.kind(), LoadErrorKind::Truncated { bytes } if *bytes == length as u64);
            assert!(is_cut && error.path() == Path::new(&path), "{length}: {error}");
        }
        folder.write(&name, &[bytes.as_slice(), b"\n"].concat());
        assert!(is_damaged(&open(&folder, &game)));
        folder.write(&name, &bytes);
    }
}

#[test]
fn a_share_that_is_missing_is_named() {
    let (game, folder) = (mixed(700), Folder::new());
    let (solution, _) = saved(&game, NAME);
    let missing =
        |workers| format!("one of {workers} shares of the solution is missing; copy it here or save it again");
    let check_nothing_is_found = || {
        let error = open(&folder, &game).expect_err("there is no file");
        assert!(matches!(error.kind(), LoadErrorKind::Io(error) if error.kind() == std::io::ErrorKind::NotFound));
        assert_eq!(error.path(), path_in(&folder));
    };
    check_nothing_is_found();
    // Not the names of shares.
    for suffix in [
        ".0-of-1",
        ".2-of-1",
        ".01-of-1",
        ".+1-of-1",
        ".1-of-1.9-0.part",
        ".1-of-01",
        ".-of-",
        ".1-of-1 ",
        ".1of1",
        ".",
    ] {
        folder.write(&format!("chain.solution{suffix}"), b"");
    }
    folder.write("chain.solution1-of-1", b"");
    check_nothing_is_found();

    for workers in [3, 2] {
        save(&folder, &solution, workers);
        for name in (1..=workers).map(|number| name_of(number, workers)) {
            let bytes = folder.read(&name);
            folder.remove(&name);
            if workers == 3 {
                check_file(open(&folder, &game), &folder.file(&name), &missing(3));
            } else {
                assert!(open(&folder, &game).is_ok(), "the others");
            }
            folder.write(&name, &bytes);
        }
    }
    folder.remove(&name_of(2, 2));
    folder.remove(&name_of(1, 3));
    check_file(open(&folder, &game), &folder.file(&name_of(2, 2)), &missing(2));
}

#[test]
fn shares_that_do_not_belong_together_are_named() {
    let game = comb(5_000, 4);
    let (solution, folder) = saved_in_shares(&game, 3);
    let shares = [1, 2, 3].map(|number| folder.read(&name_of(number, 3)));
    let value = |at: &u64| if *at == 4_999 { Value::Draw } else { solution.value(at) };
    let second = Folder::new();
    save(&second, &Solution::from_values(game.clone(), value).expect("short distances"), 3);
    // The values of the first share are the same in both.
    for number in 1..=3 {
        folder.write(&name_of(number, 3), &second.read(&name_of(number, 3)));
        check_file(open(&folder, &game), &folder.file(&name_of(number.max(2), 3)), OF_ANOTHER_SOLUTION);
        folder.write(&name_of(number, 3), &shares[index(number - 1)]);
    }
    // Under another number, and then under the name of a share of fewer.
    folder.write(&name_of(1, 3), &shares[1]);
    folder.write(&name_of(2, 3), &shares[0]);
    check_file(open(&folder, &game), &folder.file(&name_of(1, 3)), &other_name("2-of-3"));
    folder.remove(&name_of(1, 3));
    folder.remove(&name_of(2, 3));
    folder.write(&name_of(2, 2), &shares[1]);
    let path = folder.write(&name_of(1, 2), &shares[0]);
    check_file(open(&folder, &game), &path, &other_name("1-of-3"));
}

#[test]
fn a_share_of_another_game_is_named() {
    let game = mixed(700);
    let (solution, folder) = saved_in_shares(&game, 2);
    let [one, two] = [1, 2].map(|number| folder.file(&name_of(number, 2)));
    let result = Stored::open(path_in(&folder), game.clone(), "another chain");
    check_file(result, &one, "solution of another game, \"a chain\", expected \"another chain\"; use another file");
    let of_other_rules = "solution of another game or other rules: 700 ranks, expected 701; use another file";
    check_file(open(&folder, &mixed(701)), &one, of_other_rules);
    // Only one of them.
    let share = solution.share(Partition::of_ranks(700).among(2), 1);
    let prepared = prepare(&share, "another chain", solution.checksum(), &path_in(&folder));
    prepared.and_then(ShareFile::commit).expect("there is room");
    check_file(open(&folder, &game), &two, OF_ANOTHER_GAME);
    save(&folder, &saved(&mixed(701), NAME).0, 2);
    folder.write(&name_of(1, 2), &forge([0, 2, 700, 256, 0], &[Value::Draw; 444]));
    check_file(open(&folder, &mixed(701)), &one, of_other_rules);
    // Neither is a share a solution nor a solution a share.
    save(&folder, &solution, 2);
    check_file(Solution::load(&one, game.clone(), NAME), &one, &other_name("1-of-2"));
    solution.save(NAME, &two).expect("there is room");
    check_file(open(&folder, &game), &two, &other_name("1-of-1"));
}

#[test]
fn a_share_gets_its_name_when_it_is_committed() {
    let (game, folder) = (mixed(700), Folder::new());
    let (solution, _) = saved(&game, NAME);
    let are_incomplete = || folder.names().iter().all(|name| Path::new(name).extension() == Some("part".as_ref()));
    let new = ShareFile::create(&path_in(&folder), Partition::of_ranks(700).among(2), 0).expect("there is room");
    assert!(folder.names().len() == 1 && are_incomplete(), "created before the share is solved");
    drop(new);
    let prepared = prepare_all(&folder, &solution, 2);
    assert!(folder.names().len() == 2 && are_incomplete());
    drop(prepared);
    assert_eq!(folder.names(), [""; 0]);
    save(&folder, &solution, 2);
    let mut second = ShareFile::create(&path_in(&folder), Partition::of_ranks(700).among(2), 1).expect("there is room");
    let empty = ShareFile::create(&path_in(&folder), Partition::of_ranks(700).among(2), 0).expect("there is room");
    check_error(empty.commit(), &format!("{}: no share was written to it", folder.file(&name_of(1, 2))));
    let share = solution.share(Partition::of_ranks(700).among(2), 1);
    // As again after an error.
    second.write(NAME, solution.checksum(), &share).expect("there is room");
    let header = second.write(NAME, solution.checksum(), &share).expect("there is room");
    second.commit().expect("there is room");
    assert_eq!(header.bytes(), folder.read(&name_of(2, 2)).len() as u64);
    // What was left behind by one that was killed, of the same share and of another one.
    let [left, other] = [1, 2].map(|number| format!("{}.4711-0.part", name_of(number, 2)));
    for name in [&left, &other] {
        folder.write(name, b"half");
    }
    let share =
        prepare(&solution.share(Partition::of_ranks(700).among(2), 0), NAME, solution.checksum(), &path_in(&folder));
    share.and_then(ShareFile::commit).expect("there is room");
    assert_eq!(folder.names(), [name_of(1, 2), name_of(2, 2), other]);
}

#[test]
fn what_was_saved_earlier_is_removed() {
    let game = mixed(10_000);
    let (solution, folder) = saved_in_shares(&game, 2);
    solution.save(NAME, path_in(&folder)).expect("there is room");
    save(&folder, &solution, 3);
    folder.write("chain.solution.txt", b"notes");
    // The second time nothing is left to be removed.
    for _ in 0..2 {
        ShareFile::remove_earlier(&path_in(&folder), 3).expect("files can be removed");
        assert_eq!(folder.names(), [name_of(1, 3), name_of(2, 3), name_of(3, 3), "chain.solution.txt".to_owned()]);
    }
    assert_eq!(load(&folder, &game).expect("just saved"), solution);
}

#[test]
fn an_error_in_saving_a_share_names_the_file() {
    let folder = Folder::new();
    let share = saved(&mixed(700), NAME).0.share(Partition::of_ranks(700).among(2), 0);
    let path = folder.file(&name_of(1, 2));
    let prepare_in_folder = |name: &str| prepare(&share, name, 0, &path_in(&folder));
    check_error(prepare_in_folder(&"n".repeat(4097)), &format!("{path}: the name is longer than 4096 bytes"));
    let missing = folder.path().join("none").join("chain.solution");
    check_start(prepare(&share, NAME, 0, &missing), &format!("{}.1-of-2: ", missing.display()));
    fs::create_dir(&path).expect("it is ours");
    check_error(prepare_in_folder(NAME), &format!("{path}: not a file; save the solution elsewhere"));
    fs::remove_dir(&path).expect("it is ours");
    let prepared = prepare_in_folder(NAME).expect("there is room");
    fs::create_dir(&path).expect("it is ours");
    check_start(prepared.commit(), &format!("{path}: "));
    assert_eq!(folder.names(), [name_of(1, 2)], "nothing incomplete is left");
}
