use std::error::Error;
use std::fmt;
use std::io::ErrorKind;
use std::time::Duration;

/// The reason why a run on several processes ended without a result.
///
/// Displayed as one line that names the process, its address, and what to do next.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClusterError {
    /// An address in the list of processes has no valid form.
    Address {
        /// The address as it stands in the list.
        address: String,
        /// What is wrong with it.
        error: String,
    },
    /// The name in this process's own address cannot be resolved.
    Name {
        /// The address of this process in the list.
        address: String,
        /// The error of the operating system.
        error: String,
    },
    /// This process cannot listen at its own address.
    Listen {
        /// The address of this process in the list.
        address: String,
        /// The kind of the error.
        kind: ErrorKind,
        /// The error of the operating system.
        error: String,
    },
    /// A process was not connected within the time allowed for the start.
    Start {
        /// The first process that is missing.
        process: usize,
        /// Its address in the list.
        address: String,
        /// The time allowed for the start.
        limit: Duration,
        /// What this process saw of it, as a clause: "did not connect".
        problem: String,
        /// Further processes that are missing.
        others: Vec<usize>,
        /// The connections that do not belong to this run, as a clause: where they came from and why they were refused.
        /// Empty if there were none.
        foreign: String,
    },
    /// Another process refused this one, because the two do not have the same token.
    Refused {
        /// The process that refused the connection.
        process: usize,
        /// Its address in the list.
        address: String,
    },
    /// Another process was started for something else than this one.
    Mismatch {
        /// The other process.
        process: usize,
        /// Its address in the list.
        address: String,
        /// What differs: "game".
        what: String,
        /// Its value on this process.
        here: String,
        /// Its value on the other process.
        there: String,
    },
    /// A process answers at the address of another one, by the list of the process that connects.
    Misplaced {
        /// The process that answers.
        process: usize,
        /// The address.
        address: String,
        /// The process that was expected there.
        expected: usize,
    },
    /// Two processes were started with the same number.
    Twice {
        /// The number.
        process: usize,
        /// Where the first one connects from.
        first: String,
        /// Where the second one connects from.
        second: String,
    },
    /// The connection to another process broke.
    Lost {
        /// The other process.
        process: usize,
        /// Its address in the list.
        address: String,
        /// What happened to the connection.
        error: String,
    },
    /// Another process sent nothing, not even a sign of life, or took nothing.
    Silent {
        /// The other process.
        process: usize,
        /// Its address in the list.
        address: String,
        /// The time without a sign of life.
        limit: Duration,
    },
    /// Another process ended the run.
    Ended {
        /// The process where the run failed first.
        process: usize,
        /// Its address in the list.
        address: String,
        /// Its reason.
        reason: String,
    },
    /// This process itself cannot continue: the game cannot be solved, a disk is full.
    Worker(String),
}

impl fmt::Display for ClusterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&one_line(&self.text()))
    }
}

impl Error for ClusterError {}

impl ClusterError {
    fn text(&self) -> String {
        match self {
            Self::Address { address, error } => {
                format!("invalid address '{address}': {error}; write it as HOST:PORT in the list of processes")
            }
            Self::Name { address, error } => {
                format!("cannot resolve the name in '{address}': {error}; check the name in the list of processes")
            }
            Self::Listen { address, kind: ErrorKind::AddrInUse, .. } => format!(
                "cannot listen at {address}: the port is in use; is this process started twice? \
                 check its index, end the program that uses the port, or choose another port"
            ),
            Self::Listen { address, kind: ErrorKind::AddrNotAvailable, .. } => format!(
                "cannot listen at {address}: the address is not one of this machine; \
                 check the index of this process and the list of processes"
            ),
            Self::Listen { address, kind: ErrorKind::PermissionDenied, .. } => format!(
                "cannot listen at {address}: permission denied; ports below 1024 need special rights, choose another"
            ),
            Self::Listen { address, error, .. } => {
                format!("cannot listen at {address}: {error}; check the address, or choose another port")
            }
            Self::Start { process, address, limit, problem, others, foreign } => {
                let others = match others.as_slice() {
                    [] => String::new(),
                    [other] => format!(" (process {other} is missing too)"),
                    others => format!(" (processes {} are missing too)", list(others)),
                };
                let foreign = if foreign.is_empty() { String::new() } else { format!(" ({foreign})") };
                format!(
                    "process {process} at {address} {problem} within {}{others}{foreign}; \
                     start it, and check the list of processes and the firewall",
                    seconds(*limit)
                )
            }
            Self::Refused { process, address } => format!(
                "process {process} at {address} refused this process, because its token is different; \
                 start all processes with the same token"
            ),
            Self::Mismatch { process, address, what, here, there } => format!(
                "process {process} at {address} does not fit: its {what} is {there}, but {here} on this process; \
                 start all processes from the same program with the same options"
            ),
            Self::Misplaced { process, address, expected } => format!(
                "process {process} answers at {address}, where process {expected} is expected; \
                 give each process an address of its own, in the same list for all"
            ),
            Self::Twice { process, first, second } => format!(
                "two processes have the number {process}, one connects from {first} and one from {second}; \
                 start each process with its own number"
            ),
            Self::Lost { process, address, error } => format!(
                "process {process} at {address} ended unexpectedly ({error}); \
                 read its messages for the reason, or it was killed, for instance for want of memory; \
                 then start all processes again"
            ),
            Self::Silent { process, address, limit } => format!(
                "process {process} at {address} gave no sign of life for {}; \
                 check its machine and the network, then start all processes again",
                seconds(*limit)
            ),
            Self::Ended { process, address, reason } => {
                format!("process {process} at {address} ended the run: {reason}")
            }
            Self::Worker(reason) => reason.clone(),
        }
    }
}

fn list(processes: &[usize]) -> String {
    processes.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
}

fn seconds(limit: Duration) -> String {
    match limit.as_secs_f64() {
        1.0 => "1 second".to_string(),
        seconds => format!("{seconds} seconds"),
    }
}

/// The text without line breaks and other control characters, which may come from another machine.
fn one_line(text: &str) -> String {
    text.trim_end().chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
