//! Streams against the engines that keep all values.

use grundy::sparse::SparseSpace;
use grundy::stream::{StreamError, Window};
use grundy::{HeapGame, Sequence, Stream};

use crate::sequences::{choose, random_numbers, some_game};

fn values(code: &str, last: usize, is_plain: bool) -> Vec<u16> {
    let mut sequence = choose(Sequence::new(code.parse().expect("a game")), is_plain);
    sequence.extend_to(last).expect("values of 16 bits");
    sequence.into_packed()
}

fn after(code: &str, values: &[u16], table: usize) -> Option<Stream> {
    Stream::after(&code.parse().expect("a game"), values, table).ok()
}

/// Extends a stream in uneven steps to the last of these values or an undecided heap, and compares all.
fn check(mut stream: Stream, expected: &[u16]) -> Option<usize> {
    let (code, mut step) = (stream.game().to_string(), 1);
    while stream.len() < expected.len() {
        let before = stream.len();
        let extended = stream.extend_to((before + step).min(expected.len()) - 1);
        let last: Vec<u16> = stream.last(stream.len() - before).collect();
        assert!(expected[..stream.len()].ends_with(&last), "{code}, {before}");
        assert_eq!(*stream.tally(), expected[..stream.len()].iter().copied().collect(), "{code}, {before}");
        // What is undecided stays undecided, and all else can be continued.
        let window = stream.window();
        let bytes = window.to_bytes();
        assert!(bytes.capacity() - bytes.len() <= 1024, "memory of its size alone");
        let again = Window::from_bytes(stream.game(), &bytes).expect("its bytes");
        assert_eq!(again, window);
        stream = again.stream().expect("a window");
        if let Err(StreamError::Undecided { heap }) = extended {
            assert_eq!((stream.len(), stream.extend_to(heap)), (heap, extended));
            return Some(heap);
        }
        step = step * 2 % 151 + 13;
    }
    None
}

/// Also games whose moves take tokens in many ways, or far apart.
#[test]
fn values_agree_with_the_other_engines() {
    let codes = (0..1024).step_by(7).map(|code| format!("{}.{:03o}", code / 512 * 4, code % 512));
    let others = ["grundy", ".106", ".0404", ".00404", ".4044004", ".700000000000000004", ".40000000000000000004"];
    let (mut streams, mut undecided) = (0, 0);
    for code in codes.chain(others.map(str::to_owned)) {
        let values = values(&code, 5000, false);
        if let Some(stream) = after(&code, &values[..3000], 1100) {
            streams += 1;
            undecided += usize::from(check(stream, &values).is_some());
        }
    }
    assert!(streams > 60 && undecided < streams / 3, "{streams}, {undecided}");
}

/// Nothing is rare here, so only the table makes the window wide enough.
#[test]
fn a_small_table_makes_no_stream_or_a_right_one() {
    let values = values("4.", 400, true);
    let streams: Vec<Option<Stream>> = (0..100).map(|table| after("4.", &values[..300], table)).collect();
    assert!(streams[0].is_none() && streams[99].is_some());
    streams.into_iter().flatten().for_each(|stream| assert_eq!(check(stream, &values), None));
}

/// With one word of marks, with two, and (.776) by rows of bits.
#[test]
fn larger_values_agree_with_the_other_engine() {
    for code in [".106", ".167", "4.404", ".776"] {
        let values = values(code, 130_000, false);
        let mut stream = after(code, &values[..60_000], 20_000).expect("a window");
        assert_eq!(stream.extend_to(values.len() - 1), Ok(()), "{code}");
        assert_eq!(*stream.tally(), values.into_iter().collect(), "{code}");
    }
}

/// Of the rare heaps of .106, heap 320 follows heap 101.
#[test]
fn a_rare_heap_is_undecided() {
    let values = values(".106", 400, true);
    let game: HeapGame = ".106".parse().expect("a game");
    let space = SparseSpace::new(&game, 0xd, true).expect("a mask");
    let rare: Vec<_> = space.rare_heaps(&values[..=101]).map(|heap| (heap, values[heap])).collect();
    assert_eq!(rare.len(), 8);
    let stream = |len: usize| {
        let tally = values[..len].iter().copied().collect();
        let (game, rare, table) = (game.clone(), rare.clone(), values[..=101].to_vec());
        let mut window = Window { game, space, rare, table, tally, values: Vec::new(), watched: None };
        window.values.extend(&values[len - window.width()..len]);
        window.stream().ok()
    };
    assert!(stream(306).is_none() && stream(321).is_none(), "a rare heap in the window");
    let mut window = stream(307).expect("a window").window();
    window.rare.swap(1, 2);
    assert!(window.stream().is_err(), "rare heaps that do not ascend");
    assert_eq!(check(stream(307).expect("a window"), &values), Some(320));
    assert_eq!(check(stream(320).expect("a window"), &values), Some(320));
}

