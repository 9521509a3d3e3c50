use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Barrier};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use testkit::Listeners;
use timely::communication::allocator::zero_copy::stream::Stream;

use super::super::frame::{self, Kind};
use super::{
    Link, Node, SILENCE_LIMIT, START_LIMIT, Setup, abort, impersonate, patiently, send_frame, start, wait_for,
};
use crate::ClusterError;

/// A process with number 0, a connection to it that the test uses as process 1, and the address of that one.
fn one_real(silence_limit: Duration) -> (Node, TcpStream, String) {
    let listeners = Listeners::new(2);
    // It sends nothing of its own accord, so that its end of the connection has nothing that was not read.
    let zero = Setup::new(0, &listeners).silence(silence_limit).heartbeat(Duration::from_secs(3600)).spawn();
    let socket = impersonate(&Setup::new(1, &listeners), 0);
    (patiently(move || zero.join().unwrap().unwrap()), socket, listeners.addresses()[1].clone())
}

/// Reads to the end of the data; does not end if the run fails.
fn read(mut link: Link) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        link.read_to_end(&mut bytes).unwrap();
        bytes
    })
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

fn lost(address: &str, error: &str) -> ClusterError {
    ClusterError::Lost { process: 1, address: address.to_string(), error: error.to_string() }
}

#[test]
fn data_arrives_in_both_directions() {
    let listeners = Listeners::new(2);
    let setup = |process| Setup::new(process, &listeners).heartbeat(Duration::from_millis(20));
    let mut nodes = start([0, 1].map(setup));
    let links: Vec<_> = [(0, 1), (1, 0)].into_iter().map(|(node, other)| nodes[node].link(other)).collect();
    let sent: Vec<_> = (1..=2).map(|seed| noise(8_000_000, seed)).collect();
    let counters: Vec<_> = links.iter().map(|link| (link.bytes_sent(), link.bytes_received())).collect();
    let readers: Vec<_> = links.iter().map(|link| read(link.try_clone().unwrap())).collect();
    // Between the two parts of the data.
    let pause = Arc::new(Barrier::new(3));
    let writers = links.into_iter().zip(sent.clone()).map(|(mut link, data)| {
        let pause = Arc::clone(&pause);
        thread::spawn(move || {
            let (first, second) = data.split_at(3_000_001);
            link.write_all(first).unwrap();
            pause.wait();
            pause.wait();
            second.chunks(77_777).for_each(|chunk| link.write_all(chunk).unwrap());
            link.shutdown(Shutdown::Write).unwrap();
        })
    });
    let writers: Vec<_> = writers.collect();
    let wait_for_writers = || {
        let pause = Arc::clone(&pause);
        patiently(move || pause.wait());
    };
    wait_for_writers();
    // Longer than a process may be silent, but signs of life arrive.
    for _ in 0..3 {
        let received = || counters.iter().map(|(_, received)| received.load(Ordering::Relaxed)).collect::<Vec<_>>();
        let before = received();
        wait_for(|| received().iter().zip(&before).all(|(now, before)| now > before));
        for node in &nodes {
            node.clock.skip(SILENCE_LIMIT * 2 / 3);
        }
    }
    wait_for_writers();
    for writer in writers {
        patiently(move || writer.join().unwrap());
    }
    let received: Vec<_> = readers.into_iter().map(|reader| patiently(move || reader.join().unwrap())).collect();
    assert!(received[0] == sent[1] && received[1] == sent[0], "the data is not what was sent");
    assert!(nodes.iter().all(|node| !node.failure.is_failed()));
    let counts: Vec<_> =
        counters.iter().map(|(sent, received)| [sent, received].map(|count| count.load(Ordering::Relaxed))).collect();
    assert_eq!(counts[0], [counts[1][1], counts[1][0]]);
    // At least the data, a header per frame, and two signs of life.
    let least = 8_000_000 + (8_000_000 / 65_536 + 2) * 5;
    assert!(counts.iter().flatten().all(|&count| (least..9_000_000).contains(&count)), "{counts:?}");
}

#[test]
fn data_arrives_before_all_processes_are_there() {
    let listeners = Listeners::new(3);
    let zero = Setup::new(0, &listeners).spawn();
    let early = impersonate(&Setup::new(1, &listeners), 0);
    let data = noise(300_000, 3);
    for chunk in data.chunks(50_000) {
        send_frame(&early, Kind::Heartbeat, &[]);
        send_frame(&early, Kind::Data, chunk);
    }
    let _late = impersonate(&Setup::new(2, &listeners), 0);
    let mut node = patiently(move || zero.join().unwrap().unwrap());
    let reader = read(node.link(1));
    send_frame(&early, Kind::Data, &[1, 2, 3]);
    send_frame(&early, Kind::End, &[]);
    let received = patiently(move || reader.join().unwrap());
    assert!(received == [data, vec![1, 2, 3]].concat(), "the data is not what was sent");
}

