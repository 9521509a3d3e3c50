//! `--package`: the submissions of an ICPC problem package.

use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;
use std::slice;
use std::time::Duration;

use anyhow::{Context, bail};
use harness::{
    Candidate, CheckOptions, CheckPlan, Checker, CheckerStyle, Chosen, Helper, Programs, Running, StressOptions,
    Supervisor, find_fixtures, print, print_message,
};
use problem::{Comparison, Verdict, count_of};

use super::described::description_of_inputs;
use super::generated::{Validated, Validators};
use super::judging::NAME;
use crate::package::{Built, DefaultValidator, LeftOut, Package, Submission, Words};

/// A package whose programs can be run.
struct Open {
    package: Package,
    built: Built,
    time_limit: Duration,
    memory_limit: Option<u64>,
}

impl Open {
    /// Reads and builds a package. What is left out is said.
    fn new(folder: &Path, running: &Running) -> anyhow::Result<Self> {
        let package = Package::open(folder)?;
        let built = package.build().with_context(|| folder.display().to_string())?;
        for left_out in &built.left_out {
            print_message(NAME, format_args!("left out: {}", left_out.reason));
        }
        let time_limit = package.time_limit.unwrap_or(running.time_limit);
        let memory_limit = package.memory_limit.or(running.memory_limit);
        Ok(Self { package, built, time_limit, memory_limit })
    }

    fn candidate(&self, submission: &Submission) -> Candidate {
        let memory_limit = self.memory_limit.map(|mebibytes| mebibytes << 20);
        Candidate { words: submission.words.clone(), time_limit: self.time_limit, memory_limit }
    }

    /// A program that may take at least this long.
    fn helper(&self, name: &'static str, words: &Words, least: Duration) -> Helper {
        let time_limit = self.time_limit.max(least);
        let program = Candidate { words: words.clone(), time_limit, memory_limit: None };
        Helper { option: "--package", name, program }
    }

    /// The programs that know what is right: perhaps a submission, and the output validator with these arguments.
    fn answers<'a>(
        &self,
        arguments: &[String],
        answer: Option<&Submission>,
        supervisor: &'a Supervisor,
    ) -> anyhow::Result<DefaultValidator<Programs<'a>>> {
        let is_interactive = self.package.is_interactive;
        let validator = |is_wanted: bool, name| {
            let helper = self.helper(name, self.built.checker.as_ref().filter(|_| is_wanted)?, Helper::LEAST_TIME);
            Some(Checker { helper, style: CheckerStyle::Kattis, flags: arguments.iter().map(Into::into).collect() })
        };
        let programs = Programs {
            supervisor,
            answer: answer.map(|it| self.helper("the first accepted submission", &it.words, Duration::ZERO)),
            checker: validator(!is_interactive, "the output validator"),
            interactor: validator(is_interactive, "the interactor"),
            comparison: Comparison::Tokens,
        };
        match self.built.checker {
            Some(_) => Ok(DefaultValidator::own(programs)),
            None => DefaultValidator::new(programs, arguments),
        }
    }
}

