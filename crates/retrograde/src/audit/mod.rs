//! Auditing a game: its methods must agree with one another.

mod balance;
mod checks;
mod error;

use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use self::balance::{Balance, Window, hash_of_move};
use self::checks::{Checked, check_position, check_predecessors};
pub use self::error::AuditError;
use crate::checksum::mix;
use crate::classes::{Class, count, is_canonical};
use crate::game::{Predecessors, Ranked, canonical_position};
use crate::runner::{Runner, Stage};
use crate::sample::{Disagreement, Effort, Sample, find_disagreement};

/// Audits a game: checks that its ranks and positions correspond, that moves are counted right, and that symmetries
/// keep moves, endings and the number of symmetric positions.
///
/// [`audit_with_predecessors`] also checks predecessors. [`Runner::audit`] can work on several threads, and
/// [`Runner::audit_sample`] looks at a sample of positions.
///
/// # Complexity
///
/// One pass, in one megabyte whatever the size of the game. For each position that has a rank, its moves are visited,
/// and each successor is made canonical, ranked and unranked. A position that is not canonical is compared with the
/// canonical one, whose moves are visited too. In a game that ranks only canonical positions, each successor is
/// compared in the same way, so that the cost grows with the square of the number of moves; a sample may be enough
/// then. If the number of symmetric positions is wrong, some more passes find out where.
///
/// # Errors
///
/// The first inconsistency by rank, except that a wrong number of symmetric positions comes after all others. They can
/// be counted only if they have ranks: a game that ranks none but canonical positions is not checked in this respect.
///
/// # Panics
///
/// Only if a method of the game does, for instance because it is called with a position that the game itself should not
/// have produced.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use retrograde::{AuditError, Game, Ranked, audit};
///
/// struct OutOfRange;
///
/// impl Game for OutOfRange {
///     type Position = u64;
///     // The last position has a move to one that does not exist.
///     fn successors(&self, position: &u64, mut visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
///         visit(position + 1)
///     }
/// }
///
/// impl Ranked for OutOfRange {
///     fn ranks(&self) -> u64 { 10 }
///     fn rank(&self, position: &u64) -> u64 { *position }
///     fn unrank(&self, rank: u64) -> Option<u64> { Some(rank) }
/// }
///
/// assert_eq!(audit(&OutOfRange), Err(AuditError::UnrankOfRank { from: 9, rank: 10 }));
/// ```
pub fn audit<G: Ranked>(game: &G) -> Result<(), AuditError> {
    Runner::new().audit(game)
}

/// Audits a game and its predecessors: checks everything that [`audit`] does, and that successors and predecessors
/// agree.
///
/// # Complexity
///
/// As for [`audit`], and all predecessors of these positions are visited twice. Missing and superfluous ones are found
/// by sums of 64 bits, which miss an error with a probability of 2^-64. If there are any, some more passes over all
/// predecessors find out where.
///
/// # Errors
///
/// As for [`audit`]; missing and superfluous predecessors come after all other errors.
///
/// # Panics
///
/// As for [`audit`].
pub fn audit_with_predecessors<G: Ranked + Predecessors>(game: &G) -> Result<(), AuditError> {
    Runner::new().audit_with_predecessors(game)
}

/// Looks for any disagreement on the moves to and from a position.
const ALL: Effort = Effort { partners: usize::MAX, predecessors: usize::MAX };

