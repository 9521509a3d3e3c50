//! What `stress` saves: at once, as a whole, and never over something else.

use std::fs::{self, File};
use std::io;
use std::io::Read;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;

use problem::Problem;
use rustix::process::Signal;

use super::processes::{ENDING, Family, Running, quoted};
use super::{Script, script};
use crate::Subject;
use crate::program::Program;
use crate::skip::skip;

/// Answers nonsense, whatever the input is.
const WRONG: Script = script("cat > /dev/null; echo nonsense");

impl Family {
    /// The folder that is given to `--save`.
    pub(super) fn place(&self) -> String {
        self.folder.path("saved")
    }

    /// The names of the files that have been saved for a judge, in order.
    pub(super) fn saved(&self, judge: &str) -> Vec<String> {
        let Ok(entries) = fs::read_dir(Path::new(&self.place()).join(judge)) else { return Vec::new() };
        let names = entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("text"));
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    /// Starts `stress --save` against a script.
    pub(super) fn start_saving(
        &self,
        program: &Program,
        script: &Script,
        change: impl FnOnce(&mut Command),
    ) -> Running {
        let arguments = ["stress", "-j1", "--seed", "1", "--save", &self.place(), "--against", &self.against(script)];
        self.start(program, &arguments, &[], change)
    }

    /// What has been written to standard error.
    fn said(&self) -> String {
        fs::read_to_string(self.folder.path("stderr")).expect("text")
    }
}

/// Builds a library that makes each call of `fsync` wait until the pipe of this path has been opened for reading, and
/// then for writing: there `stress` has written a file, and has not given it its name yet. Returns what makes a command
/// load it. `None`, and the test is skipped, without a compiler.
fn stop_at_fsync(family: &Family, pipe: &str) -> Option<impl FnOnce(&mut Command) + use<>> {
    let source = family.folder.write(
        "stop.c",
        format!(
            "#include <fcntl.h>\n#include <unistd.h>\n\
             int fsync(int file) {{ close(open(\"{pipe}\", O_WRONLY)); close(open(\"{pipe}\", O_RDONLY)); return 0; }}\n"
        )
        .as_bytes(),
    );
    let library = family.folder.path("stop.so");
    let built = Command::new("gcc").args(["-shared", "-fPIC", &source, "-o", &library]).status();
    if !built.is_ok_and(|status| status.success()) {
        skip("there is no gcc");
        return None;
    }
    assert!(Command::new("mkfifo").arg(pipe).status().is_ok_and(|status| status.success()), "mkfifo fails");
    let folder = family.folder.path("");
    Some(move |command: &mut Command| {
        // By its name, as there can be no space in a path here.
        command.env("LD_PRELOAD", "stop.so").env("LD_LIBRARY_PATH", folder);
    })
}

/// Lets a process go on that has been stopped at `fsync`, now and whenever it is stopped again. At the end a thread
/// waits for one more.
fn stop_no_more(pipe: String) {
    thread::spawn(move || {
        while File::create(&pipe).is_ok() {
            let _ = File::open(&pipe);
        }
    });
}

impl<P: Problem> Subject<P> {
    /// Asserts that what has been saved is this many pairs, each with the right answer, and nothing else.
    pub(super) fn assert_saved_pairs(&self, family: &Family, count: usize) {
        let names = family.saved(P::DIALECTS[0].name);
        assert_eq!(names.len(), 2 * count, "{names:?}");
        self.assert_whole(family, &names);
        let place = family.place();
        Self::assert_reported(&self.run(&["check", &place], b""), 0, &format!("{count} AC; "));
    }

    /// Asserts that each of these files is complete: an answer is the one to the input beside it.
    pub(super) fn assert_whole(&self, family: &Family, names: &[String]) {
        let judge = P::DIALECTS[0].name;
        let folder = Path::new(&family.place()).join(judge);
        for stem in names.iter().filter_map(|name| name.strip_suffix(".in")) {
            let input = format!("{stem}.in");
            let run = self.run(&["--strict", "--judge", judge, &folder.join(&input).to_string_lossy()], b"");
            assert_eq!(run.code, Some(0), "{input}: {}", String::from_utf8_lossy(&run.stderr));
            let answer = format!("{stem}.out");
            if names.contains(&answer) {
                assert_eq!(fs::read(folder.join(&answer)).expect("an answer"), run.stdout, "{answer}");
            }
        }
    }

