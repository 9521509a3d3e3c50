mod run;
mod start;
mod strangers;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use testkit::{Listeners, PATIENCE};

use super::frame::{HEADER, Header, Kind};
use super::greeting::{Greeting, Hello};
use super::{Clock, Config, Failure, Message, Network, VERSION};
use crate::ClusterError;

/// An address where nobody listens: that takes special rights, and a program that asks for any port gets another one.
const NOBODY: &str = "127.0.0.1:1";

/// The limits of a process, which a test hardly reaches unless its clock is skipped.
const START_LIMIT: Duration = Duration::from_secs(60);
const SILENCE_LIMIT: Duration = Duration::from_secs(30);

/// What a process of a test is started with.
#[derive(Clone)]
struct Setup(Config);

impl Setup {
    /// A process that listens on its socket.
    fn new(process: usize, listeners: &Listeners) -> Self {
        let mut setup = Self::at(process, listeners.addresses());
        setup.0.listener = Some(Arc::new(listeners.socket(process)));
        setup
    }

    /// A process that binds its own address.
    fn at(process: usize, addresses: &[String]) -> Self {
        Self(Config {
            process,
            addresses: addresses.to_vec(),
            token: "token".to_string(),
            terms: [("game", "nim 3 5 7"), ("size", "15")].map(|(what, value)| (what, value.to_string())).to_vec(),
            ..Config::default()
        })
    }

    fn clock(&self) -> Clock {
        self.0.clock.clone()
    }

    fn connect(self) -> Result<Node, ClusterError> {
        let (failure, clock, (inbox, messages)) = (Failure::new(), self.clock(), mpsc::channel());
        match Network::connect(self.0, vec![inbox], &failure) {
            Ok(network) => Ok(Node { network, messages: Mutex::new(messages), failure, clock }),
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

/// A process of a test whose connections stand. It has one worker.
struct Node {
    network: Network,
    messages: Mutex<Receiver<Message>>,
    failure: Arc<Failure>,
    clock: Clock,
}

impl Node {
    /// The next message to the worker.
    fn message(&self) -> Message {
        self.messages.lock().unwrap().recv_timeout(PATIENCE).expect("a message")
    }

    /// Skips time until the run fails because another process shows no sign of life.
    fn skip_to_silence(&self) {
        wait_for(|| {
            self.clock.skip(SILENCE_LIMIT);
            self.failure.is_failed()
        });
    }

    /// The number of bytes received from another process.
    fn received(&self, process: usize) -> u64 {
        self.network.connections[process].as_ref().expect("another process").received.load(Ordering::Relaxed)
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
    threads.into_iter().map(connected).collect()
}

/// Starts all processes, none of which must succeed.
fn fail<const N: usize>(setups: [Setup; N]) -> [ClusterError; N] {
    setups.map(Setup::spawn).map(refused)
}

/// The process that was started.
fn connected(process: JoinHandle<Result<Node, ClusterError>>) -> Node {
    patiently(move || process.join().unwrap().unwrap_or_else(|error| panic!("{error}")))
}

/// The error of a process that could not be started.
fn refused(process: JoinHandle<Result<Node, ClusterError>>) -> ClusterError {
    patiently(move || process.join().unwrap().err().expect("an error"))
}

/// Does something that may hang in a thread of its own.
fn patiently<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, result) = mpsc::channel();
    thread::spawn(move || sender.send(work()));
    result.recv_timeout(PATIENCE).expect("it hangs or panics")
}

/// Waits for something that happens in another thread.
fn wait_for(happened: impl FnMut() -> bool) {
    testkit::wait_until("it does not happen", happened);
}

/// Plays a process that follows the protocol of the start, and after it does what the test wants.
fn impersonate(setup: &Setup, to: usize) -> TcpStream {
    let socket = TcpStream::connect(&setup.0.addresses[to]).unwrap();
    send_hello(&socket, setup, to);
    read_hello(&socket);
    socket
}

fn send_hello(mut socket: &TcpStream, setup: &Setup, to: usize) {
    let Config { process, token, .. } = &setup.0;
    let terms = setup.0.terms.iter().map(|(_, value)| value.clone()).collect();
    let hello = Greeting::Hello(Hello { version: VERSION, token: token.clone(), from: *process, to, terms });
    socket.write_all(&hello.encode(VERSION).unwrap()).unwrap();
}

fn read_hello(socket: &TcpStream) -> Hello {
    let until = Instant::now() + PATIENCE;
    let message = Greeting::read(socket, &|| Instant::now() >= until).unwrap();
    socket.set_read_timeout(Some(PATIENCE)).unwrap();
    let Greeting::Hello(hello) = message else { panic!("{message:?}") };
    hello
}

fn send_frame(mut socket: &TcpStream, header: Header, payload: &[u8]) {
    let mut buffer = Vec::new();
    header.encode(payload, &mut buffer);
    socket.write_all(&buffer).unwrap();
}

/// Moves to the only worker of a process from the only one of another.
fn moves_from(from: usize) -> Header {
    Header { kind: Kind::Moves, from, to: 0 }
}

/// The first frame that is not one of this kind: its header and payload.
fn frame_after(mut socket: &TcpStream, skipped: &[Kind]) -> (Header, Vec<u8>) {
    loop {
        let mut header = [0; HEADER];
        socket.read_exact(&mut header).unwrap();
        let (header, length) = Header::decode(header).unwrap();
        let mut payload = vec![0; length];
        socket.read_exact(&mut payload).unwrap();
        if !skipped.contains(&header.kind) {
            return (header, payload);
        }
    }
}

/// The reason with which a process ends the run, and the process where it failed first.
fn abort(socket: &TcpStream) -> (usize, String) {
    let (header, reason) = frame_after(socket, &[Kind::Moves, Kind::Numbers, Kind::Heartbeat]);
    assert_eq!(header.kind, Kind::Abort);
    (header.from, String::from_utf8(reason).unwrap())
}
