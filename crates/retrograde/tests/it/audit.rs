//! Games whose own code is wrong, each in one way.

use std::sync::Arc;

use retrograde::{AuditError, Outcome, Sample, SolveError, Solver, Value};

use crate::world::{World, except};
use crate::worlds::{errors_of_audit, errors_of_solving, row};

/// A ring of ten positions in symmetric pairs, each with moves to the next two, and two positions without moves.
fn ring() -> World {
    let moves = |at: u64| if at < 10 { vec![(at + 1) % 10, (at + 2) % 10] } else { vec![] };
    World {
        move_count: Arc::new(|at| Some(if at < 10 { 2 } else { 0 })),
        canonical: Arc::new(|at| if at == 10 || at == 11 { 10 } else { at % 5 }),
        orbit: Arc::new(|_| 2),
        ..World::of((0..12).map(moves))
    }
}

/// The errors of a sample that is larger than the game, drawn twice, with and without predecessors.
fn errors_of_sample(world: &World) -> [Option<AuditError>; 2] {
    let solver = Solver::new();
    let [found, again] = [500; 2].map(|size| {
        let sample = Sample { size, seed: 1 };
        [solver.audit_some(world, sample).err(), solver.audit_some(&world.forward(), sample).err()]
    });
    assert_eq!(found, again, "the same seed");
    assert_eq!(solver.audit_some(world, Sample { size: 0, seed: 1 }), Ok(()));
    found
}

/// A bug has these errors in the audits with and without predecessors. A sample finds it too.
fn check(bug: &str, world: &World, expected: [Option<AuditError>; 2]) {
    assert_eq!(errors_of_audit(world), expected, "{bug}");
    assert_eq!(errors_of_sample(world).map(|error| error.is_some()), expected.map(|error| error.is_some()), "{bug}");
    assert!(expected.iter().flatten().all(|error| !error.to_string().contains('\n')));
}

