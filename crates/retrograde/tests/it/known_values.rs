//! Values that a game knows beforehand: at any distance, with and without ranks.

use std::ops::ControlFlow;

use retrograde::{
    Game, NO_RANK, Predecessors, Ranked, Runner, Solution, SolveError, Value, VerifyError, audit_with_predecessors,
    solve, solve_with_predecessors, verify,
};

use crate::graph::index;

/// A graph whose last positions have known values and no ranks.
struct Leaving {
    moves: Vec<Vec<u64>>,
    known: Vec<Value>,
}

impl Game for Leaving {
    type Position = u64;

    fn successors(&self, position: &u64, visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        self.moves[index(*position)].iter().copied().try_for_each(visit)
    }

    fn known_value(&self, position: &u64) -> Option<Value> {
        self.known.get(index(position.checked_sub(self.ranks())?)).copied()
    }
}

impl Ranked for Leaving {
    fn ranks(&self) -> u64 {
        self.moves.len() as u64
    }

    fn rank(&self, position: &u64) -> u64 {
        if *position < self.ranks() { *position } else { NO_RANK }
    }

    fn unrank(&self, rank: u64) -> Option<u64> {
        Some(rank)
    }
}

impl Predecessors for Leaving {
    fn predecessors(&self, position: &u64, mut visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        for from in 0..self.ranks() {
            self.moves[index(from)].iter().filter(|to| *to == position).try_for_each(|_| visit(from))?;
        }
        ControlFlow::Continue(())
    }
}

fn solve_both(game: &Leaving) -> Result<Solution<&Leaving>, SolveError> {
    let solution = solve_with_predecessors(game);
    assert_eq!(solve(game), solution);
    solution
}

/// Position 0 can leave for a slow win or go to 1, which can leave for a faster one; 2 must go to 0 or leave.
#[test]
fn the_best_of_known_values_and_moves_counts() {
    let game = Leaving {
        moves: vec![vec![3, 1], vec![4, 5], vec![0, 6]],
        known: vec![Value::Loss(100), Value::Win(7), Value::Win(9), Value::Win(50)],
    };
    assert_eq!(audit_with_predecessors(&game), Ok(()));
    let solution = solve_both(&game).expect("a consistent game");
    assert_eq!(verify(&solution), Ok(()));
    // Loses by both moves, in 8 or in 10.
    assert_eq!(solution.value(&1), Value::Loss(10));
    // Through 1, though leaving wins at once, but slowly.
    assert_eq!(solution.value(&0), Value::Win(11));
    // Leaving loses in 51, staying in 12: the slower one.
    assert_eq!(solution.value(&2), Value::Loss(51));
    assert_eq!(solution.best_moves(&2), [6]);
    assert_eq!(solution.principal_line(&0), [0, 1, 5]);
    assert_eq!(solution.value(&5), Value::Win(9));
    assert_eq!(solution.get(&6), Some(Value::Win(50)));
    assert_eq!(solution.best_moves(&5), []);
    assert_eq!(solution.counts().values().sum::<u64>(), 3);
}

/// Values at many plies, in each part of the table, on several threads.
#[test]
fn known_values_at_many_plies_are_found_on_any_number_of_threads() {
    const POSITIONS: u64 = 20_000;
    // Position `n` leaves for a win in `n % 600 + 1` plies, or moves to one that wins in three: whichever is sooner.
    let known: Vec<Value> = (0..600).map(Value::Loss).chain([Value::Loss(2)]).collect();
    let mut moves: Vec<Vec<u64>> = (0..POSITIONS).map(|n| vec![POSITIONS + n % 600]).collect();
    for n in (0..POSITIONS).filter(|n| n % 7 == 1) {
        // The next position is lost in four: its only move leads to a win in three.
        let next = index((n + 1) % POSITIONS);
        moves[next] = vec![POSITIONS + 601];
        moves[index(n)].push((n + 1) % POSITIONS);
    }
    let known = [known, vec![Value::Win(3)]].concat();
    let game = Leaving { moves, known };
    let solution = solve(&game).expect("a consistent game");
    for n in 0..POSITIONS {
        let plies = u16::try_from(n % 600).expect("below 600") + 1;
        let expected = match n % 7 {
            1 => Value::Win(plies.min(5)),
            2 => Value::Loss(4),
            _ => Value::Win(plies),
        };
        assert_eq!(solution.value(&n), expected, "{n}");
    }
    assert_eq!(verify(&solution), Ok(()));
    #[cfg(feature = "parallel")]
    for threads in [2, 3, 8] {
        assert_eq!(Runner::new().threads(threads).solve(&game).as_ref(), Ok(&solution));
        assert_eq!(Runner::new().threads(threads).verify_canonical(&solution), Ok(()));
    }
}

