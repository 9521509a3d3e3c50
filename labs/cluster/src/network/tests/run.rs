use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use timely::communication::allocator::zero_copy::stream::Stream;

use super::super::frame::{self, HEADER, Kind};
use super::{Link, Node, Setup, addresses, impersonate, patiently, send_frame, start};
use crate::ClusterError;

/// A process with number 0, and a connection to it that the test uses as process 1.
fn one_real(silence: u64) -> (Node, TcpStream, String) {
    let addresses = addresses(2);
    let zero = Setup::new(0, &addresses).silence(silence).spawn();
    let socket = impersonate(&Setup::new(1, &addresses), 0);
    (patiently(move || zero.join().unwrap().unwrap()), socket, addresses[1].clone())
}

/// Reads to the end of the data; does not end if the run fails.
fn read(mut link: Link) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        link.read_to_end(&mut bytes).unwrap();
        bytes
    })
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

#[test]
fn data_arrives_in_both_directions() {
    let addresses = addresses(2);
    let mut nodes = start([Setup::new(0, &addresses).silence(1500), Setup::new(1, &addresses).silence(1500)]);
    let links: Vec<_> = [(0, 1), (1, 0)].into_iter().map(|(node, other)| nodes[node].link(other)).collect();
    let sent: Vec<_> = (1..=2).map(|seed| noise(8_000_000, seed)).collect();
    let counters: Vec<_> = links.iter().map(|link| (link.bytes_sent(), link.bytes_received())).collect();
    let readers: Vec<_> = links.iter().map(|link| read(link.try_clone().unwrap())).collect();
    let writers = links.into_iter().zip(sent.clone()).map(|(mut link, data)| {
        thread::spawn(move || {
            let (first, second) = data.split_at(3_000_001);
            link.write_all(first).unwrap();
            // Longer than a process may be silent.
            thread::sleep(Duration::from_millis(3500));
            second.chunks(77_777).for_each(|chunk| link.write_all(chunk).unwrap());
            link.shutdown(Shutdown::Write).unwrap();
        })
    });
    for writer in writers.collect::<Vec<_>>() {
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
    let addresses = addresses(3);
    let zero = Setup::new(0, &addresses).spawn();
    let early = impersonate(&Setup::new(1, &addresses), 0);
    let data = noise(300_000, 3);
    for chunk in data.chunks(50_000) {
        send_frame(&early, Kind::Heartbeat, &[]);
        send_frame(&early, Kind::Data, chunk);
    }
    let _late = impersonate(&Setup::new(2, &addresses), 0);
    let mut node = patiently(move || zero.join().unwrap().unwrap());
    let reader = read(node.link(1));
    send_frame(&early, Kind::Data, &[1, 2, 3]);
    send_frame(&early, Kind::End, &[]);
    let received = patiently(move || reader.join().unwrap());
    assert!(received == [data, vec![1, 2, 3]].concat(), "the data is not what was sent");
}

#[test]
fn frames_arrive_in_pieces() {
    let (mut node, mut socket, _) = one_real(30_000);
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
    let (mut node, socket, address) = one_real(30_000);
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
    let (mut node, socket, address) = one_real(30_000);
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
    let (mut node, mut socket, address) = one_real(30_000);
    let _reader = read(node.link(1));
    socket.write_all(&[0xa5; 5]).unwrap();
    assert_eq!(node.error(), lost(&address, "its data is damaged"));
}

#[test]
fn a_process_falls_silent() {
    let (mut node, socket, address) = one_real(1500);
    let _reader = read(node.link(1));
    send_frame(&socket, Kind::Data, b"the last word");
    let error = node.error();
    assert_eq!(
        error.to_string(),
        format!(
            "process 1 at {address} gave no sign of life for 1.5 seconds; \
             check its machine and the network, then start all processes again"
        )
    );
    // The process may only hang, and then learns it when it goes on.
    assert_eq!(abort(&socket), (0, error.to_string()));
}

#[test]
fn a_process_takes_nothing() {
    let (mut node, _socket, address) = one_real(1500);
    let mut link = node.link(1);
    // More than the operating system keeps.
    patiently(move || link.write_all(&vec![0; 50_000_000]).unwrap());
    let limit = Duration::from_millis(1500);
    assert_eq!(node.error(), ClusterError::Silent { process: 1, address, limit });
}

#[test]
fn a_reason_reaches_a_process_that_sends() {
    let addresses = addresses(2);
    let mut nodes = start([Setup::new(0, &addresses), Setup::new(1, &addresses)]);
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
        format!("process 0 at {} ended the run: the disk is full; free some space", addresses[0])
    );
    nodes[0].failure.fail(ClusterError::Worker("later".to_string()));
    assert_eq!(nodes[0].error(), ClusterError::Worker("the disk is full; free some space".to_string()));
}

