//! Checkpoints of octal games.

use std::sync::OnceLock;

use ::octal::Checkpoint;
use grundy::{HeapGame, Sequence};
use testkit::TemporaryFolder;

use super::damage::Foreign;
use super::files::{Files, folder_of};
use crate::bytes::Bytes;

const NAME: &str = "values";
/// The numbers of values up to the end of each part of the files, the first of which are of the game that is read.
const COUNTS: [&[usize]; 6] = [&[900], &[], &[1, 2, 3], &[40, 100, 101, 300], &[300, 900], &[40]];
const OWN: usize = 4;

struct Pool {
    game: HeapGame,
    values: Vec<u16>,
    /// Of the game, and then of other games.
    contents: Vec<Vec<u8>>,
}

fn pool() -> &'static Pool {
    static POOL: OnceLock<Pool> = OnceLock::new();
    POOL.get_or_init(|| {
        let games = [".007", ".006"].map(|code| code.parse::<HeapGame>().expect("a code"));
        let values = games.clone().map(|game| {
            let mut sequence = Sequence::new(game);
            sequence.extend_to(1_000).expect("small values");
            sequence.into_packed()
        });
        let folder = TemporaryFolder::in_memory();
        let saved = COUNTS.iter().enumerate().map(|(number, counts)| {
            let (path, game) = (folder.root().join(format!("{number}")), usize::from(number >= OWN));
            let mut checkpoint = Checkpoint::open(&path, &games[game]).expect("a new file");
            counts.iter().for_each(|count| checkpoint.save(&values[game][..*count]).expect("a small file"));
            drop(checkpoint);
            std::fs::read(path).expect("just saved")
        });
        let contents = saved.collect();
        let ([game, _], [values, _]) = (games, values);
        Pool { game, values, contents }
    })
}

pub(super) fn check(bytes: &mut Bytes<'_>) {
    let Pool { game, values, contents } = pool();
    let foreign = Foreign { names: &[NAME], contents: contents.iter().map(Vec::as_slice).collect() };
    let original = &contents[bytes.below(OWN)];
    let mut files = Files::from([(NAME.to_owned(), original.clone())]);
    foreign.damage(&mut files, bytes);
    check_files(&files, game, values);
    let mut changed = original.clone();
    let bit = bytes.below(8 * changed.len());
    changed[bit / 8] ^= 1 << (bit % 8);
    let is_accepted = check_files(&Files::from([(NAME.to_owned(), changed)]), game, values);
    assert!(!is_accepted, "bit {bit} is changed");
}

/// Whether the file, if there is one, is accepted.
fn check_files(files: &Files, game: &HeapGame, values: &[u16]) -> bool {
    let folder = folder_of(files);
    let path = folder.root().join(NAME);
    let read = Checkpoint::read(&path, game);
    assert_eq!(std::fs::read(&path).ok().as_ref(), files.get(NAME), "reading changes nothing");
    match Checkpoint::open(&path, game) {
        Ok(mut checkpoint) => {
            let loaded = checkpoint.values();
            assert!(values.starts_with(&loaded), "wrong values: {loaded:?}");
            assert_eq!(read.ok(), files.contains_key(NAME).then_some(loaded));
            checkpoint.save(values).expect("a small file");
            drop(checkpoint);
            assert_eq!(Checkpoint::read(&path, game).expect("just saved"), values);
            true
        }
        Err(error) => {
            assert_eq!(std::fs::read(&path).ok().as_ref(), files.get(NAME), "what is rejected stays as it is");
            for message in [error, read.expect_err("what is not a checkpoint")].map(|error| format!("{error:#}")) {
                assert!(message.starts_with(&path.display().to_string()), "{message}");
            }
            false
        }
    }
}
