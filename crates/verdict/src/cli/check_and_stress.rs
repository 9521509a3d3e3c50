//! `check` and `stress`, with whoever knows what is right.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, anyhow, ensure};
use harness::{AnswerOptions, AnswerSource, CheckOptions, Helper, StressOptions, Supervisor, print_message};
use problem::Diagnostic;

use super::by_programs::{Generated, Validated, Validators};
use super::generate_and_validate::description_of_inputs;
use super::packages;
use crate::{Description, Input};

/// The name in messages and reports.
pub(super) const NAME: &str = "verdict";

/// A package decides everything except these, and has a report of its own.
fn unless_for_packages(argument: clap::Arg) -> clap::Arg {
    let is_for_packages = ["package", "jobs", "memory_limit", "time_limit"].contains(&argument.get_id().as_str());
    if is_for_packages { argument } else { argument.conflicts_with("package") }
}

/// Judge programs on folders of cases
#[derive(clap::Args)]
#[command(mut_arg("folders", super::unless_package))]
#[command(mut_arg("against", |it| it.required_unless_present_any(["answer", "package"])))]
#[command(mut_arg("all", |it| it.hide(true)))]
#[command(mut_args(unless_for_packages))]
pub(super) struct Check {
    /// Judge the submissions of this ICPC problem package on its data, instead of --against on folders. Its limits
    /// count unless an option sets others. The report is text
    #[arg(long, value_name = "FOLDER")]
    package: Option<PathBuf>,
    #[command(flatten)]
    answers: AnswerOptions,
    #[command(flatten)]
    options: CheckOptions,
}

impl Check {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        if let Some(folder) = &self.package {
            return packages::check(folder, &self.options);
        }
        let supervisor = Supervisor::listen();
        let programs = self.answers.programs(&self.options.running, &supervisor)?;
        let reason = match self.answers {
            AnswerOptions { interactor: Some(_), .. } => "by the interactor",
            AnswerOptions { checker: Some(_), .. } => "by the checker",
            AnswerOptions { answer: Some(_), .. } => "by the answering program",
            _ => "by the answer files",
        };
        let choose = |_: &_| AnswerSource { answers: &programs, judge: None, reason: reason.to_owned() };
        self.options.run(&supervisor, NAME, choose)
    }
}

/// Find the smallest input on which a program is wrong
#[derive(clap::Args)]
#[command(mut_arg("against", super::unless_package))]
pub(super) struct Stress {
    #[command(flatten)]
    answers: AnswerOptions,
    /// The description of an input, or a file with it; `-` is standard input
    #[arg(long, value_name = "DESC|FILE")]
    input: Option<String>,
    /// A program that prints an input; {seed} and {size} are filled in
    #[arg(long, value_name = "CMD", conflicts_with = "input")]
    generate: Option<String>,
    /// The largest size for the generator
    #[arg(long, value_name = "K", default_value_t = 30, conflicts_with_all = ["input", "package"])]
    max_size: usize,
    /// A program that says by its exit code whether an input on its standard input is valid (0 or 42)
    #[arg(long, value_name = "CMD", conflicts_with = "package")]
    validator: Option<String>,
    /// An input on which the program is wrong: only look for smaller ones
    #[arg(long, value_name = "FILE", conflicts_with_all = ["generate", "package"])]
    from: Option<OsString>,
    /// Try the submissions of this ICPC problem package, by the first accepted one, instead of --against. Its limits
    /// count unless an option sets others. The exit code is 1 if an accepted one is wrong, if one does not compile, or if
    /// no input is found on which one fails that must
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["against", "answer", "checker", "interactor", "checker_style", "compare", "generate"])]
    package: Option<PathBuf>,
    #[command(flatten)]
    options: StressOptions,
}

impl Stress {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        if let Some(folder) = &self.package {
            return packages::stress(folder, self.input.as_deref(), self.options);
        }
        let supervisor = Supervisor::listen();
        let programs = self.answers.programs(&self.options.running, &supervisor)?;
        ensure!(
            programs.answer.is_some() || programs.checker.is_some() || programs.interactor.is_some(),
            "who knows what is right? Name a program with --answer, --checker or --interactor"
        );
        let time_limit = self.options.running.time_limit().max(Helper::LEAST_TIME);
        let validator = |command: &String| Helper::parse("--validator", "the validator", command, time_limit);
        let validators = self.validator.iter().map(validator).collect::<anyhow::Result<_>>()?;
        let validators = Validators::new(validators, &supervisor);
        let Some(generator) = &self.generate else {
            let input = self.input.as_deref();
            let input =
                input.context("which inputs? Describe them with --input, or name a generator with --generate")?;
            let inputs = description_of_inputs(input)?;
            let from = self.from.as_ref().map(|file| {
                ensure!(input != "-" || file != "-", "--input and --from are both standard input; name a file");
                read_tidied(&inputs, file)
            });
            let (from, inputs) = (from.transpose()?, Validated { description: &inputs, validators });
            inputs.check_first(from.as_deref().unwrap_or_default())?;
            let code = self.options.run(&supervisor, NAME, &inputs, &programs, from.as_deref())?;
            return inputs.validators.conclude(code);
        };
        let has = |words: [&str; 2]| words.iter().any(|word| generator.replace("${", "$").contains(word));
        ensure!(
            has(["{seed}", "{size}"]) || !has(["$seed", "$size"]),
            "--generate: write {{seed}} and {{size}}, which are filled in; no shell is started"
        );
        let inputs = Generated { generator, validators, time_limit, largest: self.max_size.max(1) };
        let size = inputs.largest.min(10);
        if inputs.run(1, size)? == inputs.run(2, size)? {
            print_message(NAME, "warning: --generate: two seeds make the same input; does it use {seed}?");
        }
        let code = self.options.run(&supervisor, NAME, &inputs, &programs, None)?;
        inputs.validators.conclude(code)
    }
}

/// Reads an input to begin with, whatever white space a file gets on its way, such as CR LF for newlines.
fn read_tidied(description: &Description, file: &OsStr) -> anyhow::Result<Vec<Input>> {
    let (name, bytes) = harness::read(Some(file), NAME, "an input", u64::MAX)?;
    let tidy = |bytes: &[u8]| {
        let lines = bytes.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_end);
        lines.flat_map(|line| [line, b"\n"].concat()).collect::<Vec<u8>>()
    };
    let lines = bytes.strip_suffix(b"\n").unwrap_or(&bytes);
    let reads = [bytes.clone(), tidy(lines), tidy(bytes.trim_ascii_end())].map(|text| description.read(&text));
    let furthest = |wrong: &Diagnostic| (wrong.place.line, wrong.place.column);
    let read = reads.into_iter().reduce(|one, other| match (one, other) {
        (Err(one), Err(other)) if furthest(&other) > furthest(&one) => Err(other),
        (Err(_), Ok(read)) => Ok(read),
        (one, _) => one,
    });
    read.expect("three").map_err(|wrong| anyhow!("{name}:{}: {}", wrong.place, wrong.message))
}
