//! How a run ended, and whether it was in time.

use std::num::NonZero;
use std::process::ExitStatus;
use std::thread;
use std::time::Duration;

use super::{Candidate, PeakMemory, Usage};

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// It exited with this code.
    Exit(i32),
    /// This signal ended it, which the harness did not send.
    Signal(i32),
    /// It was stopped at its time limit.
    OutOfTime,
    /// It took more than its memory limit. It was stopped, or had ended.
    OutOfMemory,
    /// This signal, such as one from the terminal, had stopped it, and it stayed stopped. `None` if it is not known, as
    /// when a child of it was stopped.
    #[cfg_attr(not(unix), expect(dead_code, reason = "only Unix systems stop a program so that it can continue"))]
    Stopped(Option<i32>),
    /// It was stopped because it wrote too much.
    TooMuchOutput,
    /// It ended, but this process was suspended meanwhile, so that it is not known whether that was in time.
    Disturbed,
}

impl Ending {
    /// Whether what ended the program may have been meant for this process too, as it is for all processes of a service
    /// that is stopped. When a program is started, it is in the group of this process for a moment.
    pub(super) fn may_be_an_interrupt(self) -> bool {
        const HUP_INT_QUIT_TERM: [i32; 4] = [1, 2, 3, 15];
        /// The exit code on Windows after Ctrl-C, and when the console is closed.
        const CONTROL_C_EXIT: i32 = 0xC000_013A_u32.cast_signed();
        match self {
            Self::Signal(signal) => HUP_INT_QUIT_TERM.contains(&signal),
            // As programs do that end in order.
            Self::Exit(code) => code == CONTROL_C_EXIT || HUP_INT_QUIT_TERM.contains(&code.wrapping_sub(128)),
            _ => false,
        }
    }

    /// How a candidate ended that was not stopped, and that this process has watched for so long.
    pub(super) fn by_itself(candidate: &Candidate, status: ExitStatus, usage: Usage, watched: Duration) -> Self {
        if let (Some(limit), Some(PeakMemory::Exactly(peak))) = (candidate.memory_limit, usage.peak_memory)
            && peak > limit
        {
            return Self::OutOfMemory;
        }
        if usage.wall > candidate.time_limit {
            // If this process was suspended, only the CPU time can still prove that the candidate itself took too long.
            let processors = thread::available_parallelism().map_or(usize::MAX, NonZero::get);
            let processors = u32::try_from(processors).unwrap_or(u32::MAX);
            let is_proven = usage.cpu.is_some_and(|cpu| cpu / processors > candidate.time_limit);
            let is_too_slow = watched > candidate.time_limit || is_proven;
            return if is_too_slow { Self::OutOfTime } else { Self::Disturbed };
        }
        status.code().map_or_else(|| Self::Signal(signal(status)), Self::Exit)
    }
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> i32 {
    std::os::unix::process::ExitStatusExt::signal(&status).unwrap_or(0)
}

/// Only Unix systems end programs without an exit code.
#[cfg(not(unix))]
fn signal(_: ExitStatus) -> i32 {
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ends_a_service_may_be_an_interrupt() {
        let interrupts = (0..=31).filter(|&signal| Ending::Signal(signal).may_be_an_interrupt());
        assert_eq!(interrupts.collect::<Vec<_>>(), [1, 2, 3, 15]);
        let codes = (0..=255).filter(|&code| Ending::Exit(code).may_be_an_interrupt());
        assert_eq!(codes.collect::<Vec<_>>(), [129, 130, 131, 143]);
        assert!(Ending::Exit(-1_073_741_510).may_be_an_interrupt(), "Ctrl-C on Windows");
        assert!(!Ending::OutOfTime.may_be_an_interrupt());
    }

    #[test]
    fn only_watched_time_and_cpu_time_can_convict_a_program_that_has_ended() {
        let processors = u32::try_from(thread::available_parallelism().unwrap().get()).unwrap();
        let candidate = Candidate::parse("true", Duration::from_secs(1)).unwrap();
        let ending = |wall, watched, cpu_per_processor| {
            let cpu = Some(processors * Duration::from_secs_f64(cpu_per_processor));
            let usage = Usage { cpu, ..Usage::of_wall(Duration::from_secs_f64(wall)) };
            Ending::by_itself(&candidate, ExitStatus::default(), usage, Duration::from_secs_f64(watched))
        };
        assert_eq!(ending(0.9, 0.9, 0.9), Ending::Exit(0));
        assert_eq!(ending(0.9, 0.1, 0.0), Ending::Exit(0));
        assert_eq!(ending(1.0, 1.0, 0.9), Ending::Exit(0));
        assert_eq!(ending(1.01, 1.01, 0.0), Ending::OutOfTime);
        // A look that was planned for the limit, and was late.
        assert_eq!(ending(5.0, 1.0, 0.9), Ending::Disturbed);
        assert_eq!(ending(5.0, 0.9, 0.9), Ending::Disturbed);
        assert_eq!(ending(5.0, 0.9, 1.1), Ending::OutOfTime);
    }
}
