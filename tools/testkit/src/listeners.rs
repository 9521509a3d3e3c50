//! Sockets for processes that find each other by their addresses.

use std::net::TcpListener;
#[cfg(unix)]
use std::{
    io,
    os::fd::{AsFd, OwnedFd},
    process::{Command, Stdio},
};

/// Sockets that listen on this machine, each at a port of the system's choice. As long as this value is there, nobody
/// else gets the ports.
#[derive(Debug)]
pub struct Listeners {
    sockets: Vec<TcpListener>,
    addresses: Vec<String>,
}

impl Listeners {
    /// Opens `count` sockets.
    pub fn new(count: usize) -> Self {
        let open = |_| TcpListener::bind("127.0.0.1:0").expect("there are free ports");
        let sockets: Vec<TcpListener> = (0..count).map(open).collect();
        let address = |socket: &TcpListener| socket.local_addr().expect("an open socket").to_string();
        Self { addresses: sockets.iter().map(address).collect(), sockets }
    }

    /// The addresses of all sockets.
    pub fn addresses(&self) -> &[String] {
        &self.addresses
    }

    /// The socket with this index, for the process that is to listen on it.
    pub fn socket(&self, index: usize) -> TcpListener {
        self.sockets[index].try_clone().expect("there are free descriptors")
    }
}

/// Makes a socket the standard input of a program, as inetd does.
#[cfg(unix)]
pub fn pass_listener(command: &mut Command, listener: TcpListener) {
    command.stdin(Stdio::from(OwnedFd::from(listener)));
}

/// The socket that [`pass_listener`] gave to this process.
#[cfg(unix)]
pub fn passed_listener() -> TcpListener {
    TcpListener::from(io::stdin().as_fd().try_clone_to_owned().expect("there are free descriptors"))
}
