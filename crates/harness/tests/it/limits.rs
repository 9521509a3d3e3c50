//! Time and memory of candidates: what they took, and what happens when that is too much or cannot be known.

use std::fs;
use std::path::Path;
use std::time::Duration;

use harness::{Candidate, Clock, Judgement, PeakMemory, Supervisor, find_fixtures};
use problem::Verdict;
use testkit::{Anagrams, run_in_subprocess, skip, subprocess_argument};

use crate::candidates::GROWING_LIMITS;
use crate::judging::{judge_with, one_case, shell};

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
    judge_in(one_case().root(), candidate)
}

fn judge_in(folder: &Path, candidate: &Candidate) -> Judgement {
    judge_by(&Supervisor::default(), folder, candidate)
}

fn judge_by(supervisor: &Supervisor, folder: &Path, candidate: &Candidate) -> Judgement {
    let fixtures = find_fixtures::<Anagrams>(&[folder.to_owned()], None, None).unwrap().fixtures;
    judge_with(supervisor, Some(candidate), &fixtures, Clock::System).unwrap().remove(0)
}

#[track_caller]
fn assert_judged(judgement: &Judgement, verdict: Verdict, message: &str) {
    assert_eq!((judgement.verdict, judgement.message.as_str()), (verdict, message), "{judgement:?}");
}

#[test]
fn waiting_takes_wall_clock_time_but_no_cpu_time() {
    let usage = judge(&script(&format!("{RIGHT}; sleep 0.5"), 20.0)).usage;
    let (wall, cpu) = (Duration::from_millis(500), Duration::from_millis(400));
    assert!(usage.wall >= wall && usage.cpu.unwrap() < cpu, "{usage:?}");
}

#[test]
fn cpu_time_includes_the_children_that_a_program_waits_for() {
    let count = "awk 'BEGIN { for (i = 0; i < 2000000; i++) n += i }'";
    let time = |script_: &str| judge(&script(script_, 60.0)).usage.cpu.unwrap();
    let (short, long) = (time(RIGHT), time(&format!("{RIGHT}; {count}")));
    assert!(long > short + Duration::from_millis(10), "{short:?} {long:?}");
}

#[test]
fn the_peak_of_memory_is_exact_if_it_is_large_and_a_bound_if_it_is_small() {
    let peak = |script_: &str| judge(&script(script_, 20.0)).usage.peak_memory.unwrap();
    let large = peak(&format!("{}; {RIGHT}", take(400)));
    assert!(matches!(large, PeakMemory::Exactly(bytes) if (400 * MIB..440 * MIB).contains(&bytes)), "{large:?}");
    // The shell takes less than this process.
    let small = peak(RIGHT);
    if cfg!(target_os = "linux") {
        assert!(matches!(small, PeakMemory::AtMost(bytes) if bytes < 300 * MIB), "{small:?}");
    }
}

