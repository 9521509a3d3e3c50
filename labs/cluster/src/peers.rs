//! The connection of a worker to all others: messages in rounds that everyone awaits.
//!
//! Timely's timestamps tell when a round is over: the probe passes when every worker has taken in every message of the
//! round. What arrives of the next round meanwhile waits.
//!
//! Workers end a round by numbers that all send to all. Any of them can then decide what is next, without a worker that
//! leads. That limits the number of workers: with 256 of them it is 65,000 small messages.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

use timely::WorkerConfig;
use timely::communication::Allocator;
use timely::container::CapacityContainerBuilder;
use timely::dataflow::operators::generic::Operator;
use timely::dataflow::operators::{Input, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

use crate::ClusterError;
use crate::message::{Content, Kind, WorkerMessage, to_recipient};
use crate::moves::{put, take};
use crate::network::Failure;
use crate::progress::{Progress, Statistics};

/// What a worker needs beside its game.
pub(crate) struct Job<'a> {
    pub(crate) name: &'a str,
    pub(crate) path: &'a Path,
    pub(crate) failure: &'a Failure,
    /// The most bytes of moves that all workers together send in a round.
    pub(crate) bytes_in_flight: u64,
    /// An error that the game has kept, if there is one.
    pub(crate) error: &'a (dyn Fn() -> Option<String> + Sync),
    /// Whether this is the first worker of its process.
    pub(crate) is_first: bool,
    pub(crate) on_progress: Option<&'a (dyn Fn(Progress) + Sync)>,
}

/// The run has failed, and the [`Failure`] says why.
#[derive(Debug)]
pub(crate) struct Stopped;

/// The timestamp of a round: its ply, and its number in that ply. A number, as timely's pairs cannot be the time of a
/// whole dataflow.
#[derive(Clone, Copy)]
pub(crate) struct Round {
    pub(crate) ply: u32,
    pub(crate) number: u32,
}

pub(crate) type Time = u64;

impl Round {
    /// The time, in the order of plies and then of numbers.
    fn time(self) -> Time {
        u64::from(self.ply) << u32::BITS | u64::from(self.number)
    }

    /// Continues with the next round of the ply.
    pub(crate) fn next(&mut self) -> Time {
        self.number += 1;
        self.time()
    }
}

/// Messages in the order of their arrival, with the time of the round that they belong to.
type Inbox = VecDeque<(Option<Time>, WorkerMessage)>;

/// The connection of a worker to all others, by a dataflow of a single operator that takes messages in.
pub(crate) struct Peers<'a> {
    pub(crate) job: &'a Job<'a>,
    pub(crate) worker: Worker,
    input: InputHandle<Time, CapacityContainerBuilder<WorkerMessage>>,
    probe: ProbeHandle<Time>,
    /// The round that this worker is in.
    now: Time,
    /// What has arrived of this round, and then of the next one, from workers that have ended this one.
    inbox: Rc<RefCell<Inbox>>,
    /// What the others have sent in this round to be combined.
    numbers: Vec<Vec<u64>>,
    pub(crate) statistics: Statistics,
}

impl<'a> Peers<'a> {
    pub(crate) fn new(allocator: Allocator, job: &'a Job<'a>) -> Self {
        // A worker without a clock would never wait, but go round at full speed.
        let mut worker = Worker::new(WorkerConfig::default(), allocator, Some(Instant::now()));
        let inbox = Rc::new(RefCell::new(VecDeque::new()));
        let arrived = Rc::clone(&inbox);
        let (input, probe) = worker.dataflow::<Time, _, _>(move |scope| {
            let (input, stream) = scope.new_input::<WorkerMessage>();
            let received =
                stream.unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(to_recipient(), "receive", |_, _| {
                    move |messages, _| {
                        messages.for_each(|at, message| {
                            arrived.borrow_mut().push_back((at.least().copied(), std::mem::take(message)));
                        });
                    }
                });
            (input, received.probe().0)
        });
        let now = Round { ply: 0, number: 0 }.time();
        Self { job, worker, input, probe, now, inbox, numbers: Vec::new(), statistics: Statistics::default() }
    }

