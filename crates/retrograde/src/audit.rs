//! Auditing a game: its methods must agree with one another.

use std::fmt;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use crate::checksum::mix;
use crate::game::{Game, Predecessors, until_error};
use crate::runner::{Runner, Stage};

/// An inconsistency in a game. Positions are named by their ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AuditError {
    /// The position that [`Game::unrank`] returns for a rank has another rank.
    RankOfUnrank {
        /// The rank.
        rank: u32,
        /// The rank of the position that is returned.
        found: u32,
    },
    /// [`Game::unrank`] does not return a successor, a predecessor or a canonical position for its rank, or that rank is out
    /// of range.
    UnrankOfRank {
        /// The position that has the successor, the predecessor or the canonical position.
        from: u32,
        /// The rank of the other one.
        rank: u32,
    },
    /// [`Game::move_count`] is not the number of successors.
    MoveCount {
        /// The position.
        rank: u32,
        /// What `move_count` returns.
        found: u32,
        /// The number of successors.
        expected: u32,
    },
    /// [`Game::successors`] or [`Predecessors::predecessors`] does not stop when the visitor breaks, or does not return what
    /// the visitor returned last.
    ControlFlow {
        /// The position.
        rank: u32,
    },
    /// [`Game::successors`] and [`Predecessors::predecessors`] disagree on whether there is a move, or on how often it occurs.
    Predecessors {
        /// The position before the move.
        from: u32,
        /// The position after it; `None` if only `predecessors` has the move.
        to: Option<u32>,
    },
    /// The canonical position of a canonical position is another one.
    CanonicalOfCanonical {
        /// The position.
        rank: u32,
    },
    /// A position and its canonical position do not have symmetric successors, symmetric predecessors, or the same ending.
    Symmetry {
        /// The position.
        rank: u32,
        /// Its canonical position.
        canonical: u32,
    },
    /// [`Game::orbit`] is not the number of positions with the same canonical position.
    Orbit {
        /// The position.
        rank: u32,
        /// What `orbit` returns.
        found: u32,
        /// The number of positions.
        expected: u32,
    },
}

impl fmt::Display for AuditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RankOfUnrank { rank, found } => write!(f, "unrank({rank}) returns a position of rank {found}"),
            Self::UnrankOfRank { from, rank } => write!(
                f,
                "rank {from} has a successor, predecessor or canonical position of rank {rank}, but unrank({rank}) returns \
                 another one or none"
            ),
            Self::MoveCount { rank, found, expected } => {
                write!(f, "move_count of rank {rank} is {found}, but it has {expected} successors")
            }
            Self::ControlFlow { rank } => write!(
                f,
                "visiting the successors or predecessors of rank {rank} does not stop when the visitor breaks, or does \
                 not return what the visitor does"
            ),
            Self::Predecessors { from, to: Some(to) } => {
                write!(f, "successors and predecessors disagree on the move from rank {from} to rank {to}")
            }
            Self::Predecessors { from, to: None } => {
                write!(f, "successors and predecessors disagree on the moves from rank {from}")
            }
            Self::CanonicalOfCanonical { rank } => {
                write!(f, "the canonical position of rank {rank} has a different canonical position itself")
            }
            Self::Symmetry { rank, canonical } => write!(
                f,
                "rank {rank} and its canonical position, rank {canonical}, do not have symmetric moves or the same ending"
            ),
            Self::Orbit { rank, found, expected } => {
                write!(f, "orbit of rank {rank} is {found}, but {expected} positions have the same canonical position")
            }
        }
    }
}

impl std::error::Error for AuditError {}

/// Audits a game: checks that its ranks and positions correspond, that moves are counted right, and that symmetries keep
/// moves, endings and the number of symmetric positions.
///
/// [`audit_with_predecessors`] also checks predecessors. [`Runner::audit`] can work on all threads.
///
/// # Complexity
///
/// Visits each move a constant number of times and takes four bytes per rank.
///
/// # Errors
///
/// The first inconsistency by rank, except that those of [`Game::orbit`] come after all others.
///
/// # Panics
///
/// Only if a method of the game does, for instance because it is called with a position that the game itself should not have
/// produced.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use retrograde::{AuditError, Game, audit};
///
/// struct OutOfRange;
///
/// impl Game for OutOfRange {
///     type Position = u32;
///     fn ranks(&self) -> u32 { 10 }
///     fn rank(&self, position: &u32) -> u32 { *position }
///     fn unrank(&self, rank: u32) -> Option<u32> { Some(rank) }
///     // The last position has a move to one that does not exist.
///     fn successors(&self, position: &u32, mut visit: impl FnMut(u32) -> ControlFlow<()>) -> ControlFlow<()> {
///         visit(position + 1)
///     }
/// }
///
/// assert_eq!(audit(&OutOfRange), Err(AuditError::UnrankOfRank { from: 9, rank: 10 }));
/// ```
pub fn audit<G: Game>(game: &G) -> Result<(), AuditError> {
    Runner::new().audit(game)
}

