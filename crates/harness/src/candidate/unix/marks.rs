//! The mark that each run has in the environment of its program, which inherit it all processes that it starts. By it
//! those are found that have left the group of the program, as daemons do. Only Linux shows it.

use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use rustix::process::{Pid, Signal, kill_process};

use crate::proc;

/// The variable in the environment of a program. Its value has, for each process that runs programs, from the outermost
/// one, the name of its [`Marks`], a point, the number of the run, and a space.
pub(super) const VARIABLE: &str = "HARNESS_RUN";

/// The marks of one supervisor's runs.
#[derive(Debug)]
pub(super) struct Marks {
    /// No other supervisor has it.
    name: String,
    /// Locked while processes are being killed. What one thread kills while another one looks has perhaps left children
    /// that the other one does not see.
    killing: Mutex<()>,
}

impl Default for Marks {
    fn default() -> Self {
        let since_1970 = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        Self::named(&format!("{}-{}", std::process::id(), since_1970.as_nanos()))
    }
}

impl Marks {
    pub(super) fn named(name: &str) -> Self {
        Self { name: name.to_owned(), killing: Mutex::default() }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// The value of [`VARIABLE`] for a run.
    pub(super) fn of_run(&self, number: u64) -> String {
        let outer = std::env::var(VARIABLE).unwrap_or_default();
        format!("{outer}{}.{number} ", self.name)
    }

    /// Signals all processes of these runs. Returns whether there was one, or perhaps one: the mark of a process that
    /// is replacing its program is not there for a moment.
    pub(super) fn signal(&self, signal: Signal, is_wanted: impl Fn(u64) -> bool) -> bool {
        let is_signalled = |process: u32| match proc::environment(process) {
            Some(environment) => {
                self.run_in(&environment).is_some_and(&is_wanted)
                    && Pid::from_raw(process.cast_signed()).is_some_and(|id| kill_process(id, signal).is_ok())
            }
            None => true,
        };
        proc::all().filter(|&process| is_signalled(process)).count() > 0
    }

    /// Kills all processes of these runs, and looks for more until there have been none for so long.
    pub(super) fn end(&self, quiet: Duration, is_wanted: impl Fn(u64) -> bool) {
        /// Only a process that waits for a broken device, or that starts others without end, is not gone by then.
        const LIMIT: Duration = Duration::from_secs(5);
        const BETWEEN: Duration = Duration::from_millis(1);
        let _killing = self.killing.lock().unwrap_or_else(PoisonError::into_inner);
        let start = Instant::now();
        let mut last_found = start;
        while start.elapsed() < LIMIT {
            if self.signal(Signal::KILL, &is_wanted) {
                last_found = Instant::now();
            } else if last_found.elapsed() >= quiet {
                return;
            }
            thread::sleep(BETWEEN);
        }
    }

    /// The run that an environment names.
    fn run_in(&self, environment: &str) -> Option<u64> {
        let is_value = |text: &&str| text.strip_prefix(VARIABLE).is_some_and(|rest| rest.starts_with('='));
        let (_, runs) = environment.split('\0').find(is_value)?.split_once('=')?;
        runs.split_whitespace().find_map(|run| run.strip_prefix(&self.name)?.strip_prefix('.')?.parse().ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_belongs_to_each_run_around_it() {
        let environment = "A=HARNESS_RUN=7-7.7\0HARNESS_RUN=1-5.0 12-34.56 \0B=";
        let run = |name: &str| Marks::named(name).run_in(environment);
        assert_eq!([run("12-34"), run("1-5"), run("2-34"), run("7-7")], [Some(56), Some(0), None, None]);
    }
}
