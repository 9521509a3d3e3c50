//! ICPC problem packages: the two in `crates/harness/tests/packages/`, and odd ones.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use problem::Verdict::{self, Accepted, PresentationError, RuntimeError, TimeLimitExceeded, WrongAnswer};
use problem::compare_text;
use testkit::{TemporaryFolder, workspace};
use verdict::package::{Built, Package, Submission, Words, comparison};

fn kept(name: &str) -> PathBuf {
    workspace().join("crates/harness/tests/packages").join(name)
}

/// A package with some of another's files: few, as compilers take long.
fn part_of(name: &str, files: &[&str]) -> TemporaryFolder {
    let folder = TemporaryFolder::default();
    for file in files {
        folder.write(file, &fs::read(kept(name).join(file)).unwrap_or_else(|error| panic!("{file}: {error}")));
    }
    folder
}

/// A package with one secret input and these files.
fn with(files: &[(&str, &str)]) -> TemporaryFolder {
    let folder = TemporaryFolder::with(&[("problem.yaml", ""), ("data/secret/1.in", "1\n"), ("data/secret/1.ans", "")]);
    for (name, text) in files {
        folder.write(name, text.as_bytes());
    }
    folder
}

fn build(folder: &TemporaryFolder) -> anyhow::Result<Built> {
    Package::open(folder.root())?.build()
}

fn names(submissions: &[Submission]) -> Vec<&str> {
    let names = submissions.iter().filter(|submission| submission.words.is_ok()).map(|submission| &submission.name);
    names.map(|name| &name["submissions/".len()..]).collect()
}

/// The exit code of a program and what it prints.
fn run(words: &Words, input: &Path, arguments: &[&Path]) -> (Option<i32>, Vec<u8>) {
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).args(arguments).stdin(File::open(input).expect("a file"));
    let output = command.output().unwrap_or_else(|error| panic!("{words:?}: {error}"));
    (output.status.code(), output.stdout)
}

#[test]
fn a_legacy_package_is_read_and_built() {
    let package = Package::open(&kept("legacy")).expect("a package");
    assert_eq!((package.name.as_str(), package.time_limit), ("Treblecross", Some(Duration::from_secs(3))));
    let (input, answer) = &package.data[0];
    assert!(package.data.len() == 12 && input.ends_with("data/sample/01-sample.in"), "{:?}", package.data);
    assert_eq!(package.arguments(input).expect("arguments"), ["case_sensitive"]);
    let rust = "submissions/accepted/boards.rs";
    let (slow, wrong) = ("submissions/time_limit_exceeded/without_memo.cpp", "submissions/wrong_answer/adds_values.py");
    let folder = part_of("legacy", &["problem.yaml", "input_validators/boards.py", wrong, rust, slow]);
    let built = build(&folder).expect("programs");
    let wanted = ["accepted/boards.rs", "time_limit_exceeded/without_memo.cpp", "wrong_answer/adds_values.py"];
    assert_eq!((&names(&built.submissions)[..], &built.checker), (&wanted[..], &None));
    assert_eq!(
        run(built.submissions[0].words.as_ref().unwrap(), input, &[]),
        (Some(0), fs::read(answer).expect("a file"))
    );
    assert_eq!([input, answer].map(|file| run(&built.validators[0], file, &[]).0), [Some(42), Some(43)]);
}

#[test]
fn a_package_of_2025_09_is_read_and_built() {
    let package = Package::open(&kept("2025-09")).expect("a package");
    assert_eq!((package.name.as_str(), package.time_limit), ("L Game", Some(Duration::from_secs(3))));
    let (input, answer) = &package.data[3];
    assert!(input.ends_with("data/secret/both-neutrals.in"), "{input:?}");
    assert_eq!(package.arguments(input).expect("arguments"), ["case_sensitive", "space_change_sensitive"]);
    assert!(package.folder_for_new_inputs().ends_with("2025-09/data/secret"));
    let built = build(&part_of("2025-09", &["problem.yaml", "output_validator/validate.cpp"])).expect("programs");
    let (checker, feedback) = (built.checker.as_ref().expect("an output validator"), TemporaryFolder::default());
    let code = |output: &Path| run(checker, output, &[input, answer, feedback.root()]).0;
    assert_eq!([answer, input].map(|output| code(output)), [Some(42), Some(43)]);
}

#[test]
fn in_the_new_format_all_files_of_the_output_validator_are_one_program() {
    let folder = with(&[
        ("problem.yaml", "problem_format_version: 2025-09"),
        ("output_validator/main.py", "import helper"),
        ("output_validator/helper.py", "raise SystemExit(42)"),
    ]);
    let checker = build(&folder).expect("programs").checker.expect("an output validator");
    assert_eq!(run(&checker, &folder.root().join("data/secret/1.in"), &[]).0, Some(42));
}

