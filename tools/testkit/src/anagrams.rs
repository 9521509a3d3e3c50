//! A problem with several right answers, for the tests of `problem` and `harness`.

use problem::{
    Case, CaseAnswers, Count, Diagnostic, Dialect, Field, Format, Generator, Layout, Line, OutputRule, Problem, Shape,
    rows, shrink_row, solve,
};

/// Asks for an anagram of a word: `YES` and the letters in another order, or `NONE` and an empty line if there is none.
#[derive(Clone, Copy, Debug)]
pub struct Anagrams;

/// A word, and one of its anagrams if there is one.
#[derive(Clone, Debug)]
pub struct Anagram {
    word: Vec<u8>,
    other: Option<Vec<u8>>,
}

const WORD: &[Line] = &[&[Field::Word { name: "a word", length: 1..=20, check: None }]];

const WORDS: Generator = Generator {
    enumerate: |letters| Box::new(rows(b"abc", letters)),
    shapes: &[Shape {
        name: "any",
        about: "any letters",
        make: |letters, rng| (0..letters).map(|_| b"abc"[rng.below(3)]).collect(),
    }],
    shrink: |word| shrink_row(word, b'a'),
};

impl Problem for Anagrams {
    type Solver = ();
    type Answer = Anagram;

    const NAME: &'static str = "anagrams";
    const ABOUT: &'static str = "Finds anagrams";
    const DIALECTS: &'static [Dialect<Self>] = &[
        Dialect {
            name: "many",
            title: "a count, then words",
            aliases: &["several"],
            format: Format { noun: "word", unit: "letter", count: Count::Announced(1..=50), case: WORD },
            solve: find_anagram,
            write,
            output: OutputRule { first_words: &["YES", "NONE"], ..OutputRule::EXACT },
            generator: Some(WORDS),
        },
        Dialect {
            name: "one",
            title: "one word",
            aliases: &["single", "single7"],
            format: Format { noun: "word", unit: "letter", count: Count::ToTheEnd(1..=1), case: WORD },
            solve: find_anagram,
            write,
            output: OutputRule::LINES,
            generator: Some(WORDS),
        },
    ];

    fn accepts(answer: &Anagram, output: &[u8]) -> Result<(), String> {
        let sorted = |word: &[u8]| {
            let mut word = word.to_vec();
            word.sort_unstable();
            word
        };
        let found = output.strip_prefix(b"YES\n").and_then(|rest| rest.strip_suffix(b"\n"));
        match (&answer.other, found) {
            (None, _) => Err("no other order is possible".to_owned()),
            (Some(_), None) => Err("there is another order".to_owned()),
            (Some(_), Some(found)) if found == answer.word => Err("the order is the same".to_owned()),
            (Some(_), Some(found)) if sorted(found) == sorted(&answer.word) => Ok(()),
            (Some(_), Some(_)) => Err("these are other letters".to_owned()),
        }
    }
}

fn find_anagram((): &mut (), case: Case<'_>) -> Result<Anagram, Diagnostic> {
    let word = case.word(0);
    let text = word.text();
    word.check_characters(b"abc", &[])?;
    let other = (1..text.len()).find(|&at| text[at - 1] != text[at]).map(|at| {
        let mut other = text.to_vec();
        other.swap(at - 1, at);
        other
    });
    Ok(Anagram { word: text.to_vec(), other })
}

fn write(_: usize, answer: &Anagram, out: &mut Vec<u8>) {
    match &answer.other {
        Some(other) => out.extend([b"YES\n", other.as_slice(), b"\n"].concat()),
        None => out.extend(b"NONE\n\n"),
    }
}

impl Anagrams {
    /// The solution of a valid input in the dialect `many`.
    pub fn solution(input: &str) -> CaseAnswers<Self> {
        solve(&Self::DIALECTS[0], Layout::Free, input.as_bytes()).expect("a valid input")
    }
}
