use grundy::{Sequence, Stream};
use testkit::TemporaryFolder;

use super::*;

fn kayles() -> HeapGame {
    ".77".parse().expect("a code")
}

fn open(folder: &Path) -> Store {
    Store::open(folder, &kayles()).expect("a folder")
}

/// Invented values.
fn values(count: u32) -> Vec<u16> {
    (0..count).map(|heap| u16::try_from(heap * 77 % 65_536).expect("16 bits")).collect()
}

/// The window of a stream that looks for a repetition and has found none.
fn window() -> Window {
    let mut sequence = Sequence::new(kayles());
    sequence.extend_to(1999).expect("small values");
    let mut stream = Stream::after(&kayles(), sequence.packed(), 150).expect("few rare heaps");
    stream.watch();
    stream.extend_to(2005).expect("no rare heaps");
    stream.window()
}

/// What a store in the folder has: its values and windows, or a message without the name of the folder.
fn found(folder: &Path) -> Result<(Vec<u16>, Vec<Window>), String> {
    let read = || {
        let mut store = Store::read(folder, &kayles());
        let windows = store.windows()?.into_iter().map(|len| store.window(len)).collect::<anyhow::Result<_>>()?;
        Ok((store.values()?, windows))
    };
    read().map_err(|error: anyhow::Error| format!("{error:#}").replace(&folder.join("").display().to_string(), ""))
}

/// The hash was computed by a script from the description of the format.
#[test]
fn the_bytes_agree_with_the_format() {
    let folder = TemporaryFolder::default();
    let mut store = open(folder.root());
    for count in [3, 8] {
        store.save(&[0, 1, 2, 3, 1, 4, 3, 0x1234][..count]).expect("there is room");
    }
    let expected = [
        b"values of an octal game, format 6\ngame .77\n\n".as_slice(),
        b"\x03\0\0\0\0\0\0\0\x03\0\x01\0\x04\0\x03\0\x34\x12",
        b"\x3a\xe0\x71\xd0\x86\x84\x0f\x2a",
    ];
    let piece = fs::read(folder.root().join("000000000000008.values")).expect("a piece");
    assert_eq!(piece, expected.concat());
}

/// Also more than a piece has, and fewer than were saved, in which there is nothing new.
#[test]
fn what_is_saved_in_several_runs_is_read_again() {
    let (folder, values, window) = (TemporaryFolder::default(), values(3_000_000), window());
    for count in [0, 3, 1000, 1000, 500, 70_000, 3_000_000] {
        let mut store = open(folder.root());
        let saved = store.values().expect("values").len().max(count);
        store.save(&values[..count]).expect("there is room");
        store.save_window(&window).expect("there is room");
        drop(store);
        assert!(found(folder.root()) == Ok((values[..saved].to_vec(), vec![window.clone()])), "{count}");
    }
    (0..2).for_each(|_| open(folder.root()).remove_window(2006).expect("it is ours"));
    assert_eq!(open(folder.root()).windows().expect("a folder"), []);
}

/// A folder with values in three pieces, and a window.
fn sample() -> TemporaryFolder {
    let folder = TemporaryFolder::default();
    let mut store = open(folder.root());
    for count in [3, 8, 12] {
        store.save(&values(count)).expect("there is room");
    }
    store.save_window(&window()).expect("there is room");
    folder
}

const PIECES: [&str; 4] =
    ["000000000000003.values", "000000000000008.values", "000000000000012.values", "000000000002006.window"];

#[test]
fn of_a_piece_that_is_cut_or_changed_anywhere_nothing_is_read_and_it_stays() {
    let folder = sample();
    for name in PIECES {
        let path = folder.root().join(name);
        let good = fs::read(&path).expect("a piece");
        let check = |bytes: &[u8], what: String| {
            fs::write(&path, bytes).expect("there is room");
            let message = found(folder.root()).expect_err(&what);
            // The number of the format and the code of the game may have become other ones.
            let reasons = [": damaged ", " of format ", "a piece of the game "];
            let names_it = message.starts_with(&format!("{name}: "));
            assert!(names_it && reasons.iter().any(|reason| message.contains(reason)), "{what}: {message}");
            assert_eq!(fs::read(&path).expect("it is still there"), bytes);
        };
        (0..good.len()).for_each(|end| check(&good[..end], format!("cut at {end}")));
        check(&[&good[..], b"\0"].concat(), "one more".to_owned());
        for (at, bit) in (0..good.len()).flat_map(|at| (0..8).map(move |bit| (at, bit))) {
            let mut bytes = good.clone();
            bytes[at] ^= 1 << bit;
            check(&bytes, format!("bit {bit} of byte {at}"));
        }
        fs::write(&path, good).expect("there is room");
    }
    assert_eq!(found(folder.root()), Ok((values(12), vec![window()])));
}

#[test]
fn pieces_have_their_places() {
    let folder = sample();
    let path = |name: &str| folder.root().join(name);
    let damaged = "remove this piece and the values after it to continue from those before";
    let damaged_window = "remove it to continue from the one before, or from the values if there is none";
    for (name, other, message) in [
        (PIECES[2], "000000000000009.values", format!("damaged values; {damaged}")),
        (PIECES[3], "000000000002007.window", format!("damaged window; {damaged_window}")),
    ] {
        fs::rename(path(name), path(other)).expect("it is ours");
        assert_eq!(found(folder.root()), Err(format!("{other}: {message}")));
        fs::rename(path(other), path(name)).expect("it is ours");
    }
    fs::remove_file(path(PIECES[1])).expect("it is ours");
    let missing = "the piece before it is missing: values of heaps 3 to 7; restore it, or";
    assert_eq!(found(folder.root()), Err(format!("{}: {missing} {damaged}", PIECES[2])));
    fs::remove_file(path(PIECES[2])).expect("it is ours");
    // A longer piece in place of two, as after a loss. Other files are not read, and what a killed run has left of a
    // piece is removed.
    let others = ["000000000000020.values.part", "20.values", "x.values"];
    for name in others {
        folder.write(name, b"half");
    }
    open(folder.root()).save(&values(12)).expect("there is room");
    assert_eq!(found(folder.root()), Ok((values(12), vec![window()])));
    assert_eq!(others.map(|name| path(name).exists()), [false, true, true]);
}

#[test]
fn what_is_not_of_this_format_and_game_is_rejected_with_what_to_do() {
    let folder = TemporaryFolder::default();
    for (name, start, message) in [
        (PIECES[3], "window of an octal game, format 1\ngame .77", "window of format 1, not 6; name another folder"),
        (PIECES[0], "values of an octal game, format 7\ngame .77", "values of format 7, not 6; name another folder"),
        (
            PIECES[3],
            "window of an octal game, format 6\ngame .3F",
            "a piece of the game .3F, not .77; name another folder",
        ),
    ] {
        let path = folder.write(name, format!("{start}\n\n12345678").as_bytes());
        assert_eq!(found(folder.root()), Err(format!("{name}: {message}")));
        fs::remove_file(path).expect("it is ours");
    }
}
