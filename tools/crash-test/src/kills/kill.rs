//! Runs of one kind: each is killed, or continues to the end, in the folder that the last one has left.

use std::path::Path;
use std::time::{Duration, Instant};

use super::moment::Moment;
use super::tally::Row;
use crate::files;
use crate::output::print_violation;
use crate::process::{Ended, Running, run_all};
use crate::work::{End, Seen, Work};
use crate::works::new_folder;
use problem::Rng;

pub(super) struct Killer {
    row: Row,
    seed: u64,
    /// The command that makes the same random choices.
    repeat: String,
}

/// How many violations of a kind are enough to stop.
const ENOUGH: usize = 10;

impl Killer {
    pub(super) fn new(name: &str, seed: u64, repeat: String) -> Self {
        Self { row: Row { name: name.to_owned(), ..Row::default() }, seed, repeat }
    }

    /// Kills this number of runs, of one work after another.
    pub(super) fn kill(mut self, works: &[Box<dyn Work>], kills: usize) -> Result<Row, String> {
        let times = works.iter().map(|work| time(work.as_ref())).collect::<Result<Vec<_>, _>>()?;
        let mut turn = 0;
        while self.row.kills < kills && self.row.violations.len() < ENOUGH {
            let number = turn % works.len();
            self.fill_one_folder(works[number].as_ref(), times[number], kills)?;
            turn += 1;
        }
        Ok(self.row)
    }

    /// Kills runs in one folder until one of them, or the last one, which is left alone, comes to its end.
    fn fill_one_folder(&mut self, work: &dyn Work, takes: Duration, kills: usize) -> Result<(), String> {
        let folder = new_folder()?;
        work.prepare(folder.path())?;
        let mut killed_here = 0;
        loop {
            self.seed = self.seed.wrapping_add(1);
            let mut rng = Rng::new(self.seed);
            // So that also the last run of a long row of killed ones is checked.
            let is_left_alone = killed_here > 0 && (self.row.kills >= kills || rng.one_in(3));
            let moment = (!is_left_alone).then(|| Moment::random(&mut rng, takes));
            let result = self.run(work, folder.path(), moment, &mut rng);
            match result? {
                Err(violation) => {
                    let moment = moment.map_or("left alone".to_owned(), |moment| format!("killed {moment}"));
                    let path = folder.keep();
                    let (name, kept, repeat) = (work.name(), path.display(), &self.repeat);
                    let violation = format!(
                        "VIOLATION by {name}, {moment}, after {killed_here} killed runs; folder kept: {kept}\n  \
                         {violation}\n  to repeat it: {repeat}"
                    );
                    print_violation(&violation)?;
                    self.row.violations.push(violation);
                    return Ok(());
                }
                Ok(End::Killed) => {
                    killed_here += 1;
                    self.row.kills += 1;
                }
                Ok(_) => {
                    self.row.resumed += usize::from(killed_here > 0);
                    return Ok(());
                }
            }
        }
    }

    /// Runs the work once. The inner result is an error if there is a violation.
    fn run(
        &mut self,
        work: &dyn Work,
        folder: &Path,
        moment: Option<Moment>,
        rng: &mut Rng,
    ) -> Result<Result<End, String>, String> {
        let before = files::marks(folder).map_err(|error| error.to_string())?;
        let files_before = files::read_all(folder).map_err(|error| error.to_string())?;
        let mut running = Vec::new();
        for command in work.commands(folder) {
            running.push(Running::start(command).map_err(|error| error.to_string())?);
        }
        if let Some(moment) = moment {
            moment.wait(&mut running, folder, work, &before);
            let victim = rng.below(running.len());
            running[victim].kill();
            // Both machines may go down.
            running.iter_mut().filter(|_| rng.one_in(4)).for_each(Running::kill);
        }
        let ended: Vec<Ended> =
            running.into_iter().map(Running::wait).collect::<Result<_, _>>().map_err(|error| error.to_string())?;
        let is_killed = ended.iter().any(Ended::is_killed);
        let after = files::marks(folder).map_err(|error| error.to_string())?;
        let files = files::read_all(folder).map_err(|error| error.to_string())?;
        if is_killed {
            let is_changed = |name: &str| before.get(name) != after.get(name);
            let counter = match Hit::of(work, files.iter().filter(|(name, _)| is_changed(name))) {
                Hit::Before => &mut self.row.before,
                Hit::Within => &mut self.row.within,
                Hit::After => &mut self.row.after,
            };
            *counter += 1;
        }
        let end = if is_killed { End::Killed } else { End::Complete };
        let seen = Seen { folder, before: &files_before, files: &files, runs: &ended, end };
        Ok(check_endings(&ended, is_killed).and_then(|()| work.check(&seen)).map(|()| end))
    }
}

/// Checks how programs end when one of them is killed: none hangs or panics, and the others say what has happened, and
/// where.
fn check_endings(runs: &[Ended], is_one_killed: bool) -> Result<(), String> {
    for run in runs.iter().filter(|run| !run.is_killed()) {
        let is_error = run.code == Some(2) && run.stderr.lines().last().is_some_and(|line| line.contains(": "));
        let is_expected = !is_one_killed || run.code == Some(0) || is_error;
        if run.is_hung || run.signal.is_some() || run.stderr.contains("panicked at") || !is_expected {
            return Err(format!("it ends in a wrong way: {}", run.in_words()));
        }
    }
    Ok(())
}

/// How long the work takes if it is not disturbed. Also makes sure that it comes to the right end then.
fn time(work: &dyn Work) -> Result<Duration, String> {
    let folder = new_folder()?;
    work.prepare(folder.path())?;
    let start = Instant::now();
    let runs = run_all(work.commands(folder.path()))?;
    let takes = start.elapsed();
    let files = files::read_all(folder.path()).map_err(|error| error.to_string())?;
    let seen =
        Seen { folder: folder.path(), before: &files::Files::new(), files: &files, runs: &runs, end: End::Complete };
    work.check(&seen).map_err(|error| format!("{}, not disturbed: {error}", work.name()))?;
    Ok(takes)
}

/// What a killed run was doing.
enum Hit {
    Before,
    Within,
    After,
}

impl Hit {
    /// By the files that the run has changed.
    fn of<'a>(work: &dyn Work, changed: impl Iterator<Item = (&'a String, &'a Vec<u8>)>) -> Self {
        changed.fold(Self::Before, |hit, (name, bytes)| match hit {
            Self::Within => Self::Within,
            _ if work.is_incomplete(name, bytes) => Self::Within,
            _ => Self::After,
        })
    }
}
