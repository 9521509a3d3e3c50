//! Games solved by several workers, each with its own share, whose messages come in any order.

use std::ops::ControlFlow;

use retrograde::{
    Deal, Game, Predecessors, Ranked, Share, ShareMove, SolveError, SolvedShare, Value, solve_with_predecessors,
};

/// Solves a game by so many workers that send few moves at a time. Messages arrive in an order that depends on the
/// number of moves.
pub(crate) fn solve_by_shares<G: Ranked + Predecessors>(
    game: &G,
    workers: u64,
    moves: u64,
) -> Result<Vec<SolvedShare>, SolveError> {
    let deal = Deal::new(game.ranks(), workers);
    let mut shares: Vec<_> = (0..workers).map(|worker| Share::new(game, deal, worker)).collect::<Result<_, _>>()?;
    for share in &mut shares {
        while share.enumerate(7)? {}
    }
    while let Some(ply) = shares.iter().filter_map(Share::next_ply).min() {
        for share in &mut shares {
            share.begin_ply(ply);
        }
        let mut is_left = true;
        while is_left {
            let mut messages: Vec<(u64, ShareMove)> = Vec::new();
            is_left = false;
            for share in &mut shares {
                is_left |= share.send(3 * moves, moves, |worker, decided| messages.push((worker, decided)))?;
            }
            let middle = messages.len() / 2;
            messages.rotate_left(middle);
            messages.reverse();
            for (worker, share) in (0..).zip(&mut shares) {
                share.receive(messages.iter().filter(|(to, _)| *to == worker).map(|(_, decided)| *decided))?;
            }
        }
        shares.iter_mut().for_each(Share::end_ply);
    }
    Ok(shares.into_iter().map(Share::finish).collect())
}

/// Solves a game by shares in several ways, and compares with the solution of a single machine.
pub(crate) fn check_shares<G: Ranked + Predecessors>(game: &G) {
    let expected = solve_with_predecessors(game).expect("a consistent game");
    for (workers, moves) in [(1, 1), (2, 1_000), (3, 2)] {
        let shares = solve_by_shares(game, workers, moves).expect("a consistent game");
        let deal = Deal::new(game.ranks(), workers);
        for (worker, share) in (0..).zip(&shares) {
            assert_eq!(*share, expected.share(deal, worker), "worker {worker} of {workers}");
        }
    }
}

/// A row of positions, from each of which the only move leads to the one before. The first one is lost in as many plies
/// as fit.
struct FarFromTheEnd;

impl Game for FarFromTheEnd {
    type Position = u64;

    fn successors(&self, position: &u64, visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        position.checked_sub(1).into_iter().try_for_each(visit)
    }

    fn known_value(&self, position: &u64) -> Option<Value> {
        (*position == 0).then_some(Value::Loss(16_382))
    }
}

rank_by_number!(FarFromTheEnd, |_| 1_000);

impl Predecessors for FarFromTheEnd {
    fn predecessors(&self, position: &u64, visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        (*position < 999).then_some(position + 1).into_iter().try_for_each(visit)
    }
}

#[test]
fn a_distance_that_is_too_long_is_an_error_in_shares_too() {
    let expected = Err(SolveError::DistanceTooLong { rank: 2 });
    assert_eq!(solve_with_predecessors(FarFromTheEnd).map(|_| ()), expected);
    for workers in [1, 3] {
        assert_eq!(solve_by_shares(&FarFromTheEnd, workers, 10).map(|_| ()), expected);
    }
}

/// Two halves of so many positions: one of the second leads to that of the same number in the first, where the game has
/// ended.
struct Halves(u64);

impl Game for Halves {
    type Position = u64;

    fn successors(&self, position: &u64, visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        position.checked_sub(self.0).into_iter().try_for_each(visit)
    }
}

rank_by_number!(Halves, |game| 2 * game.0);

impl Predecessors for Halves {
    fn predecessors(&self, position: &u64, visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        (*position < self.0).then_some(position + self.0).into_iter().try_for_each(visit)
    }
}

#[test]
fn a_worker_sends_no_more_at_a_time_than_it_is_told() {
    let (game, workers) = (Halves(10_000), 2);
    let send_all = |positions, moves| {
        let mut share = Share::new(&game, Deal::new(game.ranks(), workers), 0).expect("memory");
        while share.enumerate(u64::MAX).expect("a consistent game") {}
        share.begin_ply(0);
        let mut counts = Vec::new();
        let mut is_left = true;
        while is_left {
            let mut sent = 0;
            is_left = share.send(positions, moves, |_, _| sent += 1).expect("a consistent game");
            counts.push(sent);
        }
        counts
    };
    let all = send_all(u64::MAX, u64::MAX)[0];
    assert!(all > 1_000, "{all} moves to the other share");
    for counts in [send_all(10, u64::MAX), send_all(u64::MAX, 10)] {
        assert_eq!(counts.iter().sum::<u64>(), all);
        assert_eq!(counts.iter().max(), Some(&10));
    }
}

#[test]
fn a_single_worker_decides_many_moves_of_its_own() {
    let shares = solve_by_shares(&Halves(300_000), 1, 1 << 40).expect("a consistent game");
    let expected = solve_with_predecessors(&Halves(300_000)).expect("a consistent game");
    assert_eq!(shares, [expected.share(Deal::new(600_000, 1), 0)]);
}
