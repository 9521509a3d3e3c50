//! Parsing and printing octal codes, and their values against the definition, spelled out.

use std::collections::BTreeSet;

use grundy::{HeapGame, Octal, ParseOctalError, Sequence};

fn check(code: &str, canonical: &str) {
    let game: Octal = code.parse().unwrap_or_else(|error| panic!("{code}: {error}"));
    assert_eq!(game.to_string(), canonical, "{code}");
    assert_eq!(canonical.parse(), Ok(game), "{code}");
}

/// The values up to a heap.
fn values(code: &str, heap: usize) -> Vec<u16> {
    let game: HeapGame = code.parse().expect("an octal code");
    let mut sequence = Sequence::new(game);
    sequence.extend_to(heap).expect("values of 16 bits");
    sequence.into_packed()
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
    check(".4", ".4");
    check(".00000000000000000000000000000000000000000000000000000000000000000000007", &format!(".{}7", "0".repeat(70)));
}

#[test]
fn a_code_of_zeros_is_a_game_without_moves() {
    for code in [".0", "0.0", ".000", "0.000"] {
        check(code, ".0");
        assert_eq!(values(code, 100), [0; 101], "{code}");
    }
}

#[test]
fn invalid_codes_are_rejected_with_the_position() {
    use ParseOctalError::{InvalidDigit, InvalidFirstDigit, MissingDigits, MissingPoint, TooManyDigitsBeforePoint};
    let rejected = [
        (".", MissingDigits),
        ("0.", MissingDigits),
        ("", MissingPoint),
        ("77", MissingPoint),
        (".8", InvalidDigit { found: '8', position: 2 }),
        ("8.1", InvalidDigit { found: '8', position: 1 }),
        (".7 7", InvalidDigit { found: ' ', position: 3 }),
        (".7é8", InvalidDigit { found: 'é', position: 3 }),
        (".é8", InvalidDigit { found: 'é', position: 2 }),
        (".7.7", InvalidDigit { found: '.', position: 3 }),
        ("-.7", InvalidDigit { found: '-', position: 1 }),
        ("٣.7", InvalidDigit { found: '٣', position: 1 }),
        ("00.7", TooManyDigitsBeforePoint),
        ("40.7", TooManyDigitsBeforePoint),
        ("1.7", InvalidFirstDigit { digit: 1 }),
        ("6.7", InvalidFirstDigit { digit: 6 }),
    ];
    for (code, error) in rejected {
        assert_eq!(code.parse::<Octal>(), Err(error), "{code}");
        let message = error.to_string();
        assert!(!message.contains('\n') && !message.ends_with('.'), "{message}");
    }
    assert_eq!(
        ".".parse::<Octal>().unwrap_err().to_string(),
        "missing digits: expected at least one octal digit after the point, as in .77"
    );
}

#[test]
fn a_game_is_parsed_from_what_it_prints() {
    for name in ["grundy", ".77", "4.007"] {
        let game: HeapGame = name.parse().unwrap();
        assert_eq!(game.to_string(), name);
        assert_eq!(game == HeapGame::grundy(), name == "grundy");
    }
}

/// The values by the definition: every permission of every digit.
fn by_definition(digits: &[u8], heaps: usize) -> Vec<u16> {
    let mut values: Vec<u16> = Vec::new();
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
        values.push((0..=u16::MAX).find(|value| !options.contains(value)).expect("some number is missing"));
    }
    values
}

#[test]
fn every_code_of_up_to_three_places_agrees_with_the_definition() {
    for first in [0, 4] {
        for code in 0..512_u16 {
            let places = [6, 3, 0].map(|shift| u8::try_from(code >> shift & 7).expect("an octal digit"));
            let text = format!("{first}.{}{}{}", places[0], places[1], places[2]);
            assert_eq!(values(&text, 59), by_definition(&[&[first], &places[..]].concat(), 60), "{text}");
        }
    }
}
