//! Every signal at every stage.

use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::thread;
use std::time::Duration;

use rustix::process::Signal;
use testkit::wait_until;

use super::random::ignoring;
use super::running::{begin, begin_with, quoted, wait_until_it_holds};
use super::saving::assert_saved_pairs;
use super::{ASKING, EDGE_CASES, JUDGE, PROGRAM, SAMPLE, STUBBORN, path_of};

/// A pipe that is full, so that a write to it waits for a reader.
fn full_pipe() -> (PipeReader, PipeWriter) {
    let (reader, mut writer) = io::pipe().expect("a pipe");
    rustix::io::ioctl_fionbio(&writer, true).expect("a flag of the pipe");
    while writer.write(&[b'.'; 4096]).is_ok() {}
    rustix::io::ioctl_fionbio(&writer, false).expect("a flag of the pipe");
    (reader, writer)
}

#[test]
fn every_signal_ends_a_run_in_a_case() {
    let cases = path_of(EDGE_CASES);
    for (number, &signal) in ASKING.iter().enumerate() {
        for (other, script) in STUBBORN.into_iter().enumerate() {
            let is_stress = (number + 2 * other) % 3 == 0;
            let mut running =
                if is_stress { begin(script, &["stress", "-j2"]) } else { begin(script, &["check", "-j1", &cases]) };
            running.wait_until_started();
            let report = running.ends_by(signal, (number + other) % 2 == 1);
            let last = report.lines().last().unwrap_or_default();
            assert!(
                is_stress && report == "interrupted; no difference in 0 cases\n"
                    || !is_stress && last.contains(" not judged: interrupted by SIG"),
                "{report}"
            );
        }
    }
}

#[test]
fn ignored_signals_stay_ignored_and_the_others_end_it() {
    for ignored in [&[Signal::HUP][..], &[Signal::INT], &[Signal::HUP, Signal::INT, Signal::QUIT]] {
        let launcher = ["sh", "-c", &ignoring(ignored), "sh"];
        let mut running = begin_with(&launcher, STUBBORN[0], &["stress"], |_, _| {});
        running.wait_until_started();
        for &signal in ignored {
            running.signal(signal, true);
        }
        running.ends_by(Signal::TERM, false);
    }
}

#[test]
fn a_signal_ends_it_although_nobody_reads() {
    let sample = path_of(SAMPLE);
    for (number, &signal) in ASKING.iter().enumerate() {
        // `stress` first writes the seed to standard error, when it has begun to listen.
        let (_reader, writer) = full_pipe();
        let mut running = begin_with(&[], STUBBORN[0], &["stress"], |_, command| {
            command.stderr(writer);
        });
        wait_until_it_holds("it does not write", || running.is_asleep());
        running.ends_by(signal, false);
        assert!(!running.has_started());
        // A report is written to standard output.
        let (_reader, writer) = full_pipe();
        let arguments = if number % 2 == 0 { &["check", &sample][..] } else { &["stress"] };
        let candidate = "sleep 300 & cat > $STARTED; echo nonsense";
        let mut running = begin_with(&[], candidate, arguments, |_, command| {
            command.stdout(writer);
        });
        running.wait_until_started();
        wait_until_it_holds("it does not report", || running.processes().len() == 1 && running.is_asleep());
        running.ends_by(signal, false);
    }
}

#[test]
fn a_signal_while_shrinking_shows_the_smallest_so_far() {
    for (&signal, to_group) in ASKING.iter().zip([false, true].into_iter().cycle()) {
        // Wrong in the first two runs, so that shrinking has made a step.
        let candidate = "cat > /dev/null; echo x >> $STARTED.runs; \
                 [ $(wc -l < $STARTED.runs) -le 2 ] && echo nonsense && exit; echo > $STARTED; sleep 300";
        let mut running = begin(candidate, &["stress", "-j1", "--seed", "1", "--save", "saved"]);
        running.wait_until_started();
        // What is found is said and saved at once.
        let (said, saved) = (running.stderr(), format!(": saved as saved/{JUDGE}/01-stress-unshrunk.in\n"));
        assert!(said.contains(": WA after ") && said.ends_with(&saved), "{said}");
        assert_eq!(running.saved(), ["01-stress-unshrunk.in", "01-stress-unshrunk.out"]);
        running.signal(signal, to_group);
        let report = running.ends_with(1);
        running.assert_gone();
        assert!(report.starts_with("WA after "), "{report}");
        assert!(report.contains("was interrupted; there may be one\n"), "{report}");
        assert!(report.ends_with(&format!("saved as saved/{JUDGE}/01-stress.in\n")), "{report}");
        assert_saved_pairs(&running, 1);
    }
}

