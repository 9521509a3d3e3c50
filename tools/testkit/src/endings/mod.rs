//! How `check` and `stress` end: by which signal, at which stage, and that nothing found is lost and nobody left
//! behind.
//!
//! For one program, as all share the code, and for Linux, where `/proc` shows what is left.

mod others;
mod processes;
mod random;
mod saving;
mod stages;

/// A candidate in the language of the shell. `STARTED` stands for a file that it makes, `MARK` for the mark of its
/// [`Family`].
///
/// [`Family`]: processes::Family
struct Script {
    text: &'static str,
    /// Whether it hides where it comes from, so that nobody can find it when the program that started it is killed.
    is_hidden: bool,
}

const fn script(text: &'static str) -> Script {
    Script { text, is_hidden: false }
}

/// Candidates that do not end by themselves.
const STUBBORN: [Script; 6] = [
    script("cat > STARTED; exec sleep 300"),
    // Ignores what it can, and so do its children.
    script("trap '' HUP INT QUIT TERM; cat > STARTED; while sleep 1; do :; done"),
    // Forks a daemon.
    script("(setsid sh -c 'sleep 300 & sleep 300' &); cat > STARTED; sleep 300"),
    // Makes a session of its own.
    script("cat > STARTED; exec setsid --wait sleep 300"),
    // Leaves a child of a child that has ended.
    script("(sleep 300 &); cat > STARTED; exec sleep 300"),
    Script { text: "env -i setsid --fork sleep 300.MARK; cat > STARTED; sleep 300", is_hidden: true },
];

/// Defines the tests for a [`Subject`](crate::Subject).
#[macro_export]
macro_rules! ending_tests {
    ($subject:expr) => {
        $crate::ending_tests! { $subject;
            every_signal_ends_a_check_in_a_case
            every_signal_ends_stress_in_a_case
            ignored_signals_stay_ignored_and_the_others_end_it
            a_signal_before_the_first_case_ends_it
            a_signal_while_shrinking_shows_the_smallest_so_far
            a_signal_while_shrinking_a_hang_keeps_what_is_certain
            a_signal_while_saving_leaves_a_whole_pair
            a_signal_while_reporting_ends_it_although_nobody_reads
            an_interrupted_report_says_so_in_every_format
            an_interrupted_check_removes_its_bar
            an_interrupted_check_of_the_solver_sums_up
            suspending_suspends_programs_and_convicts_none
            a_program_may_wait_for_its_daemon
            a_program_that_cannot_be_started_while_there_are_orphans_is_an_error
            a_check_within_a_check_ends_with_it
            children_from_before_are_left_alone
            orphans_that_have_ended_do_not_pile_up
            what_other_threads_have_found_counts_after_an_interrupt
            a_slow_disk_delays_the_end
            an_error_while_shrinking_loses_no_input
            suspending_at_any_moment_hangs_nothing
            suspending_is_ignored_where_nobody_could_resume
            a_program_that_ends_in_order_when_all_are_asked_to_end_is_not_convicted
            what_a_run_leaves_behind_ends_with_it
            an_interrupted_package_leaves_nothing
            what_is_found_is_said_and_saved_before_it_is_shrunk
            a_full_disk_while_saving_loses_no_report
            runs_that_save_into_one_folder_overwrite_nothing
            a_closed_standard_output_loses_nothing
        }

        #[test]
        fn kills_at_random_moments_leave_nothing() {
            $subject.kills_at_random_moments_leave_nothing(40);
        }

        #[test]
        #[ignore = "takes a minute"]
        fn many_kills_at_random_moments_leave_nothing() {
            $subject.kills_at_random_moments_leave_nothing(1000);
        }
    };
    ($subject:expr; $($test:ident)+) => {
        $(#[test] fn $test() { $subject.$test(); })+
    };
}
