//! Whether a game's own code is right: its methods must agree with one another.

use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use crate::checksum::mix;
use crate::game::Game;
use crate::runner::{Runner, Stage};

/// The first disagreement that was found. Ranks name positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Flaw {
    /// The position that [`Game::unrank`] gives for a rank has another rank.
    RankOfUnrank {
        /// The rank that was asked for.
        rank: u32,
        /// The rank of what was given.
        found: u32,
    },
    /// A successor, a predecessor or a canonical position is not what [`Game::unrank`] gives for its rank, or has a rank
    /// beyond [`Game::ranks`].
    UnrankOfRank {
        /// The position whose successor, predecessor or canonical position it is.
        from: u32,
        /// The rank that it claims.
        rank: u32,
    },
    /// [`Game::move_count`] is not the number of successors.
    MoveCount {
        /// The position.
        rank: u32,
        /// What was said.
        said: u32,
        /// How many there are.
        counted: u32,
    },
    /// A move that [`Game::successors`] knows and [`Game::predecessors`] does not, or that they give a different number
    /// of times.
    Predecessors {
        /// Where the move begins.
        from: u32,
        /// Where it leads; `None` if no successor is at fault, so that predecessors know a move that does not exist.
        to: Option<u32>,
    },
    /// [`Game::predecessors`] visits something, but [`Game::KNOWS_PREDECESSORS`] is not set.
    UnannouncedPredecessors {
        /// The position whose predecessors it visits.
        rank: u32,
    },
    /// The canonical position of a canonical position is another one.
    CanonicalOfCanonical {
        /// The position.
        rank: u32,
    },
    /// A position and its canonical one do not have alike successors and predecessors, or do not end alike.
    Symmetry {
        /// The position.
        rank: u32,
        /// Its canonical one.
        canonical: u32,
    },
    /// [`Game::orbit`] is not the number of positions with the same canonical one.
    Orbit {
        /// The position.
        rank: u32,
        /// What was said.
        said: u32,
        /// How many there are.
        counted: u32,
    },
}

impl fmt::Display for Flaw {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RankOfUnrank { rank, found } => write!(out, "unrank({rank}) is a position of rank {found}"),
            Self::UnrankOfRank { from, rank } => {
                write!(out, "from rank {from} a position is reached that is not what unrank({rank}) gives for its rank")
            }
            Self::MoveCount { rank, said, counted } => {
                write!(out, "move_count of rank {rank} is {said}, but it has {counted} successors")
            }
            Self::Predecessors { from, to: Some(to) } => {
                write!(out, "successors and predecessors disagree on the move from rank {from} to rank {to}")
            }
            Self::Predecessors { from, to: None } => {
                write!(out, "successors and predecessors disagree on the moves from rank {from}")
            }
            Self::UnannouncedPredecessors { rank } => {
                write!(out, "rank {rank} has predecessors, but KNOWS_PREDECESSORS is not set")
            }
            Self::CanonicalOfCanonical { rank } => {
                write!(out, "the canonical position of rank {rank} has itself another canonical position")
            }
            Self::Symmetry { rank, canonical } => {
                write!(
                    out,
                    "rank {rank} and its canonical position, rank {canonical}, do not have alike moves or endings"
                )
            }
            Self::Orbit { rank, said, counted } => {
                write!(out, "orbit of rank {rank} is {said}, but {counted} positions are alike")
            }
        }
    }
}

impl std::error::Error for Flaw {}

/// Checks that ranks and positions belong together one to one, that successors, predecessors and counts agree, and that
/// symmetries keep moves, endings and numbers.
///
/// Looks at each move a constant number of times and takes twelve bytes for each rank. That no move is missing from
/// predecessors, or is one too many, is told from 64-bit sums, which could be equal by chance once in 2^64.
///
/// ```
/// use retrograde::{Flaw, Game, audit};
///
/// struct Off;
///
/// impl Game for Off {
///     type Position = u32;
///     fn ranks(&self) -> u32 { 10 }
///     fn rank(&self, position: &u32) -> u32 { *position }
///     fn unrank(&self, rank: u32) -> Option<u32> { Some(rank) }
///     // The last position leads out of the game.
///     fn successors(&self, position: &u32, mut visit: impl FnMut(u32)) { visit(position + 1) }
/// }
///
/// assert_eq!(audit(&Off), Err(Flaw::UnrankOfRank { from: 9, rank: 10 }));
/// ```
pub fn audit<G: Game>(game: &G) -> Result<(), Flaw> {
    Runner::new().audit(game)
}

impl Runner<'_> {
    /// Does what [`audit`](crate::audit()) does.
    ///
    /// # Errors
    ///
    /// Likewise: the same flaw on any number of threads.
    pub fn audit<G: Game>(&mut self, game: &G) -> Result<(), Flaw> {
        let sums = Sums {
            balance: (0..game.ranks()).map(|_| AtomicU64::new(0)).collect(),
            alike: (0..game.ranks()).map(|_| AtomicU32::new(0)).collect(),
        };
        self.each_span(Stage::Auditing { pass: 1 }, game.ranks(), |span| {
            for (rank, position) in positions(game, span) {
                check_rank(game, rank, &position)?;
                check_moves(game, rank, &position, &sums)?;
                let canonical = check_symmetry(game, rank, &position)?;
                sums.alike[canonical as usize].fetch_add(1, Ordering::Relaxed);
            }
            Ok(())
        })?;
        self.each_span(Stage::Auditing { pass: 2 }, game.ranks(), |span| {
            for (rank, position) in positions(game, span) {
                let canonical = game.rank(&game.canonical(&position));
                let (said, counted) = (game.orbit(&position), sums.alike[canonical as usize].load(Ordering::Relaxed));
                if said != counted {
                    return Err(Flaw::Orbit { rank, said, counted });
                }
            }
            Ok(())
        })?;
        match (0..).zip(sums.balance).find(|(_, sum)| sum.load(Ordering::Relaxed) != 0) {
            Some((from, _)) if G::KNOWS_PREDECESSORS => {
                Err(Flaw::Predecessors { from, to: missing_predecessor(game, from) })
            }
            _ => Ok(()),
        }
    }
}

