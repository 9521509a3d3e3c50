//! How `check` judges the solutions in packages, and a program in C.

use problem::{Count, Dialect, Layout, Problem, Submission, Verdict, solve};

use super::packages;
use crate::fixtures::{LEGAL, fixtures};
use crate::language::Language;
use crate::program::{Program, Subject, workspace};
use crate::temporary::TemporaryFolder;

/// Makes a solution ready to run. `None`, and the test is skipped, if its language is not installed.
pub fn submission(submission: &Submission) -> Option<Program> {
    Language::build_as_judges_do(submission.source.file, &submission.text())
}

impl<P: Problem> Subject<P> {
    /// Asserts that the accepted solutions are accepted on all fixtures that the judge could give, if their white space
    /// is put right.
    pub fn accepted_submissions_are_accepted(&self) {
        Self::for_each(Verdict::Accepted, |dialect, one, command| {
            self.assert_verdicts(one.verdict, dialect.name, command, &[], &Self::fixtures_of(dialect.name));
        });
    }

    /// Asserts that the accepted solutions are accepted on all cases up to the size that `largest` returns for the name
    /// of a judge.
    pub fn accepted_submissions_are_accepted_on_all_cases(&self, largest: impl Fn(&str) -> usize) {
        Self::for_each(Verdict::Accepted, |dialect, one, command| {
            let generator = dialect.generator.expect("the dialect has a generator");
            let cases: Vec<Vec<u8>> = (0..=largest(dialect.name)).flat_map(generator.enumerate).collect();
            let inputs = match dialect.format.count {
                Count::Announced(_) => vec![cases],
                Count::ToTheEnd(_) => cases.into_iter().map(|case| vec![case]).collect(),
            };
            // With all of them an input has more cases than the judge gives.
            self.assert_verdict(one.verdict, dialect, command, &["--all"], &inputs);
        });
    }

    /// Asserts that each wrong solution is wrong on the case that it says.
    pub fn wrong_submissions_are_wrong_where_they_say(&self) {
        for verdict in [Verdict::WrongAnswer, Verdict::PresentationError] {
            Self::for_each(verdict, |dialect, one, command| {
                self.assert_verdict(one.verdict, dialect, command, &[], &[vec![one.fails_on.as_bytes().to_vec()]]);
            });
        }
    }

    /// Asserts that each solution that is too slow takes more than a second on the case that it says, and is right on
    /// small ones, if the cases differ in size.
    pub fn slow_submissions_are_too_slow_where_they_say(&self) {
        Self::for_each(Verdict::TimeLimitExceeded, |dialect, one, command| {
            let case = one.fails_on.as_bytes().to_vec();
            self.assert_verdict(one.verdict, dialect, command, &["--time-limit", "1"], &[vec![case]]);
            let generator = dialect.generator.expect("the dialect has a generator");
            let (least, most) = dialect.format.sizes().into_inner();
            // If no case is small, what such a solution can solve is for the problem's own tests.
            if least < most {
                let small = (least..).take(3).filter_map(|size| Some(vec![(generator.enumerate)(size).next()?]));
                self.assert_verdict(Verdict::Accepted, dialect, command, &[], &small.collect::<Vec<_>>());
            }
        });
    }

    /// Asserts that `check` accepts `crates/<program>/tests/candidates/<program>.c` on all fixtures of each judge,
    /// which is its argument, and finds wrong answers and nothing worse if its next argument is `wrong`.
    pub fn a_right_and_a_wrong_program_in_c_are_told_apart(&self) {
        let file = format!("{}.c", P::NAME);
        let text = std::fs::read_to_string(workspace().join(format!("crates/{}/tests/candidates/{file}", P::NAME)));
        let Some(program) = Language::build(&file, &text.expect("a source"), &[]) else { return };
        for judge in P::DIALECTS.iter().map(|dialect| dialect.name) {
            let (right, folder) = (format!("{} {judge}", program.shell_command()), Self::fixtures_of(judge));
            self.assert_verdicts(Verdict::Accepted, judge, &right, &[], &folder);
            let report = self.judge(&["-q", "--against", &format!("{right} wrong"), &folder.0]);
            let verdicts = report.split([':', ';']).nth(1).unwrap_or_default();
            let is_known = |part: &str| part.ends_with(" AC") || part.ends_with(" WA");
            assert!(verdicts.split(',').all(is_known) && verdicts.contains("WA"), "{report}");
        }
    }

    /// The folder of a judge's fixtures, and how many of them it could give.
    fn fixtures_of(judge: &str) -> (String, usize) {
        let is_given = |group: &str| LEGAL.contains(&group) || group == "white-space";
        let all = fixtures(P::NAME).into_iter().filter(|fixture| fixture.judge == judge && is_given(&fixture.group));
        (format!("fixtures/{}/{judge}", P::NAME), all.count())
    }

    /// Calls `test` with the dialect and the command of each solution that has a verdict, unless its language is not
    /// installed.
    fn for_each(verdict: Verdict, mut test: impl FnMut(&'static Dialect<P>, &Submission, &str)) {
        for (dialect, package) in packages::<P>() {
            for one in package.submissions().iter().filter(|submission| submission.verdict == verdict) {
                if let Some(built) = submission(one) {
                    test(dialect, one, &built.shell_command());
                }
            }
        }
    }

    /// Asserts that `check` gives the command this verdict on each of these inputs, which are given by their cases.
    fn assert_verdict(
        &self,
        verdict: Verdict,
        dialect: &'static Dialect<P>,
        command: &str,
        options: &[&str],
        inputs: &[Vec<Vec<u8>>],
    ) {
        let folder = TemporaryFolder::default();
        for (number, cases) in inputs.iter().enumerate() {
            let input = dialect.format.input(cases);
            let solution = solve(dialect, Layout::Free, input.as_slice()).expect("legal cases");
            folder.write(&format!("{number}.in"), &input);
            folder.write(&format!("{number}.out"), &solution.to_bytes());
        }
        self.assert_verdicts(verdict, dialect.name, command, options, &(folder.path(""), inputs.len()));
    }

    /// Asserts that `check` gives the command this verdict on all cases of a folder, which are `count`.
    fn assert_verdicts(
        &self,
        verdict: Verdict,
        judge: &str,
        command: &str,
        options: &[&str],
        (folder, count): &(String, usize),
    ) {
        let report = self.judge(&[&["-q", "--judge", judge, "--against", command], options, &[folder]].concat());
        let cases = if *count == 1 { "case" } else { "cases" };
        let summary = format!("{count} {cases}: {count} {verdict}; ");
        assert!(*count > 0 && report.starts_with(&summary), "{command} {options:?}: {report}");
    }

    /// Runs `check`, and returns what it prints. Its programs have time enough to end on a machine under load, if the
    /// arguments do not say otherwise.
    fn judge(&self, arguments: &[&str]) -> String {
        let patience: &[&str] = if arguments.contains(&"--time-limit") { &[] } else { &["--time-limit", "100"] };
        let run = self.run(&[&["check"], patience, arguments].concat(), b"");
        String::from_utf8_lossy(&[run.stdout, run.stderr].concat()).into_owned()
    }
}
