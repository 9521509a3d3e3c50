//! Games whose own code is wrong, each in one way.

use std::sync::Arc;

use retrograde::solver::Sample;
use retrograde::{Error, Outcome, Solver, Value};

use crate::world::{World, except};
use crate::worlds::{errors_of_audit, errors_of_solving, row, solve};

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
fn errors_of_sample(world: &World) -> [Option<Error>; 2] {
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
fn check(bug: &str, world: &World, expected: [Option<&str>; 2]) {
    check_text(bug, &errors_of_audit(world), expected);
    assert_eq!(errors_of_sample(world).map(|error| error.is_some()), expected.map(|error| error.is_some()), "{bug}");
}

/// Errors have a text that begins like this and names the rank, which they know too.
fn check_text(bug: &str, errors: &[Option<Error>; 2], expected: [Option<&str>; 2]) {
    for (error, expected) in errors.iter().zip(expected) {
        let text = error.as_ref().map(ToString::to_string);
        let is_right = text.as_deref().unwrap_or("none").starts_with(expected.unwrap_or("none"));
        assert!(is_right, "{bug}: {text:?}, expected {expected:?}");
        let rank = error.as_ref().map(|error| error.rank().expect("an error of a position"));
        assert!(rank.is_none_or(|rank| text.is_some_and(|text| text.contains(&format!("rank {rank} ")))), "{bug}");
    }
}

#[test]
fn the_first_inconsistent_position_is_named() {
    type Bug = (&'static str, fn(&mut World), &'static str);
    const SYMMETRY: &str = "rank 7 and its canonical position 2 have other moves or another ending";
    check("none", &ring(), [None; 2]);
    let bugs: [Bug; 11] = [
        (
            "another rank",
            |game| except(&mut game.rank, 2, Some(6)),
            "rank 0 has a successor or predecessor of rank 6, but no canonical position has that rank",
        ),
        // Position 12 would be symmetric to 2.
        ("a successor outside", |game| except(&mut game.moves, 2, vec![3, 12]), SYMMETRY),
        ("a missing successor", |game| except(&mut game.moves, 2, vec![3]), SYMMETRY),
        ("a repeated successor", |game| except(&mut game.moves, 7, vec![8, 8]), SYMMETRY),
        (
            "another move of an image",
            |game| {
                except(&mut game.moves, 7, vec![8, 10]);
                except(&mut game.origins, 10, vec![7]);
                except(&mut game.origins, 9, vec![8]);
            },
            SYMMETRY,
        ),
        (
            "an ending of an image",
            |game| except(&mut game.ending, 11, Outcome::Win),
            "rank 11 and its canonical position 10 have other moves or another ending",
        ),
        ("a turn that is kept", |game| game.again = Arc::new(|from, to| (from, to) == (7, 8)), SYMMETRY),
        ("a wrong count", |game| except(&mut game.move_count, 4, Some(3)), "rank 4 has move_count 3, but 2 successors"),
        (
            "canonical",
            |game| except(&mut game.canonical, 0, 5),
            "rank 0 has a canonical position that has a different canonical position itself",
        ),
        (
            "an orbit of an image",
            |game| except(&mut game.orbit, 8, 1),
            "rank 8 has orbit 1, but its canonical position has orbit 2",
        ),
        (
            "a known value that is counted",
            |game| game.known = Arc::new(|at| (at % 5 == 4).then_some(Value::Win(3))),
            "rank 2 has move_count 2, but 2 successors, 1 of them of known value",
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
    let text = "has another known_value than its canonical position, or a successor or predecessor has";
    // Position 9 is a predecessor of 0, and a successor of 7.
    let errors = ["rank 0 ", "rank 7 "].map(|rank| rank.to_owned() + text + ": 9 has Some(Win(3)), and 4 None");
    check("a known value on one side", &known_on_one_side, [Some(&errors[0]), Some(&errors[1])]);
    // A sample does not count symmetric positions.
    let mut orbits = ring();
    orbits.orbit = Arc::new(|at| if at == 3 || at == 8 { 3 } else { 2 });
    let expected = Some("rank 3 has orbit 3, but 2 positions have the same canonical position");
    check_text("orbits", &errors_of_audit(&orbits), [expected; 2]);
    // The ending of a position with moves is never used.
    let mut endings = ring();
    except(&mut endings.ending, 7, Outcome::Win);
    check("an ending of a position with moves", &endings, [None; 2]);
    let mut swapped = World::new(3, |_| vec![]);
    swapped.rank = Arc::new(|at| Some([0, 2, 1][usize::try_from(at).expect("small")]));
    check("swapped", &swapped, [Some("rank 1 is not the rank of 1, which unrank returns for it: that is 2"); 2]);
}

/// They are found only if they are looked at.
#[test]
fn wrong_predecessors_are_named() {
    for wrong in [vec![4, 3, 90], vec![4], vec![4, 3, 3]] {
        let mut game = ring();
        except(&mut game.origins, 5, wrong.clone());
        check(
            &format!("{wrong:?}"),
            &game,
            [Some("rank 5 and its canonical position 0 have other predecessors"), None],
        );
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
        let text = expected.map(|(from, to): (u64, u64)| {
            let disagree = "successors and predecessors disagree on the moves from here";
            format!("rank {from} is wrong: {disagree}, {from}, to rank {to}, {to}, or orbit is wrong")
        });
        check("origins", &game, [text.as_deref(), None]);
        check_text("origins", &errors_of_solving(&game), [text.as_deref(), None]);
    }
}

/// Positions with the same value that are not symmetric, because only one of them is reached.
#[test]
fn positions_that_are_not_symmetric_do_not_pass() {
    for target in [0, 1] {
        let mut merged = World::of([vec![], vec![], vec![target]]);
        merged.merge(1, 0);
        check("merged", &merged, [Some("rank 1 and its canonical position 0 have other predecessors"), None]);
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
    check("unranked", &unranked, [Some("rank 0 and its canonical position 3 have other moves or another ending"); 2]);
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
    check(
        "turns",
        &turns,
        [Some("rank 70 is wrong: successors and predecessors disagree on the moves from here, 140, to rank 69"), None],
    );
}

/// Predecessors that nobody would use are named, before a large game is solved in vain over stored moves.
#[test]
fn predecessors_that_are_not_declared_are_named() {
    let declared = row(3, Outcome::Loss);
    let undeclared = World { origins: declared.origins.clone(), ..declared.forward() };
    let error = Solver::new().audit(&undeclared).expect_err("they are not used").to_string();
    assert_eq!(error, "rank 0 has predecessors, which are not used; set LISTS_PREDECESSORS, or visit none");
}

/// What is wrong almost everywhere is found by the sample that solving takes.
#[test]
fn a_rank_formula_that_is_wrong_almost_everywhere_is_an_error_of_solving() {
    let world = World { rank: Arc::new(|at| Some(at - at % 1_000)), ..World::new(100_000, |_| vec![]) };
    for error in errors_of_solving(&world) {
        let text = error.expect("999 of 1,000 ranks are wrong").to_string();
        assert!(text.contains(", which unrank returns for it: that is "), "{text}");
    }
    // A position is symmetric to none that has other moves.
    let moves = |at: u64| if at % 4 < 2 { vec![] } else { vec![at - 2] };
    let merged = World { canonical: Arc::new(|at| at - at % 4), orbit: Arc::new(|_| 4), ..World::new(4_000, moves) };
    for error in errors_of_solving(&merged) {
        let text = error.expect("they are not symmetric").to_string();
        assert!(text.contains("have other moves or another ending"), "{text}");
    }
}

/// Positions that are found by playing are canonical, so that only those that moves lead to may not be.
#[test]
fn symmetries_that_are_none_are_errors_of_games_that_are_explored() {
    let solver = Solver::new();
    // The canonical position of a position is the next one: it has a canonical position of its own.
    let moves = |at: u64| at.checked_sub(1).into_iter().collect();
    let next = World { canonical: Arc::new(|at| at + 1), ..World::new(0, moves) };
    let error = solver.explore(next, [5]).expect_err("not idempotent").to_string();
    let text = "is the canonical position of another, but has a different canonical position itself";
    assert_eq!(error, format!("6 {text}; let canonical return it"));
    // An odd number is said to be symmetric to the even one below it, which has other moves.
    let moves = |at: u64| if at == 0 { vec![] } else { vec![at - 1, at / 3] };
    let parity = World { canonical: Arc::new(|at| at - at % 2), ..World::new(0, moves) };
    let explored = solver.explore(parity, [1_000]).expect("idempotent");
    let error = solve(explored).expect_err("not symmetric").to_string();
    assert!(error.contains("have other moves or another ending"), "{error}");
}
