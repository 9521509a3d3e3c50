//! `--package`: the submissions of an ICPC problem package.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, absolute};
use std::process::ExitCode;
use std::slice;
use std::time::Duration;

use anyhow::{Context, bail};
use harness::{
    AnswerSource, Candidate, CheckOptions, CheckPlan, Checker, CheckerStyle, Helper, Programs, Running, StressOptions,
    Supervisor, find_fixtures, print, print_message,
};
use problem::{Comparison, Verdict, count_of};

use super::by_programs::{Validated, Validators};
use super::check_and_stress::NAME;
use super::generate_and_validate::description_of_inputs;
use crate::package::{Built, Package, Submission, Words, comparison};

/// A package whose programs can be run.
struct OpenPackage {
    package: Package,
    built: Built,
    time_limit: Duration,
    memory_limit: Option<u64>,
}

impl OpenPackage {
    /// Builds a package. What is left out is said.
    fn build(package: Package, folder: &Path, running: &Running) -> anyhow::Result<Self> {
        let built = package.build().with_context(|| folder.display().to_string())?;
        for left_out in &built.left_out {
            print_message(NAME, format_args!("left out: {left_out}"));
        }
        let time_limit = running.time_limit.or(package.time_limit).unwrap_or_else(|| running.time_limit());
        let memory_limit = running.memory_limit.or(package.memory_limit);
        Ok(Self { package, built, time_limit, memory_limit })
    }

    fn candidate(&self, words: &Words) -> Candidate {
        let memory_limit = self.memory_limit.map(|mebibytes| mebibytes << 20);
        Candidate { words: words.clone(), time_limit: self.time_limit, memory_limit }
    }

    /// A program that may take at least this long.
    fn helper(&self, name: &'static str, words: &Words, least: Duration) -> Helper {
        let time_limit = self.time_limit.max(least);
        let program = Candidate { words: words.clone(), time_limit, memory_limit: None };
        Helper { option: "--package", name, program }
    }

    /// The programs that know what is right about an input: perhaps a submission, and the output validator.
    fn answers<'a>(
        &self,
        input: &Path,
        answer: Option<&Words>,
        supervisor: &'a Supervisor,
    ) -> anyhow::Result<Programs<'a>> {
        let (is_interactive, arguments) = (self.package.is_interactive, self.package.arguments(input)?);
        let validator = |is_wanted: bool, name| {
            let helper = self.helper(name, self.built.checker.as_ref().filter(|_| is_wanted)?, Helper::LEAST_TIME);
            Some(Checker { helper, style: CheckerStyle::Kattis, flags: arguments.iter().map(Into::into).collect() })
        };
        let has_own = self.built.checker.is_some();
        Ok(Programs {
            supervisor,
            answer: answer.map(|words| self.helper("the first accepted submission", words, Duration::ZERO)),
            checker: validator(!is_interactive, "the output validator"),
            interactor: validator(is_interactive, "the interactor"),
            comparison: if has_own { Comparison::Tokens } else { comparison(&arguments)? },
        })
    }
}

/// Judges each submission on the data of the package, against the verdict that its folder expects.
pub(super) fn check(folder: &Path, options: &CheckOptions) -> anyhow::Result<ExitCode> {
    let open = OpenPackage::build(Package::open(folder)?, folder, &options.running)?;
    let (OpenPackage { built, .. }, supervisor) = (&open, Supervisor::listen());
    let nobody = open.answers(&folder.join("data/new.in"), None, &supervisor)?;
    let mut data = ["data/sample", "data/secret"].map(|name| folder.join(name)).to_vec();
    data.retain(|folder| folder.is_dir());
    let choose = |_: &Path| AnswerSource { answers: &nobody, judge: None, reason: "by the package".to_owned() };
    let mut fixtures = find_fixtures(&data, None, choose)?.fixtures;
    let answers = fixtures.iter().map(|fixture| open.answers(&fixture.input, None, &supervisor));
    let answers = answers.collect::<anyhow::Result<Vec<_>>>()?;
    for (fixture, answers) in fixtures.iter_mut().zip(&answers) {
        fixture.chosen.answers = answers;
    }
    let mut unexpected = 0;
    for Submission { name, words, expectation } in &built.submissions {
        let (found, why_not) = match words {
            Ok(words) => {
                let candidate = open.candidate(words);
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
                            let found = || format!("{} on {}: {}", judgement.verdict, fixture.name, judgement.message);
                            first.get_or_insert_with(found);
                        }
                    }
                    Ok(ControlFlow::Continue(()))
                })?;
                if let Some(interrupt) = supervisor.interrupt() {
                    bail!("{interrupt}");
                }
                let found = first.unwrap_or_else(|| format!("AC on {}", count_of(verdicts.len(), "input")));
                (format!("{name}: {found}"), expectation.why_not(&verdicts).map(|why| format!("; {why}")))
            }
            Err(why) => (why.clone(), Some(String::new())),
        };
        unexpected += usize::from(why_not.is_some());
        let judged = if why_not.is_some() { "NOT EXPECTED " } else { "as expected  " };
        print(format!("{judged} {found}{}\n", why_not.unwrap_or_default()).as_bytes())?;
    }
    let all = count_of(built.submissions.len(), "submission");
    print(format!("{all} on {}, {unexpected} not as expected\n", count_of(fixtures.len(), "input")).as_bytes())?;
    Ok(ExitCode::from(u8::from(unexpected > 0)))
}

