//! Which periods the values of a sequence prove. The values are made up, for a game in which a move takes two
//! tokens.

use grundy::{HeapGame, Nimber, Period, Sequence};

const MOST_TAKEN: usize = 2;

fn proven(values: &[u16]) -> Option<Period> {
    let game: HeapGame = ".07".parse().expect("a game");
    Sequence::resume(game, values.to_vec()).period()
}

/// The smallest distance whose values prove a period, by trying all distances and all beginnings.
fn by_definition(values: &[u16]) -> Option<Period> {
    let periods = 1..values.len();
    let found = periods.map(|period| {
        let repeats_from = |&begin: &usize| (begin..values.len() - period).all(|n| values[n] == values[n + period]);
        Period { preperiod: (0..values.len()).find(repeats_from).expect("the last values repeat"), period }
    });
    found.into_iter().find(|found| {
        let first = found.preperiod.max(1);
        2 * first + found.period + MOST_TAKEN <= values.len() - found.period
    })
}

/// Sequences that repeat at some distance in parts: in the end at one, before that at another one, with a few
/// exceptions.
#[test]
fn multiples_of_a_distance_are_left_out_only_if_they_prove_nothing() {
    let mut count = 0;
    for length in [6, 7, 20, 61, 120] {
        for (before, after) in [(1, 2), (2, 1), (2, 4), (3, 6), (4, 2), (6, 4), (5, 5), (2, 6)] {
            for change in (0..=length).step_by(3) {
                for exception in (0..=length).step_by(4) {
                    let value = |n: usize| {
                        let kind = if n == exception {
                            9
                        } else if n < change {
                            n % before
                        } else {
                            3 + n % after
                        };
                        u16::try_from(kind).expect("a small value")
                    };
                    let values: Vec<u16> = (0..length).map(value).collect();
                    let expected = by_definition(&values);
                    assert_eq!(proven(&values), expected, "{values:?}");
                    count += usize::from(expected.is_some());
                }
            }
        }
    }
    assert!((500..5000).contains(&count), "{count}");
}

/// As .376 does before its period is proven. To compare the values at each multiple of 4 would take hours.
#[test]
fn values_that_nearly_repeat_take_one_pass() {
    let mut values = [0, 1, 2, 3].repeat(1 << 20);
    values[(1 << 21) + 7] = 5;
    assert_eq!(proven(&values), None);
    values.extend([0, 1, 2, 3].repeat(8));
    assert_eq!(proven(&values), Some(Period { preperiod: (1 << 21) + 8, period: 4 }));
}

/// Kenyon's game and another one: R. K. Guy, R. J. Nowakowski, *Unsolved problems in combinatorial games*.
#[test]
fn hexadecimal_games_have_the_published_saltus() {
    for (code, preperiod, period, saltus) in [(".3F", 0, 6, 3), (".13FF", 6, 7, 4)] {
        let mut sequence = Sequence::new(HeapGame::hexadecimal(code).expect("a code"));
        sequence.extend_to(1000).expect("small values");
        let values: Vec<Nimber> = sequence.iter().collect();
        assert_eq!(Period::seen(&values), Some((Period { preperiod, period }, saltus)), "{code}");
        assert_eq!(sequence.period(), None, "the values grow, and their saltus is not proven");
    }
}

/// Made up, as long runs of hexadecimal games are.
#[test]
fn a_saltus_is_seen_by_trying_all_distances() {
    let mut random = crate::sequences::random_numbers();
    let mut count = 0;
    for _ in 0..400 {
        let (preperiod, period, saltus) = (random(12), 1 + random(9), random(4));
        let block: Vec<usize> = (0..period).map(|_| random(5)).collect();
        let value = |heap: usize| match heap.checked_sub(preperiod) {
            Some(at) => block[at % period] + at / period * saltus,
            None => 7,
        };
        let values: Vec<usize> = (0..60).map(value).collect();
        let by_definition = (1..values.len() - 1).find_map(|period| {
            let step = values[59].checked_sub(values[59 - period])?;
            let repeats =
                |&begin: &usize| (begin..60 - period).all(|heap| values[heap + period] == values[heap] + step);
            let preperiod = (0..60).find(repeats)?;
            (2 * preperiod <= 60 && 60 - 1 - period - preperiod >= 2 * period).then_some((preperiod, period, step))
        });
        let nimbers: Vec<Nimber> =
            values.iter().map(|&value| Nimber::new(u32::try_from(value).expect("small"))).collect();
        let seen = Period::seen(&nimbers).map(|(found, saltus)| (found.preperiod, found.period, saltus as usize));
        assert_eq!(seen, by_definition, "{values:?}");
        count += usize::from(seen.is_some());
    }
    assert!(count > 300, "{count}");
}

/// Long runs of equal values nearly repeat at very many distances, each of which would be compared with all values.
#[test]
fn a_long_run_of_equal_values_takes_no_longer() {
    let values: Vec<u16> = (0..1_200_000).map(|heap| u16::from(heap / 200_000 % 2 == 1)).collect();
    assert_eq!(proven(&values), Some(Period { preperiod: 0, period: 400_000 }));
}
