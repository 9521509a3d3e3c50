//! Disks that are full, and limits on the size of files.

use std::fs;

use testkit::TemporaryFolder;

use crate::{OCTAL, check_failed, run_limited};

/// Files cannot be longer than 1 KiB. With a system that only returns the error, and with one that also sends a signal,
/// which would end the program.
const IGNORING_OR_NOT: [&str; 2] = ["ulimit -f 2; trap '' XFSZ;", "ulimit -f 2;"];

#[test]
#[cfg_attr(not(unix), ignore = "limits need a Unix shell")]
fn a_plot_that_cannot_be_written_whole_is_an_error_and_the_old_one_stays() {
    for limits in IGNORING_OR_NOT {
        let folder = TemporaryFolder::default();
        let plot = folder.path("plot.svg");
        for old in [None, Some("what was there")] {
            if let Some(old) = old {
                folder.write("plot.svg", old.as_bytes());
            }
            let output = run_limited(limits, OCTAL, &[".77", "--to", "5000", "--plot", &plot]);
            check_failed(&output, &format!("octal: {plot}: cannot draw the plot: File too large (os error 27)"));
            assert_eq!(fs::read_dir(folder.root()).expect("a folder").count(), old.iter().len());
            assert_eq!(fs::read_to_string(&plot).ok().as_deref(), old);
        }
    }
}

/// The values that were saved before can be read, and the next run continues from them.
#[test]
#[cfg_attr(not(unix), ignore = "limits need a Unix shell")]
fn a_checkpoint_that_does_not_fit_has_what_it_had_before() {
    for (limits, to) in IGNORING_OR_NOT.into_iter().zip(["0", "100"]) {
        let folder = TemporaryFolder::default();
        let path = folder.path("values");
        crate::stdout(&[".77", "--to", to, "--checkpoint", &path]);
        let output = run_limited(limits, OCTAL, &[".77", "--to", "5000", "--checkpoint", &path]);
        let piece = format!("{path}/000000000005001.values");
        check_failed(&output, &format!("octal: {piece}: cannot write the values: File too large (os error 27)"));
        let whole = 1 + to.parse::<usize>().expect("a number");
        assert!(crate::store::last("values", &path) == whole && !fs::exists(piece + ".part").expect("a folder"));
        let resumed = crate::stdout(&[".77", "--to", "5000", "--checkpoint", &path]);
        let fresh = crate::stdout(&[".77", "--to", "5000"]);
        assert_eq!(crate::without_times(&resumed), crate::without_times(&fresh));
        assert_eq!(crate::store::last("values", &path), 5001);
    }
}

/// What is not a file has no place beside it for a temporary one.
#[test]
#[cfg_attr(not(unix), ignore = "Unix has such devices")]
fn a_plot_may_be_written_into_a_device() {
    let arguments = ["grundy", "--to", "10", "--plot", "/dev/null"];
    assert!(crate::stdout(&arguments).starts_with("code=grundy n=10 "));
}

/// A file that is synced may still lose its new name if the power fails, unless its folder is synced too.
#[test]
#[cfg(target_os = "linux")]
fn the_name_of_a_new_file_outlasts_a_power_failure() {
    let folder = TemporaryFolder::default();
    let (plot, trace) = (folder.path("plot.svg"), folder.path("trace"));
    let options = ["-f", "-y", "-o", &trace, "-e", "trace=/^(rename|fsync)", crate::OCTAL];
    let arguments = [&options[..], &["grundy", "--to", "10", "--plot", &plot]].concat();
    if !crate::program("strace", &arguments).output().is_ok_and(|output| output.status.success()) {
        return testkit::skip("there is no strace that may look at calls of the system");
    }
    let calls = fs::read_to_string(&trace).expect("a trace");
    let (_, after) = calls.split_once("rename").expect("the file gets its name");
    let root = fs::canonicalize(folder.root()).expect("a folder");
    let is_sync = |line: &str| line.contains("fsync(") && line.contains(&format!("<{}>)", root.display()));
    assert!(after.lines().any(is_sync), "{calls}");
}
