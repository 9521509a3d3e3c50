//! *Which inputs there are*: by size, at random, smaller than a given one, and many in one file.

use std::ops::Range;

use crate::format::Format;
use crate::generate::Generator;
use crate::rng::Rng;
use crate::text::count_of;

/// Makes an input, or finds that there is none like this. Large inputs take long to make, and few of them are wanted.
pub type Attempt<'a, T> = Box<dyn Fn() -> Option<T> + Send + 'a>;

/// More inputs may exist, but to find the next one would take too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unlisted;

/// Inputs with their sizes, in order of size. It may end with [`Unlisted`].
pub type Listing<'a, T> = Box<dyn Iterator<Item = Result<(usize, T), Unlisted>> + 'a>;

/// What to leave out of `count` parts: half of them, a quarter, and so on down to single ones, each from the end to the
/// start: where one of several has to stay, that is the first.
pub fn chunks(count: usize) -> impl Iterator<Item = Range<usize>> {
    let lengths = (1..usize::BITS).map(move |halvings| count >> halvings).take_while(|&length| length > 0);
    lengths.flat_map(move |length| (1..=count).rev().step_by(length).map(move |end| end.saturating_sub(length)..end))
}

/// The inputs among which `stress` looks for one on which a program is wrong.
///
/// An input is what can be shrunk by itself and may share a file with others: a case of a game, or a described input as a
/// whole. All iterators are lazy, and the same for the same seed on every machine.
pub trait Inputs: Sync {
    /// An input.
    type Input: Clone + Send + Sync;

    /// All inputs with their sizes, each once, from the smallest size up to the largest that is wanted.
    fn by_size(&self) -> Listing<'_, Self::Input>;

    /// Whether [`by_size`](Self::by_size) lists all inputs that exist, and quickly: then they are counted beforehand.
    fn are_listed(&self) -> bool {
        true
    }

    /// `count` random inputs, of all kinds in turn, that grow from about the size `from` to the largest.
    fn random(&self, seed: u64, from: usize, count: usize) -> Box<dyn Iterator<Item = Self::Input> + '_>;

    /// A few inputs of the largest size, of every kind.
    fn extremes(&self, seed: u64) -> Box<dyn Iterator<Item = Self::Input> + '_>;

    /// Inputs that are a step smaller than this one, the largest step first. `stress` passes over illegal ones.
    fn smaller<'a>(&'a self, input: &'a Self::Input) -> Box<dyn Iterator<Item = Attempt<'a, Self::Input>> + 'a>;

    /// Whether one more input fits into a file with these, of which there is at least one.
    fn fits(&self, _inputs: &[Self::Input], _next: &Self::Input) -> bool {
        false
    }

    /// The file that holds these inputs, which fit.
    fn bytes(&self, inputs: &[Self::Input]) -> Vec<u8>;

    /// A size in words: "3 cells".
    fn size_in_words(&self, size: usize) -> String {
        format!("size {size}")
    }
}

/// The cases of a dialect up to a size.
#[derive(Clone, Debug)]
pub struct CaseInputs {
    /// What an input of the judge is made of.
    pub format: &'static Format,
    /// Makes the cases.
    pub generator: Generator,
    /// The largest size of a case, in the [unit](Format::unit) of the format.
    pub largest: usize,
}

/// A case is its text in the input, with slashes between its lines.
impl Inputs for CaseInputs {
    type Input = Vec<u8>;

    fn by_size(&self) -> Listing<'_, Vec<u8>> {
        let enumerate = self.generator.enumerate;
        let sizes = *self.format.sizes().start()..=self.largest;
        Box::new(sizes.flat_map(move |size| enumerate(size).map(move |case| Ok((size, case)))))
    }

    fn random(&self, seed: u64, from: usize, count: usize) -> Box<dyn Iterator<Item = Vec<u8>>> {
        let (smallest, largest) = (*self.format.sizes().start(), self.largest);
        let size = move |number: usize, rng: &mut Rng| {
            let growth = (number + 1) as u128 * largest.saturating_sub(from) as u128 / count.max(1) as u128;
            let size = (from + usize::try_from(growth).unwrap_or(0)).min(largest);
            // Half of them are smaller: some programs are wrong only after a larger case.
            if rng.one_in(2) { size } else { rng.between(smallest, size) }
        };
        Box::new(self.generator.random_cases(seed, None, size).take(count))
    }

    fn extremes(&self, seed: u64) -> Box<dyn Iterator<Item = Vec<u8>>> {
        let largest = self.largest;
        Box::new(self.generator.random_cases(seed, None, move |_, _| largest).take(self.generator.shapes.len()))
    }

    fn smaller<'a>(&'a self, case: &'a Vec<u8>) -> Box<dyn Iterator<Item = Attempt<'a, Vec<u8>>> + 'a> {
        let attempt = |case: Vec<u8>| -> Attempt<'a, Vec<u8>> { Box::new(move || Some(case.clone())) };
        Box::new((self.generator.shrink)(case).into_iter().map(attempt))
    }

    fn fits(&self, cases: &[Vec<u8>], _: &Vec<u8>) -> bool {
        cases.len() < *self.format.count.range().end()
    }

    fn bytes(&self, cases: &[Vec<u8>]) -> Vec<u8> {
        self.format.input(cases)
    }

    fn size_in_words(&self, size: usize) -> String {
        count_of(size, self.format.unit)
    }
}
