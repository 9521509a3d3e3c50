//! Published numbers, and some that were computed by two programs that share no code with this one.

use grundy::{HeapGame, Nimber, Period, Sequence};

fn sequence(code: &str, heap: usize) -> Sequence {
    let game: HeapGame = code.parse().expect("a game");
    let mut sequence = Sequence::new(game);
    sequence.extend_to(heap).expect("values of 16 bits");
    sequence
}

/// Checks that the period is proven as soon as enough values are known, and not before.
fn check_period(code: &str, preperiod: usize, period: usize) {
    let places = code.split_once('.').expect("a code").1.len();
    let most_left = if code.contains(['4', '5', '6', '7']) { 2 } else { 1 };
    // G(n + period) for all n below 2 * preperiod + period + places, or if no move splits a heap, preperiod + places.
    let last = most_left * (preperiod + period) + places - 1;
    let expected = Some(Period { preperiod, period });
    assert_eq!(sequence(code, last - 1).period(), None, "{code} is proven too early");
    assert_eq!(sequence(code, last).period(), expected, "{code}");
    assert_eq!(sequence(code, 2 * last).period(), expected, "{code}");
}

/// Preperiod and period, the preperiod counting heap 0: Berlekamp, Conway and Guy, *Winning Ways*, chapter 4, and Achim
/// Flammenkamp's tables of octal games.
#[test]
fn periods_of_games_that_repeat_early() {
    for (code, preperiod, period) in [
        (".77", 71, 12),
        (".137", 52, 34),
        (".4", 54, 34),
        (".17", 33, 34),
        (".45", 498, 20),
        (".156", 3479, 349),
        (".165", 5181, 1550),
    ] {
        check_period(code, preperiod, period);
    }
}

/// All values are 0 until the only move becomes possible: they repeat, but not forever.
/// In .1 and .01 only one heap has a move. The period of 4.740442 is proven by 22 values.
#[test]
fn periods_that_few_values_prove() {
    for (code, preperiod, period) in [(".1", 2, 1), (".01", 3, 1), ("4.740442", 1, 7)] {
        check_period(code, preperiod, period);
    }
}

#[test]
fn zeros_before_the_first_move_prove_no_period() {
    for zeros in 1..40 {
        let code = format!(".{}4", "0".repeat(zeros));
        for heap in 0..zeros + 3 {
            assert_eq!(sequence(&code, heap).period(), None, "{code} to {heap}");
        }
    }
}

/// From Flammenkamp's tables as well.
#[test]
#[ignore = "takes seconds; `scripts/test --long` runs it"]
fn periods_of_games_that_repeat_late() {
    check_period(".16", 105_351, 149_459);
    check_period(".56", 326_640, 144);
}

/// Checks the rare heaps of .007 up to `heap`, by the mask 0x7b8, and its largest value with the first heap that has
/// it. The numbers were computed by two programs that share no code with this one. Returns the sequence.
fn check_treblecross(heap: usize, rare: usize, last_rare: usize, max: u32, max_at: usize) -> Sequence {
    let sequence = sequence(".007", heap);
    let (space, _) = sequence.tally().sparse_space(sequence.game()).expect("moves that split heaps");
    assert_eq!((space.mask(), space.counts_size()), (0x7b8, false));
    let rare_heaps: Vec<usize> = space.rare_heaps(sequence.packed()).collect();
    assert_eq!((rare_heaps.len(), rare_heaps.last()), (rare, Some(&last_rare)));
    assert_eq!(sequence.tally().largest(), Some((Nimber::new(max), max_at)));
    sequence
}

/// The checksums are those that the public solver `ogsolve` prints.
#[test]
fn treblecross_has_the_known_rare_heaps_and_checksums_to_2_to_the_17() {
    let sequence = check_treblecross(1 << 17, 18_859, 131_002, 1024, 109_362);
    assert_eq!(sequence.tally().checksum(), "BBD11EA1");
}

/// As `ogsolve -m rc2 -n 2000000 0.106` prints. After 131,072 values they come from a window of the last ones.
#[test]
fn a_long_sequence_has_the_known_checksum() {
    assert_eq!(sequence(".106", 2_000_000).tally().checksum(), "9970FB9C");
}

#[test]
#[ignore = "takes a minute; `scripts/test --long` runs it"]
fn treblecross_has_the_known_rare_heaps_to_2_to_the_20() {
    check_treblecross(1 << 18, 21_774, 262_058, 1064, 259_038);
    check_treblecross(1 << 19, 22_387, 516_637, 1210, 359_173);
    check_treblecross(1 << 20, 22_461, 1_022_329, 1226, 545_248);
}

/// The On-Line Encyclopedia of Integer Sequences, A002186 and A071464.
#[test]
fn games_that_are_equivalent() {
    let values = |code: &str| sequence(code, 5000).into_packed();
    assert_eq!(values(".77"), values(".771"));
    assert_eq!(values(".127"), values(".1271"));
    for shifted in ["4.4", "4.41", "4.42", "4.43", "4.6", "4.61", "4.62", "4.63"] {
        assert_eq!(values(shifted)[1..], values(".77")[..5000], "{shifted} on n + 1 tokens is Kayles on n");
    }
}

/// The first values of Grundy's game, from *Winning Ways*, chapter 4.
#[test]
fn grundys_game_begins_as_published() {
    let first = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0];
    assert_eq!(sequence("grundy", 20).packed(), first);
}
