//! The contract that every program keeps, whatever its game: streams, exit codes, messages.

mod answers;
mod checkers;
mod checking;
mod judging;
mod packaging;
mod terminal;

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::marker::PhantomData;
use std::path::Path;
use std::process::Stdio;

use problem::{Count, Explainer, Layout, Problem, solve};

use crate::fixtures::{Fixture, fixtures, workspace};
use crate::program::{Program, Run};
use crate::sessions::agree_with_sessions;
use crate::skip::skip;
use crate::temporary::TemporaryFolder;

/// The built program of a problem, tested as its users would use it.
#[derive(Clone, Debug)]
pub struct Subject<P> {
    /// The program.
    pub program: Program,
    problem: PhantomData<P>,
}

/// Defines [`Subject::test`] and a macro for each group of promises, which defines a test of each of them for the
/// [`Subject`] that `subject()` returns. They are private methods, so the compiler warns of one that is missing here.
macro_rules! promises {
    ($($group:ident: $($promise:ident)+;)+) => {
        impl<P: Problem> Subject<P> {
            /// Tests one promise of the contract.
            pub fn test(&self, promise: &str) {
                match promise {
                    $($(stringify!($promise) => self.$promise(),)+)+
                    _ => panic!("there is no promise {promise}"),
                }
            }
        }

        $(
            #[doc(hidden)]
            #[macro_export]
            macro_rules! $group {
                () => {
                    $(#[test] fn $promise() { subject().test(stringify!($promise)); })+
                };
            }
        )+
    };
}

promises! {
    // What depends on the game, and on its judges.
    tests_of_the_game:
        help_shows_an_example
        version_is_shown
        a_file_a_dash_and_standard_input_give_the_same_answer
        an_error_leaves_standard_output_empty
        text_after_the_last_case_causes_a_warning
        explain_reads_standard_input_too
        an_explanation_is_as_wide_as_the_terminal
        sessions_in_the_documents_are_up_to_date
        check_accepts_the_fixtures_of_the_program
        check_exits_with_1_for_wrong_answers_and_2_for_invalid_fixtures
        what_the_judge_would_not_give_convicts_nobody
        white_space_counts_as_the_judge_says_or_as_asked
        checker_exits_with_the_codes_of_testlib
        an_input_that_is_no_case_is_the_setter_s_fault
        validate_accepts_what_strict_accepts
        a_package_is_made_of_the_cases_of_a_folder
        stress_finds_no_difference_between_the_program_and_itself
        huge_numbers_are_accepted
        a_failure_that_another_judge_explains_says_so
        the_cases_of_a_package_are_for_one_judge
        stress_saves_each_counterexample_as_a_case
        generated_inputs_depend_on_the_seed_and_are_legal
    ;
    // What is the same code for all games.
    tests_of_the_command_line:
        bad_usage_is_exit_2
        a_missing_file_is_named
        an_empty_name_is_not_a_file
        a_folder_is_not_an_input
        a_closed_pipe_is_a_normal_end
        a_full_disk_is_an_error
        colours_are_shown_only_on_demand
        completions_exist_for_every_shell
        a_manual_page_describes_the_program_and_each_command
        a_terminal_gets_a_hint_that_input_is_expected
        a_terminal_shows_colours_unless_they_are_turned_off
        an_output_that_cannot_be_written_to_is_an_error
        a_closed_pipe_does_not_change_the_exit_code_of_check
        a_report_that_cannot_be_written_is_an_error
        a_report_in_a_pipe_is_plain_and_standard_error_empty
        an_interrupted_check_leaves_nothing_running
        a_report_names_the_judge_and_the_reason
        a_case_without_an_answer_is_for_the_judge_of_those_around_it
        a_link_may_name_the_judge
        a_memory_limit_ends_a_program
        every_folder_must_hold_a_case
        cases_are_chosen_by_parts_of_their_paths
        a_check_that_fails_fast_does_not_wait_for_other_programs
        unusual_names_are_given_by_a_pattern
        answer_files_may_have_been_through_windows
        every_format_of_a_report_tells_the_same
        a_checker_answers_in_the_style_of_the_system_that_calls_it
        a_script_is_a_checker_that_a_system_can_call
        testlib_s_report_is_text_or_xml
        a_checker_that_is_called_wrongly_says_which_files_it_takes
        a_huge_output_is_wrong_at_once
        an_output_that_is_longer_than_any_that_is_read_is_not_compared
        feedback_that_cannot_be_written_is_no_verdict
        no_other_command_exits_with_the_codes_of_checker
        a_package_is_written_whole_or_not_at_all
        what_a_package_leaves_out_or_adds_is_said
        judging_commands_reject_bad_usage
    ;
}

/// Defines the tests of the contract for a problem and the path of its built program, and the function `subject()`,
/// which returns both. With `in full`, all promises are tested; otherwise those that depend on the game, as all
/// programs share their command line.
#[macro_export]
macro_rules! contract_tests {
    ($problem:ty, $program:expr) => {
        pub(crate) fn subject() -> $crate::Subject<$problem> {
            $crate::Subject::new($program)
        }

        $crate::tests_of_the_game! {}
    };
    ($problem:ty, $program:expr, in full) => {
        $crate::contract_tests!($problem, $program);
        $crate::tests_of_the_command_line! {}
    };
}

impl<P: Problem> Subject<P> {
    /// The program that was built at this path.
    #[must_use]
    pub fn new(program: &str) -> Self {
        Self { program: Program::at(program), problem: PhantomData }
    }

    pub(crate) fn run(&self, arguments: &[&str], stdin: &[u8]) -> Run {
        self.program.run(arguments, stdin)
    }

    /// Runs the program with a file as its standard output.
    fn run_into(&self, stdout: &File, arguments: &[&str]) -> Run {
        let stdout = stdout.try_clone().expect("a descriptor can be copied");
        let output = self.program.command(arguments).stdout(stdout).output().expect("the program runs");
        Run { code: output.status.code(), stdout: output.stdout, stderr: output.stderr }
    }

    /// The first sample of the default judge.
    fn sample_fixture() -> Fixture {
        let is_sample = |fixture: &Fixture| fixture.judge == P::DIALECTS[0].name && fixture.group == "sample";
        fixtures(P::NAME).into_iter().find(is_sample).expect("the default judge has a sample")
    }

    /// The path of the first sample.
    pub(crate) fn sample() -> String {
        Self::sample_fixture().relative_path().to_str().expect("a plain path").to_owned()
    }

    fn sample_bytes() -> Vec<u8> {
        Self::sample_fixture().input()
    }

    fn sample_answer() -> Vec<u8> {
        Self::sample_fixture().answer()
    }

    fn explainer() -> Explainer {
        P::EXPLAINER.expect("the problem explains positions")
    }

    /// An input with many cases, whose answers fill several pipes.
    fn long_input() -> Vec<u8> {
        const SEVERAL_PIPES: usize = 256 * 1024;
        let dialect = &P::DIALECTS[0];
        let case = dialect.format.case(&Self::sample_bytes(), 1).expect("the sample has a case");
        let one = dialect.format.input(std::slice::from_ref(&case));
        let answer = solve(dialect, Layout::Free, one.as_slice()).expect("a legal case").to_bytes();
        dialect.format.input(&vec![case; SEVERAL_PIPES.div_ceil(answer.len())])
    }

    /// Asserts that the run failed with exit code 2, one line that contains all of `parts`, and nothing on standard
    /// output.
    fn assert_rejected(run: &Run, parts: &[&str]) {
        let message = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.code, Some(2), "{message}");
        assert!(run.stdout.is_empty(), "standard output is not empty");
        assert_eq!(message.lines().count(), 1, "{message}");
        assert!(message.starts_with(&format!("{}: ", P::NAME)) && message.ends_with('\n'), "{message}");
        for part in parts {
            assert!(message.contains(part), "{message:?} does not contain {part:?}");
        }
    }

    /// The names of the commands, except `help`.
    fn commands(&self) -> Vec<String> {
        let help = String::from_utf8(self.run(&["--help"], b"").stdout).expect("help is text");
        let (_, commands) = help.split_once("\nCommands:\n").expect("a list of commands");
        let commands = commands.lines().map_while(|line| line.strip_prefix("  ")?.split_whitespace().next());
        commands.filter(|&command| command != "help").map(str::to_owned).collect()
    }

    /// Asserts that each list of arguments is rejected with exit code 2, an empty standard output and its message.
    fn assert_bad_usage(&self, rejected: &[(&[&str], &str)]) {
        for (arguments, message) in rejected {
            let run = self.run(arguments, b"");
            let stderr = String::from_utf8_lossy(&run.stderr);
            assert!(
                run.code == Some(2) && run.stdout.is_empty() && stderr.contains(message),
                "{arguments:?}: {stderr}"
            );
        }
    }
}

