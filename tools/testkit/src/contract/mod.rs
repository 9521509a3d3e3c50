//! The contract that every program keeps, whatever its game: streams, exit codes, messages.
//!
//! Its promises are in `tools/testkit/contract/`; here are those that need to know more than a command does.

mod script;

use anstream::adapter::strip_bytes;
use problem::{Explainer, Layout, Problem, solve};

use crate::fixtures::{Fixture, fixtures};
use crate::page::page_lines;
use crate::program::{Program, Run, Subject};
use crate::sessions::agree_with_sessions;
use crate::skip::skip;

impl<P: Problem> Subject<P> {
    /// The path of the program.
    pub(crate) fn path(&self) -> String {
        self.program.command(&[]).get_program().to_string_lossy().into_owned()
    }

    pub(crate) fn run(&self, arguments: &[&str], stdin: &[u8]) -> Run {
        self.program.run(arguments, stdin)
    }

    /// The first sample of a judge.
    pub(crate) fn sample_of(judge: &str) -> Fixture {
        let is_sample = |fixture: &Fixture| fixture.judge == judge && fixture.group == "sample";
        fixtures(P::NAME).into_iter().find(is_sample).expect("every judge has a sample")
    }

    fn explainer() -> Explainer {
        P::EXPLAINER.expect("the problem explains positions")
    }

    /// An input with many cases, whose answers fill several pipes.
    fn long_input() -> Vec<u8> {
        const SEVERAL_PIPES: usize = 256 * 1024;
        let dialect = &P::DIALECTS[0];
        let case = dialect.format.case(&Self::sample_of(dialect.name).input(), 1).expect("the sample has a case");
        let one = dialect.format.input(std::slice::from_ref(&case));
        let answer = solve(dialect, Layout::Free, one.as_slice()).expect("a legal case").to_bytes();
        dialect.format.input(&vec![case; SEVERAL_PIPES.div_ceil(answer.len())])
    }

    /// Asserts that the run failed with exit code 2, a message of one line that begins with `beginning`, and nothing on
    /// standard output.
    pub(crate) fn assert_rejected(run: &Run, beginning: &str) {
        let message = String::from_utf8_lossy(&run.stderr);
        assert_eq!((run.code, message.lines().count(), message.ends_with('\n')), (Some(2), 1, true), "{message}");
        assert!(run.stdout.is_empty(), "standard output is not empty");
        assert!(message.starts_with(&format!("{}: {beginning}", P::NAME)), "{message}");
    }
}

#[expect(missing_docs, reason = "each name is the promise")]
impl<P: Problem> Subject<P> {
    pub fn sessions_in_the_documents_are_up_to_date(&self) {
        agree_with_sessions(&self.path());
    }

    pub fn an_explanation_is_as_wide_as_the_terminal(&self) {
        if !script::has_terminal() {
            return skip("there is no 'script' of util-linux");
        }
        let sample = Self::explainer().sample;
        assert_ne!(page_lines::<P>(sample, 50), page_lines::<P>(sample, 80), "the sample fits into 50 columns");
        // A terminal of no columns is one that does not know its size.
        for (size, into, width) in [
            ("rows 24 cols 50", "", 50),
            ("rows 24 cols 132", "", 132),
            ("rows 24 cols 20", "", 40),
            ("rows 0 cols 0", "", 80),
            ("rows 24 cols 50", " | cat", 80),
        ] {
            let line = format!("stty -echo {size}; env COLUMNS=66 '{}' explain '{sample}'{into}", self.path());
            let run = Program::at("script").run(&["-qec", &line, "/dev/null"], b"");
            let shown = String::from_utf8_lossy(&strip_bytes(&run.stdout).into_vec()).replace("\r\n", "\n");
            assert_eq!(shown.lines().collect::<Vec<_>>(), page_lines::<P>(sample, width), "stty {size}{into}");
        }
    }
}
