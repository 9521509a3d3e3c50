//! Inputs and outputs of judges: solving, judging, making.

use std::ops::RangeInclusive;

use problem::{
    Comparison, Expected, Field, Generator, Layout, Problem, Rejection, Solved, Verdict, hint_about_input, is_blank,
    why_not_given, without_byte_order_mark,
};
use serde::Serialize;

use crate::{Fault, Place, check_length, with_problem};

/// The largest number in an input that the page computes with. In a browser, the solver of Treblecross takes half a second
/// for a strip of this length, and ten seconds for one of 100,000 cells.
pub const LARGEST_NUMBER: u64 = 20_000;

/// A game, for the lists of the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Game {
    /// The name of the program.
    pub name: &'static str,
    /// A position to begin with.
    pub sample: &'static str,
    /// The judges that pose it, the default first.
    pub judges: Vec<Judge>,
}

/// A judge, and what it gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Judge {
    /// Its name, as for `--judge`.
    pub name: &'static str,
    /// The judge, the number of the problem there, and the format in a few words.
    pub title: &'static str,
    /// How it compares outputs, as for `--compare`.
    pub comparison: &'static str,
    /// What the size of a case counts.
    pub unit: &'static str,
    /// The fewest and the most cases.
    pub cases: RangeInclusive<usize>,
    /// The smallest and the largest size of a case.
    pub sizes: RangeInclusive<usize>,
}

/// All games that the page knows.
#[must_use]
pub fn games() -> Vec<Game> {
    vec![game::<treblecross::Treblecross>(), game::<nomore_ttt::NoMore>(), game::<lgame::LGame>()]
}

fn game<P: Problem>() -> Game {
    let judges = P::DIALECTS.iter().map(|dialect| Judge {
        name: dialect.name,
        title: dialect.title,
        comparison: match dialect.output.comparison {
            Comparison::Exact => "exact",
            Comparison::Lines => "lines",
            _ => "tokens",
        },
        unit: dialect.format.unit,
        cases: dialect.format.count.range(),
        sizes: dialect.format.sizes(),
    });
    let sample = const { P::EXPLAINER.expect("the page has a sample of each game").sample };
    Game { name: P::NAME, sample, judges: judges.collect() }
}

/// The answer to an input, in the judge's bytes.
///
/// # Errors
///
/// The first error in the input.
pub fn solve(game: &str, judge: &str, input: &[u8]) -> Result<String, Fault> {
    check_length(input)?;
    with_problem!(game, P => {
        let dialect = dialect::<P>(judge)?;
        check_numbers(dialect, input)?;
        let solution = problem::solve(dialect, Layout::Free, input)?;
        Ok(String::from_utf8_lossy(&solution.to_bytes()).into_owned())
    })
}

/// Rejects an input with a number that would take the solver too long.
fn check_numbers<P: Problem>(dialect: &problem::Dialect<P>, input: &[u8]) -> Result<(), Fault> {
    let mut fields = dialect.format.case.iter().copied().flatten();
    let words = without_byte_order_mark(input).split(|&byte| is_blank(byte));
    let largest = words.filter_map(|word| str::from_utf8(word).ok()?.parse().ok()).max().unwrap_or(0);
    if largest <= LARGEST_NUMBER || fields.all(|field| matches!(field, Field::Word { .. })) {
        return Ok(());
    }
    let advice = format!("this page takes numbers up to {LARGEST_NUMBER}; for more, use the program {}", P::NAME);
    Err(Fault::whole(format!("{largest} is too large: {advice}")))
}

fn dialect<P: Problem>(judge: &str) -> Result<&'static problem::Dialect<P>, Fault> {
    P::dialect(judge).ok_or_else(|| Fault::whole(format!("there is no judge {judge}")))
}

/// What `check` says of one case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Judgement {
    /// The abbreviation of the verdict.
    pub verdict: String,
    /// The verdict in words.
    pub words: &'static str,
    /// The reason in a line; empty if the output is accepted.
    pub message: String,
    /// The blocks below that line, with styles as terminal codes.
    pub details: String,
    /// What is worth knowing besides the verdict.
    pub notes: Vec<String>,
    /// The place of the first error in the input.
    pub in_input: Option<Place>,
    /// The place of the first difference in the output.
    pub in_output: Option<Place>,
}

/// Judges an output. `comparison` is a value of `--compare`.
///
/// # Errors
///
/// If a text is too long, or something has no such name.
pub fn judge(game: &str, judge: &str, comparison: &str, input: &[u8], output: &[u8]) -> Result<Judgement, Fault> {
    check_length(input)?;
    check_length(output)?;
    let comparison: Comparison = comparison.parse().map_err(Fault::whole)?;
    with_problem!(game, P => judge_output::<P>(judge, comparison, input, output))
}

fn judge_output<P: Problem>(
    judge: &str,
    comparison: Comparison,
    input: &[u8],
    output: &[u8],
) -> Result<Judgement, Fault> {
    let dialect = dialect::<P>(judge)?;
    check_numbers(dialect, input)?;
    let solved = match Solved::new(dialect, input) {
        Ok(solved) => solved,
        Err(error) => {
            let hint = hint_about_input(dialect, input, None);
            let message = format!("the input is invalid: {error}{hint}");
            return Ok(Judgement { in_input: Some(error.place.into()), ..of_verdict(Verdict::InternalError, message) });
        }
    };
    let judgement = match solved.judge(output, Some(comparison)) {
        Ok(()) => of_verdict(Verdict::Accepted, String::new()),
        Err(rejection) => {
            let Rejection { verdict, message, difference, .. } = *rejection;
            let in_output = difference.as_ref().map(|difference| difference.place.into());
            let details = difference.map(|difference| difference.to_text(["expected", "got"])).unwrap_or_default();
            Judgement { details, in_output, ..of_verdict(verdict, message) }
        }
    };
    let left_out = why_not_given(&dialect.format, input);
    let notes = left_out.into_iter().map(|why| format!("check would leave this input out: {why}")).collect();
    Ok(Judgement { notes, ..judgement })
}

fn of_verdict(verdict: Verdict, message: String) -> Judgement {
    Judgement {
        verdict: verdict.to_string(),
        words: verdict.words(),
        message,
        details: String::new(),
        notes: Vec::new(),
        in_input: None,
        in_output: None,
    }
}

/// A random legal input, the same as the programs generate for this seed. `size` is the size of each case; without it,
/// the sizes are as the judge gives them. Numbers beyond what the judge gives are taken as the nearest that it gives.
///
/// # Errors
///
/// If something has no such name.
pub fn generate(game: &str, judge: &str, cases: usize, size: Option<usize>, seed: u64) -> Result<String, Fault> {
    with_problem!(game, P => {
        let dialect = dialect::<P>(judge)?;
        let generator = dialect.generator.ok_or_else(|| Fault::whole("no cases can be made for this judge"))?;
        Ok(input(&dialect.format, generator, cases, size, seed))
    })
}

fn input(format: &problem::Format, generator: Generator, cases: usize, size: Option<usize>, seed: u64) -> String {
    let ([fewest, most], [least, largest]) =
        (format.count.range().into_inner().into(), format.sizes().into_inner().into());
    let size = move |_, rng: &mut _| size.map_or_else(|| format.random_size(rng), |size| size.clamp(least, largest));
    let cases: Vec<Vec<u8>> = generator.random_cases(seed, None, size).take(cases.clamp(fewest, most)).collect();
    String::from_utf8_lossy(&format.input(&cases)).into_owned()
}
