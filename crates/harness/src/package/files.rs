//! What a package holds, file by file.

use std::path::{Path, PathBuf};

use problem::{Dialect, Package, Problem, Verdict};

use super::PackageFormat;
use super::latex;
use super::test_data::{TestCase, TestData};
use super::yaml::{TIME_LIMIT, problem_yaml, test_group_yaml};
use crate::cases::Rightness;

/// A file of a package: its path in the package, and its bytes.
#[derive(Debug)]
pub(crate) struct PackageFile {
    pub(crate) path: PathBuf,
    pub(crate) contents: Vec<u8>,
}

/// All files of a package.
pub(crate) fn files<P: Problem>(
    format: PackageFormat,
    package: &Package,
    dialect: &Dialect<P>,
    data: &TestData,
) -> Vec<PackageFile> {
    let mut files = Files(Vec::new());
    files.add("", "problem.yaml", problem_yaml(format, package, dialect));
    let markdown = package.statement.concat();
    // Beside the one in LaTeX it would be a second statement in the same language, which the format forbids.
    files.add("", "statement.md", format!("# {}\n\n{markdown}", package.name));
    let latex = latex::statement(package.name, &markdown);
    let output_validators = match format {
        PackageFormat::Legacy => {
            files.add("", ".timelimit", format!("{TIME_LIMIT}\n"));
            files.add("problem_statement", "problem.en.tex", latex);
            "output_validators/validate"
        }
        PackageFormat::V2025_09 => {
            files.add("statement", "problem.en.tex", latex);
            if let Some(validator) = &package.answer_validator {
                files.add("answer_validators", validator.file, validator.text());
            }
            for folder in ["data/sample", "data/secret", "data/valid_output"] {
                files.add(folder, "test_group.yaml", test_group_yaml(package, dialect));
            }
            for (TestCase { name, input, answer }, output, is_right) in &data.outputs {
                let folder = if *is_right == Rightness::Right { "data/valid_output" } else { "data/invalid_output" };
                for (ending, contents) in [("in", input), ("ans", answer), ("out", output)] {
                    files.add(folder, &format!("{name}.{ending}"), contents.as_slice());
                }
            }
            for (name, input) in &data.invalid {
                files.add("data/invalid_input", &format!("{name}.in"), input.as_slice());
            }
            "output_validator"
        }
    };
    files.add("input_validators", package.input_validator.file, package.input_validator.text());
    if let Some(validator) = &package.output_validator {
        files.add(output_validators, validator.file, validator.text());
    }
    for submission in package.submissions {
        let verdict = match submission.verdict {
            Verdict::Accepted => "accepted",
            Verdict::TimeLimitExceeded => "time_limit_exceeded",
            _ => "wrong_answer",
        };
        files.add(&format!("submissions/{verdict}"), submission.source.file, submission.text());
    }
    for (folder, cases) in [("data/sample", &data.sample), ("data/secret", &data.secret)] {
        for TestCase { name, input, answer } in cases {
            files.add(folder, &format!("{name}.in"), input.as_slice());
            files.add(folder, &format!("{name}.ans"), answer.as_slice());
        }
    }
    files.0
}

struct Files(Vec<PackageFile>);

impl Files {
    fn add(&mut self, folder: &str, name: &str, contents: impl Into<Vec<u8>>) {
        self.0.push(PackageFile { path: Path::new(folder).join(name), contents: contents.into() });
    }
}
