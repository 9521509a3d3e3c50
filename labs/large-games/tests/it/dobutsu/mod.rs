//! The game compared with its rules written down a second time, and with published numbers.

mod by_definition;

use std::collections::BTreeMap;

use large_games::dobutsu::{Dobutsu, Position};
use retrograde::{Game, Outcome, Ranked, Sample, Solution, Solver, Subset, Value};

/// The kinds of piece besides the lion and the hen: chicks, elephants and giraffes.
const KINDS: usize = 3;

/// A position of the rules by definition.
fn by_definition(position: &Position) -> by_definition::Position {
    let mut board = ['.'; 12];
    for (kind, sign) in ['C', 'E', 'G'].into_iter().enumerate() {
        for cell in (0..12).filter(|cell| position.kinds[kind] >> cell & 1 == 1) {
            let sign = if position.hens >> cell & 1 == 1 { 'H' } else { sign };
            let own = position.own >> cell & 1 == 1;
            board[cell] = if own { sign } else { sign.to_ascii_lowercase() };
        }
    }
    for (lion, sign) in position.lions.into_iter().zip(['L', 'l']) {
        board[usize::from(lion)] = sign;
    }
    let hand =
        |hand: [u8; KINDS]| ["C", "E", "G"].iter().zip(hand).map(|(sign, count)| sign.repeat(count.into())).collect();
    let board = std::array::from_fn(|cell| board[9 - cell / 3 * 3 + cell % 3]);
    by_definition::Position { board, hands: position.hands.map(hand) }
}

fn proven(solver: &Solver<'_>, pieces: [bool; KINDS], size: u64) -> Solution<Subset<Dobutsu>> {
    let game = Dobutsu::new(pieces);
    let start = game.start();
    solver.audit_some(&game, Sample { size, seed: 2009 }).expect("a consistent game");
    let solution =
        solver.solve(solver.reachable(game, [start]).expect("a consistent game")).expect("a consistent game");
    solver.verify(&solution).expect("right values");
    solution
}

#[test]
fn there_are_as_many_ranks_for_each_pair_of_lions_as_published() {
    assert_eq!(Dobutsu::new([true; KINDS]).ranks() / 54 * 132, 1_567_925_964);
}

/// Positions from all over the ranks, most of which cannot be reached.
#[test]
fn moves_and_known_values_are_those_by_definition() {
    let game = Dobutsu::new([true; KINDS]);
    let mut seen = 0;
    for position in (0..game.ranks()).step_by(60_013).filter_map(|rank| game.unrank(rank)) {
        let expected = by_definition(&position);
        assert_eq!(by_definition(&position.mirrored()), expected.mirrored());
        assert_eq!(game.known_value(&position), expected.ended(), "{expected:?}");
        if expected.ended().is_none() {
            let mut found: Vec<_> = game.moves(&position).iter().map(by_definition).collect();
            let mut expected = expected.moves();
            found.sort_by_key(|position| format!("{position:?}"));
            expected.sort_by_key(|position| format!("{position:?}"));
            assert_eq!(found, expected);
            seen += 1;
        }
    }
    assert!(seen > 1_000, "{seen}");
}

#[test]
fn every_rank_of_a_small_game_agrees_with_its_position() {
    let solver = Solver::new().threads(0);
    for pieces in [[false, false, true], [true, false, false], [false, true, false]] {
        let game = Dobutsu::new(pieces);
        solver.audit(&game).expect("a consistent game");
    }
}

#[test]
fn small_games_agree_with_the_solution_by_definition() {
    let solver = Solver::new().threads(0);
    for (pieces, without) in
        [([true, false, false], "EG"), ([false, true, false], "CG"), ([false, false, true], "CE"), ([false; 3], "CEG")]
    {
        let solution = proven(&solver, pieces, 5_000);
        let expected = by_definition::solve(by_definition::Position::start(without));
        assert_eq!(by_definition(&solution.game().game().start()), by_definition::Position::start(without));
        assert_eq!(solution.counts(), by_definition::counts(&expected), "without {without}");
        for position in (0..solution.game().ranks()).filter_map(|rank| solution.game().unrank(rank)) {
            assert_eq!(solution.get(&position), Some(expected[&by_definition(&position)]), "{position:?}");
        }
    }
}

/// T. Tanaka, "An analysis of a board game 'Doubutsu Shogi'", IPSJ SIG-GI, 2009.
#[test]
#[ignore = "takes some minutes and 640 MB"]
fn numbers_of_positions_and_distances_are_the_published_ones() {
    let solver = Solver::new().threads(0);
    let solution = proven(&solver, [true; KINDS], 100_000);
    let game = solution.game().game();
    let key = |position: &Position, value| (game.known_value(position).is_some(), value);
    let counts: BTreeMap<(bool, Value), u64> =
        solver.canonical_counts_by(&solution, 0..solution.game().ranks(), key).expect("in memory");
    let open = |outcome| {
        let chosen = counts.iter().filter(|((is_known, value), _)| !is_known && value.outcome() == outcome);
        chosen.map(|(_, number)| number).sum::<u64>()
    };
    assert_eq!(solution.game().ranks(), 246_803_167);
    let outcomes = [Outcome::Win, Outcome::Draw, Outcome::Loss];
    assert_eq!(outcomes.map(open), [56_474_473, 2_682_700, 40_328_395]);
    assert_eq!(counts.keys().filter_map(|(_, value)| value.plies()).max(), Some(173));
    let start = solution.game().game().start();
    assert_eq!(solution.get(&start), Some(Value::Loss(78)));
    // After a move of the lion or the giraffe, and after the chick has captured.
    let mut moves: Vec<_> =
        solution.game().moves(&start).iter().map(|next| solution.get(next).expect("solved")).collect();
    moves.sort_unstable();
    assert_eq!(moves, [77, 77, 77, 75].map(Value::Win));
}
