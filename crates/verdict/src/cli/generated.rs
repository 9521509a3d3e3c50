//! Inputs from a program that generates them, and another one that says which are valid.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{anyhow, bail};
use harness::{Candidate, Helper, Supervisor};
use problem::Inputs;

/// A generator, by its command with `{seed}` and `{size}`, and a validator.
#[derive(Debug)]
pub(super) struct Generated<'a> {
    pub(super) generator: &'a str,
    pub(super) validator: Option<Helper>,
    pub(super) supervisor: &'a Supervisor,
    pub(super) time_limit: Duration,
    pub(super) largest: usize,
    /// The first failure of one of the two. No input follows it.
    pub(super) failure: Mutex<Option<anyhow::Error>>,
}

/// How many inputs of each size are among the first.
const EACH_SIZE: u64 = 10;

impl Generated<'_> {
    /// The input for a seed and a size; `None` after a failure.
    fn make(&self, seed: u64, size: usize) -> Option<Vec<u8>> {
        self.run(seed, size).map_err(|error| self.fail(error)).ok()
    }

    fn run(&self, seed: u64, size: usize) -> anyhow::Result<Vec<u8>> {
        let command = self.generator.replace("{seed}", &seed.to_string()).replace("{size}", &size.to_string());
        let program = Candidate::parse(&command, self.time_limit).map_err(|error| anyhow!("--generate: {error}"))?;
        let generator = Helper { option: "--generate", name: "the generator", program };
        let input = generator.output(self.supervisor, [], b"")?;
        let input = input.map_err(|fault| anyhow!("--generate {command}: {}", fault.message()))?;
        if let Some(why) = self.why_invalid(&input)? {
            bail!("--generate {command}: the validator rejects what it printed: {why}");
        }
        Ok(input)
    }

    /// Why the validator rejects an input. Exit codes 0 and 42 accept one.
    fn why_invalid(&self, input: &[u8]) -> anyhow::Result<Option<String>> {
        let Some(validator) = &self.validator else { return Ok(None) };
        let ran = validator.run(self.supervisor, [], input)?.map_err(|fault| anyhow!("{}", fault.message()))?;
        let said = String::from_utf8_lossy(&ran.stderr).lines().next().unwrap_or_default().to_owned();
        Ok((ran.code != 0 && ran.code != 42).then(|| format!("exit code {}; {said}", ran.code)))
    }

    fn fail(&self, error: anyhow::Error) {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }
}

impl Inputs for Generated<'_> {
    type Input = Vec<u8>;

    fn by_size(&self) -> Box<dyn Iterator<Item = (usize, Vec<u8>)> + '_> {
        let seeds = (1..=self.largest).flat_map(|size| (1..=EACH_SIZE).map(move |seed| (size, seed)));
        Box::new(seeds.map_while(|(size, seed)| Some((size, self.make(seed, size)?))))
    }

    fn are_listed(&self) -> bool {
        false
    }

    fn random(&self, seed: u64, from: usize, count: usize) -> Box<dyn Iterator<Item = Vec<u8>> + '_> {
        let grown = move |number: usize| from + (self.largest.saturating_sub(from)) * (number + 1) / count.max(1);
        let seeds = (0..count).map(move |number| (seed.wrapping_add(number as u64) >> 1, grown(number)));
        Box::new(seeds.map_while(|(seed, size)| self.make(seed, size)))
    }

    fn extremes(&self, seed: u64) -> Box<dyn Iterator<Item = Vec<u8>> + '_> {
        Box::new((0..2).map_while(move |number| self.make(seed.wrapping_add(number) >> 1, self.largest)))
    }

    /// Without some of its lines, halves first, and without single words, if a validator accepts the rest.
    fn smaller<'a>(&'a self, input: &'a Vec<u8>) -> Box<dyn Iterator<Item = Vec<u8>> + 'a> {
        if self.validator.is_none() {
            return Box::new(std::iter::empty());
        }
        let lines: Vec<&[u8]> = input.split_inclusive(|&byte| byte == b'\n').collect();
        let count = lines.len();
        let lengths =
            std::iter::successors(Some(count / 2), |length| Some(length / 2)).take_while(|length| *length > 0);
        let ranges =
            lengths.flat_map(move |length| (0..count).step_by(length).map(move |at| at..count.min(at + length)));
        let without_lines: Vec<Vec<u8>> =
            ranges.map(|cut| [&lines[..cut.start], &lines[cut.end..]].concat().concat()).collect();
        let is_space = |at: usize| input.get(at).is_none_or(u8::is_ascii_whitespace);
        let starts = (0..input.len()).filter(move |&at| !is_space(at) && (at == 0 || is_space(at - 1)));
        let without_words = starts.map(move |start| {
            let end = (start..input.len()).find(|&at| is_space(at)).unwrap_or(input.len());
            // With the space on one side.
            let cut = if input.get(end) == Some(&b' ') { start..end + 1 } else { start.saturating_sub(1)..end };
            [&input[..cut.start], &input[cut.end..]].concat()
        });
        let is_valid = |input: &Vec<u8>| match self.why_invalid(input) {
            Ok(why) => why.is_none() && !input.is_empty(),
            Err(error) => {
                self.fail(error);
                false
            }
        };
        Box::new(without_lines.into_iter().chain(without_words).filter(is_valid))
    }

    fn fits(&self, _: &[Vec<u8>], _: &Vec<u8>) -> bool {
        false
    }

    fn bytes(&self, inputs: &[Vec<u8>]) -> Vec<u8> {
        inputs.concat()
    }

    fn size_in_words(&self, size: usize) -> String {
        format!("size {size}")
    }
}
