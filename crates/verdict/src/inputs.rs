//! The inputs of a description: by size, random, smaller, and several in one.

use std::iter;

use problem::{Attempt, Diagnostic, Inputs, Listing, Rng};

use crate::by_size::BySize;
use crate::description::{Condition, Description};
use crate::expression::Expression;
use crate::possible::View;
use crate::random::{EXTREMES, KINDS, Maker, Pattern};
use crate::walk::{Stop, Walk};
use crate::{read, shrink};

/// An input, or some of the test cases of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Without the number of test cases.
    text: Vec<u8>,
    /// How many test cases these are; 1 if the description has none.
    cases: usize,
    size: usize,
    /// What this spends of each budget over all test cases.
    spent: Vec<i128>,
}

impl Input {
    /// The size: 1 for each row and each string, the number of values, and how far they are from the legal values
    /// nearest zero; of a letter, its place in its class.
    pub fn size(&self) -> usize {
        self.size
    }

    pub(crate) fn of(walk: &Walk<'_>) -> Self {
        let (mut text, mut cases) = (walk.out.clone(), 1);
        if walk.description.has_cases {
            cases = usize::try_from(walk.choices[0].value).unwrap_or(0);
            let newline = text.iter().position(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
            text.drain(..newline);
        }
        let spent = walk.totals.iter().filter_map(|totals| totals.last().copied()).collect();
        Self { text, cases, size: usize::try_from(walk.size).unwrap_or(usize::MAX), spent }
    }
}

impl Description {
    /// Checks an input: its layout, every range, every condition and every property.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong, with its place, and what would be right.
    pub fn validate(&self, text: &[u8]) -> Result<(), Diagnostic> {
        read::read(self, text, false).map(|_| ())
    }

    /// Reads an input: its test cases, or itself if the description has none.
    ///
    /// # Errors
    ///
    /// As [`Description::validate`].
    pub fn read(&self, text: &[u8]) -> Result<Vec<Input>, Diagnostic> {
        let walk = read::read(self, text, true)?;
        let cases = walk.elements().filter(|element| element.counter == Some(0));
        let starts: Vec<usize> = cases.map(|case| case.at).chain([text.len()]).collect();
        if !self.has_cases || starts.len() < 3 {
            return Ok(vec![Input::of(&walk)]);
        }
        let case = |ends: &[usize]| read::read(self, &[b"1\n", &text[ends[0]..ends[1]]].concat(), false);
        starts.windows(2).map(|ends| case(ends).map(|walk| Input::of(&walk))).collect()
    }

    /// A random input: number `number` of those with this seed, with about `size` values in each sequence. Test cases share
    /// them, in every second input, as many cases as are drawn.
    ///
    /// # Errors
    ///
    /// What a thousand draws did not meet.
    pub fn random_input(&self, seed: u64, number: usize, size: usize) -> Result<Input, String> {
        self.of_kind(seed, number, (Pattern::Grown, kind(number).1), size)
    }

    /// Random inputs of all sizes.
    pub fn random_inputs(&self, seed: u64, count: usize) -> impl Iterator<Item = Result<Input, String>> {
        (0..count).map(move |number| self.of_kind(seed, number, kind(number), self.grown(1, number, count)))
    }

    fn of_kind(&self, seed: u64, number: usize, kind: (Pattern, Pattern), size: usize) -> Result<Input, String> {
        let most = usize::try_from(View::of_nothing(&self.slots).legal(0).1).unwrap_or(usize::MAX).min(size / 2);
        let cases = Rng::new(seed.wrapping_add(number as u64)).between(1, most.max(1));
        let is_shared = self.has_cases && number.is_multiple_of(2);
        let shared = if is_shared { self.make(seed, number, kind, cases, size / cases).ok() } else { None };
        shared.map_or_else(|| self.make(seed, number, kind, 1, size), Ok)
    }

    /// Doubled again and again from a size up to the largest, later ones faster: most are far from the largest, which take
    /// long.
    fn grown(&self, from: usize, number: usize, count: usize) -> usize {
        let from = from.max(1);
        let doublings = u128::from((self.longest() / from).checked_ilog2().unwrap_or(0)) + 1;
        let [number, last] = [number, count.max(2) - 1].map(|number| number as u128);
        from << (doublings * number * number / (last * last))
    }