#[test]
fn a_reason_is_passed_on_as_it_is() {
    let addresses = addresses(3);
    let zero = Setup::new(0, &addresses).spawn();
    let [one, two] = [1, 2].map(|process| impersonate(&Setup::new(process, &addresses), 0));
    let mut node = patiently(move || zero.join().unwrap().unwrap());
    let _readers = [1, 2].map(|process| read(node.link(process)));
    send_frame(&one, Kind::Abort, &frame::abort(1, "no memory"));
    assert_eq!(abort(&two), (1, "no memory".to_string()));
    let reason = "no memory".to_string();
    assert_eq!(node.error(), ClusterError::Ended { process: 1, address: addresses[1].clone(), reason });
}

#[test]
fn the_end_of_a_process_is_passed_on() {
    let addresses = addresses(3);
    let zero = Setup::new(0, &addresses).spawn();
    let [one, two] = [1, 2].map(|process| impersonate(&Setup::new(process, &addresses), 0));
    let mut node = patiently(move || zero.join().unwrap().unwrap());
    let _readers = [1, 2].map(|process| read(node.link(process)));
    drop(one);
    assert_eq!(abort(&two), (0, lost(&addresses[1], "connection closed").to_string()));
}

#[test]
fn nothing_follows_the_end() {
    let (mut node, mut socket, _) = one_real(1500);
    let mut link = node.link(1);
    let reader = read(link.try_clone().unwrap());
    link.write_all(b"all").unwrap();
    link.shutdown(Shutdown::Write).unwrap();
    // The other side may take its time with its own end, as long as it shows signs of life.
    for _ in 0..50 {
        send_frame(&socket, Kind::Heartbeat, &[]);
        thread::sleep(Duration::from_millis(50));
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
    let (mut node, _socket, _) = one_real(600_000);
    let mut link = node.link(1);
    let sent = Arc::new(AtomicUsize::new(0));
    let written = Arc::clone(&sent);
    // More than the operating system keeps.
    let writer = thread::spawn(move || {
        for _ in 0..500 {
            link.write_all(&vec![0; 100_000]).unwrap();
            written.fetch_add(1, Ordering::Relaxed);
        }
    });
    // Until it can write no more.
    patiently(move || {
        let mut before = 0;
        loop {
            thread::sleep(Duration::from_millis(100));
            match sent.load(Ordering::Relaxed) {
                now if now == before && now > 0 => return,
                now => before = now,
            }
        }
    });
    let failure = node.failure.clone();
    let start = Instant::now();
    patiently(move || failure.fail(ClusterError::Worker("no memory".to_string())));
    patiently(move || writer.join().unwrap());
    // Far less than the process may be silent.
    assert!(start.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_reason_reaches_a_process_whose_data_nobody_reads() {
    let addresses = addresses(3);
    let zero = Setup::new(0, &addresses).limit(5000).spawn();
    let socket = impersonate(&Setup::new(1, &addresses), 0);
    let sender = socket.try_clone().unwrap();
    thread::spawn(move || {
        let mut frame = Vec::new();
        frame::encode(Kind::Data, &noise(60_000, 5), &mut frame);
        while (&sender).write_all(&frame).is_ok() {}
    });
    let reader = thread::spawn(move || {
        let reason = abort(&socket);
        socket.shutdown(Shutdown::Both).unwrap();
        reason
    });
    let error = patiently(move || zero.join().unwrap().unwrap_err());
    assert_eq!(patiently(move || reader.join().unwrap()), (0, error.to_string()));
}
