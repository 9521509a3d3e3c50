//! Ending `check` and `stress` at random moments.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;
use std::time::Duration;

use problem::{Problem, Rng};
use rustix::process::Signal;

use super::processes::{ENDING, Family};
use super::{STUBBORN, Script, script};
use crate::Subject;

/// Contestants that end: with nothing left, with a child that holds the pipe, with a daemon.
const ENDED: [Script; 4] = [
    script("cat > /dev/null; echo nonsense"),
    script("sleep 300 & cat > /dev/null; echo nonsense"),
    script("(setsid sleep 300 &); cat > /dev/null; echo nonsense"),
    script("(setsid sh -c 'sleep 300 & sleep 300' &); cat > /dev/null; sleep 0.01; echo nonsense"),
];

impl<P: Problem> Subject<P> {
    /// Ends a command so many times by a random signal, to it or to its group, at a random moment, with random signals ignored, and
    /// asserts each time that no process and no file in part is left. The seed is shown when it fails.
    pub fn kills_at_random_moments_leave_nothing(&self, times: usize) {
        for seed in 0..times as u64 {
            let killed = catch_unwind(AssertUnwindSafe(|| self.kill_at_random_moment(&mut Rng::new(seed))));
            assert!(killed.is_ok(), "with seed {seed}");
        }
    }

    fn kill_at_random_moment(&self, rng: &mut Rng) {
        let judge = P::DIALECTS[0].name;
        let family = Family::default();
        let contestants: Vec<&Script> =
            STUBBORN.iter().chain(&ENDED).chain(&ENDED).filter(|script| !script.is_hidden).collect();
        let against = family.against(contestants[rng.below(contestants.len())]);
        let cases = format!("{}/{judge}/edge", Self::fixture_folder());
        let place = family.place();
        let command = match rng.below(3) {
            0 => vec!["check", &cases],
            _ => vec!["stress", "--save", &place],
        };
        let arguments = [&command[..], &["--against", &against]].concat();
        let ignored: Vec<Signal> = ENDING[..4].iter().copied().filter(|_| rng.one_in(4)).collect();
        let running = family.start(&self.program, &arguments, &ignored, |_| {});
        thread::sleep(Duration::from_micros(rng.below(60_000) as u64));
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
