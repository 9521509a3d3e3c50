//! The numbers of positions, compared with published ones, and the values, with those by definition.

mod by_definition;

use std::collections::HashSet;

use large_games::morris::{Morris, Position};
use retrograde::files::Stored;
use retrograde::{Game, Ranked, Value, Values};

use self::by_definition::{Placed, Rules};
use crate::parts::{part, positions, solved};

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

/// The number of classes of sets, and with them the number of ranks, as well as the number of positions, follow from
/// Burnside's lemma.
#[test]
fn parts_have_the_numbers_of_positions_by_burnsides_lemma() {
    let kinds = Rules::new(3, false).kinds();
    let stones = 3..=9;
    let all = stones.clone().flat_map(|own| stones.clone().map(move |other| [own, other]));
    assert_eq!(all.map(|[own, other]| kinds[own][other]).sum::<u64>(), 8_904_593_601);
    for (game, rings, most) in [(Box::new(Morris::nine(false)), 3, 2_000_000), (Box::new(Morris::six(6)), 2, u64::MAX)]
    {
        let kinds = Rules::new(rings, false).kinds();
        for part in game.parts() {
            let numbers: Vec<usize> =
                part.name.trim_start_matches('h').split('-').map(|number| number.parse().expect("a number")).collect();
            let (is_placing, [own, other]) = match numbers[..] {
                [_, own, other] => (true, [own, other]),
                [own, other] => (false, [own, other]),
                _ => panic!("{}", part.name),
            };
            let sides = if is_placing || own == other { vec![[own, other]] } else { vec![[own, other], [other, own]] };
            let choices =
                |members: u64, of: u64| (0..members).fold(1, |product, member| product * (of - member) / (member + 1));
            let points = 8 * rings as u64;
            let ranks = sides.iter().map(|&[own, other]| kinds[own][0] * choices(other as u64, points - own as u64));
            let found = part.size();
            assert_eq!(found, ranks.sum::<u64>(), "{}", part.name);
            if found < most {
                let expected: u64 = sides.iter().map(|&[own, other]| kinds[own][other]).sum();
                assert_eq!(positions(&*game, &part).count() as u64, expected, "{}", part.name);
            }
        }
    }
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

/// Solves nine men's morris with at most this number of stones for each player.
fn check_some_with(stones: u8, every: usize) {
    for flying in [true, false] {
        let game = Morris::nine(flying);
        let (stored, order, _folder) = solved(&game, &[&format!("{stones}-{stones}")], 0);
        check_some(&stored, &Rules::new(3, flying), &order, every);
    }
}

#[test]
fn some_positions_with_three_stones_follow_from_the_slow_rules() {
    check_some_with(3, 97);
}

#[test]
#[ignore = "takes a minute or two"]
fn positions_with_four_stones_follow_from_the_slow_rules() {
    check_some_with(4, 997);
}

/// Compares all values of a game with those by definition.
fn check_all(stored: &Stored<&Morris>, rules: &Rules, start: impl IntoIterator<Item = Placed>) -> usize {
    let values = rules.values(start);
    for (&position, &value) in &values {
        assert_eq!(stored.value(&fast(position)), Ok(value), "{position:?}");
    }
    values.len()
}

#[test]
#[ignore = "takes a minute or two"]
fn three_against_three_agrees_with_the_solution_by_definition() {
    for flying in [true, false] {
        let game = Morris::nine(flying);
        let (stored, _, _folder) = solved(&game, &["3-3"], u64::MAX);
        let sets: Vec<u32> = (0..1_u32 << 24).filter(|set| set.count_ones() == 3).collect();
        let pairs = sets.iter().flat_map(|&own| sets.iter().map(move |&other| [own, other]));
        let all = pairs.filter(|[own, other]| own & other == 0).map(|stones| (stones, 0));
        let compared = check_all(&stored, &Rules::new(3, flying), all);
        assert!(compared > 24 * 23 * 22 / 6 * 21 * 20 * 19 / 6);
    }
}

/// Solves the whole game on two rings with this number of stones.
fn check_two_rings(stones: u8) {
    let game = Morris::six(stones);
    let start = game.start().expect("a game with placing");
    let (stored, _, _folder) = solved(&game, &[], 10_000);
    check_all(&stored, &Rules::new(2, false), [slow(start)]);
}

#[test]
fn two_rings_and_three_stones_agree_with_the_solution_by_definition() {
    check_two_rings(3);
}

#[test]
#[ignore = "takes a minute or two"]
fn two_rings_and_four_stones_agree_with_the_solution_by_definition() {
    check_two_rings(4);
}

#[test]
#[ignore = "takes a minute or two"]
fn some_positions_of_six_mens_morris_follow_from_the_slow_rules() {
    let game = Morris::six(6);
    let start = game.start().expect("a game with placing");
    let (stored, order, _folder) = solved(&game, &[], 0);
    check_some(&stored, &Rules::new(2, false), &order, 997);
    assert_eq!(stored.value(&start), Ok(Value::Draw));
}

/// Counts the positions that play can reach on two rings, also those where the game has ended, the same one with the
/// colours exchanged separately.
fn reachable(stones: u8) -> u64 {
    let game = Morris::six(stones);
    let start = (game.start().expect("a board to begin with"), true);
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
