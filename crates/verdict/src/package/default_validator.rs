//! The output validator of packages that have none of their own.

use anyhow::{Context, bail};
use harness::{Answers, Fault, Programs};
use problem::{Comparison, Expected, Rejection, Text};

/// Compares outputs with the answers that somebody else knows: word by word, where neither case nor white space counts,
/// unless arguments say otherwise.
#[derive(Debug)]
pub struct DefaultValidator<A> {
    answers: A,
    rules: Rules,
}

#[derive(Clone, Copy, Debug)]
struct Rules {
    is_case_sensitive: bool,
    white_space: Comparison,
    /// How large the absolute and the relative error of a number may be; negative if it does not count.
    tolerances: [f64; 2],
}

/// An answer, and how to compare with it.
struct Ruled {
    rules: Rules,
    answer: Text,
}

impl<A: Answers> DefaultValidator<A> {
    /// Takes arguments such as `case_sensitive float_tolerance 1e-6`.
    pub fn new(answers: A, arguments: &[String]) -> anyhow::Result<Self> {
        let mut rules = Rules { is_case_sensitive: false, white_space: Comparison::Tokens, tolerances: [-1.0; 2] };
        let mut arguments = arguments.iter();
        while let Some(name) = arguments.next() {
            let mut number = || {
                let number = arguments.next().and_then(|text| number(text.as_bytes())).filter(|most| *most >= 0.0);
                number.with_context(|| format!("{name} needs a number, as in '{name} 1e-6'"))
            };
            match name.as_str() {
                "case_sensitive" => rules.is_case_sensitive = true,
                "space_change_sensitive" => rules.white_space = Comparison::Exact,
                "float_tolerance" => rules.tolerances = [number()?; 2],
                "float_absolute_tolerance" => rules.tolerances[0] = number()?,
                "float_relative_tolerance" => rules.tolerances[1] = number()?,
                _ => bail!("the default output validator does not know '{name}'"),
            }
        }
        Ok(Self { answers, rules })
    }
}

impl<A: Answers> Answers for DefaultValidator<A> {
    fn ask(&self, input: &[u8], answer_file: Option<&[u8]>) -> Result<Box<dyn Expected + '_>, Fault> {
        let answer = Text(self.answers.ask(input, answer_file)?.answer());
        Ok(Box::new(Ruled { rules: self.rules, answer }))
    }

    fn interactive(&self) -> Option<&Programs<'_>> {
        self.answers.interactive()
    }
}

impl Rules {
    fn accept(&self, word: &[u8], right: &[u8]) -> bool {
        match [number(word), number(right)] {
            [Some(number), Some(right)] if self.tolerances.iter().any(|most| *most >= 0.0) => {
                let [absolute, relative] = self.tolerances;
                (number - right).abs() <= (relative * right.abs()).max(absolute)
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

impl Expected for Ruled {
    fn judge(&self, output: &[u8], comparison: Option<Comparison>) -> Result<(), Box<Rejection>> {
        let is_space = |byte: &u8| byte.is_ascii_whitespace() || *byte == 0x0b;
        let mut answer = self.answer.0.split(is_space).filter(|word| !word.is_empty());
        // Words that are as right as the answer's are replaced by them, so that the first difference is a wrong word.
        let mut adjusted = Vec::with_capacity(output.len());
        for part in output.chunk_by(|one, next| is_space(one) == is_space(next)) {
            let right = if is_space(&part[0]) { None } else { answer.next() };
            adjusted.extend_from_slice(right.filter(|right| self.rules.accept(part, right)).unwrap_or(part));
        }
        self.answer.judge(&adjusted, Some(comparison.unwrap_or(self.rules.white_space)))
    }

    fn answer(&self) -> Vec<u8> {
        self.answer.answer()
    }
}