#[test]
fn an_interrupted_check_of_the_solver_sums_up() {
    let (mut reader, writer) = full_pipe();
    let mut running = begin_with(&[], "", &["check", "-v", "-j1", &path_of("")], |_, command| {
        command.stdout(writer);
    });
    // It waits for somebody to read the first line of its report.
    wait_until_it_holds("it does not report", || running.is_asleep());
    running.signal(Signal::HUP, false);
    // It notices that long before its two seconds are over.
    thread::sleep(Duration::from_millis(500));
    let mut report = String::new();
    reader.read_to_string(&mut report).expect("text");
    running.ends_with(128 + Signal::HUP.as_raw());
    assert!(report.contains(" AC") && report.contains(" not judged: interrupted by SIGHUP"), "{report}");
}

#[test]
fn suspending_suspends_programs_and_the_stopwatch() {
    /// Less than the time for which everything is suspended.
    const TIME_LIMIT: &str = "3";
    const SUSPENDED: Duration = Duration::from_millis(3500);
    let right = "echo > $STARTED; while [ ! -e $STARTED.go ]; do sleep 0.01; done; exec \"$PROGRAM\" --judge $JUDGE";
    let mut running = begin(right, &["check", "-q", "-j1", "--time-limit", TIME_LIMIT, &path_of(SAMPLE)]);
    running.wait_until_started();
    running.signal(Signal::TSTP, true);
    // It may just have made a child, for whose next program a shell waits in the state `D`.
    let is_suspended = || ["T", "TT", "DT", "TD"].contains(&running.states("sh ").as_str());
    wait_until("the candidate is not suspended", is_suspended);
    wait_until("the program is not suspended", || running.states(PROGRAM).contains('T'));
    thread::sleep(SUSPENDED);
    running.folder.write("started.go", b"");
    running.signal(Signal::CONT, true);
    let report = running.ends_with(0);
    assert!(report.starts_with("1 case: 1 AC"), "{report}");
    running.assert_gone();
}

#[test]
fn suspending_at_any_moment_hangs_nothing() {
    /// Enough that some hit a program in the moment in which it is started.
    const TIMES: usize = 100;
    let against = format!("{} --judge {JUDGE}", quoted(PROGRAM));
    let mut running = begin("", &["stress", "-j2", "--cases", "1000000000", "--against", &against]);
    let program = format!("{PROGRAM} --judge {JUDGE}");
    wait_until("it does not start", || running.states(&program).contains(['R', 'S', 'D']));
    for _ in 0..TIMES {
        running.signal(Signal::TSTP, true);
        wait_until("the program is not suspended", || running.is_suspended());
        running.signal(Signal::CONT, true);
        wait_until("the program is not resumed", || !running.is_suspended());
    }
    running.ends_by(Signal::TERM, true);
}

#[test]
fn suspending_is_ignored_where_nobody_could_resume() {
    // In a session of its own nobody waits for its group.
    let mut running = begin_with(&["setsid", "--wait"], STUBBORN[0], &["stress"], |_, _| {});
    running.wait_until_started();
    for signal in [Signal::TSTP, Signal::TERM] {
        running.signal_each(&format!("{PROGRAM} stress"), signal);
    }
    running.ends_with(128 + Signal::TERM.as_raw());
    running.assert_gone();
}

#[test]
fn what_other_threads_have_found_counts_after_an_interrupt() {
    // The first run hangs. The second one is wrong, and has been judged when its thread begins the third one.
    let candidate = "cat > /dev/null; mkdir $STARTED.1 2> /dev/null && exec sleep 300; \
             mkdir $STARTED.2 2> /dev/null || echo > $STARTED; echo nonsense";
    let mut running = begin(candidate, &["check", "-j2", &path_of(EDGE_CASES)]);
    running.wait_until_started();
    let report = running.ends_by(Signal::TERM, false);
    assert!(report.contains("\nWA "), "{report}");

    let mut running = begin(candidate, &["stress", "-j2", "--save", "saved"]);
    running.wait_until_started();
    running.signal(Signal::TERM, false);
    let report = running.ends_with(1);
    assert!(report.starts_with("WA after "), "{report}");
    assert_saved_pairs(&running, 1);
}
