use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};

use testkit::Listeners;

use super::{PATIENCE, START_LIMIT, Setup, connected, patiently, read_hello, refused};

/// What a connection still receives before it is closed.
fn rest(mut socket: TcpStream) -> Vec<u8> {
    let mut bytes = Vec::new();
    socket.set_read_timeout(Some(PATIENCE)).unwrap();
    // An error is a reset, with which an operating system closes a connection whose bytes nobody read.
    let _ = socket.read_to_end(&mut bytes);
    bytes
}

/// Connects to process 0.
fn connect(listeners: &Listeners) -> TcpStream {
    TcpStream::connect(&listeners.addresses()[0]).unwrap()
}

#[test]
fn strangers_do_not_disturb_the_start() {
    let listeners = Listeners::new(2);
    let zero = Setup::new(0, &listeners).spawn();
    let silent = connect(&listeners);
    let mut slow = connect(&listeners);
    slow.write_all(b"clust").unwrap();
    let mut garbage = connect(&listeners);
    garbage.write_all(&vec![0xa5; 100_000]).unwrap_or(());
    let mut browser = connect(&listeners);
    browser.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    // No word to a stranger, before any process has started or ended.
    assert_eq!(rest(garbage), []);
    assert_eq!(rest(browser), []);
    let one = Setup::new(1, &listeners).spawn();
    let _nodes = [zero, one].map(connected);
    assert_eq!(rest(silent), []);
    assert_eq!(rest(slow), []);
}

#[test]
fn strangers_instead_of_a_process() {
    for (count, foreign) in
        [(1, "1 foreign connection was refused:"), (2, "2 foreign connections were refused, the first")]
    {
        let listeners = Listeners::new(2);
        let zero = Setup::new(0, &listeners);
        let (clock, zero) = (zero.clock(), zero.spawn());
        let mut first = None;
        for _ in 0..count {
            let mut stranger = connect(&listeners);
            first = first.or(stranger.local_addr().ok());
            stranger.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
            assert_eq!(rest(stranger), []);
        }
        clock.skip(START_LIMIT);
        assert_eq!(
            refused(zero).to_string(),
            format!(
                "process 1 at {} did not connect within 60 seconds \
                 ({foreign} from {}, because it is another program); \
                 start it, and check the list of processes and the firewall",
                listeners.addresses()[1],
                first.unwrap()
            )
        );
    }
}

/// Lets process 1 fail to connect to another program, which answers its attempts.
fn check_other_program(answer: impl FnOnce(&TcpListener) -> Vec<TcpStream> + Send + 'static, problem: &str) {
    let listeners = Listeners::new(2);
    let one = Setup::new(1, &listeners);
    let (clock, one) = (one.clock(), one.spawn());
    let socket = listeners.socket(0);
    let connections = patiently(move || answer(&socket));
    clock.skip(START_LIMIT);
    let error = refused(one).to_string();
    let expected = format!("process 0 at {} {problem} within 60 seconds; ", listeners.addresses()[0]);
    assert!(error.starts_with(&expected), "{error}");
    drop(connections);
}

#[test]
fn another_program_says_nothing() {
    let answer = |listener: &TcpListener| {
        let socket = listener.accept().unwrap().0;
        read_hello(&socket);
        vec![socket]
    };
    check_other_program(answer, "does not answer");
}

#[test]
fn another_program_answers() {
    let answer = |listener: &TcpListener| {
        let mut socket = listener.accept().unwrap().0;
        socket.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").unwrap();
        // When the process tries again, it has read the answer.
        vec![socket, listener.accept().unwrap().0]
    };
    check_other_program(answer, "does not answer (it is another program)");
}