/// Each name is the promise.
impl<P: Problem> Subject<P> {
    fn help_shows_an_example(&self) {
        let help = |arguments: &[&str]| {
            let help = self.run(arguments, b"");
            assert_eq!((help.code, help.stderr.as_slice()), (Some(0), &b""[..]));
            let text = String::from_utf8(help.stdout).expect("help is text");
            assert!(text.contains("Usage:") && !text.contains('\x1B'), "{text}");
            assert!(text.contains("Example"), "{arguments:?} shows no example: {text}");
        };
        help(&["--help"]);
        for command in self.commands() {
            help(&[&command, "--help"]);
        }
    }

    fn version_is_shown(&self) {
        let run = self.run(&["--version"], b"");
        assert_eq!(run.code, Some(0));
        assert_eq!(run.stdout, format!("{} {}\n", P::NAME, env!("CARGO_PKG_VERSION")).as_bytes());
    }

    fn bad_usage_is_exit_2(&self) {
        let rejected = [
            (&["--judge", "codeforces"][..], "invalid value 'codeforces' for '--judge"),
            (&["--nonsense"], "unexpected argument '--nonsense'"),
            (&["a.in", "b.in"], "unexpected argument 'b.in'"),
            (&["completions", "dos"], "invalid value 'dos'"),
            (&["--strict", "explain", Self::explainer().sample], "options of 'explain' come after it"),
            (&["explain", Self::explainer().sample, "more"], "unexpected argument 'more'"),
        ];
        self.assert_bad_usage(&rejected);
    }

