//! Time and memory of candidates: what they took, and what happens when that is too much or cannot be known.

use std::fs;
use std::time::Duration;

use harness::{Candidate, Judgement, Supervisor};
use problem::Verdict;
use testkit::{run_in_subprocess, skip, subprocess_argument};

use crate::candidates::{RIGHT, judge, judge_until};
use crate::judging::{judgements, one_case, shell};

const MIB: u64 = 1024 * 1024;

/// Takes more than 100 MiB, and holds them while a shell command runs.
fn hold(command: &str) -> String {
    format!("awk 'BEGIN {{ s = \"x\"; while (length(s) < 120000000) s = s s; system(\"{command}\") }}'")
}

/// Judges a script that may take long, but not much memory.
fn limited(script: &str, mebibytes: u64) -> Judgement {
    let candidate = Candidate::parse(&shell(script), Duration::from_secs(300)).unwrap();
    let candidate = Candidate { memory_limit: Some(mebibytes * MIB), ..candidate };
    judgements(&one_case(), &candidate, &Supervisor::default()).unwrap().remove(0)
}

#[track_caller]
fn assert_judged(judgement: &Judgement, verdict: Verdict, message: &str) {
    assert_eq!((judgement.verdict, judgement.message.as_str()), (verdict, message), "{judgement:?}");
}

#[test]
fn cpu_time_includes_the_children_that_a_program_waits_for_but_not_waiting() {
    let count = "awk 'BEGIN { for (i = 0; i < 2000000; i++) n += i }'";
    let [waiting, counting] = ["sleep 0.5", count].map(|script| judge(script, 60.0, &one_case()).usage);
    assert!(waiting.wall >= Duration::from_millis(500) && waiting.cpu < counting.cpu, "{waiting:?} {counting:?}");
}

#[test]
fn a_peak_counts_unless_this_process_may_have_caused_it() {
    const NAME: &str = "limits::a_peak_counts_unless_this_process_may_have_caused_it";
    // In a process of its own, as other tests may take more memory.
    if subprocess_argument(NAME).is_none() {
        return run_in_subprocess(NAME, "", "");
    }
    // Takes 400 MiB for a moment, and nothing before.
    let large = format!("dd if=/dev/zero of=/dev/null bs={} count=1 2>/dev/null; {RIGHT}", 400 * MIB);
    let peak = judge(&large, 60.0, &one_case()).usage.peak_memory;
    assert!(peak.is_some_and(|peak| (400 * MIB..440 * MIB).contains(&peak)), "{peak:?}");
    let held = vec![1_u8; 300 << 20];
    // The shell takes less than this process.
    let small = limited(RIGHT, 100);
    assert_judged(&small, Verdict::Accepted, "");
    if cfg!(target_os = "linux") {
        // Nothing, unless the shell ran long enough to be seen.
        assert!(small.usage.peak_memory.is_none_or(|peak| peak < 100 * MIB), "{small:?}");
    }
    assert_judged(&limited(&large, 100), Verdict::MemoryLimitExceeded, "more than 100 MiB of memory");
    assert_eq!(held.len(), 300 << 20);
}

#[test]
fn a_program_is_stopped_when_one_of_its_processes_takes_too_much_memory() {
    if !cfg!(target_os = "linux") {
        return skip("only Linux shows the memory of running processes");
    }
    let hold_on = hold("sleep 1000");
    // The name of a program may look like other values that Linux shows with it.
    let name = "\"$(mktemp -d)/a) S 5 6 7 (b\"";
    let renamed =
        format!("name={name}; ln -s $(command -v awk) \"$name\"; {}", hold_on.replacen("awk", "\"$name\"", 1));
    // Its parent ends at once, and it ends before the program does, but not before it has been looked at.
    let child = format!("({} &) | cat >&2; {RIGHT}", hold("sleep 8"));
    for script in [&format!("exec {hold_on}"), &format!("{hold_on} & wait"), &renamed, &child] {
        assert_judged(&limited(script, 100), Verdict::MemoryLimitExceeded, "more than 100 MiB of memory");
    }
    let enough = limited(&child, 1000);
    assert_judged(&enough, Verdict::Accepted, "");
    assert!(enough.usage.peak_memory.is_some_and(|peak| peak > 100 * MIB), "{enough:?}");
}

#[test]
fn a_program_that_a_signal_has_stopped_is_not_slow_and_may_continue_in_time() {
    for (signal, message) in [
        ("STOP", "it stopped itself (SIGSTOP), and was ended at the time limit"),
        ("TTIN", "suspended by signal 21 (as it reads from the terminal), and was ended at the time limit"),
    ] {
        let folder = one_case();
        let begun = folder.path("begun");
        let stopped =
            judge_until(&format!(": >'{begun}'; kill -{signal} $$"), &folder, |_| fs::exists(&begun).unwrap());
        assert_judged(&stopped, Verdict::RuntimeError, message);
    }
    let continued = format!("(while kill -CONT $$; do sleep 0.1; done) & kill -STOP $$; {RIGHT}");
    assert_judged(&judge(&continued, 20.0, &one_case()), Verdict::Accepted, "");
}