    /// Starts `stress --save`, and returns when it has written its first file and waits for the pipe of this path.
    /// `None` without a compiler.
    fn start_and_stop_at_first_file(&self, family: &Family) -> Option<(Running, String)> {
        let pipe = family.folder.path("pipe");
        let running = family.start_saving(&self.program, &WRONG, stop_at_fsync(family, &pipe)?);
        drop(File::open(&pipe).expect("a pipe"));
        Some((running, pipe))
    }

    /// A test.
    pub fn a_signal_while_saving_leaves_a_whole_pair(&self) {
        let judge = P::DIALECTS[0].name;
        for signal in ENDING {
            let family = Family::default();
            let Some((running, pipe)) = self.start_and_stop_at_first_file(&family) else { return };
            assert!(family.saved(judge).iter().all(|name| name.starts_with('.')));
            running.signal(signal, false);
            if signal == Signal::KILL {
                assert_eq!(running.wait().code, 128 + signal.as_raw());
                assert!(family.saved(judge).iter().all(|name| name.starts_with('.')));
                family.wait_until_gone();
                continue;
            }
            stop_no_more(pipe);
            let ended = running.wait();
            assert_eq!(ended.code, 1, "{}", ended.stdout);
            assert!(ended.stdout.starts_with("WA in the first "), "{}", ended.stdout);
            family.assert_gone();
            self.assert_saved_pairs(&family, 1);
        }
    }

    /// A test.
    pub fn a_slow_disk_delays_the_end(&self) {
        /// Longer than a program may take to end in other ways.
        const SLOW: Duration = Duration::from_millis(2500);
        let family = Family::default();
        let Some((running, pipe)) = self.start_and_stop_at_first_file(&family) else { return };
        running.signal(Signal::TERM, false);
        thread::sleep(SLOW);
        stop_no_more(pipe);
        let ended = running.wait();
        assert_eq!(ended.code, 1, "{}", ended.stdout);
        self.assert_saved_pairs(&family, 1);
    }

    /// A test.
    pub fn an_error_while_shrinking_loses_no_input(&self) {
        let family = Family::default();
        let program = family.folder.write("program", b"#!/bin/sh\nrm \"$0\"; cat > /dev/null; echo nonsense\n");
        fs::set_permissions(&program, std::os::unix::fs::PermissionsExt::from_mode(0o755)).expect("it is ours");
        let arguments = ["stress", "-j1", "--seed", "1", "--save", &family.place(), "--against", &quoted(&program)];
        let ended = family.start(&self.program, &arguments, &[], |_| {}).wait();
        assert_eq!(ended.code, 1, "{}", ended.stdout);
        assert!(ended.stdout.starts_with("WA in the first "), "{}", ended.stdout);
        assert!(
            ended.stdout.contains("the search for it has failed: --against: there is no program"),
            "{}",
            ended.stdout
        );
        self.assert_saved_pairs(&family, 1);
    }

    /// A test.
    pub fn an_interrupted_package_leaves_nothing(&self) {
        let from = format!("{}/{}/sample", Self::fixture_folder(), P::DIALECTS[0].name);
        for is_there in [false, true] {
            let family = Family::default();
            let pipe = family.folder.path("pipe");
            let Some(stop) = stop_at_fsync(&family, &pipe) else { return };
            let place = family.folder.path("packages/new");
            if is_there {
                fs::create_dir_all(&place).expect("a folder can be made");
            }
            let running = family.start(&self.program, &["package", &place, "--from", &from], &[], stop);
            drop(File::open(&pipe).expect("a pipe"));
            running.signal_and_wait_until_noticed(Signal::TERM);
            stop_no_more(pipe);
            let code = running.wait().code;
            assert_eq!(code, 128 + Signal::TERM.as_raw(), "{}", family.said());
            assert!(family.said().ends_with("packages/new: interrupted by SIGTERM\n"), "{}", family.said());
            let left = fs::read_dir(family.folder.path("packages")).map_or(0, Iterator::count);
            assert_eq!(left, usize::from(is_there));
            assert_eq!(fs::read_dir(&place).map_or(0, Iterator::count), 0);
        }
    }

