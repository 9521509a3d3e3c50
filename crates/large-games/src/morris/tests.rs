//! The numbers of positions, compared with published ones, and the values, with those by definition.

use retrograde::{Ranked, Value};

use super::by_definition::{Rules, Stones};
use super::*;

/// Solves the parts with at most so many stones, and checks samples; the program checks all.
fn solved(most: usize, flying: bool) -> Vec<Arc<Solved>> {
    let mut solutions = Vec::new();
    for stones in parts(most) {
        let game = Subset::canonical(Part::new(stones, flying, &solutions)).expect("enough memory");
        let mut runner = Runner::new().parallel();
        runner.audit_sample_with_predecessors(&game, 100, 2026).expect("a consistent game");
        let solution = runner.solve_with_predecessors(game).expect("a consistent game");
        runner.verify_sample(&solution, 1000, 2026).expect("right values");
        solutions.push(Arc::new(solution));
    }
    solutions
}

/// The sizes of databases in R. Gasser, *Solving Nine Men's Morris*, 1996: positions up to 16 symmetries, with either player
/// to move; with three stones each, where the order of the rings does not matter, up to 48.
#[test]
fn parts_have_the_published_numbers_of_positions() {
    for (stones, positions) in [([3, 3], 56_922), ([4, 3], 1_520_796)] {
        let solutions = if stones == [3, 3] { Vec::new() } else { solved(3, true) };
        let subset = Subset::canonical(Part::new(stones, true, &solutions)).expect("enough memory");
        assert_eq!(subset.ranks(), positions, "{stones:?}");
    }
}

fn stones(position: Position) -> Stones {
    [position.own, position.other]
}

fn by_stones(solution: &Solved, [own, other]: Stones) -> Value {
    if own.count_ones() < 3 { Value::Loss(0) } else { solution.value(&Position { own, other }) }
}

#[test]
fn some_positions_with_three_stones_follow_from_the_slow_rules() {
    for flying in [true, false] {
        check_some(&solved(3, flying)[0], &[], flying, 97);
    }
}

#[test]
#[ignore = "takes a minute or two"]
fn three_against_three_agrees_with_the_solution_by_definition() {
    for flying in [true, false] {
        let solution = solved(3, flying).pop().expect("one part");
        let values = Rules::new(flying).three_against_three();
        assert_eq!(values.len(), 24 * 23 * 22 / 6 * 21 * 20 * 19 / 6);
        for ([own, other], value) in values {
            let position = Position { own, other };
            assert_eq!(solution.value(&position), value, "{position:?}, flying: {flying}");
        }
    }
}

/// Checks that the values of some positions follow from those after each move, as the slow rules list them.
fn check_some(part: &Solved, smaller: &[Arc<Solved>], flying: bool, every: usize) {
    let rules = Rules::new(flying);
    let game = part.game().game();
    for position in (0..game.ranks()).step_by(every).filter_map(|rank| game.unrank(rank)) {
        let after = |next: Stones| {
            let solution = smaller.iter().find(|solution| {
                let [more, fewer] = solution.game().game().stones();
                let [own, other] = next.map(|stones| stones.count_ones() as usize);
                [more, fewer] == [own.max(other), own.min(other)]
            });
            by_stones(solution.map_or(part, |solution| solution), next)
        };
        assert_eq!(part.value(&position), rules.value(stones(position), after), "{position:?}");
    }
}

#[test]
#[ignore = "takes a minute or two"]
fn positions_with_four_stones_follow_from_the_slow_rules() {
    for flying in [true, false] {
        let solutions = solved(4, flying);
        for (count, part) in solutions.iter().enumerate().skip(1) {
            check_some(part, &solutions[..count], flying, 997);
        }
    }
}
