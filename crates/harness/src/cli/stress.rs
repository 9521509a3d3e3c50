//! Looking for the smallest input on which a program is wrong.

use std::path::PathBuf;
use std::process::ExitCode;

use problem::{Problem, count_of};

use super::options::{Color, MAX_SIZE, Running, dialect_with_generator, warn_of_limits, whole};
use super::progress::Progress;
use super::save::PairFolder;
use crate::clock::Clock;
use crate::interrupt::{Interrupt, Session};
use crate::output::{print, print_message, render};
use crate::source::display_name;
use crate::stress::{Outcome, Search};

#[derive(clap::Args)]
pub(super) struct Stress {
    /// The judge whose format the program reads and writes
    #[arg(long, value_name = "NAME", default_value = "JUDGE")]
    judge: Option<String>,
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
    /// The largest size of a case, such as its number of cells [default: the largest that the judge gives]
    #[arg(long, value_name = "K", value_parser = whole(0..=MAX_SIZE))]
    max_size: Option<usize>,
    #[command(flatten)]
    running: Running,
    /// Save the input that is found, and the right answer, as NN-stress.in and NN-stress.out in DIR/JUDGE; while a
    /// smaller one is looked for, as NN-stress-unshrunk.in and .out
    #[arg(long, value_name = "DIR")]
    save: Option<PathBuf>,
    #[command(flatten)]
    color: Color,
}

impl Stress {
    pub(super) fn run<P: Problem>(self) -> anyhow::Result<ExitCode> {
        let session = Session::listen();
        let candidate = self.running.candidate(&self.against)?;
        let (dialect, generator) = dialect_with_generator::<P>(self.judge.as_deref())?;
        let (least, most) = dialect.format.sizes().into_inner();
        // Where all cases are of one size there is nothing to choose.
        let largest = self.max_size.filter(|&size| size < least || most > least).unwrap_or(most);
        let unit = dialect.format.unit;
        anyhow::ensure!(largest >= least, "--max-size {largest}: the smallest case has {}", count_of(least, unit));
        warn_of_limits::<P>(&dialect.format.sizes(), largest, unit);
        // Made before the search, so that nothing found can be lost for lack of a folder.
        let mut folder = self.save.map(|folder| PairFolder::make(folder.join(dialect.name), &session)).transpose()?;
        let seed = self.seed.unwrap_or_else(startup::random_seed);
        print_message::<P>(format_args!("seed {seed}"));
        let (cases, threads) = (self.cases, self.running.jobs());
        let (candidate, supervisor, clock) = (&candidate, &session.supervisor, Clock::System);
        let search = Search { dialect, generator, cases, seed, largest, threads, candidate, supervisor, clock };
        session.report_before_end();
        let mut progress = Progress::new(self.cases);
        let outcome = search.run(|answered| progress.set(answered));
        progress.clear();
        let (text, code, saved) = match outcome? {
            Outcome::Agreement { cases, all } => {
                let all = if all { format!(": all of up to {}", count_of(largest, unit)) } else { String::new() };
                (format!("no difference in {}{all}\n", count_of(cases, "case")), 0, None)
            }
            Outcome::Interrupted(cases) => {
                let code = session.interrupt().map_or(1, Interrupt::exit_code);
                (format!("interrupted; no difference in {}\n", count_of(cases, "case")), code, None)
            }
            Outcome::Difference(found) => {
                // Shrinking continues after a failure to save: a smaller input may be saved.
                let saved = folder.as_mut().map(|folder| folder.save_unshrunk(&found));
                print_message::<P>(format_args!("{}; looking for a smaller input", found.summary()));
                match &saved {
                    Some(Ok(input)) => print_message::<P>(format_args!("saved as {}", display_name(input))),
                    Some(Err(error)) => print_message::<P>(format_args!("{error:#}")),
                    None => {}
                }
                let found = search.shrink(*found);
                (found.to_text(), 1, folder.map(|folder| folder.save_shrunk(&found)))
            }
        };
        // A failure to save is reported only after this, and a failure to show the result loses no saved case.
        let show = |text: &str| print(&render(text, self.color.on_stdout()));
        show(&text)?;
        if let Some(path) = saved.transpose()? {
            show(&format!("saved as {}\n", display_name(path)))?;
        }
        Ok(ExitCode::from(code))
    }
}
