//! Inputs that programs make, or say to be valid.

use std::iter;
use std::mem;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, anyhow, bail, ensure};
use harness::{Helper, Supervisor};
use problem::{Attempt, Inputs, Listing, Unlisted, chunks};

use crate::{Description, Input};

/// Programs that say which inputs are valid, by exit code 0 or 42. Without any all are.
#[derive(Debug)]
pub(super) struct Validators<'a> {
    pub(super) programs: Vec<Helper>,
    pub(super) supervisor: &'a Supervisor,
    /// The first failure of a program that makes inputs or validates them. No input follows it.
    failure: OnceLock<anyhow::Error>,
    has_accepted: AtomicBool,
    /// Why the first of the invalid inputs was rejected.
    rejected: OnceLock<String>,
}

impl<'a> Validators<'a> {
    pub(super) fn new(programs: Vec<Helper>, supervisor: &'a Supervisor) -> Self {
        let (failure, has_accepted, rejected) = Default::default();
        Self { programs, supervisor, failure, has_accepted, rejected }
    }

    /// Why one of them rejects an input.
    pub(super) fn rejection(&self, input: &[u8]) -> anyhow::Result<Option<String>> {
        for validator in &self.programs {
            let (code, run) = validator.run(self.supervisor, [], input)?;
            if code != 0 && code != 42 {
                let said = String::from_utf8_lossy(&run.stderr).lines().next().unwrap_or_default().to_owned();
                let why = format!("exit code {code}{}{said}", if said.is_empty() { "" } else { "; " });
                return Ok(Some(why));
            }
        }
        Ok(None)
    }

    /// The same of an input that was made.
    fn why_invalid(&self, input: &[u8]) -> anyhow::Result<Option<String>> {
        let why = self.rejection(input)?;
        match why.clone() {
            Some(why) => drop(self.rejected.set(why)),
            None => self.has_accepted.store(true, Ordering::Relaxed),
        }
        Ok(why)
    }

    fn accept(&self, input: &[u8]) -> bool {
        self.until_failure(self.why_invalid(input)).is_some_and(|why| why.is_none())
    }

    fn until_failure<T>(&self, result: anyhow::Result<T>) -> Option<T> {
        result.map_err(|error| self.failure.set(error)).ok()
    }

    /// The result of a search, unless a program has failed by itself, or no input was valid.
    pub(super) fn conclude<T>(self, result: T) -> anyhow::Result<T> {
        if self.supervisor.is_stopped() {
            return Ok(result);
        }
        let rejected = self.rejected.into_inner().filter(|_| !self.has_accepted.into_inner());
        let rejected = rejected.map(|why| anyhow!("the validator rejects all that was made, first with {why}"));
        self.failure.into_inner().or(rejected).map_or(Ok(result), Err)
    }
}

/// The inputs of a description that validators accept.
#[derive(Debug)]
pub(super) struct Validated<'a> {
    pub(super) description: &'a Description,
    pub(super) validators: Validators<'a>,
}

impl Validated<'_> {
    /// Makes sure that validators accept an input to begin with, if there is one.
    pub(super) fn check_first(&self, inputs: &[Input]) -> anyhow::Result<()> {
        if self.are_listed() || inputs.is_empty() {
            return Ok(());
        }
        ensure!(inputs.len() == 1, "--from: name an input with one test case, as --validator sees each by itself");
        let why = self.validators.why_invalid(&self.description.bytes(inputs))?;
        why.map_or(Ok(()), |why| Err(anyhow!("--from: the validator rejects it: {why}")))
    }

    fn is_valid(&self, input: &Input) -> bool {
        self.are_listed() || self.validators.accept(&self.description.bytes(std::slice::from_ref(input)))
    }

    fn valid<'a>(&'a self, inputs: Box<dyn Iterator<Item = Input> + 'a>) -> Box<dyn Iterator<Item = Input> + 'a> {
        let inputs = inputs.take_while(|_| self.validators.failure.get().is_none());
        Box::new(inputs.filter(|input| self.is_valid(input)))
    }
}