#[test]
fn what_cannot_be_read_is_said_with_the_place_and_the_fix() {
    #[rustfmt::skip]
    let wrong = [
        ("problem.yaml", "problem_format_version: '2031-01'", "/problem.yaml: unknown problem_format_version '2031-01': expected legacy or 2025-09"),
        ("problem.yaml", "type: [pass-fail, multi-pass]", "/problem.yaml: problems of type multi-pass are not supported: expected pass-fail, scoring or interactive"),
        ("problem.yaml", "limits:\n  memory: 1 GB", "/problem.yaml: memory: expected a number of MiB: invalid digit found in string"),
        (".timelimit", "two", ": invalid time limit 'two': expected a number of seconds"),
        ("problem.yaml", "problem_format_version: 2025-09\ntype: pass-fail interactive", "/output_validator: expected one program; put its files into one folder"),
        ("problem.yaml", "validation: custom", "/output_validators: expected one program; put its files into one folder"),
        ("data/sample/2.in", "", "/data/sample/2.ans: no such file; each input needs an answer"),
    ];
    for (file, text, message) in wrong {
        let folder = with(&[(file, text)]);
        let error = build(&folder).expect_err(text);
        assert_eq!(format!("{error:#}"), format!("{}{message}", folder.root().display()), "{text}");
    }
    let error = build(&TemporaryFolder::default()).expect_err("nothing is there").to_string();
    assert!(error.ends_with("/problem.yaml: no such file; name the folder of a package, which has it"), "{error}");
    let validator = "output_validators/a.cpp";
    let folder = with(&[("problem.yaml", "validation: custom # y"), (validator, "#include \"testlib.h\"")]);
    let error = folder.without_root(&build(&folder).expect_err(validator).to_string());
    assert!(
        error.starts_with(&format!("{validator}: it does not compile: {validator}:1:10: fatal error: ")),
        "{error}"
    );
    assert!(error.ends_with("; put testlib.h into the package"), "{error}");
    folder.write("include/testlib.h", b"int main() {}");
    assert!(build(&folder).expect("programs").checker.is_some());
}

#[test]
fn programs_that_cannot_be_built_are_left_out_with_the_reason() {
    let folder = with(&[
        ("submissions/accepted/README.md", ""),
        ("submissions/accepted/.hidden.py", ""),
        ("submissions/accepted/a.kt", ""),
        ("submissions/accepted/b.c", "int main() { return x; }"),
        ("submissions/accepted/c.py", "#!/usr/bin/python2\n"),
        ("submissions/accepted/d/main.py", "import helper"),
        ("submissions/accepted/d/helper.py", "print(1)"),
        ("submissions/accepted/e/one.c", "int one(); int main() { return one(); }"),
        ("submissions/accepted/e/two.c", "int one() { return 7; }"),
        ("submissions/mixed/f.py", ""),
        ("submissions/time_limit_exceeded/g.py", ""),
        ("input_validators/h.ctd", ""),
        ("input_validators/i/build", ""),
    ]);
    // With a slash at the end of its name.
    let built = Package::open(&folder.root().join("")).expect("a package").build().expect("programs");
    assert_eq!(names(&built.submissions), ["accepted/d", "accepted/e", "time_limit_exceeded/g.py"]);
    let input = folder.root().join("data/secret/1.in");
    let [not_compiled, d, e, g] = &built.submissions[..] else { panic!("{:?}", built.submissions) };
    let [python, c] = [d, e].map(|submission| run(submission.words.as_ref().unwrap(), &input, &[]));
    assert_eq!((python, c.0), ((Some(0), b"1\n".to_vec()), Some(7)));
    assert!(!folder.root().join("submissions/accepted/d/__pycache__").exists());
    let language = "it is not in C, C++, Java, Python or Rust";
    let left_out = [
        format!("submissions/accepted/a.kt: {language}"),
        "submissions/accepted/c.py: it is in Python 2".to_owned(),
        "submissions/mixed/f.py: its folder does not say what to expect, as wrong_answer does; submissions.yaml is \
         not read"
            .to_owned(),
        format!("input_validators/h.ctd: {language}"),
        "input_validators/i: build is not executable; use chmod +x".to_owned(),
    ];
    assert_eq!(built.left_out, left_out);
    let why = not_compiled.words.as_ref().unwrap_err();
    assert!(why.starts_with("submissions/accepted/b.c: it does not compile: submissions/accepted/b.c:1:21: "), "{why}");
    let why_not = |verdicts: &[Verdict]| g.expectation.why_not(verdicts);
    assert_eq!(why_not(&[Accepted, TimeLimitExceeded]), None);
    assert_eq!(why_not(&[Accepted]).expect("not"), "expected TLE on an input, but got it on none");
    assert_eq!(why_not(&[RuntimeError]).expect("not"), "expected AC or WA or TLE on all inputs, but got RE");
    assert!(d.expectation.why_not(&[Accepted, PresentationError]).is_some());
}

