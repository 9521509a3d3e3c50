//! Octal codes as texts, and their values against an engine that is as dull as can be.

use std::collections::BTreeSet;

use grundy::{Nimber, Octal, ParseOctalError};

fn check(code: &str, canonical: &str) {
    let game: Octal = code.parse().unwrap_or_else(|error| panic!("{code}: {error}"));
    assert_eq!(game.to_string(), canonical, "{code}");
    assert_eq!(canonical.parse(), Ok(game), "{code}");
}

#[test]
fn codes_are_read_with_and_without_a_leading_zero_and_written_without() {
    check(".77", ".77");
    check("0.77", ".77");
    check("0.770", ".77");
    check(".007", ".007");
    check(".0070000", ".007");
    check("4.7", "4.7");
    check("4.", "4.");
    check(".", ".");
    check("0.0", ".");
    check(".4", ".4");
    check(".00000000000000000000000000000000000000000000000000000000000000000000007", &format!(".{}7", "0".repeat(70)));
}

#[test]
fn what_is_no_code_is_refused_with_its_place() {
    use ParseOctalError::{LongBeforePoint, MoveWithoutChange, NoOctalDigit, NoPoint};
    let refused = [
        ("", NoPoint),
        ("77", NoPoint),
        (".8", NoOctalDigit { found: '8', place: 2 }),
        ("8.1", NoOctalDigit { found: '8', place: 1 }),
        (".7 7", NoOctalDigit { found: ' ', place: 3 }),
        (".7é8", NoOctalDigit { found: 'é', place: 3 }),
        (".é8", NoOctalDigit { found: 'é', place: 2 }),
        (".7.7", NoOctalDigit { found: '.', place: 3 }),
        ("-.7", NoOctalDigit { found: '-', place: 1 }),
        ("٣.7", NoOctalDigit { found: '٣', place: 1 }),
        ("00.7", LongBeforePoint),
        ("40.7", LongBeforePoint),
        ("1.7", MoveWithoutChange { digit: 1 }),
        ("6.7", MoveWithoutChange { digit: 6 }),
    ];
    for (code, error) in refused {
        assert_eq!(code.parse::<Octal>(), Err(error), "{code}");
        let message = error.to_string();
        assert!(!message.contains('\n') && !message.ends_with('.'), "{message}");
    }
}

/// The values by the letter of the definition: for each digit, each permission, each way.
fn dull(digits: &[u8], heaps: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..heaps {
        let mut options = BTreeSet::new();
        for (taken, digit) in digits.iter().enumerate().filter(|&(taken, _)| taken <= heap) {
            let rest = heap - taken;
            if digit & 1 == 1 && rest == 0 {
                options.insert(0);
            }
            if digit & 2 == 2 && rest > 0 {
                options.insert(values[rest]);
            }
            if digit & 4 == 4 {
                options.extend((1..rest).map(|left| values[left] ^ values[rest - left]));
            }
        }
        values.push((0..=u32::MAX).find(|value| !options.contains(value)).expect("some number is missing"));
    }
    values
}

#[test]
fn every_code_of_up_to_three_places_agrees_with_the_definition() {
    for first in [0, 4] {
        for code in 0..512_u16 {
            let places = [6, 3, 0].map(|shift| u8::try_from(code >> shift & 7).expect("an octal digit"));
            let text = format!("{first}.{}{}{}", places[0], places[1], places[2]);
            let game: Octal = text.parse().expect("an octal code");
            let values: Vec<u32> = game.nimbers().take(60).map(Nimber::value).collect();
            assert_eq!(values, dull(&[&[first], &places[..]].concat(), 60), "{text}");
        }
    }
}
