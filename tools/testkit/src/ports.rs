//! Addresses for processes that do not exist yet.

use std::collections::VecDeque;
use std::io::ErrorKind;
use std::net::{TcpListener, UdpSocket};
use std::process;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

/// Addresses on this machine that nobody uses. The last two hundred are kept from tests in other processes.
#[must_use]
pub fn free_addresses(processes: usize) -> Vec<String> {
    // Below the ports that operating systems give to outgoing connections, which other tests open all the time.
    static NEXT: AtomicU32 = AtomicU32::new(0);
    // A test that runs in another process at the same time sees by the UDP port that the TCP port is taken.
    static RESERVED: Mutex<VecDeque<UdpSocket>> = Mutex::new(VecDeque::new());
    /// Reservations that are kept; each is an open file.
    const MOST: usize = 200;
    let first = process::id().wrapping_mul(37);
    let mut found: Vec<String> = Vec::new();
    while found.len() < processes {
        let port = 10_000 + first.wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed)) % 20_000;
        let address = format!("127.0.0.1:{port}");
        let reservation = match UdpSocket::bind(&address) {
            Ok(reservation) => reservation,
            // Windows says the second of ports that are reserved, or that another process does not share.
            Err(error) if matches!(error.kind(), ErrorKind::AddrInUse | ErrorKind::PermissionDenied) => continue,
            Err(error) => panic!("{address}: {error}"),
        };
        if TcpListener::bind(&address).is_ok() {
            let mut reserved = RESERVED.lock().expect("no thread panics here");
            reserved.push_back(reservation);
            if reserved.len() > MOST {
                reserved.pop_front();
            }
            found.push(address);
        }
    }
    found
}
