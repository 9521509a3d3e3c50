//! How much memory solving takes: two bytes and a quarter a rank where a game knows its predecessors.

use std::fs;
use std::process::Command;

use retrograde::{Game, Value, solve};

/// A heap is divided by two or by three, rounded down, until nothing is left of it.
struct Shares(u32);

impl Game for Shares {
    type Position = u32;

    const KNOWS_PREDECESSORS: bool = true;

    fn ranks(&self) -> u32 {
        self.0
    }

    fn rank(&self, heap: &u32) -> u32 {
        *heap
    }

    fn unrank(&self, rank: u32) -> Option<u32> {
        Some(rank)
    }

    fn successors(&self, heap: &u32, visit: impl FnMut(u32)) {
        [2, 3].iter().filter(|_| *heap > 0).map(|by| heap / by).for_each(visit);
    }

    fn predecessors(&self, heap: &u32, visit: impl FnMut(u32)) {
        let parts = [2, 3].into_iter().flat_map(|by| (by * heap)..(by * (heap + 1)));
        parts.filter(|before| *before > 0 && *before < self.0).for_each(visit);
    }
}

const HEAPS: u32 = 30_000_000;

/// Says that a process is there to be measured.
const MEASURED: &str = "RETROGRADE_MEASURED";

/// The most memory that this process has ever had, in bytes.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("Linux tells");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("Linux tells the peak");
    1024 * line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number of kibibytes")
}

#[test]
#[cfg(target_os = "linux")]
fn two_bytes_and_a_half_a_rank_are_enough() {
    if std::env::var_os(MEASURED).is_some() {
        let before = peak();
        let solution = solve(&Shares(HEAPS)).expect("a sound game");
        assert_eq!(solution.value(&Shares(HEAPS), &1), Value::Win(1));
        let taken = peak() - before;
        assert!(2 * taken < 5 * u64::from(HEAPS), "{taken} bytes for {HEAPS} ranks");
        return;
    }
    assert_eq!(retrograde::audit(&Shares(10_000)), Ok(()));
    // Other tests run beside this one, so it is done once more in a process of its own.
    let test = std::env::current_exe().expect("this test");
    let name = "lean::two_bytes_and_a_half_a_rank_are_enough";
    let output = Command::new(test).args(["--exact", name]).env(MEASURED, "1").output().expect("a test can be run");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
}
