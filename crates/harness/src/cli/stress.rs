//! Looking for the smallest input on which a program is wrong.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::Duration;

use problem::{CaseInputs, Inputs, Problem, Verdict, count_of};

use super::options::{Color, MAX_SIZE, Running, dialect_with_generator, seconds, warn_of_limits, whole};
use super::progress::ProgressLine;
use super::save::PairFolder;
use crate::answers::Answers;
use crate::candidate::{Candidate, Supervisor};
use crate::interrupt::Interrupt;
use crate::output::{print, print_message, render};
use crate::source::display_name;
use crate::stress::{Limits, Search, SearchOutcome, Tried};

#[derive(clap::Args)]
pub(super) struct Stress {
    /// The judge whose format the program reads and writes [default: the first]
    #[arg(long, value_name = "NAME")]
    judge: Option<String>,
    /// The largest size of a case, such as its number of cells [default: the largest that the judge gives]
    #[arg(long, value_name = "K", value_parser = whole::<usize>(..=MAX_SIZE))]
    max_size: Option<usize>,
    #[command(flatten)]
    options: StressOptions,
}

/// The options of `stress` for any problem.
#[derive(clap::Args, Debug)]
pub struct StressOptions {
    /// The program to try; the command is split into words as in a shell, but no shell is started. It runs with your
    /// rights: to run one that you do not trust, begin the command with `bwrap`, `firejail`, `isolate` or a container.
    /// Several are tried one after the other
    #[arg(long, value_name = "CMD", required = true)]
    against: Vec<String>,
    /// How many cases to try at most: the first half are all small ones in order of size, the rest are random [default:
    /// 20000, or with --seconds no limit]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..))]
    cases: Option<usize>,
    /// How long to try each program: for half of the time all small cases in order of size, then random ones
    #[arg(long, value_name = "SECS", value_parser = seconds)]
    seconds: Option<Duration>,
    /// The seed of the random cases; it gives the same cases on every machine [default: a random one, which is shown]
    #[arg(long, value_name = "S", value_parser = whole::<u64>(..))]
    seed: Option<u64>,
    #[command(flatten)]
    /// How programs run.
    pub running: Running,
    /// Save the input that is found, and the right answer, as NN-stress.in and NN-stress.out below DIR; while a smaller
    /// one is looked for, as NN-stress-unshrunk.in and .out [default: the current folder]
    #[arg(long, value_name = "DIR")]
    #[expect(clippy::option_option, reason = "so clap knows that the folder may be left out")]
    save: Option<Option<PathBuf>>,
    #[arg(skip = "out")]
    answer_ending: &'static str,
    #[command(flatten)]
    color: Color,
}

impl Stress {
    pub(super) fn run<P: Problem>(mut self) -> anyhow::Result<ExitCode> {
        let (dialect, generator) = dialect_with_generator::<P>(self.judge.as_deref())?;
        let (least, most) = dialect.format.sizes().into_inner();
        // Where all cases are of one size there is nothing to choose.
        let largest = self.max_size.filter(|&size| size < least || most > least).unwrap_or(most);
        let unit = dialect.format.unit;
        anyhow::ensure!(largest >= least, "--max-size {largest}: the smallest case has {}", count_of(least, unit));
        warn_of_limits(P::NAME, &dialect.format.sizes(), largest, unit);
        self.options.save = self.options.save.map(|folder| Some(folder.unwrap_or_default().join(dialect.name)));
        self.options.run(
            &Supervisor::listen(),
            P::NAME,
            &CaseInputs { format: &dialect.format, generator, largest },
            dialect,
            None,
        )
    }
}

impl StressOptions {
    /// Makes this the folder of `--save` if it is given without one, and this the ending of the names of answers.
    #[must_use]
    pub fn saving_in(mut self, folder: PathBuf, answer_ending: &'static str) -> Self {
        self.save = self.save.map(|named| named.or(Some(folder)));
        Self { answer_ending, ..self }
    }

    /// Runs the command of this program, with these inputs and answers. With `from`, the inputs of a file on which the
    /// programs are wrong, only smaller ones are looked for.
    ///
    /// # Errors
    ///
    /// If a program cannot be run or judged.
    pub fn run<I: Inputs>(
        self,
        supervisor: &Supervisor,
        program: &'static str,
        inputs: &I,
        answers: &dyn Answers,
        from: Option<&[I::Input]>,
    ) -> anyhow::Result<ExitCode> {
        let candidates = self.running.candidates(&self.against)?;
        let candidates: Vec<_> = self.against.iter().cloned().zip(candidates).collect();
        let codes = self.run_each(supervisor, program, inputs, answers, from, &candidates)?;
        Ok(ExitCode::from(codes.into_iter().max().unwrap_or(0)))
    }