impl Runner<'_> {
    /// Does the same as [`audit`](crate::audit()).
    ///
    /// # Errors
    ///
    /// The same, on any number of threads.
    pub fn audit<G: Ranked>(&mut self, game: &G) -> Result<(), AuditError> {
        self.audit_positions(game, |_, _, _| Ok(()))
    }

    /// Does the same as [`audit_with_predecessors`](crate::audit_with_predecessors()).
    ///
    /// # Errors
    ///
    /// The same, on any number of threads.
    pub fn audit_with_predecessors<G: Ranked + Predecessors>(&mut self, game: &G) -> Result<(), AuditError> {
        // For each rank the sum of the hashes of all moves from it, according to successors less those according to
        // predecessors.
        let balance = Balance::new(Window::new(0..game.ranks()));
        self.audit_positions(game, |rank, position, checked| {
            let predecessors = check_predecessors(game, rank, position, checked)?;
            if checked.is_canonical {
                add_moves(game, &balance, (rank, position), &checked.successors, &predecessors);
            }
            Ok(())
        })?;
        let from = self.find_unbalanced(game, balance, |balance, rank, position| {
            if is_canonical(game, position) && game.known_value(position).is_none() {
                let successors = if balance.covers(rank) { Class::of_successors(game, position) } else { Vec::new() };
                let predecessors = Class::of_predecessors(game, position, usize::MAX).unwrap_or_default();
                add_moves(game, balance, (rank, position), &successors, &predecessors);
            }
        });
        from.map_or(Ok(()), |from| Err(AuditError::Predecessors { from, to: self.find_target(game, from) }))
    }

    /// The first position on whose moves from another one successors and predecessors disagree.
    fn find_target<G: Ranked + Predecessors>(&mut self, game: &G, from: u64) -> u64 {
        let first = AtomicU64::new(u64::MAX);
        let successors =
            canonical_position(game, from).map(|start| (game.orbit(&start), Class::of_successors(game, &start)));
        let (orbit, successors) = successors.unwrap_or_default();
        let Ok(()) = self.for_each_span(Stage::FindingInconsistency, game.ranks(), |span| {
            for (to, position) in span.filter_map(|rank| Some((rank, canonical_position(game, rank)?))) {
                let predecessors = match game.known_value(&position) {
                    Some(_) => Vec::new(),
                    None => Class::of_predecessors(game, &position, usize::MAX).unwrap_or_default(),
                };
                if count(&successors, to, orbit) != count(&predecessors, from, game.orbit(&position)) {
                    first.fetch_min(to, Ordering::Relaxed);
                }
            }
            Ok::<_, Infallible>(())
        });
        first.into_inner()
    }

    /// Audits so many positions, each drawn at random from all that have a rank: the same ones for the same seed. If a
    /// fraction `p` of the positions are inconsistent, a sample of `n` misses them with a probability of `(1 - p)^n`.
    /// Orbits are compared with those of canonical positions, but not counted.
    ///
    /// # Complexity
    ///
    /// As for [`audit`](crate::audit()), for the positions of the sample only.
    ///
    /// # Errors
    ///
    /// The first inconsistency in the order in which positions are drawn.
    pub fn audit_sample<G: Ranked>(&mut self, game: &G, positions: u64, seed: u64) -> Result<(), AuditError> {
        self.audit_drawn(game, positions, seed, |_, _, _| Ok(()))
    }

    /// Audits a sample of positions as [`audit_sample`](Self::audit_sample) does, and the moves to and from each of
    /// them.
    ///
    /// # Complexity
    ///
    /// As for [`audit_sample`](Self::audit_sample), and for each successor all predecessors are visited, for each
    /// predecessor all successors.
    ///
    /// # Errors
    ///
    /// The same.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use retrograde::{AuditError, Game, Predecessors, Ranked, Runner};
    /// # struct Heap(u64);
    /// # impl Game for Heap {
    /// #     type Position = u64;
    /// #     fn successors(&self, heap: &u64, visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
    /// #         (1..=3).filter_map(|taken| heap.checked_sub(taken)).try_for_each(visit)
    /// #     }
    /// # }
    /// # impl Ranked for Heap {
    /// #     fn ranks(&self) -> u64 { self.0 + 1 }
    /// #     fn rank(&self, heap: &u64) -> u64 { *heap }
    /// #     fn unrank(&self, rank: u64) -> Option<u64> { Some(rank) }
    /// # }
    /// impl Predecessors for Heap {
    ///     fn predecessors(&self, heap: &u64, visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
    ///         (1..=2).map(|taken| heap + taken).filter(|before| *before <= self.0).try_for_each(visit) // not by taking 3
    ///     }
    /// }
    ///
    /// let error = Runner::new().audit_sample_with_predecessors(&Heap(10_000), 10, 2026);
    /// assert!(matches!(error, Err(AuditError::Predecessors { .. })));
    /// ```
    pub fn audit_sample_with_predecessors<G: Ranked + Predecessors>(
        &mut self,
        game: &G,
        positions: u64,
        seed: u64,
    ) -> Result<(), AuditError> {
        self.audit_drawn(game, positions, seed, |rank, position, checked| {
            check_predecessors(game, rank, position, checked)?;
            match find_disagreement(game, checked.canonical_rank, &checked.canonical, ALL) {
                Some(Disagreement { from, to }) => Err(AuditError::Predecessors { from, to }),
                None => Ok(()),
            }
        })
    }

    fn audit_drawn<G: Ranked>(
        &mut self,
        game: &G,
        positions: u64,
        seed: u64,
        check: impl Fn(u64, &G::Position, &Checked<G::Position>) -> Result<(), AuditError> + Sync + Send,
    ) -> Result<(), AuditError> {
        let (sample, ranks_images) = (Sample { seed }, ranks_images(game));
        self.for_each_piece(Stage::Auditing, positions, Sample::PIECE, |numbers| {
            for (rank, position) in numbers.filter_map(|number| sample.draw(game, number)) {
                check(rank, &position, &check_position(game, rank, &position, ranks_images)?)?;
            }
            Ok(())
        })
    }

    /// Checks each position, calls `check` with it, and then counts orbits.
    fn audit_positions<G: Ranked>(
        &mut self,
        game: &G,
        check: impl Fn(u64, &G::Position, &Checked<G::Position>) -> Result<(), AuditError> + Sync + Send,
    ) -> Result<(), AuditError> {
        let ranks_images = ranks_images(game);
        let has_ranked_images = AtomicBool::new(false);
        // For each canonical rank the number of positions that have it, less the size of its orbit, times a hash.
        let balance = Balance::new(Window::new(0..game.ranks()));
        self.for_each_span(Stage::Auditing, game.ranks(), |span| {
            for (rank, position) in span.filter_map(|rank| Some((rank, game.unrank(rank)?))) {
                let checked = check_position(game, rank, &position, ranks_images)?;
                check(rank, &position, &checked)?;
                add_orbit(game, &balance, &checked.canonical, checked.canonical_rank, checked.is_canonical);
                has_ranked_images.fetch_or(!checked.is_canonical, Ordering::Relaxed);
            }
            Ok(())
        })?;
        if !has_ranked_images.into_inner() {
            return Ok(());
        }
        let wrong = self.find_unbalanced(game, balance, |balance, _, position| {
            let canonical = game.canonical(position);
            add_orbit(game, balance, &canonical, game.rank(&canonical), canonical == *position);
        });
        let Some(rank) = wrong else { return Ok(()) };
        let positions = AtomicU64::new(0);
        let Ok(()) = self.for_each_span(Stage::FindingInconsistency, game.ranks(), |span| {
            let images = span.filter_map(|rank| game.unrank(rank)).filter(|at| game.rank(&game.canonical(at)) == rank);
            positions.fetch_add(images.count() as u64, Ordering::Relaxed);
            Ok::<_, Infallible>(())
        });
        let found = game.unrank(rank).map_or(0, |position| game.orbit(&position));
        Err(AuditError::Orbit { rank, found, expected: positions.into_inner() })
    }

    /// The first rank that does not balance. `add` adds to the balance what a position contributes, and is called for
    /// each.
    fn find_unbalanced<G: Ranked>(
        &mut self,
        game: &G,
        mut balance: Balance,
        add: impl Fn(&Balance, u64, &G::Position) + Sync + Send,
    ) -> Option<u64> {
        loop {
            let ranks = balance.first_unbalanced()?;
            if ranks.end - ranks.start == 1 {
                return Some(ranks.start);
            }
            balance = Balance::new(Window::new(ranks));
            let Ok(()) = self.for_each_span(Stage::FindingInconsistency, game.ranks(), |span| {
                for (rank, position) in span.filter_map(|rank| Some((rank, game.unrank(rank)?))) {
                    add(&balance, rank, &position);
                }
                Ok::<_, Infallible>(())
            });
        }
    }
}

