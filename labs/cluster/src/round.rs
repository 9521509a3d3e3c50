//! A round between processes: messages, with numbers to decide by, or an error that ends the run on all of them.

use std::error::Error;
use std::fmt;

/// The processes that solve a game together, as one of them sees them.
pub trait Processes {
    /// The number of this process, from 0 on.
    fn number(&self) -> usize;

    /// The number of all processes.
    fn count(&self) -> usize;

    /// Sends one message to each process, itself included, and returns the messages from all, both in the order of the
    /// processes. All of them call it equally often. It returns only if all processes are there.
    fn exchange(&mut self, messages: Vec<Vec<u8>>) -> Vec<Vec<u8>>;
}

/// Why a run has ended without a result, the same on all processes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClusterError {
    /// The process where it happened first; `None` if it is the same for all of several.
    pub process: Option<usize>,
    /// What happened, and what to do, in one line.
    pub text: String,
}

impl fmt::Display for ClusterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(process) = self.process {
            write!(f, "process {process}: ")?;
        }
        f.write_str(&self.text)
    }
}

impl Error for ClusterError {}

/// The numbers and the messages from all processes, in their order.
pub(crate) type Round<const N: usize> = (Vec<[u64; N]>, Vec<Vec<u8>>);

/// Takes a round together with all processes: sends the same numbers to all and a message to each, of which none stands
/// for empty ones, or the reason why this process cannot continue.
pub(crate) fn round<const N: usize>(
    processes: &mut impl Processes,
    own: Result<([u64; N], Vec<Vec<u8>>), String>,
) -> Result<Round<N>, ClusterError> {
    const CONTINUES: u8 = 0;
    const FAILED: u8 = 1;
    // At the end, so that nothing has to be moved.
    let (mut messages, end) = match own {
        Ok((numbers, messages)) => (messages, [numbers.map(u64::to_le_bytes).as_flattened(), &[CONTINUES]].concat()),
        Err(text) => (Vec::new(), [text.as_bytes(), &[FAILED]].concat()),
    };
    messages.resize_with(processes.count(), Vec::new);
    for message in &mut messages {
        message.extend_from_slice(&end);
    }
    let mut messages = processes.exchange(messages);
    let (mut numbers, mut errors) = (Vec::new(), Vec::new());
    for (process, message) in messages.iter_mut().enumerate() {
        let is_failed = message.pop() != Some(CONTINUES);
        let length = message.len().checked_sub(8 * N).filter(|_| !is_failed);
        let Some(length) = length else {
            errors.push(ClusterError { process: Some(process), text: String::from_utf8_lossy(message).into_owned() });
            continue;
        };
        let (of_process, _) = message[length..].as_chunks();
        numbers.push(std::array::from_fn(|place| u64::from_le_bytes(of_process[place])));
        message.truncate(length);
    }
    match errors.first() {
        None => Ok((numbers, messages)),
        Some(first) => {
            let is_of_all = errors.len() == messages.len() && errors.iter().all(|error| error.text == first.text);
            Err(ClusterError { process: first.process.filter(|_| !is_of_all), text: first.text.clone() })
        }
    }
}

/// Takes a round without messages, and returns the numbers of all.
pub(crate) fn agree<const N: usize>(
    processes: &mut impl Processes,
    own: Result<[u64; N], String>,
) -> Result<Vec<[u64; N]>, ClusterError> {
    Ok(round(processes, own.map(|numbers| (numbers, Vec::new())))?.0)
}

/// The messages of a process that sends only to one.
pub(crate) fn to_one(process: usize, message: Vec<u8>) -> Vec<Vec<u8>> {
    let mut messages = vec![Vec::new(); process];
    messages.push(message);
    messages
}

/// The sum of the numbers of all at each place.
pub(crate) fn sums<const N: usize>(of_all: &[[u64; N]]) -> [u64; N] {
    std::array::from_fn(|place| of_all.iter().map(|numbers| numbers[place]).sum())
}

pub(crate) fn damaged() -> String {
    "a message between processes is damaged; run the same command again".to_owned()
}
