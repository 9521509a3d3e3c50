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
    comparison: Comparison,
}

/// An answer, and how to compare with it.
struct Ruled(Rules, Text);

impl<A: Answers> DefaultValidator<A> {
    /// Takes arguments such as `case_sensitive float_tolerance 1e-6`.
    pub fn new(answers: A, arguments: &[String]) -> anyhow::Result<Self> {
        let mut rules = Rules { is_case_sensitive: false, comparison: Comparison::Tokens };
        let mut arguments = arguments.iter();
        while let Some(name) = arguments.next() {
            match name.as_str() {
                "case_sensitive" => rules.is_case_sensitive = true,
                "space_change_sensitive" => rules.comparison = Comparison::Exact,
                "float_tolerance" | "float_absolute_tolerance" | "float_relative_tolerance" => {
                    let number = arguments.next().and_then(|number| number.parse().ok());
                    let number = number.filter(|most: &f64| most.is_finite() && *most >= 0.0);
                    let most = number.with_context(|| format!("{name} needs a number, as in '{name} 1e-6'"))?;
                    let (absolute, relative) = match rules.comparison {
                        Comparison::Float { absolute, relative } => (absolute, relative),
                        _ => (0.0, 0.0),
                    };
                    rules.comparison = Comparison::Float {
                        absolute: if name.contains("relative") { absolute } else { most },
                        relative: if name.contains("absolute") { relative } else { most },
                    };
                }
                _ => bail!("the default output validator does not know '{name}'"),
            }
        }
        Ok(Self { answers, rules })
    }
}

impl<A: Answers> Answers for DefaultValidator<A> {
    fn ask(&self, input: &[u8], answer_file: Option<&[u8]>) -> Result<Box<dyn Expected + '_>, Fault> {
        Ok(Box::new(Ruled(self.rules, Text(self.answers.ask(input, answer_file)?.answer()))))
    }

    fn interactive(&self) -> Option<&Programs<'_>> {
        self.answers.interactive()
    }
}

impl Expected for Ruled {
    fn judge(&self, output: &[u8], comparison: Option<Comparison>) -> Result<(), Box<Rejection>> {
        let Self(Rules { is_case_sensitive, comparison: chosen }, answer) = self;
        let fold = |text: &[u8]| if *is_case_sensitive { text.to_vec() } else { text.to_ascii_lowercase() };
        Text(fold(&answer.0)).judge(&fold(output), Some(comparison.unwrap_or(*chosen)))
    }

    fn answer(&self) -> Vec<u8> {
        self.1.answer()
    }
}
