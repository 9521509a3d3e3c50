//! Games solved by several workers, each with its own share, whose messages come in any order.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use retrograde::files::Stored;
use retrograde::solver::{Partition, Region, Share, ShareMove};
use retrograde::{Error, ErrorKind, Ranked, Solution, Solver, Value};

use crate::folder::Folder;
use crate::world::{World, index};
use crate::worlds::{failure, rows, solve};

/// Solves a game by `workers` workers that send few moves at a time. Messages arrive in an order that depends on the
/// number of moves. With a path, a run is cut after every second time, and continued from what was saved there.
fn solve_by_shares<'a>(
    region: &'a Region<'a, World>,
    workers: u64,
    moves: u64,
    checkpoint: Option<&Path>,
) -> Result<Vec<Share<'a, World>>, Error> {
    let partition = Partition::new(region.ranks(), workers);
    let new = |worker| Share::new(region, partition, worker);
    let mut shares: Vec<_> = (0..workers).map(new).collect::<Result<_, _>>()?;
    for share in &mut shares {
        while share.enumerate(7)? {}
    }
    let mut times = 0;
    'plies: while let Some(ply) = shares.iter().filter_map(Share::next_ply).min() {
        for share in &mut shares {
            share.begin_ply(ply);
        }
        let mut is_left = true;
        while is_left {
            let mut messages: Vec<(u64, ShareMove)> = Vec::new();
            is_left = false;
            for share in &mut shares {
                is_left |= share.send(moves, |worker, decided| {
                    messages.push((worker, decided));
                })?;
            }
            let middle = messages.len() / 2;
            messages.rotate_left(middle);
            messages.reverse();
            for (worker, share) in (0..).zip(&mut shares) {
                share.receive(messages.iter().filter(|(to, _)| *to == worker).map(|(_, decided)| *decided))?;
            }
            times += 1;
            if let Some(path) = checkpoint.filter(|_| times % 2 == 1) {
                for (worker, share) in (0..).zip(&mut shares) {
                    share.save("world", times, path).expect("there is room");
                    let (loaded, number) = Share::load(region, "world", partition, worker, path).expect("whole");
                    assert_eq!((number, loaded.progress(), loaded.ply()), (times, share.progress(), ply));
                    *share = loaded;
                }
                continue 'plies;
            }
        }
        shares.iter_mut().for_each(Share::end_ply);
    }
    Ok(shares)
}

/// The game as one part in a folder, for its solution.
fn stored(folder: &Folder, game: &World) -> Stored<World> {
    let whole = World { parts: Vec::new(), ..game.clone() };
    Stored::folder(folder.path(), whole, "world").expect("one part")
}

/// Verifies a solution by its shares, and one that differs from it in one value.
fn check_verified(right: &Solution<World>, workers: u64) {
    let (folder, game) = (Folder::new(), right.game());
    let (stored, partition) = (stored(&folder, game), Partition::new(game.ranks(), workers));
    let is_verified = |solution: &Solution<World>| {
        solution.save("world: all", stored.path(0)).expect("there is room");
        (0..workers).all(|worker| Solver::new().verify_share(&stored, 0, partition, worker).is_ok())
    };
    assert!(is_verified(right), "{workers} workers");
    let Some((changed, value)) = right.iter().nth(index(game.ranks() / 4)) else { return };
    let wrong = if value == Value::Draw { Value::Win(1) } else { Value::Draw };
    let value = |at: &u64| if *at == changed { wrong } else { right.get(at).expect("a position") };
    let solution = Solution::from_values(game.clone(), value).expect("short distances");
    assert!(!is_verified(&solution), "{wrong} at {changed}");
}

