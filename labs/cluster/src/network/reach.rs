//! The two ways to a connection, each tried in threads of its own: accept one, or open one.

use std::io::{ErrorKind, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};

use super::Config;
use super::connection::describe;
use super::greeting::{Greeting, Hello, Problem};
use crate::ClusterError;

/// The time that an accepted connection has for its first message.
const HELLO: Duration = Duration::from_secs(5);
/// The time between two attempts to accept a connection.
const ACCEPT: Duration = Duration::from_millis(5);
/// The time between two attempts to reach a process.
const RETRY: Duration = Duration::from_millis(100);
/// The longest time for one attempt to reach an address.
const ATTEMPT: Duration = Duration::from_secs(3);

/// How the problem with a process begins whose address can be reached.
const NO_ANSWER: &str = "does not answer";

/// What happened to a connection.
#[derive(Debug)]
pub(super) enum Event {
    /// A process of the run connected, and waits for an answer.
    Accepted { socket: TcpStream, hello: Hello, from: SocketAddr },
    /// A process of the run answered.
    Connected { process: usize, socket: TcpStream },
    /// Something else connected.
    Foreign { from: SocketAddr, problem: Problem },
    /// A process does not answer yet, or could not be reached and will be tried again.
    Unreachable { process: usize, problem: Problem },
    /// The processes do not fit.
    Failed(ClusterError),
}

/// What the threads of a start share.
#[derive(Debug)]
pub(super) struct Context {
    pub(super) config: Arc<Config>,
    /// When the start is over at the latest.
    pub(super) until: Instant,
    pub(super) stop: AtomicBool,
    pub(super) events: Sender<Event>,
}

impl Context {
    pub(super) fn hello(&self, to: usize) -> Greeting {
        let Config { process: from, token, terms, version, .. } = &*self.config;
        let terms = terms.iter().map(|(_, term)| term.clone()).collect();
        Greeting::Hello(Hello { version: *version, token: token.clone(), from: *from, to, terms })
    }

    /// Sends a message. It is short enough for the buffer of a new connection, so this does not wait.
    pub(super) fn send(&self, mut socket: &TcpStream, message: &Greeting) -> Result<(), Problem> {
        let bytes = message.encode(self.config.version).ok_or("the message is too long")?;
        let limit = socket.set_write_timeout(Some(Duration::from_secs(1)));
        limit.and_then(|()| socket.write_all(&bytes)).map_err(|error| describe(&error))
    }

    /// What differs between this process and the one that sent `hello`, which is at `address`.
    pub(super) fn check(&self, hello: &Hello, address: &str) -> Result<(), ClusterError> {
        let Config { process, addresses, terms, version, .. } = &*self.config;
        let same_version = hello.version == *version;
        let mut pairs = terms.iter().zip(&hello.terms).filter(|_| same_version);
        let difference = match pairs.find(|((_, here), there)| here != *there) {
            Some(((what, here), there)) => Some((*what, here.clone(), there.clone())),
            None if same_version => None,
            None => Some(("version of the protocol", version.to_string(), hello.version.to_string())),
        };
        if let Some((what, here, there)) = difference {
            return Err(ClusterError::Start(format!(
                "process {} at {address} does not fit: its {what} is {there}, but {here} on this process; \
                 start all processes from the same program with the same options",
                hello.from
            )));
        }
        if hello.to == *process { Ok(()) } else { Err(misplaced(*process, &addresses[*process], hello.to)) }
    }

    /// The time until the start is over at the latest.
    pub(super) fn left(&self) -> Duration {
        self.until.saturating_duration_since(self.config.clock.now())
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.left().is_zero()
    }

    fn report(&self, event: Event) {
        // Nobody listens any more when the start is over.
        let _ = self.events.send(event);
    }

    fn pause(&self, time: Duration) {
        thread::sleep(time.min(self.left()));
    }
}

/// Accepts connections until the start is over.
pub(super) fn accept(context: &Arc<Context>, listener: &TcpListener) {
    while !context.stopped() {
        match listener.accept() {
            Ok((socket, from)) => {
                let owned = Arc::clone(context);
                let thread = thread::Builder::new().name("hello".to_string());
                if thread.spawn(move || welcome(&owned, socket, from)).is_err() {
                    context.report(Event::Foreign { from, problem: "no thread can be started for it".to_string() });
                }
            }
            // Errors of one connection, or of a lack of descriptors that can end.
            Err(_) => context.pause(ACCEPT),
        }
    }
}