#[test]
fn the_first_inconsistent_position_is_named() {
    type Bug = (&'static str, fn(&mut World), AuditError);
    let symmetry = |rank, canonical| AuditError::Symmetry { rank, canonical };
    check("none", &ring(), [None; 2]);
    let bugs: [Bug; 11] = [
        (
            "another rank",
            |game| except(&mut game.rank, 2, Some(6)),
            AuditError::UnrankOfRank { from: 0, rank: Some(6) },
        ),
        // Position 12 would be symmetric to 2.
        ("a successor outside", |game| except(&mut game.moves, 2, vec![3, 12]), symmetry(7, 2)),
        ("a missing successor", |game| except(&mut game.moves, 2, vec![3]), symmetry(7, 2)),
        ("a repeated successor", |game| except(&mut game.moves, 7, vec![8, 8]), symmetry(7, 2)),
        (
            "another move of an image",
            |game| {
                except(&mut game.moves, 7, vec![8, 10]);
                except(&mut game.origins, 10, vec![7]);
                except(&mut game.origins, 9, vec![8]);
            },
            symmetry(7, 2),
        ),
        ("an ending of an image", |game| except(&mut game.ending, 11, Outcome::Win), symmetry(11, 10)),
        ("a turn that is kept", |game| game.again = Arc::new(|from, to| (from, to) == (7, 8)), symmetry(7, 2)),
        (
            "a wrong count",
            |game| except(&mut game.move_count, 4, Some(3)),
            AuditError::MoveCount { rank: 4, found: 3, expected: 2 },
        ),
        ("canonical", |game| except(&mut game.canonical, 0, 5), AuditError::CanonicalOfCanonical { rank: 0 }),
        (
            "an orbit of an image",
            |game| except(&mut game.orbit, 8, 1),
            AuditError::Orbit { rank: 8, found: 1, expected: 2 },
        ),
        (
            "a known value that is counted",
            |game| game.known = Arc::new(|at| (at % 5 == 4).then_some(Value::Win(3))),
            AuditError::KnownSuccessor { rank: 2 },
        ),
    ];
    for (bug, change, error) in bugs {
        let mut game = ring();
        change(&mut game);
        if bug == "a missing successor" {
            except(&mut game.move_count, 2, Some(1));
        }
        check(bug, &game, [Some(error); 2]);
    }
    let mut known_on_one_side = ring();
    except(&mut known_on_one_side.known, 9, Some(Value::Win(3)));
    // Position 9 is a predecessor of 0, and a successor of 7.
    let errors = [0, 7].map(|rank| Some(AuditError::KnownValue { rank }));
    check("a known value on one side", &known_on_one_side, errors);
    // A sample does not count symmetric positions.
    let mut orbits = ring();
    orbits.orbit = Arc::new(|at| if at == 3 || at == 8 { 3 } else { 2 });
    assert_eq!(errors_of_audit(&orbits), [Some(AuditError::Orbit { rank: 3, found: 3, expected: 2 }); 2]);
    // The ending of a position with moves is never used.
    let mut endings = ring();
    except(&mut endings.ending, 7, Outcome::Win);
    check("an ending of a position with moves", &endings, [None; 2]);
    let mut swapped = World::new(3, |_| vec![]);
    swapped.rank = Arc::new(|at| Some([0, 2, 1][usize::try_from(at).expect("small")]));
    check("swapped", &swapped, [Some(AuditError::RankOfUnrank { rank: 1, found: Some(2) }); 2]);
}

/// They are found only if they are looked at.
#[test]
fn wrong_predecessors_are_named() {
    for wrong in [vec![4, 3, 90], vec![4], vec![4, 3, 3]] {
        let mut game = ring();
        except(&mut game.origins, 5, wrong.clone());
        check(&format!("{wrong:?}"), &game, [Some(AuditError::Symmetry { rank: 5, canonical: 0 }), None]);
    }
    // A symmetric one in its place makes no difference to anything but the ranks.
    let mut elsewhere = ring();
    except(&mut elsewhere.origins, 5, vec![9, 3]);
    except(&mut elsewhere.origins, 0, vec![4, 8]);
    check("elsewhere", &elsewhere, [None; 2]);
    // Without symmetries, which would be violated first: predecessors of position 0.
    for (origins, expected) in
        [(vec![1, 2], None), (vec![2], Some((1, 0))), (vec![1, 1, 2], Some((1, 0))), (vec![1, 2, 3], Some((3, 0)))]
    {
        let mut game = World::of([vec![], vec![0], vec![0, 1], vec![]]);
        game.ending = Arc::new(|at| if at == 3 { Outcome::Draw } else { Outcome::Loss });
        except(&mut game.origins, 0, origins);
        check("origins", &game, [expected.map(|(from, to)| AuditError::Predecessors { from, to }), None]);
        let error = expected.map(|(from, to)| SolveError::Predecessors { from, to });
        assert_eq!(errors_of_solving(&game), [error, None]);
    }
}

/// Of a small game all positions are in the sample that is checked before solving.
#[test]
fn a_wrong_number_of_moves_is_an_error_of_solving() {
    let mut game = World::of((0..50_u64).map(|heap| (heap.saturating_sub(3)..heap).collect()));
    game.move_count = Arc::new(|_| Some(3));
    let error = SolveError::MoveCount { rank: 0 };
    assert_eq!(errors_of_solving(&game)[0], Some(error));
    assert!(error.to_string().contains("of rank 0 is wrong"), "{error}");
}

/// Positions with the same value that are not symmetric, because only one of them is reached.
#[test]
fn positions_that_are_not_symmetric_do_not_pass() {
    for target in [0, 1] {
        let mut merged = World::of([vec![], vec![], vec![target]]);
        merged.merge(1, 0);
        check("merged", &merged, [Some(AuditError::Symmetry { rank: 1, canonical: 0 }), None]);
    }
}

/// Symmetric positions that have no rank are compared where a move leads to them.
#[test]
fn symmetries_are_checked_where_only_canonical_positions_have_ranks() {
    // Positions 2 and 4 are claimed to be symmetric to 1 and 3, but 4 has no move.
    let mut unranked = World::of([vec![2, 4, 4], vec![5], vec![5], vec![5], vec![], vec![]]);
    for (image, canonical) in [(2, 1), (4, 3)] {
        unranked.merge(image, canonical);
        except(&mut unranked.unrank, image, None);
    }
    check("unranked", &unranked, [Some(AuditError::Symmetry { rank: 0, canonical: 3 }); 2]);
}

/// Successors and predecessors agree on the moves, but not on whose turn it is after them.
#[test]
fn turns_of_successors_and_predecessors_are_compared() {
    // A position may be left by two moves that differ in what they remember of themselves: the last bit, with which a
    // move keeps the turn. The one from 70 is given as such.
    let origins = |at: u64| if at < 2 * 99 { vec![at + 2 + u64::from(at == 2 * 69)] } else { vec![] };
    let turns = World {
        origins: Arc::new(origins),
        again: Arc::new(|from, _| from % 2 == 1),
        canonical: Arc::new(|at| at - at % 2),
        rank: Arc::new(|at| Some(at / 2)),
        unrank: Arc::new(|rank| Some(2 * rank)),
        ..World::new(100, |at| (at - at % 2).checked_sub(2).into_iter().collect())
    };
    check("turns", &turns, [Some(AuditError::Predecessors { from: 70, to: 69 }), None]);
}

/// Predecessors that nobody would use are named, before a large game is solved in vain over stored moves.
#[test]
fn predecessors_that_are_not_declared_are_named() {
    let declared = row(3, Outcome::Loss);
    let undeclared = World { origins: declared.origins.clone(), ..declared.forward() };
    let error = AuditError::Undeclared { rank: 0 };
    assert_eq!(Solver::new().audit(&undeclared), Err(error));
    assert!(error.to_string().contains("set LISTS_PREDECESSORS"), "{error}");
}