    /// Makes sure that there is an input.
    ///
    /// # Errors
    ///
    /// What a thousand draws did not meet.
    pub fn has_inputs(&self) -> Result<(), String> {
        if self.by_size().next().is_some_and(|next| next.is_ok()) {
            Ok(())
        } else {
            self.random_input(1, 1, 20).map(drop)
        }
    }

    fn make(
        &self,
        seed: u64,
        number: usize,
        (lengths, values): (Pattern, Pattern),
        cases: usize,
        size: usize,
    ) -> Result<Input, String> {
        let seed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(number as u64);
        let size = i64::try_from(size).unwrap_or(i64::MAX);
        let (rng, plans) = (Rng::new(seed), vec![Vec::new(); self.slots.len()]);
        let mut maker =
            Maker { rng, seed, lengths, values, cases, shape: number, size, is_relaxed: false, in_vain: 0, plans };
        let failed = |stop: Stop| format!("no input was found in a thousand draws: {}", stop.message);
        maker.make(self).map(|walk| Input::of(&walk)).map_err(failed)
    }

    /// The most rows, values or letters one after another.
    fn longest(&self) -> usize {
        let view = View::of_nothing(&self.slots);
        let counts = self.slots.iter().flat_map(|slot| slot.path.iter().map(|count| view.count(count).1));
        usize::try_from(counts.max().unwrap_or(1)).unwrap_or(1)
    }
}

/// What is special about the lengths and the values of a random input.
fn kind(number: usize) -> (Pattern, Pattern) {
    let lengths = if number / KINDS.len() % 4 == 3 { Pattern::Extreme } else { Pattern::Grown };
    (lengths, KINDS[number % KINDS.len()])
}

impl Inputs for Description {
    type Input = Input;

    /// If the description has test cases, those inputs that have one.
    fn by_size(&self) -> Listing<'_, Input> {
        let mut all = BySize::new(self);
        let mut next = move || all.next_input().map(|next| next.map(Input::of));
        Box::new(iter::from_fn(move || next().map(|next| next.map(|input| (input.size, input)))))
    }

    fn random(&self, seed: u64, from: usize, count: usize) -> Box<dyn Iterator<Item = Input> + '_> {
        // Where none is found again and again, there are none.
        let mut failed = 0;
        let made = (0..count).map_while(move |number| {
            let input =
                (failed < 50).then(|| self.make(seed, number, kind(number), 1, self.grown(from, number, count)).ok());
            failed = if matches!(input, Some(Some(_))) { 0 } else { failed + 1 };
            input
        });
        Box::new(made.flatten())
    }

    fn extremes(&self, seed: u64) -> Box<dyn Iterator<Item = Input> + '_> {
        let single = EXTREMES.iter().flat_map(|&(lengths, all)| all.iter().map(move |&values| ((lengths, values), 1)));
        let many = [(Pattern::Grown, Pattern::Any), (Pattern::Smallest, Pattern::Largest)].map(|it| (it, usize::MAX));
        let all = single.chain(many.into_iter().filter(|_| self.has_cases)).enumerate();
        Box::new(
            all.filter_map(move |(number, (kind, cases))| self.make(seed, number, kind, cases, usize::MAX >> 1).ok()),
        )
    }

    fn smaller<'a>(&'a self, input: &'a Input) -> Box<dyn Iterator<Item = Attempt<'a, Input>> + 'a> {
        match read::read(self, &self.bytes(std::slice::from_ref(input)), true) {
            Ok(walk) => Box::new(shrink::smaller(walk)),
            Err(_) => Box::new(std::iter::empty()),
        }
    }

    fn fits(&self, inputs: &[Input], next: &Input) -> bool {
        let view = View::of_nothing(&self.slots);
        let all = || inputs.iter().chain([next]);
        let cases: usize = all().map(|input| input.cases).sum();
        let mut bounds = self.budgets.iter().enumerate();
        self.has_cases
            && cases as i128 <= view.legal(0).1
            && bounds.all(|(number, Condition { left, comparison, right, .. })| {
                let Expression::Aggregate(of) = left else { return true };
                let spent: i128 = all().map(|input| input.spent[number]).sum();
                of.depth > 0 || comparison.contains(&spent.cmp(&view.value(right, self.slots[of.slot].places)))
            })
    }

    fn bytes(&self, inputs: &[Input]) -> Vec<u8> {
        let cases: usize = inputs.iter().map(|input| input.cases).sum();
        let mut text = if self.has_cases { format!("{cases}\n").into_bytes() } else { Vec::new() };
        for input in inputs {
            text.extend_from_slice(&input.text);
        }
        text
    }
}
