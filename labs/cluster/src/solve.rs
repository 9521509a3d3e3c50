//! Solving a game together: rounds from the ends of the game backwards, and one file at the end.

use std::ops::Range;
use std::path::Path;

use retrograde::progress::{Progress, Stage};
use retrograde::shares::{Partition, Share, SolutionWriter, SolvedShare};
use retrograde::{Ranked, Summary};

use crate::checkpoint::{Checkpoints, io_error};
use crate::moves::{MOST_BYTES, Outboxes, moves_in};
use crate::parts::GameError;
use crate::round::{agree, damaged, round, sums, to_one};
use crate::{Cluster, ClusterError, Processes, Report};

/// The number of positions and moves that are looked at before a look at whether the game has failed.
const AT_ONCE: u64 = 1 << 11;

/// The number of ranks whose values go through the first process at a time, in two bytes each.
const PIECE: u64 = 1 << 20;

/// The ranks of a game in pieces.
pub(crate) fn pieces(ranks: u64) -> impl Iterator<Item = Range<u64>> {
    (0..ranks.div_ceil(PIECE)).map(move |piece| piece * PIECE..ranks.min((piece + 1) * PIECE))
}

impl Cluster<'_> {
    /// Solves a game together with the other processes. The first one writes the solution to `path`, where
    /// [`Solution::save`](retrograde::Solution::save) on one machine would write the same bytes. A game that does not
    /// [list predecessors](retrograde::Game::LISTS_PREDECESSORS) does not compile.
    ///
    /// `name` is what the solution is saved under, and must tell the rules and the version of the code that ranks
    /// positions. The folder of `path` must be there. No other run may write to `path` at the same time.
    ///
    /// Nothing finds out for sure whether the game's predecessors are right but an
    /// [audit](retrograde::Solver::audit) before, or [`verify`](Self::verify) afterwards.
    ///
    /// # Errors
    ///
    /// If another process has another game or version; if the game cannot be solved; or if a file cannot be written. An
    /// error of one process ends all of them, and leaves no solution.
    pub fn solve<G: Ranked>(
        &self,
        processes: &mut impl Processes,
        game: &G,
        name: &str,
        path: &Path,
    ) -> Result<Report, ClusterError> {
        self.solve_with(processes, game, name, path, &|| Ok(()))
    }

    /// Solves a game that may keep an error, which ends the run.
    pub(crate) fn solve_with<G: Ranked>(
        &self,
        processes: &mut impl Processes,
        game: &G,
        name: &str,
        path: &Path,
        error: GameError<'_>,
    ) -> Result<Report, ClusterError> {
        self.meet(processes, &format!("solving {name}, {} ranks", game.ranks()))?;
        let partition = Partition::of_ranks(game.ranks()).among(processes.count() as u64);
        let number = processes.number();
        // What cannot be written is not solved in vain.
        let writer = if number == 0 { SolutionWriter::create(path, partition).map(Some) } else { Ok(None) };
        let writer = writer.map_err(io_error);
        agree(processes, writer.as_ref().map(|_| []).map_err(Clone::clone))?;
        let mut checkpoints = Checkpoints::new(self, path, partition, number);
        let loaded = checkpoints.load(processes, game, name)?;
        let continued_from = loaded.as_ref().map(Share::ply);
        let share = match loaded {
            Some(share) => Ok(share),
            None => self.enumerate(processes, game, partition, error),
        };
        let solved = self.work_backwards(processes, share, &mut checkpoints, name, error)?;
        let report = write(processes, &solved, writer.ok().flatten(), name)?;
        checkpoints.remove(processes)?;
        Ok(Report { continued_from, ..report })
    }

    /// Makes sure that all processes do the same by the same program.
    pub(crate) fn meet(&self, processes: &mut impl Processes, what: &str) -> Result<(), ClusterError> {
        let own = format!("{what}, by version {}", self.build).into_bytes();
        let (_, all) = round(processes, Ok(([], vec![own; processes.count()])))?;
        // All have the same messages, so all find the same.
        let Some(other) = all.iter().position(|message| *message != all[0]) else { return Ok(()) };
        let [own, first] = [other, 0].map(|process| String::from_utf8_lossy(&all[process]));
        let text = format!("is {own}, but process 0 is {first}; start the same program with the same arguments on all");
        Err(ClusterError { process: Some(other), text })
    }

    fn enumerate<'g, G: Ranked>(
        &self,
        processes: &impl Processes,
        game: &'g G,
        partition: Partition,
        error: GameError<'_>,
    ) -> Result<Share<&'g G>, String> {
        let number = processes.number() as u64;
        let mut share = Share::new(game, partition, number).map_err(|error| error.to_string())?;
        let (mut done, total) = (0, partition.ranks_of(number));
        while share.enumerate(AT_ONCE << 5).map_err(|error| error.to_string())? {
            error()?;
            done = total.min(done + (AT_ONCE << 5));
            let count = processes.count() as u64;
            self.show(processes, Progress { stage: Stage::Enumerating, done: done * count, total: total * count });
        }
        Ok(share)
    }

    fn work_backwards<G: Ranked>(
        &self,
        processes: &mut impl Processes,
        share: Result<Share<G>, String>,
        checkpoints: &mut Checkpoints,
        name: &str,
        error: GameError<'_>,
    ) -> Result<SolvedShare, ClusterError> {
        agree(processes, share.as_ref().map(|_| []).map_err(Clone::clone))?;
        let mut share = share.expect("all have one");
        let mut outboxes = Outboxes::new(processes.count());
        let most_in_round = (self.bytes_in_round / MOST_BYTES).max(1);
        // What went wrong since the last round is told in the next one.
        let mut so_far = Ok(());
        loop {
            const NONE: u64 = u64::MAX;
            let own = so_far.and_then(|()| error()).map(|()| [share.next_ply().map_or(NONE, u64::from)]);
            let least = agree(processes, own)?.into_iter().map(|[ply]| ply).min();
            let Some(ply) = least.and_then(|ply| u16::try_from(ply).ok()) else { return Ok(share.finish()) };
            share.begin_ply(ply);
            so_far = Ok(());
            let mut is_left = true;
            while is_left {
                let sent = so_far.and_then(|()| send(&mut share, &mut outboxes, most_in_round, error));
                let (done, found) = share.progress();
                // One clock decides for all.
                let is_due = processes.number() == 0 && checkpoints.is_due(self.checkpoint_interval);
                let own = sent.map(|(is_left, messages)| ([is_left.into(), done, found, is_due.into()], messages));
                let (of_all, messages) = round(processes, own)?;
                so_far = messages
                    .iter()
                    .flat_map(|message| moves_in(message))
                    .try_for_each(|moves| share.receive(moves.ok_or_else(damaged)?).map_err(|error| error.to_string()));
                let [left, done, total, due] = sums(&of_all);
                is_left = left > 0;
                if due > 0 {
                    checkpoints.save(processes, so_far.as_ref().map(|()| &share), name)?;
                }
                self.show(processes, Progress { stage: Stage::WorkingBackwards { plies: ply + 1 }, done, total });
            }
            share.end_ply();
        }
    }
}

