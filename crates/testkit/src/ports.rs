//! Addresses for processes that do not exist yet.

use std::net::{TcpListener, UdpSocket};
use std::process;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

/// Addresses on this machine that nobody uses.
#[must_use]
pub fn free_addresses(processes: usize) -> Vec<String> {
    // Below the ports that operating systems give to outgoing connections, which other tests open all the time.
    static NEXT: AtomicU32 = AtomicU32::new(0);
    // A test that runs in another process at the same time sees by the UDP port that the TCP port is taken.
    static RESERVED: Mutex<Vec<UdpSocket>> = Mutex::new(Vec::new());
    let first = process::id().wrapping_mul(37);
    let mut found: Vec<String> = Vec::new();
    while found.len() < processes {
        let port = 10_000 + first.wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed)) % 20_000;
        let address = format!("127.0.0.1:{port}");
        let Ok(reservation) = UdpSocket::bind(&address) else { continue };
        if TcpListener::bind(&address).is_ok() {
            RESERVED.lock().expect("no thread panics here").push(reservation);
            found.push(address);
        }
    }
    found
}
