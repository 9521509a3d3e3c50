//! The start of a run: every process is connected to every other one, or all of them know why not.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::connection::Connection;
use super::greeting::{Greeting, Hello};
use super::reach::{self, Context, Event};
use super::{Config, Failure, Message};
use crate::ClusterError;
use crate::error::seconds;

/// The time between two looks at whether the run has failed.
const LOOK: Duration = Duration::from_millis(20);
/// The time that a failed start spends on informing the other processes.
const SETTLE: Duration = Duration::from_secs(1);

/// Connects this process to all others: a connection per process in their order, `None` in the place of this process.
pub(super) fn connect(
    config: Config,
    inboxes: &[Sender<Message>],
    failure: &Arc<Failure>,
) -> Result<Vec<Option<Arc<Connection>>>, ClusterError> {
    let (sender, events) = mpsc::channel();
    let until = config.clock.now() + config.start_limit;
    let config = Arc::new(config);
    let context =
        Arc::new(Context { config: Arc::clone(&config), until, stop: AtomicBool::new(false), events: sender });
    let mut start = Start {
        context: Arc::clone(&context),
        inboxes,
        failure,
        peers: config.addresses.iter().map(|_| None).collect(),
        problems: BTreeMap::new(),
        foreign: 0,
        first_foreign: String::new(),
        acceptor: None,
    };
    let result = start.run(&events);
    context.stop.store(true, Ordering::Relaxed);
    if let Some(acceptor) = start.acceptor.take() {
        // It closes a port that it has opened, so that the next run can listen there.
        let _ = acceptor.join();
    }
    match result.and_then(|()| failure.error().map_or(Ok(()), Err)) {
        Ok(()) => Ok(start.peers.into_iter().map(|peer| Some(peer?.connection)).collect()),
        Err(error) => {
            failure.record(error.clone());
            failure.settle(SETTLE);
            Err(failure.error().unwrap_or(error))
        }
    }
}

struct Start<'a> {
    context: Arc<Context>,
    inboxes: &'a [Sender<Message>],
    failure: &'a Arc<Failure>,
    peers: Vec<Option<Peer>>,
    /// The last problem with each process.
    problems: BTreeMap<usize, String>,
    foreign: usize,
    first_foreign: String,
    acceptor: Option<JoinHandle<()>>,
}

/// A process that is connected.
struct Peer {
    connection: Arc<Connection>,
    /// Where it connected from.
    from: Option<SocketAddr>,
}

