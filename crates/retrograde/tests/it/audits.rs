//! Games whose own code is wrong, each in one way.

use retrograde::{Flaw, Game, Outcome, SolveError, audit, solve};

use crate::graph::Graph;

/// A ring of ten positions, each with a move to the next and one to the next but one, that are alike in pairs: a game
/// without flaws, but for the one that is named.
struct Ring {
    flaw: Option<Kind>,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    RankOfUnrank,
    SuccessorOutside,
    PredecessorOutside,
    MoveCount,
    PredecessorMissing,
    PredecessorTwice,
    SuccessorMissing,
    CanonicalMoves,
    SymmetryOfMoves,
    SymmetryOfMultiplicity,
    SymmetryOfEndings,
    SymmetryOfTurns,
    EndingOfMoving,
    PredecessorElsewhere,
    Orbit,
    OrbitTooSmall,
}

impl Ring {
    fn has(&self, flaw: Kind) -> bool {
        self.flaw == Some(flaw)
    }
}

impl Game for Ring {
    type Position = u32;

    const KNOWS_PREDECESSORS: bool = true;

    // Positions 10 and 11 are ends.
    fn ranks(&self) -> u32 {
        12
    }

    fn rank(&self, position: &u32) -> u32 {
        if self.has(Kind::RankOfUnrank) && *position == 7 { 6 } else { *position }
    }

    fn unrank(&self, rank: u32) -> Option<u32> {
        Some(rank)
    }

    fn successors(&self, position: &u32, mut visit: impl FnMut(u32)) {
        match *position {
            10 | 11 => {}
            2 if self.has(Kind::SuccessorMissing) => visit(3),
            2 if self.has(Kind::SuccessorOutside) => [3, 12].into_iter().for_each(visit),
            7 if self.has(Kind::SymmetryOfMoves) => [8, 10].into_iter().for_each(visit),
            7 if self.has(Kind::SymmetryOfMultiplicity) => [8, 8].into_iter().for_each(visit),
            from => [1, 2].into_iter().for_each(|step| visit((from + step) % 10)),
        }
    }

    fn move_count(&self, position: &u32) -> u32 {
        match *position {
            10 | 11 => 0,
            4 if self.has(Kind::MoveCount) => 3,
            2 if self.has(Kind::SuccessorMissing) => 1,
            _ => 2,
        }
    }

    fn ending(&self, position: &u32) -> Outcome {
        let other =
            self.has(Kind::SymmetryOfEndings) && *position == 11 || self.has(Kind::EndingOfMoving) && *position == 7;
        if other { Outcome::Win } else { Outcome::Loss }
    }

    fn predecessors(&self, position: &u32, mut visit: impl FnMut(u32)) {
        match *position {
            10 if self.has(Kind::SymmetryOfMoves) => visit(7),
            10 | 11 => {}
            9 if self.has(Kind::SymmetryOfMoves) => visit(8),
            // As many as there are, but from somewhere else: alike to the right one, so that symmetry is kept.
            5 if self.has(Kind::PredecessorElsewhere) => [9, 3].into_iter().for_each(visit),
            0 if self.has(Kind::PredecessorElsewhere) => [4, 8].into_iter().for_each(visit),
            5 if self.has(Kind::PredecessorMissing) => visit(4),
            5 if self.has(Kind::PredecessorTwice) => [4, 3, 3].into_iter().for_each(visit),
            5 if self.has(Kind::PredecessorOutside) => [4, 3, 90].into_iter().for_each(visit),
            to => [1, 2].into_iter().for_each(|step| visit((to + 10 - step) % 10)),
        }
    }

    fn canonical(&self, position: &u32) -> u32 {
        match *position {
            10 | 11 => 10,
            0 if self.has(Kind::CanonicalMoves) => 5,
            position => position % 5,
        }
    }

    fn orbit(&self, position: &u32) -> u32 {
        match *position {
            8 if self.has(Kind::Orbit) => 4,
            8 if self.has(Kind::OrbitTooSmall) => 1,
            _ => 2,
        }
    }

    fn moves_again(&self, from: &u32, to: &u32) -> bool {
        self.has(Kind::SymmetryOfTurns) && (*from, *to) == (7, 8)
    }
}

fn check(flaw: Option<Kind>, expected: Result<(), Flaw>) {
    let found = audit(&Ring { flaw });
    assert_eq!(found, expected);
    if let Err(flaw) = found {
        assert!(!flaw.to_string().contains('\n'));
    }
}

#[test]
fn a_game_without_flaws_passes() {
    check(None, Ok(()));
}

#[test]
fn the_first_position_that_breaks_is_named() {
    check(Some(Kind::RankOfUnrank), Err(Flaw::UnrankOfRank { from: 5, rank: 6 }));
    check(Some(Kind::SuccessorOutside), Err(Flaw::UnrankOfRank { from: 2, rank: 12 }));
    check(Some(Kind::PredecessorOutside), Err(Flaw::UnrankOfRank { from: 5, rank: 90 }));
    check(Some(Kind::MoveCount), Err(Flaw::MoveCount { rank: 4, said: 3, counted: 2 }));
    check(Some(Kind::PredecessorMissing), Err(Flaw::Symmetry { rank: 5, canonical: 0 }));
    check(Some(Kind::PredecessorTwice), Err(Flaw::Symmetry { rank: 5, canonical: 0 }));
    check(Some(Kind::PredecessorElsewhere), Err(Flaw::Predecessors { from: 4, to: Some(5) }));
    check(Some(Kind::SymmetryOfMultiplicity), Err(Flaw::Symmetry { rank: 7, canonical: 2 }));
    check(Some(Kind::EndingOfMoving), Ok(()));
    check(Some(Kind::CanonicalMoves), Err(Flaw::CanonicalOfCanonical { rank: 0 }));
    check(Some(Kind::SymmetryOfMoves), Err(Flaw::Symmetry { rank: 7, canonical: 2 }));
    check(Some(Kind::SymmetryOfEndings), Err(Flaw::Symmetry { rank: 11, canonical: 10 }));
    check(Some(Kind::Orbit), Err(Flaw::Orbit { rank: 8, said: 4, counted: 2 }));
    check(Some(Kind::OrbitTooSmall), Err(Flaw::Orbit { rank: 8, said: 1, counted: 2 }));
    check(Some(Kind::SymmetryOfTurns), Err(Flaw::Symmetry { rank: 7, canonical: 2 }));
}

