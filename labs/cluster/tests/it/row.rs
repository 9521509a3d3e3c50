//! A game whose methods wait or panic at a chosen moment.

use std::fs;
use std::path::PathBuf;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use retrograde::Outcome;

use crate::world::World;

/// Positions 0, 1, … in a row of this length, each but the first with a move to the one before it, so that there are as
/// many plies as positions. After them come others without any move, which are drawn.
pub(crate) fn row([length, drawn]: [u64; 2], hold: Option<Hold>) -> World {
    let (of_enumeration, of_rounds) = (hold.clone(), hold);
    let moves = move |at: u64| {
        if let Some(hold) = &of_enumeration {
            hold.at(Moment::Enumeration, at);
        }
        at.checked_sub(1).filter(|_| at < length).into_iter().collect()
    };
    let origins = move |at: u64| {
        if let Some(hold) = of_rounds.as_ref().filter(|hold| hold.has_rounds.load(Ordering::Relaxed)) {
            hold.at(Moment::Round, at);
        }
        Some(at + 1).filter(|before| *before < length).into_iter().collect()
    };
    let ending = move |at| if at < length { Outcome::Loss } else { Outcome::Draw };
    World { origins: Arc::new(origins), ending: Arc::new(ending), ..World::new(length + drawn, moves) }
}

/// Where a process waits or panics.
#[derive(Clone, Debug)]
pub(crate) struct Hold {
    pub(crate) moment: Moment,
    /// The position. A process never gets to it unless its worker keeps this one.
    pub(crate) position: u64,
    pub(crate) panics: bool,
    /// Where the files are by which a test and a process wait for one another: `reached` says that the process has got
    /// there, and `released` lets it continue.
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
    pub(crate) fn at(&self, moment: Moment, position: u64) {
        if moment != self.moment || position != self.position {
            return;
        }
        assert!(!self.panics, "position {position} is broken");
        fs::write(self.folder.join("reached"), "").expect("the folder of the test");
        let until = Instant::now() + Duration::from_secs(60);
        while !self.folder.join("released").exists() {
            if Instant::now() > until {
                // The test has ended without this process.
                process::exit(99);
            }
            thread::sleep(Duration::from_millis(5));
        }
    }
}
