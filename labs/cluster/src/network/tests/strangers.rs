use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;

use super::{PATIENCE, Setup, addresses, fail, reach};
use crate::ClusterError;

/// What a connection still receives before it is closed.
fn rest(mut socket: TcpStream) -> Vec<u8> {
    let mut bytes = Vec::new();
    socket.set_read_timeout(Some(PATIENCE)).unwrap();
    // An error is a reset, with which an operating system closes a connection whose bytes nobody read.
    let _ = socket.read_to_end(&mut bytes);
    bytes
}

#[test]
fn strangers_do_not_disturb_the_start() {
    let addresses = addresses(2);
    let zero = Setup::new(0, &addresses).spawn();
    let silent = reach(&addresses[0]);
    let mut slow = reach(&addresses[0]);
    slow.write_all(b"rgclu").unwrap();
    let mut garbage = reach(&addresses[0]);
    garbage.write_all(&vec![0xa5; 100_000]).unwrap_or(());
    let mut browser = reach(&addresses[0]);
    browser.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    // No word to a stranger, before any process has started or ended.
    assert_eq!(rest(garbage), []);
    assert_eq!(rest(browser), []);
    let one = Setup::new(1, &addresses).spawn();
    let _nodes = [zero, one].map(|thread| thread.join().unwrap().unwrap());
    assert_eq!(rest(silent), []);
    assert_eq!(rest(slow), []);
}

#[test]
fn a_stranger_instead_of_a_process() {
    let addresses = addresses(2);
    let zero = Setup::new(0, &addresses).limit(5000).spawn();
    let mut stranger = reach(&addresses[0]);
    let from = stranger.local_addr().unwrap();
    stranger.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    assert_eq!(rest(stranger), []);
    assert_eq!(
        zero.join().unwrap().unwrap_err().to_string(),
        format!(
            "process 1 at {} did not connect within 5 seconds \
             (1 foreign connection was refused: from {from}, because it is another program); \
             start it, and check the list of processes and the firewall",
            addresses[1]
        )
    );
}

#[test]
fn a_message_lists_the_first_strangers() {
    let addresses = addresses(2);
    let zero = Setup::new(0, &addresses).limit(5000).spawn();
    let mut sources = Vec::new();
    for _ in 0..5 {
        let mut stranger = reach(&addresses[0]);
        sources.push(format!("from {}, because it is another program", stranger.local_addr().unwrap()));
        stranger.write_all(b"12345678").unwrap();
        assert_eq!(rest(stranger), []);
    }
    let error = zero.join().unwrap().unwrap_err();
    let ClusterError::Start { foreign, .. } = &error else { panic!("{error}") };
    assert_eq!(*foreign, format!("5 foreign connections were refused, first {}", sources[..3].join(", ")));
}

#[test]
fn another_token() {
    let addresses = addresses(2);
    let mut one = Setup::new(1, &addresses);
    one.config.token = "another".to_string();
    let errors = fail([Setup::new(0, &addresses).limit(5000), one]);
    let ClusterError::Start { process: 1, foreign, .. } = &errors[0] else { panic!("{}", errors[0]) };
    assert!(foreign.starts_with("1 foreign connection was refused: from 127.0.0.1:"), "{foreign}");
    assert!(foreign.ends_with(", because its token is different"), "{foreign}");
    assert_eq!(
        errors[1].to_string(),
        format!(
            "process 0 at {} refused this process, because its token is different; \
             start all processes with the same token",
            addresses[0]
        )
    );
}

#[test]
fn another_program_at_the_address() {
    let check = |answer: &'static [u8], expected: &str| {
        let addresses = addresses(2);
        let listener = TcpListener::bind(&addresses[0]).unwrap();
        thread::spawn(move || {
            let mut kept = Vec::new();
            for mut socket in listener.incoming().flatten() {
                socket.write_all(answer).unwrap_or(());
                kept.push(socket);
            }
        });
        let errors = fail([Setup::new(1, &addresses).limit(3000)]);
        let expected = format!("process 0 at {} {expected} within 3 seconds; ", addresses[0]);
        assert!(errors[0].to_string().starts_with(&expected), "{}", errors[0]);
    };
    check(b"", "does not answer");
    check(b"HTTP/1.1 400 Bad Request\r\n\r\n", "does not answer (it is another program)");
}

#[test]
fn more_strangers_than_may_wait() {
    let addresses = addresses(2);
    let zero = Setup::new(0, &addresses).spawn();
    // Those over the limit are refused at once, and the process comes in when the first ones are.
    let strangers: Vec<_> = (0..80).map(|_| reach(&addresses[0])).collect();
    let one = Setup::new(1, &addresses).spawn();
    let _nodes = [zero, one].map(|thread| thread.join().unwrap().unwrap());
    drop(strangers);
}