/// What is summed up over all positions and moves, for each rank.
struct Sums {
    /// The names of the moves that begin there, those by successors less those by predecessors.
    balance: Vec<AtomicU64>,
    /// How many positions it is the canonical one of.
    alike: Vec<AtomicU32>,
}

fn positions<G: Game>(game: &G, ranks: Range<u32>) -> impl Iterator<Item = (u32, G::Position)> {
    ranks.filter_map(|rank| Some((rank, game.unrank(rank)?)))
}

fn check_rank<G: Game>(game: &G, rank: u32, position: &G::Position) -> Result<(), Flaw> {
    let found = game.rank(position);
    if found == rank { Ok(()) } else { Err(Flaw::RankOfUnrank { rank, found }) }
}

/// The rank of a position that was reached from another one.
fn checked_rank<G: Game>(game: &G, from: u32, position: &G::Position) -> Result<u32, Flaw> {
    let rank = game.rank(position);
    if rank < game.ranks() && game.unrank(rank).as_ref() == Some(position) {
        Ok(rank)
    } else {
        Err(Flaw::UnrankOfRank { from, rank })
    }
}

fn check_moves<G: Game>(game: &G, rank: u32, position: &G::Position, sums: &Sums) -> Result<(), Flaw> {
    let (mut counted, mut balance) = (0, 0_u64);
    let mut checked = Ok(());
    game.successors(position, |successor| {
        counted += 1;
        match checked_rank(game, rank, &successor) {
            Ok(to) => balance = balance.wrapping_add(name(rank, to)),
            Err(flaw) => checked = checked.and(Err(flaw)),
        }
    });
    game.predecessors(position, |predecessor| match checked_rank(game, rank, &predecessor) {
        _ if !G::KNOWS_PREDECESSORS => checked = checked.and(Err(Flaw::UnannouncedPredecessors { rank })),
        Ok(from) => {
            sums.balance[from as usize].fetch_sub(name(from, rank), Ordering::Relaxed);
        }
        Err(flaw) => checked = checked.and(Err(flaw)),
    });
    sums.balance[rank as usize].fetch_add(balance, Ordering::Relaxed);
    checked?;
    let said = game.move_count(position);
    if said == counted { Ok(()) } else { Err(Flaw::MoveCount { rank, said, counted }) }
}

/// A number for a move that looks random.
fn name(from: u32, to: u32) -> u64 {
    mix(u64::from(from) << 32 | u64::from(to))
}

/// A successor of a position that does not have it among its predecessors as often as it is one.
fn missing_predecessor<G: Game>(game: &G, from: u32) -> Option<u32> {
    let position = game.unrank(from)?;
    let mut successors = Vec::new();
    game.successors(&position, |successor| successors.push(game.rank(&successor)));
    successors.iter().copied().find(|&to| {
        let forwards = successors.iter().filter(|&&other| other == to).count();
        let mut backwards = 0;
        if let Some(reached) = game.unrank(to) {
            game.predecessors(&reached, |predecessor| backwards += usize::from(game.rank(&predecessor) == from));
        }
        forwards != backwards
    })
}

/// Checks a position against its canonical one, and gives that one's rank.
fn check_symmetry<G: Game>(game: &G, rank: u32, position: &G::Position) -> Result<u32, Flaw> {
    let image = game.canonical(position);
    let canonical = checked_rank(game, rank, &image)?;
    if image == *position {
        return Ok(canonical);
    }
    if game.canonical(&image) != image {
        return Err(Flaw::CanonicalOfCanonical { rank });
    }
    let successors = |position: &G::Position| {
        kinds(game, |visit| game.successors(position, |to| visit(&to, game.moves_again(position, &to))))
    };
    let predecessors = |position: &G::Position| {
        kinds(game, |visit| game.predecessors(position, |from| visit(&from, game.moves_again(&from, position))))
    };
    let own = successors(position);
    let alike = own == successors(&image)
        && predecessors(position) == predecessors(&image)
        && (!own.is_empty() || game.ending(position) == game.ending(&image));
    if alike { Ok(canonical) } else { Err(Flaw::Symmetry { rank, canonical }) }
}

/// The canonical ranks of the positions that are visited, each as often as it is, and whether who has moved moves again.
fn kinds<G: Game>(game: &G, visit_all: impl FnOnce(&mut dyn FnMut(&G::Position, bool))) -> Vec<(u32, bool)> {
    let mut kinds = Vec::new();
    visit_all(&mut |position, again| kinds.push((game.rank(&game.canonical(position)), again)));
    kinds.sort_unstable();
    kinds
}
