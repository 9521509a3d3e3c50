//! Which periods the values of a sequence prove. The values are made up, for a game in which a move takes two
//! tokens.

use grundy::{HeapGame, Period, Sequence};

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
