//! Time and memory of candidates: what they took, and what happens when that is too much or cannot be known.

use std::path::Path;
use std::time::Duration;

use harness::{Candidate, Clock, Judgement};
use problem::Verdict;
use testkit::{TemporaryFolder, run_in_subprocess, skip, subprocess_argument};

use crate::candidates::GROWING_LIMITS;
use crate::judging::{judgements, one_case, shell};

const MIB: u64 = 1024 * 1024;

/// Takes this much memory for a moment, and nothing before.
fn take(mebibytes: u64) -> String {
    format!("dd if=/dev/zero of=/dev/null bs={} count=1 2>/dev/null", mebibytes * MIB)
}

/// Takes more than 250 MiB, and holds them while a shell command runs.
fn hold(command: &str) -> String {
    format!("awk 'BEGIN {{ s = \"x\"; while (length(s) < 300000000) s = s s; system(\"{command}\") }}'")
}

/// Answers the case of `one_case`.
const RIGHT: &str = "printf 'NONE\\n\\n'";

fn script(script: &str, seconds: f64) -> Candidate {
    Candidate::parse(&shell(script), Duration::from_secs_f64(seconds)).unwrap()
}

fn judge(candidate: &Candidate) -> Judgement {
    judge_in(&one_case(), candidate)
}

fn judge_in(folder: &TemporaryFolder, candidate: &Candidate) -> Judgement {
    judgements(folder, candidate, Clock::System).unwrap().remove(0)
}

#[track_caller]
fn assert_judged(judgement: &Judgement, verdict: Verdict, message: &str) {
    assert_eq!((judgement.verdict, judgement.message.as_str()), (verdict, message), "{judgement:?}");
}

#[test]
fn cpu_time_includes_the_children_that_a_program_waits_for_but_not_waiting() {
    let count = "awk 'BEGIN { for (i = 0; i < 2000000; i++) n += i }'";
    let [waiting, counting] = ["sleep 0.5", count].map(|more| judge(&script(&format!("{RIGHT}; {more}"), 60.0)).usage);
    assert!(waiting.wall >= Duration::from_millis(500) && waiting.cpu < counting.cpu, "{waiting:?} {counting:?}");
}

#[test]
fn a_peak_counts_unless_it_may_be_that_of_this_process() {
    const NAME: &str = "limits::a_peak_counts_unless_it_may_be_that_of_this_process";
    // In a process of its own, as other tests may take more memory.
    if subprocess_argument(NAME).is_none() {
        return run_in_subprocess(NAME, "", "");
    }
    let limited = |script_: &str| judge(&script(script_, 20.0).with_memory_limit(100 * MIB));
    let large = format!("{}; {RIGHT}", take(400));
    let peak = judge(&script(&large, 20.0)).usage.peak_memory;
    assert!(peak.is_some_and(|peak| (400 * MIB..440 * MIB).contains(&peak)), "{peak:?}");
    let held = vec![1_u8; 300 << 20];
    // The shell takes less than this process.
    let small = limited(RIGHT);
    assert_judged(&small, Verdict::Accepted, "");
    if cfg!(target_os = "linux") {
        // Nothing, unless the shell ran long enough to be seen.
        assert!(small.usage.peak_memory.is_none_or(|peak| peak < 100 * MIB), "{small:?}");
    }
    assert_judged(&limited(&large), Verdict::MemoryLimitExceeded, "more than 100 MiB of memory");
    assert_eq!(held.len(), 300 << 20);
}

#[test]
fn a_program_is_stopped_when_it_takes_too_much_memory() {
    let (hold, limit) = (hold("sleep 1000"), 250 * MIB);
    // The name of a program may look like other values that Linux shows with it.
    let folder = one_case();
    let name = quoted(&folder.root().join("a) S 5 6 7 (b"));
    let renamed = format!("ln -s $(command -v awk) {name}; {}", hold.replacen("awk", &name, 1));
    for script_ in [format!("exec {hold}"), format!("{hold} & wait"), renamed] {
        let judgement = judge(&script(&script_, 300.0).with_memory_limit(limit));
        if !cfg!(target_os = "linux") {
            return skip("only Linux shows the memory of running processes");
        }
        // Not the limit of time, after which a program is too slow.
        assert_judged(&judgement, Verdict::MemoryLimitExceeded, "more than 250 MiB of memory");
    }
}

#[test]
fn the_memory_of_processes_that_nobody_waits_for_counts() {
    if !cfg!(target_os = "linux") {
        return skip("only Linux shows the memory of running processes");
    }
    let limited = |script_: &str, mebibytes| judge(&script(script_, 100.0).with_memory_limit(mebibytes * MIB));
    // Its parent ends at once, and it ends before the program does.
    let child = format!("({} &) | cat >&2; {RIGHT}", hold("sleep 3"));
    assert_judged(&limited(&child, 250), Verdict::MemoryLimitExceeded, "more than 250 MiB of memory");
    let enough = limited(&child, 2500);
    assert_judged(&enough, Verdict::Accepted, "");
    assert!(enough.usage.peak_memory.is_some_and(|peak| peak > 250 * MIB), "{enough:?}");
}

/// Judges a script that stops itself as soon as it has begun, which it must do within its limit.
fn judge_stopped(script_: &str) -> Judgement {
    let begun = GROWING_LIMITS.into_iter().find_map(|limit| {
        let folder = one_case();
        let file = folder.root().join("begun");
        let judgement = judge_in(&folder, &script(&format!(": >{}; {script_}", quoted(&file)), limit));
        file.exists().then_some(judgement)
    });
    begun.expect("the program begins")
}

#[test]
fn a_program_that_a_signal_has_stopped_is_not_slow() {
    for (signal, message) in [
        ("STOP", "it stopped itself (SIGSTOP), and was ended at the time limit"),
        ("TTIN", "suspended by signal 21 (as it reads from the terminal), and was ended at the time limit"),
    ] {
        assert_judged(&judge_stopped(&format!("kill -{signal} $$")), Verdict::RuntimeError, message);
    }
}

#[test]
fn a_stopped_program_may_go_on_in_time() {
    let script_ = format!("(while kill -CONT $$; do sleep 0.1; done) & kill -STOP $$; {RIGHT}");
    assert_judged(&judge(&script(&script_, 20.0)), Verdict::Accepted, "");
}

/// A path for a shell.
fn quoted(path: &Path) -> String {
    shlex::try_quote(path.to_str().unwrap()).unwrap().into_owned()
}
