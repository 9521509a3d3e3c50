mod dataflow;
mod run;
mod start;
mod strangers;

use std::io::Write;
use std::net::TcpStream;
use std::sync::{Arc, mpsc};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use testkit::free_addresses as addresses;

use super::frame::{self, Kind};
use super::message::{Hello, Message};
use super::{Config, Failure, Link, Terms, VERSION};
use crate::ClusterError;

/// Far more than any step takes, also on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// What a process of a test is started with.
#[derive(Clone)]
struct Setup {
    config: Config,
    terms: Terms,
    version: u32,
}

impl Setup {
    fn new(process: usize, addresses: &[String]) -> Self {
        Self {
            config: Config {
                process,
                addresses: addresses.to_vec(),
                start_limit: Duration::from_secs(60),
                silence_limit: Duration::from_secs(30),
                token: "token".to_string(),
            },
            terms: Terms { game: "nim 3 5 7".to_string(), ranks: 15, processes: addresses.len(), threads: 2 },
            version: VERSION,
        }
    }

    fn silence(mut self, milliseconds: u64) -> Self {
        self.config.silence_limit = Duration::from_millis(milliseconds);
        self
    }

    fn limit(mut self, milliseconds: u64) -> Self {
        self.config.start_limit = Duration::from_millis(milliseconds);
        self
    }

    fn connect(&self) -> Result<Node, ClusterError> {
        let failure = Failure::new();
        let links = super::start::connect(&self.config, &self.terms, self.version, &failure);
        match links {
            Ok(links) => Ok(Node { links, failure }),
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
}

impl Node {
    fn link(&mut self, process: usize) -> Link {
        self.links[process].take().expect("another process")
    }

    /// The error that ends the run.
    fn error(&self) -> ClusterError {
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            if let Some(error) = self.failure.error() {
                return error;
            }
            thread::sleep(Duration::from_millis(5));
        }
        panic!("the run does not fail")
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

/// Connects to a process as soon as it listens.
fn reach(address: &str) -> TcpStream {
    let until = Instant::now() + PATIENCE;
    loop {
        match TcpStream::connect(address) {
            Ok(socket) if socket.local_addr().unwrap() != socket.peer_addr().unwrap() => return socket,
            _ => assert!(Instant::now() < until, "nobody listens at {address}"),
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// Plays a process that follows the protocol of the start, and after it does what the test wants.
fn impersonate(setup: &Setup, to: usize) -> TcpStream {
    let socket = reach(&setup.config.addresses[to]);
    let hello = Message::Hello(Hello {
        version: VERSION,
        token: setup.config.token.clone(),
        from: setup.config.process,
        to,
        terms: Some(setup.terms.clone()),
    });
    (&socket).write_all(&hello.encode(VERSION).unwrap()).unwrap();
    let answer = Message::read(&socket, VERSION, Instant::now() + PATIENCE, &|| false).unwrap();
    assert!(matches!(answer, Message::Hello(_)), "{answer:?}");
    socket.set_read_timeout(Some(PATIENCE)).unwrap();
    socket
}

fn send_frame(mut socket: &TcpStream, kind: Kind, payload: &[u8]) {
    let mut buffer = Vec::new();
    frame::encode(kind, payload, &mut buffer);
    socket.write_all(&buffer).unwrap();
}
