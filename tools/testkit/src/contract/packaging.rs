//! The promises to problem setters: packages.

use std::fs;
use std::path::Path;

use problem::{Layout, Problem, Verdict, solve};

use super::Subject;
use crate::fixtures::{fixtures, judges};
use crate::groups::LEGAL;
use crate::program::Program;
use crate::temporary::TemporaryFolder;

impl<P: Problem> Subject<P> {
    pub(super) fn a_package_is_made_of_the_cases_of_a_folder(&self) {
        for package in P::PACKAGES {
            let from = format!("fixtures/{}/{}", P::NAME, package.judge);
            let fixtures = fixtures(P::NAME).into_iter().filter(|fixture| fixture.judge == package.judge);
            let fixtures: Vec<_> = fixtures.collect();
            for (format, is_new) in [("legacy", false), ("2025-09", true)] {
                let folder = TemporaryFolder::default();
                let place = folder.path("new/problem");
                let run = self.run(&["package", &place, "--from", &from, "--package-format", format], b"");
                let message = String::from_utf8_lossy(&run.stderr);
                assert_eq!((run.code, message.as_ref()), (Some(0), ""), "{from}");
                let exists = |name: &str| Path::new(&place).join(name).exists();
                let statement = if is_new { "statement" } else { "problem_statement" };
                assert!(
                    exists("problem.yaml") && exists("statement.md") && exists(&format!("{statement}/problem.en.tex"))
                );
                assert_eq!(exists("data/invalid_input"), is_new);
                let validator = if is_new { "output_validator" } else { "output_validators" };
                assert_eq!(exists(validator), package.output_validator.is_some());
                for ending in ["cpp", "py", "rs"] {
                    let is_in = package.submissions.iter().any(|submission| {
                        let path = format!("submissions/accepted/{}", submission.source.file);
                        submission.verdict == Verdict::Accepted && path.ends_with(ending) && exists(&path)
                    });
                    assert!(is_in, "no accepted submission in .{ending}");
                }
                // Every legal fixture is in it, with the solver's answer; read back, all of it is right.
                let dialect = P::dialect(package.judge).expect("a judge");
                let given: Vec<Vec<u8>> = case_inputs(&place);
                for fixture in fixtures.iter().filter(|fixture| LEGAL.contains(&fixture.group.as_str())) {
                    assert!(given.contains(&fixture.input()), "{} is missing", fixture.relative_path().display());
                }
                for input in given {
                    assert!(solve(dialect, Layout::Exact, input.as_slice()).is_ok(), "the judge would not give this");
                }
                let check = self.run(&["check", "--judge", package.judge, &place], b"");
                assert_eq!(check.code, Some(0), "{}", String::from_utf8_lossy(&check.stdout));
            }
        }
    }

    pub(super) fn a_package_is_written_whole_or_not_at_all(&self) {
        let Some(package) = P::PACKAGES.first() else {
            let run = self.run(&["package", "new", "--from", &Self::sample()], b"");
            return Self::assert_rejected(&run, &["there is no package for this judge"]);
        };
        let from = format!("fixtures/{}/{}/sample", P::NAME, package.judge);
        let folder = TemporaryFolder::default();
        let rejected = |place: &str, from: &str, parts: &[&str]| {
            Self::assert_rejected(&self.run(&["package", place, "--from", from], b""), parts);
        };
        let full = folder.path("full");
        folder.write("full/something", b"");
        rejected(&full, &from, &["full: not an empty folder; name a new one"]);
        rejected(&folder.path("full/something"), &from, &["something: not a folder; name a new one"]);
        rejected(&folder.path("full/something/new"), &from, &["new: "]);
        rejected(&folder.path("new"), "gone", &["gone: no such file or folder"]);
        rejected(&folder.path("new"), &full, &["full: no case found"]);
        folder.write("bad/1.in", &Self::sample_bytes());
        let bad = folder.path("bad");
        rejected(&folder.path("new"), &bad, &["1.in: an input without an answer"]);
        folder.write("bad/1.out", b"nonsense\n");
        rejected(&folder.path("new"), &bad, &["1.in: ", "correct it first"]);
        assert!(!Path::new(&folder.path("new")).exists(), "an error leaves nothing");
        Self::no_space_leaves_nothing(&self.program, &from, &folder);
        // An empty folder will do, and its name may be unusual.
        let place = folder.path("my-package");
        fs::create_dir(&place).expect("a folder can be made");
        let run = self.run(&["package", &format!("{place}/."), "--from", &from], b"");
        assert_eq!(run.code, Some(0), "{}", String::from_utf8_lossy(&run.stderr));
        assert!(Path::new(&place).join("problem.yaml").exists());
        assert!(String::from_utf8_lossy(&run.stderr).contains("warning: "), "a name with a hyphen");
        assert!(String::from_utf8_lossy(&run.stdout).contains(" sample"));
        let entries = |folder: &Path| fs::read_dir(folder).expect("a folder").count();
        assert_eq!(entries(folder.root()), 3, "nothing else is left");
    }