/// The plies between are empty, and the distance is neither too short nor too long.
#[test]
fn known_values_at_the_longest_distance_fit() {
    let game = |value| Leaving { moves: vec![vec![2], vec![0]], known: vec![value] };
    for (value, expected) in [
        (Value::Loss(16_381), [Value::Win(16_382), Value::Loss(16_383)]),
        (Value::Win(16_381), [Value::Loss(16_382), Value::Win(16_383)]),
    ] {
        let game = game(value);
        let solution = solve_both(&game).expect("the distances fit");
        assert_eq!([0, 1].map(|position| solution.value(&position)), expected);
        assert_eq!(verify(&solution), Ok(()));
    }
    for (value, rank) in [
        (Value::Loss(16_382), 1),
        (Value::Win(16_382), 1),
        (Value::Loss(16_383), 0),
        (Value::Win(16_383), 0),
        (Value::Loss(u16::MAX), 0),
        (Value::Win(u16::MAX), 0),
    ] {
        let error = solve_both(&game(value)).expect_err("the distance does not fit");
        assert_eq!(error, SolveError::DistanceTooLong { rank }, "{value}");
    }
    assert_eq!(
        SolveError::DistanceTooLong { rank: 7 }.to_string(),
        "the position of rank 7 is won or lost in more than 16383 plies"
    );
}

/// A distance that is too long matters only if it decides a position.
#[test]
fn a_distance_that_is_too_long_may_not_matter() {
    let known = vec![Value::Win(u16::MAX), Value::Draw, Value::Loss(0)];
    let game = Leaving { moves: vec![vec![2, 3], vec![2, 4]], known };
    let solution = solve_both(&game).expect("the distances fit");
    assert_eq!([0, 1].map(|position| solution.value(&position)), [Value::Draw, Value::Win(1)]);
    assert_eq!(verify(&solution), Ok(()));
}

/// A known value of a position with a rank is stored, and a stored value that is another one is found.
#[test]
fn stored_values_agree_with_what_is_known() {
    struct Known(Option<Value>);

    impl Game for Known {
        type Position = u64;

        fn successors(&self, position: &u64, visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
            position.checked_sub(1).into_iter().try_for_each(visit)
        }

        fn known_value(&self, position: &u64) -> Option<Value> {
            self.0.filter(|_| *position == 1)
        }
    }

    rank_by_number!(Known, |_| 3);

    for (value, next) in [(Value::Win(4), Value::Loss(5)), (Value::Loss(4), Value::Win(5)), (Value::Draw, Value::Draw)]
    {
        let solution = solve(Known(Some(value))).expect("a consistent game");
        assert_eq!([0, 1, 2].map(|position| solution.value(&position)), [Value::Loss(0), value, next]);
        assert_eq!(verify(&solution), Ok(()));
        assert_eq!(solution.counts().values().sum::<u64>(), 3);
        let other =
            Solution::from_values(Known(Some(value)), |at| if *at == 1 { Value::Win(9) } else { solution.value(at) });
        let other = other.expect("short distances");
        assert_ne!(solution, other);
        let error = VerifyError::WrongValue { rank: 1, found: Value::Win(9), expected: value };
        assert_eq!(verify(&other), Err(error));
        assert_eq!(Runner::new().verify_canonical(&other), Err(error));
    }
    let error = SolveError::DistanceTooLong { rank: 1 };
    assert_eq!(solve(Known(Some(Value::Win(16_384)))).map(|_| ()), Err(error));
}

/// A move to a position without a rank whose value is not known.
#[test]
fn a_move_that_leads_nowhere_is_an_error() {
    let game = Leaving { moves: vec![vec![], vec![0, 9]], known: vec![] };
    let error = solve(&game).expect_err("no rank");
    assert_eq!(error, SolveError::NoRank { from: 1 });
    assert!(error.to_string().contains("rank 1 has a successor without a rank"), "{error}");
}

/// A saved solution answers what is known, though it stores nothing of it.
#[cfg(feature = "files")]
#[test]
fn a_saved_solution_knows_what_the_game_knows() {
    let game = Leaving { moves: vec![vec![1], vec![2, 0]], known: vec![Value::Loss(3)] };
    let mut bytes = Vec::new();
    solve(&game).expect("a consistent game").write("leaving", &mut bytes).expect("a vector takes everything");
    let stored = retrograde::Stored::new(retrograde::Bytes(bytes), &game, "leaving").expect("just saved");
    let values = [0, 1, 2].map(|position| stored.value(&position).expect("a position"));
    assert_eq!(values, [Value::Loss(5), Value::Win(4), Value::Loss(3)]);
    assert_eq!(stored.best_moves(&1).expect("a position"), [2]);
}

/// Drawing moves that leave count as one, so that 32,766 others fit.
#[test]
fn moves_that_leave_do_not_count() {
    let star = |staying: usize, leaving: usize| Leaving {
        moves: vec![vec![], [vec![0; staying], vec![2; leaving]].concat()],
        known: vec![Value::Draw],
    };
    for (staying, leaving) in [(32_766, 40_000), (32_767, 0), (0, 70_000)] {
        let solution = solve(star(staying, leaving)).expect("the moves fit");
        let expected = if staying > 0 { Value::Win(1) } else { Value::Draw };
        assert_eq!(solution.value(&1), expected);
    }
    assert_eq!(solve(star(32_767, 1)).map(|_| ()), Err(SolveError::TooManyMoves { rank: 1 }));
}