/// A stream after invented values, of which the first ones up to `last_rare` are rare, and a table of half of them.
fn invented(code: &str, mask: u16, last_rare: usize, values: &[u16]) -> Stream {
    let game: HeapGame = code.parse().expect("a game");
    let space = SparseSpace::new(&game, mask, false).expect("a mask");
    let rare = (0..=last_rare).map(|heap| (heap, values[heap])).collect();
    let (table, tally) = (values[..values.len() / 2].to_vec(), values.iter().copied().collect());
    let mut window = Window { game, space, rare, table, tally, values: Vec::new(), watched: None };
    window.values.extend(&values[values.len() - window.width()..]);
    window.stream().expect("a window")
}

/// A stream trusts its values, so any can stand for those before which it has marks of each width, and, with many rare
/// heaps and a wide window, rows of bits; whatever the mask is.
#[test]
fn any_values_are_continued_as_by_the_plain_engine() {
    let (mut random, mut decided) = (random_numbers(), [0; 5]);
    for round in 0..500 {
        let (size, is_wide) = (round % 5, round % 25 == 4);
        let (mask, code) = ([1_u16, 3, 6, 13, 24][random(5)], some_game(&mut random).to_string());
        let (last_rare, count) = if is_wide { (300, 6000) } else { (10 + random(100), 900) };
        let lowest = mask & mask.wrapping_neg();
        let value = |heap: usize| {
            let value = u16::try_from(random(32 << size)).expect("nine bits");
            let is_rare = (value & mask).count_ones() % 2 == 0;
            if is_rare == (heap <= last_rare) { value } else { value ^ lowest }
        };
        let mut values: Vec<u16> = (0..count).map(value).collect();
        if !code.contains(['4', '5', '6', '7']) || code.len() > 20 {
            continue;
        }
        let mut stream = invented(&code, mask, last_rare, &values);
        if stream.extend_to(count + 60) == Err(StreamError::Undecided { heap: count }) {
            continue;
        }
        values.extend(stream.last(stream.len() - count));
        let mut plain = Sequence::resume(code.parse().expect("a game"), values[..count].to_vec()).by_all_moves();
        plain.extend_to(stream.len() - 1).expect("small values");
        assert!(plain.packed() == values, "{code}, {mask}, {last_rare}");
        decided[size] += stream.len() - count;
    }
    assert!(decided.iter().all(|&decided| decided > 100), "{decided:?}");
}

/// Moves that take up to twelve tokens and leave one of 100 rare heaps reach nearly all values that fit into a byte,
/// and from some heap all.
#[test]
fn all_values_before_one_that_is_too_large_are_counted() {
    let (mut random, mut more) = (random_numbers(), 0);
    for _ in 0..20 {
        let value = |heap| u16::try_from(2 * random(256)).expect("two bytes") + u16::from(heap > 100);
        let mut values: Vec<u16> = (0..1000).map(value).collect();
        let mut stream = invented(".777777777777", 1, 100, &values);
        let len = if let Err(StreamError::TooLarge { heap }) = stream.extend_to(5000) { heap } else { 0 };
        assert_eq!(len, stream.len());
        more += len - 1000;
        values.extend(stream.last(len - 1000));
        assert_eq!(*stream.tally(), values.into_iter().collect());
    }
    assert!(more > 20, "{more}");
}

/// The mask has only the digit 8: the rare values 2 to 7 are below the common value 9, and no sum of 8 and 9.
#[test]
fn rare_values_below_the_lowest_digit_of_the_mask_must_be_reached_too() {
    let values: Vec<u16> = (0..200).map(|heap| if heap < 2 { 0 } else { 8 + u16::from(heap == 5) }).collect();
    let mut stream = invented(".007", 8, 1, &values);
    assert_eq!(stream.extend_to(200), Err(StreamError::Undecided { heap: 200 }));
}

/// The smallest distance at which the values repeat, by the theorem of Guy and Smith.
#[test]
fn periods_are_those_that_all_values_prove() {
    let mut found = 0;
    for code in [".77", ".137", ".4", ".07", ".17", ".45", ".156", ".165", "4.7", ".51", ".054"] {
        let values = values(code, 20_000, false);
        let sequence = Sequence::resume(code.parse::<HeapGame>().expect("a game"), values.clone());
        let expected = sequence.period().map(|period| period.period);
        let Some(mut stream) = after(code, &values[..9000], 2000) else { continue };
        stream.watch();
        assert_eq!(stream.extend_to(19_999), Ok(()), "{code}");
        assert_eq!(stream.period(), expected, "{code}");
        found += usize::from(expected.is_some());
    }
    assert!(found >= 5, "{found}");
}

