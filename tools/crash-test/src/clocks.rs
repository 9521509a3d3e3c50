//! A program that only looks at the clocks, so that it can be seen whether they jump.

use std::io::{self, Write};
use std::time::{Duration, Instant, SystemTime};

/// The only argument of a process that looks.
pub(crate) const CLOCKS: &str = "clocks";

/// The largest differences between two looks at a clock, one right after the other, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Jumps {
    pub(crate) wall: u64,
    pub(crate) monotonic: u64,
}

impl Jumps {
    fn observe() -> Self {
        const LOOKS: usize = 1000;
        let mut jumps = Self { wall: 0, monotonic: 0 };
        for _ in 0..LOOKS {
            let (before, start) = (SystemTime::now(), Instant::now());
            let (after, takes) = (SystemTime::now(), start.elapsed());
            let wall = after.duration_since(before).unwrap_or_else(|error| error.duration());
            let larger = |seconds: u64, time: Duration| seconds.max(time.as_secs());
            jumps = Self { wall: larger(jumps.wall, wall), monotonic: larger(jumps.monotonic, takes) };
        }
        jumps
    }

    /// Reads what a process that looks has printed.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (wall, monotonic) = text.trim_end().split_once(' ')?;
        Some(Self { wall: wall.parse().ok()?, monotonic: monotonic.parse().ok()? })
    }
}

/// Looks at the clocks and prints by how much they jump. `None` if this process was started for something else.
pub(crate) fn look_if_requested() -> Option<Result<(), String>> {
    (std::env::args_os().skip(1).eq([CLOCKS])).then(|| {
        let Jumps { wall, monotonic } = Jumps::observe();
        writeln!(io::stdout(), "{wall} {monotonic}").map_err(|error| format!("standard output: {error}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jumps_are_read_back() {
        assert_eq!(Jumps::parse("12 0\n"), Some(Jumps { wall: 12, monotonic: 0 }));
        assert_eq!(Jumps::parse(""), None);
    }
}
