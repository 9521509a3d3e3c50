//! Programs as users write them, and wrong twins of them, judged by `check --against`.

use std::fs;

use problem::{Problem, Verdict};

use crate::contract::Subject;
use crate::fixtures::{Fixture, fixtures, judges, workspace};
use crate::groups::LEGAL;
use crate::language::Language;
use crate::packages::submission;
use crate::temporary::TemporaryFolder;

/// A folder as other tools make them: where the input and the answer with a number lie, what else is there, and the
/// pattern of the names if they are unusual.
struct Layout {
    input: fn(usize) -> String,
    answer: fn(usize) -> String,
    others: &'static [&'static str],
    names: Option<&'static str>,
}

const LAYOUTS: [Layout; 14] = [
    Layout::new(|n| format!("{n}.in"), |n| format!("{n}.out")),
    Layout::new(|n| format!("case{n}.in"), |n| format!("case{n}.ans")),
    Layout::new(|n| format!("{n}.IN"), |n| format!("{n}.A")),
    Layout::new(|n| format!("test/sample-{n}.in"), |n| format!("test/sample-{n}.out")),
    Layout {
        others: &["problem.yaml", "submissions/accepted/a.cpp", "data/secret/testdata.yaml"],
        ..Layout::new(
            |n| format!("data/{}/{n}.in", if n == 0 { "sample" } else { "secret/1-group" }),
            |n| format!("data/{}/{n}.ans", if n == 0 { "sample" } else { "secret/1-group" }),
        )
    },
    Layout {
        others: &["domjudge-problem.ini", "data/secret/1.desc"],
        ..Layout::new(|n| format!("data/secret/{n}.in"), |n| format!("data/secret/{n}.ans"))
    },
    Layout {
        others: &["problem.xml", "solutions/main.cpp", "files/testlib.h"],
        ..Layout::new(|n| format!("tests/{:02}", n + 1), |n| format!("tests/{:02}.a", n + 1))
    },
    Layout::new(|n| format!("in/hand_{n:02}.txt"), |n| format!("out/hand_{n:02}.txt")),
    Layout::new(|n| format!("in/gra{n}a.in"), |n| format!("out/gra{n}a.out")),
    Layout::new(|n| format!("input{n:02}.txt"), |n| format!("output{n:02}.txt")),
    Layout::new(|n| format!("input/input{n:02}.txt"), |n| format!("output/output{n:02}.txt")),
    Layout::new(|n| format!("input/input{n}.txt"), |n| format!("output/output{n}.txt")),
    Layout { names: Some("%.inp:%.res"), ..Layout::new(|n| format!("{n}.inp"), |n| format!("{n}.res")) },
    Layout { names: Some("game.i%:game.o%"), ..Layout::new(|n| format!("game.i{n}"), |n| format!("game.o{n}")) },
];

impl Layout {
    const fn new(input: fn(usize) -> String, answer: fn(usize) -> String) -> Self {
        Self { input, answer, others: &[], names: None }
    }
}