#[cfg(unix)]
#[test]
fn a_program_may_have_scripts_that_build_and_run_it() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = with(&[
        ("problem.yaml", "validation: custom"),
        ("input_validators/a/build", "#!/bin/sh\nexit 3"),
        ("input_validators/b/run", "#!/bin/sh\nread x && exit 42"),
        ("output_validators/c/build", "#!/bin/sh\nmv source run"),
        ("output_validators/c/source", "#!/bin/sh\n[ -e $1 ] && exit 43"),
    ]);
    for name in [
        "input_validators/a/build",
        "input_validators/b/run",
        "output_validators/c/build",
        "output_validators/c/source",
    ] {
        fs::set_permissions(folder.path(name), fs::Permissions::from_mode(0o755)).expect("a file");
    }
    let built = build(&folder).expect("programs");
    assert_eq!(built.left_out, ["input_validators/a: it does not compile: "]);
    let input = folder.root().join("data/secret/1.in");
    assert_eq!(run(&built.validators[0], &input, &[]).0, Some(42));
    assert_eq!(run(built.checker.as_ref().expect("one"), &input, &[&input]).0, Some(43));
    assert!(folder.root().join("output_validators/c/source").exists());
}

#[test]
fn groups_are_nested_and_have_arguments() {
    let yaml = "problem_format_version: 2025-09\nname:\n  en: \"It's x\"\nlimits:\n  memory: 64\n";
    let folder = with(&[
        ("problem.yaml", yaml),
        ("data/secret/a/test_group.yaml", "output_validator_args:\n  - float_tolerance\n  - 1e-6\n"),
        ("data/secret/a/1.yaml", "output_validator_args: [ 'case_sensitive' ] # only here\n"),
    ]);
    for name in ["sample/1", "secret/a/1", "secret/a/deeper/2", "secret/b/3"] {
        for ending in ["in", "ans"] {
            folder.write(&format!("data/{name}.{ending}"), b"");
        }
    }
    let package = Package::open(folder.root()).expect("a package");
    assert_eq!((package.name.as_str(), package.memory_limit), ("It's x", Some(64)));
    let data = package.data.iter().map(|(input, _)| {
        let arguments = package.arguments(input).expect("arguments").join(" ");
        folder.without_root(&format!("{} {arguments}", input.display()))
    });
    let expected = "data/sample/1.in |data/secret/1.in |data/secret/a/1.in case_sensitive|\
                    data/secret/a/deeper/2.in float_tolerance 1e-6|data/secret/b/3.in ";
    assert_eq!(data.collect::<Vec<_>>().join("|"), expected);
    assert_eq!(package.folder_for_new_inputs(), folder.root().join("data/secret/b"));
}

#[test]
fn outputs_are_compared_as_arguments_say() {
    let rules = |arguments: &str| comparison(&arguments.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
    for (arguments, answer, output, expected) in [
        ("", "Yes 1", "yes\n 1 ", Accepted),
        ("case_sensitive", "Yes 1", "yes 1", WrongAnswer),
        ("space_change_sensitive", "Yes 1\n", "yes 1\n", Accepted),
        ("space_change_sensitive", "Yes 1\n", "yes  1\n", PresentationError),
        ("", "1.0", "1.00", WrongAnswer),
        ("float_tolerance 1e-3", "x 1000.0 0", "X 1.0009e3 -.001", Accepted),
        ("float_tolerance 1e-3", "1000.0", "1001.1", WrongAnswer),
        ("float_absolute_tolerance 1e-3", "1000.0", "1000.5", WrongAnswer),
        ("float_relative_tolerance 1e-3", "1000.0", "1000.5", Accepted),
        ("float_relative_tolerance 1e-3", "0", "0.0001", WrongAnswer),
        ("float_tolerance 1e-3", "1.0", "nan", WrongAnswer),
        ("float_tolerance 1e-3", "1.0", "1.0 1.0", WrongAnswer),
        ("float_tolerance 1e-3", "1.0 2.0", "1.0", WrongAnswer),
    ] {
        let judged = compare_text(answer.as_bytes(), output.as_bytes(), rules(arguments).expect("arguments"));
        let verdict = judged.map_or_else(|difference| difference.verdict(), |()| Accepted);
        assert_eq!(verdict, expected, "{arguments:?} {answer:?} {output:?}");
    }
    assert!(rules("float_tolerance").is_err() && rules("strict").is_err());
}