/// Looks for the smallest input on which each submission that should fail does, by the first accepted one.
pub(super) fn stress(folder: &Path, input: Option<&str>, options: StressOptions) -> anyhow::Result<ExitCode> {
    let package = Package::open(folder)?;
    let format = package.input_format().map(|path| path.display().to_string());
    let Some(format) = input.map(str::to_owned).or(format) else {
        bail!("{}: the package has no file input_format; describe the input with --input", folder.display());
    };
    let description = description_of_inputs(&format)?;
    let open = OpenPackage::build(package, folder, &options.running)?;
    let (OpenPackage { package, built, .. }, supervisor) = (&open, Supervisor::listen());
    for why in built.submissions.iter().filter_map(|it| it.words.as_ref().err()) {
        print_message(NAME, why);
    }
    let runnable = built.submissions.iter().filter_map(|it| Some((it, it.words.as_ref().ok()?)));
    let (accepted, others): (Vec<_>, Vec<_>) = runnable.partition(|(it, _)| it.expectation.is_to_be_accepted());
    let Some(&(Submission { name, .. }, first)) = accepted.first() else {
        bail!("{}: no accepted submission could be built; see above", folder.display());
    };
    let answer = (!package.is_interactive).then_some(first);
    if answer.is_some() {
        print_message(NAME, format_args!("the answers come from {name}"));
    }
    let answers = open.answers(&package.folder_for_new_inputs().join("new.in"), answer, &supervisor)?;
    let validators = built.validators.iter().map(|words| open.helper("the input validator", words, Helper::LEAST_TIME));
    let validators = Validators::new(validators.collect(), &supervisor);
    for (input, _) in &package.data {
        if let Some(why) = validators.rejection(&fs::read(input).with_context(|| input.display().to_string())?)? {
            let name = input.strip_prefix(absolute(folder)?).unwrap_or(input).display();
            bail!("{name}: the input validator rejects it: {why}");
        }
    }
    let inputs = Validated { description: &description, validators };
    let accepted = &accepted[usize::from(answer.is_some())..];
    let tried = accepted.iter().chain(&others);
    let candidates: Vec<_> = tried.map(|(it, words)| (it.name.clone(), open.candidate(words))).collect();
    let options = options.saving_in(package.folder_for_new_inputs(), "ans");
    let codes = options.run_each(&supervisor, NAME, &inputs, &answers, None, &candidates)?;
    let codes = inputs.validators.conclude(codes)?;
    let (of_accepted, of_others) = codes.split_at(accepted.len().min(codes.len()));
    let must_fail = |it: &Submission| it.expectation.why_not(&[Verdict::Accepted]).is_some();
    let failing = others.iter().zip(of_others).filter(|((it, _), _)| must_fail(it));
    let failing: Vec<u8> = failing.map(|(_, code)| *code).collect();
    let found_in = |codes: &[u8]| codes.iter().map(|code| usize::from(*code == 1)).sum::<usize>();
    let [wrong, found] = [of_accepted, &failing].map(found_in);
    let all = count_of(others.iter().filter(|(it, _)| must_fail(it)).count(), "submission");
    print(format!("{found} of {all} that should fail do; {wrong} accepted ones are wrong\n").as_bytes())?;
    let worst = codes.iter().copied().filter(|code| *code > 1).max();
    // Or does not compile.
    let is_unexpected = wrong > 0 || failing.contains(&0) || built.submissions.iter().any(|it| it.words.is_err());
    Ok(ExitCode::from(worst.unwrap_or(u8::from(is_unexpected))))
}
