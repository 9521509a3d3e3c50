//! How a signal ends or suspends `check` and `stress`: they sum up, lose nothing that they have found, and leave no program
//! behind.
//!
//! For this program, as all share the code, and for Linux, where `/proc` shows what is left. Each candidate is a script of
//! the shell that signals its parent, the program. `tools/crash-test` kills programs at random moments.

use std::fs;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::Stdio;

use testkit::{Program, TemporaryFolder, wait_until, workspace};

const PROGRAM: &str = env!("CARGO_BIN_EXE_treblecross");

/// The signals that ask a process to end, and their numbers.
const ASKING: [(&str, i32); 4] = [("HUP", 1), ("INT", 2), ("QUIT", 3), ("TERM", 15)];

/// The result of running the program.
struct Ended {
    /// The exit code, or 128 and the signal that ended it.
    code: i32,
    stdout: String,
    stderr: String,
    /// Where the program and its candidates ran.
    folder: TemporaryFolder,
}

/// Runs the program against a candidate, if there is one, and asserts that no process is left of it.
fn run(arguments: &[&str], candidate: &str) -> Ended {
    run_by("exec \"$@\"", arguments, candidate)
}

/// The same with a script of the shell that runs its arguments, which are the program and its arguments.
fn run_by(launcher: &str, arguments: &[&str], candidate: &str) -> Ended {
    let folder = TemporaryFolder::default();
    // Tests may have been started with signals ignored.
    let defaults = ["--signal=KILL", "100", "env", "--default-signal=HUP,INT,QUIT,TERM,TSTP"];
    let mut command = Program::at("timeout").command(&defaults);
    command.args(["sh", "-c", launcher, "sh", PROGRAM]).args(arguments);
    if !candidate.is_empty() {
        command.args(["--against", &format!("sh -c {}", shlex::try_quote(candidate).expect("no NUL"))]);
    }
    // A group of its own can be suspended: its parent, this test, could resume it.
    command.process_group(0).current_dir(folder.root()).stdin(Stdio::null());
    command.env("PROGRAM", PROGRAM).env("FOLDER", folder.root());
    let output = command.output().expect("GNU's timeout");
    wait_until("there are processes left", || !has_processes(&folder));
    let code = output.status.code().or_else(|| Some(128 + output.status.signal()?)).expect("a code or a signal");
    let [stdout, stderr] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("text"));
    Ended { code, stdout, stderr, folder }
}

/// Whether a running process has this folder in its environment.
fn has_processes(folder: &TemporaryFolder) -> bool {
    let mark = format!("FOLDER={}\0", folder.root().display());
    let environments = fs::read_dir("/proc").expect("Linux has it").flatten();
    let mut environments = environments.filter_map(|process| fs::read(process.path().join("environ")).ok());
    environments.any(|environment| String::from_utf8_lossy(&environment).contains(&mark))
}

/// The path of something in the folder of the program's fixtures.
fn path_of(name: &str) -> String {
    workspace().join("fixtures/treblecross").join(name).to_str().expect("a plain path").to_owned()
}

impl Ended {
    /// Asserts that `stress` has found something, and that the only thing saved is one case, with the right answer.
    fn assert_found(&self) {
        assert!(self.code == 1 && self.stdout.starts_with("WA after "), "{} {}", self.code, self.stdout);
        assert_eq!(fs::read_dir(self.folder.path("saved/uva")).expect("a folder").count(), 2);
        let report = Program::at(PROGRAM).run(&["check", "-q", &self.folder.path("saved")], b"").transcript();
        assert!(report.contains("1 case: 1 AC; "), "{report}");
    }
}

#[test]
fn every_signal_ends_a_run_with_a_summary_and_all_that_it_has_started() {
    for (stubborn, (signal, number)) in [
        "KILL; exec sleep 300",
        // Ignores what it can, and so do its children.
        "trap '' HUP INT QUIT TERM; KILL; while sleep 1; do :; done",
        // Leaves a child of a child that has ended.
        "(sleep 300 &); KILL; exec sleep 300",
    ]
    .into_iter()
    .cycle()
    .zip(ASKING)
    {
        let candidate = stubborn.replace("KILL", &format!("kill -{signal} $PPID"));
        let checked = run(&["check", "-j1", &path_of("uva/edge")], &candidate);
        let last = checked.stdout.lines().last().unwrap_or_default();
        assert!(last.contains(&format!(" not judged: interrupted by SIG{signal}")), "{}", checked.stdout);
        let stressed = run(&["stress", "-j1"], &candidate);
        assert_eq!(stressed.stdout, "interrupted; no difference in 0 cases\n");
        assert_eq!([checked.code, stressed.code], [128 + number; 2], "{signal}");
    }
}

#[test]
fn a_signal_that_was_ignored_stays_ignored() {
    // As by `nohup`.
    let candidate = "kill -HUP $PPID; kill -INT $PPID; kill -TERM $PPID; exec sleep 300";
    assert_eq!(run_by("trap '' HUP INT; exec \"$@\"", &["stress", "-j1"], candidate).code, 128 + 15);
}

