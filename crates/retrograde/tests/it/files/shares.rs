//! Solutions in shares, each in a file of its own.

use std::fs;
use std::path::{Path, PathBuf};

use retrograde::{
    Deal, LoadError, LoadErrorKind, NewShare, Outcome, PreparedShare, Ranked, Solution, Stored, Value, solve,
};

use super::{chain, checksum_of_bytes, comb, is_damaged, mixed, positions, prepare, saved};
use crate::graph::Graph;
use crate::tiers::Folder;

const NAME: &str = "a chain";
const PREFIX: usize = 77;

/// The path of the solution, of which there are only shares.
fn path_in(folder: &Folder) -> PathBuf {
    folder.path().join("chain.solution")
}

fn path_of(folder: &Folder, number: u64, workers: u64) -> PathBuf {
    folder.path().join(format!("chain.solution.{number}-of-{workers}"))
}

/// The checksum of a solution, taken in block by block by the shares.
fn checksum_by_blocks<G: Ranked>(solution: &Solution<G>, deal: Deal) -> u64 {
    let shares: Vec<_> = (0..deal.workers()).map(|worker| solution.share(deal, worker)).collect();
    (0..deal.blocks().max(1)).fold(0, |so_far, block| {
        let worker = usize::try_from(block % deal.workers()).expect("few workers");
        shares[worker].add_to_checksum(block, so_far)
    })
}

fn prepare_all<G: Ranked>(folder: &Folder, solution: &Solution<G>, workers: u64) -> Vec<PreparedShare> {
    let deal = Deal::new(solution.game().ranks(), workers);
    let checksum = checksum_by_blocks(solution, deal);
    let prepare =
        |worker| prepare(&solution.share(deal, worker), NAME, checksum, &path_in(folder)).expect("there is room");
    (0..workers).map(prepare).collect()
}

fn save<G: Ranked>(folder: &Folder, solution: &Solution<G>, workers: u64) {
    for share in prepare_all(folder, solution, workers) {
        share.commit().expect("there is room");
    }
}

fn open<'g>(folder: &Folder, game: &'g Graph) -> Result<Stored<&'g Graph>, LoadError> {
    Stored::open(path_in(folder), game, NAME)
}

/// Checks an error of opening or reading, which names this file.
fn check_error<T>(result: Result<T, LoadError>, path: &Path, expected: &str) {
    let Err(error) = result else { panic!("no error; expected {expected:?}") };
    assert_eq!(error.to_string(), format!("{}: {expected}", path.display()));
    assert_eq!(error.path(), Some(path));
}

#[test]
fn shares_are_read_as_one_solution() {
    let tiny = [0, 1, 3].map(|length| chain(length, Outcome::Loss)).into_iter();
    let drawn = [1, 3_000].map(|length| chain(length, Outcome::Draw));
    // Blocks of each share have codes of another width, and some shares have a single value.
    let games = tiny.chain(drawn).chain([mixed(600), mixed(10_000), comb(40_000, 3), comb(30_000, 700)]);
    for (game, workers) in games.flat_map(|game| [1, 2, 3, 7, 40].map(|workers| (game.clone(), workers))) {
        let (solution, bytes) = saved(&game, NAME);
        let folder = Folder::new();
        save(&folder, &solution, workers);
        assert_eq!(folder.files().len() as u64, workers);
        let stored = open(&folder, &game).expect("just saved");
        assert_eq!(stored.sources().len() as u64, workers);
        for position in positions(&game) {
            assert_eq!(stored.value(&position).expect("just saved"), solution.value(&position));
            assert_eq!(stored.best_moves(&position).expect("just saved"), solution.best_moves(&position));
        }
        let one = super::open(&bytes, &game).expect("just saved");
        assert_eq!(stored.header(), one.header());
        assert_eq!(stored.header().bytes(), bytes.len() as u64);
        assert_eq!(stored.load().expect("just saved"), solution);
        let loaded = Solution::load(path_in(&folder), &game, NAME).expect("just saved");
        loaded.save(NAME, path_in(&folder)).expect("there is room");
        assert!(fs::read(path_in(&folder)).expect("just saved") == bytes);
        // From now on it is read instead of the shares.
        assert_eq!(open(&folder, &game).expect("just saved").sources().len(), 1);
    }
}

