//! Ending `check` and `stress` at random moments.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;
use std::time::{Duration, Instant};

use problem::{Problem, Rng};
use rustix::process::Signal;

use super::processes::{ENDING, Family};
use super::{STUBBORN, Script, script};
use crate::Subject;

/// Candidates that end: with nothing left, with a child that holds the pipe, with a daemon.
const ENDED: [Script; 4] = [
    script("cat > /dev/null; echo nonsense"),
    script("sleep 300 & cat > /dev/null; echo nonsense"),
    script("(setsid sleep 300 &); cat > /dev/null; echo nonsense"),
    script("(setsid sh -c 'sleep 300 & sleep 300' &); cat > /dev/null; sleep 0.01; echo nonsense"),
];

impl<P: Problem> Subject<P> {
    /// Ends a command so many times by a random signal, to it or to its group, at a random moment, with random signals
    /// ignored, and asserts each time that no process and no file in part is left. The seed is shown when it fails.
    pub fn kills_at_random_moments_leave_nothing(&self, times: usize) {
        let start = self.time_to_start();
        for seed in 0..times as u64 {
            let killed = catch_unwind(AssertUnwindSafe(|| self.kill_at_random_moment(&mut Rng::new(seed), start)));
            assert!(killed.is_ok(), "with seed {seed}");
        }
    }

    /// How long it takes on this machine until a program has started.
    fn time_to_start(&self) -> Duration {
        let family = Family::default();
        let start = Instant::now();
        let against = family.against(&STUBBORN[0]);
        let running = family.start(&self.program, &["stress", "--against", &against], &[], |_| {});
        family.wait_until_started();
        let time = start.elapsed();
        running.signal(Signal::KILL, false);
        running.wait();
        family.wait_until_gone();
        time
    }

    fn kill_at_random_moment(&self, rng: &mut Rng, start: Duration) {
        /// The moments are within so many times the time to start: about one in so many is before that.
        const MOMENTS: usize = 6;
        let judge = P::DIALECTS[0].name;
        let family = Family::default();
        let candidates: Vec<&Script> =
            STUBBORN.iter().chain(&ENDED).chain(&ENDED).filter(|script| !script.is_hidden).collect();
        let against = family.against(candidates[rng.below(candidates.len())]);
        let cases = format!("{}/{judge}/edge", Self::fixture_folder());
        let place = family.place();
        let command = match rng.below(3) {
            0 => vec!["check", &cases],
            _ => vec!["stress", "--save", &place],
        };
        let arguments = [&command[..], &["--against", &against]].concat();
        let ignored: Vec<Signal> = ENDING[..4].iter().copied().filter(|_| rng.one_in(4)).collect();
        let running = family.start(&self.program, &arguments, &ignored, |_| {});
        let microseconds = usize::try_from(start.as_micros()).expect("less than a year");
        thread::sleep(Duration::from_micros(rng.below(MOMENTS * microseconds) as u64));
        let signal = ENDING[rng.below(ENDING.len())];
        running.signal(signal, rng.one_in(2));
        if ignored.contains(&signal) {
            thread::sleep(Duration::from_micros(rng.below(20_000) as u64));
            running.signal(Signal::KILL, rng.one_in(2));
        }
        let ended = running.wait();
        if ended.code == 128 + Signal::KILL.as_raw() {
            family.wait_until_gone();
        } else {
            family.assert_gone();
        }
        let names = family.saved(judge);
        let is_killed = ended.code == 128 + Signal::KILL.as_raw();
        assert!(is_killed || names.len() % 2 == 0, "{names:?}");
        assert!(is_killed || names.iter().all(|name| !name.starts_with('.')), "{names:?}");
        let complete: Vec<String> = names.into_iter().filter(|name| !name.starts_with('.')).collect();
        self.assert_whole(&family, &complete);
    }
}