#[test]
fn a_run_whose_report_waits_for_its_reader_is_ended_too() {
    for (reader, is_read) in [("tr -d '\\0'", true), ("until [ -s code ]; do sleep 0.1; done", false)] {
        // The pipe is full, so the first line of the report waits.
        let launcher = format!(
            "{{ head -c 65536 /dev/zero; \"$@\" & echo $! > id; wait $!; echo $? > code; }} |
             {{ until [ -s id ]; do sleep 0.01; done; sleep 3; kill -HUP $(cat id); sleep 0.5; {reader}; }}"
        );
        let checked = run_by(&launcher, &["check", "-v", "-j1", &path_of("")], "");
        assert_eq!(fs::read_to_string(checked.folder.path("code")).expect("a code"), "129\n");
        let report = checked.stdout;
        assert_eq!(
            report.contains(" AC") && report.contains(" not judged: interrupted by SIGHUP"),
            is_read,
            "{report}"
        );
    }
}

#[test]
fn a_signal_while_shrinking_shows_and_saves_the_smallest_so_far() {
    // Wrong in the first two runs, so that shrinking has made a step. What is found is saved at once.
    let candidate = "cat > /dev/null; echo x >> runs; [ $(wc -l < runs) -le 2 ] && echo nonsense && exit; \
                     ls saved/uva > at-once; kill -INT $PPID; exec sleep 300";
    let found = run(&["stress", "-j1", "--seed", "1", "--save", "saved"], candidate);
    let at_once = fs::read_to_string(found.folder.path("at-once")).expect("a list");
    assert_eq!(at_once, "01-stress-unshrunk.in\n01-stress-unshrunk.out\n");
    let said = found.stderr.as_str();
    assert!(said.contains(": WA after ") && said.ends_with(": saved as saved/uva/01-stress-unshrunk.in\n"), "{said}");
    assert!(found.stdout.contains("was interrupted; there may be one\n"), "{}", found.stdout);
    assert!(found.stdout.ends_with("saved as saved/uva/01-stress.in\n"), "{}", found.stdout);
    found.assert_found();
}

#[test]
fn what_a_killed_run_has_left_does_not_disturb_the_next_one() {
    let launcher = "mkdir -p saved/uva; echo 1 > saved/uva/.stress-killed.partial; exec \"$@\"";
    let found = run_by(launcher, &["stress", "-j1", "--seed", "1", "--save", "saved"], "echo nonsense");
    fs::remove_file(found.folder.path("saved/uva/.stress-killed.partial")).expect("it is left alone");
    found.assert_found();
}

#[test]
fn what_other_threads_have_found_counts_after_an_interrupt() {
    // The first run hangs. The second one is wrong, and has been judged when its thread begins the third one.
    let candidate = "cat > /dev/null; mkdir 1 2> /dev/null && exec sleep 300; \
                     mkdir 2 2> /dev/null || kill -TERM $PPID; echo nonsense";
    let checked = run(&["check", "-j2", &path_of("uva/edge")], candidate);
    assert!(checked.code == 128 + 15 && checked.stdout.contains("\nWA "), "{}", checked.stdout);
    run(&["stress", "-j2", "--save", "saved"], candidate).assert_found();
}

#[test]
fn suspending_suspends_programs_and_the_stopwatch() {
    // All is suspended for longer than the limit. A candidate that were not would find out, and fail. What resumes it has
    // left its group before.
    let candidate = "setsid sh -c ': > ready; sleep 3.5; : > resumed; kill -CONT $0' $PPID &
        until [ -e ready ]; do sleep 0.01; done
        kill -TSTP $PPID; sleep 1.5; [ -e resumed ] && exec \"$PROGRAM\"";
    let checked = run(&["check", "-q", "-j1", "--time-limit", "3", &path_of("uva/sample")], candidate);
    assert!(checked.code == 0 && checked.stdout.starts_with("1 case: 1 AC"), "{}", checked.stdout);
    // The total, then the slowest case.
    let times: Vec<f64> = checked.stdout.split([' ', '\n']).filter_map(|word| word.parse().ok()).collect();
    assert!(times[2] < times[3] + 3.0, "{}", checked.stdout);
}

#[test]
fn suspending_at_any_moment_hangs_nothing() {
    // Often enough that some hit a program in the moment in which it is started. What suspends it has left the group of a
    // candidate before that ends.
    let candidate = "mkdir once 2> /dev/null && setsid sh -c ': > ready
        is_suspended() { grep -q \") T \" /proc/$0/stat; }
        for time in $(seq 100); do
            kill -TSTP $0; until is_suspended; do :; done; kill -CONT $0; while is_suspended; do :; done
        done
        kill -TERM $0' $PPID &
        until [ -e ready ]; do sleep 0.01; done
        exec \"$PROGRAM\"";
    let stressed = run(&["stress", "-j2", "--cases", "1000000000"], candidate);
    assert!(stressed.code == 128 + 15 && stressed.stdout.starts_with("interrupted; no difference in "));
}

#[test]
fn suspending_is_ignored_where_nobody_could_resume() {
    // In a session of its own nobody waits for its group.
    let candidate = "kill -TSTP $PPID; kill -TERM $PPID; exec sleep 300";
    assert_eq!(run_by("exec setsid --wait \"$@\"", &["stress", "-j1"], candidate).code, 128 + 15);
}