#[test]
fn the_checksum_of_all_blocks_is_that_of_the_solution() {
    for ranks in [0, 1, 2, 4, 255, 256, 257, 511, 512, 1_023, 5_001] {
        let solution = solve(chain(ranks, Outcome::Loss)).expect("a consistent game");
        for workers in 1..8 {
            assert_eq!(checksum_by_blocks(&solution, Deal::new(ranks, workers)), solution.checksum());
        }
    }
    let (one, other) = (solve(comb(600, 3)), solve(comb(600, 4)));
    let [one, other] =
        [one, other].map(|solution| checksum_by_blocks(&solution.expect("consistent"), Deal::new(600, 2)));
    assert_ne!(one, other);
}

#[test]
#[should_panic(expected = "a block of another worker")]
fn a_block_of_another_worker_is_not_in_the_share() {
    let solution = solve(mixed(600)).expect("a consistent game");
    let _ = solution.share(Deal::new(600, 2), 0).add_to_checksum(1, 0);
}

/// The bytes of a file, from the description of the format.
fn forge(numbers: [u64; 5], values: &[Value]) -> Vec<u8> {
    let ranks = chain(values.len() as u64, Outcome::Loss);
    let share = Solution::from_values(&ranks, |&index| values[crate::graph::index(index)]).expect("short distances");
    let mut bytes = b"retrograde share\n\x02\0\0\0".to_vec();
    for number in numbers.into_iter().chain([share.checksum()]) {
        bytes.extend(number.to_le_bytes());
    }
    let sum = checksum_of_bytes(&bytes);
    bytes.extend(sum.to_le_bytes());
    assert_eq!(bytes.len(), PREFIX);
    share.write(NAME, &mut bytes).expect("a vector takes everything");
    bytes
}

/// The values of the ranks of a worker, by the definition of a deal in blocks.
fn values_of(solution: &Solution<&Graph>, worker: u64, workers: u64, block: u64) -> Vec<Value> {
    let ranks = (0..solution.game().ranks()).filter(|rank| rank / block % workers == worker);
    ranks.map(|rank| solution.value(&rank)).collect()
}

#[test]
fn a_share_has_these_bytes() {
    let (game, folder) = (comb(700, 9), Folder::new());
    let (solution, _) = saved(&game, NAME);
    save(&folder, &solution, 2);
    for worker in 0..2 {
        let bytes = fs::read(path_of(&folder, worker + 1, 2)).expect("just saved");
        let values = values_of(&solution, worker, 2, 4);
        assert!(bytes == forge([worker, 2, 700, 4, solution.checksum()], &values));
    }
}

/// A file says how it was dealt, so that it can be read by those that deal in another way.
#[test]
fn shares_in_blocks_of_another_length_are_read() {
    let (game, folder) = (comb(700, 9), Folder::new());
    let (solution, _) = saved(&game, NAME);
    let checksum = solution.checksum();
    for worker in 0..3 {
        let bytes = forge([worker, 3, 700, 16, checksum], &values_of(&solution, worker, 3, 16));
        fs::write(path_of(&folder, worker + 1, 3), bytes).expect("it is ours");
    }
    assert!(
        positions(&game)
            .all(|position| open(&folder, &game).unwrap().value(&position).ok() == Some(solution.value(&position)))
    );
    assert_eq!(open(&folder, &game).expect("shares").load().expect("intact"), solution);
    // One of another deal, with as many ranks.
    let values = values_of(&solution, 2, 3, 16);
    let other = forge([2, 3, 700, 32, checksum], &values_of(&solution, 2, 3, 32));
    fs::write(path_of(&folder, 3, 3), other).expect("it is ours");
    let expected = "a share of another solution than the first share; copy or save all shares again";
    check_error(open(&folder, &game), &path_of(&folder, 3, 3), expected);
    // Inconsistent prefixes with the right checksums.
    for numbers in [
        [2, 3, 700, 0, checksum],
        [2, 3, 700, 2, checksum],
        [2, 3, 700, 24, checksum],
        [3, 3, 700, 16, checksum],
        [0, 0, 700, 16, checksum],
    ] {
        fs::write(path_of(&folder, 3, 3), forge(numbers, &values)).expect("it is ours");
        let expected = "the solution is damaged at or after byte 0; copy or save it again";
        check_error(open(&folder, &game), &path_of(&folder, 3, 3), expected);
    }
    fs::write(path_of(&folder, 3, 3), forge([2, 3, 700, 16, checksum], &values[1..])).expect("it is ours");
    let expected = "the solution is damaged at or after byte 77; copy or save it again";
    check_error(open(&folder, &game), &path_of(&folder, 3, 3), expected);
}

