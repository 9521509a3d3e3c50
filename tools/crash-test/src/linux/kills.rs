//! Killing programs at random moments, and letting the next run continue. In each folder runs are killed, one after
//! another, until one comes to its end in what the others have left.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Error, Result};
use problem::Rng;

use super::files::{self, Files, is_temporary};
use super::process::{self, RunningProcess};
use super::work::{Exit, Seen, Work};
use super::{print, works};

/// Kills this number of runs of all works together, and returns the number of violations.
pub(super) fn kill(kills: usize, seed: u64) -> Result<usize> {
    let works = if kills > 0 { works::to_kill()? } else { Vec::new() };
    let mut violations = 0;
    for (number, work) in works.iter().enumerate() {
        let seed = seed.wrapping_mul(1_000_003).wrapping_add(number as u64 * 1_000_000_007);
        let killed = Killed::by(work, kills.div_ceil(works.len()), seed)?;
        print(&format!("{}: {killed:?}", work.name))?;
        violations += killed.violations.len();
    }
    Ok(violations)
}

/// What came of the kills of one work.
#[derive(Debug, Default)]
pub(super) struct Killed {
    pub(super) kills: usize,
    /// Before the run had changed a file.
    pub(super) before: usize,
    /// While a file had only its temporary name.
    pub(super) within: usize,
    /// Runs in folders where others had been killed, down to the right end.
    pub(super) resumed: usize,
    pub(super) violations: Vec<String>,
}

/// How many violations are enough to stop.
const ENOUGH: usize = 10;

impl Killed {
    /// Kills this number of runs. The same seed makes the same random choices.
    pub(super) fn by(work: &Work, kills: usize, mut seed: u64) -> Result<Self> {
        let takes = time(work)?;
        let mut killed = Self::default();
        while killed.kills < kills && killed.violations.len() < ENOUGH {
            killed.fill_one_folder(work, takes, kills, &mut seed)?;
        }
        Ok(killed)
    }

    /// Kills runs in one folder until one of them, or the last one, which is left alone, comes to its end.
    fn fill_one_folder(&mut self, work: &Work, takes: Duration, kills: usize, seed: &mut u64) -> Result<()> {
        let folder = work.folder()?;
        for killed_here in 0.. {
            *seed = seed.wrapping_add(1);
            let mut rng = Rng::new(*seed);
            // So that also the last run of a long row of killed ones is checked.
            let is_left_alone = killed_here > 0 && (self.kills >= kills || rng.one_in(3));
            let moment = (!is_left_alone).then(|| Moment::random(&mut rng, takes));
            match self.run(work, folder.path(), moment)? {
                Err(violation) => {
                    let violation = format!(
                        "VIOLATION by {}, killed at {moment:?}, after {killed_here} killed runs; folder kept: {}\n  \
                         {violation}",
                        work.name,
                        folder.keep().display()
                    );
                    print(&violation)?;
                    self.violations.push(violation);
                    break;
                }
                Ok(Exit::Early) => self.kills += 1,
                Ok(Exit::Complete) => {
                    self.resumed += usize::from(killed_here > 0);
                    break;
                }
            }
        }
        Ok(())
    }

    /// Runs the work once. The inner result is an error if there is a violation.
    fn run(&mut self, work: &Work, folder: &Path, moment: Option<Moment>) -> Result<Result<Exit, String>> {
        let (marks, before, saved) = (files::marks(folder)?, files::read_all(folder)?, work.saved(folder)?);
        let mut running = RunningProcess::start(&(work.command)(folder))?;
        if let Some(moment) = moment {
            moment.wait(&mut running, folder)?;
            running.kill();
        }
        let run = running.wait()?;
        let end = if run.is_killed() { Exit::Early } else { Exit::Complete };
        let files = files::read_all(folder)?;
        if run.is_killed() {
            self.before += usize::from(files::marks(folder)? == marks);
            self.within += usize::from(files.keys().any(|name| is_temporary(name)));
        }
        let seen = Seen { folder, before: &before, saved, files: &files, run: &run, end };
        Ok(work.check(seen).map(|()| end))
    }
}

/// How long the work takes if it is not disturbed. Also makes sure that it comes to the right end then.
fn time(work: &Work) -> Result<Duration> {
    let folder = work.folder()?;
    let start = Instant::now();
    let run = process::run(&(work.command)(folder.path()))?;
    let takes = start.elapsed();
    let (before, files) = (Files::new(), files::read_all(folder.path())?);
    let seen = Seen { folder: folder.path(), before: &before, saved: 0, files: &files, run: &run, end: Exit::Complete };
    work.check(seen).map_err(|error| Error::msg(format!("{}, not disturbed: {error}", work.name)))?;
    Ok(takes)
}

/// A moment in a run: this time after a number of changes of files was seen, or after the start.
#[derive(Clone, Copy, Debug)]
struct Moment {
    changes: usize,
    delay: Duration,
}

impl Moment {
    /// A moment in a run that takes so long if it is not disturbed.
    fn random(rng: &mut Rng, takes: Duration) -> Self {
        /// Writing takes some microseconds, or some milliseconds where the disk is waited for.
        const DELAYS: [usize; 4] = [1, 50, 1_000, 10_000];
        let changes = if rng.one_in(3) { 0 } else { 1 + rng.below(8) };
        let longest = match changes {
            0 => usize::try_from(takes.as_micros()).unwrap_or(usize::MAX).max(1),
            _ => DELAYS[rng.below(DELAYS.len())],
        };
        Self { changes, delay: Duration::from_micros(rng.below(longest) as u64) }
    }

    /// Waits for the moment, or for the end of the program.
    fn wait(self, running: &mut RunningProcess, folder: &Path) -> Result<()> {
        let (mut seen, mut left) = (files::marks(folder)?, self.changes);
        while left > 0 && !running.has_ended() {
            let now = files::marks(folder)?;
            left = left.saturating_sub(now.iter().filter(|(name, mark)| seen.get(*name) != Some(mark)).count());
            seen.extend(now);
        }
        let start = Instant::now();
        while !running.has_ended() && start.elapsed() < self.delay {
            thread::sleep(self.delay.saturating_sub(start.elapsed()).min(Duration::from_millis(1)));
        }
        Ok(())
    }
}
