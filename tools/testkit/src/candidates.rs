//! How `check` judges right and wrong programs.

use problem::{Problem, Verdict};
use walkdir::WalkDir;

use crate::fixtures::{Fixture, LEGAL, fixtures};
use crate::language::Language;
use crate::program::{Subject, workspace};

/// A time limit within which right programs end on a machine under load.
const PATIENCE: &str = "100";

impl<P: Problem> Subject<P> {
    /// Asserts that `check` accepts `crates/<program>/tests/candidates/<program>.c` on all fixtures of each judge,
    /// which is its argument, and finds wrong answers and nothing worse if its next argument is `wrong`.
    pub fn a_right_and_a_wrong_program_in_c_are_told_apart(&self) {
        let file = format!("{}.c", P::NAME);
        let text = std::fs::read_to_string(workspace().join(format!("crates/{}/tests/candidates/{file}", P::NAME)));
        let Some(program) = Language::build(&file, &text.expect("a source")) else { return };
        for judge in P::DIALECTS.iter().map(|dialect| dialect.name) {
            let folder = format!("fixtures/{}/{judge}", P::NAME);
            let is_given = |one: &&Fixture| one.judge == judge && LEGAL.contains(&one.group.as_str());
            let given = fixtures(P::NAME).iter().filter(is_given).count();
            let right = format!("{} {judge}", program.shell_command());
            let report = self.judge(judge, &right, &folder, PATIENCE);
            assert!(report.starts_with(&format!("{given} cases: {given} AC")), "{report}");
            let report = self.judge(judge, &format!("{right} wrong"), &folder, PATIENCE);
            assert_eq!(verdicts(&report), ["AC", "WA"], "{report}");
        }
    }

    /// Asserts that `check` gives each program in a folder such as `accepted` or `wrong_answer` this verdict on some of
    /// the judge's cases, and accepts it on all others.
    pub fn submissions_get_their_verdicts(&self, judge: &str, submissions: &str, cases: &str) {
        let mut judged = 0;
        for entry in WalkDir::new(workspace().join(submissions)).min_depth(2) {
            let path = entry.expect("an entry").into_path();
            let [folder, file] = [path.parent().and_then(|above| above.file_name()), path.file_name()]
                .map(|name| name.expect("a name").to_str().expect("text"));
            let is_meant = |verdict: &&Verdict| verdict.words().replace(' ', "_") == folder;
            let verdict = Verdict::ALL.iter().find(is_meant).expect("a folder with the name of a verdict");
            let text = std::fs::read_to_string(&path).expect("a source");
            let Some(program) = Language::build(file, &text) else { continue };
            let limit = if *verdict == Verdict::TimeLimitExceeded { "0.2" } else { PATIENCE };
            let report = self.judge(judge, &program.shell_command(), cases, limit);
            let others = verdicts(&report).into_iter().filter(|&one| one != "AC").collect::<Vec<_>>();
            let meant = verdict.to_string();
            let meant: &[&str] = if *verdict == Verdict::Accepted { &[] } else { &[&meant] };
            assert_eq!(others, meant, "{}: {report}", path.display());
            judged += 1;
        }
        assert!(judged > 0, "no program in {submissions} was judged");
    }

    /// What `check` says of a command, which need not read other white space than the judge's.
    fn judge(&self, judge: &str, command: &str, folder: &str, limit: &str) -> String {
        let options = ["-q", "--exclude", "white-space", "--time-limit", limit, "--judge", judge];
        let run = self.run(&[&["check"], &options[..], &["--against", command, folder]].concat(), b"");
        String::from_utf8_lossy(&[run.stdout, run.stderr].concat()).into_owned()
    }
}

/// The verdicts in the summary of a report, such as `3 cases: 1 AC, 2 WA; judge …`.
fn verdicts(report: &str) -> Vec<&str> {
    let counts = report.split([':', ';', '\n']).nth(1).unwrap_or_default();
    counts.split(", ").filter_map(|count| count.split_whitespace().nth(1)).collect()
}