/// Each share says what the whole solution is, which is checked when all of it is read.
#[test]
fn shares_of_a_solution_with_another_checksum_are_damaged() {
    let (game, folder) = (comb(700, 9), Folder::new());
    let (solution, _) = saved(&game, NAME);
    let deal = Deal::new(700, 2);
    for worker in 0..2 {
        let prepared = prepare(&solution.share(deal, worker), NAME, solution.checksum() ^ 1, &path_in(&folder));
        prepared.and_then(PreparedShare::commit).expect("there is room");
    }
    assert!(is_damaged(&open(&folder, &game).expect("the shares agree").load()));
    assert!(is_damaged(&Solution::load(path_in(&folder), &game, NAME)));
}

/// Each is intact: the prefix of one, and the header and the cells of another one of as many ranks.
#[test]
fn a_prefix_before_the_cells_of_another_share_is_damage() {
    let (game, folder) = (comb(800, 9), Folder::new());
    let (solution, _) = saved(&game, NAME);
    save(&folder, &solution, 2);
    let other = Solution::from_values(&game, |_| Value::Draw).expect("no distances");
    let foreign = Folder::new();
    save(&foreign, &other, 2);
    let path = path_of(&folder, 1, 2);
    let bytes = fs::read(&path).expect("just saved");
    for other in [path_of(&folder, 2, 2), path_of(&foreign, 1, 2)] {
        let mixed = [&bytes[..PREFIX], &fs::read(other).expect("just saved")[PREFIX..]].concat();
        fs::write(&path, mixed).expect("it is ours");
        let expected = "the solution is damaged at or after byte 77; copy or save it again";
        check_error(open(&folder, &game), &path, expected);
    }
}

#[test]
fn a_change_of_any_byte_of_a_share_is_damage() {
    let (game, folder) = (mixed(700), Folder::new());
    let (solution, _) = saved(&game, NAME);
    save(&folder, &solution, 2);
    let path = path_of(&folder, 2, 2);
    let bytes = fs::read(&path).expect("just saved");
    for (place, change) in (0..bytes.len()).flat_map(|place| [1, 0x80, 0xFF].map(|change| (place, change))) {
        let mut damaged = bytes.clone();
        damaged[place] ^= change;
        fs::write(&path, &damaged).expect("it is ours");
        let (error, is_expected) = match open(&folder, &game) {
            Ok(stored) => {
                assert!(place > PREFIX, "byte {place}");
                // Values that are still found are right, and those of the other share are found.
                let is_wrong = |position: &u64| match stored.value(position) {
                    Ok(value) => value != solution.value(position),
                    Err(_) => Deal::new(700, 2).place(*position).0 == 0,
                };
                assert_eq!(positions(&game).find(is_wrong), None);
                assert!(is_damaged(&stored.value(&300)));
                (stored.load().expect_err("damaged"), true)
            }
            Err(error) => {
                let is_expected = match error.kind() {
                    LoadErrorKind::NotASolution => place < 17,
                    LoadErrorKind::ShareVersion { .. } => (17..21).contains(&place),
                    LoadErrorKind::Damaged { offset: 0 } => (21..PREFIX).contains(&place),
                    _ => place >= PREFIX,
                };
                (error, is_expected)
            }
        };
        assert!(is_expected, "byte {place} changed by {change}: {error}");
        assert_eq!(error.path(), Some(path.as_path()));
    }
}

#[test]
fn a_share_cut_at_any_byte_is_truncated() {
    let (game, folder) = (mixed(700), Folder::new());
    save(&folder, &saved(&game, NAME).0, 2);
    for number in [1, 2] {
        let path = path_of(&folder, number, 2);
        let bytes = fs::read(&path).expect("just saved");
        for length in 0..bytes.len() {
            fs::write(&path, &bytes[..length]).expect("it is ours");
            let error = open(&folder, &game).expect_err("truncated");
            assert!(
                matches!(error.kind(), LoadErrorKind::Truncated { bytes } if *bytes == length as u64),
                "{length}: {error}"
            );
            assert_eq!(error.path(), Some(path.as_path()));
        }
        fs::write(&path, [bytes.as_slice(), b"\n"].concat()).expect("it is ours");
        assert!(is_damaged(&open(&folder, &game)));
        fs::write(&path, bytes).expect("it is ours");
    }
}

