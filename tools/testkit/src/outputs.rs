//! How the judges' outputs are distinguished, and what each judge says to wrong white space.

use problem::{Layout, Problem, Verdict, compare, solve};

/// Checks for each output that it is recognized as one of this judge, and of no other.
pub fn outputs_are_recognized<P: Problem>(outputs: &[(&str, &str)]) {
    for (output, judge) in outputs {
        let recognized = P::DIALECTS.iter().filter(|dialect| dialect.recognizes(output.as_bytes()));
        assert_eq!(recognized.map(|dialect| dialect.name).collect::<Vec<_>>(), [*judge], "{output}");
    }
}

/// Checks the verdicts of a judge on the right output to an input, on the same with a space at the end of its first
/// line, and with one at its beginning.
pub fn white_space_is_judged<P: Problem>(judge: &str, input: &str, verdicts: [Verdict; 3]) {
    let dialect = P::dialect(judge).expect("a judge");
    let solution = solve(dialect, Layout::Exact, input.as_bytes()).expect("a valid input");
    let right = String::from_utf8(solution.to_bytes()).expect("text");
    let verdict = |output: &str| match compare(&solution, output.as_bytes(), dialect.output.comparison) {
        Ok(()) => Verdict::Accepted,
        Err(difference) => dialect.verdict(&difference),
    };
    let found = [&right, &right.replacen('\n', " \n", 1), &format!(" {right}")].map(|output| verdict(output));
    assert_eq!(found, verdicts, "{judge}");
}
