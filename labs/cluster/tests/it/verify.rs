//! Shares with wrong values, each of which must be found.

use std::path::Path;

use cluster::Cluster;
use retrograde::shares::{Partition, ShareFile};
use retrograde::{Ranked, Solution, Solver, Value};

use crate::heaps::heaps;
use crate::row::row;

fn write_shares<G: Ranked>(solution: &Solution<G>, workers: u64, path: &Path) {
    let partition = Partition::of_ranks(solution.game().ranks()).among(workers);
    for worker in 0..workers {
        let mut file = ShareFile::create(path, partition, worker).expect("a folder");
        let share = solution.share(partition, worker);
        file.write("a world", solution.checksum(), &share).expect("there is room");
        file.commit().expect("it is written");
    }
}

#[test]
fn every_wrong_value_is_found_by_some_worker() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, solver) = (folder.path().join("world"), Solver::new());
    for world in [heaps(3), row([3, 2], None)] {
        let right = solver.solve(&world).expect("a consistent game");
        for (changed, value) in (0..world.ranks()).zip([Value::Draw, Value::Win(1), Value::Loss(2)].into_iter().cycle())
        {
            let values = |at: &_| if *at == changed { value } else { right.value(at) };
            let solution = Solution::from_values(&world, values).expect("short distances");
            write_shares(&solution, 2, &path);
            // Rounds of one question, and of all.
            for bytes_in_flight in [1, Cluster::BYTES_IN_FLIGHT] {
                let verified = Cluster::new(2).bytes_in_flight(bytes_in_flight).verify(&world, "a world", &path);
                match (verified, solution == right) {
                    (Ok(report), true) => assert_eq!(report.checksum, right.checksum()),
                    (Err(error), false) => assert!(error.to_string().contains(" rank "), "{error}"),
                    (verified, _) => panic!("rank {changed}: {verified:?}"),
                }
            }
        }
    }
}

#[test]
fn shares_of_different_solutions_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("heaps");
    let solution = |world| Solver::new().solve(world).expect("a consistent game");
    write_shares(&solution(row([9, 0], None)), 2, &path);
    let first = folder.path().join("heaps.1-of-2");
    let kept = std::fs::read(&first).expect("a share");
    write_shares(&solution(row([0, 9], None)), 2, &path);
    std::fs::write(&first, kept).expect("there is room");
    let error = Cluster::new(2).verify(&row([9, 0], None), "a world", &path).expect_err("two solutions").to_string();
    assert!(error.contains("are not of one solution; solve it again"), "{error}");
}
