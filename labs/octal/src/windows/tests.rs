use std::fs;

use grundy::stream::Window;
use grundy::tally::{Heaps, Tally};
use grundy::{HeapGame, Stream};
use testkit::TemporaryFolder;

use super::file;
use super::*;

/// A stream of .77 that looks for a repetition and has found none, in a small file.
fn stream() -> Stream {
    let mut sequence = Sequence::new(".77".parse::<HeapGame>().expect("a code"));
    sequence.extend_to(1999).expect("small values");
    let mut stream = Stream::after(&sequence, 150).expect("few rare heaps");
    stream.watch();
    stream.extend_to(2005).expect("no rare heaps");
    stream
}

fn read(folder: &Path, len: usize) -> Result<Window, String> {
    let game = ".77".parse().expect("a code");
    let message =
        |error: anyhow::Error| format!("{error:#}").replace(&format!("{}: ", file::path(folder, len).display()), "");
    file::read(folder, &game, len).map_err(message)
}

#[test]
fn a_window_that_is_read_again_continues_as_it_was() {
    let folder = TemporaryFolder::default();
    let mut stream = stream();
    let window = stream.window();
    file::write(folder.root(), &window).expect("there is room");
    assert_eq!(file::all(folder.root()).expect("a folder"), [2006]);
    let again = read(folder.root(), 2006).expect("a window");
    assert_eq!(again, window);
    let mut again = again.stream().expect("it was one");
    for stream in [&mut stream, &mut again] {
        stream.extend_to(3000).expect("no rare heaps");
        assert_eq!((stream.len(), stream.period()), (2012, Some(12)));
    }
    assert_eq!(again.window(), stream.window());
}

#[test]
fn of_a_file_that_is_cut_or_changed_anywhere_nothing_is_read() {
    let game = ".77".parse().expect("a code");
    let good = file::to_bytes(&stream().window());
    assert!(file::parse(&good, &game, 2006).is_ok());
    let check = |bytes: &[u8], what: String| {
        let message = file::parse(bytes, &game, 2006).expect_err(&what).to_string();
        // The number of the format and the code of the game may have become other ones.
        let starts = ["the window is damaged; remove it", "the window has format ", "the window is of the game "];
        assert!(starts.iter().any(|start| message.starts_with(start)), "{what}: {message}");
    };
    (0..good.len()).for_each(|end| check(&good[..end], format!("cut at {end}")));
    check(&[&good[..], b"\0"].concat(), "one more".to_owned());
    for (at, bit) in (0..good.len()).flat_map(|at| (0..8).map(move |bit| (at, bit))) {
        let mut bytes = good.clone();
        bytes[at] ^= 1 << bit;
        check(&bytes, format!("bit {bit} of byte {at}"));
    }
}

#[test]
fn a_window_after_more_values_than_can_be_counted_is_damaged() {
    let mut window = stream().window();
    for (count, len) in [(usize::MAX, usize::MAX), (1 << 62, 1 << 63), (file::MOST_VALUES, 2 * file::MOST_VALUES)] {
        let all = Heaps { count, first: 0, last: 0 };
        window.tally = Tally::from_parts(window.tally.checksum(), vec![[all; 2]]);
        let result = file::parse(&file::to_bytes(&window), &".77".parse().expect("a code"), len);
        assert!(result.is_err_and(|error| error.to_string().starts_with("the window is damaged; ")), "{len}");
    }
}

#[test]
fn a_window_of_another_game_or_place_is_rejected_with_the_reason() {
    let folder = TemporaryFolder::default();
    file::write(folder.root(), &stream().window()).expect("there is room");
    let path = file::path(folder.root(), 2006);
    fs::copy(&path, file::path(folder.root(), 2007)).expect("there is room");
    assert_eq!(
        read(folder.root(), 2007),
        Err("this is the window after 2006 values; rename it to 000000000002006.window".to_owned())
    );
    let bytes = fs::read(&path).expect("a file");
    let text = String::from_utf8_lossy(&bytes[..43]).into_owned();
    for (from, to, expected) in [
        ("format 1", "format 2", "the window has format 2, not 1; continue it with the version of octal that wrote it"),
        (".77", ".07", "the window is of the game .07, not .77; name another folder"),
    ] {
        let changed = text.replace(from, to);
        fs::write(&path, [changed.as_bytes(), &bytes[text.len()..]].concat()).expect("there is room");
        assert_eq!(read(folder.root(), 2006), Err(expected.to_owned()));
    }
}

/// The last rare heaps of .007 are too near: of these values as many again would be needed.
#[test]
fn a_stream_that_would_begin_after_the_last_heap_is_not_begun() {
    let mut sequence = Sequence::new(".007".parse::<HeapGame>().expect("a code"));
    extend(&mut sequence, 2999).expect("small values");
    let mut saved = Saved { folder: Path::new("not used"), keep: 1, last: None, stays: false };
    assert!(begin(&mut sequence, 100, 4000, &mut saved).expect("small values").is_none());
    assert_eq!(sequence.len(), 4001);
}

/// At once, and with the heap: more values would not help.
#[test]
fn a_game_whose_values_are_too_large_for_windows_is_an_error() {
    let values = (0..1000).map(|heap| if heap < 2 { 0 } else { 1 + 512 * (heap / 2 % 2) }).collect();
    let mut sequence = Sequence::resume(".4".parse().expect("a code"), values);
    let mut saved = Saved { folder: Path::new("not used"), keep: 1, last: None, stays: false };
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
        Stream::after(&sequence, table).expect("few rare heaps")
    };
    // Its table is too small to decide the next heaps.
    let stuck = (1..100).map(|table| stream(350, table)).find(|stream| stream.clone().extend_to(1000).is_err());
    let stuck = stuck.expect("a small table");
    for kept in [&[][..], &[230, 400][..], &[250][..], &[300, 301, 302, 900][..]] {
        let folder = TemporaryFolder::default();
        for &len in kept {
            file::write(folder.root(), &stream(len, 100).window()).expect("there is room");
        }
        file::write(folder.root(), &stuck.window()).expect("there is room");
        let mut last = stream(1000, 100);
        last.watch();
        file::write(folder.root(), &last.window()).expect("there is room");
        last.extend_to(2000).expect("no rare heaps");
        assert_eq!(last.period(), Some(12));
        file::write(folder.root(), &last.window()).expect("there is room");
        assert_eq!(preperiod::find(folder.root(), &last, 12).expect("windows"), 71, "{kept:?}");
    }
}
