//! Stopping and continuing.

use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

use testkit::TemporaryFolder;

use crate::{octal, run, stdout, without_times};

/// The number of values in a checkpoint, 0 if it does not exist yet.
fn known(checkpoint: &str) -> usize {
    let Ok(bytes) = fs::read(checkpoint) else { return 0 };
    let text = String::from_utf8_lossy(&bytes);
    let count = text.lines().find_map(|line| line.strip_prefix("values ")?.parse().ok());
    count.expect("the header of a checkpoint has the number of values")
}

/// The program is killed each time that it has saved a checkpoint, while it goes on or writes the next one. In the end the values
/// are those of an undisturbed run.
#[test]
#[cfg_attr(not(unix), ignore = "a file that is being read cannot be replaced")]
fn a_run_that_is_killed_continues_from_its_checkpoint() {
    const TO: usize = 40_000;
    let folder = TemporaryFolder::default();
    let (checkpoint, to) = (folder.path("values"), TO.to_string());
    let arguments = [".007", "--to", &to, "--every", "0", "--checkpoint", &checkpoint];
    while known(&checkpoint) <= TO {
        let before = known(&checkpoint);
        let mut run = octal(&arguments).stdout(Stdio::null()).spawn().expect("the program can be started");
        let start = Instant::now();
        while known(&checkpoint) == before {
            assert!(start.elapsed() < Duration::from_secs(60), "no checkpoint of more than {before} values");
            std::thread::sleep(Duration::from_millis(1));
        }
        run.kill().expect("it can be killed");
        run.wait().expect("it ends");
    }
    let resumed = stdout(&arguments);
    let undisturbed = stdout(&[".007", "--to", &to, "--engine", "plain"]);
    assert_eq!(without_times(&resumed), without_times(&undisturbed));
}

#[test]
fn a_checkpoint_is_continued_and_may_be_longer_than_asked_for() {
    let folder = TemporaryFolder::default();
    let checkpoint = folder.path("values");
    for to in ["100", "5000", "50"] {
        let resumed = stdout(&["0.137", "--to", to, "--checkpoint", &checkpoint]);
        let fresh = stdout(&[".137", "--to", to]);
        assert_eq!(without_times(&resumed), without_times(&fresh), "{to}");
    }
    assert_eq!(known(&checkpoint), 5001);
}

#[test]
fn a_file_that_is_no_checkpoint_of_the_game_is_rejected_and_stays_as_it_is() {
    let folder = TemporaryFolder::default();
    let checkpoint = folder.path("values");
    stdout(&[".006", "--to", "100", "--checkpoint", &checkpoint]);
    for (bytes, reason) in [
        (fs::read(&checkpoint).expect("a checkpoint"), "it is of the game .006, not .007"),
        (b"a letter\n\nDear aunt".to_vec(), "it does not begin with 'values of an octal game, format 2'"),
    ] {
        fs::write(&checkpoint, &bytes).expect("it can be written");
        let output = run(&[".007", "--to", "100", "--checkpoint", &checkpoint]);
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(
            String::from_utf8_lossy(&output.stderr),
            format!("octal: {checkpoint}: not a valid checkpoint; move it away, or name another file: {reason}\n")
        );
        assert!(fs::read(&checkpoint).expect("it is still there") == bytes);
    }
}

/// The last thing that a run does is to write its checkpoint, and the next one may have nothing to write.
#[test]
fn what_a_killed_run_has_left_is_removed() {
    let folder = TemporaryFolder::default();
    let checkpoint = folder.path("values");
    let arguments = [".77", "--to", "100", "--checkpoint", &checkpoint];
    stdout(&arguments);
    folder.write("values.part", b"values of an oct");
    stdout(&arguments);
    let names: Vec<_> =
        fs::read_dir(folder.root()).expect("a folder").map(|entry| entry.expect("an entry").file_name()).collect();
    assert_eq!(names, ["values"]);
}
