//! A connection in the form that timely uses.

use std::fmt;
use std::io::{self, Read, Write};
use std::net::Shutdown;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::thread;

use timely::communication::allocator::zero_copy::stream::Stream;

use super::connection::Connection;
use super::frame;

/// A connection to another process.
///
/// It reports no errors to timely, whose threads would panic: they go to [`Failure`](super::Failure). After a failure,
/// what is written is dropped, and a thread that reads does not return.
pub(crate) struct Link {
    handle: Arc<Handle>,
}

/// Closes the connection with its last [`Link`].
struct Handle(Arc<Connection>);

impl Link {
    pub(super) fn new(connection: Arc<Connection>) -> Self {
        Self { handle: Arc::new(Handle(connection)) }
    }

    /// The number of bytes sent since the handshake, signs of life and the headers of frames included.
    pub(crate) fn bytes_sent(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.handle.0.sent)
    }

    /// The number of bytes received since the handshake, signs of life and the headers of frames included.
    pub(crate) fn bytes_received(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.handle.0.received)
    }
}

impl Read for Link {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if let Some(length) = self.handle.0.receive(bytes) {
            return Ok(length);
        }
        // Timely's thread panics on an error and on an early end, so it stays here until the process exits.
        loop {
            thread::park();
        }
    }
}

impl Write for Link {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let bytes = &bytes[..bytes.len().min(frame::LONGEST)];
        if !bytes.is_empty() {
            self.handle.0.send(bytes);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Link {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(Self { handle: Arc::clone(&self.handle) })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        if nonblocking { Err(io::ErrorKind::Unsupported.into()) } else { Ok(()) }
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        match how {
            Shutdown::Write | Shutdown::Both => self.handle.0.end(),
            Shutdown::Read => {}
        }
        Ok(())
    }
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Link").finish_non_exhaustive()
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.0.drained();
        self.0.close();
    }
}
