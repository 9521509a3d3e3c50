//! A problem with more than one right answer, and folders to try it in.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use judge::cases::{self, Form};
use judge::{
    Clock, Dialect, Dice, InputError, Layout, Page, Problem, Scanner, Shape, Solution, Word, rows, shorter_or_clearer,
    solve,
};

/// Asks for the letters of a word in another order, if there is one: `YES` and the letters, or `NONE` and an empty line.
pub(crate) struct Anagrams;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Judge {
    /// Many words.
    Many,
    /// One word, and nothing before it.
    One,
}

impl Dialect for Judge {
    const ALL: &'static [Self] = &[Self::Many, Self::One];

    fn name(self) -> &'static str {
        match self {
            Self::Many => "many",
            Self::One => "one",
        }
    }

    fn title(self) -> &'static str {
        "words"
    }

    fn form(self) -> Form {
        match self {
            Self::Many => Form { noun: "words", counted: true, words: 1, cases: 1..=50, cells: 1..=20 },
            Self::One => Form { noun: "words", counted: false, words: 1, cases: 1..=1, cells: 1..=20 },
        }
    }
}

/// A word, and the first other order of its letters.
pub(crate) struct Answer {
    word: Vec<u8>,
    other: Option<Vec<u8>>,
}

fn answer(word: Word<'_>) -> Result<Answer, judge::Fault> {
    let text = word.text();
    if let Some(at) = text.iter().position(|letter| !b"abc".contains(letter)) {
        return Err(word.foreign_cell(at, "'a', 'b' and 'c'", &[]));
    }
    let swap = |at: usize| {
        let mut other = text.to_vec();
        other.swap(at, at + 1);
        other
    };
    let other = (1..text.len()).map(|next| swap(next - 1)).find(|other| other != text);
    Ok(Answer { word: text.to_vec(), other })
}

impl Problem for Anagrams {
    type Dialect = Judge;
    type Answer = Answer;

    const NAME: &'static str = "anagrams";
    const ABOUT: &'static str = "Finds anagrams";
    const EXAMPLES: &'static str = "";
    const POSITION: &'static str = "a word";
    const SAMPLE_POSITION: &'static str = "abc";
    const SHAPES: &'static [Shape<Judge>] = &[Shape {
        name: "any",
        about: "anything",
        make: |_, cells, dice: &mut Dice| (0..cells).map(|_| b"abc"[dice.below(3)]).collect(),
    }];

    fn solve(judge: Judge, input: &mut Scanner<'_>) -> Result<Vec<Answer>, InputError> {
        match judge {
            Judge::Many => cases::read(input, &judge.form(), answer),
            Judge::One => cases::read_to_end(input, |input| Ok(answer(input.expect_word(|| "a word".to_owned())?)?)),
        }
    }

    fn write(_: Judge, _: usize, answer: &Answer, out: &mut Vec<u8>) {
        match &answer.other {
            Some(other) => out.extend([b"YES\n", other.as_slice(), b"\n"].concat()),
            None => out.extend(b"NONE\n\n"),
        }
    }

    fn is_right(_: Judge, answer: &Answer, other: &[u8]) -> Result<(), String> {
        let sorted = |word: &[u8]| {
            let mut word = word.to_vec();
            word.sort_unstable();
            word
        };
        let found = other.strip_prefix(b"YES\n").and_then(|rest| rest.strip_suffix(b"\n"));
        match (&answer.other, found) {
            (None, _) => Err("there is no other order".to_owned()),
            (Some(_), None) => Err("there is another order".to_owned()),
            (Some(_), Some(found)) if found == answer.word => Err("the order is the same".to_owned()),
            (Some(_), Some(found)) if sorted(found) == sorted(&answer.word) => Ok(()),
            (Some(_), Some(_)) => Err("these are other letters".to_owned()),
        }
    }

    fn explain(_: &mut Scanner<'_>, _: &mut Page) -> Result<(), InputError> {
        Ok(())
    }

    fn every(_: Judge, size: usize) -> impl Iterator<Item = Vec<u8>> + Send {
        rows(b"abc", size)
    }

    fn simpler(_: Judge, case: &[u8]) -> Vec<Vec<u8>> {
        shorter_or_clearer(case, b'a')
    }
}

pub(crate) fn solution(input: &str) -> Solution<Anagrams> {
    solve::<Anagrams>(Judge::Many, Layout::Free, input.as_bytes()).unwrap()
}

/// A clock by which everything takes 5 ms.
pub(crate) struct Steady;

impl Clock for Steady {
    fn start(&self) -> Box<dyn Fn() -> Duration + '_> {
        Box::new(|| Duration::from_millis(5))
    }
}

/// A folder that is gone when the test is over.
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// A folder with these files; names may have folders in front.
    pub(crate) fn with(files: &[(&str, &str)]) -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("judge-tests-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = Self(std::env::temp_dir().join(name));
        fs::create_dir_all(&folder.0).unwrap();
        for (name, text) in files {
            folder.write(name, text.as_bytes());
        }
        folder
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// A text with the place of this folder taken out, which is another one each time.
    pub(crate) fn without_place(&self, text: &str) -> String {
        text.replace(&format!("{}/", self.0.display()), "")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Whoever cleans the temporary folder will find it otherwise.
        let _ = fs::remove_dir_all(&self.0);
    }
}