    /// A test.
    pub fn what_is_found_is_said_and_saved_before_it_is_shrunk(&self) {
        let family = Family::default();
        let candidate = script(
            "cat > /dev/null; [ ! -e STARTED.again ] && echo > STARTED.again && echo nonsense && exit; echo > \
             STARTED; sleep 300",
        );
        let running = family.start_saving(&self.program, &candidate, |_| {});
        family.wait_until_started();
        let judge = P::DIALECTS[0].name;
        let said = family.said();
        let saved = format!(": saved as {}/{judge}/01-stress-unshrunk.in\n", family.place());
        assert!(said.contains(": WA in the first ") && said.ends_with(&saved), "{said}");
        self.assert_saved_pairs(&family, 1);
        running.signal(Signal::KILL, false);
        running.wait();
        family.wait_until_gone();
        self.assert_saved_pairs(&family, 1);
    }

    /// A test.
    pub fn a_full_disk_while_saving_loses_no_report(&self) {
        // An input of many cases, or its answer, is too long for a limit of 512 bytes on the length of files, or of 0
        // bytes.
        for blocks in [0, 1] {
            let family = Family::default();
            let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
            let program = self.path();
            let against = family.against(&WRONG);
            let place = family.place();
            let (mut reader, writer) = io::pipe().expect("a pipe");
            let arguments =
                ["-c", &script, "sh", &program, "stress", "--save", &place, "--seed", "1", "--against", &against];
            let running = family.start(&Program::at("sh"), &arguments, &[], |command| {
                command.stdout(writer.try_clone().expect("a copy")).stderr(writer);
            });
            let mut report = String::new();
            reader.read_to_string(&mut report).expect("text");
            let ended = running.wait();
            assert!(report.contains("\nWA in the first "), "{report}");
            let names = family.saved(P::DIALECTS[0].name);
            assert!(names.iter().all(|name| !name.starts_with('.')), "{names:?}");
            match names.len() {
                // The smallest one may fit.
                2 => {
                    assert_eq!((blocks, ended.code), (1, 1), "{report}");
                    self.assert_saved_pairs(&family, 1);
                }
                count => {
                    assert_eq!((count, ended.code), (0, 2), "{report}");
                    assert!(report.ends_with("File too large (os error 27)\n"), "{report}");
                }
            }
        }
    }

    /// A test.
    pub fn runs_that_save_into_one_folder_overwrite_nothing(&self) {
        let family = Family::default();
        let judge = P::DIALECTS[0].name;
        // Other tools give the answer another name.
        for name in ["01-stress.ans", "03-stress.out", "04-stress.a"] {
            family.folder.write(&format!("saved/{judge}/{name}"), b"other");
        }
        let start = |number: usize| {
            family.start_saving(&self.program, &WRONG, |command| {
                let path = family.folder.path(&format!("stdout-{number}"));
                command.stdout(File::create(path).expect("a file can be made"));
            })
        };
        let runs: Vec<Running> = (0..6).map(start).collect();
        for run in runs {
            assert_eq!(run.wait().code, 1);
        }
        for name in ["01-stress.ans", "03-stress.out", "04-stress.a"] {
            let path = family.folder.path(&format!("saved/{judge}/{name}"));
            assert_eq!(fs::read(&path).expect("a file"), b"other");
            fs::remove_file(path).expect("it can be removed");
        }
        assert!(
            family.saved(judge).iter().all(|name| !["01-", "03-", "04-"].iter().any(|taken| name.starts_with(taken)))
        );
        self.assert_saved_pairs(&family, 6);
    }

    /// A test.
    pub fn a_closed_standard_output_loses_nothing(&self) {
        let family = Family::default();
        let (reader, writer) = io::pipe().expect("a pipe");
        drop(reader);
        let running = family.start_saving(&self.program, &WRONG, |command| {
            command.stdout(writer);
        });
        assert_eq!(running.wait().code, 1, "{}", family.said());
        self.assert_saved_pairs(&family, 1);
    }
}
