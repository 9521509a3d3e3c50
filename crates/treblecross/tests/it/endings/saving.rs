//! What `stress` saves: at once, as a whole, and never over something else.

use std::fs::{self, File};
use std::process::Command;
use std::thread;

use rustix::process::Signal;
use testkit::{Program, TemporaryFolder, skip};

use super::running::{Running, begin_with};
use super::{ASKING, JUDGE, PROGRAM, WRONG};

/// The arguments of a run that saves what it finds.
const SAVING: [&str; 6] = ["stress", "-j1", "--seed", "1", "--save", "saved"];

impl Running {
    /// The names of the files that have been saved, in order.
    pub(super) fn saved(&self) -> Vec<String> {
        let Ok(entries) = fs::read_dir(self.folder.root().join("saved").join(JUDGE)) else { return Vec::new() };
        let names = entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("text"));
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }
}

/// Makes each call of `fsync` by a command wait until `pipe` in the folder has been opened for reading, and then for
/// writing: there a program has written a file, but not given it its name yet.
fn stop_at_fsync(folder: &TemporaryFolder, command: &mut Command) {
    const SOURCE: &[u8] = b"#include <fcntl.h>\n#include <unistd.h>\nint fsync(int file) { \
        close(open(\"pipe\", O_WRONLY)); close(open(\"pipe\", O_RDONLY)); return 0; }\n";
    folder.write("stop.c", SOURCE);
    let build = format!("cd '{}' && gcc -shared -fPIC stop.c -o stop.so && mkfifo pipe", folder.path(""));
    assert_eq!(Program::at("sh").run(&["-c", &build], b"").code, Some(0), "a library and a pipe can be made");
    // By its name, as there can be no space in a path here.
    command.env("LD_PRELOAD", "stop.so").env("LD_LIBRARY_PATH", folder.path(""));
}

/// Lets a process continue that has been stopped at `fsync`, now and whenever it is stopped again. At the end a thread
/// waits for one more.
fn stop_no_more(running: &Running) {
    let pipe = running.folder.path("pipe");
    thread::spawn(move || {
        while File::create(&pipe).is_ok() {
            let _ = File::open(&pipe);
        }
    });
}

/// Asserts that what has been saved is this many pairs, each with the right answer, and nothing else.
pub(super) fn assert_saved_pairs(running: &Running, count: usize) {
    let names = running.saved();
    assert_eq!(names.len(), 2 * count, "{names:?}");
    assert_whole(running, &names);
    let report = Program::at(PROGRAM).run(&["check", "-q", &running.folder.path("saved")], b"").transcript();
    assert!(report.contains(&format!(": {count} AC")), "{report}");
}

/// Asserts that each of these files is complete: an answer is the one to the input beside it.
pub(super) fn assert_whole(running: &Running, names: &[String]) {
    let folder = running.folder.root().join("saved").join(JUDGE);
    for stem in names.iter().filter_map(|name| name.strip_suffix(".in")) {
        let [input, answer] = ["in", "out"].map(|ending| format!("{stem}.{ending}"));
        let run =
            Program::at(PROGRAM).run(&["--strict", "--judge", JUDGE, &folder.join(&input).to_string_lossy()], b"");
        assert_eq!(run.code, Some(0), "{input}: {}", String::from_utf8_lossy(&run.stderr));
        if names.contains(&answer) {
            assert_eq!(fs::read(folder.join(&answer)).expect("an answer"), run.stdout, "{answer}");
        }
    }
}

/// Starts the program, and returns when it has written its first file. `None`, and the test is skipped, without a
/// compiler.
fn begin_and_stop_at_first_file(candidate: &str, arguments: &[&str]) -> Option<Running> {
    if Command::new("gcc").arg("--version").output().is_err() {
        skip("gcc is not installed");
        return None;
    }
    let running = begin_with(&[], candidate, arguments, |folder, command| {
        fs::create_dir(folder.path("there")).expect("a folder can be made");
        stop_at_fsync(folder, command);
    });
    drop(File::open(running.folder.path("pipe")).expect("a pipe"));
    Some(running)
}

#[test]
fn a_signal_while_saving_leaves_a_whole_pair() {
    let is_unfinished = |running: &Running| running.saved().iter().all(|name| name.starts_with('.'));
    for &signal in ASKING {
        let Some(mut running) = begin_and_stop_at_first_file(WRONG, &SAVING) else { return };
        assert!(is_unfinished(&running));
        running.signal(signal, false);
        stop_no_more(&running);
        let report = running.ends_with(1);
        assert!(report.starts_with("WA after "), "{report}");
        running.assert_gone();
        assert_saved_pairs(&running, 1);
    }
    let Some(mut running) = begin_and_stop_at_first_file(WRONG, &SAVING) else { return };
    running.signal(Signal::KILL, false);
    running.ends_with(128 + Signal::KILL.as_raw());
    assert!(is_unfinished(&running));
}