#[test]
fn frames_arrive_in_pieces() {
    let (mut node, mut socket, _) = one_real(SILENCE_LIMIT);
    let reader = read(node.link(1));
    let mut bytes = Vec::new();
    for (kind, payload) in
        [(Kind::Heartbeat, ""), (Kind::Data, "abc"), (Kind::Heartbeat, ""), (Kind::Data, "de"), (Kind::End, "")]
    {
        let mut frame = Vec::new();
        frame::encode(kind, payload.as_bytes(), &mut frame);
        bytes.extend(frame);
    }
    for byte in bytes {
        socket.write_all(&[byte]).unwrap();
        thread::sleep(Duration::from_millis(2));
    }
    assert_eq!(patiently(move || reader.join().unwrap()), b"abcde");
}

#[test]
fn a_process_closes_its_connection() {
    let (mut node, socket, address) = one_real(SILENCE_LIMIT);
    let _reader = read(node.link(1));
    send_frame(&socket, Kind::Data, b"unfinished");
    drop(socket);
    let error = node.error();
    assert_eq!(error, lost(&address, "connection closed"));
    assert_eq!(
        error.to_string(),
        format!(
            "process 1 at {address} ended unexpectedly (connection closed); \
             read its messages for the reason, or it was killed, for instance for want of memory; then start all processes again"
        )
    );
}

#[test]
fn a_process_closes_its_connection_and_nobody_reads() {
    let (mut node, socket, address) = one_real(SILENCE_LIMIT);
    drop(socket);
    let mut link = node.link(1);
    let failure = node.failure.clone();
    patiently(move || {
        while !failure.is_failed() {
            assert_eq!(link.write(b"data").unwrap(), 4);
        }
        link.shutdown(Shutdown::Write).unwrap();
    });
    assert_eq!(node.error(), lost(&address, "connection reset"));
}

#[test]
fn a_process_sends_something_else() {
    let (mut node, mut socket, address) = one_real(SILENCE_LIMIT);
    let _reader = read(node.link(1));
    socket.write_all(&[0xa5; 5]).unwrap();
    assert_eq!(node.error(), lost(&address, "its data is damaged"));
}

#[test]
fn a_process_falls_silent() {
    let (mut node, socket, address) = one_real(SILENCE_LIMIT);
    let link = node.link(1);
    let received = link.bytes_received();
    let _reader = read(link);
    send_frame(&socket, Kind::Data, b"the last word");
    wait_for(|| received.load(Ordering::Relaxed) > 0);
    node.skip_to_silence();
    let error = node.error();
    assert_eq!(
        error.to_string(),
        format!(
            "process 1 at {address} gave no sign of life for 30 seconds; \
             check its machine and the network, then start all processes again"
        )
    );
    // The process may only hang, and then learns it when it goes on.
    assert_eq!(abort(&socket), (0, error.to_string()));
}

#[test]
fn a_process_takes_nothing() {
    let (mut node, _socket, address) = one_real(SILENCE_LIMIT);
    let mut link = node.link(1);
    // More than the operating system keeps.
    let writer = thread::spawn(move || link.write_all(&vec![0; 50_000_000]).unwrap());
    node.skip_to_silence();
    patiently(move || writer.join().unwrap());
    assert_eq!(node.error(), ClusterError::Silent { process: 1, address, limit: SILENCE_LIMIT });
}

#[test]
fn a_reason_reaches_a_process_that_sends() {
    let listeners = Listeners::new(2);
    let mut nodes = start([0, 1].map(|process| Setup::new(process, &listeners)));
    let (sent, is_sent) = channel();
    let _readers = [read(nodes[0].link(1)), {
        let mut link = nodes[1].link(0);
        let reader = read(link.try_clone().unwrap());
        let failure = nodes[1].failure.clone();
        let data = noise(1_000_000, 4);
        thread::spawn(move || {
            while !failure.is_failed() {
                link.write_all(&data).unwrap();
                // Only the first is waited for.
                let _ = sent.send(());
            }
        });
        reader
    }];
    patiently(move || is_sent.recv().unwrap());
    nodes[0].failure.fail(ClusterError::Worker("the disk is full; free some space".to_string()));
    let error = nodes[1].error();
    assert_eq!(
        error.to_string(),
        format!("process 0 at {} ended the run: the disk is full; free some space", listeners.addresses()[0])
    );
    nodes[0].failure.fail(ClusterError::Worker("later".to_string()));
    assert_eq!(nodes[0].error(), ClusterError::Worker("the disk is full; free some space".to_string()));
}

