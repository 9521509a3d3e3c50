//! The game compared with its rules written down a second time, and with published numbers.

mod by_definition;

use std::collections::BTreeMap;

use large_games::dobutsu::{Dobutsu, Position};
use retrograde::solver::Sample;
use retrograde::{Game, Outcome, Ranked, Solver, Subset, Value, Values};

use self::by_definition::Dobutsu as Slow;
use crate::parts::{check_moves, check_values, parsed, solved};

/// The kinds of piece besides the lion and the hen: chicks, elephants and giraffes.
const KINDS: usize = 3;

/// What play can reach.
fn reachable(pieces: [bool; KINDS]) -> Subset<Dobutsu> {
    let game = Dobutsu::new(pieces);
    let start = game.start();
    Solver::new().threads(0).reachable(game, [start]).expect("a consistent game")
}

#[test]
fn there_are_as_many_ranks_for_each_pair_of_lions_as_published() {
    assert_eq!(Dobutsu::new([true; KINDS]).ranks() / 54 * 132, 1_567_925_964);
}

/// Positions from all over the ranks, most of which cannot be reached.
#[test]
fn moves_and_known_values_are_those_by_definition() {
    let game = Dobutsu::new([true; KINDS]);
    for position in (0..game.ranks()).step_by(60_013).filter_map(|rank| game.unrank(rank)) {
        assert_eq!(game.known_value(&position), check_moves(&game, &Slow, &position).err());
    }
}

#[test]
fn small_games_pass_an_audit_and_follow_from_the_slow_rules() {
    let pieces = [[true, false, false], [false, true, false], [false, false, true], [false; KINDS]];
    let start = [".l./.c./.C./.L. -", ".le/.../.../EL. -", "gl./.../.../.LG -", ".l./.../.../.L. -"];
    for (pieces, start) in pieces.into_iter().zip(start) {
        let game = Dobutsu::new(pieces);
        Solver::new().threads(0).audit(&game).expect("a consistent game");
        let (stored, order, _folder) = solved(reachable(pieces), &[], 0);
        assert_eq!(parsed(&game, start), game.start());
        check_values(&stored, &order, &Slow, 1);
    }
}

/// T. Tanaka, "An analysis of a board game 'Doubutsu Shogi'", IPSJ SIG-GI, 2009.
#[test]
#[ignore = "takes some minutes and 640 MB"]
fn numbers_of_positions_and_distances_are_the_published_ones() {
    let solver = Solver::new().threads(0);
    solver.audit_some(&Dobutsu::new([true; KINDS]), Sample { size: 100_000, seed: 2009 }).expect("a consistent game");
    let (solution, _, _folder) = solved(reachable([true; KINDS]), &[], 0);
    let game = solution.game().game();
    let key = |position: &Position, value| (game.known_value(position).is_some(), value);
    let counts: BTreeMap<(bool, Value), u64> =
        solver.canonical_counts_by(&solution, 0..solution.game().ranks(), key).expect("solved");
    let open = |outcome| {
        let chosen = counts.iter().filter(|((is_known, value), _)| !is_known && value.outcome() == outcome);
        chosen.map(|(_, number)| number).sum::<u64>()
    };
    assert_eq!(solution.game().ranks(), 246_803_167);
    let outcomes = [Outcome::Win, Outcome::Draw, Outcome::Loss];
    assert_eq!(outcomes.map(open), [56_474_473, 2_682_700, 40_328_395]);
    assert_eq!(counts.keys().filter_map(|(_, value)| value.plies()).max(), Some(173));
    let start = solution.game().game().start();
    assert_eq!(solution.value(&start), Ok(Value::Loss(78)));
    // After a move of the lion or the giraffe, and after the chick has captured.
    let mut moves: Vec<_> =
        solution.game().moves(&start).iter().map(|next| solution.value(next).expect("solved")).collect();
    moves.sort_unstable();
    assert_eq!(moves, [77, 77, 77, 75].map(Value::Win));
}