    pub(crate) fn count(&self) -> usize {
        self.worker.peers()
    }

    pub(crate) fn send(&mut self, to: usize, kind: Kind, content: Vec<u8>) {
        self.input.send_batch(&mut WorkerMessage { to, kind, content: Content::Own(content) });
    }

    /// Takes in what has arrived, or else lets timely work for a moment.
    pub(crate) fn step(
        &mut self,
        mut take_in: impl FnMut(Kind, &[u8]) -> Result<(), ClusterError>,
    ) -> Result<(), Stopped> {
        /// A failure is noticed after this time at the latest.
        const PATIENCE: Duration = Duration::from_millis(20);
        self.check()?;
        if !self.take_in(&mut take_in)? {
            self.worker.step_or_park(Some(PATIENCE));
            self.take_in(&mut take_in)?;
        }
        Ok(())
    }

    /// Takes in what has arrived of this round. Returns whether there was something.
    fn take_in(&mut self, take_in: &mut impl FnMut(Kind, &[u8]) -> Result<(), ClusterError>) -> Result<bool, Stopped> {
        let mut has_any = false;
        loop {
            let Some(WorkerMessage { kind, content, .. }) = self.next_message() else { return Ok(has_any) };
            has_any = true;
            let taken = match kind {
                Kind::Numbers => take_numbers(&content).map(|numbers| self.numbers.push(numbers)),
                kind => take_in(kind, &content),
            };
            self.job.fail_on_error(taken)?;
        }
    }

    /// The next message of this round.
    fn next_message(&self) -> Option<WorkerMessage> {
        let mut inbox = self.inbox.borrow_mut();
        let is_of_this_round = inbox.front().is_some_and(|(time, _)| *time == Some(self.now));
        if is_of_this_round { inbox.pop_front().map(|(_, message)| message) } else { None }
    }

    /// Whether to continue.
    pub(crate) fn check(&self) -> Result<(), Stopped> {
        if let Some(error) = (self.job.error)() {
            self.job.failure.fail(ClusterError::Worker(error));
        }
        if self.job.failure.is_failed() { Err(Stopped) } else { Ok(()) }
    }

    /// Ends a round: waits until all workers have ended it and everything they sent in it is taken in. Returns the
    /// numbers of all workers, in any order.
    pub(crate) fn end_round(
        &mut self,
        numbers: &[u64],
        next: Time,
        mut take_in: impl FnMut(Kind, &[u8]) -> Result<(), ClusterError>,
    ) -> Result<Vec<Vec<u64>>, Stopped> {
        let mut content = Vec::new();
        for number in numbers {
            put(&mut content, *number);
        }
        for to in 0..self.count() {
            self.send(to, Kind::Numbers, content.clone());
        }
        self.input.advance_to(next);
        while self.probe.less_than(&next) {
            self.step(&mut take_in)?;
        }
        self.take_in(&mut take_in)?;
        self.now = next;
        Ok(std::mem::take(&mut self.numbers))
    }

    /// Ends the dataflow, when all workers do.
    pub(crate) fn close(self) -> Result<Statistics, Stopped> {
        let Self { job, mut worker, input, statistics, .. } = self;
        input.close();
        while worker.has_dataflows() {
            if job.failure.is_failed() {
                return Err(Stopped);
            }
            worker.step_or_park(Some(Duration::from_millis(20)));
        }
        Ok(statistics)
    }
}

impl Job<'_> {
    /// Ends the run on all processes if there is an error.
    pub(crate) fn fail_on_error<T, E: Into<ClusterError>>(&self, result: Result<T, E>) -> Result<T, Stopped> {
        result.map_err(|error| {
            self.failure.fail(error.into());
            Stopped
        })
    }
}

fn take_numbers(mut content: &[u8]) -> Result<Vec<u64>, ClusterError> {
    let mut numbers = Vec::new();
    while !content.is_empty() {
        numbers.push(take(&mut content).ok_or_else(damaged)?);
    }
    Ok(numbers)
}

pub(crate) fn damaged() -> ClusterError {
    ClusterError::Worker("a message between workers is damaged; check the network and start again".to_owned())
}
