use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use testkit::Listeners;

use super::{
    Header, Kind, Message, Node, SILENCE_LIMIT, Setup, abort, connected, frame_after, impersonate, moves_from,
    patiently, send_frame, start, wait_for,
};
use crate::ClusterError;
use crate::network::Content;

const END: Header = Header { kind: Kind::End, from: 1, to: 0 };
const HEARTBEAT: Header = Header { kind: Kind::Heartbeat, from: 1, to: 0 };

/// A process with number 0, a connection to it that the test uses as process 1, and the address of that one.
fn one_real(silence_limit: Duration) -> (Node, TcpStream, String) {
    let listeners = Listeners::new(2);
    let mut zero = Setup::new(0, &listeners);
    zero.0.silence_limit = silence_limit;
    // It sends nothing of its own accord, so that its end of the connection has nothing that was not read.
    zero.0.heartbeat = Duration::from_secs(3600);
    let zero = zero.spawn();
    let socket = impersonate(&Setup::new(1, &listeners), 0);
    (connected(zero), socket, listeners.addresses()[1].clone())
}

/// Process 0 of three, connections to it that the test uses as the others, and the address of process 1.
fn one_real_of_three() -> (Node, [TcpStream; 2], String) {
    let listeners = Listeners::new(3);
    let zero = Setup::new(0, &listeners).spawn();
    let others = [1, 2].map(|process| impersonate(&Setup::new(process, &listeners), 0));
    (connected(zero), others, listeners.addresses()[1].clone())
}

/// Waits until a number that only grows does not grow any more.
fn wait_until_it_stands(number: &AtomicU64) {
    let mut before = 0;
    wait_for(|| {
        let last = std::mem::replace(&mut before, number.load(Ordering::Relaxed));
        thread::sleep(Duration::from_millis(100));
        last == before && last > 0
    });
}

/// Bytes that follow no pattern a frame could have.
fn noise(length: usize, mut seed: u64) -> Vec<u8> {
    let bytes = std::iter::repeat_with(|| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed.to_le_bytes()[3]
    });
    bytes.take(length).collect()
}

fn moves(from: usize, code: &[u8]) -> Message {
    Message { from, content: Content::Moves(code.to_vec()) }
}

fn lost(address: &str, error: &str) -> ClusterError {
    ClusterError::Lost { process: 1, address: address.to_string(), error: error.to_string() }
}

#[test]
fn messages_arrive_in_their_order_in_both_directions() {
    let listeners = Listeners::new(2);
    let nodes = start([0, 1].map(|process| {
        let mut setup = Setup::new(process, &listeners);
        setup.0.heartbeat = Duration::from_millis(20);
        setup
    }));
    let lengths = || (0..100).map(|number| number * 2_000);
    thread::scope(|scope| {
        for (process, node) in nodes.iter().enumerate() {
            scope.spawn(move || {
                lengths().for_each(|length| node.network.send_moves(process, 1 - process, noise(length, 1)));
                node.network.send_numbers(process, &[7, u64::MAX]);
            });
        }
        for (process, node) in nodes.iter().enumerate() {
            let mut of_other = lengths().map(|length| moves(1 - process, &noise(length, 1)));
            let mut ends = 0;
            while ends < 2 {
                match node.message() {
                    Message { from, content: Content::Numbers(numbers) } => {
                        assert_eq!(numbers, [7, u64::MAX]);
                        assert!(from == process || of_other.next().is_none(), "moves are missing");
                        ends += 1;
                    }
                    message => assert!(of_other.next().as_ref() == Some(&message), "not what was sent"),
                }
            }
        }
    });
    // Longer than a process may be silent, but signs of life arrive.
    for _ in 0..3 {
        let received = || [0, 1].map(|process| nodes[process].received(1 - process));
        let before = received();
        wait_for(|| received().iter().zip(&before).all(|(now, before)| now > before));
        for node in &nodes {
            node.clock.skip(SILENCE_LIMIT * 2 / 3);
        }
    }
    let ends = nodes.into_iter().map(|node| thread::spawn(|| node.network.finish().unwrap())).collect::<Vec<_>>();
    let ends: Vec<_> = ends.into_iter().map(|end| patiently(move || end.join().unwrap())).collect();
    assert_eq!(ends[0], [ends[1][1], ends[1][0]]);
    // At least the moves, and a header for each message.
    let least = lengths().sum::<usize>() as u64 + 101 * 13;
    assert!(ends.as_flattened().iter().all(|bytes| (least..least + 1_000_000).contains(bytes)), "{ends:?}");
}

#[test]
fn messages_arrive_before_all_processes_are_there() {
    let listeners = Listeners::new(3);
    let zero = Setup::new(0, &listeners).spawn();
    let early = impersonate(&Setup::new(1, &listeners), 0);
    let data = noise(300_000, 3);
    send_frame(&early, HEARTBEAT, &[]);
    send_frame(&early, moves_from(1), &data);
    let _late = impersonate(&Setup::new(2, &listeners), 0);
    let node = connected(zero);
    send_frame(&early, moves_from(1), &[1, 2, 3]);
    assert!(node.message() == moves(1, &data) && node.message() == moves(1, &[1, 2, 3]));
}

