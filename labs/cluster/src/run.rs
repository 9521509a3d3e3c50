//! A run of a process: connecting, starting the workers, and waiting for their end.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

use retrograde::Ranked;

use crate::cluster::Cluster;
use crate::job::{Job, Source, Stopped, Task};
use crate::network::{Config, Failure, Message, Network};
use crate::peers::Peers;
use crate::report::Report;
use crate::{ClusterError, addresses, verify, worker};

/// How long a process that has failed waits for the others to take notice.
const SETTLE: Duration = Duration::from_secs(2);

impl Cluster {
    /// Solves or verifies the shares of this process.
    pub(crate) fn run<G: Ranked>(&self, source: &Source<'_, G>, path: &Path) -> Result<Report, ClusterError> {
        self.check_addresses()?;
        let failure = Failure::new();
        let (inboxes, receivers) = (0..self.threads).map(|_| mpsc::channel()).unzip();
        let network = self.connect(source.task, source.name, source.game.ranks(), inboxes, &failure)?;
        let checkpoints = match (&self.checkpoint_folder, path.file_name()) {
            (Some(folder), Some(name)) => folder.join(name),
            _ => path.to_owned(),
        };
        let &Source { task, game, name, error } = source;
        let folders = match task {
            Task::Solve => [path, &checkpoints].into_iter().try_for_each(make_folder),
            Task::Verify => Ok(()),
        };
        let job =
            Job { cluster: self, name, path, checkpoints: &checkpoints, network: &network, failure: &failure, error };
        let results =
            job.fail_on_error(folders).map_or(Ok(Err(Stopped)), |()| self.run_workers(&job, task, game, receivers));
        match results {
            Ok(Ok(workers)) => network.finish().map(|[bytes_sent, bytes_received]| {
                let total = |count: fn(&Report) -> u64| workers.iter().map(count).sum();
                Report {
                    workers: self.workers(),
                    moves_sent: total(|worker| worker.moves_sent),
                    bytes_of_moves: total(|worker| worker.bytes_of_moves),
                    largest_round: total(|worker| worker.largest_round),
                    bytes_sent,
                    bytes_received,
                    // What is found together is known to every worker.
                    ..workers[0]
                }
            }),
            stopped => {
                failure.settle(SETTLE);
                if let Err(panic) = stopped {
                    resume_unwind(panic);
                }
                Err(failure.error().expect("who stops says why"))
            }
        }
    }

    /// Says why this process cannot even begin to those that are waiting for it now.
    pub(crate) fn tell_others(&self, task: Task, name: &str, ranks: u64, error: &ClusterError) {
        /// The person who starts this process sees the error after this time at the latest.
        const LIMIT: Duration = Duration::from_secs(3);
        if self.config.addresses.len() < 2 || self.check_addresses().is_err() {
            return;
        }
        let failure = Failure::new();
        let impatient = self.clone().start_limit(self.config.start_limit.min(LIMIT));
        let inboxes = vec![mpsc::channel().0; self.threads];
        // Whether that succeeds makes no difference to this process.
        if impatient.connect(task, name, ranks, inboxes, &failure).is_ok() {
            failure.fail(error.clone());
            failure.settle(SETTLE);
        }
    }

    fn check_addresses(&self) -> Result<(), ClusterError> {
        let Config { process, addresses, .. } = &self.config;
        let count = addresses.len().max(1);
        if *process >= count {
            let text = format!("invalid process {process}: the processes are 0 to {}", count - 1);
            return Err(ClusterError::Start(text));
        }
        addresses::check(addresses).map_err(|(_, error)| ClusterError::Start(error))
    }

    /// Runs the workers of this process. The outer error is a panic of one of them, which the other processes hear of at
    /// once.
    fn run_workers<G: Ranked>(
        &self,
        job: &Job<'_>,
        task: Task,
        game: &G,
        inboxes: Vec<Receiver<Message>>,
    ) -> thread::Result<Result<Vec<Report>, Stopped>> {
        let work = |worker, inbox| {
            let peers = Peers::new(job, worker, inbox);
            let result = catch_unwind(AssertUnwindSafe(|| match task {
                Task::Solve => worker::solve(peers, game),
                Task::Verify => verify::verify(peers, game),
            }));
            if let Err(panic) = &result {
                let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
                let text = format!("a worker has panicked: {}", text.unwrap_or("no message"));
                job.failure.fail(ClusterError::Worker(text));
            }
            result
        };
        let work = &work;
        thread::scope(|scope| {
            let start = |(worker, inbox)| {
                let thread = thread::Builder::new().name(format!("worker-{worker}"));
                thread.spawn_scoped(scope, move || work(worker, inbox)).map_err(|error| {
                    let text = format!("cannot start all threads: {error}; use fewer, or allow more");
                    job.failure.fail(ClusterError::Worker(text));
                })
            };
            let workers: Vec<_> = (self.config.process * self.threads..).zip(inboxes).map(start).collect();
            let join = |worker: Result<ScopedJoinHandle<'_, _>, ()>| {
                worker.map_or(Ok(Err(Stopped)), |thread| thread.join().flatten())
            };
            let results: thread::Result<Vec<_>> = workers.into_iter().map(join).collect();
            results.map(|results| results.into_iter().collect())
        })
    }

    /// Connects to the other processes, if there are any.
    fn connect(
        &self,
        task: Task,
        name: &str,
        ranks: u64,
        inboxes: Vec<Sender<Message>>,
        failure: &Arc<Failure>,
    ) -> Result<Network, ClusterError> {
        let processes = self.config.addresses.len();
        if processes < 2 {
            return Ok(Network::alone(inboxes, failure));
        }
        let terms = vec![
            ("task", if task == Task::Solve { "solve" } else { "verify" }.to_owned()),
            ("game", name.to_owned()),
            ("number of ranks", ranks.to_string()),
            ("number of processes", processes.to_string()),
            ("number of threads", self.threads.to_string()),
        ];
        Network::connect(Config { terms, ..self.config.clone() }, inboxes, failure)
    }
}

/// Makes the folder of a solution. Workers create their files there before all work.
fn make_folder(path: &Path) -> Result<(), ClusterError> {
    let folder = path.parent().unwrap_or(Path::new(""));
    fs::create_dir_all(folder).map_err(|error| {
        ClusterError::Worker(format!("cannot write files into {}: {error}; use another folder", folder.display()))
    })
}
