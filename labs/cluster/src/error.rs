use std::error::Error;
use std::fmt;
use std::time::Duration;

/// The reason why a run on several processes ended without a result.
///
/// Displayed as one line that names the process, its address, and what to do next.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClusterError {
    /// The processes could not be connected, or were started for different things.
    Start(String),
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
        let text = match self {
            Self::Start(text) | Self::Worker(text) => text.clone(),
            Self::Lost { process, address, error } => format!(
                "process {process} at {address} ended unexpectedly ({error}); \
                 read its messages for the reason, or it was killed, for instance for want of memory; {CONTINUE}"
            ),
            Self::Silent { process, address, limit } => format!(
                "process {process} at {address} gave no sign of life for {}; \
                 check its machine and the network; {CONTINUE}",
                seconds(*limit)
            ),
            Self::Ended { process, address, reason } => {
                format!("process {process} at {address} ended the run: {reason}")
            }
        };
        // Without line breaks and other control characters, which may come from another machine.
        f.write_str(&text.trim_end().replace(char::is_control, " "))
    }
}

impl Error for ClusterError {}

/// What to do next after an error that is not one of the game.
const CONTINUE: &str = "start all processes again; a run that solves continues from its last checkpoint";

/// A time in words.
pub(crate) fn seconds(limit: Duration) -> String {
    match limit.as_secs_f64() {
        1.0 => "1 second".to_string(),
        seconds => format!("{seconds} seconds"),
    }
}