impl Start<'_> {
    fn run(&mut self, events: &Receiver<Event>) -> Result<(), ClusterError> {
        if self.context.hello(0).encode(self.config().version).is_none() {
            let text = "the token and the name of the game are too long; choose a shorter token";
            return Err(ClusterError::Start(text.to_string()));
        }
        let listener = self.listen()?;
        let context = Arc::clone(&self.context);
        self.acceptor = Some(spawn("accept", move || reach::accept(&context, &listener))?);
        for process in 0..self.config().process {
            let context = Arc::clone(&self.context);
            spawn("reach", move || reach::reach(&context, process))?;
        }
        loop {
            if let Some(error) = self.failure.error() {
                return Err(error);
            }
            if self.missing().next().is_none() {
                return Ok(());
            }
            let left = self.context.left();
            // Not an error of the channel, whose sender is in the context: the time is over.
            let Ok(event) = events.recv_timeout(left.min(LOOK)) else {
                if left.is_zero() {
                    return Err(self.missed());
                }
                continue;
            };
            self.handle(event)?;
        }
    }

    fn config(&self) -> &Config {
        &self.context.config
    }

    /// Listens on the socket that was handed over, or else at the address of this process.
    fn listen(&self) -> Result<Arc<TcpListener>, ClusterError> {
        let Config { process, addresses, listener, .. } = self.config();
        let address = &addresses[*process];
        let listener = match listener {
            Some(listener) => Ok(Arc::clone(listener)),
            None => TcpListener::bind(self.resolve(address)?.as_slice()).map(Arc::new),
        };
        let listener = listener.and_then(|listener| {
            listener.set_nonblocking(true)?;
            Ok(listener)
        });
        listener.map_err(|error| {
            let text = match error.kind() {
                ErrorKind::AddrInUse => "the port is in use; is this process started twice? check its index, end the \
                     program that uses the port, or choose another port"
                    .to_string(),
                ErrorKind::AddrNotAvailable => "the address is not one of this machine; check the index of this \
                     process and the list of processes"
                    .to_string(),
                ErrorKind::PermissionDenied => {
                    "permission denied; ports below 1024 need special rights, choose another".to_string()
                }
                _ => format!("{error}; check the address, or choose another port"),
            };
            ClusterError::Start(format!("cannot listen at {address}: {text}"))
        })
    }

    /// Finds what an address of this process stands for.
    fn resolve(&self, address: &str) -> Result<Vec<SocketAddr>, ClusterError> {
        let (sender, resolved) = mpsc::channel();
        let name = address.to_string();
        // In a thread, because a name server can take longer than the start may.
        spawn("resolve", move || {
            let _ = sender.send(name.to_socket_addrs().map(Iterator::collect::<Vec<_>>));
        })?;
        let unknown = |error: String| {
            let text =
                format!("cannot resolve the name in '{address}': {error}; check the name in the list of processes");
            Err(ClusterError::Start(text))
        };
        match resolved.recv_timeout(self.context.left()) {
            Ok(Ok(targets)) if !targets.is_empty() => Ok(targets),
            Ok(Ok(_)) => unknown("it has no address".to_string()),
            Ok(Err(error)) => unknown(error.to_string()),
            Err(_) => unknown("no answer in time".to_string()),
        }
    }

    fn handle(&mut self, event: Event) -> Result<(), ClusterError> {
        match event {
            Event::Accepted { socket, hello, from } => self.accepted(socket, &hello, from),
            Event::Connected { process, socket } => self.adopt(process, socket, None),
            Event::Foreign { from, problem } => {
                self.refused(from, &problem);
                Ok(())
            }
            Event::Unreachable { process, problem } => {
                // A wrong answer to an earlier attempt says more than none yet.
                let known = self.problems.entry(process).or_default();
                if !known.starts_with(&problem) {
                    *known = problem;
                }
                Ok(())
            }
            Event::Failed(error) => Err(error),
        }
    }

    fn accepted(&mut self, socket: TcpStream, hello: &Hello, from: SocketAddr) -> Result<(), ClusterError> {
        let address = self.config().addresses.get(hello.from).cloned().unwrap_or_else(|| from.to_string());
        let fits = self.context.check(hello, &address);
        // The same answer if they do not fit: the other side then finds the same difference.
        let answer = self.context.hello(hello.from);
        if fits.is_err() {
            let _ = self.context.send(&socket, &answer);
            return fits;
        }
        if hello.from <= self.config().process || hello.from >= self.peers.len() {
            self.refused(from, "it has the number of no process that connects here");
            return Ok(());
        }
        if let Some(peer) = &self.peers[hello.from] {
            let first = peer.from.unwrap_or(from).to_string();
            let _ = self.context.send(&socket, &Greeting::Taken(first.clone()));
            return Err(reach::twice(hello.from, &first, &from.to_string()));
        }
        match self.context.send(&socket, &answer) {
            Ok(()) => self.adopt(hello.from, socket, Some(from)),
            Err(problem) => {
                self.problems.insert(hello.from, format!("connected, but broke off ({problem}) and did not return"));
                Ok(())
            }
        }
    }

    fn adopt(&mut self, process: usize, socket: TcpStream, from: Option<SocketAddr>) -> Result<(), ClusterError> {
        let connection = Connection::open(socket, process, &self.context.config, self.inboxes, self.failure)
            .map_err(|error| ClusterError::Start(format!("cannot use a connection: {error}; start again")))?;
        self.peers[process] = Some(Peer { connection, from });
        Ok(())
    }

    fn refused(&mut self, from: SocketAddr, problem: &str) {
        self.foreign += 1;
        if self.foreign == 1 {
            self.first_foreign = format!("from {from}, because {problem}");
        }
    }

    fn missing(&self) -> impl Iterator<Item = usize> {
        (0..self.peers.len()).filter(|&process| process != self.config().process && self.peers[process].is_none())
    }

    fn missed(&self) -> ClusterError {
        let Config { process: own, addresses, start_limit, .. } = self.config();
        let mut missing = self.missing();
        let process = missing.next().unwrap_or(*own);
        let unseen = if process < *own { "cannot be reached" } else { "did not connect" };
        let problem = self.problems.get(&process).map_or(unseen, String::as_str);
        let others = match missing.map(|other| other.to_string()).collect::<Vec<_>>().as_slice() {
            [] => String::new(),
            [other] => format!(" (process {other} is missing too)"),
            others => format!(" (processes {} are missing too)", others.join(", ")),
        };
        let foreign = match (self.foreign, &self.first_foreign) {
            (0, _) => String::new(),
            (1, first) => format!(" (1 foreign connection was refused: {first})"),
            (count, first) => format!(" ({count} foreign connections were refused, the first {first})"),
        };
        ClusterError::Start(format!(
            "process {process} at {} {problem} within {}{others}{foreign}; \
             start it, and check the list of processes and the firewall",
            addresses[process],
            seconds(*start_limit)
        ))
    }
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, ClusterError> {
    thread::Builder::new()
        .name(name.to_string())
        .spawn(work)
        .map_err(|error| ClusterError::Start(format!("cannot start a thread: {error}; allow more threads")))
}
