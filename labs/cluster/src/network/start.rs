//! The start of a run: every process is connected to every other one, or all of them know why not.

use std::collections::BTreeMap;
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::connection::{Connection, Place};
use super::message::{Hello, Message};
use super::reach::{self, Context, Event, NO_ANSWER};
use super::{Config, Failure, Link, Terms};
use crate::ClusterError;

/// The time between two looks at whether the run has failed.
const LOOK: Duration = Duration::from_millis(20);
/// The time that a failed start spends on informing the other processes.
const SETTLE: Duration = Duration::from_secs(1);
/// The number of foreign connections that a message lists.
const LISTED: usize = 3;

/// [`super::connect`] with a version of the protocol.
pub(super) fn connect(
    config: &Config,
    terms: &Terms,
    version: u32,
    failure: &Arc<Failure>,
) -> Result<Vec<Option<Link>>, ClusterError> {
    let (sender, events) = mpsc::channel();
    let context = Arc::new(Context {
        process: config.process,
        addresses: config.addresses.clone(),
        token: config.token.clone(),
        terms: terms.clone(),
        version,
        clock: config.clock.clone(),
        until: config.clock.now() + config.start_limit,
        stop: AtomicBool::new(false),
        pending: AtomicUsize::new(0),
        events: sender,
    });
    let place = Arc::new(Place {
        process: config.process,
        addresses: config.addresses.clone(),
        silence: config.silence_limit,
        heartbeat: config.heartbeat,
        clock: config.clock.clone(),
    });
    let mut start = Start {
        context: Arc::clone(&context),
        listener: config.listener.clone(),
        place,
        failure: Arc::clone(failure),
        limit: config.start_limit,
        peers: config.addresses.iter().map(|_| None).collect(),
        problems: BTreeMap::new(),
        foreign: 0,
        sources: Vec::new(),
        acceptor: None,
    };
    let result = start.run(&events);
    context.stop.store(true, Ordering::Relaxed);
    if let Some(acceptor) = start.acceptor.take() {
        // It closes a port that it has opened, so that the next run can listen there.
        let _ = acceptor.join();
    }
    let result = result.and_then(|()| {
        start.stop_watchers();
        failure.error().map_or(Ok(()), Err)
    });
    match result {
        Ok(()) => Ok(start.peers.into_iter().map(|peer| Some(peer?.link)).collect()),
        Err(error) => {
            failure.record(error.clone());
            failure.settle(SETTLE);
            Err(failure.error().unwrap_or(error))
        }
    }
}

struct Start {
    context: Arc<Context>,
    /// The socket that was handed over, if one was.
    listener: Option<Arc<TcpListener>>,
    place: Arc<Place>,
    failure: Arc<Failure>,
    limit: Duration,
    peers: Vec<Option<Peer>>,
    /// The last problem with each process.
    problems: BTreeMap<usize, String>,
    foreign: usize,
    sources: Vec<String>,
    acceptor: Option<JoinHandle<()>>,
}

/// A process that is connected, and watched until the start is over.
struct Peer {
    link: Link,
    from: Option<SocketAddr>,
    watcher: Option<JoinHandle<()>>,
    stop: Arc<AtomicBool>,
}

