mod dataflow;
mod run;
mod start;
mod strangers;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::{Arc, mpsc};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use testkit::Listeners;

use super::frame::{self, HEADER, Kind};
use super::message::{Hello, Message};
use super::{Clock, Config, Failure, Link, Terms, VERSION};
use crate::ClusterError;

/// Far more than any step takes, also on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// An address where nobody listens: that takes special rights, and a program that asks for any port gets another one.
const NOBODY: &str = "127.0.0.1:1";

/// The limits of a process in a test, which can hardly be reached unless its clock is skipped.
const START_LIMIT: Duration = Duration::from_secs(60);
const SILENCE_LIMIT: Duration = Duration::from_secs(30);

/// What a process of a test is started with.
#[derive(Clone)]
struct Setup {
    config: Config,
    terms: Terms,
    version: u32,
}

impl Setup {
    /// A process that listens on its socket.
    fn new(process: usize, listeners: &Listeners) -> Self {
        let mut setup = Self::at(process, listeners.addresses());
        setup.config.listener = Some(Arc::new(listeners.socket(process)));
        setup
    }

    /// A process that binds its own address.
    fn at(process: usize, addresses: &[String]) -> Self {
        Self {
            config: Config {
                process,
                addresses: addresses.to_vec(),
                listener: None,
                start_limit: START_LIMIT,
                silence_limit: SILENCE_LIMIT,
                heartbeat: SILENCE_LIMIT / 4,
                token: "token".to_string(),
                clock: Clock::default(),
            },
            terms: Terms { game: "nim 3 5 7".to_string(), ranks: 15, processes: addresses.len(), threads: 2 },
            version: VERSION,
        }
    }

    fn silence(mut self, limit: Duration) -> Self {
        self.config.silence_limit = limit;
        self
    }

    fn heartbeat(mut self, interval: Duration) -> Self {
        self.config.heartbeat = interval;
        self
    }

    fn clock(&self) -> Clock {
        self.config.clock.clone()
    }

    fn connect(&self) -> Result<Node, ClusterError> {
        let failure = Failure::new();
        let links = super::start::connect(&self.config, &self.terms, self.version, &failure);
        match links {
            Ok(links) => Ok(Node { links, failure, clock: self.clock() }),
            Err(error) => {
                assert_eq!(failure.error().as_ref(), Some(&error));
                Err(error)
            }
        }
    }

    fn spawn(self) -> JoinHandle<Result<Node, ClusterError>> {
        thread::spawn(move || self.connect())
    }
}

/// A process of a test whose connections stand.
#[derive(Debug)]
struct Node {
    links: Vec<Option<Link>>,
    failure: Arc<Failure>,
    clock: Clock,
}

impl Node {
    fn link(&mut self, process: usize) -> Link {
        self.links[process].take().expect("another process")
    }

    /// Skips time until the run fails because another process shows no sign of life.
    fn skip_to_silence(&self) {
        wait_for(|| {
            self.clock.skip(SILENCE_LIMIT);
            self.failure.is_failed()
        });
    }

    /// The error that ends the run.
    fn error(&self) -> ClusterError {
        wait_for(|| self.failure.is_failed());
        self.failure.error().unwrap()
    }
}

/// Starts all processes, which must succeed.
fn start(setups: impl IntoIterator<Item = Setup>) -> Vec<Node> {
    let threads: Vec<_> = setups.into_iter().map(Setup::spawn).collect();
    threads.into_iter().map(|thread| thread.join().unwrap().unwrap()).collect()
}

/// Starts all processes, none of which must succeed.
fn fail(setups: impl IntoIterator<Item = Setup>) -> Vec<ClusterError> {
    let threads: Vec<_> = setups.into_iter().map(Setup::spawn).collect();
    threads.into_iter().map(|thread| thread.join().unwrap().unwrap_err()).collect()
}

/// Does something that may hang in a thread of its own.
fn patiently<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, result) = mpsc::channel();
    thread::spawn(move || sender.send(work()));
    result.recv_timeout(PATIENCE).expect("it hangs or panics")
}

/// Waits for something that happens in another thread.
fn wait_for(mut happened: impl FnMut() -> bool) {
    let until = Instant::now() + PATIENCE;
    while !happened() {
        assert!(Instant::now() < until, "it does not happen");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Plays a process that follows the protocol of the start, and after it does what the test wants.
fn impersonate(setup: &Setup, to: usize) -> TcpStream {
    let socket = TcpStream::connect(&setup.config.addresses[to]).unwrap();
    send_hello(&socket, setup, to);
    read_hello(&socket);
    socket
}

/// Plays a process to which another one connects, up to the end of the start.
fn answer(setup: &Setup) -> TcpStream {
    let listener = Arc::clone(setup.config.listener.as_ref().unwrap());
    let (socket, _) = patiently(move || listener.accept().unwrap());
    let Hello { from, .. } = read_hello(&socket);
    send_hello(&socket, setup, from);
    socket
}

fn send_hello(mut socket: &TcpStream, setup: &Setup, to: usize) {
    let Config { process, token, .. } = &setup.config;
    let terms = Some(setup.terms.clone());
    let hello = Message::Hello(Hello { version: VERSION, token: token.clone(), from: *process, to, terms });
    socket.write_all(&hello.encode(VERSION).unwrap()).unwrap();
}

fn read_hello(socket: &TcpStream) -> Hello {
    let until = Instant::now() + PATIENCE;
    let message = Message::read(socket, VERSION, &|| Instant::now() >= until).unwrap();
    socket.set_read_timeout(Some(PATIENCE)).unwrap();
    let Message::Hello(hello) = message else { panic!("{message:?}") };
    hello
}

fn send_frame(mut socket: &TcpStream, kind: Kind, payload: &[u8]) {
    let mut buffer = Vec::new();
    frame::encode(kind, payload, &mut buffer);
    socket.write_all(&buffer).unwrap();
}

/// The reason with which a process ends the run.
fn abort(mut socket: &TcpStream) -> (usize, String) {
    loop {
        let mut header = [0; HEADER];
        socket.read_exact(&mut header).unwrap();
        let (kind, length) = frame::decode(header).unwrap();
        let mut payload = vec![0; length];
        socket.read_exact(&mut payload).unwrap();
        match kind {
            Kind::Data | Kind::Heartbeat => {}
            Kind::Abort => return frame::parse_abort(&payload).unwrap(),
            Kind::End => panic!("the end of a run that failed"),
        }
    }
}
