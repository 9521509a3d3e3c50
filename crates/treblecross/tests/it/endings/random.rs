//! Ending `check` and `stress` at random moments.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;
use std::time::{Duration, Instant};

use problem::Rng;
use rustix::process::Signal;

use super::running::{begin, begin_with};
use super::saving::assert_whole;
use super::{ASKING, EDGE_CASES, ENDING, STUBBORN, WRONG, path_of};

/// Candidates that end: with nothing left, with a child that holds the pipe, with a child of a child that has ended.
const ENDED: [&str; 3] =
    [WRONG, "sleep 300 & cat > /dev/null; echo nonsense", "(sleep 300 &); cat > /dev/null; sleep 0.01; echo nonsense"];

/// Ends a command several times by a random signal, to it or to its group, at a random moment, with random signals
/// ignored, and asserts each time that no file in part is left, and unless it was killed no process. The seed is shown when
/// it fails.
#[test]
fn signals_at_random_moments_leave_nothing() {
    kill_at_random_moments(20);
}

/// The same for longer.
#[test]
#[ignore = "takes a minute"]
fn many_signals_at_random_moments_leave_nothing() {
    kill_at_random_moments(1000);
}

fn kill_at_random_moments(times: u64) {
    let start = time_to_start();
    for seed in 0..times {
        let killed = catch_unwind(AssertUnwindSafe(|| kill_at_random_moment(&mut Rng::new(seed), start)));
        assert!(killed.is_ok(), "with seed {seed}");
    }
}

/// How long it takes on this machine until a program has started.
fn time_to_start() -> Duration {
    let start = Instant::now();
    let mut running = begin(STUBBORN[0], &["stress"]);
    running.wait_until_started();
    let time = start.elapsed();
    running.ends_by(Signal::TERM, false);
    time
}

fn kill_at_random_moment(rng: &mut Rng, start: Duration) {
    /// The moments are within this many times the time to start: about one in six is before that.
    const MOMENTS: usize = 6;
    let candidates = [&STUBBORN[..], &ENDED, &ENDED].concat();
    let cases = path_of(EDGE_CASES);
    let arguments = if rng.below(3) == 0 { vec!["check", &cases] } else { vec!["stress", "--save", "saved"] };
    let ignored: Vec<Signal> = ASKING.iter().copied().filter(|_| rng.one_in(4)).collect();
    let candidate = candidates[rng.below(candidates.len())];
    let launcher = ["sh", "-c", &ignoring(&ignored), "sh"];
    let mut running = begin_with(&launcher, candidate, &arguments, |_, _| {});
    let microseconds = usize::try_from(start.as_micros()).expect("less than a year");
    thread::sleep(Duration::from_micros(rng.below(MOMENTS * microseconds) as u64));
    let signal = ENDING[rng.below(ENDING.len())];
    running.signal(signal, rng.one_in(2));
    if ignored.contains(&signal) {
        thread::sleep(Duration::from_micros(rng.below(20_000) as u64));
        running.signal(Signal::KILL, rng.one_in(2));
    }
    let is_killed = running.wait().0 == 128 + Signal::KILL.as_raw();
    if is_killed {
        running.kill();
    }
    running.assert_gone();
    let mut names = running.saved();
    assert!(is_killed || names.len().is_multiple_of(2) && names.iter().all(|name| !name.starts_with('.')), "{names:?}");
    names.retain(|name| !name.starts_with('.'));
    assert_whole(&running, &names);
}

/// A script that starts its arguments as a program with signals ignored.
pub(super) fn ignoring(signals: &[Signal]) -> String {
    let traps = signals.iter().map(|signal| format!("trap '' {}; ", signal.as_raw()));
    traps.chain(["exec \"$@\"".to_owned()]).collect()
}
