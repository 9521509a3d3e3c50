//! What a run took.

use std::time::Duration;

/// A mebibyte, in bytes.
pub(crate) const MIB: u64 = 1024 * 1024;

/// A number of bytes in mebibytes.
#[expect(clippy::cast_precision_loss, reason = "a size that is shown to people")]
pub(crate) fn in_mib(bytes: u64) -> f64 {
    bytes as f64 / MIB as f64
}

/// What a run took: time and memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    /// The wall-clock time, from the moment before the program is started until its end is noticed.
    pub wall: Duration,
    /// The CPU time, user and system, of the program's process and of the children that it has waited for. `None` if it
    /// was not measured: for the problem's own solver, which has no process of its own, and where the system does not
    /// tell.
    pub cpu: Option<Duration>,
    /// The largest resident memory of a single process, among the program's own and the children that it has waited
    /// for. With a memory limit also among all others of its group, on Linux, if they ran long enough to be seen.
    /// `None` as for `cpu`.
    pub peak_memory: Option<PeakMemory>,
}

/// The peak of a program's resident memory, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeakMemory {
    /// This many bytes.
    Exactly(u64),
    /// At most this many bytes. Linux counts what this process takes itself at the moment in which it starts the
    /// program, so that a smaller peak cannot be seen.
    AtMost(u64),
}

impl Usage {
    /// The usage of a run of which only the time is known.
    pub(crate) fn of_wall(wall: Duration) -> Self {
        Self { wall, cpu: None, peak_memory: None }
    }
}

impl PeakMemory {
    /// The number of bytes that are not exceeded.
    pub fn bytes(self) -> u64 {
        match self {
            Self::Exactly(bytes) | Self::AtMost(bytes) => bytes,
        }
    }

    /// Whether the peak is known, and not only a bound of it.
    pub fn is_exact(self) -> bool {
        matches!(self, Self::Exactly(_))
    }
}