    /// Does the same for these programs, each with its name, and returns the exit code for each until an interrupt.
    ///
    /// # Errors
    ///
    /// If a program cannot be run or judged.
    pub fn run_each<I: Inputs>(
        self,
        supervisor: &Supervisor,
        program: &'static str,
        inputs: &I,
        answers: &dyn Answers,
        from: Option<&[I::Input]>,
        candidates: &[(String, Candidate)],
    ) -> anyhow::Result<Vec<u8>> {
        // Made before the search, so that nothing found can be lost for lack of a folder.
        let save = self.save.map(|folder| folder.unwrap_or_else(|| ".".into()));
        let make = |_| save.clone().map(|folder| PairFolder::make(folder, self.answer_ending)).transpose();
        let folders = candidates.iter().map(make).collect::<anyhow::Result<Vec<_>>>()?;
        let seed = self.seed.unwrap_or_else(startup::random_seed);
        print_message(program, format_args!("seed {seed}"));
        let threads = self.running.jobs();
        let most = if self.seconds.is_some() { usize::MAX } else { 20_000 };
        let limits = Limits { cases: self.cases.unwrap_or(most), time: self.seconds };
        let (mut codes, mut is_told) = (Vec::new(), false);
        for ((command, candidate), mut folder) in candidates.iter().zip(folders) {
            let too_large = Mutex::default();
            let comparison = self.running.compare;
            let search =
                Search { inputs, answers, comparison, limits, seed, threads, candidate, supervisor, too_large };
            let mut progress = ProgressLine::default();
            let outcome = match from {
                Some(cases) => search.start_from(cases).map(|found| SearchOutcome::Difference(Box::new(found))),
                None => search.run(|answered, all| {
                    progress.set(answered, all);
                    if !search.too_large().is_empty() && !std::mem::replace(&mut is_told, true) {
                        progress.clear();
                        let advice = "with smaller bounds or a shorter --time-limit more can be tried";
                        print_message(program, format_args!("no answer in time for the largest inputs; {advice}"));
                    }
                }),
            };
            progress.clear();
            let (text, code, saved) = match outcome? {
                SearchOutcome::Agreement(tried) => {
                    // Nothing agrees if nothing was tried.
                    let code = if tried == Tried::default() { 2 } else { 0 };
                    (in_words(inputs, tried) + "\n", code, None)
                }
                SearchOutcome::Interrupted(cases) => {
                    let code = supervisor.interrupt().map_or(1, Interrupt::exit_code);
                    (format!("interrupted; no difference in {}\n", count_of(cases, "case")), code, None)
                }
                SearchOutcome::Difference(found) => {
                    // Shrinking continues after a failure to save: a smaller input may be saved.
                    let said = |saved: anyhow::Result<String>| saved.unwrap_or_else(|error| format!("{error:#}"));
                    let saved = folder.as_mut().map(|folder| said(folder.save("-unshrunk", &found)));
                    let (verdict, summary) = found.summary();
                    print_message(program, format_args!("{verdict} {summary}; looking for a smaller input"));
                    if let Some(saved) = saved {
                        print_message(program, saved);
                    }
                    let found = search.shrink(*found);
                    let code = if found.judgement.verdict == Verdict::InternalError { 2 } else { 1 };
                    let again = if self.seed.is_none() { again(seed) } else { String::new() };
                    (found.to_text() + &again, code, folder.as_mut().map(|folder| folder.save("", &found)))
                }
            };
            // What was found is shown before a failure to save it, which does not change that a difference was found.
            let show = |text: &str| print(&render(text, self.color.on_stdout()));
            let name = if candidates.len() > 1 || self.against.is_empty() {
                display_name(command) + ": "
            } else {
                String::new()
            };
            show(&(name + &text))?;
            match saved {
                Some(Ok(saved)) => show(&format!("{saved}\n"))?,
                Some(Err(error)) => print_message(program, format_args!("{error:#}")),
                None => {}
            }
            codes.push(code);
            if supervisor.interrupt().is_some() {
                break;
            }
        }
        Ok(codes)
    }
}

/// The command that repeats this search, in a line.
fn again(seed: u64) -> String {
    let words: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let command = shlex::try_join(words.iter().map(String::as_str)).expect("an argument has no NUL");
    format!("again: {command} --seed {seed}\n")
}

/// What was tried, if all answers were right.
fn in_words<I: Inputs>(inputs: &I, tried: Tried) -> String {
    let Tried { complete, partial, random, unanswered, pauses } = tried;
    let size = if complete.is_some() { "next" } else { "smallest" };
    let parts = [
        complete.map(|(size, count)| format!("all {} up to {}", grouped(count, "input"), inputs.size_in_words(size))),
        (partial > 0).then(|| format!("{} of the {size} size", grouped(partial, "input"))),
        (random > 0).then(|| grouped(random, if complete.is_some() || partial > 0 { "random one" } else { "input" })),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let (parts, end) = match &parts[..] {
        [] => return "no input was tried".to_owned(),
        [one] => (one.clone(), ""),
        [first @ .., last] => (format!("{}, and {last}", first.join(", ")), ","),
    };
    let answered = tried.all() - unanswered;
    let agree = if answered == 1 { "agrees" } else { "agree" };
    let agreeing = if unanswered == 0 {
        format!("{parts}{end} {agree}")
    } else {
        let [answered, unanswered] = [answered, unanswered].map(|count| grouped(count, "input"));
        let why = "no answer came in time: there only failures and limits count";
        format!("{parts}: {answered} {agree}; for {unanswered} {why}")
    };
    let why = "exceeded the time limit with little CPU time, and kept it when repeated";
    if pauses == 0 { agreeing } else { format!("{agreeing}; {} {why}", grouped(pauses, "run")) }
}

/// A number, with a comma before each group of three digits, and its noun.
fn grouped(number: usize, noun: &str) -> String {
    let counted = count_of(number, noun);
    let digits = number.to_string().len();
    let is_start = |at: usize| at > 0 && at < digits && (digits - at).is_multiple_of(3);
    counted.char_indices().flat_map(|(at, digit)| is_start(at).then_some(',').into_iter().chain([digit])).collect()
}
