//! Stopping and continuing.

use std::fs;
use std::process::Stdio;

use testkit::{TemporaryFolder, wait_until};

use crate::{check_failed, octal, run, stdout, without_times};

/// The number of values in the whole parts of a checkpoint, 0 if it does not exist yet.
pub(crate) fn known(checkpoint: &str) -> usize {
    let bytes = fs::read(checkpoint).unwrap_or_default();
    let Some(header) = bytes.windows(2).position(|two| two == b"\n\n") else { return 0 };
    let (mut parts, mut all) = (&bytes[header + 2..], 0);
    while let Some((count, _)) = parts.split_first_chunk() {
        let count = usize::try_from(u64::from_le_bytes(*count)).expect("a number of values");
        let Some(rest) = parts.get(24 + 2 * count..) else { break };
        (parts, all) = (rest, all + count);
    }
    all
}

/// The program is killed each time that it has saved a checkpoint, while it continues or writes the next one. In the
/// end the values are the same as of an undisturbed run.
#[test]
#[cfg_attr(not(unix), ignore = "a file that is locked cannot be read")]
fn a_run_that_is_killed_continues_from_its_checkpoint() {
    const TO: usize = 40_000;
    let folder = TemporaryFolder::default();
    let (checkpoint, to) = (folder.path("values"), TO.to_string());
    let arguments = [".007", "--to", &to, "--every", "0", "--checkpoint", &checkpoint];
    while known(&checkpoint) <= TO {
        let before = known(&checkpoint);
        let mut run = octal(&arguments).stdout(Stdio::null()).spawn().expect("the program can be started");
        wait_until("no further values", || known(&checkpoint) > before);
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
#[cfg_attr(not(unix), ignore = "a file that is locked cannot be read")]
fn a_checkpoint_that_another_run_uses_is_an_error_that_says_so() {
    let folder = TemporaryFolder::default();
    let checkpoint = folder.path("values");
    let arguments = [".007", "--to", "100000000", "--every", "0", "--checkpoint", &checkpoint];
    let mut first = octal(&arguments).stdout(Stdio::null()).spawn().expect("the program can be started");
    wait_until("no values", || known(&checkpoint) > 0);
    let second = run(&[".007", "--to", "100", "--checkpoint", &checkpoint]);
    first.kill().and_then(|()| first.wait()).expect("a child of this process can be killed");
    let reason = "another run is using this checkpoint; wait until it ends, or name another file";
    check_failed(&second, &format!("octal: {checkpoint}: {reason}"));
    stdout(&[".007", "--to", "100", "--checkpoint", &checkpoint]);
}

/// As on a medium that cannot be written.
#[test]
#[cfg(unix)]
fn a_checkpoint_that_is_protected_is_good_enough_if_it_has_all_values() {
    use std::os::unix::fs::PermissionsExt;
    use std::process::Command;

    let folder = TemporaryFolder::default();
    let checkpoint = folder.path("values");
    let summary = stdout(&[".77", "--to", "100", "--checkpoint", &checkpoint]);
    fs::set_permissions(&checkpoint, fs::Permissions::from_mode(0o444)).expect("it is ours");
    let needs_setpriv = fs::File::options().write(true).open(&checkpoint).is_ok();
    if needs_setpriv && Command::new("setpriv").arg("--version").output().is_err() {
        return testkit::skip("there is no setpriv of util-linux to take from root the right to write everything");
    }
    let run = |to| {
        let rights = "-dac_override,-dac_read_search";
        let mut command = Command::new(if needs_setpriv { "setpriv" } else { "env" });
        if needs_setpriv {
            command.args([format!("--bounding-set={rights}"), format!("--inh-caps={rights}")]);
        }
        command.args([crate::OCTAL, ".77", "--to", to, "--checkpoint", &checkpoint]);
        command.output().expect("the program can be started")
    };
    assert_eq!(without_times(&crate::text_of(run("100"))), without_times(&summary));
    let cause = "cannot write the checkpoint: Permission denied (os error 13)";
    check_failed(&run("101"), &format!("octal: {checkpoint}: {cause}"));
}