/// Judges each submission on the data of the package, against the verdict that its folder expects.
pub(super) fn check(folder: &Path, options: &CheckOptions) -> anyhow::Result<ExitCode> {
    let open = Open::new(folder, &options.running)?;
    let (Open { package, built, .. }, supervisor) = (&open, Supervisor::listen());
    let mut known = Vec::new();
    for (input, _) in &package.data {
        let arguments = package.arguments(input)?;
        if known.iter().all(|(other, _)| *other != arguments) {
            let answers = open.answers(&arguments, None, &supervisor)?;
            known.push((arguments, answers));
        }
    }
    let choose = |input: &Path| {
        let arguments = package.arguments(input).unwrap_or_default();
        let place = known.iter().position(|(other, _)| *other == arguments).unwrap_or(0);
        Chosen { answers: &known[place].1, judge: None, reason: "by the package".to_owned() }
    };
    let mut data = ["data/sample", "data/secret"].map(|name| folder.join(name)).to_vec();
    data.retain(|folder| folder.is_dir());
    let fixtures = find_fixtures(&data, None, choose)?.fixtures;
    let mut unexpected = 0;
    for LeftOut { reason, .. } in built.left_out.iter().filter(|left_out| left_out.is_unexpected) {
        unexpected += 1;
        print(format!("NOT EXPECTED  {reason}\n").as_bytes())?;
    }
    let not_compiled = unexpected;
    for submission in built.accepted.iter().chain(&built.expected_to_fail) {
        let candidate = open.candidate(submission);
        let plan = CheckPlan {
            candidates: slice::from_ref(&candidate),
            gives_all: true,
            supervisor: &supervisor,
            comparison: options.running.compare,
            threads: options.running.jobs(),
        };
        let (mut verdicts, mut first) = (Vec::new(), None);
        harness::check(&fixtures, &plan, |fixture, outcome| {
            if let Some(judgement) = outcome.judgement() {
                verdicts.push(judgement.verdict);
                if judgement.verdict != Verdict::Accepted {
                    first.get_or_insert_with(|| {
                        format!("{} on {}: {}", judgement.verdict, fixture.name, judgement.message)
                    });
                }
            }
            Ok(ControlFlow::Continue(()))
        })?;
        if let Some(interrupt) = supervisor.interrupt() {
            bail!("{interrupt}");
        }
        let found = first.unwrap_or_else(|| format!("AC on {}", count_of(verdicts.len(), "input")));
        let why_not = submission.expectation.why_not(&verdicts);
        unexpected += usize::from(why_not.is_some());
        let line = match why_not {
            None => format!("as expected   {}: {found}\n", submission.name),
            Some(why) => format!("NOT EXPECTED  {}: {found}; {why}\n", submission.name),
        };
        print(line.as_bytes())?;
    }
    let all = built.accepted.len() + built.expected_to_fail.len() + not_compiled;
    let all = count_of(all, "submission");
    print(format!("{all} on {}, {unexpected} not as expected\n", count_of(fixtures.len(), "input")).as_bytes())?;
    Ok(ExitCode::from(u8::from(unexpected > 0)))
}

/// Looks for the smallest input on which each submission that should fail does, by the first accepted one.
pub(super) fn stress(folder: &Path, input: Option<&str>, options: StressOptions) -> anyhow::Result<ExitCode> {
    let open = Open::new(folder, &options.running)?;
    let (Open { package, built, .. }, supervisor) = (&open, Supervisor::listen());
    let format = package.input_format().map(|path| path.display().to_string());
    let Some(format) = input.map(str::to_owned).or(format) else {
        bail!("{}: the package has no file input_format; describe the input with --input", folder.display());
    };
    let description = description_of_inputs(&format)?;
    let Some(first) = built.accepted.first() else {
        bail!("{}: no accepted submission could be built; see above", folder.display());
    };
    let arguments = package.arguments(&package.folder_for_new_inputs().join("new.in"))?;
    let answer = (!package.is_interactive).then_some(first);
    let answers = open.answers(&arguments, answer, &supervisor)?;
    let validators = built.validators.iter().map(|words| open.helper("the input validator", words, Helper::LEAST_TIME));
    let validators = Validators::new(validators.collect(), &supervisor);
    let inputs = Validated { description: &description, validators };
    let others = &built.accepted[usize::from(answer.is_some())..];
    let tried = others.iter().chain(&built.expected_to_fail);
    let candidates: Vec<_> = tried.map(|it| (it.name.clone(), open.candidate(it))).collect();
    let options = options.saving_in(package.folder_for_new_inputs(), "ans");
    let codes = options.run_each(&supervisor, NAME, &inputs, &answers, None, &candidates)?;
    let codes = inputs.validators.conclude(codes)?;
    let (of_accepted, of_others) = codes.split_at(others.len().min(codes.len()));
    let found_in = |codes: &[u8]| codes.iter().map(|code| usize::from(*code == 1)).sum::<usize>();
    let [wrong, found] = [of_accepted, of_others].map(found_in);
    let all = count_of(built.expected_to_fail.len(), "submission");
    print(format!("{found} of {all} that should fail do; {wrong} accepted ones are wrong\n").as_bytes())?;
    let worst = codes.iter().copied().filter(|code| *code > 1).max();
    // A submission that must not pass all inputs passes, as far as is known.
    let is_unexpected = |(submission, code): (&Submission, &u8)| {
        *code == 0 && submission.expectation.why_not(&[Verdict::Accepted]).is_some()
    };
    let has_passed = built.expected_to_fail.iter().zip(of_others).any(is_unexpected);
    Ok(ExitCode::from(worst.unwrap_or(u8::from(wrong > 0 || has_passed))))
}