#[test]
fn a_share_that_is_missing_is_named() {
    let (game, folder) = (mixed(700), Folder::new());
    let (solution, _) = saved(&game, NAME);
    let not_found = |result: Result<_, LoadError>| {
        let error = result.map(|_: Stored<_>| ()).expect_err("there is no file");
        assert!(matches!(error.kind(), LoadErrorKind::Io(error) if error.kind() == std::io::ErrorKind::NotFound));
        assert_eq!(error.path(), Some(path_in(&folder).as_path()));
    };
    not_found(open(&folder, &game));
    // Not the names of shares.
    for suffix in
        ["0-of-1", "2-of-1", "01-of-1", "+1-of-1", "1-of-1.9-0.part", "1-of-01", "-of-", "1-of-1 ", "1of1", ""]
    {
        fs::write(folder.path().join(format!("chain.solution.{suffix}")), "").expect("it is ours");
    }
    fs::write(folder.path().join("chain.solution1-of-1"), "").expect("it is ours");
    not_found(open(&folder, &game));

    for workers in [3, 2] {
        save(&folder, &solution, workers);
        for number in 1..=workers {
            let (path, bytes) = (path_of(&folder, number, workers), fs::read(path_of(&folder, number, workers)));
            fs::remove_file(&path).expect("it is ours");
            if workers == 3 {
                let expected = "one of 3 shares of the solution is missing; copy it here or save it again";
                check_error(open(&folder, &game), &path, expected);
            } else {
                assert_eq!(open(&folder, &game).expect("the others").sources().len(), 3);
            }
            fs::write(&path, bytes.expect("just saved")).expect("it is ours");
        }
    }
    assert_eq!(open(&folder, &game).expect("both").sources().len(), 2);
    fs::remove_file(path_of(&folder, 2, 2)).expect("it is ours");
    fs::remove_file(path_of(&folder, 1, 3)).expect("it is ours");
    let expected = "one of 2 shares of the solution is missing; copy it here or save it again";
    check_error(open(&folder, &game), &path_of(&folder, 2, 2), expected);
}

#[test]
fn shares_that_do_not_belong_together_are_named() {
    let (game, folder, second) = (comb(5_000, 4), Folder::new(), Folder::new());
    let (solution, _) = saved(&game, NAME);
    let value = |position: &u64| if *position == 4_999 { Value::Draw } else { solution.value(position) };
    let other = Solution::from_values(&game, value).expect("short distances");
    save(&second, &other, 3);
    let put = |from: PathBuf, number| fs::copy(from, path_of(&folder, number, 3)).expect("it is ours");
    // The values of the first share are the same in both.
    for number in [1, 2, 3] {
        save(&folder, &solution, 3);
        put(path_of(&second, number, 3), number);
        let expected = "a share of another solution than the first share; copy or save all shares again";
        check_error(open(&folder, &game), &path_of(&folder, number.max(2), 3), expected);
    }
    // Under another number, and then under the name of a share of fewer.
    save(&folder, &solution, 3);
    let [one, two] = [1, 2].map(|number| path_of(&folder, number, 3));
    let bytes = [&one, &two].map(|path| fs::read(path).expect("just saved"));
    fs::write(&one, &bytes[1]).and_then(|()| fs::write(&two, &bytes[0])).expect("it is ours");
    check_error(open(&folder, &game), &one, "share 2 of 3, by what it says; rename it, or save it again");
    fs::write(&one, &bytes[0]).and_then(|()| fs::rename(&two, path_of(&folder, 2, 2))).expect("it is ours");
    fs::rename(&one, path_of(&folder, 1, 2)).expect("it is ours");
    check_error(
        open(&folder, &game),
        &path_of(&folder, 1, 2),
        "share 1 of 3, by what it says; rename it, or save it again",
    );
}

#[test]
fn a_share_of_another_game_is_named() {
    let (game, folder) = (mixed(700), Folder::new());
    save(&folder, &saved(&game, NAME).0, 2);
    let (one, two) = (path_of(&folder, 1, 2), path_of(&folder, 2, 2));
    let result = Stored::open(path_in(&folder), &game, "another chain");
    check_error(result, &one, "solution of another game, \"a chain\"");
    let other = mixed(701);
    check_error(open(&folder, &other), &one, "solution of another game or other rules: it has 700 ranks");
    // Only one of them.
    let deal = Deal::new(700, 2);
    let (solution, _) = saved(&game, NAME);
    let share = prepare(&solution.share(deal, 1), "another chain", solution.checksum(), &path_in(&folder));
    share.and_then(PreparedShare::commit).expect("there is room");
    check_error(open(&folder, &game), &two, "solution of another game, \"another chain\"");
    save(&folder, &saved(&other, NAME).0, 2);
    fs::write(&one, forge([0, 2, 700, 256, 0], &[])).expect("it is ours");
    check_error(open(&folder, &other), &one, "solution of another game or other rules: it has 700 ranks");
    // Neither is a share a solution nor a solution a share.
    save(&folder, &solution, 2);
    let expected = "only a share of a solution; open the path without the numbers of the share at its end";
    check_error(Solution::load(&one, &game, NAME), &one, expected);
    solution.save(NAME, &two).expect("there is room");
    check_error(open(&folder, &game), &two, "not a saved solution; solve the game and save it");
    let mut later = fs::read(&one).expect("just saved");
    later[17] = 3;
    fs::write(&one, &later[..21]).expect("it is ours");
    let expected = "version 3 of the format of shares is unknown, expected version 2; read it with another release, or save the \
                    share again";
    check_error(open(&folder, &game), &one, expected);
}

