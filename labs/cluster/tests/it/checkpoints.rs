//! What a run continues from, and what it does not.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::Duration;

use cluster::Cluster;
use retrograde::Solver;
use retrograde::progress::{Progress, Stage};
use tempfile::TempDir;

use crate::{game, solve};

const RANKS: u64 = 5_000;

/// A folder with the checkpoints of two processes, which save at the end of each ply.
struct Folder(TempDir);

impl Folder {
    /// After a run that was cut at the end of this ply.
    fn cut_after(ply: u16) -> Self {
        let folder = Self(tempfile::tempdir().expect("a folder"));
        folder.cut(ply, None);
        folder
    }

    fn cut(&self, last: u16, checkpoint_folder: Option<PathBuf>) {
        let cut = |Progress { stage, .. }| {
            assert!(!matches!(stage, Stage::WorkingBackwards { plies } if plies > last), "as the test wants it");
        };
        let (checkpoint_interval, on_progress) = (Duration::ZERO, Some(&cut as &(dyn Fn(Progress) + Sync)));
        let cluster = Cluster { checkpoint_interval, checkpoint_folder, on_progress, ..Cluster::default() };
        catch_unwind(AssertUnwindSafe(|| solve(&cluster, 2, &game(RANKS), &self.file("")))).expect_err("cut");
    }

    fn file(&self, suffix: &str) -> PathBuf {
        self.0.path().join(format!("game{suffix}"))
    }

    /// The run continues after this ply, and finds the solution of one machine.
    fn check_continued(&self, ply: Option<u16>) {
        let report = solve(&Cluster::default(), 2, &game(RANKS), &self.file("")).expect("a consistent game");
        let expected = Solver::new().solve(game(RANKS)).expect("a consistent game").checksum();
        assert_eq!((report.continued_from, report.checksum), (ply, expected));
        assert_eq!(fs::read_dir(self.0.path()).expect("a folder").count(), 1, "the solution alone");
    }

    fn check_error(&self, count: usize, expected: &str) {
        let error = solve(&Cluster::default(), count, &game(RANKS), &self.file("")).expect_err(expected);
        assert_eq!(error.text.replace(&*self.file("").to_string_lossy(), "game"), expected);
    }
}

#[test]
fn a_run_continues_from_the_newest_checkpoint_of_all() {
    // Each ply has a checkpoint, the first ply number 1: numbers 5 and 4 are there.
    Folder::cut_after(4).check_continued(Some(4));
    // Cut while the first one is written.
    let folder = Folder::cut_after(0);
    fs::write(folder.file(".2-of-2.checkpoint-1"), "retrograde").expect("there is room");
    folder.check_continued(None);
    // Cut while a later one is written by one process, and not begun by the other.
    let folder = Folder::cut_after(4);
    let newest = folder.file(".1-of-2.checkpoint-1");
    let whole = fs::read(&newest).expect("it is there");
    fs::write(&newest, &whole[..whole.len() / 2]).expect("there is room");
    folder.check_continued(Some(3));
}

#[test]
fn checkpoints_that_do_not_belong_together_are_an_error() {
    let folder = Folder::cut_after(4);
    let older = folder.file(".2-of-2.checkpoint-0");
    fs::remove_file(folder.file(".2-of-2.checkpoint-1")).expect("it is there");
    let kept = fs::read(&older).expect("it is there");
    fs::remove_file(&older).expect("it is there");
    folder.check_error(
        2,
        "game.2-of-2.checkpoint-1 is not of the same moment as the checkpoints of other processes, or missing; \
         put the right one in its place, or remove all of them to begin again",
    );
    let mut damaged = kept.clone();
    damaged[kept.len() / 2] ^= 1;
    fs::write(&older, damaged).expect("there is room");
    let advice = "put a copy in its place, or remove the checkpoints of all processes to begin again";
    folder.check_error(2, &format!("game.2-of-2.checkpoint-0: the checkpoint is damaged; {advice}"));
    fs::write(&older, "something else, which is as long as the beginning of a checkpoint is").expect("there is room");
    let foreign = "not a checkpoint of this share of this game by this version";
    folder.check_error(2, &format!("game.2-of-2.checkpoint-0: {foreign}; {advice}"));
    fs::write(&older, kept).expect("there is room");
    folder.check_continued(Some(3));
}

#[test]
fn another_number_of_processes_cannot_continue() {
    let folder = Folder::cut_after(0);
    fs::remove_file(folder.file(".2-of-2.checkpoint-1")).expect("it is there");
    folder.check_error(
        3,
        "game.1-of-2.checkpoint-1 is a checkpoint of 2 processes; start 2, or remove it to begin again",
    );
    // The checkpoint of a solution with a longer name is another one.
    fs::rename(folder.file(".1-of-2.checkpoint-1"), folder.file(".more.1-of-2.checkpoint-1")).expect("it is there");
    let report = solve(&Cluster::default(), 3, &game(RANKS), &folder.file("")).expect("a consistent game");
    assert_eq!(report.continued_from, None);
}

#[test]
fn checkpoints_may_have_a_folder_of_their_own() {
    let (folder, other) = (Folder(tempfile::tempdir().expect("a folder")), tempfile::tempdir().expect("a folder"));
    folder.cut(2, Some(other.path().to_owned()));
    assert!(other.path().join("game.1-of-2.checkpoint-1").exists());
    assert_eq!(fs::read_dir(folder.0.path()).expect("a folder").count(), 0);
}
