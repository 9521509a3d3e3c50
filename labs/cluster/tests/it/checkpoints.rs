//! What a run is continued from, and what it is not.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::Duration;

use cluster::{Cluster, ClusterError, Report};
use retrograde::{Solution, Solver};
use tempfile::TempDir;

use crate::heaps::heaps;
use crate::together::ply_of;

const LIMIT: u64 = 40;
const NAME: &str = "two heaps";

struct Folder(TempDir);

impl Folder {
    /// With the checkpoints of a run of two workers that was cut after this ply.
    fn with_run_cut_after(ply: u16) -> Self {
        let folder = Self(tempfile::tempdir().expect("a folder"));
        folder.cut_after(ply);
        folder
    }

    fn cut_after(&self, ply: u16) {
        let cluster = Cluster::new(2).checkpoint_interval(Duration::ZERO);
        let cluster = cluster.on_progress(move |progress| assert!(ply_of(progress) < ply, "as the test wants it"));
        catch_unwind(AssertUnwindSafe(|| cluster.solve(&heaps(LIMIT), NAME, self.0.path().join("heaps"))))
            .expect_err("cut");
        // The other worker may have been stopped just before that.
        let (new, last) = (self.file("2-of-2.checkpoint-new"), self.file("2-of-2.checkpoint"));
        if new.exists() {
            fs::rename(new, last).expect("it is there");
        }
    }

    fn file(&self, suffix: &str) -> PathBuf {
        self.0.path().join(format!("heaps.{suffix}"))
    }

    fn solve(&self, workers: usize) -> Result<Report, ClusterError> {
        Cluster::new(workers).solve(&heaps(LIMIT), NAME, self.0.path().join("heaps"))
    }

    /// The run is continued after this ply, and finds the solution of one machine.
    fn check_continued(&self, ply: Option<u16>) {
        assert_eq!(self.solve(2).expect("a consistent game").continued_from, ply);
        let expected = Solver::new().solve(heaps(LIMIT)).expect("a consistent game");
        assert_eq!(Solution::load(self.0.path().join("heaps"), heaps(LIMIT), NAME).expect("all shares"), expected);
        // The two shares.
        assert_eq!(fs::read_dir(self.0.path()).expect("a folder").count(), 2);
    }

    fn check_error(&self, workers: usize, suffix: &str, expected: &str) {
        let error = self.solve(workers).expect_err(expected).to_string();
        assert_eq!(error, format!("{}{expected}", self.file(suffix).display()));
    }
}

#[test]
fn a_run_is_continued_from_the_newest_checkpoint_of_all() {
    Folder::with_run_cut_after(7).check_continued(Some(7));
    // Cut while the first one is written.
    let folder = Folder::with_run_cut_after(7);
    fs::remove_file(folder.file("2-of-2.checkpoint")).expect("it is there");
    fs::rename(folder.file("1-of-2.checkpoint"), folder.file("1-of-2.checkpoint-new")).expect("it is there");
    folder.check_continued(None);
    // Cut while a later one is written.
    let folder = Folder::with_run_cut_after(7);
    let whole = fs::read(folder.file("1-of-2.checkpoint")).expect("it is there");
    fs::write(folder.file("1-of-2.checkpoint-new"), &whole[..whole.len() / 2]).expect("there is room");
    folder.check_continued(Some(7));
    // Cut when one worker has given it its name, and the other not yet.
    let folder = Folder::with_run_cut_after(7);
    let older = fs::read(folder.file("2-of-2.checkpoint")).expect("it is there");
    folder.cut_after(9);
    fs::rename(folder.file("2-of-2.checkpoint"), folder.file("2-of-2.checkpoint-new")).expect("it is there");
    fs::write(folder.file("2-of-2.checkpoint"), older).expect("there is room");
    folder.check_continued(Some(9));
}

#[test]
fn checkpoints_that_do_not_belong_together_are_an_error() {
    let folder = Folder::with_run_cut_after(7);
    let older = fs::read(folder.file("2-of-2.checkpoint")).expect("it is there");
    folder.cut_after(9);
    let newer = fs::read(folder.file("2-of-2.checkpoint")).expect("it is there");
    let mixed = " is not of the same moment as the checkpoints of other workers, or missing; \
                 put the right one in its place, or remove all of them to begin again";
    fs::remove_file(folder.file("2-of-2.checkpoint")).expect("it is there");
    folder.check_error(2, "2-of-2.checkpoint", mixed);
    fs::write(folder.file("2-of-2.checkpoint"), older).expect("there is room");
    folder.check_error(2, "2-of-2.checkpoint", mixed);
    let mut damaged = newer.clone();
    damaged[newer.len() / 2] ^= 1;
    fs::write(folder.file("2-of-2.checkpoint"), damaged).expect("there is room");
    let expected = ": the checkpoint is damaged; \
                    put a copy in its place, or remove the checkpoints of all workers to begin again";
    folder.check_error(2, "2-of-2.checkpoint", expected);
    fs::write(folder.file("2-of-2.checkpoint"), newer).expect("there is room");
    folder.check_continued(Some(9));
}

#[test]
fn another_number_of_workers_cannot_continue() {
    let folder = Folder::with_run_cut_after(7);
    fs::remove_file(folder.file("2-of-2.checkpoint")).expect("it is there");
    let expected = " is a checkpoint of 2 workers; start as many, or remove it to begin again";
    folder.check_error(3, "1-of-2.checkpoint", expected);
    // The checkpoint of a solution with a longer name is another one.
    fs::rename(folder.file("1-of-2.checkpoint"), folder.file("more.1-of-2.checkpoint")).expect("it is there");
    assert_eq!(folder.solve(3).expect("a consistent game").continued_from, None);
}

#[test]
fn checkpoints_may_have_a_folder_of_their_own() {
    let (folder, other) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let cluster = Cluster::new(2).checkpoint_interval(Duration::ZERO).checkpoint_folder(other.path().join("deeper"));
    let cut = cluster.clone().on_progress(|progress| assert!(ply_of(progress) < 7, "as the test wants it"));
    let path = folder.path().join("heaps");
    catch_unwind(AssertUnwindSafe(|| cut.solve(&heaps(LIMIT), NAME, &path))).expect_err("cut");
    assert!(other.path().join("deeper/heaps.2-of-2.checkpoint").exists());
    assert_eq!(cluster.solve(&heaps(LIMIT), NAME, &path).expect("a consistent game").continued_from, Some(7));
}