/// Whether the game ranks symmetric positions too, and not only canonical ones, as some ranks show.
fn ranks_images<G: Ranked>(game: &G) -> bool {
    let positions = (0..64).map_while(|number| Sample { seed: 0 }.draw(game, number));
    positions.into_iter().any(|(_, position)| !is_canonical(game, &position))
}

/// Adds the moves from a canonical position, and subtracts those to it, each from the balance of where it starts. They
/// count as [`OnDemand`](crate::incoming::OnDemand) says.
fn add_moves<G: Ranked>(
    game: &G,
    balance: &Balance,
    (rank, position): (u64, &G::Position),
    successors: &[Class],
    predecessors: &[Class],
) {
    let orbit = u64::from(game.orbit(position));
    for (to, moves_again) in successors.iter().filter_map(|class| Some((class.rank()?, class.moves_again))) {
        balance.add(rank, hash_of_move(rank, to, moves_again).wrapping_mul(orbit));
    }
    for (from, moves_again) in predecessors.iter().filter_map(|class| Some((class.rank()?, class.moves_again))) {
        balance.add(from, hash_of_move(from, rank, moves_again).wrapping_mul(orbit).wrapping_neg());
    }
}

/// Adds a position to the number of those with its canonical position, and subtracts all of them for the canonical one.
fn add_orbit<G: Ranked>(game: &G, balance: &Balance, canonical: &G::Position, rank: u64, is_canonical: bool) {
    let orbit = if is_canonical { u64::from(game.orbit(canonical)) } else { 0 };
    balance.add(rank, mix(rank).wrapping_mul(1_u64.wrapping_sub(orbit)));
}
