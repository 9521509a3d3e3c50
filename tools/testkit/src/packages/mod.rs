//! What the packages of a problem must keep: their texts, their validators, and how their solutions are judged.

mod mutations;
mod submissions;
mod validators;

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use problem::{Count, Dialect, Field, Layout, Package, Problem, Source, Verdict, solve};

use crate::language::Language;
use crate::program::Subject;

pub use mutations::{mutations, with_blanks};
pub use submissions::submission;
pub use validators::validator;

/// Defines the tests of a problem's packages. Accepted solutions are also judged on all cases up to a size, which
/// `$largest` returns for the name of a judge; without it there are neither those nor the fixtures.
#[macro_export]
macro_rules! package_tests {
    ($subject:expr) => {
        $crate::promises! { $subject;
            packages_are_complete,
            #[ignore = "takes half a second for each source; `scripts/test --long` runs it"]
            sources_are_compiled_without_warnings,
            wrong_submissions_are_wrong_where_they_say,
            slow_submissions_are_too_slow_where_they_say,
            input_validators_accept_what_strict_accepts,
            answer_validators_accept_right_answers_and_reject_broken_ones
        }
    };
    ($subject:expr, $largest:expr) => {
        $crate::package_tests!($subject);
        $crate::promises! {
            $subject; accepted_submissions_are_accepted, accepted_submissions_are_accepted_on_all_cases($largest)
        }
    };
}

/// The packages of a problem, each with its dialect.
fn packages<P: Problem>() -> impl Iterator<Item = (&'static Dialect<P>, &'static Package)> {
    let dialect = |judge| P::DIALECTS.iter().find(|dialect| dialect.name == judge).expect("a judge of the problem");
    P::PACKAGES.iter().map(move |package| (dialect(package.judge), package))
}

fn validators_of(package: &Package) -> impl Iterator<Item = Source> {
    [Some(package.input_validator), package.answer_validator, package.output_validator].into_iter().flatten()
}

fn is_strict<P: Problem>(dialect: &'static Dialect<P>, input: &[u8]) -> bool {
    solve(dialect, Layout::Exact, input).is_ok()
}

impl<P: Problem> Subject<P> {
    /// Asserts that every judge has one package, that its texts have the form that [`Package`] describes, and that its
    /// statement names the limits.
    pub fn packages_are_complete(&self) {
        let judges: Vec<&str> = P::PACKAGES.iter().map(|package| package.judge).collect();
        assert_eq!(judges, P::DIALECTS.iter().map(|dialect| dialect.name).collect::<Vec<_>>());
        let uuids: BTreeSet<&str> = P::PACKAGES.iter().map(|package| package.uuid).collect();
        assert!(uuids.len() == judges.len() && uuids.iter().all(|uuid| is_uuid_4(uuid)), "{uuids:?}");
        for (dialect, package) in packages::<P>() {
            assert!([package.name, package.source].iter().all(|text| is_a_line(text)), "{package:?}");
            assert!(!package.name.contains(['#', '$', '%', '&', '_', '{', '}', '\\', '^', '~']), "{}", package.name);
            statement_is_complete(dialect, &package.statement.concat());
            validators_of(package).for_each(|source| source_is_tidy(&source, &source.text()));
            submissions_are_complete(dialect, package);
        }
    }

    /// Asserts that all sources are right in the standards of their language that judging systems use, and that the
    /// compiler does not warn of anything.
    pub fn sources_are_compiled_without_warnings(&self) {
        for (_, package) in packages::<P>() {
            let validators = validators_of(package).map(|source| (source.file, source.text()));
            let submissions = package.submissions().into_iter().map(|one| (one.source.file, one.text()));
            for (file, text) in validators.chain(submissions) {
                Language::assert_no_warnings(file, &text);
            }
        }
    }
}

