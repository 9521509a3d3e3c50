//! The engines against each other, and the contract of `Sequence`.

use std::num::NonZero;

use grundy::{HeapGame, Nimber, Sequence};

/// With or without the engine that looks at all moves.
pub(crate) fn choose(sequence: Sequence, is_plain: bool) -> Sequence {
    if is_plain { sequence.by_all_moves() } else { sequence }
}

fn extended(game: &HeapGame, is_plain: bool, heap: usize) -> Sequence {
    let mut sequence = choose(Sequence::new(game.clone()), is_plain);
    sequence.extend_to(heap).expect("values of 16 bits");
    sequence
}

#[test]
fn both_engines_give_the_same_values() {
    let codes = [".007", ".6", ".127", ".16", ".56", ".4", "4.7", ".0137", ".1234567", ".054", ".324", "grundy"];
    let others = (0..1024).step_by(11).map(|code| (format!("{}.{:03o}", code / 512 * 4, code % 512), 4600));
    for (code, heap) in codes.map(|code| (code.to_owned(), 14_000)).into_iter().chain(others) {
        let game: HeapGame = code.parse().expect("a game");
        let [plain, sparse] = [true, false].map(|is_plain| extended(&game, is_plain, heap));
        assert!(plain.packed() == sparse.packed(), "{code}");
    }
}

#[test]
fn a_sequence_can_be_resumed_from_any_heap() {
    let game: HeapGame = ".007".parse().expect("a game");
    let whole = extended(&game, false, 30_000);
    for stop in [0, 1, 2, 4095, 4096, 4097, 5000, 20_001] {
        let mut resumed = Sequence::resume(game.clone(), whole.packed()[..stop].to_vec());
        resumed.extend_to(30_000).expect("values of 16 bits");
        assert!(resumed.packed() == whole.packed(), "{stop}");
    }
}

/// A sequence trusts the values that it is given. So any can stand for the many that it takes until the sparse engine
/// leaves out moves: of up to 16 bits, most of them among a few, in an order that repeats or looks random.
#[test]
fn any_values_are_continued_as_by_the_plain_engine() {
    let mut random = random_numbers();
    let mut compared = 0;
    for _ in 0..300 {
        let game = some_game(&mut random);
        let count = 4090 + random(20);
        let mut values = some_values(&mut random, count);
        // What would follow from a period of such values need not be what follows from the rules. A value that occurs
        // once, so late, proves that there is none.
        let once = values.iter().max().map_or(0, |largest| largest + 1);
        values.push(once);
        let (start, end) = (values.len(), values.len() + if random(16) == 0 { 300 } else { 24 });
        let mut expected = Sequence::resume(game.clone(), values.clone()).by_all_moves();
        expected.extend_to(end).expect("values of 16 bits");
        if expected.packed()[start..].contains(&once) {
            continue;
        }
        let mut sequence = Sequence::resume(game.clone(), values);
        for stop in [start + random(20), start + random(24), end] {
            sequence = sequence.with_threads(NonZero::new(1 + random(4)).expect("some"));
            sequence.extend_to(stop).expect("values of 16 bits");
        }
        assert!(sequence.packed() == expected.packed(), "{game} from {start}");
        compared += 1;
    }
    assert!(compared > 150, "{compared}");
}

pub(crate) fn some_game(random: &mut impl FnMut(usize) -> usize) -> HeapGame {
    let zeros = |count| "0".repeat(count);
    let code = match random(8) {
        0 => "grundy".to_owned(),
        1 => format!(".3{}4{}7", zeros(random(300)), zeros(random(20))),
        _ => (0..2 + random(6)).fold(".".to_owned(), |code, _| code + &random(8).to_string()),
    };
    code.parse().expect("a game")
}

fn some_values(random: &mut impl FnMut(usize) -> usize, count: usize) -> Vec<u16> {
    let limit = (1_usize << [2, 4, 6, 9, 12, 16][random(6)]) - 1;
    let frequent: Vec<usize> = (0..=random(8)).map(|_| random(limit)).collect();
    let (rare, repeats) = (8 + 8 * random(64), random(3) == 0);
    let value = |heap: usize| {
        let number = if repeats { heap } else { random(frequent.len()) };
        let value = if random(rare) == 0 { random(limit) } else { frequent[number % frequent.len()] };
        u16::try_from(value).expect("less than 16 bits")
    };
    (0..count).map(value).collect()
}

/// Numbers below a limit that look random.
pub(crate) fn random_numbers() -> impl FnMut(usize) -> usize {
    let mut state = 0_u64;
    move |limit| {
        state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        usize::try_from(state >> 40).expect("24 bits") % limit
    }
}

/// Heap 131,072 can be split into every value of 16 bits, by one pair of heaps each.
#[test]
fn a_value_of_more_than_16_bits_is_an_error_that_names_its_heap() {
    let splitting: HeapGame = "4.".parse().expect("a game");
    // Not the values of the game: a resumed sequence trusts what it is given.
    let values: Vec<u16> = (0..=u16::MAX).chain(std::iter::repeat_n(0, 65_536)).collect();
    for is_plain in [true, false] {
        let mut sequence = choose(Sequence::resume(splitting.clone(), values.clone()), is_plain);
        let overflow = sequence.extend_to(200_000);
        assert_eq!(overflow.map_err(|overflow| overflow.heap), Err(131_072), "{is_plain}");
        assert_eq!(sequence.len(), 131_072, "{is_plain}");
        let message = overflow.unwrap_err().to_string();
        assert_eq!(message, "the heap of 131072 tokens is worth more than 65535, the largest value supported");
    }
}

#[test]
fn every_view_of_the_values_is_the_same() {
    let kayles: HeapGame = ".77".parse().expect("a game");
    let empty = Sequence::new(kayles.clone());
    assert_eq!((empty.len(), empty.nimber(0), empty.iter().next()), (0, None, None));
    let sequence = extended(&kayles, true, 8);
    let published = [0, 1, 2, 3, 1, 4, 3, 2, 1];
    assert_eq!(sequence.packed(), published);
    assert!(sequence.iter().eq(published.map(Nimber::from)));
    assert_eq!([5, 8].map(|heap| sequence.nimber(heap)), [4, 1].map(|value| Some(Nimber::new(value))));
    assert_eq!(sequence.nimber(9), None);
    assert_eq!(sequence.into_packed(), published);
}

/// As where they are read from a long file.
#[test]
fn values_with_memory_for_more_stay_where_they_are() {
    for is_plain in [true, false] {
        let game = ".77".parse().expect("a game");
        let mut sequence = choose(Sequence::resume(game, vec![0, 1, 2, 3]), is_plain);
        sequence.try_reserve_to(20_000).expect("little memory");
        let place = sequence.packed().as_ptr();
        for heap in (100..=20_000).step_by(100) {
            sequence.extend_to(heap).expect("values of 16 bits");
        }
        assert_eq!((sequence.packed().as_ptr(), sequence.len()), (place, 20_001));
        assert!(sequence.into_packed().capacity() < 20_100);
    }
}

#[test]
fn memory_that_is_not_there_is_an_error_and_the_values_stay() {
    let mut sequence = extended(&".77".parse().expect("a game"), false, 100);
    let before = sequence.packed().to_vec();
    for heap in [usize::MAX, usize::MAX - 1, usize::MAX / 2] {
        assert!(sequence.try_reserve_to(heap).is_err());
    }
    assert_eq!(sequence.packed(), before);
    sequence.try_reserve_to(50).expect("it is there");
    sequence.extend_to(200).expect("values of 16 bits");
    assert_eq!(sequence.len(), 201);
}
