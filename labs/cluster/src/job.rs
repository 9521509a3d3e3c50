//! What is to be done with a game, and what a worker needs for it.

use std::path::Path;

use retrograde::progress::Progress;

use crate::network::{Failure, Network};
use crate::{Cluster, ClusterError};

/// Is called after each round.
pub(crate) type OnProgress = dyn Fn(Progress) + Send + Sync;

/// What is done with a game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Task {
    /// The shares are solved, and written.
    Solve,
    /// The shares are read, and verified.
    Verify,
}

/// A game, and what it is called.
pub(crate) struct Source<'a, G> {
    pub(crate) task: Task,
    pub(crate) game: &'a G,
    /// The name that the solution is saved under, which all processes must have in common.
    pub(crate) name: &'a str,
    /// An error that the game has kept, if there is one: it ends the run.
    pub(crate) error: &'a (dyn Fn() -> Option<String> + Sync),
}

/// What a worker needs beside its game.
pub(crate) struct Job<'a> {
    pub(crate) cluster: &'a Cluster,
    pub(crate) name: &'a str,
    pub(crate) path: &'a Path,
    /// The path without the number of the share, for checkpoints.
    pub(crate) checkpoints: &'a Path,
    pub(crate) network: &'a Network,
    pub(crate) failure: &'a Failure,
    /// An error that the game has kept, if there is one.
    pub(crate) error: &'a (dyn Fn() -> Option<String> + Sync),
}

/// The run has failed, and the [`Failure`] says why.
#[derive(Debug)]
pub(crate) struct Stopped;

impl Job<'_> {
    /// Ends the run on all processes if there is an error.
    pub(crate) fn fail_on_error<T, E: Into<ClusterError>>(&self, result: Result<T, E>) -> Result<T, Stopped> {
        result.map_err(|error| {
            self.failure.fail(error.into());
            Stopped
        })
    }
}