/// Without a validator, all inputs of the description.
impl Inputs for Validated<'_> {
    type Input = Input;

    fn by_size(&self) -> Listing<'_, Input> {
        /// How many inputs may be invalid, one after another.
        const MOST: usize = 1000;
        let (mut all, mut invalid) = (self.description.by_size(), 0);
        Box::new(iter::from_fn(move || {
            while invalid < MOST && self.validators.failure.get().is_none() {
                match all.next()? {
                    Ok((_, input)) if !self.is_valid(&input) => invalid += 1,
                    next => {
                        invalid = 0;
                        return Some(next);
                    }
                }
            }
            all = Box::new(iter::empty());
            (mem::take(&mut invalid) == MOST).then_some(Err(Unlisted))
        }))
    }

    fn are_listed(&self) -> bool {
        self.validators.programs.is_empty()
    }

    fn random(&self, seed: u64, from: usize, count: usize) -> Box<dyn Iterator<Item = Input> + '_> {
        self.valid(self.description.random(seed, from, count))
    }

    fn extremes(&self, seed: u64) -> Box<dyn Iterator<Item = Input> + '_> {
        self.valid(self.description.extremes(seed))
    }

    fn smaller<'a>(&'a self, input: &'a Input) -> Box<dyn Iterator<Item = Attempt<'a, Input>> + 'a> {
        let valid = move |make: Attempt<'a, Input>| -> Attempt<'a, Input> {
            Box::new(move || make().filter(|input| self.is_valid(input)))
        };
        Box::new(self.description.smaller(input).map(valid))
    }

    /// A validator sees each input by itself.
    fn fits(&self, inputs: &[Input], next: &Input) -> bool {
        self.are_listed() && self.description.fits(inputs, next)
    }

    fn bytes(&self, inputs: &[Input]) -> Vec<u8> {
        self.description.bytes(inputs)
    }
}

/// A generator, by its command with `{seed}` and `{size}`.
#[derive(Debug)]
pub(super) struct Generated<'a> {
    pub(super) generator: &'a str,
    pub(super) validators: Validators<'a>,
    pub(super) time_limit: Duration,
    pub(super) largest: usize,
}

impl Generated<'_> {
    /// The input for a seed and a size; `None` after a failure.
    fn make(&self, seed: u64, size: usize) -> Option<Vec<u8>> {
        self.validators.until_failure(self.run(seed, size))
    }

    /// The same, or the failure.
    pub(super) fn run(&self, seed: u64, size: usize) -> anyhow::Result<Vec<u8>> {
        let command = self.generator.replace("{seed}", &seed.to_string()).replace("{size}", &size.to_string());
        let generator = Helper::parse("--generate", "the generator", &command, self.time_limit)?;
        let input = generator.output(self.validators.supervisor, [], b"").map_err(anyhow::Error::from);
        let input = input.with_context(|| command.clone())?;
        ensure!(!input.is_empty(), "--generate {command}: the generator printed nothing");
        if let Some(why) = self.validators.why_invalid(&input)? {
            bail!("--generate {command}: the validator rejects what it printed: {why}");
        }
        Ok(input)
    }
}

impl Inputs for Generated<'_> {
    type Input = Vec<u8>;

    fn by_size(&self) -> Listing<'_, Vec<u8>> {
        let seeds = (1..=self.largest).flat_map(|size| (1..=10).map(move |seed| (size, seed)));
        Box::new(seeds.map_while(|(size, seed)| Some(Ok((size, self.make(seed, size)?)))))
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
    fn smaller<'a>(&'a self, input: &'a Vec<u8>) -> Box<dyn Iterator<Item = Attempt<'a, Vec<u8>>> + 'a> {
        if self.validators.programs.is_empty() {
            return Box::new(std::iter::empty());
        }
        // Where lines begin, and where the last one ends.
        let ends = input.split_inclusive(|&byte| byte == b'\n').scan(0, |end, line| {
            *end += line.len();
            Some(*end)
        });
        let bounds: Vec<usize> = [0].into_iter().chain(ends).collect();
        let lines = chunks(bounds.len() - 1).map(move |lines| bounds[lines.start]..bounds[lines.end]);
        let is_space = |at: usize| input.get(at).is_none_or(u8::is_ascii_whitespace);
        let starts = (0..input.len()).filter(move |&at| !is_space(at) && (at == 0 || is_space(at - 1)));
        let words = starts.map(move |start| {
            let end = (start..input.len()).find(|&at| is_space(at)).unwrap_or(input.len());
            // With the space on one side.
            let is_before_space = input.get(end) == Some(&b' ');
            start - usize::from(!is_before_space && start > 0)..end + usize::from(is_before_space)
        });
        Box::new(lines.chain(words).map(move |cut| -> Attempt<'a, Vec<u8>> {
            Box::new(move || {
                let rest = [&input[..cut.start], &input[cut.end..]].concat();
                (!rest.is_empty() && self.validators.accept(&rest)).then_some(rest)
            })
        }))
    }

    fn bytes(&self, inputs: &[Vec<u8>]) -> Vec<u8> {
        inputs.concat()
    }
}
