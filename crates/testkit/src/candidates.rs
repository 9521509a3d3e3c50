//! Programs as users write them, and wrong twins of them, judged by `check --against`.

use std::path::Path;
use std::process::Command;

use problem::Problem;

use crate::contract::Subject;
use crate::fixtures::{fixtures, judges, workspace};
use crate::groups::LEGAL;
use crate::skip::skip;
use crate::temporary::TemporaryFolder;

/// A language of candidate programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C, compiled by gcc.
    C,
    /// C++, compiled by g++.
    Cpp,
    /// Python 3.
    Python,
}

/// Defines a test for each language of [`Subject::judges_right_and_wrong_programs`].
#[macro_export]
macro_rules! candidate_tests {
    ($subject:expr) => {
        #[test]
        fn right_and_wrong_programs_in_c() {
            $subject.judges_right_and_wrong_programs($crate::Language::C);
        }

        #[test]
        fn right_and_wrong_programs_in_cpp() {
            $subject.judges_right_and_wrong_programs($crate::Language::Cpp);
        }

        #[test]
        fn right_and_wrong_programs_in_python() {
            $subject.judges_right_and_wrong_programs($crate::Language::Python);
        }
    };
}

impl Language {
    /// The ending of a source file, and the compiler or interpreter.
    fn ending_and_tool(self) -> (&'static str, &'static str) {
        match self {
            Self::C => ("c", "gcc"),
            Self::Cpp => ("cpp", "g++"),
            Self::Python => ("py", "python3"),
        }
    }

    /// The command that runs a program, after it has been compiled into `folder`. `None` if the tool is not installed.
    fn command(self, source: &Path, folder: &TemporaryFolder) -> Option<String> {
        let (_, tool) = self.ending_and_tool();
        if self == Self::Python {
            // What is called python3 may be a script that chooses a version, which takes longer than the programs; so does
            // looking for packages, which -S leaves out.
            let interpreter = output(tool, &["-c", "import sys; print(sys.executable)"])?;
            return Some(format!("'{}' -S '{}'", interpreter.trim_end(), source.display()));
        }
        output(tool, &["--version"])?;
        let program = folder.path("program");
        let built = Command::new(tool).args(["-O2", "-o", &program]).arg(source).output().expect("the compiler runs");
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        Some(format!("'{program}'"))
    }
}

/// The output of a command, or `None` if it cannot be run.
fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).expect("text"))
}

impl<P: Problem> Subject<P> {
    /// Asserts that `check` accepts the right program `crates/<program>/tests/candidates/<program>.<ending>` on all fixtures of
    /// each judge, of which it leaves out what the judge could not give, and finds wrong answers of its twin. The program takes the judge as its argument,
    /// and becomes its twin by the argument `wrong` after it.
    pub fn judges_right_and_wrong_programs(&self, language: Language) {
        let folder = TemporaryFolder::default();
        let (ending, tool) = language.ending_and_tool();
        let source = format!("crates/{0}/tests/candidates/{0}.{ending}", P::NAME);
        let Some(program) = language.command(&workspace().join(&source), &folder) else {
            return skip(&format!("there is no {tool}"));
        };
        for judge in judges::<P>() {
            let all = fixtures(P::NAME).into_iter().filter(|fixture| fixture.judge == judge);
            let is_given = |group: &str| LEGAL.contains(&group) || group == "white-space";
            let given = all.filter(|fixture| is_given(&fixture.group)).count();
            let folder = format!("fixtures/{}/{judge}", P::NAME);
            let verdicts = |command: &str| {
                let run = self.program.run(&["check", "--format", "tsv", "--against", command, &folder], b"");
                let table = String::from_utf8(run.stdout).expect("a table is text");
                let verdicts = table.lines().skip(1).filter_map(|row| row.split('\t').next());
                let verdicts: Vec<String> = verdicts.map(str::to_owned).collect();
                assert_eq!(verdicts.len(), given, "{command}: {table}{}", String::from_utf8_lossy(&run.stderr));
                (run.code, verdicts, table)
            };
            let (code, right, table) = verdicts(&format!("{program} {judge}"));
            assert!(code == Some(0) && right.iter().all(|verdict| verdict == "AC"), "{source} {judge}: {table}");
            let (code, wrong, table) = verdicts(&format!("{program} {judge} wrong"));
            assert!(code == Some(1) && wrong.iter().any(|verdict| verdict == "WA"), "{source} {judge} wrong: {table}");
            // What is wrong is the answer, not the program.
            assert!(wrong.iter().all(|verdict| verdict == "AC" || verdict == "WA"), "{source} {judge} wrong: {table}");
        }
    }
}
