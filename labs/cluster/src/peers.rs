//! The connection of a worker to all others: messages in rounds that everyone awaits.
//!
//! # How a round ends
//!
//! A worker ends a round by sending its numbers to every worker, itself included, after its moves of that round.
//! Messages from one worker to another arrive in the order in which they were sent. So a worker that has the numbers of
//! all has all moves of the round too: it takes them in, and the round is over. As all have the same numbers in the same
//! order, all decide the same on what comes next, without one that leads. What arrives after the numbers of a worker
//! belongs to the next round, and waits; nothing of a later one can arrive, as nobody ends the next round without the
//! numbers of this worker.

use std::collections::VecDeque;
use std::sync::mpsc::Receiver;
use std::time::Duration;

use retrograde::Summary;
use retrograde::progress::Progress;

use crate::ClusterError;
use crate::job::{Job, Stopped};
use crate::network::{Content, Message};
use crate::report::Report;

/// The connection of a worker to all others.
pub(crate) struct Peers<'a> {
    pub(crate) job: &'a Job<'a>,
    /// The number of this worker among all.
    pub(crate) worker: usize,
    inbox: Receiver<Message>,
    /// What has arrived of the next round.
    early: VecDeque<Message>,
    /// What this worker has counted, and what all have found.
    pub(crate) report: Report,
}

impl<'a> Peers<'a> {
    pub(crate) fn new(job: &'a Job<'a>, worker: usize, inbox: Receiver<Message>) -> Self {
        Self { job, worker, inbox, early: VecDeque::new(), report: Report::default() }
    }

    /// The number of workers.
    pub(crate) fn count(&self) -> usize {
        self.job.network.workers()
    }

    /// Tells the progress if this is the first worker of its process.
    pub(crate) fn show(&self, progress: Progress) {
        if let Some(on_progress) = self.job.cluster.on_progress.as_deref().filter(|_| self.is_first()) {
            on_progress(progress);
        }
    }

    /// Whether this is the first worker of its process.
    pub(crate) fn is_first(&self) -> bool {
        self.worker.is_multiple_of(self.job.network.threads())
    }

    pub(crate) fn send(&self, to: usize, code: Vec<u8>) {
        self.job.network.send_moves(self.worker, to, code);
    }

    /// Whether to continue.
    pub(crate) fn check(&self) -> Result<(), Stopped> {
        if let Some(error) = (self.job.error)() {
            self.job.failure.fail(ClusterError::Worker(error));
        }
        if self.job.failure.is_failed() { Err(Stopped) } else { Ok(()) }
    }

    /// Ends a round: waits until all workers have ended it and everything they sent in it is taken in, each message with
    /// the worker that it is from. Returns the numbers of all workers, in their order.
    pub(crate) fn end_round(
        &mut self,
        numbers: &[u64],
        mut take_in: impl FnMut(usize, &[u8]) -> Result<(), ClusterError>,
    ) -> Result<Vec<Vec<u64>>, Stopped> {
        self.job.network.send_numbers(self.worker, numbers);
        let mut of_all = vec![None; self.count()];
        let mut waiting = std::mem::take(&mut self.early);
        while of_all.iter().any(Option::is_none) {
            let Message { from, content } = match waiting.pop_front() {
                Some(message) => message,
                None => self.receive()?,
            };
            match content {
                content if of_all[from].is_some() => self.early.push_back(Message { from, content }),
                Content::Numbers(numbers) => of_all[from] = Some(numbers),
                Content::Moves(code) => self.job.fail_on_error(take_in(from, &code))?,
            }
        }
        self.check()?;
        Ok(of_all.into_iter().flatten().collect())
    }

    /// Ends a round in which no moves are sent.
    pub(crate) fn agree(&mut self, numbers: &[u64]) -> Result<Vec<Vec<u64>>, Stopped> {
        self.end_round(numbers, |_, _| Err(damaged()))
    }

    /// Reports what all workers have found together, of which this worker has found `own`.
    pub(crate) fn add_up(&mut self, own: Summary) -> Result<(), Stopped> {
        let code = |longest: Option<u16>| longest.map_or(0, |plies| u64::from(plies) + 1);
        let longest = [own.longest_win, own.longest_loss].map(code);
        let of_all = self.agree(&[own.won, own.lost, own.drawn, longest[0], longest[1]])?;
        let [won, lost, drawn] = sums(&of_all);
        let [longest_win, longest_loss] = [3, 4].map(|at| {
            let longest = of_all.iter().filter_map(|numbers| numbers.get(at)).max()?;
            u16::try_from(longest.checked_sub(1)?).ok()
        });
        self.report.summary = Summary { won, lost, drawn, longest_win, longest_loss };
        Ok(())
    }

    fn receive(&self) -> Result<Message, Stopped> {
        /// A failure is noticed after this time at the latest.
        const PATIENCE: Duration = Duration::from_millis(20);
        loop {
            self.check()?;
            if let Ok(message) = self.inbox.recv_timeout(PATIENCE) {
                return Ok(message);
            }
        }
    }
}

pub(crate) fn damaged() -> ClusterError {
    ClusterError::Worker("a message between workers is damaged; check the network and start again".to_owned())
}

/// The sums of the first numbers of all workers.
pub(crate) fn sums<const N: usize>(of_all: &[Vec<u64>]) -> [u64; N] {
    std::array::from_fn(|index| of_all.iter().filter_map(|numbers| numbers.get(index)).sum())
}
