//! The contract that every program keeps, whatever its game: streams, exit codes, messages.
//!
//! Its promises are in `tools/testkit/contract/`; here are those that need to know more than a command does.

use anstream::adapter::strip_bytes;
use problem::{Comparison, Dialect, Explainer, Layout, Problem, Verdict, solve};

use crate::documents::agree_with_sessions;
use crate::fixtures::{Fixture, fixtures};
use crate::page::page_lines;
use crate::program::{Program, Run, Subject, workspace};
use crate::session::{Setting, agree_with_sections};
use crate::skip::skip;
use crate::temporary::TemporaryFolder;

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

impl<P: Problem> Subject<P> {
    /// Asserts that the program does what the file `tools/testkit/contract/<file>.txt` says: in a folder which holds the
    /// first sample of the judge in the files `in` and `out`, and an input with many cases in `long.in`. What begins with
    /// `each judge: ` is tested for every judge, and `on a terminal: ` where one can be had.
    pub fn keep(&self, file: &str) {
        if !cfg!(target_os = "linux") {
            return skip("other systems do not have all of GNU's tools");
        }
        agree_with_sections(&format!("tools/testkit/contract/{file}.txt"), |title, text| {
            if title.starts_with("on a terminal: ") && !has_terminal() {
                skip("there is no 'script' of util-linux");
                return Vec::new();
            }
            let dialects = if title.starts_with("each judge: ") { P::DIALECTS } else { &P::DIALECTS[..1] };
            let setting = |dialect: &'static Dialect<P>| {
                let sample = Self::sample_of(dialect.name);
                let folder = TemporaryFolder::default();
                folder.write("in", &sample.input());
                folder.write("out", &sample.answer());
                if text.contains("long.in") {
                    folder.write("long.in", &Self::long_input());
                }
                Setting { folder, name: P::NAME, variables: self.variables(dialect), command: Box::new(|_, _, _| None) }
            };
            dialects.iter().map(setting).collect()
        });
    }

    /// The variables of commands.
    fn variables(&self, dialect: &'static Dialect<P>) -> Vec<(&'static str, String)> {
        let fixtures = workspace().join("fixtures").join(P::NAME);
        let generator = dialect.generator.expect("the dialect has a generator");
        let white = dialect.output.wrong_white_space;
        let is_exact = dialect.output.comparison == Comparison::Exact;
        vec![
            ("NAME", P::NAME.to_owned()),
            ("JUDGE", dialect.name.to_owned()),
            ("VERSION", env!("CARGO_PKG_VERSION").to_owned()),
            // The verdicts on wrong white space in front of a line, and at its end.
            ("WHITE", white.to_string()),
            ("TRAILING", if is_exact { white } else { Verdict::Accepted }.to_string()),
            ("PROGRAM", self.path()),
            // The program as a candidate.
            ("SELF", format!("'{}' --judge {}", self.path(), dialect.name)),
            ("FIXTURES", fixtures.to_str().expect("a plain path").to_owned()),
            ("POSITION", Self::explainer().sample.to_owned()),
            ("LARGEST", dialect.format.sizes().end().to_string()),
            ("SHAPE", generator.shapes[0].name.to_owned()),
        ]
    }
}

fn has_terminal() -> bool {
    let version = Program::at("script").command(&["--version"]).output();
    version.is_ok_and(|version| String::from_utf8_lossy(&version.stdout).contains("util-linux"))
}

#[expect(missing_docs, reason = "each name is the promise")]
impl<P: Problem> Subject<P> {
    pub fn sessions_in_the_documents_are_up_to_date(&self) {
        agree_with_sessions(&self.path());
    }

    pub fn an_explanation_is_as_wide_as_the_terminal(&self) {
        if !has_terminal() {
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