/// Audits a game and its predecessors: checks everything that [`audit`] does, and that successors and predecessors agree.
///
/// # Complexity
///
/// Visits each move a constant number of times and takes twelve bytes per rank. Missing and superfluous predecessors are found
/// by sums of 64 bits, which miss an error with a probability of 2^-64.
///
/// # Errors
///
/// As for [`audit`]; missing and superfluous predecessors come after all other errors.
///
/// # Panics
///
/// As for [`audit`].
pub fn audit_with_predecessors<G: Predecessors>(game: &G) -> Result<(), AuditError> {
    Runner::new().audit_with_predecessors(game)
}

impl Runner<'_> {
    /// Does the same as [`audit`](crate::audit()).
    ///
    /// # Errors
    ///
    /// The same, on any number of threads.
    pub fn audit<G: Game>(&mut self, game: &G) -> Result<(), AuditError> {
        self.audit_with(game, |rank, position| {
            check_moves(game, rank, position, |_| {})?;
            check_symmetry(game, rank, position, |_| Vec::new())
        })
    }

    /// Does the same as [`audit_with_predecessors`](crate::audit_with_predecessors()).
    ///
    /// # Errors
    ///
    /// The same, on any number of threads.
    pub fn audit_with_predecessors<G: Predecessors>(&mut self, game: &G) -> Result<(), AuditError> {
        // For each rank the sum of the hashes of all moves from it, according to successors less those according to
        // predecessors.
        let balance: Vec<AtomicU64> = (0..game.ranks()).map(|_| AtomicU64::new(0)).collect();
        self.audit_with(game, |rank, position| {
            let mut sum = 0_u64;
            check_moves(game, rank, position, |to| sum = sum.wrapping_add(hash_of_move(rank, to)))?;
            balance[rank as usize].fetch_add(sum, Ordering::Relaxed);
            check_predecessors(game, rank, position, |from| {
                balance[from as usize].fetch_sub(hash_of_move(from, rank), Ordering::Relaxed);
            })?;
            check_symmetry(game, rank, position, |position| {
                symmetry_classes(game, |visit| {
                    game.predecessors(position, |from| visit(&from, game.moves_again(&from, position)))
                })
            })
        })?;
        match (0..).zip(balance).find(|(_, sum)| sum.load(Ordering::Relaxed) != 0) {
            Some((from, _)) => Err(AuditError::Predecessors { from, to: missing_predecessor(game, from) }),
            None => Ok(()),
        }
    }

    /// Calls `check` for each position, which returns the rank of its canonical position, and then checks orbits.
    fn audit_with<G: Game>(
        &mut self,
        game: &G,
        check: impl Fn(u32, &G::Position) -> Result<u32, AuditError> + Sync + Send,
    ) -> Result<(), AuditError> {
        // For each canonical rank the number of positions that have it.
        let orbits: Vec<AtomicU32> = (0..game.ranks()).map(|_| AtomicU32::new(0)).collect();
        self.for_each_span(Stage::Auditing { pass: 1 }, game.ranks(), |span| {
            for (rank, position) in positions(game, span) {
                check_rank(game, rank, &position)?;
                orbits[check(rank, &position)? as usize].fetch_add(1, Ordering::Relaxed);
            }
            Ok(())
        })?;
        self.for_each_span(Stage::Auditing { pass: 2 }, game.ranks(), |span| {
            for (rank, position) in positions(game, span) {
                let canonical = game.rank(&game.canonical(&position));
                let (found, expected) = (game.orbit(&position), orbits[canonical as usize].load(Ordering::Relaxed));
                if found != expected {
                    return Err(AuditError::Orbit { rank, found, expected });
                }
            }
            Ok(())
        })
    }
}

fn positions<G: Game>(game: &G, ranks: Range<u32>) -> impl Iterator<Item = (u32, G::Position)> {
    ranks.filter_map(|rank| Some((rank, game.unrank(rank)?)))
}

fn check_rank<G: Game>(game: &G, rank: u32, position: &G::Position) -> Result<(), AuditError> {
    let found = game.rank(position);
    if found == rank { Ok(()) } else { Err(AuditError::RankOfUnrank { rank, found }) }
}

/// The rank of a position that was reached from the position of rank `from`.
fn checked_rank<G: Game>(game: &G, from: u32, position: &G::Position) -> Result<u32, AuditError> {
    let rank = game.rank(position);
    if rank < game.ranks() && game.unrank(rank).as_ref() == Some(position) {
        Ok(rank)
    } else {
        Err(AuditError::UnrankOfRank { from, rank })
    }
}

