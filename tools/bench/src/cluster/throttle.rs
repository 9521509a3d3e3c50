//! A slow network between processes of this machine: connections that are delayed and limited in bandwidth.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// A network, in each direction of each connection.
#[derive(Clone, Copy)]
pub(crate) struct Network {
    bytes_per_second: f64,
    delay: Duration,
}

impl Network {
    /// A network with this number of bits a second, and milliseconds of delay.
    pub(crate) fn new(bits: f64, milliseconds: f64) -> Self {
        Self { bytes_per_second: bits / 8.0, delay: Duration::from_secs_f64(milliseconds / 1e3) }
    }
}

/// Bytes, and when the other end has them.
type Late = (Instant, Vec<u8>);

/// Forwards the first connection to a new address to `target`, which listens, as fast as the network is. Its threads
/// end with the connection.
pub(crate) fn forward(target: String, network: Network) -> io::Result<SocketAddr> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?;
    thread::spawn(move || {
        // An error ends the connection, which the processes report.
        let _ = listener.accept().and_then(|(stream, _)| connect(&stream, &target, network));
    });
    Ok(address)
}

fn connect(from: &TcpStream, target: &str, network: Network) -> io::Result<()> {
    let to = TcpStream::connect(target)?;
    for (source, sink) in [(from.try_clone()?, to.try_clone()?), (to, from.try_clone()?)] {
        sink.set_nodelay(true)?;
        // As much as is on its way in a network of this kind, and a little more.
        let (sender, receiver) = sync_channel(256);
        thread::spawn(move || take_in(source, &sender, network));
        thread::spawn(move || give_out(sink, &receiver));
    }
    Ok(())
}

fn take_in(mut source: TcpStream, sender: &SyncSender<Late>, network: Network) {
    let (mut buffer, mut free) = (vec![0; 16 << 10], Instant::now());
    while let Ok(count @ 1..) = source.read(&mut buffer) {
        let bytes = u32::try_from(count).expect("a small buffer");
        free = free.max(Instant::now()) + Duration::from_secs_f64(f64::from(bytes) / network.bytes_per_second);
        if sender.send((free + network.delay, buffer[..count].to_vec())).is_err() {
            return;
        }
    }
}

fn give_out(mut sink: TcpStream, receiver: &Receiver<Late>) {
    for (due, bytes) in receiver {
        thread::sleep(due.saturating_duration_since(Instant::now()));
        if sink.write_all(&bytes).is_err() {
            return;
        }
    }
    // The other end has none of its own to send to then, or notices.
    let _ = sink.shutdown(Shutdown::Write);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_arrive_late_and_in_order() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let target = listener.local_addr().expect("it listens").to_string();
        let network = Network::new(8e6, 50.0);
        let sent: Vec<u8> = (0..100_000_u32).map(|number| number.to_le_bytes()[1]).collect();
        let start = Instant::now();
        let mut stream = TcpStream::connect(forward(target, network).expect("a free port")).expect("it listens");
        stream.write_all(&sent).expect("it reads");
        stream.shutdown(Shutdown::Write).expect("it is open");
        let mut received = Vec::new();
        listener.accept().expect("a connection").0.read_to_end(&mut received).expect("it writes");
        assert_eq!(received, sent);
        // 0.1 seconds for the bytes, and the delay.
        assert!(start.elapsed() >= Duration::from_millis(150));
    }
}
