//! Parsing and printing octal codes, and their values against the definition, spelled out.

use std::collections::BTreeSet;

use grundy::{Game as _, HeapGame, Nimber, ParseCodeError, Period, Sequence, mex};

fn check(code: &str, canonical: &str) {
    let game: HeapGame = code.parse().unwrap_or_else(|error| panic!("{code}: {error}"));
    assert_eq!(game.to_string(), canonical, "{code}");
    assert_eq!(canonical.parse(), Ok(game), "{code}");
}

/// The values up to a heap.
fn values(code: &str, heap: usize) -> Vec<u16> {
    values_of(code.parse().expect("an octal code"), heap)
}

fn values_of(game: HeapGame, heap: usize) -> Vec<u16> {
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
    check("grundy", "grundy");
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
    use ParseCodeError::{InvalidBeforePoint, InvalidDigit, MissingDigits, MissingPoint};
    let rejected = [
        (".", MissingDigits),
        ("0.", MissingDigits),
        ("", MissingPoint),
        ("77", MissingPoint),
        (".8", InvalidDigit { found: '8', position: 2, radix: 8 }),
        ("8.1", InvalidDigit { found: '8', position: 1, radix: 8 }),
        (".7 7", InvalidDigit { found: ' ', position: 3, radix: 8 }),
        (".7é8", InvalidDigit { found: 'é', position: 3, radix: 8 }),
        (".é8", InvalidDigit { found: 'é', position: 2, radix: 8 }),
        (".7.7", InvalidDigit { found: '.', position: 3, radix: 8 }),
        ("-.7", InvalidDigit { found: '-', position: 1, radix: 8 }),
        ("٣.7", InvalidDigit { found: '٣', position: 1, radix: 8 }),
        ("00.7", InvalidBeforePoint { radix: 8 }),
        ("40.7", InvalidBeforePoint { radix: 8 }),
        ("1.7", InvalidBeforePoint { radix: 8 }),
        ("6.7", InvalidBeforePoint { radix: 8 }),
    ];
    for (code, error) in rejected {
        assert_eq!(code.parse::<HeapGame>(), Err(error), "{code}");
        let message = error.to_string();
        assert!(!message.contains('\n') && !message.ends_with('.'), "{message}");
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
            if digit & 8 == 8 {
                let three = |one| (1..rest - one).map(move |two| (one, two, rest - one - two));
                options.extend(
                    (1..rest).flat_map(three).map(|(one, two, three)| values[one] ^ values[two] ^ values[three]),
                );
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

fn hexadecimal(code: &str) -> HeapGame {
    HeapGame::hexadecimal(code).expect("a hexadecimal code")
}

#[test]
fn hexadecimal_codes_agree_with_the_definition() {
    for code in 0..0x1000_u16 {
        let places = [8, 4, 0].map(|shift| u8::try_from(code >> shift & 15).expect("a digit"));
        for first in [0, 4, 8, 12].into_iter().filter(|_| code % 7 == 0) {
            let game = hexadecimal(&format!("{first:x}.{code:03x}"));
            assert_eq!(values_of(game.clone(), 40), by_definition(&[&[first], &places[..]].concat(), 41), "{game}");
        }
    }
    assert_eq!(hexadecimal("0.8aF0").to_string(), ".8AF");
    assert_eq!(hexadecimal("C.").digits(), [12]);
    let message = |code: &str| HeapGame::hexadecimal(code).expect_err("an error").to_string();
    assert_eq!(message(".G"), "invalid digit 'G' at position 2: expected 0 to F");
    assert_eq!(
        message("A.1"),
        "invalid start: expected nothing, 0, 4, 8 or C before the point, as a move must change the heap"
    );
}

/// Also of moves to three heaps, and of halves that must differ.
#[test]
fn listed_moves_lead_to_the_values() {
    for game in [hexadecimal(".3F"), hexadecimal("8.52A")]
        .into_iter()
        .chain([".7", "grundy"].map(|code| code.parse().expect("a code")))
    {
        let values = values_of(game.clone(), 60);
        for (heap, &value) in values.iter().enumerate() {
            let sums = game.moves(&heap).map(|left| left.into_iter().map(|heap| Nimber::from(values[heap])).sum());
            assert_eq!(mex(sums.collect::<Vec<Nimber>>()), Nimber::from(value), "{game}, {heap}");
        }
    }
}

fn subtraction(numbers: &[usize], heap: usize) -> (Vec<u16>, Option<Period>) {
    let game = HeapGame::subtraction(numbers.iter().copied()).expect("numbers");
    let mut sequence = Sequence::new(game);
    sequence.extend_to(heap).expect("small values");
    (sequence.packed().to_vec(), sequence.period())
}

/// The set 1, 3, 4 is from T. S. Ferguson, *Game Theory*, part I; the others are from *Winning Ways*, chapter 4.
#[test]
fn subtraction_games_have_the_published_values_and_periods() {
    let check = |numbers: &[usize], period: &[u16]| {
        let (values, found) = subtraction(numbers, 200);
        assert_eq!(values, period.repeat(201)[..=200], "{numbers:?}");
        assert_eq!(found, Some(Period { preperiod: 0, period: period.len() }), "{numbers:?}");
    };
    check(&[1, 3, 4], &[0, 1, 0, 1, 2, 3, 2]);
    check(&[1, 2, 3], &[0, 1, 2, 3]);
    check(&[2, 3], &[0, 0, 1, 1, 2]);
    assert!(HeapGame::subtraction([0, 3]) == Err(ParseCodeError::NothingTaken) && subtraction(&[], 9).0 == [0; 10]);
}

/// As many equal values as the largest number, and no fewer, prove the period: against all values of a longer run.
#[test]
fn a_period_of_a_subtraction_game_is_proven_early_and_right() {
    for set in 1..1_usize << 8 {
        let numbers: Vec<usize> = (1..=8).filter(|number| set >> (number - 1) & 1 == 1).collect();
        let most = *numbers.last().expect("a number");
        let all = subtraction(&numbers, 2000).0;
        let first = (0..2000).find_map(|heap| subtraction(&numbers, heap).1.map(|period| (heap, period)));
        let (heap, Period { preperiod, period }) = first.expect("every one repeats");
        assert_eq!(heap + 1, preperiod.max(1) + period + most, "{numbers:?}");
        assert!((preperiod..=2000 - period).all(|heap| all[heap] == all[heap + period]), "{numbers:?}");
    }
}