fn is_uuid_4(uuid: &str) -> bool {
    let is_right = |(at, byte)| match at {
        8 | 13 | 18 | 23 => byte == b'-',
        14 => byte == b'4',
        19 => b"89ab".contains(&byte),
        _ => matches!(byte, b'0'..=b'9' | b'a'..=b'f'),
    };
    uuid.len() == 36 && uuid.bytes().enumerate().all(is_right)
}

fn is_a_line(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| matches!(byte, b' '..=b'~')) && text.trim() == text
}

fn statement_is_complete<P: Problem>(dialect: &Dialect<P>, statement: &str) {
    let headings: Vec<&str> = statement.lines().filter(|line| line.contains("section")).collect();
    assert_eq!(headings, ["\\section*{Input}", "\\section*{Output}"], "{}", dialect.name);
    let count = |mark| statement.matches(mark).count();
    assert!(count("$") % 2 == 0 && count("{") == count("}") && count("`") == 0, "{}", dialect.name);
    assert!(statement.is_ascii() && statement.ends_with('\n') && !statement.contains(['\t', '\r']), "{}", dialect.name);
    for limit in limits(dialect).into_iter().flat_map(|range| [*range.start(), *range.end()]) {
        let mut numbers = statement.split(|c: char| !c.is_ascii_digit());
        assert!(numbers.any(|number| number == limit.to_string()), "{} does not name {limit}", dialect.name);
    }
}

/// The ranges that a statement must name.
fn limits<P: Problem>(dialect: &Dialect<P>) -> Vec<RangeInclusive<usize>> {
    let count = match &dialect.format.count {
        Count::Announced(range) => Some(range),
        Count::ToTheEnd(_) => None,
    };
    let of_fields = dialect.format.case.iter().copied().flatten().map(|field| match field {
        Field::Word { length: range, .. } | Field::Number { value: range, .. } => range,
    });
    count.into_iter().chain(of_fields).filter(|range| range.start() < range.end()).cloned().collect()
}

fn submissions_are_complete<P: Problem>(dialect: &'static Dialect<P>, package: &Package) {
    let submissions = package.submissions();
    let names: BTreeSet<&str> = submissions.iter().map(|submission| submission.source.file).collect();
    assert_eq!(names.len(), submissions.len(), "two of {names:?} have the same name");
    for verdict in [Verdict::Accepted, Verdict::WrongAnswer] {
        assert!(submissions.iter().any(|submission| submission.verdict == verdict), "{verdict}");
    }
    for submission in &submissions {
        let (file, is_accepted) = (submission.source.file, submission.verdict == Verdict::Accepted);
        assert!(is_a_line(submission.about) && submission.about.ends_with('.'), "{file}: {}", submission.about);
        let is_wrong = matches!(submission.verdict, Verdict::WrongAnswer | Verdict::PresentationError);
        assert!(is_wrong || is_accepted || submission.verdict == Verdict::TimeLimitExceeded, "{file}");
        source_is_tidy(&submission.source, &submission.text());
        assert!(submission.edits.is_empty() || !is_accepted, "{file}: an accepted solution is as it is");
        assert_eq!(submission.fails_on.is_empty(), is_accepted, "{file}: only an accepted solution fails nowhere");
        let case = dialect.format.input(&[submission.fails_on.as_bytes().to_vec()]);
        assert!(is_accepted || is_strict(dialect, &case), "{file} fails on an input that the judge could not give");
    }
}

fn source_is_tidy(source: &Source, text: &str) {
    let file = source.file;
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric();
    let has_plain_ends = file.bytes().next().is_some_and(is_plain) && file.bytes().last().is_some_and(is_plain);
    assert!(has_plain_ends && file.bytes().all(|byte| is_plain(byte) || b"_.-".contains(&byte)), "{file}");
    assert!(text.is_ascii() && text.ends_with('\n') && !text.ends_with("\n\n"), "{file}");
    assert!(text.lines().all(|line| line.trim_end() == line && !line.contains('\t')), "{file}");
}
