//! Processes that are threads of this one: for tests, and where one machine is enough.

use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use crate::Processes;

/// One of several threads that are processes to one another.
#[derive(Debug)]
pub struct Thread {
    number: usize,
    /// To each thread, and from each, itself included.
    senders: Vec<Sender<Vec<u8>>>,
    receivers: Vec<Receiver<Vec<u8>>>,
}

impl Processes for Thread {
    fn number(&self) -> usize {
        self.number
    }

    fn count(&self) -> usize {
        self.senders.len()
    }

    fn exchange(&mut self, messages: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
        for (sender, message) in self.senders.iter().zip(messages) {
            sender.send(message).expect("another thread has ended");
        }
        self.receivers.iter().map(|receiver| receiver.recv().expect("another thread has ended")).collect()
    }
}

/// Does some work on `count` threads, which are processes to one another, and returns what each has returned.
///
/// # Panics
///
/// If one of the threads does.
pub fn on_threads<R: Send>(count: usize, work: impl Fn(&mut Thread) -> R + Sync) -> Vec<R> {
    let new = |number| Thread { number, senders: Vec::new(), receivers: Vec::new() };
    let mut threads: Vec<_> = (0..count).map(new).collect();
    for (from, to) in (0..count).flat_map(|from| (0..count).map(move |to| (from, to))) {
        let (sender, receiver) = channel();
        threads[from].senders.push(sender);
        threads[to].receivers.push(receiver);
    }
    let work = &work;
    thread::scope(|scope| {
        let start = |mut thread: Thread| scope.spawn(move || work(&mut thread));
        let running: Vec<_> = threads.into_iter().map(start).collect();
        running.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    })
}