impl Start {
    fn run(&mut self, events: &Receiver<Event>) -> Result<(), ClusterError> {
        self.check_config()?;
        let listener = self.listen()?;
        let context = Arc::clone(&self.context);
        self.acceptor = Some(spawn("accept", move || reach::accept(&context, &listener))?);
        for process in 0..self.context.process {
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

    fn check_config(&self) -> Result<(), ClusterError> {
        for address in &self.context.addresses {
            let port = address.rsplit_once(':').filter(|(host, _)| !host.is_empty()).map(|(_, port)| port);
            let error = match port.map(str::parse::<u16>) {
                None => "it has no host and port",
                Some(Err(_)) => "its port is not a number from 1 to 65535",
                Some(Ok(0)) => "port 0 cannot be reached",
                Some(Ok(_)) => continue,
            };
            return Err(ClusterError::Address { address: address.clone(), error: error.to_string() });
        }
        if self.context.hello(0).encode(self.context.version).is_none() {
            return Err(ClusterError::Worker(
                "the token and the name of the game are too long; choose a shorter token".to_string(),
            ));
        }
        Ok(())
    }

    /// Listens on the socket that was handed over, or else at the address of this process.
    fn listen(&self) -> Result<Arc<TcpListener>, ClusterError> {
        let address = self.context.addresses[self.context.process].clone();
        let listener = match &self.listener {
            Some(listener) => Ok(Arc::clone(listener)),
            None => TcpListener::bind(self.resolve(&address)?.as_slice()).map(Arc::new),
        };
        let listener = listener.and_then(|listener| {
            listener.set_nonblocking(true)?;
            Ok(listener)
        });
        listener.map_err(|error| ClusterError::Listen { address, kind: error.kind(), error: error.to_string() })
    }

    /// Finds what an address of this process stands for.
    fn resolve(&self, address: &str) -> Result<Vec<SocketAddr>, ClusterError> {
        let (sender, resolved) = mpsc::channel();
        let name = address.to_string();
        // In a thread, because a name server can take longer than the start may.
        spawn("resolve", move || {
            let _ = sender.send(name.to_socket_addrs().map(Iterator::collect::<Vec<_>>));
        })?;
        let unknown = |error: String| Err(ClusterError::Name { address: address.to_string(), error });
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
            Event::Unanswered { process } => {
                // A wrong answer to an earlier attempt says more.
                let problem = self.problems.entry(process).or_default();
                if !problem.starts_with(NO_ANSWER) {
                    *problem = NO_ANSWER.to_string();
                }
                Ok(())
            }
            Event::Unreachable { process, problem } => {
                self.problems.insert(process, problem);
                Ok(())
            }
            Event::Failed(error) => Err(error),
        }
    }

    fn accepted(&mut self, socket: TcpStream, hello: &Hello, from: SocketAddr) -> Result<(), ClusterError> {
        let address = self.context.addresses.get(hello.from).cloned().unwrap_or_else(|| from.to_string());
        let fits = self.context.check(hello, &address);
        // The same answer if they do not fit: the other side then finds the same difference.
        let answer = self.context.hello(hello.from);
        if fits.is_err() {
            let _ = self.context.send(&socket, &answer);
            return fits;
        }
        if hello.from <= self.context.process || hello.from >= self.peers.len() {
            self.refused(from, "it has the number of no process that connects here");
            return Ok(());
        }
        if let Some(peer) = &self.peers[hello.from] {
            let first = peer.from.unwrap_or(from).to_string();
            let _ = self.context.send(&socket, &Message::Taken(first.clone()));
            return Err(ClusterError::Twice { process: hello.from, first, second: from.to_string() });
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
        let connection = Connection::open(socket, process, &self.place, &self.failure)
            .map_err(|error| ClusterError::Worker(format!("cannot use a connection: {error}; start again")))?;
        let stop = Arc::new(AtomicBool::new(false));
        let watcher = {
            let (connection, stop) = (Arc::clone(&connection), Arc::clone(&stop));
            spawn("watch", move || connection.watch(&stop))?
        };
        self.peers[process] = Some(Peer { link: Link::new(connection), from, watcher: Some(watcher), stop });
        Ok(())
    }

    fn refused(&mut self, from: SocketAddr, problem: &str) {
        self.foreign += 1;
        if self.sources.len() < LISTED {
            self.sources.push(format!("from {from}, because {problem}"));
        }
    }

    fn missing(&self) -> impl Iterator<Item = usize> {
        (0..self.peers.len()).filter(|&process| process != self.context.process && self.peers[process].is_none())
    }

    fn missed(&self) -> ClusterError {
        let mut missing = self.missing();
        let process = missing.next().unwrap_or(self.context.process);
        let unseen = if process < self.context.process { "cannot be reached" } else { "did not connect" };
        ClusterError::Start {
            process,
            address: self.context.addresses[process].clone(),
            limit: self.limit,
            problem: self.problems.get(&process).map_or(unseen, String::as_str).to_string(),
            others: missing.collect(),
            foreign: self.strangers(),
        }
    }

    /// A clause on the foreign connections, empty without any.
    fn strangers(&self) -> String {
        let sources = self.sources.join(", ");
        match self.foreign {
            0 => String::new(),
            1 => format!("1 foreign connection was refused: {sources}"),
            count if count <= LISTED => format!("{count} foreign connections were refused: {sources}"),
            count => format!("{count} foreign connections were refused, first {sources}"),
        }
    }

    /// Leaves the connections to the links that read them.
    fn stop_watchers(&mut self) {
        for peer in self.peers.iter().flatten() {
            peer.stop.store(true, Ordering::Relaxed);
        }
        for watcher in self.peers.iter_mut().flatten().filter_map(|peer| peer.watcher.take()) {
            // Even if it panicked, the link can be read.
            let _ = watcher.join();
        }
    }
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, ClusterError> {
    thread::Builder::new()
        .name(name.to_string())
        .spawn(work)
        .map_err(|error| ClusterError::Worker(format!("cannot start a thread: {error}; allow more threads")))
}
