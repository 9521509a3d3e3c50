use std::fs::{self, TryLockError};

use testkit::TemporaryFolder;

use super::*;

fn game(code: &str) -> HeapGame {
    code.parse().expect("a code")
}

/// A file of the game .77, and where its header and its parts end.
struct Sample {
    folder: TemporaryFolder,
    path: PathBuf,
    values: Vec<u16>,
    /// The number of values up to an end, and the end in bytes.
    ends: Vec<(usize, usize)>,
}

impl Sample {
    /// Saves the first values, one number after another.
    fn new(counts: &[usize]) -> Self {
        let folder = TemporaryFolder::default();
        let path = folder.root().join("values");
        let values: Vec<u16> =
            (0..80_000_u32).map(|heap| u16::try_from(heap * 77 % 65_536).expect("16 bits")).collect();
        let ends = [0].iter().chain(counts).map(|&count| {
            let mut checkpoint = Checkpoint::open(&path, &game(".77")).expect("a checkpoint");
            checkpoint.save(&values[..count]).expect("there is room");
            // On Windows, what is locked cannot be read.
            drop(checkpoint);
            (count, fs::read(&path).expect("it is there").len())
        });
        let ends = ends.collect();
        Self { folder, path, values, ends }
    }

    fn bytes(&self) -> Vec<u8> {
        fs::read(&self.path).expect("it is there")
    }

    /// What the file is found to be with these bytes when it is opened: its values, or the message without the name.
    /// Reading it finds the same.
    fn found(&self, bytes: &[u8]) -> Result<Vec<u16>, String> {
        fs::write(&self.path, bytes).expect("there is room");
        let message = |error: anyhow::Error| {
            let message = format!("{error:#}");
            let prefix = format!("{}: ", self.path.display());
            message.strip_prefix(&prefix).unwrap_or_else(|| panic!("no file is named: {message}")).to_owned()
        };
        let read = Checkpoint::read(&self.path, &game(".77")).map_err(message);
        assert_eq!(self.bytes(), bytes, "reading changes nothing");
        let opened = Checkpoint::open(&self.path, &game(".77")).map(|mut checkpoint| checkpoint.values());
        let opened = opened.map_err(message);
        if opened.is_err() {
            assert_eq!(self.bytes(), bytes, "what is rejected stays as it is");
        }
        assert_eq!(opened, read);
        opened
    }

    fn reason(&self, bytes: &[u8]) -> String {
        let message = self.found(bytes).expect_err("no checkpoint");
        let reason = message.strip_prefix("not a valid checkpoint; name another file: ");
        reason.unwrap_or_else(|| panic!("{message}")).to_owned()
    }
}

/// The message about a checkpoint of which these numbers of values and bytes are whole.
fn damaged_from(count: usize, end: usize) -> String {
    let remedy = match count {
        0 => String::new(),
        _ => format!("cut to {end} bytes (`truncate -s {end} FILE`) it keeps the {count} values before; otherwise "),
    };
    format!("the checkpoint is damaged from heap {count} on; {remedy}name another file")
}

/// The bytes were computed by a script from the description of the format.
#[test]
fn the_bytes_agree_with_the_format() {
    let folder = TemporaryFolder::default();
    let path = folder.root().join("values");
    let mut checkpoint = Checkpoint::open(&path, &game(".77")).expect("a new file");
    checkpoint.save(&[0, 1, 2]).expect("there is room");
    checkpoint.save(&[0, 1, 2, 3, 1, 4, 3, 0x1234]).expect("there is room");
    drop(checkpoint);
    let expected = [
        b"values of an octal game, format 5\ngame .77\n\n".as_slice(),
        b"\x03\0\0\0\0\0\0\0\x72\x53\xdb\xf5\xa3\x49\x06\xb8",
        b"\0\0\x01\0\x02\0\x06\x52\xa0\xd1\x56\x79\x3f\x98",
        b"\x05\0\0\0\0\0\0\0\x30\xa6\x85\x2a\x63\x6b\x6d\xc6",
        b"\x03\0\x01\0\x04\0\x03\0\x34\x12\x01\x9b\x04\xf4\x40\xb5\xb4\x67",
    ]
    .concat();
    assert_eq!(fs::read(&path).expect("it is there"), expected);
}

