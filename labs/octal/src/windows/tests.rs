use grundy::HeapGame;
use testkit::TemporaryFolder;

use super::*;

/// What a run in a new folder has saved: nothing.
fn saved(game: &str) -> (TemporaryFolder, Saved) {
    let folder = TemporaryFolder::default();
    let store = Store::open(folder.root(), &game.parse().expect("a code")).expect("a folder");
    (folder, Saved { store, keep: 1, every: Duration::MAX, last: None })
}

/// The last rare heaps of .007 are too near: of these values as many again would be needed.
#[test]
fn a_stream_that_would_begin_after_the_last_heap_is_not_begun() {
    let mut sequence = Sequence::new(".007".parse::<HeapGame>().expect("a code"));
    let (_folder, mut saved) = saved(".007");
    extend(&mut sequence, 2999, &mut saved).expect("small values");
    assert!(begin(&mut sequence, 100, 4000, &mut saved).expect("small values").is_none());
    assert_eq!(sequence.len(), 4001);
}

/// Heap 1103 is the last rare one. So the table has 8,000 values next, and 9,106 are needed.
#[test]
fn to_decide_a_heap_no_more_values_are_computed_than_asked_for() {
    for (to, expected) in [(2000, Err(2001)), (4000, Err(4001)), (20_000, Ok(10_245))] {
        let mut sequence = Sequence::new(".106".parse().expect("a code"));
        let (_folder, mut saved) = saved(".106");
        let decided = decide(&mut sequence, 2000, 1000, to, &mut saved).expect("small values");
        assert_eq!(decided.map(|stream| stream.len()).ok_or(sequence.len()), expected);
    }
}

/// At once, and with the heap: more values would not help.
#[test]
fn a_game_whose_values_are_too_large_for_windows_is_an_error() {
    // They do not repeat.
    let value = |heap: u16| if heap < 2 { 0 } else { [1, 513][heap.count_ones() as usize % 2] };
    let values = (0..1000).map(value).collect();
    let mut sequence = Sequence::resume(".4".parse().expect("a code"), values);
    let (_folder, mut saved) = saved(".4");
    let error = begin(&mut sequence, 50, 1_000_000, &mut saved).map(drop).expect_err("large values");
    let reason = "the value of the heap of 950 tokens is too large: of each, eight bits are kept";
    assert_eq!(error.to_string(), format!(".4: {reason}; leave out --windows"));
    assert_eq!(sequence.len(), 1000);
}

/// The preperiod of .77 is 71, and 12 the period; the windows are kept at all distances from them.
#[test]
fn the_preperiod_is_found_from_windows_anywhere() {
    let stream = |len: usize, table| {
        let mut sequence = Sequence::new(".77".parse::<HeapGame>().expect("a code"));
        sequence.extend_to(len - 1).expect("small values");
        Stream::after(sequence.game(), sequence.packed(), table).expect("few rare heaps")
    };
    // Its table is too small to decide the next heaps.
    let stuck = (1..100).map(|table| stream(350, table)).find(|stream| stream.clone().extend_to(1000).is_err());
    let stuck = stuck.expect("a small table");
    for kept in [&[][..], &[230, 400][..], &[250][..], &[300, 301, 302, 900][..]] {
        let (_folder, mut saved) = saved(".77");
        let mut last = stream(1000, 100);
        last.watch();
        let streams = kept.iter().map(|&len| stream(len, 100)).chain([stuck.clone(), last.clone()]);
        streams.for_each(|stream| saved.store.save_window(&stream.window()).expect("there is room"));
        last.extend_to(2000).expect("no rare heaps");
        assert_eq!(last.period(), Some(12));
        saved.store.save_window(&last.window()).expect("there is room");
        assert_eq!(preperiod::find(&mut saved, &last, 12).expect("windows"), 71, "{kept:?}");
    }
}