/// The bytes of a file are those that a single machine writes.
fn check_file(solution: &Solution<World>, shares: &[Share<'_, World>], partition: Partition, piece: u64) {
    let (folder, ranks) = (Folder::new(), partition.ranks());
    let pieces = (0..ranks).step_by(index(piece)).map(|start| start..ranks.min(start + piece));
    let values = pieces.map(|ranks| {
        assert!(!folder.has("all.solution"));
        Ok::<_, Error>(shares.iter().map(|share| share.values(ranks.clone())).collect())
    });
    let header = stored(&folder, solution.game()).gather(0, partition, values).expect("there is room");
    let mut expected = Vec::new();
    solution.write("world: all", &mut expected).expect("a vector takes everything");
    assert!(folder.read("all.solution") == expected, "the same bytes");
    assert!(header.checksum == solution.checksum() && folder.names() == ["all.solution"]);
}

#[test]
fn what_is_not_a_value_is_not_taken_from_another_worker() {
    let (folder, partition) = (Folder::new(), Partition::new(3, 2));
    let stored = stored(&folder, &rows(3, |_| false));
    let two = vec![0; 4];
    for values in [vec![], vec![vec![two.clone(), vec![]]], vec![vec![two.clone(), two.clone()]], vec![vec![two]]] {
        let error = stored.gather(0, partition, values.into_iter().map(Ok::<_, Error>)).expect_err("not the values");
        assert!(error.to_string().ends_with("all.solution: the values that a worker sent are damaged"), "{error}");
        assert!(!folder.has("all.solution"));
    }
}

/// Solves a game by shares in several ways, and compares with its solution by a single machine.
pub(crate) fn check_shares(game: &World, expected: &Solution<World>) {
    check_verified(expected, 3);
    let folder = Folder::new();
    let (checkpoint, region) = (folder.path().join("checkpoint"), Region::whole(game));
    for (workers, moves, checkpoint) in [(1, 1, None), (2, 1_000, None), (3, 2, None), (3, 2, Some(&*checkpoint))] {
        let shares = solve_by_shares(&region, workers, moves, checkpoint).expect("a consistent game");
        let partition = Partition::new(game.ranks(), workers);
        check_file(expected, &shares, partition, moves);
    }
}

#[test]
fn what_is_not_a_position_is_an_error_in_shares_too() {
    // A worker sends the index of a rank that there is not, which is not a rank itself.
    let game = rows(4, |_| false);
    let region = Region::whole(&game);
    let mut share = Share::new(&region, Partition::new(4, 2), 1).expect("memory");
    for index in [2, 3, u64::MAX] {
        let error = share.receive([ShareMove { index, wins: false, weight: 1 }]);
        assert_eq!(failure(error), (ErrorKind::Game, None));
    }
}

#[test]
fn a_checkpoint_is_read_only_as_what_it_is() {
    let (game, folder, partition) = (rows(100, |_| false), Folder::new(), Partition::new(100, 2));
    let path = folder.path().join("checkpoint");
    let region = Region::whole(&game);
    let share = Share::new(&region, partition, 1).expect("memory");
    let load = |name: &str, worker, path: &Path| {
        let loaded = Share::load(&region, name, partition, worker, path).map(|(_, number)| number);
        loaded.map_err(|error| (error.kind(), error.to_string().replace(&folder.file("checkpoint"), "FILE")))
    };
    assert_eq!(load("rows", 1, &path).map_err(|(kind, _)| kind), Err(ErrorKind::NotSolved));
    share.save("rows", 7, &path).expect("there is room");
    assert_eq!(load("rows", 1, &path), Ok(7));
    let other = "FILE: not a checkpoint of this share of this game by this version".to_owned();
    assert_eq!(load("row", 1, &path), Err((ErrorKind::OtherGame, other.clone())));
    assert_eq!(load("rows", 0, &path), Err((ErrorKind::OtherGame, other)));
    let whole = folder.read("checkpoint");
    for at in 0..whole.len() {
        folder.write("checkpoint", &whole[..at]);
        let incomplete = load("rows", 1, &path).expect_err("incomplete");
        assert_eq!(incomplete, (ErrorKind::NotSolved, "FILE: the checkpoint is incomplete".to_owned()), "{at}");
        let mut damaged = whole.clone();
        damaged[at] ^= 16;
        folder.write("checkpoint", &damaged);
        let (kind, _) = load("rows", 1, &path).expect_err("a bit is wrong");
        assert!(matches!(kind, ErrorKind::Damaged | ErrorKind::OtherGame), "{at}: {kind:?}");
    }
    folder.write("checkpoint", &whole);
    let longer = AssertUnwindSafe(|| {
        let longer = rows(101, |_| false);
        Share::load(&Region::whole(&longer), "rows", partition, 1, &path).map(drop)
    });
    assert!(catch_unwind(longer).is_err(), "the partition is of another game");
}

#[test]
fn every_rank_has_one_worker_and_index() {
    for (ranks, workers) in [(0, 1), (1, 3), (3, 2), (4, 2), (5, 2), (5_000, 7), (100_000, 3), (3_000_000, 2)] {
        let partition = Partition::new(ranks, workers);
        let mut next = vec![0; index(workers)];
        for rank in 0..ranks {
            let (worker, place) = partition.place(rank);
            // A worker's ranks are in ascending order, without gaps.
            assert_eq!((place, partition.rank(worker, place)), (next[index(worker)], rank), "{ranks} {workers}");
            next[index(worker)] += 1;
        }
        assert!((0..workers).map(|worker| partition.ranks_of(worker)).eq(next), "{ranks} {workers}");
    }
    let partition = Partition::new(10_000_000_000, 48);
    let shares: Vec<u64> = (0..48).map(|worker| partition.ranks_of(worker)).collect();
    let [least, most] = [shares.iter().min(), shares.iter().max()].map(|share| *share.expect("48 shares"));
    assert!(shares.iter().sum::<u64>() == 10_000_000_000 && most - least <= least / 20, "{least} {most}");
}

/// Two halves of this number of positions: one of the second leads to the position of the same number in the first,
/// where the game has ended.
fn halves(half: u64) -> World {
    let origins = move |at: u64| (at < half).then_some(at + half).into_iter().collect();
    World { origins: Arc::new(origins), ..World::new(2 * half, move |at| at.checked_sub(half).into_iter().collect()) }
}

#[test]
fn a_worker_sends_no_more_at_a_time_than_it_may() {
    let game = halves(10_000);
    let send_all = |most| {
        let region = Region::whole(&game);
        let mut share = Share::new(&region, Partition::new(game.ranks(), 2), 0).expect("memory");
        while share.enumerate(u64::MAX).expect("a consistent game") {}
        share.begin_ply(0);
        let mut counts = Vec::new();
        let mut is_left = true;
        while is_left {
            let mut sent = 0;
            is_left = share.send(most, |_, _| sent += 1).expect("a consistent game");
            counts.push(sent);
        }
        counts
    };
    let all = send_all(u64::MAX)[0];
    assert!(all > 1_000, "{all} moves to the other share");
    let counts = send_all(10);
    assert_eq!(counts.iter().sum::<u64>(), all);
    // Each position has a single move to it.
    assert_eq!(counts.iter().max(), Some(&10));
}

#[test]
fn a_worker_decides_many_moves_of_its_own() {
    let game = halves(300_000);
    let solution = solve(game.clone()).expect("a consistent game");
    let expected = |at: &u64| if *at < 300_000 { Value::Loss(0) } else { Value::Win(1) };
    assert!(game.positions().all(|at| solution.get(&at) == Some(expected(&at))));
    let (folder, region) = (Folder::new(), Region::whole(&game));
    // A checkpoint of 600,000 ranks is read in several pieces.
    for checkpoint in [None, Some(&*folder.path().join("checkpoint"))] {
        let shares = solve_by_shares(&region, 1, 1 << 40, checkpoint).expect("a consistent game");
        check_file(&solution, &shares, Partition::new(game.ranks(), 1), 1 << 20);
    }
}

/// A worker that is stopped in between has found only some of its positions.
#[test]
fn a_checkpoint_of_positions_that_are_still_being_found_continues_there() {
    let (game, folder, partition) = (rows(1_000, |_| false), Folder::new(), Partition::new(1_000, 1));
    let (region, path) = (Region::whole(&game), folder.path().join("checkpoint"));
    let mut share = Share::new(&region, partition, 0).expect("memory");
    assert!(share.enumerate(300).expect("a consistent game"));
    share.save("rows", 1, &path).expect("there is room");
    let (mut share, _) = Share::load(&region, "rows", partition, 0, &path).expect("whole");
    assert_eq!(share.progress().1, 300);
    while share.enumerate(300).expect("a consistent game") {}
    while let Some(ply) = share.next_ply() {
        share.begin_ply(ply);
        while share.send(u64::MAX, |_, _| panic!("it is alone")).expect("a consistent game") {}
        share.end_ply();
    }
    check_file(&solve(game.clone()).expect("a consistent game"), &[share], partition, 1_000);
}