#[test]
fn a_window_that_is_watched_can_be_taken_elsewhere() {
    let values = values(".77", 3000, true);
    let mut stream = after(".77", &values[..2000], 500).expect("a window");
    stream.watch();
    stream.extend_to(2006).expect("no heap is rare");
    assert_eq!(stream.period(), None);
    let (len, window) = stream.window().watched.expect("it is watched");
    assert_eq!((len, &window[..]), (2000, &values[2000 - stream.width()..2000]));
    let again = |len, window: &[u16]| Window { watched: Some((len, window.to_vec())), ..stream.window() }.stream().ok();
    let mut other = again(2000, &window).expect("a window");
    other.extend_to(usize::MAX).expect("no heap is rare");
    assert_eq!((other.len(), other.period()), (2012, Some(12)));
    // As soon as it is known, if the window is that of a period before.
    assert_eq!(again(1995, &values[1995 - window.len()..1995]).and_then(|other| other.period()), Some(12));
    assert!(again(2008, &window).is_none() && again(2000, &window[1..]).is_none() && again(100, &window).is_none());
    // At heap 2004 another one would have been kept.
    assert!(again(1002, &values[1002 - window.len()..1002]).is_none());
}

/// As far as the table can tell. Beyond it the list is trusted.
#[test]
fn a_list_of_rare_heaps_that_does_not_fit_the_table_makes_no_stream() {
    let window = after(".106", &values(".106", 9999, false), 1500).expect("few rare heaps").window();
    let mut lists = [(); 4].map(|()| window.rare.clone());
    lists[1].remove(5);
    lists[2][5].1 ^= 6;
    lists[3].insert(6, (window.rare[5].0 + 1, 6));
    let fits = lists.map(|rare| Window { rare, ..window.clone() }.stream().is_ok());
    assert_eq!(fits, [true, false, false, false]);
}

#[test]
fn a_stream_that_does_not_begin_says_why() {
    let error = |code: &str, values: &[u16], table| {
        Stream::after(&code.parse().expect("a game"), values, table).expect_err("no stream")
    };
    assert_eq!(error(".3", &[0, 1, 2].repeat(100), 10), StreamError::NoSparseSpace);
    let treblecross = values(".007", 5000, false);
    let StreamError::TooFewValues { last_rare, needed } = error(".007", &treblecross, 100) else { panic!("too few") };
    assert!(last_rare > 4900 && needed > last_rare + 5000, "{last_rare}, {needed}");
    let few = values(".106", 9999, false);
    assert_eq!(
        error(".106", &few[..2000], 1500),
        StreamError::TooFewValues { last_rare: 1103, needed: 1103 + 2 * 1103 + 3 + 1 }
    );
    let large: Vec<u16> = (0..1000).map(|heap| if heap < 2 { 0 } else { 1 + 512 * (heap % 2) }).collect();
    assert!(matches!(error(".4", &large, 50), StreamError::TooLarge { heap: 947.. }));
}

/// Also where the sum of the counts has no number.
#[test]
fn bytes_with_more_values_than_can_be_counted_are_rejected() {
    let game: HeapGame = ".106".parse().expect("a code");
    let good = after(".106", &values(".106", 3000, false), 150).expect("few rare heaps").window().to_bytes();
    assert!(Window::from_bytes(&game, &good).is_some());
    for count in [u64::MAX, 1 << 62, 1_000_000_000_000_000] {
        let mut bytes = good.clone();
        bytes[32..40].copy_from_slice(&count.to_le_bytes());
        assert_eq!(Window::from_bytes(&game, &bytes), None, "{count}");
    }
    for end in 0..good.len() {
        assert_eq!(Window::from_bytes(&game, &good[..end]), None, "{end}");
    }
}

/// As its moves leave different heaps, no heap may be both in the table and in the window.
#[test]
fn a_table_and_a_window_of_grundys_game_do_not_overlap() {
    let ones: Vec<u16> = (0..300).map(|heap| u16::from(heap > 0)).collect();
    let stream = |code: &str, table| Stream::after(&code.parse().expect("a game"), &ones, table);
    assert!(stream("grundy", 150).is_ok() && stream("4.", 151).is_ok());
    assert_eq!(stream("grundy", 151).map(drop), Err(StreamError::Inconsistent));
}