#[test]
fn a_reason_is_passed_on_as_it_is() {
    let listeners = Listeners::new(3);
    let zero = Setup::new(0, &listeners).spawn();
    let [one, two] = [1, 2].map(|process| impersonate(&Setup::new(process, &listeners), 0));
    let mut node = patiently(move || zero.join().unwrap().unwrap());
    let _readers = [1, 2].map(|process| read(node.link(process)));
    send_frame(&one, Kind::Abort, &frame::abort(1, "no memory"));
    assert_eq!(abort(&two), (1, "no memory".to_string()));
    let reason = "no memory".to_string();
    assert_eq!(node.error(), ClusterError::Ended { process: 1, address: listeners.addresses()[1].clone(), reason });
}

#[test]
fn the_end_of_a_process_is_passed_on() {
    let listeners = Listeners::new(3);
    let zero = Setup::new(0, &listeners).spawn();
    let [one, two] = [1, 2].map(|process| impersonate(&Setup::new(process, &listeners), 0));
    let mut node = patiently(move || zero.join().unwrap().unwrap());
    let _readers = [1, 2].map(|process| read(node.link(process)));
    drop(one);
    assert_eq!(abort(&two), (0, lost(&listeners.addresses()[1], "connection closed").to_string()));
}

#[test]
fn nothing_follows_the_end() {
    let (mut node, mut socket, _) = one_real(SILENCE_LIMIT);
    let mut link = node.link(1);
    let received = link.bytes_received();
    let reader = read(link.try_clone().unwrap());
    link.write_all(b"all").unwrap();
    link.shutdown(Shutdown::Write).unwrap();
    // The other side may take its time with its own end, as long as it shows signs of life.
    for _ in 0..3 {
        let before = received.load(Ordering::Relaxed);
        send_frame(&socket, Kind::Heartbeat, &[]);
        wait_for(|| received.load(Ordering::Relaxed) > before);
        node.clock.skip(SILENCE_LIMIT * 2 / 3);
    }
    send_frame(&socket, Kind::End, &[]);
    assert_eq!(patiently(move || reader.join().unwrap()), b"");
    drop(link);
    let mut bytes = Vec::new();
    socket.read_to_end(&mut bytes).unwrap();
    let mut expected = Vec::new();
    for (kind, payload) in [(Kind::Data, "all"), (Kind::End, "")] {
        let mut frame = Vec::new();
        frame::encode(kind, payload.as_bytes(), &mut frame);
        expected.extend(frame);
    }
    // Signs of life may precede the data.
    assert!(bytes.ends_with(&expected), "{bytes:?}");
    assert!(!node.failure.is_failed());
}

#[test]
fn a_process_that_hangs_delays_nobody_for_long() {
    let (mut node, _socket, _) = one_real(Duration::from_secs(600));
    let mut link = node.link(1);
    let sent = Arc::new(AtomicU64::new(0));
    let written = Arc::clone(&sent);
    // More than the operating system keeps.
    let writer = thread::spawn(move || {
        for _ in 0..500 {
            link.write_all(&vec![0; 100_000]).unwrap();
            written.fetch_add(1, Ordering::Relaxed);
        }
    });
    // It can write no more.
    wait_until_it_stands(&sent);
    let failure = node.failure.clone();
    let start = Instant::now();
    patiently(move || failure.fail(ClusterError::Worker("no memory".to_string())));
    patiently(move || writer.join().unwrap());
    // Far less than the process may be silent.
    assert!(start.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_reason_reaches_a_process_whose_data_nobody_reads() {
    let listeners = Listeners::new(3);
    let zero = Setup::new(0, &listeners);
    let (clock, zero) = (zero.clock(), zero.spawn());
    let socket = impersonate(&Setup::new(1, &listeners), 0);
    let sender = socket.try_clone().unwrap();
    let sent = Arc::new(AtomicU64::new(0));
    let written = Arc::clone(&sent);
    thread::spawn(move || {
        let mut frame = Vec::new();
        frame::encode(Kind::Data, &noise(60_000, 5), &mut frame);
        while (&sender).write_all(&frame).is_ok() {
            written.fetch_add(1, Ordering::Relaxed);
        }
    });
    let reader = thread::spawn(move || {
        let reason = abort(&socket);
        socket.shutdown(Shutdown::Both).unwrap();
        reason
    });
    // It reads no more, and process 2 is missing.
    wait_until_it_stands(&sent);
    clock.skip(START_LIMIT);
    let error = patiently(move || zero.join().unwrap().unwrap_err());
    assert_eq!(patiently(move || reader.join().unwrap()), (0, error.to_string()));
}
