//! A game whose methods wait or panic at a chosen moment.

use std::fs;
use std::path::PathBuf;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use retrograde::{Game, Outcome, Ranked};

/// Positions 0, 1, … in a row, each but the first with a move to the one before it, so that there are as many plies as
/// positions. After them come others without any move, which are drawn.
#[derive(Clone, Debug, Default)]
pub(crate) struct Row {
    pub(crate) length: u64,
    pub(crate) drawn: u64,
    pub(crate) hold: Option<Hold>,
}

/// Where a process waits or panics.
#[derive(Clone, Debug)]
pub(crate) struct Hold {
    pub(crate) moment: Moment,
    /// The position. A process never gets to it unless its worker keeps this one.
    pub(crate) position: u64,
    pub(crate) panics: bool,
    /// Where the files are by which a test and a process wait for one another.
    pub(crate) folder: PathBuf,
    /// Whether a round has ended, after which predecessors belong to a round and not to a sample.
    pub(crate) has_rounds: Arc<AtomicBool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    /// Before the first round.
    Enumeration,
    /// While the moves of a round are made.
    Round,
    /// At the end of the last round with moves.
    LastRound,
}

impl Hold {
    /// The file that says that the process has got there.
    pub(crate) fn reached(&self) -> PathBuf {
        self.folder.join("reached")
    }

    /// The file that lets it continue.
    pub(crate) fn released(&self) -> PathBuf {
        self.folder.join("released")
    }

    pub(crate) fn at(&self, moment: Moment, position: u64) {
        if moment != self.moment || position != self.position {
            return;
        }
        assert!(!self.panics, "position {position} is broken");
        fs::write(self.reached(), "").expect("the folder of the test");
        let until = Instant::now() + Duration::from_secs(60);
        while !self.released().exists() {
            if Instant::now() > until {
                // The test has ended without this process.
                process::exit(99);
            }
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Row {
    fn hold(&self, moment: Moment, position: u64) {
        if let Some(hold) = &self.hold {
            hold.at(moment, position);
        }
    }
}

impl Game for Row {
    type Position = u64;
    const LISTS_PREDECESSORS: bool = true;

    fn successors(&self, position: &u64, visit: &mut impl FnMut(u64)) {
        self.hold(Moment::Enumeration, *position);
        position.checked_sub(1).filter(|_| *position < self.length).into_iter().for_each(visit);
    }

    fn ending(&self, position: &u64) -> Outcome {
        if *position < self.length { Outcome::Loss } else { Outcome::Draw }
    }

    fn predecessors(&self, position: &u64, visit: &mut impl FnMut(u64)) {
        if self.hold.as_ref().is_some_and(|hold| hold.has_rounds.load(Ordering::Relaxed)) {
            self.hold(Moment::Round, *position);
        }
        Some(position + 1).filter(|before| *before < self.length).into_iter().for_each(visit);
    }
}

impl Ranked for Row {
    fn ranks(&self) -> u64 {
        self.length + self.drawn
    }

    fn rank(&self, position: &u64) -> Option<u64> {
        Some(*position)
    }

    fn unrank(&self, rank: u64) -> Option<u64> {
        Some(rank)
    }
}
