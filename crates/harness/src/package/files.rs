//! What a package holds, file by file.

use std::path::{Path, PathBuf};

use problem::{Dialect, Package, Problem, Verdict};

use super::PackageFormat;
use super::test_data::{OUTPUTS, SAMPLE, SECRET, TestCase, TestData};
use super::yaml::{TIME_LIMIT, problem_yaml, test_group_yaml};

/// A file of a package: its path in the package, and its bytes.
pub(super) type PackageFile = (PathBuf, Vec<u8>);

/// All files of a package.
pub(super) fn files<P: Problem>(
    format: PackageFormat,
    package: &Package,
    dialect: &Dialect<P>,
    data: &TestData,
) -> Vec<PackageFile> {
    let mut files = Vec::new();
    let mut add =
        |folder: &str, name: &str, text: String| files.push((Path::new(folder).join(name), text.into_bytes()));
    add("", "problem.yaml", problem_yaml(format, package, dialect));
    let statement = format!("\\problemname{{{}}}\n{}", package.name, package.statement.concat());
    let output_validators = match format {
        PackageFormat::Legacy => {
            add("", ".timelimit", format!("{TIME_LIMIT}\n"));
            add("problem_statement", "problem.en.tex", statement);
            "output_validators/validate"
        }
        PackageFormat::V2025_09 => {
            add("statement", "problem.en.tex", statement);
            if let Some(validator) = &package.answer_validator {
                add("answer_validators", validator.file, validator.text());
            }
            for folder in [SAMPLE, SECRET, OUTPUTS[0], OUTPUTS[1]] {
                add(folder, "test_group.yaml", test_group_yaml(dialect));
            }
            "output_validator"
        }
    };
    add("input_validators", package.input_validator.file, package.input_validator.text());
    if let Some(validator) = &package.output_validator {
        add(output_validators, validator.file, validator.text());
    }
    for submission in package.submissions() {
        let verdict = match submission.verdict {
            Verdict::Accepted => "accepted",
            Verdict::TimeLimitExceeded => "time_limit_exceeded",
            _ => "wrong_answer",
        };
        add(&format!("submissions/{verdict}"), submission.source.file, submission.text());
    }
    for TestCase { folder, name, input, answer, output } in &data.cases {
        if format == PackageFormat::Legacy && ![SAMPLE, SECRET].contains(folder) {
            continue;
        }
        for (ending, contents) in [("in", Some(input)), ("ans", answer.as_ref()), ("out", output.as_ref())] {
            let path = Path::new(folder).join(format!("{name}.{ending}"));
            files.extend(contents.map(|contents| (path, contents.clone())));
        }
    }
    files
}