    fn a_file_a_dash_and_standard_input_give_the_same_answer(&self) {
        let bytes = Self::sample_bytes();
        let answer = Self::sample_answer();
        for run in [self.run(&[&Self::sample()], b""), self.run(&["-"], &bytes), self.run(&[], &bytes)] {
            assert_eq!(run, Run { code: Some(0), stdout: answer.clone(), stderr: Vec::new() });
        }
    }

    fn a_missing_file_is_named(&self) {
        Self::assert_rejected(
            &self.run(&["no/such\nfile.in"], b""),
            &["no/such\\nfile.in: no such file; `--help` lists the commands"],
        );
    }

    fn an_empty_name_is_not_a_file(&self) {
        Self::assert_rejected(&self.run(&[""], b""), &["'': no such file"]);
    }

    fn a_folder_is_not_an_input(&self) {
        let sample = Self::sample();
        let folder = Path::new(&sample).parent().and_then(Path::to_str).expect("a fixture lies in a folder");
        Self::assert_rejected(&self.run(&[folder], b""), &[folder, "a folder; name a file in it"]);
        let folder = File::open(workspace().join(folder)).expect("a folder can be opened");
        let run = self.program.command(&[]).stdin(folder).output().expect("the program runs");
        let run = Run { code: run.status.code(), stdout: run.stdout, stderr: run.stderr };
        Self::assert_rejected(&run, &["stdin: a folder"]);
    }