#[test]
fn a_share_gets_its_name_when_it_is_committed() {
    let (game, folder) = (mixed(700), Folder::new());
    let (solution, _) = saved(&game, NAME);
    let names = || folder.files().into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    let is_incomplete = |name: &String| Path::new(name).extension().is_some_and(|last| last == "part");
    let new = NewShare::create(&path_in(&folder), Deal::new(700, 2), 0).expect("there is room");
    assert!(names().len() == 1 && names().iter().all(is_incomplete), "created before the share is solved");
    drop(new);
    let prepared = prepare_all(&folder, &solution, 2);
    assert!(names().len() == 2 && names().iter().all(is_incomplete));
    let sizes: Vec<u64> = prepared.iter().map(PreparedShare::bytes).collect();
    drop(prepared);
    assert_eq!(names(), [""; 0]);
    save(&folder, &solution, 2);
    assert_eq!(folder.files().iter().map(|(_, bytes)| bytes.len() as u64).collect::<Vec<_>>(), sizes);
    // What was left behind by one that was killed, of the same share and of another one.
    let [left, other] = [1, 2].map(|number| format!("chain.solution.{number}-of-2.4711-0.part"));
    for name in [&left, &other] {
        fs::write(folder.path().join(name), "half").expect("it is ours");
    }
    let share = prepare(&solution.share(Deal::new(700, 2), 0), NAME, solution.checksum(), &path_in(&folder));
    share.and_then(PreparedShare::commit).expect("there is room");
    assert_eq!(names(), ["chain.solution.1-of-2", "chain.solution.2-of-2", &other]);
}

#[test]
fn what_was_saved_earlier_is_removed() {
    let (folder, game) = (Folder::new(), mixed(10_000));
    let solution = solve(&game).expect("a consistent game");
    solution.save(NAME, path_in(&folder)).expect("there is room");
    for workers in [2, 3] {
        save(&folder, &solution, workers);
    }
    fs::write(folder.path().join("chain.solution.txt"), "notes").expect("there is room");
    let share = solution.share(Deal::new(game.ranks(), 3), 0);
    // The second time nothing is left to be removed.
    for _ in 0..2 {
        share.remove_earlier(&path_in(&folder)).expect("files can be removed");
        let names: Vec<String> = folder.files().into_iter().map(|(name, _)| name).collect();
        let shares = [1, 2, 3].map(|number| format!("chain.solution.{number}-of-3"));
        assert_eq!(names, [&shares[..], &["chain.solution.txt".to_owned()]].concat());
    }
    assert_eq!(open(&folder, &game).expect("just saved").load().expect("just saved"), solution);
}

#[test]
fn an_error_in_saving_a_share_names_the_file() {
    let (game, folder) = (mixed(700), Folder::new());
    let (solution, _) = saved(&game, NAME);
    let share = solution.share(Deal::new(700, 2), 0);
    let error = prepare(&share, &"n".repeat(4097), 0, &path_in(&folder)).expect_err("too long");
    let path = path_of(&folder, 1, 2);
    assert_eq!(error.to_string(), format!("{}: the name is longer than 4096 bytes", path.display()));
    let missing = folder.path().join("none").join("chain.solution");
    let error = prepare(&share, NAME, 0, &missing).expect_err("no folder");
    assert!(error.to_string().starts_with(&format!("{}.1-of-2: ", missing.display())), "{error}");
    fs::create_dir(&path).expect("it is ours");
    let error = prepare(&share, NAME, 0, &path_in(&folder)).expect_err("a folder");
    assert_eq!(error.to_string(), format!("{}: not a file; save the solution elsewhere", path.display()));
    fs::remove_dir(&path).expect("it is ours");
    let prepared = prepare(&share, NAME, 0, &path_in(&folder)).expect("there is room");
    fs::create_dir(&path).expect("it is ours");
    let error = prepared.commit().expect_err("a folder");
    assert!(error.to_string().starts_with(&format!("{}: ", path.display())), "{error}");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing incomplete is left");
}
