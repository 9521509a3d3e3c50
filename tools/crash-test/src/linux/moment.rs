//! When a run is killed.

use std::fmt;
use std::path::Path;
use std::thread;
use std::time::Duration;

use problem::Rng;

use super::files::{self, Marks};
use super::process::Running;
use super::work::Work;

/// A moment in a run.
#[derive(Clone, Copy, Debug)]
pub(super) enum Moment {
    /// So long after the start.
    After(Duration),
    /// So long after this number of changes of files has been seen, of temporary ones or of those under a final name.
    AtWrite { changes: usize, of_temporary: bool, delay: Duration },
}

impl Moment {
    /// A moment in a run that takes so long if it is not disturbed.
    pub(super) fn random(rng: &mut Rng, takes: Duration) -> Self {
        /// Writing takes some microseconds, or some milliseconds where the disk is waited for.
        const DELAYS: [usize; 4] = [1, 50, 1_000, 10_000];
        let microseconds = usize::try_from(takes.as_micros()).unwrap_or(usize::MAX).max(1);
        if rng.one_in(3) {
            return Self::After(below(rng, microseconds));
        }
        let longest = DELAYS[rng.below(DELAYS.len())];
        Self::AtWrite { changes: 1 + rng.below(8), of_temporary: !rng.one_in(3), delay: below(rng, longest) }
    }

    /// Waits for the moment, or for the end of the program.
    pub(super) fn wait(self, running: &mut Running, folder: &Path, work: &Work, before: &Marks) {
        let mut seen = before.clone();
        let mut left = match self {
            Self::AtWrite { changes, .. } => changes,
            Self::After(_) => 0,
        };
        while !running.has_ended() {
            match self {
                Self::After(time) => match time.checked_sub(running.elapsed()) {
                    Some(rest) => thread::sleep(rest.min(Duration::from_millis(1))),
                    None => return,
                },
                Self::AtWrite { of_temporary, delay, .. } => {
                    let Ok(now) = files::marks(folder) else { continue };
                    let is_meant = |name: &str| (work.is_temporary)(name) == of_temporary || work.grows(name);
                    left = left.saturating_sub(
                        now.iter().filter(|(name, mark)| seen.get(*name) != Some(mark) && is_meant(name)).count(),
                    );
                    seen.extend(now);
                    if left == 0 {
                        thread::sleep(delay);
                        return;
                    }
                }
            }
        }
    }
}

fn below(rng: &mut Rng, microseconds: usize) -> Duration {
    Duration::from_micros(rng.below(microseconds) as u64)
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::After(time) => write!(f, "{time:?} after the start"),
            Self::AtWrite { changes, of_temporary, delay } => {
                let kind = if of_temporary { "temporary" } else { "finished" };
                write!(f, "{delay:?} after change {changes} of a {kind} file was seen")
            }
        }
    }
}
