//! The numbers of positions, compared with published ones, and the values, with those by definition.

mod by_definition;

use std::collections::HashSet;

use large_games::morris::Morris;
use retrograde::files::Stored;
use retrograde::{Game, Ranked, Value, Values};
use tempfile::TempDir;

use self::by_definition::Rules;
use crate::parts::{check_symmetry, check_values, part, positions, solved};

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
    for (rings, expected, most) in [(3, nine, 700_000), (2, six, u64::MAX)] {
        let game = if rings == 3 { Morris::nine(false) } else { Morris::six() };
        let kinds = Rules::new(rings, false).kinds();
        let mut found = [(0, 0); 2];
        for part in game.parts() {
            let numbers: Vec<usize> =
                part.name.trim_start_matches('h').split('-').map(|number| number.parse().expect("a number")).collect();
            let (sides, phase) = match numbers[..] {
                [_, own, other] => (&[[own, other]][..], 0),
                [own, other] if own == other => (&[[own, other]][..], 1),
                [own, other] => (&[[own, other], [other, own]][..], 1),
                _ => panic!("{}", part.name),
            };
            let choices =
                |members: u64, of: u64| (0..members).fold(1, |product, member| product * (of - member) / (member + 1));
            let points = 8 * rings as u64;
            let ranks = sides.iter().map(|&[own, other]| kinds[own][0] * choices(other as u64, points - own as u64));
            assert_eq!(part.size(), ranks.sum::<u64>(), "{}", part.name);
            let of_part: u64 = sides.iter().map(|&[own, other]| kinds[own][other]).sum();
            if part.size() < most {
                let orbits: Vec<u64> = positions(&game, &part).map(|position| game.orbit(&position).into()).collect();
                assert_eq!(orbits.len() as u64, of_part, "{}", part.name);
                let ways = |own, other| choices(own, points) * choices(other, points - own);
                let all = sides.iter().map(|&[own, other]| ways(own as u64, other as u64));
                assert_eq!(orbits.iter().sum::<u64>(), all.sum::<u64>(), "{}: symmetric ones too", part.name);
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
fn symmetric_positions_with_three_rings_and_four_stones_have_symmetric_moves() {
    check_symmetry(&Morris::new(3, 4, true), 5_003);
}

/// Solves parts and all that they lead to, or a whole game, and compares one of `every` values with the slow rules.
fn check(game: Morris, names: &[&str], rules: &Rules, every: usize) -> (Stored<Morris>, TempDir) {
    let (stored, order, folder) = solved(game, names, if every == 1 { 10_000 } else { 0 });
    check_values(&stored, &order, rules, every);
    (stored, folder)
}

#[test]
fn some_positions_with_three_stones_follow_from_the_slow_rules() {
    for flying in [true, false] {
        check(Morris::nine(flying), &["h1-2-3"], &Rules::new(3, flying), 97);
    }
}

#[test]
fn all_positions_with_two_rings_and_three_stones_follow_from_the_slow_rules() {
    for flying in [true, false] {
        check(Morris::new(2, 3, flying), &[], &Rules::new(2, flying), 1);
    }
}

#[test]
#[ignore = "takes some minutes"]
fn larger_games_follow_from_the_slow_rules() {
    for flying in [true, false] {
        check(Morris::nine(flying), &["h2-3-3", "h3-2-3"], &Rules::new(3, flying), 997);
        check(Morris::new(3, 3, flying), &[], &Rules::new(3, flying), 1);
    }
    check(Morris::new(2, 4, false), &[], &Rules::new(2, false), 1);
    let (stored, _folder) = check(Morris::six(), &[], &Rules::new(2, false), 997);
    assert_eq!(stored.value(&stored.game().start()), Ok(Value::Draw));
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