    /// Asserts that a package that does not fit on the disk is an error: no file may be longer than 512 bytes.
    fn no_space_leaves_nothing(program: &Program, from: &str, folder: &TemporaryFolder) {
        if !cfg!(target_os = "linux") {
            return;
        }
        let program = program.command(&[]).get_program().to_string_lossy().into_owned();
        let place = folder.path("new");
        let script = format!("trap '' XFSZ; ulimit -f 1; exec '{program}' package '{place}/deep/er' --from '{from}'");
        let run = Program::at("sh").run(&["-c", &script], b"");
        Self::assert_rejected(&run, &["new/deep/er: ", "too large"]);
        assert_eq!(fs::read_dir(folder.root()).expect("a folder").count(), 2, "an error leaves nothing");
    }

    pub(super) fn what_a_package_leaves_out_or_adds_is_said(&self) {
        let Some(package) = P::PACKAGES.first() else { return };
        let dialect = P::dialect(package.judge).expect("a judge");
        let folder = TemporaryFolder::default();
        let input = dialect.format.case(&Self::sample_bytes(), 1).map(|case| dialect.format.input(&[case]));
        let input = input.expect("the sample has a case");
        let answer = solve(dialect, Layout::Exact, input.as_slice()).expect("a legal case").to_bytes();
        let packaged = |name: &str, options: &[&str]| {
            let place = folder.path(&format!("packages/{name}"));
            let from = folder.path("from");
            let arguments = [&["package", &place, "--from", &from, "--judge", package.judge], options].concat();
            let run = self.run(&arguments, b"");
            let text = String::from_utf8([run.stdout, run.stderr].concat()).expect("text");
            (run.code, text)
        };
        let said = |name: &str, options: &[&str], parts: &[&str]| {
            let (code, text) = packaged(name, options);
            assert_eq!(code, Some(0), "{text}");
            for part in parts {
                assert!(text.contains(part), "{text:?} does not contain {part:?}");
            }
        };
        // In names that only a pattern tells, twice, with a file that is no case.
        for name in ["from/a/1", "from/b/1"] {
            folder.write(&format!("{name}.question"), &input);
            folder.write(&format!("{name}.reply"), &answer);
        }
        folder.write("from/notes", b"");
        let pattern = ["--names", "%.question:%.reply"];
        said("one", &pattern, &["1 sample generated", "1 secret case\n", "1 case left out", "1 file not read"]);
        assert!(Path::new(&folder.path("packages/one/data/secret/a-1.in")).exists());
        // Outputs that must be judged.
        folder.write("from/data/valid_output/right.in", &input);
        folder.write("from/data/valid_output/right.ans", &answer);
        folder.write("from/data/valid_output/right.out", &answer);
        folder.write("from/data/secret/1.in", &[&b" "[..], &input].concat());
        folder.write("from/data/secret/1.ans", &answer);
        said("two", &[], &["1 output to be judged left out", "1 input laid out as the judge does"]);
        said("three", &["--package-format", "2025-09"], &["1 output to be judged\n"]);
        assert!(Path::new(&folder.path("packages/three/data/valid_output/right.out")).exists());
        // Nothing that the judge could give.
        let most = *dialect.format.count.range().end();
        let case = dialect.format.case(&input, 1).expect("a case");
        let many = dialect.format.input(&vec![case; most + 1]);
        fs::remove_dir_all(folder.path("from")).expect("a folder can be removed");
        folder.write("from/many.in", &many);
        folder.write("from/many.out", &solve(dialect, Layout::Free, many.as_slice()).expect("legal").to_bytes());
        let (code, text) = packaged("four", &[]);
        assert!(
            code == Some(2) && text.contains("no case that this judge could give") && text.contains("many.in: "),
            "{text}"
        );
    }

    pub(super) fn the_cases_of_a_package_are_for_one_judge(&self) {
        let judges: Vec<&str> = judges::<P>().collect();
        if P::PACKAGES.is_empty() || judges.len() == 1 {
            return;
        }
        let folder = TemporaryFolder::default();
        let from = format!("fixtures/{}", P::NAME);
        let run = self.run(&["package", &folder.path("new"), "--from", &from], b"");
        Self::assert_rejected(&run, &[judges[0], judges[1], "use --judge"]);
    }
}

/// The inputs of the samples and the secret cases of a package.
fn case_inputs(package: &str) -> Vec<Vec<u8>> {
    let entries = ["sample", "secret"].map(|group| fs::read_dir(Path::new(package).join("data").join(group)));
    let paths = entries
        .into_iter()
        .flat_map(|entries| entries.expect("a folder of cases"))
        .map(|entry| entry.expect("a file").path());
    let inputs = paths.filter(|path| path.extension().is_some_and(|extension| extension == "in"));
    inputs.map(|path| fs::read(path).expect("an input")).collect()
}
