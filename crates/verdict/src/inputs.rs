//! The inputs of a description: by size, random, smaller, and several in one.

use problem::{Diagnostic, Rng};

use crate::by_size::BySize;
use crate::description::{Comparison, Description};
use crate::edges::Shape;
use crate::random::{EXTREMES, KINDS, Lengths, Style, Values, make};
use crate::state::State;
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

    fn of(state: &State<'_>) -> Self {
        let (mut text, mut cases) = (state.out.clone(), 1);
        if state.description.cases.is_some() {
            cases = usize::try_from(state.choices[0]).unwrap_or(0);
            let newline = text.iter().position(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
            text.drain(..newline);
        }
        Self { text, cases, size: usize::try_from(state.size).unwrap_or(usize::MAX), spent: state.spent.clone() }
    }
}

impl Description {
    /// Checks an input: its layout, every range, every condition and every property.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong, with its place, and what would be right.
    pub fn validate(&self, text: &[u8]) -> Result<(), Diagnostic> {
        read::read(self, text).map(|_| ())
    }

    /// Reads an input: its test cases, or itself if the description has none.
    ///
    /// # Errors
    ///
    /// As [`Description::validate`].
    pub fn read(&self, text: &[u8]) -> Result<Vec<Input>, Diagnostic> {
        let (state, starts) = read::read(self, text)?;
        if self.cases.is_none() || starts.len() < 2 {
            return Ok(vec![Input::of(&state)]);
        }
        let ends = starts[1..].iter().copied().chain([text.len()]);
        starts
            .iter()
            .zip(ends)
            .map(|(&start, end)| Ok(Input::of(&read::read(self, &[b"1\n", &text[start..end]].concat())?.0)))
            .collect()
    }

    /// All inputs in order of size, each once; if the description has test cases, those with one.
    pub fn by_size(&self) -> impl Iterator<Item = Input> + '_ {
        let mut all = BySize::new(self, true);
        std::iter::from_fn(move || all.next_input().map(Input::of))
    }

    /// `count` random inputs of all kinds in turn, which grow from about `from` values to the largest.
    pub fn random(&self, seed: u64, from: usize, count: usize) -> impl Iterator<Item = Input> + '_ {
        let largest = self.longest().max(from.max(1));
        let grown = move |number: usize| {
            // Most are far from the largest, which take long.
            let part = (number as f64 / count.max(1) as f64).powi(2);
            from.max(1) as f64 * (largest as f64 / from.max(1) as f64).powf(part)
        };
        (0..count).filter_map(move |number| self.random_input(seed, number, grown(number) as usize).ok())
    }

    /// A random input: number `number` of those with this seed, with about `size` values in each sequence.
    ///
    /// # Errors
    ///
    /// What a thousand draws did not meet.
    pub fn random_input(&self, seed: u64, number: usize, size: usize) -> Result<Input, String> {
        let (values, shape) = KINDS[number % KINDS.len()];
        let lengths = if number / KINDS.len() % 4 == 3 { Lengths::Thin } else { Lengths::Grown };
        let style = Style { lengths, values, shape, is_single: true };
        self.make(seed, number, style, size)
    }

    /// Some inputs in which every bound is at its largest or smallest.
    pub fn extremes(&self, seed: u64) -> impl Iterator<Item = Input> + '_ {
        let single = EXTREMES.iter().map(|&extreme| (extreme, true));
        let many = [(Lengths::Largest, Values::Any, Shape::Bushy), (Lengths::Smallest, Values::Largest, Shape::Path)];
        let many = many.into_iter().map(|extreme| (extreme, false)).filter(|_| self.cases.is_some());
        single.chain(many).enumerate().filter_map(move |(number, ((lengths, values, shape), is_single))| {
            self.make(seed, number, Style { lengths, values, shape, is_single }, usize::MAX >> 1).ok()
        })
    }

    fn make(&self, seed: u64, number: usize, style: Style, size: usize) -> Result<Input, String> {
        let rng = Rng::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(number as u64));
        make(self, rng, style, size as i64).map(|state| Input::of(&state))
    }

    /// The most rows, values or letters one after another.
    fn longest(&self) -> usize {
        let view = crate::view::View::of_nothing(&self.slots);
        let counts = self.slots.iter().flat_map(|slot| {
            let own = view.values_in_row(slot).1;
            slot.path.iter().map(move |count| view.count(count).1).chain([own])
        });
        usize::try_from(counts.max().unwrap_or(1)).unwrap_or(1)
    }

    /// The inputs one step smaller than this, the largest steps first.
    pub fn smaller(&self, input: &Input) -> Box<dyn Iterator<Item = Input> + '_> {
        match read::read(self, &self.bytes(std::slice::from_ref(input))) {
            Ok((state, _)) => Box::new(shrink::smaller(self, &state).map(|state| Input::of(&state))),
            Err(_) => Box::new(std::iter::empty()),
        }
    }

    /// Whether one more goes into one input with these.
    pub fn fits(&self, inputs: &[Input], next: &Input) -> bool {
        let Some(slot) = self.cases else { return inputs.is_empty() };
        let view = crate::view::View::of_nothing(&self.slots);
        let all = || inputs.iter().chain([next]);
        let cases: usize = all().map(|input| input.cases).sum();
        let budgets = self.budgets.iter().enumerate().filter(|(_, budget)| budget.depth == 0);
        cases as i128 <= view.legal(slot).1
            && budgets.into_iter().all(|(number, budget)| {
                let spent: i128 = all().map(|input| input.spent[number]).sum();
                let bound = view.value(&budget.bound, self.slots[budget.slot].places());
                if budget.comparison == Comparison::Less { spent < bound } else { spent <= bound }
            })
    }

    /// The text of these inputs in one.
    pub fn bytes(&self, inputs: &[Input]) -> Vec<u8> {
        let mut text = Vec::new();
        if self.cases.is_some() {
            let cases: usize = inputs.iter().map(|input| input.cases).sum();
            text.extend_from_slice(format!("{cases}\n").as_bytes());
        }
        inputs.iter().for_each(|input| text.extend_from_slice(&input.text));
        text
    }
}