/// Its image has two moves, so this one is found as a breach of symmetry before predecessors are compared.
#[test]
fn a_missing_successor_is_found() {
    check(Some(Kind::SuccessorMissing), Err(Flaw::Symmetry { rank: 7, canonical: 2 }));
}

/// A rank whose position claims another rank.
struct Swapped;

impl Game for Swapped {
    type Position = u32;

    fn ranks(&self) -> u32 {
        3
    }

    fn rank(&self, position: &u32) -> u32 {
        [0, 2, 1][*position as usize]
    }

    fn unrank(&self, rank: u32) -> Option<u32> {
        Some(rank)
    }

    fn successors(&self, _: &u32, _: impl FnMut(u32)) {}
}

#[test]
fn a_rank_that_does_not_come_back_is_named() {
    assert_eq!(audit(&Swapped), Err(Flaw::RankOfUnrank { rank: 1, found: 2 }));
}

/// An end of the game and a position that knows of it, which lies about where it comes from.
struct Liar;

impl Game for Liar {
    type Position = u32;

    const KNOWS_PREDECESSORS: bool = true;

    fn ranks(&self) -> u32 {
        3
    }

    fn rank(&self, position: &u32) -> u32 {
        *position
    }

    fn unrank(&self, rank: u32) -> Option<u32> {
        Some(rank)
    }

    fn successors(&self, position: &u32, mut visit: impl FnMut(u32)) {
        if *position == 1 {
            visit(0);
        }
    }

    fn ending(&self, position: &u32) -> Outcome {
        if *position == 0 { Outcome::Loss } else { Outcome::Draw }
    }

    fn predecessors(&self, position: &u32, mut visit: impl FnMut(u32)) {
        if *position == 0 {
            visit(1);
            visit(2);
        }
    }
}

#[test]
fn predecessors_that_lie_do_not_make_a_solution() {
    assert_eq!(audit(&Liar), Err(Flaw::Predecessors { from: 2, to: None }));
    assert_eq!(solve(&Liar), Err(SolveError::TooManyPredecessors { rank: 2 }));
}

/// Positions that are worth the same and yet are not alike: one of them is reached and the other is not.
#[test]
fn a_symmetry_that_is_none_does_not_pass() {
    for target in [0, 1] {
        let moves = vec![vec![], vec![], vec![target]];
        let merged = Graph::<true> { canonical: vec![0, 0, 2], ..Graph::new(moves, vec![Outcome::Loss; 3]) };
        assert_eq!(audit(&merged), Err(Flaw::Symmetry { rank: 1, canonical: 0 }));
    }
}

/// Predecessors without a symmetry around them.
#[test]
fn a_predecessor_that_is_missing_or_given_twice_is_named() {
    let sound = Graph::<true>::new(vec![vec![], vec![0], vec![0, 1]], vec![Outcome::Loss; 3]);
    assert_eq!(audit(&sound), Ok(()));
    for (kept, flaw) in [(0, 1), (2, 1)] {
        let wrong = Wrong { truth: sound.clone(), times: kept };
        assert_eq!(audit(&wrong), Err(Flaw::Predecessors { from: flaw, to: Some(0) }));
    }
}

/// A graph that gives the move from position 1 to position 0 so many times among the predecessors.
struct Wrong {
    truth: Graph<true>,
    times: usize,
}

impl Game for Wrong {
    type Position = u32;

    const KNOWS_PREDECESSORS: bool = true;

    fn ranks(&self) -> u32 {
        self.truth.ranks()
    }

    fn rank(&self, position: &u32) -> u32 {
        *position
    }

    fn unrank(&self, rank: u32) -> Option<u32> {
        Some(rank)
    }

    fn successors(&self, position: &u32, visit: impl FnMut(u32)) {
        self.truth.successors(position, visit);
    }

    fn predecessors(&self, position: &u32, mut visit: impl FnMut(u32)) {
        self.truth.predecessors(position, |from| {
            let times = if (from, *position) == (1, 0) { self.times } else { 1 };
            (0..times).for_each(|_| visit(from));
        });
    }
}

/// Predecessors that nobody will ask for.
struct Forgotten(Graph<true>);

impl Game for Forgotten {
    type Position = u32;

    fn ranks(&self) -> u32 {
        self.0.ranks()
    }

    fn rank(&self, position: &u32) -> u32 {
        *position
    }

    fn unrank(&self, rank: u32) -> Option<u32> {
        Some(rank)
    }

    fn successors(&self, position: &u32, visit: impl FnMut(u32)) {
        self.0.successors(position, visit);
    }

    fn predecessors(&self, position: &u32, visit: impl FnMut(u32)) {
        self.0.predecessors(position, visit);
    }
}

#[test]
fn predecessors_that_are_not_announced_are_named() {
    let graph = Graph::new(vec![vec![1], vec![]], vec![Outcome::Loss; 2]);
    assert_eq!(audit(&Forgotten(graph)), Err(Flaw::UnannouncedPredecessors { rank: 1 }));
}