/// Defines a test for each of the languages of [`Subject::judges_right_and_wrong_programs`]. An attribute before a
/// language is one for its test.
#[macro_export]
macro_rules! candidate_tests {
    ($subject:expr; $($(#[$attribute:meta])? $name:ident: $language:ident),+) => {
        $(
            #[test]
            $(#[$attribute])?
            fn $name() {
                $subject.judges_right_and_wrong_programs($crate::Language::$language);
            }
        )+
    };
}

/// The commands of a right program, and of one that makes a mistake.
struct Twins {
    right: String,
    wrong: String,
}

impl<P: Problem> Subject<P> {
    /// Asserts that `check` accepts a right program on all fixtures of each judge, of which it leaves out what the
    /// judge could not give, and finds wrong answers of a wrong one.
    ///
    /// The programs are the first of each kind in the judge's package. What is not there is in
    /// `crates/<program>/tests/candidates/<program>.<ending>`: that program takes the judge as its argument, and
    /// becomes wrong by the argument `wrong` after it.
    pub fn judges_right_and_wrong_programs(&self, language: Language) {
        for judge in judges::<P>() {
            let Some(Twins { right, wrong }) = Self::twins(language, judge) else { return };
            let all = fixtures(P::NAME).into_iter().filter(|fixture| fixture.judge == judge);
            let is_given = |group: &str| LEGAL.contains(&group) || group == "white-space";
            let given = all.filter(|fixture| is_given(&fixture.group)).count();
            let folder = format!("fixtures/{}/{judge}", P::NAME);
            let verdicts = |command: &str| {
                let (code, table, stderr) = self.judge(&["--format", "tsv", "--against", command, &folder]);
                let verdicts = table.lines().skip(1).filter_map(|row| row.split('\t').next());
                // What was left out has none.
                let verdicts: Vec<String> = verdicts.filter(|verdict| *verdict != "--").map(str::to_owned).collect();
                assert_eq!(verdicts.len(), given, "{command}: {table}{stderr}");
                (code, verdicts, table)
            };
            let (code, of_right, table) = verdicts(&right);
            assert!(code == Some(0) && of_right.iter().all(|verdict| verdict == "AC"), "{right}: {table}");
            let (code, of_wrong, table) = verdicts(&wrong);
            assert!(code == Some(1) && of_wrong.iter().any(|verdict| verdict == "WA"), "{wrong}: {table}");
            // What is wrong is the answer, not the program.
            assert!(of_wrong.iter().all(|verdict| verdict == "AC" || verdict == "WA"), "{wrong}: {table}");
        }
    }

    /// Asserts the same for the first judge and folders that are laid out as other tools do, by a compiled program and
    /// by one that is not.
    pub fn judges_on_folders_of_other_tools(&self) {
        let judge = P::DIALECTS[0].name;
        let programs = [Language::C, Language::Python].map(|language| Self::twins(language, judge));
        let [Some(compiled), Some(interpreted)] = programs else { return };
        let folder = TemporaryFolder::default();
        let few = |fixture: &Fixture| fixture.judge == judge && ["sample", "edge"].contains(&fixture.group.as_str());
        let fixtures: Vec<Fixture> = fixtures(P::NAME).into_iter().filter(few).take(11).collect();
        for (number, Layout { input, answer, others, names }) in LAYOUTS.iter().enumerate() {
            let Twins { right, wrong } = if number % 2 == 0 { &compiled } else { &interpreted };
            let place = |name: &str| format!("layout-{number}/{name}");
            for (number, fixture) in fixtures.iter().enumerate() {
                folder.write(&place(&input(number)), &fixture.input());
                folder.write(&place(&answer(number)), &fixture.answer());
            }
            for other in *others {
                folder.write(&place(other), b"");
            }
            let summary = |command: &str| {
                let names = names.map_or_else(Vec::new, |names| vec!["--names", names]);
                let place = folder.path(&place(""));
                let arguments = [&["-q", "--against", command][..], &names, &[&place]].concat();
                let (code, stdout, stderr) = self.judge(&arguments);
                (code, stdout + &stderr)
            };
            let shown = (input(7), answer(7));
            let (code, report) = summary(right);
            let count = fixtures.len();
            let all_accepted = format!("{count} cases: {count} AC; ");
            assert!(code == Some(0) && report.starts_with(&all_accepted), "{shown:?}: {report}");
            let not_read = format!("; {} file", others.len());
            assert_eq!(report.contains(&not_read), !others.is_empty(), "{shown:?}: {report}");
            let (code, report) = summary(wrong);
            assert!(code == Some(1) && report.contains(" WA; "), "{shown:?}: {report}");
        }
    }

    /// The programs in a language. `None`, and the test is skipped, if the language is not installed.
    fn twins(language: Language, judge: &str) -> Option<Twins> {
        let first = |verdict| Self::first(judge, language, verdict);
        if let (Some(right), Some(wrong)) = (first(Verdict::Accepted), first(Verdict::WrongAnswer)) {
            let [right, wrong] = [right, wrong].map(submission);
            return Some(Twins { right: right?.shell_command(), wrong: wrong?.shell_command() });
        }
        let file = format!("{}.{}", P::NAME, language.ending());
        let text = fs::read_to_string(workspace().join(format!("crates/{}/tests/candidates/{file}", P::NAME)));
        let program = Language::build(&file, &text.expect("a source"), &[])?.shell_command();
        Some(Twins { right: format!("{program} {judge}"), wrong: format!("{program} {judge} wrong") })
    }
}