#[test]
fn a_program_is_stopped_when_it_takes_too_much_memory() {
    let (hold, limit) = (hold("sleep 1000"), 250 * MIB);
    for script_ in [format!("exec {hold}"), hold.clone(), format!("{hold} & wait")] {
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
    // The parent of these ends at once. One ends before the program does, the other one is left behind.
    let for_a_moment = format!("({} &) | cat >&2; {RIGHT}", hold("sleep 3"));
    let left_behind = format!("({} &) | read line; {RIGHT}", hold("echo; sleep 1000"));
    assert_judged(&limited(&for_a_moment, 250), Verdict::MemoryLimitExceeded, "more than 250 MiB of memory");
    for script_ in [for_a_moment, left_behind] {
        let enough = limited(&script_, 2500);
        assert_judged(&enough, Verdict::Accepted, "");
        let peak = enough.usage.peak_memory;
        assert!(matches!(peak, Some(PeakMemory::Exactly(peak)) if peak > 250 * MIB), "{peak:?}");
    }
}

#[test]
fn the_memory_of_this_process_does_not_count() {
    const NAME: &str = "limits::the_memory_of_this_process_does_not_count";
    if subprocess_argument(NAME).is_none() {
        return run_in_subprocess(NAME, "", "");
    }
    let limit = 100 * MIB;
    let candidate = script(RIGHT, 20.0).with_memory_limit(limit);
    let (supervisor, folder) = (Supervisor::default(), one_case());
    let judge = |candidate: &Candidate| judge_by(&supervisor, folder.root(), candidate);
    let held = vec![1_u8; 300 << 20];
    let judgement = judge(&candidate);
    if cfg!(target_os = "linux") {
        assert_eq!(judgement.verdict, Verdict::InternalError);
        let Some(PeakMemory::AtMost(peak)) = judgement.usage.peak_memory else { panic!("{judgement:?}") };
        assert!((300 * MIB..400 * MIB).contains(&peak), "{judgement:?}");
        let least = peak.div_ceil(MIB);
        let message = format!(
            "its memory could not be measured: it cannot be distinguished from the memory of this process, up to {least} \
             MiB; \
             use --memory-limit {least} or more"
        );
        assert_eq!(judgement.message, message);
        // A little may be added between two runs.
        let enough = script(RIGHT, 20.0).with_memory_limit((least + 1) * MIB);
        assert_judged(&judge(&enough), Verdict::Accepted, "");
    }
    // A wrong answer is one in any case, and so is too much memory.
    let wrong = script("echo NO", 20.0).with_memory_limit(limit);
    assert_eq!(judge(&wrong).verdict, Verdict::WrongAnswer);
    for end in [RIGHT, "exit 1"] {
        let large = script(&format!("{}; {end}", take(400)), 20.0).with_memory_limit(limit);
        assert_eq!(judge(&large).verdict, Verdict::MemoryLimitExceeded, "{end}");
    }
    assert_eq!(held.len(), 300 << 20);
    drop(held);
    assert_judged(&judge(&candidate), Verdict::Accepted, "");
    // The peak of this process is lower now, so what is below the earlier one is known too.
    let peak = judge(&script(&format!("{}; {RIGHT}", take(200)), 20.0)).usage.peak_memory;
    assert!(matches!(peak, Some(PeakMemory::Exactly(peak)) if (200 * MIB..240 * MIB).contains(&peak)), "{peak:?}");
}

/// Judges a script that stops itself as soon as it has begun, which it must do within its limit.
fn judge_stopped(script_: &str) -> Judgement {
    let begun = GROWING_LIMITS.into_iter().find_map(|limit| {
        let folder = one_case();
        let file = folder.root().join("begun");
        let judgement = judge_in(folder.root(), &script(&format!(": >{}; {script_}", quoted(&file)), limit));
        file.exists().then_some(judgement)
    });
    begun.expect("the program begins")
}

#[test]
fn a_program_that_a_signal_has_stopped_is_not_slow() {
    let stop = if cfg!(target_os = "macos") { 17 } else { 19 };
    for (signal, number, why) in [
        ("STOP", stop, "by itself"),
        ("TTIN", 21, "as it reads from the terminal"),
        ("TTOU", 22, "as it writes to the terminal"),
    ] {
        let message = format!("stopped by signal {number} ({why}), and it was ended at the time limit");
        assert_judged(&judge_stopped(&format!("kill -{signal} $$")), Verdict::RuntimeError, &message);
    }
}

#[test]
fn a_program_whose_child_is_stopped_is_not_slow_either() {
    if !cfg!(target_os = "linux") {
        return skip("only Linux shows the children of a process");
    }
    let child = "sh -c 'kill -STOP $$'";
    let message = "one of its processes was stopped, and it was ended at the time limit";
    assert_judged(&judge_stopped(&format!("{child}; {RIGHT}")), Verdict::RuntimeError, message);
    // This one computes meanwhile. If it does not get so far, it is too slow as well.
    let busy = judge(&script(&format!("{child} & while :; do :; done"), 0.5));
    assert_eq!(busy.verdict, Verdict::TimeLimitExceeded);
}

#[test]
fn a_stopped_program_may_go_on_in_time() {
    let script_ = format!("(while kill -CONT $$; do sleep 0.1; done) & kill -STOP $$; {RIGHT}");
    assert_judged(&judge(&script(&script_, 20.0)), Verdict::Accepted, "");
}

#[test]
fn a_program_that_ends_just_after_its_limit_is_too_slow_and_not_run_again() {
    for memory_limit in [None, Some(250 * MIB)] {
        // On a busy machine this process may look too late, as if it were suspended. Not every time.
        let is_run_once = (0..50).any(|_| {
            let folder = one_case();
            let script_ = format!("echo >>{}; sleep 1.02; {RIGHT}", quoted(&folder.root().join("runs")));
            let candidate = script(&script_, 1.0);
            let candidate = memory_limit.into_iter().fold(candidate, Candidate::with_memory_limit);
            let judgement = judge_in(folder.root(), &candidate);
            assert_ne!(judgement.verdict, Verdict::Accepted, "{judgement:?}");
            judgement.verdict == Verdict::TimeLimitExceeded && runs(folder.root()) == 1
        });
        assert!(is_run_once, "{memory_limit:?}");
    }
}

/// The limit, in seconds, of candidates that suspend this process and end after more than that.
const LIMIT: f64 = 1.5;

/// Takes more than `LIMIT`.
const SLEEP: &str = "sleep 1.6";

/// Runs a test in a process of its own, because its candidates suspend that. It continues when they have made the file
/// `suspended` in the folder of the test and 2 s are over, which is more than `LIMIT`, or after a long time.
fn when_this_process_is_suspended(name: &str, test: impl Fn(&Path)) {
    if !cfg!(target_os = "linux") {
        skip("only Linux shows whether a process is stopped");
    } else if let Some(folder) = subprocess_argument(name) {
        test(Path::new(&folder));
    } else {
        let folder = one_case();
        let continues = format!(
            "until [ -e {} ] || [ $((n += 1)) = 1200 ]; do kill -0 $$ || exit; sleep 0.05; done; sleep 2; kill -CONT \
             $$",
            quoted(&folder.root().join("suspended"))
        );
        run_in_subprocess(name, &folder.path(""), &format!("({continues}) >/dev/null 2>&1 &"));
    }
}

/// Suspends the process that runs the script, and waits until all of its threads have stopped.
const SUSPEND: &str =
    "kill -STOP $PPID; while grep -h ^State /proc/$PPID/task/*/status | grep -qv T; do sleep 0.01; done";

/// A script that leaves a line in the file `runs` on each run, and whose first run does this and makes the file
/// `suspended`.
fn on_the_first_run(folder: &Path, first: &str) -> String {
    let [runs, suspended] = ["runs", "suspended"].map(|name| quoted(&folder.join(name)));
    format!("echo >>{runs}; [ -e {suspended} ] || {{ {first}; : >{suspended}; }}")
}

/// A path for a shell.
fn quoted(path: &Path) -> String {
    shlex::try_quote(path.to_str().unwrap()).unwrap().into_owned()
}

fn runs(folder: &Path) -> usize {
    fs::read_to_string(folder.join("runs")).unwrap().lines().count()
}

#[test]
fn a_program_that_may_have_ended_in_time_is_run_again() {
    when_this_process_is_suspended("limits::a_program_that_may_have_ended_in_time_is_run_again", |folder| {
        let candidate = script(&format!("{}; {RIGHT}", on_the_first_run(folder, SUSPEND)), LIMIT);
        // Then it is looked at more often.
        let judgement = judge_in(folder, &candidate.with_memory_limit(1 << 30));
        assert_judged(&judgement, Verdict::Accepted, "");
        assert!(judgement.usage.wall <= Duration::from_secs_f64(LIMIT), "{judgement:?}");
        assert_eq!(runs(folder), 2);
    });
}

#[test]
fn a_program_that_is_too_slow_is_not_accepted_because_nobody_looked() {
    const NAME: &str = "limits::a_program_that_is_too_slow_is_not_accepted_because_nobody_looked";
    when_this_process_is_suspended(NAME, |folder| {
        // When its parent continues, the first run has ended. The second one does not end by itself.
        let first = on_the_first_run(folder, &format!("{SUSPEND}; {SLEEP}; later=:"));
        let script_ = format!("later='sleep 1000'; {first}; $later; {RIGHT}");
        let judgement = judge_in(folder, &script(&script_, LIMIT));
        assert_eq!(judgement.verdict, Verdict::TimeLimitExceeded, "{judgement:?}");
        assert_eq!(runs(folder), 2);
    });
}

#[test]
fn a_run_that_can_never_be_timed_is_no_verdict() {
    when_this_process_is_suspended("limits::a_run_that_can_never_be_timed_is_no_verdict", |folder| {
        let runs_ = quoted(&folder.join("runs"));
        let script_ = format!("echo >>{runs_}; {SUSPEND}; {SLEEP}; {RIGHT}; kill -CONT $PPID");
        let judgement = judge_in(folder, &script(&script_, LIMIT));
        let message = "could not be timed: this process itself was suspended; run it again";
        assert_judged(&judgement, Verdict::InternalError, message);
        assert_eq!(runs(folder), 4);
    });
}
