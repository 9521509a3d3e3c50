//! How `check` and `stress` end: by which signal, at which stage, and that nothing found is lost and nobody left
//! behind.
//!
//! For one program, as all share the code, and for Linux, where `/proc` shows what is left. Each test starts a
//! [`Running`](running::Running) program against a candidate in the language of the shell. Its folder is the folder of
//! the program too. Variables tell it the file `$STARTED`, which it makes, the `$PROGRAM` and the `$JUDGE`.

mod others;
mod random;
mod running;
mod saving;
mod stages;

use problem::Problem;
use rustix::process::Signal;

use crate::Subject;
use crate::fixtures::workspace;

/// The signals that ask a process to end, and the one that it cannot catch.
const ENDING: [Signal; 5] = [Signal::HUP, Signal::INT, Signal::QUIT, Signal::TERM, Signal::KILL];

/// The signals that ask a process to end.
const ASKING: &[Signal] = ENDING.split_last().expect("a signal").1;

/// Candidates that do not end by themselves.
const STUBBORN: [&str; 5] = [
    "cat > $STARTED; exec sleep 300",
    // Ignores what it can, and so do its children.
    "trap '' HUP INT QUIT TERM; cat > $STARTED; while sleep 1; do :; done",
    DAEMON,
    // Makes a session of its own.
    "cat > $STARTED; exec setsid --wait sleep 300",
    // Leaves a child of a child that has ended.
    "(sleep 300 &); cat > $STARTED; exec sleep 300",
];

/// Forks a daemon.
const DAEMON: &str = "(setsid sh -c 'sleep 300 & sleep 300' &); cat > $STARTED; sleep 300";

/// Answers nonsense, whatever the input is.
const WRONG: &str = "cat > /dev/null; echo nonsense";

/// Defines the tests for a [`Subject`](crate::Subject).
#[macro_export]
macro_rules! ending_tests {
    ($subject:expr) => {
        $crate::promises! { $subject;
            every_signal_ends_a_run_in_a_case,
            ignored_signals_stay_ignored_and_the_others_end_it,
            a_signal_ends_it_although_nobody_reads,
            a_signal_while_shrinking_shows_the_smallest_so_far,
            a_signal_while_saving_leaves_a_whole_pair,
            an_interrupted_check_of_the_solver_sums_up,
            suspending_suspends_programs_and_convicts_none,
            a_program_may_wait_for_its_daemon,
            a_program_that_cannot_be_started_while_there_are_orphans_is_an_error,
            a_check_within_a_check_ends_with_it,
            children_from_before_are_left_alone,
            what_other_threads_have_found_counts_after_an_interrupt,
            suspending_at_any_moment_hangs_nothing,
            suspending_is_ignored_where_nobody_could_resume,
            a_program_that_ends_in_order_when_all_are_asked_to_end_is_not_convicted,
            what_a_run_leaves_behind_ends_with_it,
            an_interrupted_package_leaves_nothing,
            kills_at_random_moments_leave_nothing,
            #[ignore = "takes a minute"]
            many_kills_at_random_moments_leave_nothing
        }
    };
}

impl<P: Problem> Subject<P> {
    /// The folder of some cases of the first judge.
    fn edge_cases() -> String {
        Self::path_of(&format!("{}/edge", P::DIALECTS[0].name))
    }

    /// The path of a single case.
    fn sample() -> String {
        let sample = Self::sample_of(P::DIALECTS[0].name);
        workspace().join(sample.relative_path()).to_str().expect("a plain path").to_owned()
    }

    /// The path of something in the folder of the program's fixtures.
    fn path_of(name: &str) -> String {
        workspace().join("fixtures").join(P::NAME).join(name).to_str().expect("a plain path").to_owned()
    }
}
