//! All ways in which a run fails, with processes of the operating system: each of them ends, says why in one line, and
//! leaves no solution that looks whole.

use std::fs;
use std::path::PathBuf;

use retrograde::{Solution, Solver};
use tempfile::TempDir;
use testkit::{Listeners, wait_until};

use crate::processes::{Process, Setup};
use crate::row::{Moment, row};

/// Small, with many rounds. The workers of two processes keep four positions in turn.
const LENGTH: u64 = 40;
pub(crate) const ROW: [u64; 2] = [LENGTH, 0];

pub(crate) struct Run {
    folder: TempDir,
    listeners: Listeners,
    pub(crate) setups: Vec<Setup>,
}

impl Run {
    pub(crate) fn new(processes: usize) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let (listeners, path) = (Listeners::new(processes), folder.path().join("row"));
        let setups = (0..processes).map(|process| Setup::new(process, &listeners, &path)).collect();
        Self { folder, listeners, setups }
    }

    fn spawn(&self) -> Vec<Process> {
        self.setups.iter().map(Setup::spawn).collect()
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// How a message names a process.
    fn place(&self, process: usize) -> String {
        format!("process {process} at {}", self.listeners.addresses()[process])
    }

    /// Has a checkpoint written in each round.
    pub(crate) fn write_checkpoints(&mut self) {
        self.setups.iter_mut().for_each(|setup| setup.interval = 0);
    }

    /// Has processes panic that enumerate positions again, in place of continuing.
    pub(crate) fn expect_checkpoint(&mut self) {
        let workers = self.setups.len() as u64;
        for (process, setup) in (0..).zip(&mut self.setups) {
            // The workers keep one position in turn.
            setup.silence_limit = 30;
            (setup.hold, setup.panics) = (Some((Moment::Enumeration, 10 * workers + process)), true);
        }
    }

    /// Starts all processes again, which have the solution of one machine then.
    fn start_again(self) {
        for process in self.spawn() {
            assert_eq!(process.end(), (true, String::new()));
        }
        self.check_solution();
    }

    pub(crate) fn check_solution(&self) {
        let row = row(ROW, None);
        let loaded = Solution::load(self.file("row"), &row, "test").expect("all shares are there");
        assert_eq!(loaded, Solver::new().solve(&row).expect("a consistent game"));
        let names: Vec<_> =
            fs::read_dir(self.folder.path()).expect("a folder").flatten().map(|file| file.path()).collect();
        assert!(names.iter().all(|name| !name.to_string_lossy().contains("checkpoint")), "{names:?}");
    }

    pub(crate) fn check_no_solution(&self) {
        Solution::load(self.file("row"), row(ROW, None), "test").expect_err("a failed run");
    }
}

/// Kills a process that waits at a moment, checks that the other one notices, and continues.
fn check_kill(moment: Moment, killed: usize, position: u64) {
    let mut run = Run::new(2);
    run.write_checkpoints();
    run.setups[killed].hold = Some((moment, position));
    let mut processes = run.spawn();
    wait_until("it does not happen", || run.file("reached").exists());
    processes[killed].kill();
    let error = processes.swap_remove(1 - killed).error();
    assert!(error.starts_with(&format!("{} ended unexpectedly (", run.place(killed))), "{error}");
    run.check_no_solution();
    run.setups[killed].hold = None;
    if moment != Moment::Enumeration {
        run.expect_checkpoint();
    }
    run.start_again();
}

#[test]
fn a_process_is_killed_at_any_moment() {
    let last = [LENGTH - 1; 2];
    for (moment, positions) in [(Moment::Enumeration, [2, 5]), (Moment::Round, [16, 21]), (Moment::LastRound, last)] {
        for (killed, position) in positions.into_iter().enumerate() {
            check_kill(moment, killed, position);
        }
    }
}

/// A link to a device that is always full stands in for a full disk.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_is_full() {
    let mut run = Run::new(2);
    run.write_checkpoints();
    run.setups[0].hold = Some((Moment::Round, 16));
    let processes = run.spawn();
    wait_until("it does not happen", || run.file("reached").exists());
    drop(processes);
    run.setups[0].hold = None;
    let full = run.file("row.2-of-2.checkpoint-new");
    std::os::unix::fs::symlink("/dev/full", &full).expect("a link");
    let reason = format!(
        "cannot write a checkpoint: {}: No space left on device (os error 28); free some space, then start all \
         processes again, and they continue from their last checkpoint",
        full.display()
    );
    let [zero, one] = <[Process; 2]>::try_from(run.spawn()).ok().expect("two processes").map(Process::error);
    assert_eq!([zero, one], [format!("{} ended the run: {reason}", run.place(1)), reason]);
    run.expect_checkpoint();
    run.start_again();
}

#[test]
fn a_process_is_stopped_and_goes_on_later() {
    let mut run = Run::new(3);
    run.write_checkpoints();
    for setup in &mut run.setups {
        setup.silence_limit = 5;
    }
    run.setups[2].hold = Some((Moment::Round, 8));
    let mut processes = run.spawn();
    wait_until("it does not happen", || run.file("reached").exists());
    processes[2].signal("STOP");
    let stopped = processes.pop().expect("three processes");
    for error in processes.into_iter().map(Process::error) {
        assert!(error.contains(&format!("{} gave no sign of life for 5 seconds; ", run.place(2))), "{error}");
    }
    fs::write(run.file("released"), "").expect("a file");
    stopped.signal("CONT");
    let error = stopped.error();
    assert!(error.starts_with("process 0 at ") || error.starts_with("process 1 at "), "{error}");
    run.check_no_solution();
    run.expect_checkpoint();
    run.start_again();
}
