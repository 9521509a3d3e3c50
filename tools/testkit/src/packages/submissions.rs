//! How the solutions in packages are judged.

use std::process::Stdio;

use problem::{Count, Dialect, Layout, Problem, Submission, Verdict, solve};

use super::{packages, submission};
use crate::contract::Subject;
use crate::fixtures::fixtures;
use crate::groups::LEGAL;
use crate::language::Language;
use crate::temporary::TemporaryFolder;

impl<P: Problem> Subject<P> {
    /// Asserts that the accepted solutions are accepted on all fixtures that the judge could give, except those that
    /// [`judges_right_and_wrong_programs`](Self::judges_right_and_wrong_programs) judges there.
    pub fn accepted_submissions_are_accepted(&self) {
        Self::for_each(
            |one| one.verdict == Verdict::Accepted,
            |dialect, submission, command| {
                let judge = dialect.name;
                let language = Language::of(submission.source.file);
                if [Language::Cpp, Language::Python].contains(&language) && Self::is_first(judge, submission) {
                    return;
                }
                let groups = LEGAL.map(|group| format!("fixtures/{}/{judge}/{group}", P::NAME));
                let is_legal = |group: &str| LEGAL.contains(&group);
                let all = fixtures(P::NAME).into_iter();
                let count = all.filter(|fixture| fixture.judge == judge && is_legal(&fixture.group)).count();
                let groups: Vec<&str> = groups.iter().map(String::as_str).collect();
                self.assert_verdicts(
                    submission,
                    &[&["--judge", judge, "--against", command], &groups[..]].concat(),
                    count,
                );
            },
        );
    }

    /// Asserts that the accepted solutions are accepted on all cases up to the size that `largest` returns for the name
    /// of a judge.
    pub fn accepted_submissions_are_accepted_on_all_cases(&self, largest: impl Fn(&str) -> usize) {
        Self::for_each(
            |one| one.verdict == Verdict::Accepted,
            |dialect, submission, command| {
                let generator = dialect.generator.expect("the dialect has a generator");
                let cases: Vec<Vec<u8>> = (0..=largest(dialect.name)).flat_map(generator.enumerate).collect();
                let inputs = match dialect.format.count {
                    Count::Announced(_) => vec![cases],
                    Count::ToTheEnd(_) => cases.into_iter().map(|case| vec![case]).collect(),
                };
                // With all of them an input has more cases than the judge gives.
                self.assert_verdict(dialect, submission, &["--all", "--against", command], &inputs);
            },
        );
    }

    /// Asserts that each wrong solution is wrong on the case that it says.
    pub fn wrong_submissions_are_wrong_where_they_say(&self) {
        Self::for_each(Submission::is_wrong, |dialect, submission, command| {
            let case = submission.fails_on.as_bytes().to_vec();
            self.assert_verdict(dialect, submission, &["--against", command], &[vec![case]]);
        });
    }

    /// Asserts that each solution that is too slow takes more than a second on the case that it says, and is right on
    /// small ones, if the cases differ in size.
    pub fn slow_submissions_are_too_slow_where_they_say(&self) {
        Self::for_each(
            |one| one.verdict == Verdict::TimeLimitExceeded,
            |dialect, submission, command| {
                let case = submission.fails_on.as_bytes().to_vec();
                self.assert_verdict(dialect, submission, &["--time-limit", "1", "--against", command], &[vec![case]]);
                let generator = dialect.generator.expect("the dialect has a generator");
                let sizes = dialect.format.sizes();
                if sizes.start() == sizes.end() {
                    // No case is small; what such a solution can solve is for the problem's own tests.
                    return;
                }
                let sizes = *sizes.start()..;
                let small: Vec<Vec<Vec<u8>>> =
                    sizes.take(3).filter_map(|size| Some(vec![(generator.enumerate)(size).next()?])).collect();
                let right = Submission { verdict: Verdict::Accepted, ..*submission };
                self.assert_verdict(dialect, &right, &["--against", command], &small);
            },
        );
    }

    /// Whether a solution is the first of its package with this verdict in its language.
    fn is_first(judge: &str, submission: &Submission) -> bool {
        let language = Language::of(submission.source.file);
        Self::first(judge, language, submission.verdict)
            .is_some_and(|first| first.source.file == submission.source.file)
    }

    /// The first solution in a package with this verdict in a language.
    pub(crate) fn first(judge: &str, language: Language, verdict: Verdict) -> Option<&'static Submission> {
        let package = P::PACKAGES.iter().find(|package| package.judge == judge)?;
        let mut submissions = package.submissions.iter();
        submissions.find(|one| one.verdict == verdict && Language::of(one.source.file) == language)
    }

    /// Calls `test` with the dialect and the command of each solution that is meant, unless its language is not
    /// installed.
    fn for_each(is_meant: fn(&Submission) -> bool, mut test: impl FnMut(&'static Dialect<P>, &Submission, &str)) {
        for (dialect, package) in packages::<P>() {
            for one in package.submissions.iter().filter(|submission| is_meant(submission)) {
                if let Some(built) = submission(one) {
                    test(dialect, one, &built.shell_command());
                }
            }
        }
    }

    /// Asserts that `check` gives the solution its verdict on each of these inputs, which are given by their cases.
    fn assert_verdict(
        &self,
        dialect: &'static Dialect<P>,
        submission: &Submission,
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
        let path = folder.path("");
        let arguments = [&["--judge", dialect.name], options, &[&path]].concat();
        self.assert_verdicts(submission, &arguments, inputs.len());
    }

    /// Asserts that `check` with these arguments gives the solution its verdict this many times, and no other.
    fn assert_verdicts(&self, submission: &Submission, arguments: &[&str], count: usize) {
        let (_, stdout, stderr) = self.judge(&[&["-q"], arguments].concat());
        let report = stdout + &stderr;
        let cases = if count == 1 { "case" } else { "cases" };
        let summary = format!("{count} {cases}: {count} {}; ", submission.verdict);
        assert!(count > 0 && report.starts_with(&summary), "{} {arguments:?}: {report}", submission.source.file);
    }

    /// Runs `check`, and returns its exit code and what it prints. Its programs have time enough to end on a machine
    /// under load, if the arguments do not say otherwise, and so has `check` itself.
    pub(crate) fn judge(&self, arguments: &[&str]) -> (Option<i32>, String, String) {
        let patience: &[&str] = if arguments.contains(&"--time-limit") { &[] } else { &["--time-limit", "100"] };
        let mut command = self.program.command(&[&["check"], patience, arguments].concat());
        let output = command.stdin(Stdio::null()).output().expect("the program runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    }
}
