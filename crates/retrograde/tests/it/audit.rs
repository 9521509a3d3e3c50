//! Games whose own code is wrong, each in one way.

use std::ops::ControlFlow;

use retrograde::{
    AuditError, Game, Outcome, Predecessors, Ranked, Runner, SolveError, Value, audit, audit_with_predecessors,
    solve_with_predecessors,
};

use crate::graph::{Graph, OtherOrigins, index};

/// A ring of ten positions in symmetric pairs, each with moves to the next two, and two positions without moves. The
/// game is consistent except for `bug`.
struct Ring {
    bug: Option<Bug>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Bug {
    RankOfUnrank,
    SuccessorOutside,
    PredecessorOutside,
    MoveCount,
    PredecessorMissing,
    PredecessorTwice,
    SuccessorMissing,
    SuccessorsDoNotStop,
    SuccessorsHideTheBreak,
    SuccessorsAlwaysBreak,
    PredecessorsDoNotStop,
    CanonicalMoves,
    SymmetryOfMoves,
    SymmetryOfMultiplicity,
    SymmetryOfEndings,
    SymmetryOfTurns,
    EndingOfMoving,
    PredecessorElsewhere,
    Orbit,
    OrbitTooSmall,
    OrbitOfBoth,
    KnownAndCounted,
    KnownOnOneSide,
}

impl Ring {
    fn has(&self, bug: Bug) -> bool {
        self.bug == Some(bug)
    }
}

impl Game for Ring {
    type Position = u64;

    fn successors(&self, position: &u64, mut visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        match *position {
            10 | 11 => ControlFlow::Continue(()),
            2 if self.has(Bug::SuccessorMissing) => visit(3),
            2 if self.has(Bug::SuccessorOutside) => [3, 12].into_iter().try_for_each(visit),
            7 if self.has(Bug::SymmetryOfMoves) => [8, 10].into_iter().try_for_each(visit),
            7 if self.has(Bug::SymmetryOfMultiplicity) => [8, 8].into_iter().try_for_each(visit),
            3 if self.has(Bug::SuccessorsDoNotStop) => [4, 5].into_iter().map(visit).collect::<Vec<_>>()[0],
            3 if self.has(Bug::SuccessorsHideTheBreak) => {
                let _ = [4, 5].into_iter().try_for_each(visit);
                ControlFlow::Continue(())
            }
            3 if self.has(Bug::SuccessorsAlwaysBreak) => {
                [4, 5].into_iter().try_for_each(visit)?;
                ControlFlow::Break(())
            }
            from => [1, 2].into_iter().try_for_each(|step| visit((from + step) % 10)),
        }
    }

    fn move_count(&self, position: &u64) -> Option<u32> {
        Some(match *position {
            10 | 11 => 0,
            4 if self.has(Bug::MoveCount) => 3,
            2 if self.has(Bug::SuccessorMissing) => 1,
            _ => 2,
        })
    }

    fn ending(&self, position: &u64) -> Outcome {
        let other =
            self.has(Bug::SymmetryOfEndings) && *position == 11 || self.has(Bug::EndingOfMoving) && *position == 7;
        if other { Outcome::Win } else { Outcome::Loss }
    }

    fn known_value(&self, position: &u64) -> Option<Value> {
        let is_known =
            self.has(Bug::KnownAndCounted) && position % 5 == 4 || self.has(Bug::KnownOnOneSide) && *position == 9;
        is_known.then_some(Value::Win(3))
    }

    fn canonical(&self, position: &u64) -> u64 {
        match *position {
            10 | 11 => 10,
            0 if self.has(Bug::CanonicalMoves) => 5,
            position => position % 5,
        }
    }

    fn orbit(&self, position: &u64) -> u32 {
        match *position {
            8 if self.has(Bug::Orbit) => 4,
            8 if self.has(Bug::OrbitTooSmall) => 1,
            3 | 8 if self.has(Bug::OrbitOfBoth) => 3,
            _ => 2,
        }
    }

    fn moves_again(&self, from: &u64, to: &u64) -> bool {
        self.has(Bug::SymmetryOfTurns) && (*from, *to) == (7, 8)
    }
}

impl Ranked for Ring {
    // Positions 10 and 11 have no moves.
    fn ranks(&self) -> u64 {
        12
    }