    fn a_closed_pipe_is_a_normal_end(&self) {
        let folder = TemporaryFolder::default();
        let input = folder.write("input", &Self::long_input());
        let mut command = self.program.command(&[&input]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
        let mut line = String::new();
        BufReader::with_capacity(16, child.stdout.take().expect("standard output is a pipe"))
            .read_line(&mut line)
            .expect("the first line can be read");
        // The pipe is closed now, with most of the answer unread.
        let mut message = String::new();
        child.stderr.take().expect("standard error is a pipe").read_to_string(&mut message).expect("text");
        assert_eq!((child.wait().expect("the program ends").code(), message.as_str()), (Some(0), ""));
    }

    fn a_full_disk_is_an_error(&self) {
        let Some(full) = full_disk() else { return };
        let sample = Self::sample();
        let explain = ["explain", Self::explainer().sample];
        for arguments in [&[sample.as_str()][..], &explain, &["completions", "bash"], &["--help"]] {
            Self::assert_rejected(&self.run_into(&full, arguments), &["standard output", "No space left"]);
        }
        assert_eq!(self.run_into(&full, &["checker", "--help"]).code, Some(3), "for a checker, 2 is a verdict");
    }

    fn an_error_leaves_standard_output_empty(&self) {
        // Only the last case is invalid; the answers before it would fill several pipes.
        let mut input = Self::long_input();
        let last_line = input.trim_ascii_end().iter().rposition(|&byte| byte == b'\n').expect("several lines");
        input.truncate(last_line + 1);
        input.extend_from_slice(b"?\n");
        Self::assert_rejected(&self.run(&[], &input), &["stdin:", "'?'"]);
    }

    fn text_after_the_last_case_causes_a_warning(&self) {
        let mut input = Self::sample_bytes();
        let answer = self.run(&[&Self::sample()], b"").stdout;
        let line = input.split(|&byte| byte == b'\n').count() + 1;
        input.extend_from_slice(b"\n  what is this?\n");
        let run = self.run(&[], &input);
        Self::assert_rejected(&self.run(&["--strict"], &input), &["stdin:"]);
        if !matches!(P::DIALECTS[0].format.count, Count::Announced(_)) {
            return Self::assert_rejected(&run, &[&format!("stdin:{line}:3: ")]);
        }
        assert_eq!((run.code, run.stdout), (Some(0), answer));
        let warning = format!(
            "{}: stdin:{line}:3: warning: the input goes on after its last case; the rest is ignored\n",
            P::NAME
        );
        assert_eq!(String::from_utf8_lossy(&run.stderr), warning);
    }

    fn explain_reads_standard_input_too(&self) {
        let argument = self.run(&["explain", Self::explainer().sample], b"");
        let stdin = self.run(&["explain"], Self::explainer().sample.as_bytes());
        assert_eq!((argument.code, &argument), (Some(0), &stdin));
        Self::assert_rejected(&self.run(&["explain", "?"], b""), &["POSITION:1:1: ", "'?'"]);
        let two = format!("{0} {0}", Self::explainer().sample);
        Self::assert_rejected(&self.run(&["explain", &two], b""), &["POSITION:1:", "only one can be explained"]);
        Self::assert_rejected(&self.run(&["explain", ""], b""), &["POSITION:1:1: the input is empty"]);
        let nothing = self.run(&["explain"], b"\n");
        if Self::explainer().overview.is_some() {
            assert_eq!((nothing.code, nothing.stderr.is_empty(), nothing.stdout.is_empty()), (Some(0), true, false));
        } else {
            Self::assert_rejected(&nothing, &["stdin:2:1: the input is empty"]);
        }
    }

    fn completions_exist_for_every_shell(&self) {
        for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
            let run = self.run(&["completions", shell], b"");
            assert_eq!(run.code, Some(0));
            let script = String::from_utf8(run.stdout).expect("a script is text");
            for word in ["explain", "stress", "against", P::NAME] {
                assert!(script.contains(word), "{shell}");
            }
        }
    }

    fn a_manual_page_describes_the_program_and_each_command(&self) {
        let page = |arguments: &[&str], title: &str, words: &[&str]| {
            let run = self.run(arguments, b"");
            assert_eq!((run.code, run.stderr.as_slice()), (Some(0), &b""[..]));
            let page = String::from_utf8(run.stdout).expect("a page is text").replace('\\', "");
            assert!(page.contains(&format!(".TH {title} 1")), "{page}");
            for word in words.iter().chain(&[".SH \"EXIT STATUS\"", ".SH EXAMPLES"]) {
                assert!(page.contains(word), "{arguments:?}: {word} is missing from {page}");
            }
        };
        let commands = self.commands();
        let names: Vec<String> = commands.iter().map(|command| format!("{}-{command}(1)", P::NAME)).collect();
        page(&["manual"], P::NAME, &names.iter().map(String::as_str).collect::<Vec<_>>());
        for command in &commands {
            page(&["manual", command], &format!("{}-{command}", P::NAME), &["--help"]);
        }
        for (name, shown) in [("chekc", "'chekc'"), ("help", "'help'"), ("a\n\x1B", "'a\\n\\u{1b}'")] {
            Self::assert_rejected(&self.run(&["manual", name], b""), &["manual: there is no command", shown]);
        }
    }

    fn an_output_that_cannot_be_written_to_is_an_error(&self) {
        let readable = File::open("/dev/null").expect("the device can be opened");
        Self::assert_rejected(&self.run_into(&readable, &[&Self::sample()]), &["standard output"]);
    }

    fn sessions_in_the_documents_are_up_to_date(&self) {
        agree_with_sessions(&self.program.command(&[]).get_program().to_string_lossy());
    }
}

/// A device on which every write fails because it is full. `None`, and the test is skipped, if the system has none.
fn full_disk() -> Option<File> {
    let full = File::options().write(true).open("/dev/full").ok();
    if full.is_none() {
        skip("there is no /dev/full");
    }
    full
}
