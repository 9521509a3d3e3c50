//! Looking for the smallest input on which a program is wrong.

use std::path::PathBuf;
use std::process::ExitCode;

use problem::{CaseInputs, Inputs, Problem, count_of};

use super::options::{Color, MAX_SIZE, Running, dialect_with_generator, warn_of_limits, whole};
use super::progress::Progress;
use super::save::PairFolder;
use crate::answers::Answers;
use crate::clock::Clock;
use crate::interrupt::{Interrupt, Session};
use crate::output::{print, print_message, render};
use crate::stress::{Outcome, Search};

#[derive(clap::Args)]
pub(super) struct Stress {
    /// The judge whose format the program reads and writes [default: the first]
    #[arg(long, value_name = "NAME")]
    judge: Option<String>,
    /// The largest size of a case, such as its number of cells [default: the largest that the judge gives]
    #[arg(long, value_name = "K", value_parser = whole(0..=MAX_SIZE))]
    max_size: Option<usize>,
    #[command(flatten)]
    options: StressOptions,
}

/// The options of `stress` for any problem.
#[derive(clap::Args, Debug)]
pub struct StressOptions {
    /// The program to try; the command is split into words as in a shell, but no shell is started. It runs with your
    /// rights: to run one that you do not trust, begin the command with `bwrap`, `firejail`, `isolate` or a container
    #[arg(long, value_name = "CMD", required = true)]
    against: String,
    /// How many cases to try at most: the first half are all small ones in order of size, the rest are random
    #[arg(long, value_name = "N", default_value = "20000", value_parser = whole(1..=usize::MAX))]
    cases: usize,
    /// The seed of the random cases; it gives the same cases on every machine [default: a random one, which is shown]
    #[arg(long, value_name = "S", value_parser = whole(0..=u64::MAX))]
    seed: Option<u64>,
    #[command(flatten)]
    /// How programs run.
    pub running: Running,
    /// Save the input that is found, and the right answer, as NN-stress.in and NN-stress.out below DIR; while a smaller
    /// one is looked for, as NN-stress-unshrunk.in and .out
    #[arg(long, value_name = "DIR")]
    save: Option<PathBuf>,
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
        self.options.save = self.options.save.map(|folder| folder.join(dialect.name));
        self.options.run(
            &Session::listen(),
            P::NAME,
            &CaseInputs { format: &dialect.format, generator, largest },
            dialect,
        )
    }
}

impl StressOptions {
    /// Runs the command of this program, with these inputs and whoever knows the answers.
    ///
    /// # Errors
    ///
    /// If the program cannot be run or judged.
    pub fn run<I: Inputs>(
        self,
        session: &Session,
        program: &'static str,
        inputs: &I,
        answers: &dyn Answers,
    ) -> anyhow::Result<ExitCode> {
        let candidate = &self.running.candidate("--against", &self.against)?;
        // Made before the search, so that nothing found can be lost for lack of a folder.
        let mut folder = self.save.map(|folder| PairFolder::make(folder, session)).transpose()?;
        let seed = self.seed.unwrap_or_else(startup::random_seed);
        print_message(program, format_args!("seed {seed}"));
        let (cases, threads, supervisor, clock) = (self.cases, self.running.jobs(), &session.supervisor, Clock::System);
        let search = Search { inputs, answers, cases, seed, threads, candidate, supervisor, clock };
        session.report_before_end();
        let mut progress = Progress::default();
        let outcome = search.run(|answered, all| progress.set(answered, all));
        progress.clear();
        let (text, code, saved) = match outcome? {
            Outcome::Agreement { cases, is_all, complete_size } => {
                let size = complete_size.map(|size| inputs.size_in_words(size));
                let which = match size {
                    Some(size) if is_all => format!(": all of up to {size}"),
                    Some(size) => format!(", among them all of up to {size}"),
                    None => String::new(),
                };
                (format!("no difference in {}{which}\n", count_of(cases, "case")), 0, None)
            }
            Outcome::Interrupted(cases) => {
                let code = session.interrupt().map_or(1, Interrupt::exit_code);
                (format!("interrupted; no difference in {}\n", count_of(cases, "case")), code, None)
            }
            Outcome::Difference(found) => {
                // Shrinking continues after a failure to save: a smaller input may be saved.
                let saved = folder.as_mut().map(|folder| folder.save_unshrunk(&found));
                print_message(program, format_args!("{}; looking for a smaller input", found.summary()));
                match saved {
                    Some(Ok(saved)) => print_message(program, saved),
                    Some(Err(error)) => print_message(program, format_args!("{error:#}")),
                    None => {}
                }
                let found = search.shrink(*found);
                (found.to_text(), 1, folder.map(|folder| folder.save_shrunk(&found)))
            }
        };
        // What was found is shown before a failure to save it, which does not change that a difference was found.
        let show = |text: &str| print(&render(text, self.color.on_stdout()));
        show(&text)?;
        match saved {
            Some(Ok(saved)) => show(&format!("{saved}\n"))?,
            Some(Err(error)) => print_message(program, format_args!("{error:#}")),
            None => {}
        }
        Ok(ExitCode::from(code))
    }
}
