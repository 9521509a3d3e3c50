//! Waiting for programs that a test has not started itself.

use std::fs::File;
use std::io::Read;
use std::process::Command;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use testkit::TemporaryFolder;

/// A named pipe that a program opens for writing and never writes to. Its children inherit it, so it ends with the last
/// of them.
pub(crate) struct HeldPipe {
    path: String,
    /// Receives a message when the pipe has been opened, and another one when nobody has it open any more.
    events: Receiver<()>,
}

impl HeldPipe {
    /// A pipe in this folder.
    pub(crate) fn new(folder: &TemporaryFolder) -> Self {
        let path = folder.path("held");
        assert!(Command::new("mkfifo").arg(&path).status().is_ok_and(|status| status.success()), "mkfifo fails");
        let (sender, events) = channel();
        let opened = path.clone();
        thread::spawn(move || {
            let mut pipe = File::open(opened).expect("the pipe can be opened");
            let _ = sender.send(());
            pipe.read_to_end(&mut Vec::new()).expect("the pipe can be read");
            let _ = sender.send(());
        });
        Self { path, events }
    }

    /// A shell script that opens the pipe, and waits for a child that would run for minutes.
    pub(crate) fn script(&self) -> String {
        format!("exec 9>\"{}\"; sleep 300 & wait", self.path)
    }

    /// Waits until a program has opened the pipe.
    pub(crate) fn wait_until_opened(&self) {
        self.wait("the program does not start");
    }

    /// Waits until a program has opened the pipe, or for a second if none does. To be called until it returns true.
    pub(crate) fn is_opened_soon(&self) -> bool {
        self.events.recv_timeout(Duration::from_secs(1)).is_ok()
    }

    /// Waits until no process has the pipe open any more.
    pub(crate) fn wait_until_closed(&self) {
        self.wait("the program or one of its children is still running");
    }

    fn wait(&self, failure: &str) {
        self.events.recv_timeout(testkit::PATIENCE).expect(failure);
    }
}