    fn rank(&self, position: &u64) -> u64 {
        if self.has(Bug::RankOfUnrank) && *position == 2 { 6 } else { *position }
    }

    fn unrank(&self, rank: u64) -> Option<u64> {
        Some(rank)
    }
}

impl Predecessors for Ring {
    fn predecessors(&self, position: &u64, mut visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        match *position {
            10 if self.has(Bug::SymmetryOfMoves) => visit(7),
            10 | 11 => ControlFlow::Continue(()),
            9 if self.has(Bug::SymmetryOfMoves) => visit(8),
            // The right number, but from another position: a symmetric one, so that symmetry is kept.
            5 if self.has(Bug::PredecessorElsewhere) => [9, 3].into_iter().try_for_each(visit),
            0 if self.has(Bug::PredecessorElsewhere) => [4, 8].into_iter().try_for_each(visit),
            5 if self.has(Bug::PredecessorMissing) => visit(4),
            5 if self.has(Bug::PredecessorTwice) => [4, 3, 3].into_iter().try_for_each(visit),
            5 if self.has(Bug::PredecessorOutside) => [4, 3, 90].into_iter().try_for_each(visit),
            5 if self.has(Bug::PredecessorsDoNotStop) => [4, 3].into_iter().map(visit).collect::<Vec<_>>()[0],
            to => [1, 2].into_iter().try_for_each(|step| visit((to + 10 - step) % 10)),
        }
    }
}

/// Audits the ring without and with its predecessors.
fn check(bug: Option<Bug>, expected: Result<(), AuditError>, expected_with_predecessors: Result<(), AuditError>) {
    let found = [audit(&Ring { bug }), audit_with_predecessors(&Ring { bug })];
    assert_eq!(found, [expected, expected_with_predecessors], "{bug:?}");
    for error in found.iter().filter_map(|result| result.err()) {
        assert!(!error.to_string().contains('\n'));
    }
}

/// The bug is found in both audits.
fn check_both(bug: Bug, expected: AuditError) {
    check(Some(bug), Err(expected), Err(expected));
}

/// The bug is in the predecessors only.
fn check_predecessors(bug: Bug, expected: AuditError) {
    check(Some(bug), Ok(()), Err(expected));
}

#[test]
fn a_consistent_game_passes() {
    check(None, Ok(()), Ok(()));
    // The ending of a position with moves is never used.
    check(Some(Bug::EndingOfMoving), Ok(()), Ok(()));
}

#[test]
fn the_first_inconsistent_position_is_named() {
    check_both(Bug::RankOfUnrank, AuditError::UnrankOfRank { from: 0, rank: 6 });
    // Position 12 would be symmetric to 2.
    check_both(Bug::SuccessorOutside, AuditError::Symmetry { rank: 7, canonical: 2 });
    check_both(Bug::MoveCount, AuditError::MoveCount { rank: 4, found: 3, expected: 2 });
    check_both(Bug::SymmetryOfMultiplicity, AuditError::Symmetry { rank: 7, canonical: 2 });
    check_both(Bug::CanonicalMoves, AuditError::CanonicalOfCanonical { rank: 0 });
    check_both(Bug::SymmetryOfMoves, AuditError::Symmetry { rank: 7, canonical: 2 });
    check_both(Bug::SymmetryOfEndings, AuditError::Symmetry { rank: 11, canonical: 10 });
    check_both(Bug::Orbit, AuditError::Orbit { rank: 8, found: 4, expected: 2 });
    check_both(Bug::OrbitTooSmall, AuditError::Orbit { rank: 8, found: 1, expected: 2 });
    check_both(Bug::SymmetryOfTurns, AuditError::Symmetry { rank: 7, canonical: 2 });
    check_both(Bug::OrbitOfBoth, AuditError::Orbit { rank: 3, found: 3, expected: 2 });
    check_both(Bug::KnownAndCounted, AuditError::KnownSuccessor { rank: 2 });
    // Position 9 is a successor of 7, and a predecessor of 0.
    let errors = [7, 0].map(|rank| Err(AuditError::KnownValue { rank }));
    check(Some(Bug::KnownOnOneSide), errors[0], errors[1]);
    check_predecessors(Bug::PredecessorOutside, AuditError::Symmetry { rank: 5, canonical: 0 });
    check_predecessors(Bug::PredecessorMissing, AuditError::Symmetry { rank: 5, canonical: 0 });
    check_predecessors(Bug::PredecessorTwice, AuditError::Symmetry { rank: 5, canonical: 0 });
    // A symmetric one in its place makes no difference to anything but the ranks.
    check(Some(Bug::PredecessorElsewhere), Ok(()), Ok(()));
}

#[test]
fn visits_that_do_not_stop_or_do_not_say_so_are_found() {
    check_both(Bug::SuccessorsDoNotStop, AuditError::ControlFlow { rank: 3 });
    check_both(Bug::SuccessorsHideTheBreak, AuditError::ControlFlow { rank: 3 });
    check_both(Bug::SuccessorsAlwaysBreak, AuditError::ControlFlow { rank: 3 });
    check_predecessors(Bug::PredecessorsDoNotStop, AuditError::ControlFlow { rank: 5 });
}

/// The symmetric position has two moves, so the symmetry is violated first.
#[test]
fn a_missing_successor_is_found() {
    check_both(Bug::SuccessorMissing, AuditError::Symmetry { rank: 7, canonical: 2 });
}

/// A game in which positions have other ranks than they were made from.
struct Swapped;

impl Game for Swapped {
    type Position = u64;

