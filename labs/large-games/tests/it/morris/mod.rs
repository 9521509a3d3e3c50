//! The numbers of positions, compared with published ones, and the values, with those by definition.

mod by_definition;

use std::collections::HashSet;

use large_games::morris::{Morris, Position};
use retrograde::files::Stored;
use retrograde::{Game, Ranked, Sample, Solver, Value, Values};

use self::by_definition::{Placed, Rules};
use crate::parts::{Forward, part, positions, solved};

fn slow(position: Position) -> Placed {
    ([position.own, position.other], position.in_hand.into())
}

fn fast(([own, other], in_hand): Placed) -> Position {
    Position { own, other, in_hand: u8::try_from(in_hand).expect("at most 12") }
}

/// The sizes of databases in R. Gasser, *Solving Nine Men's Morris*, 1996: positions up to 16 symmetries, with either
/// player to move; with three stones each, where the order of the rings does not matter, up to 48.
#[test]
fn parts_have_the_published_numbers_of_positions() {
    let game = Morris::nine(true);
    for (name, expected) in [("3-3", 56_922), ("4-3", 1_520_796), ("4-4", 3_225_597)] {
        assert_eq!(positions(&game, &part(&game, name)).count(), expected, "{name}");
    }
}

/// The numbers of parts with stones in hand and without, of the positions of each kind, and of the ranks and positions of
/// each part follow from Burnside's lemma.
#[test]
fn parts_have_the_numbers_of_positions_by_burnsides_lemma() {
    let nine = [(270, 17_839_743_905), (28, 8_904_593_601)];
    let six = [(62, 1_900_983), (10, 1_205_908)];
    for (game, rings, expected, most) in
        vec![(Morris::nine(false), 3, nine, 700_000), (Morris::six(), 2, six, u64::MAX)]
    {
        let kinds = Rules::new(rings, false).kinds();
        let mut found = [(0, 0); 2];
        for part in game.parts() {
            let numbers: Vec<usize> =
                part.name.trim_start_matches('h').split('-').map(|number| number.parse().expect("a number")).collect();
            let (sides, phase) = match numbers[..] {
                [_, own, other] => (vec![[own, other]], 0),
                [own, other] if own == other => (vec![[own, other]], 1),
                [own, other] => (vec![[own, other], [other, own]], 1),
                _ => panic!("{}", part.name),
            };
            let choices =
                |members: u64, of: u64| (0..members).fold(1, |product, member| product * (of - member) / (member + 1));
            let points = 8 * rings as u64;
            let ranks = sides.iter().map(|&[own, other]| kinds[own][0] * choices(other as u64, points - own as u64));
            assert_eq!(part.size(), ranks.sum::<u64>(), "{}", part.name);
            let of_part: u64 = sides.iter().map(|&[own, other]| kinds[own][other]).sum();
            if part.size() < most {
                assert_eq!(positions(&game, &part).count() as u64, of_part, "{}", part.name);
            }
            let (parts, sum) = &mut found[phase];
            (*parts, *sum) = (*parts + 1, *sum + of_part);
        }
        assert_eq!(found, expected);
    }
}

/// Three stones each have more symmetries only once all are placed: with one in hand not everybody will fly, so that the
/// order of the rings matters.
#[test]
fn three_rings_and_four_stones_pass_an_audit() {
    let sample = Sample { size: 5_000, seed: 4 };
    let game = Forward(Morris::new(3, 4, true));
    Solver::new().threads(0).audit_some(&game, sample).expect("a consistent game");
}

/// Checks that the values of some positions of all solved parts follow from those after each move, as the slow rules
/// list them.
fn check_some(stored: &Stored<&Morris>, rules: &Rules, order: &[usize], every: usize) {
    let value = |position: Placed| stored.value(&fast(position)).expect("a solved position");
    for part in order.iter().map(|part| &stored.parts()[*part]) {
        for position in positions(stored.game(), part).step_by(every) {
            assert_eq!(value(slow(position)), rules.value(slow(position), value), "{}: {position:?}", part.name);
        }
    }
}

/// Solves these parts of nine men's morris and all that they lead to.
fn check_some_of_nine(names: &[&str], every: usize) {
    for flying in [true, false] {
        let game = Morris::nine(flying);
        let (stored, order, _folder) = solved(&game, names, 0);
        check_some(&stored, &Rules::new(3, flying), &order, every);
    }
}

#[test]
fn some_positions_with_three_stones_follow_from_the_slow_rules() {
    check_some_of_nine(&["h1-2-3"], 97);
}

#[test]
#[ignore = "takes a minute or two"]
fn positions_with_four_stones_follow_from_the_slow_rules() {
    check_some_of_nine(&["h2-3-3", "h3-2-3"], 997);
}

/// Solves a whole game, and compares all values that play reaches with those by definition.
fn check_whole(rings: usize, stones: u8, flying: bool) {
    let game = Morris::new(rings, stones, flying);
    let (stored, _, _folder) = solved(&game, &[], 10_000);
    for (position, value) in Rules::new(rings, flying).values([slow(game.start())]) {
        assert_eq!(stored.value(&fast(position)), Ok(value), "{position:?}");
    }
}

#[test]
fn two_rings_and_three_stones_agree_with_the_solution_by_definition() {
    check_whole(2, 3, false);
}

/// All values of the game follow from one another, which leaves no other values.
#[test]
fn two_rings_and_three_stones_that_fly_follow_from_the_slow_rules() {
    let game = Morris::new(2, 3, true);
    let (stored, order, _folder) = solved(&game, &[], 10_000);
    check_some(&stored, &Rules::new(2, true), &order, 1);
}

#[test]
#[ignore = "takes some minutes"]
fn larger_games_agree_with_the_solution_by_definition() {
    check_whole(2, 3, true);
    check_whole(2, 4, false);
    check_whole(3, 3, false);
    check_whole(3, 3, true);
}

#[test]
#[ignore = "takes a minute or two"]
fn some_positions_of_six_mens_morris_follow_from_the_slow_rules() {
    let game = Morris::six();
    let (stored, order, _folder) = solved(&game, &[], 0);
    check_some(&stored, &Rules::new(2, false), &order, 997);
    assert_eq!(stored.value(&game.start()), Ok(Value::Draw));
}

/// Counts the positions that play can reach on two rings, also those where the game has ended, the same one with the
/// colours exchanged separately.
fn reachable(stones: u8) -> u64 {
    let game = Morris::new(2, stones, false);
    let start = (game.start(), true);
    let (mut found, mut open, mut count) = (HashSet::from([start]), vec![start], 0);
    while let Some((position, first_moves)) = open.pop() {
        count += u64::from(game.orbit(&position));
        if game.known_value(&position).is_none() {
            game.successors(&position, &mut |next| {
                let next = (game.canonical(&next), !first_moves);
                open.extend(found.insert(next).then_some(next));
            });
        }
    }
    count
}

/// B. Liou, release tablebase-v1 of <https://github.com/brianhliou/game-solver>, 2026, without flying.
#[test]
fn play_reaches_the_published_number_of_positions_with_four_stones() {
    assert_eq!(reachable(4), 4_111_151);
}

/// The same source.
#[test]
#[ignore = "takes half a minute"]
fn six_mens_morris_has_the_published_number_of_positions() {
    assert_eq!([5, 6].map(reachable), [17_844_721, 42_372_745]);
}