#[test]
fn what_is_saved_in_several_runs_is_read_again() {
    let sample = Sample::new(&[]);
    for count in [0, 1, 3, 4, 5, 8, 1000, 1000, 1001, 70_000, 80_000] {
        let mut checkpoint = Checkpoint::open(&sample.path, &game(".77")).expect("a checkpoint");
        let known = checkpoint.values();
        assert!(sample.values.starts_with(&known) && known.len() <= count);
        checkpoint.save(&sample.values[..count]).expect("there is room");
        // There is nothing new in fewer.
        checkpoint.save(&sample.values[..count / 2]).expect("there is room");
        drop(checkpoint);
        assert_eq!(Checkpoint::read(&sample.path, &game(".77")).expect("a checkpoint"), sample.values[..count]);
    }
}

#[test]
fn of_a_file_that_is_cut_anywhere_the_whole_parts_are_read_and_the_next_save_continues() {
    let sample = Sample::new(&[3, 8, 12]);
    let (good, all) = (sample.bytes(), &sample.values[..12]);
    for end in 0..good.len() {
        let (whole, _) = sample.ends.iter().rfind(|(_, at)| *at <= end).unwrap_or(&(0, 0));
        assert_eq!(sample.found(&good[..end]).as_deref(), Ok(&all[..*whole]), "cut at {end}");
        fs::write(&sample.path, &good[..end]).expect("there is room");
        let mut checkpoint = Checkpoint::open(&sample.path, &game(".77")).expect("a checkpoint");
        checkpoint.save(all).expect("there is room");
        drop(checkpoint);
        assert_eq!(Checkpoint::read(&sample.path, &game(".77")).expect("a checkpoint"), all, "cut at {end}");
    }
}

#[test]
fn a_file_with_a_changed_bit_is_rejected_and_what_is_whole_before_can_be_kept() {
    let sample = Sample::new(&[3, 8, 12]);
    let good = sample.bytes();
    for (at, bit) in (0..good.len()).flat_map(|at| (0..8).map(move |bit| (at, bit))) {
        let mut damaged = good.clone();
        damaged[at] ^= 1 << bit;
        let message = sample.found(&damaged).expect_err("a changed bit");
        if let Some((count, end)) = sample.ends.iter().rfind(|(_, end)| *end <= at) {
            assert_eq!(message, damaged_from(*count, *end), "bit {bit} of byte {at}");
            assert_eq!(sample.found(&damaged[..*end]).as_deref(), Ok(&sample.values[..*count]));
        }
    }
}

#[test]
fn what_is_there_of_the_head_of_a_part_must_be_right() {
    let sample = Sample::new(&[3, 8]);
    let (good, start) = (sample.bytes(), sample.ends[1].1);
    let check = |end: usize, changed: std::ops::Range<usize>| {
        assert_eq!(sample.found(&good[..end]).as_deref(), Ok(&sample.values[..3]));
        for (at, bit) in changed.flat_map(|at| (0..8).map(move |bit| (at, bit))) {
            let mut damaged = good[..end].to_vec();
            damaged[at] ^= 1 << bit;
            assert_eq!(sample.found(&damaged), Err(damaged_from(3, start)), "bit {bit} of byte {at}, cut at {end}");
        }
    };
    for end in start + 9..=start + 16 {
        check(end, start + 8..end);
    }
    // All but one byte of the hash, or all, tell whether the count is right.
    check(start + 15, start..start + 8);
    check(start + 16, start..start + 8);
}

#[test]
fn parts_have_their_places() {
    let sample = Sample::new(&[3, 6, 9]);
    let good = sample.bytes();
    let at = |part: usize| sample.ends[part].1;
    let [header, first, second, third] = [&good[..at(0)], &good[at(0)..at(1)], &good[at(1)..at(2)], &good[at(2)..]];
    for parts in [[first, third, second], [second, first, third], [first, first, second], [first, third, third]] {
        let message = sample.found(&[header, &parts.concat()].concat()).expect_err("parts in other places");
        assert!([damaged_from(3, at(1)), damaged_from(0, at(0))].contains(&message), "{message}");
    }
}

