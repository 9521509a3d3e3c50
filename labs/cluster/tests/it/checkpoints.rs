//! What a run continues from, and what it does not.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::Duration;

use cluster::Cluster;
use retrograde::Solver;
use retrograde::solver::{Progress, Stage};
use tempfile::TempDir;

use crate::{game, run};

const RANKS: u64 = 5_000;

/// A folder with the checkpoints of two processes, which save at the end of each ply.
struct Folder(TempDir);

impl Folder {
    /// After a run that was cut at the end of this ply.
    fn cut_after(last: u16) -> Self {
        let folder = Self(tempfile::tempdir().expect("a folder"));
        let cut = |Progress { stage, .. }| {
            assert!(!matches!(stage, Stage::WorkingBackwards { plies } if plies > last), "as the test wants it");
        };
        let cluster = Cluster { checkpoint_interval: Duration::ZERO, on_progress: &cut, ..Cluster::default() };
        catch_unwind(AssertUnwindSafe(|| run(&cluster, 2, &game(RANKS), folder.0.path()))).expect_err("cut");
        folder
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The run continues after this ply, and finds the solution of one machine.
    fn check_continued(&self, ply: Option<u16>) {
        let report = run(&Cluster::default(), 2, &game(RANKS), self.0.path()).expect("a consistent game");
        let expected = Solver::new().solve(game(RANKS)).expect("a consistent game").checksum();
        assert_eq!((report.continued_from, report.header.checksum), (ply, expected));
        assert_eq!(fs::read_dir(self.0.path()).expect("a folder").count(), 2, "the solution and the lock alone");
    }

    fn check_error(&self, count: usize, expected: &str) {
        let error = run(&Cluster::default(), count, &game(RANKS), self.0.path()).expect_err(expected);
        let text = error.0.replace(&*self.0.path().to_string_lossy(), "");
        assert!(text.starts_with(&format!("process {expected}; put the right one in its place, or ")), "{text}");
    }
}

#[test]
fn a_run_continues_from_the_newest_checkpoint_of_all() {
    // Each ply has a checkpoint, the first ply number 1: numbers 5 and 4 are there.
    Folder::cut_after(4).check_continued(Some(4));
    // Cut while the first one is written.
    let folder = Folder::cut_after(0);
    fs::write(folder.file("0.solution.process-1.checkpoint-1"), "retrograde").expect("there is room");
    folder.check_continued(None);
    // Cut while a later one is written by one process, and not begun by the other.
    let folder = Folder::cut_after(4);
    let newest = folder.file("0.solution.process-0.checkpoint-1");
    let whole = fs::read(&newest).expect("it is there");
    fs::write(&newest, &whole[..whole.len() / 2]).expect("there is room");
    folder.check_continued(Some(3));
}

#[test]
fn checkpoints_that_do_not_belong_together_are_an_error() {
    let folder = Folder::cut_after(4);
    folder.check_error(3, "0: /0.solution.process-0.checkpoint-0: a checkpoint of 2 workers, not of 3");
    let [older, newest] = [0, 1].map(|number| folder.file(&format!("0.solution.process-1.checkpoint-{number}")));
    let kept = fs::read(&older).expect("it is there");
    for file in [&older, &newest] {
        fs::remove_file(file).expect("it is there");
    }
    folder.check_error(2, "1: /0.solution.process-1.checkpoint-1 is missing, or not of the same moment as the others");
    let mut damaged = kept.clone();
    damaged[kept.len() / 2] ^= 1;
    fs::write(&older, damaged).expect("there is room");
    folder.check_error(2, "1: /0.solution.process-1.checkpoint-0: the checkpoint is damaged");
    fs::write(
        &older,
        "something else, which is as long as the beginning of a checkpoint is: the name of the part, and more",
    )
    .expect("there is room");
    folder.check_error(
        2,
        "1: /0.solution.process-1.checkpoint-0: not a checkpoint of this share of this game by this version",
    );
    fs::write(&older, kept).expect("there is room");
    folder.check_continued(Some(3));
}