/// Checks the successors of a position, and calls `visit` with the rank of each.
fn check_moves<G: Game>(
    game: &G,
    rank: u32,
    position: &G::Position,
    mut visit: impl FnMut(u32),
) -> Result<(), AuditError> {
    let (mut expected, mut result) = (0, Ok(()));
    let visitor = until_error(&mut result, |successor| {
        expected += 1;
        visit(checked_rank(game, rank, &successor)?);
        Ok(())
    });
    let flow = game.successors(position, visitor);
    result?;
    check_control_flow(rank, flow, expected, |visitor| game.successors(position, |_| visitor()))?;
    let found = game.move_count(position);
    if found == expected { Ok(()) } else { Err(AuditError::MoveCount { rank, found, expected }) }
}

/// Checks the predecessors of a position, and calls `visit` with the rank of each.
fn check_predecessors<G: Predecessors>(
    game: &G,
    rank: u32,
    position: &G::Position,
    mut visit: impl FnMut(u32),
) -> Result<(), AuditError> {
    let (mut count, mut result) = (0, Ok(()));
    let visitor = until_error(&mut result, |predecessor| {
        count += 1;
        visit(checked_rank(game, rank, &predecessor)?);
        Ok(())
    });
    let flow = game.predecessors(position, visitor);
    result?;
    check_control_flow(rank, flow, count, |visitor| game.predecessors(position, |_| visitor()))
}

/// Checks that `flow` is [`ControlFlow::Continue`] after a visit of `count` positions that did not break, and that a visit
/// that breaks at once ends at once.
fn check_control_flow(
    rank: u32,
    flow: ControlFlow<()>,
    count: u32,
    visit_all: impl FnOnce(&mut dyn FnMut() -> ControlFlow<()>) -> ControlFlow<()>,
) -> Result<(), AuditError> {
    let mut visited = 0;
    let stopped = visit_all(&mut || {
        visited += 1;
        ControlFlow::Break(())
    });
    let is_right = flow.is_continue() && visited == count.min(1) && stopped.is_break() == (count > 0);
    if is_right { Ok(()) } else { Err(AuditError::ControlFlow { rank }) }
}

fn hash_of_move(from: u32, to: u32) -> u64 {
    mix(u64::from(from) << 32 | u64::from(to))
}

/// A successor of a position that does not have it among its predecessors as often as it is one.
fn missing_predecessor<G: Predecessors>(game: &G, from: u32) -> Option<u32> {
    let position = game.unrank(from)?;
    let mut successors = Vec::new();
    let _ = game.successors(&position, |successor| {
        successors.push(game.rank(&successor));
        ControlFlow::Continue(())
    });
    successors.iter().copied().find(|&to| {
        let forwards = successors.iter().filter(|&&other| other == to).count();
        let mut backwards = 0;
        if let Some(reached) = game.unrank(to) {
            let _ = game.predecessors(&reached, |predecessor| {
                backwards += usize::from(game.rank(&predecessor) == from);
                ControlFlow::Continue(())
            });
        }
        forwards != backwards
    })
}

/// Checks a position against its canonical one, and returns the rank of that. `predecessors` returns the symmetry classes of
/// a position's predecessors if they are to be compared.
fn check_symmetry<G: Game>(
    game: &G,
    rank: u32,
    position: &G::Position,
    predecessors: impl Fn(&G::Position) -> Vec<(u32, bool)>,
) -> Result<u32, AuditError> {
    let image = game.canonical(position);
    let canonical = checked_rank(game, rank, &image)?;
    if image == *position {
        return Ok(canonical);
    }
    if game.canonical(&image) != image {
        return Err(AuditError::CanonicalOfCanonical { rank });
    }
    let successors = |position: &G::Position| {
        symmetry_classes(game, |visit| game.successors(position, |to| visit(&to, game.moves_again(position, &to))))
    };
    let own = successors(position);
    let is_symmetric = own == successors(&image)
        && predecessors(position) == predecessors(&image)
        && (!own.is_empty() || game.ending(position) == game.ending(&image));
    if is_symmetric { Ok(canonical) } else { Err(AuditError::Symmetry { rank, canonical }) }
}

/// The canonical ranks of all positions visited, and whether the player who moves keeps the turn, in ascending order.
fn symmetry_classes<G: Game>(
    game: &G,
    visit_all: impl FnOnce(&mut dyn FnMut(&G::Position, bool) -> ControlFlow<()>) -> ControlFlow<()>,
) -> Vec<(u32, bool)> {
    let mut classes = Vec::new();
    let _ = visit_all(&mut |position, moves_again| {
        classes.push((game.rank(&game.canonical(position)), moves_again));
        ControlFlow::Continue(())
    });
    classes.sort_unstable();
    classes
}