    fn successors(&self, _: &u64, _: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl Ranked for Swapped {
    fn ranks(&self) -> u64 {
        3
    }

    fn rank(&self, position: &u64) -> u64 {
        [0, 2, 1][index(*position)]
    }

    fn unrank(&self, rank: u64) -> Option<u64> {
        Some(rank)
    }
}

#[test]
fn a_position_with_another_rank_is_named() {
    assert_eq!(audit(&Swapped), Err(AuditError::RankOfUnrank { rank: 1, found: 2 }));
}

#[test]
fn an_extra_predecessor_is_an_error() {
    let endings = vec![Outcome::Loss, Outcome::Draw, Outcome::Draw];
    let mut game = OtherOrigins::new(Graph::new(vec![vec![], vec![0], vec![]], endings));
    game.origins[0] = vec![1, 2];
    assert_eq!(audit(&game), Ok(()));
    assert_eq!(audit_with_predecessors(&game), Err(AuditError::Predecessors { from: 2, to: 0 }));
    assert_eq!(solve_with_predecessors(&game).err(), Some(SolveError::Predecessors { from: 2, to: 0 }));
}

/// Positions with the same value that are not symmetric, because only one of them is reached.
#[test]
fn positions_that_are_not_symmetric_do_not_pass() {
    for target in [0, 1] {
        let moves = vec![vec![], vec![], vec![target]];
        let merged = Graph { canonical: vec![0, 0, 2], ..Graph::new(moves, vec![Outcome::Loss; 3]) };
        assert_eq!(audit_with_predecessors(&merged), Err(AuditError::Symmetry { rank: 1, canonical: 0 }));
    }
}

/// Symmetric positions that have no rank are compared where a move leads to them.
#[test]
fn symmetries_are_checked_where_only_canonical_positions_have_ranks() {
    // Positions 2 and 4 are claimed to be symmetric to 1 and 3, but 4 has no move.
    struct Unranked;

    impl Game for Unranked {
        type Position = u64;

        fn successors(&self, position: &u64, visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
            let moves: [&[u64]; 6] = [&[2, 4, 4], &[5], &[5], &[5], &[], &[]];
            moves[index(*position)].iter().copied().try_for_each(visit)
        }

        fn canonical(&self, position: &u64) -> u64 {
            [0, 1, 1, 3, 3, 5][index(*position)]
        }

        fn orbit(&self, position: &u64) -> u32 {
            if (1..5).contains(position) { 2 } else { 1 }
        }
    }

    impl Ranked for Unranked {
        fn ranks(&self) -> u64 {
            6
        }

        fn rank(&self, position: &u64) -> u64 {
            *position
        }

        fn unrank(&self, rank: u64) -> Option<u64> {
            (self.canonical(&rank) == rank).then_some(rank)
        }
    }

    let error = AuditError::Symmetry { rank: 0, canonical: 3 };
    assert_eq!(audit(&Unranked), Err(error));
    assert_eq!(Runner::new().audit_sample(&Unranked, 100, 1), Err(error));
}

/// Successors and predecessors agree on the moves, but not on whose turn it is after them.
#[test]
fn turns_of_successors_and_predecessors_are_compared() {
    // A position may be left by two moves that differ in what they remember of themselves.
    struct Turns;

    impl Game for Turns {
        type Position = (u64, bool);

        fn successors(&self, at: &(u64, bool), visit: impl FnMut((u64, bool)) -> ControlFlow<()>) -> ControlFlow<()> {
            (at.0 > 0).then_some((at.0 - at.0.min(1), false)).into_iter().try_for_each(visit)
        }

        fn moves_again(&self, from: &(u64, bool), _: &(u64, bool)) -> bool {
            from.1
        }

        fn canonical(&self, at: &(u64, bool)) -> (u64, bool) {
            (at.0, false)
        }
    }

    impl Ranked for Turns {
        fn ranks(&self) -> u64 {
            100
        }

        fn rank(&self, at: &(u64, bool)) -> u64 {
            at.0
        }

        fn unrank(&self, rank: u64) -> Option<(u64, bool)> {
            Some((rank, false))
        }
    }

    impl Predecessors for Turns {
        fn predecessors(&self, at: &(u64, bool), visit: impl FnMut((u64, bool)) -> ControlFlow<()>) -> ControlFlow<()> {
            // The move from 70 is given as one that keeps the turn.
            [(at.0 + 1, at.0 == 69)].into_iter().filter(|before| before.0 < 100).try_for_each(visit)
        }
    }

    assert_eq!(audit(&Turns), Ok(()));
    assert_eq!(audit_with_predecessors(&Turns), Err(AuditError::Predecessors { from: 70, to: 69 }));
}

/// A sample that is larger than the game finds what the audit finds, in whichever position is drawn first.
#[test]
fn a_sample_finds_inconsistencies() {
    let ok = Ring { bug: None };
    assert_eq!(Runner::new().audit_sample_with_predecessors(&ok, 500, 1), Ok(()));
    for bug in [Bug::SuccessorOutside, Bug::MoveCount, Bug::Orbit, Bug::SymmetryOfMoves, Bug::KnownAndCounted] {
        let found = Runner::new().audit_sample(&Ring { bug: Some(bug) }, 500, 1);
        assert!(found.is_err(), "{bug:?}");
        assert_eq!(Runner::new().audit_sample(&Ring { bug: Some(bug) }, 500, 1), found, "the same seed");
        assert_eq!(Runner::new().audit_sample(&Ring { bug: Some(bug) }, 0, 1), Ok(()));
    }
    for times in [0, 2] {
        let repeated = with_repeated_predecessor(times);
        let found = Runner::new().audit_sample_with_predecessors(&repeated, 100, 1);
        assert_eq!(found, Err(AuditError::Predecessors { from: 1, to: 0 }));
        assert_eq!(Runner::new().audit_sample(&repeated, 100, 1), Ok(()));
    }
}

/// Without symmetries, which would be violated first.
#[test]
fn a_predecessor_that_is_missing_or_repeated_is_named() {
    assert_eq!(audit_with_predecessors(&with_repeated_predecessor(1)), Ok(()));
    for times in [0, 2] {
        let error = AuditError::Predecessors { from: 1, to: 0 };
        assert_eq!(audit_with_predecessors(&with_repeated_predecessor(times)), Err(error));
    }
}

/// A graph in which position 0 has position 1 as a predecessor this many times.
fn with_repeated_predecessor(times: usize) -> OtherOrigins {
    let graph = Graph::new(vec![vec![], vec![0], vec![0, 1]], vec![Outcome::Loss; 3]);
    let mut game = OtherOrigins::new(graph);
    game.origins[0] = [vec![1; times], vec![2]].concat();
    game
}