/// The moves of a round, in a message to each process; and whether there are more in this ply.
fn send<G: Ranked>(
    share: &mut Share<G>,
    outboxes: &mut Outboxes,
    most: u64,
    error: GameError<'_>,
) -> Result<(bool, Vec<Vec<u8>>), String> {
    let (mut is_left, mut left) = (true, most);
    while is_left && left > 0 {
        error()?;
        let visited = share.send(left.min(AT_ONCE), |to, decided| {
            outboxes.push(usize::try_from(to).expect("the number of a process"), decided);
            left = left.saturating_sub(1);
        });
        is_left = visited.map_err(|error| error.to_string())?;
    }
    Ok((is_left, outboxes.take()))
}

/// Writes the values of all processes, which the first one gathers piece by piece.
fn write(
    processes: &mut impl Processes,
    solved: &SolvedShare,
    mut writer: Option<SolutionWriter>,
    name: &str,
) -> Result<Report, ClusterError> {
    let (_, counted) = round(processes, Ok(([], to_one(0, solved.counted()))))?;
    let header = writer.as_mut().map(|writer| writer.begin(name, &counted).map_err(io_error)).transpose();
    let header =
        header.map(|header| header.map_or((0, Summary::default()), |header| (header.checksum, header.summary)));
    let report = tell(processes, header)?;
    let mut so_far = Ok(());
    for ranks in pieces(solved.partition().ranks()) {
        let own = so_far.map(|()| ([], to_one(0, solved.bytes(ranks.clone()))));
        let (_, values) = round::<0>(processes, own)?;
        so_far = writer.as_mut().map_or(Ok(()), |writer| writer.write(ranks, &values).map_err(io_error));
    }
    let written = so_far.and_then(|()| writer.map_or(Ok(()), |writer| writer.commit().map_err(io_error)));
    agree(processes, written.map(|()| []))?;
    Ok(report)
}

/// Tells all processes what the first one knows of the solution.
pub(crate) fn tell(
    processes: &mut impl Processes,
    found: Result<(u64, Summary), String>,
) -> Result<Report, ClusterError> {
    let code = |longest: Option<u16>| longest.map_or(0, |plies| u64::from(plies) + 1);
    let own = found.map(|(checksum, summary)| {
        let Summary { won, lost, drawn, longest_win, longest_loss } = summary;
        [checksum, won, lost, drawn, code(longest_win), code(longest_loss)]
    });
    let [checksum, won, lost, drawn, longest @ ..] = agree(processes, own)?[0];
    let [longest_win, longest_loss] = longest.map(|code: u64| u16::try_from(code.checked_sub(1)?).ok());
    let summary = Summary { won, lost, drawn, longest_win, longest_loss };
    Ok(Report { summary, checksum, continued_from: None })
}
