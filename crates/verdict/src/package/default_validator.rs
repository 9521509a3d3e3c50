//! The output validator of packages that have none of their own.

use anyhow::{Context, bail};
use harness::{Answers, Fault, Programs};
use problem::{Comparison, Expected, Rejection, Text};

/// Compares outputs with the answers that somebody else knows: word by word, where neither case nor white space counts,
/// unless arguments say otherwise. Outputs for a package's own validator are left to it.
#[derive(Debug)]
pub struct DefaultValidator<A> {
    answers: A,
    rules: Option<Rules>,
}

#[derive(Debug, Default)]
struct Rules {
    is_case_sensitive: bool,
    is_space_sensitive: bool,
    absolute: Option<f64>,
    relative: Option<f64>,
}

/// An answer, and how to compare with it.
struct Ruled<'a> {
    rules: &'a Rules,
    answer: Text,
}

impl<A: Answers> DefaultValidator<A> {
    /// Leaves outputs to a validator of the package.
    pub fn own(answers: A) -> Self {
        Self { answers, rules: None }
    }

    /// Takes arguments such as `case_sensitive float_tolerance 1e-6`.
    pub fn new(answers: A, arguments: &[String]) -> anyhow::Result<Self> {
        let mut rules = Rules::default();
        let mut arguments = arguments.iter();
        while let Some(name) = arguments.next() {
            match name.as_str() {
                "case_sensitive" => rules.is_case_sensitive = true,
                "space_change_sensitive" => rules.is_space_sensitive = true,
                "float_tolerance" | "float_absolute_tolerance" | "float_relative_tolerance" => {
                    let number = arguments.next().and_then(|text| number(text.as_bytes())).filter(|most| *most >= 0.0);
                    let most = Some(number.with_context(|| format!("{name} needs a number, as in '{name} 1e-6'"))?);
                    rules.absolute = if name.contains("relative") { rules.absolute } else { most };
                    rules.relative = if name.contains("absolute") { rules.relative } else { most };
                }
                _ => bail!(
                    "the default output validator does not know '{name}': expected case_sensitive, \
                     space_change_sensitive, float_tolerance, float_absolute_tolerance or float_relative_tolerance"
                ),
            }
        }
        Ok(Self { answers, rules: Some(rules) })
    }
}

impl<A: Answers> Answers for DefaultValidator<A> {
    fn ask(&self, input: &[u8], answer_file: Option<&[u8]>) -> Result<Box<dyn Expected + '_>, Fault> {
        let expected = self.answers.ask(input, answer_file)?;
        let Some(rules) = &self.rules else { return Ok(expected) };
        Ok(Box::new(Ruled { rules, answer: Text(expected.answer()) }))
    }

    fn interactive(&self) -> Option<&Programs<'_>> {
        self.answers.interactive()
    }
}

impl Rules {
    fn accept(&self, word: &[u8], right: &[u8]) -> bool {
        match (number(word), number(right)) {
            (Some(number), Some(right)) if self.absolute.or(self.relative).is_some() => {
                let within = |most: Option<f64>, scale| most.is_some_and(|most| (number - right).abs() <= most * scale);
                within(self.absolute, 1.0) || within(self.relative, right.abs())
            }
            _ => !self.is_case_sensitive && word.eq_ignore_ascii_case(right),
        }
    }
}

/// A number in the only form in which packages have them, so not `nan`.
fn number(word: &[u8]) -> Option<f64> {
    let is_part = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
    str::from_utf8(word).ok().filter(|_| word.iter().all(is_part))?.parse().ok()
}

impl Expected for Ruled<'_> {
    fn judge(&self, output: &[u8], comparison: Option<Comparison>) -> Result<(), Box<Rejection>> {
        let white_space = if self.rules.is_space_sensitive { Comparison::Exact } else { Comparison::Tokens };
        let is_space = |byte: &u8| byte.is_ascii_whitespace() || *byte == 0x0b;
        let mut answer = self.answer.0.split(is_space).filter(|word| !word.is_empty());
        // Words that are as right as the answer's are replaced by them, so that the first difference is a wrong word.
        let mut adjusted = Vec::with_capacity(output.len());
        for part in output.chunk_by(|one, next| is_space(one) == is_space(next)) {
            let right = if is_space(&part[0]) { None } else { answer.next() };
            adjusted.extend_from_slice(right.filter(|right| self.rules.accept(part, right)).unwrap_or(part));
        }
        self.answer.judge(&adjusted, Some(comparison.unwrap_or(white_space)))
    }

    fn answer(&self) -> Vec<u8> {
        self.answer.answer()
    }
}
