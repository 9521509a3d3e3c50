//! `--package`: the submissions of an ICPC problem package.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use harness::{
    Answers, Candidate, CheckOptions, CheckPlan, Checker, Chosen, Clock, Fault, Given, Helper, Programs, Session,
    StressOptions, Style, Subject, Supervisor, find_fixtures, print, print_message,
};
use problem::{Comparison, Expected, Verdict, count_of};

use super::described::description;
use super::generated::{Validated, Validators};
use super::judging::NAME;
use crate::package::{Built, DefaultValidator, Package, Submission, Words};

/// Judges each submission on the data of the package, against the verdict that its folder expects.
pub(super) fn check(folder: &Path, options: &CheckOptions) -> anyhow::Result<ExitCode> {
    let (package, built) = open(folder)?;
    let session = Session::listen();
    let time_limit = package.time_limit.unwrap_or(options.running.time_limit);
    let arguments = package.data.iter().map(|(input, _)| package.arguments(input));
    let arguments: Vec<Vec<String>> = arguments.collect::<anyhow::Result<BTreeSet<_>>>()?.into_iter().collect();
    let programs: Vec<Programs<'_>> = arguments
        .iter()
        .map(|arguments| programs(&package, &built, arguments, None, &session.supervisor, time_limit))
        .collect();
    let rules = programs.iter().zip(&arguments).map(|(programs, arguments)| rules(programs, &built, arguments));
    let rules = rules.collect::<anyhow::Result<Vec<_>>>()?;
    let choose = |input: &Path| {
        let own = package.arguments(input).unwrap_or_default();
        let place = arguments.iter().position(|arguments| *arguments == own).unwrap_or(0);
        Chosen { answers: &*rules[place], name: package.name.clone(), reason: "by the package".to_owned() }
    };
    let fixtures = find_fixtures(&[folder.join("data")], None, choose)?.fixtures;
    let mut unexpected = 0;
    for submission in built.accepted.iter().chain(&built.expected_to_fail) {
        let candidate = limited(Candidate::new(submission.words.clone(), time_limit), package.memory_limit);
        let plan = CheckPlan {
            subject: Subject::Candidates(std::slice::from_ref(&candidate), Given::All),
            supervisor: &session.supervisor,
            clock: Clock::System,
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
        if let Some(interrupt) = session.interrupt() {
            bail!("{interrupt}");
        }
        let found = first.unwrap_or_else(|| format!("AC on {}", count_of(verdicts.len(), "input")));
        let line = match submission.expectation.why_not(&verdicts) {
            None => format!("as expected   {}: {found}\n", submission.name),
            Some(why) => {
                unexpected += 1;
                format!("NOT EXPECTED  {}: {found}; {why}\n", submission.name)
            }
        };
        print(line.as_bytes())?;
    }
    let all = count_of(built.accepted.len() + built.expected_to_fail.len(), "submission");
    print(format!("{all} on {}, {unexpected} not as expected\n", count_of(fixtures.len(), "input")).as_bytes())?;
    Ok(ExitCode::from(u8::from(unexpected > 0)))
}

/// Looks for the smallest input on which each submission that should fail does, by the first accepted one.
pub(super) fn stress(folder: &Path, input: Option<&str>, options: StressOptions) -> anyhow::Result<ExitCode> {
    let (package, built) = open(folder)?;
    let session = Session::listen();
    let format = package.input_format().map(|path| path.display().to_string());
    let Some(format) = input.map(str::to_owned).or(format) else {
        bail!("{}: the package has no file input_format; describe the input with --input", folder.display());
    };
    let description = description(&format)?;
    let Some(first) = built.accepted.first() else {
        bail!("{}: no accepted submission could be built; see above", folder.display());
    };
    let time_limit = package.time_limit.unwrap_or(options.running.time_limit);
    let arguments = package.arguments(&package.folder_for_new_inputs().join("new.in"))?;
    let answer = (!package.is_interactive).then_some(first);
    let programs = programs(&package, &built, &arguments, answer, &session.supervisor, time_limit);
    let validators = built.validators.iter().map(|words| helper("the input validator", words, time_limit));
    let validators = Validators::new(validators.collect(), &session.supervisor);
    let inputs = Validated { description: &description, validators };
    let answers = rules(&programs, &built, &arguments)?;
    let tried = built.accepted.iter().skip(usize::from(answer.is_some())).chain(&built.expected_to_fail);
    let candidate = |submission: &Submission| {
        let candidate = limited(Candidate::new(submission.words.clone(), time_limit), package.memory_limit);
        (submission.name.clone(), candidate)
    };
    let candidates: Vec<_> = tried.map(candidate).collect();
    let options = options.saving_in(package.folder_for_new_inputs(), "ans");
    let options = options.saving_in(package.folder_for_new_inputs(), "ans");
    let codes = options.run_each(&session, NAME, &inputs, &*answers, None, &candidates)?;
    let accepted = candidates.len() - built.expected_to_fail.len();
    let codes = inputs.validators.conclude(codes)?;
    let (of_accepted, of_others) = codes.split_at(accepted.min(codes.len()));
    let wrong_ones = |codes: &[u8]| codes.iter().map(|&code| usize::from(code == 1)).sum::<usize>();
    let [wrong, found] = [of_accepted, of_others].map(wrong_ones);
    let others = count_of(built.expected_to_fail.len(), "submission");
    print(format!("{found} of {others} that should fail do; {wrong} accepted ones are wrong\n").as_bytes())?;
    let worst = codes.iter().copied().filter(|code| *code > 1).max();
    Ok(ExitCode::from(worst.unwrap_or(u8::from(wrong > 0))))
}

/// Reads and builds a package. What is left out is said.
fn open(folder: &Path) -> anyhow::Result<(Package, Built)> {
    let package = Package::open(folder)?;
    let built = package.build().with_context(|| folder.display().to_string())?;
    for left_out in &built.left_out {
        print_message(NAME, format_args!("left out: {left_out}"));
    }
    Ok((package, built))
}

fn helper(name: &'static str, words: &Words, time_limit: Duration) -> Helper {
    Helper { option: "--package", name, program: Candidate::new(words.clone(), time_limit) }
}

fn limited(candidate: Candidate, mebibytes: Option<u64>) -> Candidate {
    match mebibytes {
        Some(mebibytes) => candidate.with_memory_limit(mebibytes << 20),
        None => candidate,
    }
}

/// The programs of the package that know what is right: perhaps a submission, and its own output validator.
fn programs<'a>(
    package: &Package,
    built: &Built,
    arguments: &[String],
    answer: Option<&Submission>,
    supervisor: &'a Supervisor,
    time_limit: Duration,
) -> Programs<'a> {
    /// An output validator may take longer than a fast program.
    const OF_VALIDATOR: Duration = Duration::from_secs(10);
    let flags = || arguments.iter().map(Into::into).collect();
    let validator = |name| {
        let helper = helper(name, built.checker.as_ref()?, time_limit.max(OF_VALIDATOR));
        Some(Checker { helper, style: Style::Kattis, flags: flags() })
    };
    let (checker, interactor) = if package.is_interactive {
        (None, validator("the interactor"))
    } else {
        (validator("the output validator"), None)
    };
    let answer = answer.map(|submission| helper("the first accepted submission", &submission.words, time_limit));
    Programs { supervisor, answer, checker, interactor, comparison: Comparison::Tokens }
}

/// The rules for outputs: of the package's own validator, or of the default one.
fn rules<'a>(programs: &'a Programs<'a>, built: &Built, arguments: &[String]) -> anyhow::Result<Box<dyn Answers + 'a>> {
    Ok(match built.checker {
        Some(_) => Box::new(ByReference(programs)),
        None => Box::new(DefaultValidator::new(programs, arguments)?),
    })
}

/// Answers that somebody else has.
#[derive(Debug)]
struct ByReference<'a>(&'a dyn Answers);

impl Answers for ByReference<'_> {
    fn ask(&self, input: &[u8], file: Option<&[u8]>) -> Result<Box<dyn Expected + '_>, Fault> {
        self.0.ask(input, file)
    }

    fn interactive(&self) -> Option<&Programs<'_>> {
        self.0.interactive()
    }
}
