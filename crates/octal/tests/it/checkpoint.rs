//! Stopping and continuing.

use std::fs;
use std::process::Stdio;
use std::time::Duration;

use crate::{TemporaryFile, octal, run, stdout, without_times};

/// The number of values in a checkpoint, 0 if it does not exist yet.
fn known(file: &TemporaryFile) -> usize {
    let Ok(bytes) = fs::read(&file.0) else { return 0 };
    let text = String::from_utf8_lossy(&bytes);
    let count = text.lines().find_map(|line| line.strip_prefix("values ")?.parse().ok());
    count.expect("the header of a checkpoint has the number of values")
}

/// The program is killed again and again, and continues each time. In the end the values are those of an undisturbed run.
#[test]
fn a_run_that_is_killed_at_any_moment_continues_from_its_checkpoint() {
    let file = TemporaryFile::new("killed");
    let part = TemporaryFile::new("killed.part");
    let arguments = [".007", "--to", "40000", "--every", "0", "--checkpoint", file.path()];
    let mut kills = 0;
    for milliseconds in (1..).map(|kill| 4 * kill) {
        let mut run = octal(&arguments).stdout(Stdio::null()).spawn().expect("the program can be started");
        std::thread::sleep(Duration::from_millis(milliseconds));
        run.kill().expect("it can be killed");
        run.wait().expect("it ends");
        if known(&file) > 20_000 {
            break;
        }
        kills += 1;
    }
    assert!(kills > 1);
    let resumed = stdout(&arguments);
    let undisturbed = stdout(&[".007", "--to", "40000", "--engine", "plain"]);
    assert_eq!(without_times(&resumed), without_times(&undisturbed));
    drop(part);
}

#[test]
fn a_checkpoint_is_continued_and_may_be_longer_than_asked_for() {
    let file = TemporaryFile::new("continued");
    for to in ["100", "5000", "50"] {
        let resumed = stdout(&["0.137", "--to", to, "--checkpoint", file.path()]);
        let fresh = stdout(&[".137", "--to", to]);
        assert_eq!(without_times(&resumed), without_times(&fresh), "{to}");
    }
    assert_eq!(known(&file), 5001);
}

#[test]
fn a_file_that_is_no_checkpoint_of_the_game_is_rejected_and_stays_as_it_is() {
    let file = TemporaryFile::new("rejected");
    stdout(&[".006", "--to", "100", "--checkpoint", file.path()]);
    for (bytes, reason) in [
        (fs::read(&file.0).expect("a checkpoint"), "it is of the game .006, not .007"),
        (b"a letter\n\nDear aunt".to_vec(), "it does not begin with 'values of an octal game, format 1'"),
    ] {
        fs::write(&file.0, &bytes).expect("it can be written");
        let output = run(&[".007", "--to", "100", "--checkpoint", file.path()]);
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(
            String::from_utf8_lossy(&output.stderr),
            format!("octal: {}: not a valid checkpoint; move it away, or name another file: {reason}\n", file.path())
        );
        assert!(fs::read(&file.0).expect("it is still there") == bytes);
    }
}
