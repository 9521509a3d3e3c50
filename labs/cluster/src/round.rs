//! A round between processes: messages, with numbers to decide by, or an error that ends the run on all of them.

use std::error::Error;
use std::{array, fmt};

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

/// Why a run has ended without a result, the same on all processes: what happened, and what to do, in one line. It
/// names the process where it happened first, unless it is the same for all of several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClusterError(pub String);

impl fmt::Display for ClusterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for ClusterError {}

/// What a process tells all others in a round.
pub(crate) type RoundNumbers = [u64; 4];

/// Takes a round together with all processes: sends the same numbers to all and a message to each, of which missing
/// ones are empty, or the reason why this process cannot continue. Returns the numbers and the messages from all.
pub(crate) fn round(
    processes: &mut impl Processes,
    own: Result<(RoundNumbers, Vec<Vec<u8>>), String>,
) -> Result<(Vec<RoundNumbers>, Vec<Vec<u8>>), ClusterError> {
    // At the end, so that nothing has to be moved: the last byte tells whether it is an error.
    let (mut messages, end) = match own {
        Ok((numbers, messages)) => (messages, [numbers.map(u64::to_le_bytes).as_flattened(), &[0]].concat()),
        Err(text) => (Vec::new(), [text.as_bytes(), &[1]].concat()),
    };
    messages.resize(processes.count(), Vec::new());
    for message in &mut messages {
        message.extend_from_slice(&end);
    }
    let mut messages = processes.exchange(messages);
    let (mut numbers, mut errors) = (Vec::new(), Vec::new());
    for (process, message) in messages.iter_mut().enumerate() {
        if message.pop() == Some(1) {
            errors.push((process, String::from_utf8_lossy(message).into_owned()));
        } else {
            let end = message.split_off(message.len() - size_of::<RoundNumbers>());
            numbers.push(array::from_fn(|place| u64::from_le_bytes(end.as_chunks().0[place])));
        }
    }
    let Some((process, text)) = errors.first() else { return Ok((numbers, messages)) };
    let is_of_all = errors.len() == messages.len() && errors.iter().all(|(_, other)| other == text);
    Err(ClusterError(if is_of_all { text.clone() } else { format!("process {process}: {text}") }))
}

/// Returns what this process has if no process has an error.
pub(crate) fn agree<T>(processes: &mut impl Processes, own: Result<T, impl ToString>) -> Result<T, ClusterError> {
    let (own, end) = match own {
        Ok(own) => (Some(own), Ok(Default::default())),
        Err(error) => (None, Err(error.to_string())),
    };
    round(processes, end).map(|_| own.expect("an error of this process is one of the round"))
}

/// Agrees with all other processes to do this, in words, or returns the error of all: the reason why a process cannot,
/// or that one is to do something else.
pub(crate) fn agree_on(processes: &mut impl Processes, task: Result<String, String>) -> Result<(), ClusterError> {
    let count = processes.count();
    let (_, all) = round(processes, task.map(|task| (Default::default(), vec![task.into_bytes(); count])))?;
    // All have the same messages, so all find the same.
    let Some(other) = all.iter().position(|message| *message != all[0]) else { return Ok(()) };
    let [own, first] = [other, 0].map(|process| String::from_utf8_lossy(&all[process]));
    Err(ClusterError(format!(
        "process {other}: {own}, but process 0: {first}; start the same program with the same arguments on all"
    )))
}

/// The sum of the numbers of all at each place.
pub(crate) fn sums(of_all: &[RoundNumbers]) -> RoundNumbers {
    array::from_fn(|place| of_all.iter().map(|numbers| numbers[place]).sum())
}
