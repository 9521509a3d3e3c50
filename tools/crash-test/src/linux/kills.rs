//! Killing programs at random moments, and letting the next run continue. In each folder runs are killed, one after
//! another, until one comes to its end in what the others have left.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Error, Result};
use problem::Rng;

use super::files::{self, Files};
use super::moment::Moment;
use super::options::Options;
use super::process::{self, Ended, Running};
use super::table::Table;
use super::work::{End, Seen, Work};
use super::{print, say, works};

/// What there is to kill: the name, how many of a thousand kills are for it, and what makes the works.
pub(crate) const KINDS: [(&str, usize, works::Make); 3] = [
    ("octal", 350, works::octal::to_kill),
    ("tiers", 400, works::tiers::to_kill),
    ("stress", 250, works::stress::to_kill),
];

/// Kills this number of runs of all kinds together.
pub(crate) fn kill(options: &Options, seed: u64) -> Result<Table> {
    let mut table = Table::new(&[
        "killed",
        "runs",
        "before a write",
        "within",
        "after",
        "continued to the right end",
        "violations",
    ]);
    for (number, (name, share, make)) in KINDS.into_iter().enumerate() {
        if !name.contains(&options.only) {
            continue;
        }
        let repeat = format!("scripts/crash-test {} --seed {seed} --only {name} --kills-only", options.kills);
        // Each kind has choices of its own, whichever others are tried.
        let seed = seed.wrapping_mul(1_000_003).wrapping_add(number as u64 * 1_000_000_007);
        let killed = Killed::by(&make()?, (options.kills * share).div_ceil(1000), seed, &repeat)?;
        say(&format!("{name}: {} runs killed", killed.kills));
        let Killed { kills, before, within, after, resumed, violations } = killed;
        table.add(name, [kills, before, within, after, resumed, violations.len()]);
    }
    table.add_sums();
    Ok(table)
}

/// What came of the kills of one kind.
#[derive(Debug, Default)]
pub(super) struct Killed {
    pub(super) kills: usize,
    /// Before the run had changed a file.
    pub(super) before: usize,
    /// While a file had only its temporary name, or was being added to.
    pub(super) within: usize,
    /// After a file had got its name, or all that was added to it, and before the next one was begun.
    pub(super) after: usize,
    /// Runs in folders where others had been killed, down to the right end.
    pub(super) resumed: usize,
    pub(super) violations: Vec<String>,
}

/// How many violations of a kind are enough to stop.
const ENOUGH: usize = 10;

impl Killed {
    /// Kills this number of runs, of one work after another. The command `repeat` makes the same random choices.
    pub(super) fn by(works: &[Work], kills: usize, mut seed: u64, repeat: &str) -> Result<Self> {
        let times = works.iter().map(time).collect::<Result<Vec<_>>>()?;
        let mut killed = Self::default();
        for (work, takes) in works.iter().zip(times).cycle() {
            if killed.kills >= kills || killed.violations.len() >= ENOUGH {
                break;
            }
            killed.fill_one_folder(work, takes, kills, &mut seed, repeat)?;
        }
        Ok(killed)
    }

    /// Kills runs in one folder until one of them, or the last one, which is left alone, comes to its end.
    fn fill_one_folder(
        &mut self,
        work: &Work,
        takes: Duration,
        kills: usize,
        seed: &mut u64,
        repeat: &str,
    ) -> Result<()> {
        let folder = work.folder()?;
        for killed_here in 0.. {
            *seed = seed.wrapping_add(1);
            let mut rng = Rng::new(*seed);
            // So that also the last run of a long row of killed ones is checked.
            let is_left_alone = killed_here > 0 && (self.kills >= kills || rng.one_in(3));
            let moment = (!is_left_alone).then(|| Moment::random(&mut rng, takes));
            match self.run(work, folder.path(), moment)? {
                Err(violation) => {
                    let moment = moment.map_or("left alone".to_owned(), |moment| format!("killed {moment}"));
                    let (name, kept) = (&work.name, folder.keep());
                    let violation = format!(
                        "VIOLATION by {name}, {moment}, after {killed_here} killed runs; folder kept: {}\n  \
                         {violation}\n  to repeat it: {repeat}",
                        kept.display()
                    );
                    // At once, so that it is not lost if this process does not come to its end.
                    print(&format!("{violation}\n\n"))?;
                    self.violations.push(violation);
                    break;
                }
                Ok(End::Killed) => self.kills += 1,
                Ok(_) => {
                    self.resumed += usize::from(killed_here > 0);
                    break;
                }
            }
        }
        Ok(())
    }

    /// Runs the work once. The inner result is an error if there is a violation.
    fn run(&mut self, work: &Work, folder: &Path, moment: Option<Moment>) -> Result<Result<End, String>> {
        let (before, files_before) = (files::marks(folder)?, files::read_all(folder)?);
        let mut running = Running::start((work.command)(folder))?;
        if let Some(moment) = moment {
            moment.wait(&mut running, folder, work, &before);
            running.kill();
        }
        let run = running.wait()?;
        let is_killed = run.is_killed();
        let (after, files) = (files::marks(folder)?, files::read_all(folder)?);
        if is_killed {
            let mut changed = files.iter().filter(|(name, _)| before.get(*name) != after.get(*name)).peekable();
            let counter = if changed.peek().is_none() {
                &mut self.before
            } else if changed.any(|(name, bytes)| work.is_incomplete(name, bytes)) {
                &mut self.within
            } else {
                &mut self.after
            };
            *counter += 1;
        }
        let end = if is_killed { End::Killed } else { End::Complete };
        let seen = Seen { work, folder, before: &files_before, files: &files, run: &run, end };
        Ok(check_ending(&run).and_then(|()| seen.check()).map(|()| end))
    }
}

/// Checks how a program ends that is not killed: it does not hang or panic.
fn check_ending(run: &Ended) -> Result<(), String> {
    if !run.is_killed() && (run.is_hung || run.signal.is_some() || run.stderr.contains("panicked at")) {
        return Err(format!("it ends in a wrong way: {}", run.in_words()));
    }
    Ok(())
}

/// How long the work takes if it is not disturbed. Also makes sure that it comes to the right end then.
fn time(work: &Work) -> Result<Duration> {
    let folder = work.folder()?;
    let start = Instant::now();
    let run = process::run((work.command)(folder.path()))?;
    let takes = start.elapsed();
    let (before, files) = (Files::new(), files::read_all(folder.path())?);
    let seen = Seen { work, folder: folder.path(), before: &before, files: &files, run: &run, end: End::Complete };
    seen.check().map_err(|error| Error::msg(format!("{}, not disturbed: {error}", work.name)))?;
    Ok(takes)
}
