//! Random small games with known values at any ply, moves that leave, holes, symmetry and turns of several moves.

use std::path::Path;

use cluster::Cluster;
use retrograde::shares::{Partition, ShareFile};
use retrograde::{Ranked, Solution, Solver, Value};

use crate::map::Map;

/// Bytes that look random, the same for the same number.
fn bytes(number: u64) -> Vec<u8> {
    let mut state = number;
    let words = std::iter::repeat_with(move || {
        // splitmix64
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    });
    words.take(16).flat_map(u64::to_le_bytes).collect()
}

#[test]
fn random_games_of_every_kind_have_the_solution_of_one_machine() {
    let folder = tempfile::tempdir().expect("a folder");
    for number in 0..100 {
        let map = Map::from_bytes(&bytes(number));
        let world = map.world();
        let expected = Solver::new().solve(&world).expect("a consistent game");
        for threads in [2, 3] {
            let path = folder.path().join(format!("{number}-{threads}"));
            let report = Cluster::new(threads).solve(&world, "a world", &path).expect("a consistent game");
            assert_eq!(report.checksum, expected.checksum());
            assert_eq!(Solution::load(&path, &world, "a world").expect("all shares"), expected, "{map:?}");
        }
    }
}

/// Writes a solution as the shares of some workers.
fn write_shares<G: Ranked>(solution: &Solution<G>, workers: u64, path: &Path) {
    let partition = Partition::of_ranks(solution.game().ranks()).among(workers);
    for worker in 0..workers {
        let mut file = ShareFile::create(path, partition, worker).expect("a folder");
        let share = solution.share(partition, worker);
        file.write("a world", solution.checksum(), &share).expect("there is room");
        file.commit().expect("it is written");
    }
}

/// What is wrong is found by the oracle, which is the check of a whole solution on one machine.
#[test]
fn shares_are_right_if_the_whole_solution_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, solver) = (folder.path().join("world"), Solver::new());
    let mut wrong = 0;
    for number in 0..12 {
        let map = Map::from_bytes(&bytes(number));
        let world = map.world();
        let right = solver.solve(&world).expect("a consistent game");
        for (rank, value) in (0..).zip([Value::Draw, Value::Win(1), Value::Loss(2)]) {
            let changed = |at: &_| if world.rank(at) == Some(rank) { value } else { right.value(at) };
            let solution = Solution::from_values(&world, changed).expect("short distances");
            for threads in [1, 3] {
                write_shares(&solution, threads, &path);
                let threads = usize::try_from(threads).expect("a few");
                // Rounds of one question and of all.
                let cluster = Cluster::new(threads).bytes_in_flight([1, Cluster::BYTES_IN_FLIGHT][threads % 2]);
                let verified = cluster.verify(&world, "a world", &path);
                assert_eq!(verified.is_ok(), solver.verify(&solution).is_ok(), "{map:?}, {rank}, {value}");
                match verified {
                    Ok(report) => assert_eq!(report.checksum, solution.checksum()),
                    Err(error) => {
                        wrong += 1;
                        assert!(error.to_string().contains("rank"), "{error}");
                    }
                }
            }
        }
    }
    assert!(wrong > 10, "{wrong}");
}