#[test]
fn what_no_process_sends_is_damaged() {
    let damaged: [(Header, &[u8]); 4] = [
        (Header { kind: Kind::Numbers, from: 1, to: 0 }, b"7 bytes"),
        (Header { kind: Kind::Moves, from: 1, to: 1 }, b"no such worker here"),
        (Header { kind: Kind::Moves, from: 2, to: 0 }, b"not a worker of that process"),
        (HEARTBEAT, b"a sign of life has no payload"),
    ];
    for (header, payload) in damaged {
        let (node, socket, address) = one_real(SILENCE_LIMIT);
        send_frame(&socket, header, payload);
        assert_eq!(node.error(), lost(&address, "its data is damaged"), "{header:?}");
    }
    let (node, mut socket, address) = one_real(SILENCE_LIMIT);
    socket.write_all(&[0xa5; 13]).unwrap();
    assert_eq!(node.error(), lost(&address, "its data is damaged"));
}

#[test]
fn a_process_falls_silent() {
    let (node, socket, address) = one_real(SILENCE_LIMIT);
    send_frame(&socket, moves_from(1), b"the last word");
    node.message();
    node.skip_to_silence();
    let error = node.error();
    assert_eq!(
        error.to_string(),
        format!(
            "process 1 at {address} gave no sign of life for 30 seconds; check its machine and the network; \
             start all processes again; a run that solves continues from its last checkpoint"
        )
    );
    // The process may only hang, and then learns it when it goes on.
    assert_eq!(abort(&socket), (0, error.to_string()));
}

#[test]
fn a_process_takes_nothing() {
    let (node, socket, address) = one_real(SILENCE_LIMIT);
    thread::scope(|scope| {
        // More than the operating system keeps.
        let writer = scope.spawn(|| (0..500).for_each(|_| node.network.send_moves(0, 1, vec![0; 100_000])));
        node.skip_to_silence();
        writer.join().unwrap();
    });
    assert_eq!(node.error(), ClusterError::Silent { process: 1, address, limit: SILENCE_LIMIT });
    drop(socket);
}

#[test]
fn a_reason_reaches_a_process_that_sends() {
    let listeners = Listeners::new(2);
    let nodes = start([0, 1].map(|process| Setup::new(process, &listeners)));
    let (full, later) = (["the disk is full", "later"]).map(|text| ClusterError::Worker(text.to_string())).into();
    thread::scope(|scope| {
        scope.spawn(|| {
            while !nodes[1].failure.is_failed() {
                nodes[1].network.send_moves(1, 0, noise(100_000, 4));
            }
        });
        nodes[0].message();
        nodes[0].failure.fail(full);
        let expected = format!("process 0 at {} ended the run: the disk is full", listeners.addresses()[0]);
        assert_eq!(nodes[1].error().to_string(), expected);
    });
    nodes[0].failure.fail(later);
    assert_eq!(nodes[0].error().to_string(), "the disk is full");
}

#[test]
fn a_reason_is_passed_on_as_it_is() {
    let (node, [one, two], address) = one_real_of_three();
    send_frame(&one, Header::of_process(Kind::Abort, 1), b"no memory");
    assert_eq!(abort(&two), (1, "no memory".to_string()));
    assert_eq!(node.error(), ClusterError::Ended { process: 1, address, reason: "no memory".to_string() });
}

#[test]
fn the_end_of_a_process_is_passed_on() {
    let (node, [one, two], address) = one_real_of_three();
    send_frame(&one, moves_from(1), b"unfinished");
    drop(one);
    let error = node.error();
    assert_eq!(error, lost(&address, "connection closed"));
    assert_eq!(
        error.to_string(),
        format!(
            "process 1 at {address} ended unexpectedly (connection closed); read its messages for the reason, or it \
             was killed, for instance for want of memory; start all processes again; a run that solves continues \
             from its last checkpoint"
        )
    );
    assert_eq!(abort(&two), (0, error.to_string()));
}

#[test]
fn nothing_follows_the_end() {
    let (node, mut socket, _) = one_real(SILENCE_LIMIT);
    let (clock, connection) = (node.clock.clone(), node.network.connections[1].clone().expect("another process"));
    node.network.send_moves(0, 1, b"all".to_vec());
    let end = thread::spawn(|| node.network.finish());
    // The other side may take its time with its own end, as long as it shows signs of life.
    for _ in 0..3 {
        let before = connection.received.load(Ordering::Relaxed);
        send_frame(&socket, HEARTBEAT, &[]);
        wait_for(|| connection.received.load(Ordering::Relaxed) > before);
        clock.skip(SILENCE_LIMIT * 2 / 3);
    }
    assert_eq!(frame_after(&socket, &[Kind::Heartbeat]), (moves_from(0), b"all".to_vec()));
    assert_eq!(frame_after(&socket, &[]).0, Header::of_process(Kind::End, 0));
    assert_eq!(socket.read(&mut [0]).unwrap(), 0);
    send_frame(&socket, END, &[]);
    patiently(move || end.join().unwrap()).unwrap();
}

#[test]
fn a_process_that_hangs_delays_nobody_for_long() {
    let (node, _socket, _) = one_real(Duration::from_secs(600));
    let sent = AtomicU64::new(0);
    thread::scope(|scope| {
        // More than the operating system keeps.
        scope.spawn(|| {
            for _ in 0..500 {
                node.network.send_moves(0, 1, vec![0; 100_000]);
                sent.fetch_add(1, Ordering::Relaxed);
            }
        });
        // It can write no more.
        wait_until_it_stands(&sent);
        let start = Instant::now();
        node.failure.fail(ClusterError::Worker("no memory".to_string()));
        // Far less than the process may be silent.
        assert!(start.elapsed() < Duration::from_secs(60));
    });
}