/// Reports a connection, and only then closes it if it is foreign.
fn welcome(context: &Context, socket: TcpStream, from: SocketAddr) {
    let until = Instant::now() + HELLO;
    let message = match socket.set_nonblocking(false) {
        Ok(()) => Greeting::read(&socket, &|| context.stopped() || Instant::now() >= until),
        Err(error) => Err(describe(&error)),
    };
    let foreign = |problem: &str| context.report(Event::Foreign { from, problem: problem.to_string() });
    match message {
        Ok(Greeting::Hello(hello)) if hello.token == context.config.token => {
            context.report(Event::Accepted { socket, hello, from });
        }
        Ok(Greeting::Hello(_)) => {
            foreign("its token is different");
            // That process learns it from the answer or, if it is gone, needs none.
            let _ = context.send(&socket, &Greeting::WrongToken);
        }
        Ok(Greeting::WrongToken | Greeting::Taken(_)) => foreign("it sent a damaged message"),
        Err(problem) => foreign(&problem),
    }
}

/// Opens a connection to a process, with attempts until the start is over.
pub(super) fn reach(context: &Context, process: usize) {
    while !context.stopped() {
        match attempt(context, process) {
            Ok(socket) => return context.report(Event::Connected { process, socket }),
            Err(Obstacle::Final(error)) => return context.report(Event::Failed(error)),
            // The end of the start is no problem of the process.
            Err(Obstacle::Passing(_)) if context.stopped() => return,
            Err(Obstacle::Passing(problem)) => context.report(Event::Unreachable { process, problem }),
        }
        context.pause(RETRY);
    }
}

enum Obstacle {
    Passing(Problem),
    Final(ClusterError),
}

fn attempt(context: &Context, process: usize) -> Result<TcpStream, Obstacle> {
    let address = &context.config.addresses[process];
    let socket = open(context, address).map_err(|problem| {
        // The process may only be about to start, and its name to be announced.
        Obstacle::Passing(format!("cannot be reached ({problem})"))
    })?;
    context.report(Event::Unreachable { process, problem: NO_ANSWER.to_string() });
    context
        .send(&socket, &context.hello(process))
        .map_err(|problem| Obstacle::Passing(format!("cannot be reached ({problem})")))?;
    let answer = Greeting::read(&socket, &|| context.stopped())
        .map_err(|problem| Obstacle::Passing(format!("{NO_ANSWER} ({problem})")))?;
    match answer {
        Greeting::Hello(hello) if hello.token == context.config.token => {
            context.check(&hello, address).map_err(Obstacle::Final)?;
            if hello.from != process {
                return Err(Obstacle::Final(misplaced(hello.from, address, process)));
            }
            Ok(socket)
        }
        Greeting::Hello(_) => Err(Obstacle::Passing(format!("{NO_ANSWER} (its token is different)"))),
        Greeting::WrongToken => Err(Obstacle::Final(ClusterError::Start(format!(
            "process {process} at {address} refused this process, because its token is different; \
             start all processes with the same token"
        )))),
        Greeting::Taken(first) => {
            let second = socket.local_addr().map_or_else(|_| "here".to_string(), |address| address.to_string());
            Err(Obstacle::Final(twice(context.config.process, &first, &second)))
        }
    }
}

fn open(context: &Context, address: &str) -> Result<TcpStream, Problem> {
    let mut problem = "its name has no address".to_string();
    for target in address.to_socket_addrs().map_err(|error| error.to_string())? {
        let left = context.left().min(ATTEMPT);
        if left.is_zero() {
            break;
        }
        match TcpStream::connect_timeout(&target, left) {
            // An operating system may connect a socket to itself while nothing listens at a port of its own choice.
            Ok(socket) if socket.local_addr().is_ok_and(|own| own == target) => {
                problem = describe(&ErrorKind::ConnectionRefused.into());
            }
            Ok(socket) => {
                socket.set_nodelay(true).map_err(|error| describe(&error))?;
                return Ok(socket);
            }
            Err(error) => problem = describe(&error),
        }
    }
    Err(problem)
}

/// A process answers at the address of another one, by the list of the process that connects.
fn misplaced(process: usize, address: &str, expected: usize) -> ClusterError {
    ClusterError::Start(format!(
        "process {process} answers at {address}, where process {expected} is expected; \
         give each process an address of its own, in the same list for all"
    ))
}

/// Two processes were started with the same number, and connect from these addresses.
pub(super) fn twice(process: usize, first: &str, second: &str) -> ClusterError {
    ClusterError::Start(format!(
        "two processes have the number {process}, one connects from {first} and one from {second}; \
         start each process with its own number"
    ))
}
