//! A run of a process: connecting, starting the workers, and waiting for their end.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

use retrograde::Ranked;
use timely::communication::Hooks;
use timely::communication::allocator::zero_copy::allocator::TcpBuilder;
use timely::communication::allocator::zero_copy::initialize::{CommsGuard, initialize_networking_from_sockets};
use timely::communication::allocator::{Allocator, ProcessBuilder};

use crate::ClusterError;
use crate::cluster::{Cluster, Report};
use crate::network::{self, Clock, Config, Failure, Link, Terms};
use crate::peers::{Job, Stopped};
use crate::progress::Statistics;
use crate::worker;

/// How long a process that has failed waits for the others to take notice.
const SETTLE: Duration = Duration::from_secs(2);

/// A game, and what it is called.
pub(crate) struct Source<'a, G> {
    pub(crate) game: &'a G,
    /// What all processes must have in common.
    pub(crate) title: &'a str,
    /// The name that the solution is saved under.
    pub(crate) name: &'a str,
    /// An error that the game has kept, if there is one: it ends the run.
    pub(crate) error: &'a (dyn Fn() -> Option<String> + Sync),
}

impl Cluster {
    /// Solves a game and writes the shares of this process.
    pub(crate) fn run<G: Ranked>(&self, source: &Source<'_, G>, path: &Path) -> Result<Report, ClusterError> {
        self.check_addresses()?;
        let failure = Failure::new();
        let ready = || make_folder(path);
        let Network { builders, guard, sent, received } =
            self.connect(&self.terms(source.title, source.game.ranks()), ready, &failure)?;
        let results = self.run_workers(builders, source, path, &failure);
        let statistics = match results.map(|results| results.into_iter().collect::<Result<Vec<Statistics>, Stopped>>())
        {
            Ok(Ok(statistics)) => guard.map_or(Ok(()), |guard| network::finish(guard, &failure)).map(|()| statistics),
            stopped => {
                // Timely's threads would wait for workers that are gone.
                std::mem::forget(guard);
                failure.settle(SETTLE);
                if let Err(panic) = stopped {
                    resume_unwind(panic);
                }
                Err(failure.error().expect("who stops says why"))
            }
        }?;
        Ok(self.report(&statistics, &sent, &received))
    }

    fn terms(&self, title: &str, ranks: u64) -> Terms {
        let processes = self.addresses.len().max(1);
        Terms { game: title.to_owned(), ranks, processes, threads: self.threads }
    }

    /// Says why this process cannot even begin to those that are waiting for it now.
    pub(crate) fn tell_others(&self, title: &str, ranks: u64, error: &ClusterError) {
        /// The person who starts this process sees the error after this time at the latest.
        const LIMIT: Duration = Duration::from_secs(3);
        if self.addresses.len() < 2 || self.check_addresses().is_err() {
            return;
        }
        let failure = Failure::new();
        let impatient = Self { start_limit: self.start_limit.min(LIMIT), ..self.clone() };
        // Whether that succeeds makes no difference to this process.
        let _ = impatient.connect(&self.terms(title, ranks), || Err(error.clone()), &failure);
    }

    fn check_addresses(&self) -> Result<(), ClusterError> {
        let count = self.addresses.len();
        if count > 0 && self.process >= count {
            let last = count - 1;
            let text = format!("there is no process {} of {count}; the processes are 0 to {last}", self.process);
            return Err(ClusterError::Worker(text));
        }
        let mut seen = BTreeMap::new();
        for (process, address) in self.addresses.iter().enumerate() {
            if let Some(other) = seen.insert(address, process) {
                let text =
                    format!("processes {other} and {process} have the same address, {address}; give each its own");
                return Err(ClusterError::Worker(text));
            }
        }
        Ok(())
    }