#[test]
fn what_is_not_a_checkpoint_of_the_game_is_rejected_with_the_reason() {
    let sample = Sample::new(&[3, 8]);
    let good = sample.bytes();
    let header = &good[..sample.ends[0].1];
    let text = |text: &str| sample.reason(text.as_bytes());
    assert_eq!(text("a letter\n\nDear aunt"), "it does not begin with 'values of an octal game, format 5'");
    assert_eq!(
        text("values of an octal game, format \n"),
        "it does not begin with 'values of an octal game, format 5'"
    );
    for other in ["2", "3", "4", "55"] {
        let file = format!("values of an octal game, format {other}\ngame .77\n\n\0\0");
        let remedy = "use the version of octal that wrote it, or name another file";
        let expected = format!("the checkpoint has format {other}, not 5; {remedy}");
        assert_eq!(sample.found(file.as_bytes()), Err(expected));
    }
    for (other, long) in
        [(".007", ""), (".777", ""), (".7", "with more after it, and more still"), ("grundy", ""), (".3F", "")]
    {
        let file = format!("values of an octal game, format 5\ngame {other}\n\n{long}");
        let remedy = format!("give the code {other}, or name another file");
        let expected = format!("the checkpoint is of the game {other}, not .77; {remedy}");
        assert_eq!(sample.found(file.as_bytes()), Err(expected));
    }
    assert_eq!(text("values of an octal game, format 5\nname .77\n\n"), "its header is damaged");
    assert_eq!(text("values of an octal game, format 5\ngame .77\n \n"), "its header is damaged");
    let damaged = damaged_from(8, good.len());
    for trailing in [&[0; 8][..], b"Dear aunt", &[0, 0, 0, 0, 1], &[0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]] {
        assert_eq!(sample.found(&[&good, trailing].concat()), Err(damaged.clone()), "{trailing:?}");
    }
    assert_eq!(sample.found(&[header, &[0; 16]].concat()), Err(damaged_from(0, header.len())));
}

#[test]
fn values_are_read_into_the_memory_that_is_there() {
    let sample = Sample::new(&[3, 8]);
    let mut room = vec![7; 5];
    room.reserve_exact(100);
    let place = room.as_ptr();
    let mut checkpoint = Checkpoint::open_into(&sample.path, &game(".77"), room).expect("a checkpoint");
    let values = checkpoint.values();
    assert_eq!(values, sample.values[..8]);
    assert_eq!(values.as_ptr(), place);
    drop(checkpoint);
    // Also into less than they need, or if there are none.
    let mut checkpoint = Checkpoint::open_into(&sample.path, &game(".77"), vec![7; 5]).expect("a checkpoint");
    assert_eq!(checkpoint.values(), sample.values[..8]);
    let mut new = Checkpoint::open_into(&sample.folder.root().join("new"), &game(".77"), vec![7; 5]).expect("no file");
    assert_eq!(new.values(), []);
}

/// As if it were of another game.
#[test]
fn the_hash_covers_the_header() {
    let sample = Sample::new(&[8]);
    let of_other = String::from_utf8_lossy(&sample.bytes()[..sample.ends[0].1]).replace(".77", ".37");
    let bytes = [of_other.as_bytes(), &sample.bytes()[sample.ends[0].1..]].concat();
    fs::write(&sample.path, bytes).expect("there is room");
    let error = Checkpoint::read(&sample.path, &game(".37")).expect_err("values of another game");
    assert!(error.to_string().contains(": the checkpoint is damaged from heap 0 on;"), "{error}");
}

#[test]
#[cfg(windows)]
fn what_cannot_be_read_while_a_run_uses_it_is_an_error_that_says_so() {
    let sample = Sample::new(&[3]);
    let running = Checkpoint::open(&sample.path, &game(".77")).expect("nothing else uses it");
    match Checkpoint::read(&sample.path, &game(".77")) {
        // Wine lets a locked file be read.
        Ok(values) => assert_eq!(values, sample.values[..3]),
        Err(error) => {
            let reason = "another run is using this checkpoint; wait until it ends, or name another file";
            assert_eq!(error.to_string(), format!("{}: {reason}", sample.path.display()));
        }
    }
    drop(running);
}

#[test]
fn a_disk_without_locks_is_an_error_with_a_remedy() {
    let error = cannot_lock(Path::new("values"), TryLockError::Error(io::ErrorKind::Unsupported.into()));
    assert_eq!(format!("{error:#}"), "values: cannot lock the checkpoint; name a file on a local disk: unsupported");
}

#[test]
fn folders_and_devices_are_rejected() {
    let sample = Sample::new(&[]);
    let device = if cfg!(unix) { Path::new("/dev/null") } else { sample.folder.root() };
    for path in [sample.folder.root(), device] {
        let expected = format!("{}: not a regular file; name another one for the checkpoint", path.display());
        for error in [Checkpoint::open(path, &game(".77")).map(drop), Checkpoint::read(path, &game(".77")).map(drop)] {
            assert_eq!(error.expect_err("no file").to_string(), expected);
        }
    }
}