    /// Runs the workers of this process. The outer error is a panic of one of them.
    fn run_workers<G: Ranked>(
        &self,
        builders: Vec<Builder>,
        source: &Source<'_, G>,
        path: &Path,
        failure: &Failure,
    ) -> thread::Result<Vec<Result<Statistics, Stopped>>> {
        let &Source { game, name, error, .. } = source;
        // Timely's threads panic if a worker does not come. So none begins before all threads have started.
        let builders: Vec<_> = builders.into_iter().map(|builder| Mutex::new(Some(builder))).collect();
        let job = |index| {
            let is_first = index == 0;
            let on_progress = self.on_progress.as_deref().filter(|_| is_first).map(|report| report as _);
            Job { name, path, failure, bytes_in_flight: self.bytes_in_flight, error, is_first, on_progress }
        };
        let results: Vec<_> = thread::scope(|scope| {
            let mut starters = Vec::new();
            let workers: Vec<io::Result<ScopedJoinHandle<'_, _>>> = (0..)
                .zip(&builders)
                .map(|(index, builder)| {
                    let (starter, start) = mpsc::channel();
                    starters.push(starter);
                    let job = job(index);
                    let work = move || run_worker(builder, &start, game, &job);
                    thread::Builder::new().name(format!("worker-{index}")).spawn_scoped(scope, work)
                })
                .collect();
            match workers.iter().find_map(|worker| worker.as_ref().err()) {
                None => starters.iter().for_each(|starter| starter.send(()).expect("the worker waits for it")),
                Some(error) => failure
                    .fail(ClusterError::Worker(format!("cannot start all threads: {error}; use fewer, or allow more"))),
            }
            drop(starters);
            let join = |worker: io::Result<ScopedJoinHandle<'_, _>>| match worker {
                Ok(worker) => worker.join().unwrap_or_else(Err),
                Err(_) => Ok(Err(Stopped)),
            };
            workers.into_iter().map(join).collect()
        });
        // Those that were not used are what timely's threads still wait for.
        std::mem::forget(builders);
        results.into_iter().collect()
    }

    fn report(&self, workers: &[Statistics], sent: &Counters, received: &Counters) -> Report {
        let total = |count: fn(&Statistics) -> u64| workers.iter().map(count).sum();
        let bytes = |counters: &Counters| counters.iter().map(|counter| counter.load(Ordering::Relaxed)).sum();
        // What is found together is known to every worker.
        let Statistics { checksum, outcomes: [won, lost, drawn], longest, .. } = workers[0];
        Report {
            won,
            lost,
            drawn,
            longest,
            checksum,
            workers: self.workers(),
            moves_sent: total(|worker| worker.moves_sent),
            bytes_of_moves: total(|worker| worker.bytes_of_moves),
            rounds: workers[0].rounds,
            largest_round: total(|worker| worker.largest_round),
            bytes_sent: bytes(sent),
            bytes_received: bytes(received),
        }
    }

    /// Connects to the other processes, if there are any, and sees whether this one is ready, so that they hear of it
    /// if not.
    fn connect(
        &self,
        terms: &Terms,
        ready: impl FnOnce() -> Result<(), ClusterError>,
        failure: &Arc<Failure>,
    ) -> Result<Network, ClusterError> {
        let hooks = || {
            let mut hooks = Hooks::default();
            // Buffers for what is on its way at one time are enough.
            hooks.refill.limit = Some(8);
            hooks
        };
        let builders = ProcessBuilder::new_typed_vector(self.threads, hooks().refill, None);
        if self.addresses.len() < 2 {
            ready()?;
            let builders = builders.into_iter().map(Builder::Process).collect();
            return Ok(Network { builders, guard: None, sent: Vec::new(), received: Vec::new() });
        }
        let silence_limit = self.silence_limit.max(Duration::from_millis(100));
        let config = Config {
            process: self.process,
            addresses: self.addresses.clone(),
            listener: self.listener.clone(),
            start_limit: self.start_limit,
            silence_limit,
            heartbeat: silence_limit / 4,
            token: self.token.clone(),
            clock: Clock::default(),
        };
        let fail = |error: ClusterError| {
            failure.fail(error);
            failure.settle(SETTLE);
            failure.error().expect("it has just failed")
        };
        let links = network::connect(&config, terms, failure)?;
        ready().map_err(fail)?;
        let sent = links.iter().flatten().map(Link::bytes_sent).collect();
        let received = links.iter().flatten().map(Link::bytes_received).collect();
        let (builders, guard) =
            initialize_networking_from_sockets(builders, links, self.process, self.threads, hooks())
                .map_err(|error| fail(ClusterError::Worker(format!("cannot start the network: {error}"))))?;
        let builders = builders.into_iter().map(Builder::Tcp).collect();
        Ok(Network { builders, guard: Some(guard), sent, received })
    }
}

/// Makes the folder of a solution. Workers create their files there before all work.
fn make_folder(path: &Path) -> Result<(), ClusterError> {
    let folder = path.parent().unwrap_or(Path::new(""));
    fs::create_dir_all(folder).map_err(|error| {
        ClusterError::Worker(format!("cannot write files into {}: {error}; use another folder", folder.display()))
    })
}

/// An error in one line, with what it rests on.
pub(crate) fn one_line(error: &impl Error) -> String {
    let (mut text, mut cause) = (error.to_string(), error.source());
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}

type Counters = Vec<Arc<AtomicU64>>;

/// What the workers of a process are connected by.
struct Network {
    builders: Vec<Builder>,
    /// Timely's own threads.
    guard: Option<CommsGuard>,
    sent: Counters,
    received: Counters,
}

/// Makes the connections of a worker, on the worker's own thread.
enum Builder {
    Process(ProcessBuilder),
    Tcp(TcpBuilder),
}

impl Builder {
    fn build(self) -> Allocator {
        match self {
            Self::Process(builder) => Allocator::Process(builder.build()),
            Self::Tcp(builder) => Allocator::Tcp(builder.build()),
        }
    }
}

/// Runs a worker once it may start. The outer error is a panic, which the other processes hear of at once.
fn run_worker<G: Ranked>(
    builder: &Mutex<Option<Builder>>,
    start: &Receiver<()>,
    game: &G,
    job: &Job<'_>,
) -> thread::Result<Result<Statistics, Stopped>> {
    if start.recv().is_err() {
        return Ok(Err(Stopped));
    }
    let builder = builder.lock().unwrap_or_else(PoisonError::into_inner).take().expect("it is taken once");
    let result = catch_unwind(AssertUnwindSafe(|| worker::solve(builder.build(), game, job)));
    if let Err(panic) = &result {
        let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
        job.failure.fail(ClusterError::Worker(format!("a worker has panicked: {}", text.unwrap_or("no message"))));
    }
    result
}
