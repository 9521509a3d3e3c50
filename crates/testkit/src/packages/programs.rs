//! The sources of packages, made ready to run.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use problem::{Problem, Source, Submission, Verdict};

use crate::contract::Subject;
use crate::language::{Built, Language};

/// Compiles a source as it is. Judging systems compile C++ in either of two standards: what is compiled as it is by this one, what is
/// put together below by the other.
const AS_IT_IS: &[&str] = &["-std=c++20"];
const TOGETHER: &[&str] = &["-std=c++17"];

impl<P: Problem> Subject<P> {
    /// Makes a solution in a package of the problem ready to run. `None`, and the test is skipped, if its language is not installed.
    ///
    /// What takes long to compile is the standard library of each. So all solutions of the problem in Rust are one program, and
    /// so are those in C++ which are not accepted; they differ from those which are in a line or two.
    #[must_use]
    pub fn submission(&self, submission: &Submission) -> Option<Built> {
        let file = submission.source.file;
        let language = Language::of(file);
        let is_alone = |one: &Submission| match language {
            Language::Rust => false,
            Language::Cpp => one.verdict == Verdict::Accepted,
            Language::C | Language::Python => true,
        };
        if is_alone(submission) {
            let options = if language == Language::Cpp { AS_IT_IS } else { &[] };
            return Language::build(file, &submission.text(), options);
        }
        let all = P::PACKAGES.iter().flat_map(|package| package.submissions);
        let all = all.filter(|one| Language::of(one.source.file) == language && !is_alone(one));
        let texts: BTreeSet<String> = all.map(Submission::text).collect();
        let text = submission.text();
        let number = texts.iter().position(|one| *one == text).expect("a solution of this problem");
        let (file, text, options): (_, _, &[&str]) = match language {
            Language::Rust => ("together.rs", together_in_rust(&texts), &[]),
            _ => ("together.cpp", together_in_cpp(&texts), TOGETHER),
        };
        Some(Language::build(file, &text, options)?.with(&number.to_string()))
    }
}

/// Makes a validator ready to run. `None`, and the test is skipped, if its language is not installed.
#[must_use]
pub fn validator(source: &Source) -> Option<Built> {
    let options = if Language::of(source.file) == Language::Cpp { AS_IT_IS } else { &[] };
    Language::build(source.file, &source.text(), options)
}

/// A program that becomes the one of these whose number is its argument.
fn together_in_cpp(texts: &BTreeSet<String>) -> String {
    let is_directive = |line: &&str| line.starts_with('#');
    let includes: BTreeSet<&str> = texts.iter().flat_map(|text| text.lines().filter(is_directive)).collect();
    let includes: Vec<&str> = includes.into_iter().collect();
    let (mut parts, mut choices) = (String::new(), String::new());
    for (number, text) in texts.iter().enumerate() {
        let lines: Vec<&str> = text.lines().filter(|line| !is_directive(line)).collect();
        // Only the `main` of a program need not return anything.
        let text = replaced_once(&lines.join("\n"), "\nint main() {", "\nvoid run() {");
        writeln!(parts, "namespace part_{number} {{\n{text}\n}}").expect("memory takes every write");
        writeln!(choices, "case {number}: part_{number}::run(); return 0;").expect("memory takes every write");
    }
    let main = format!("int main(int, char **argv) {{\nswitch (atoi(argv[1])) {{\n{choices}}}\nreturn 1;\n}}\n");
    format!("#include <cstdlib>\n{}\n{parts}{main}", includes.join("\n"))
}

/// The same in Rust.
fn together_in_rust(texts: &BTreeSet<String>) -> String {
    let (mut parts, mut choices) = (String::new(), String::new());
    for (number, text) in texts.iter().enumerate() {
        let text = replaced_once(text, "\nfn main() ", "\npub fn main() ");
        writeln!(parts, "mod part_{number} {{\n{text}}}").expect("memory takes every write");
        writeln!(choices, "Some(\"{number}\") => part_{number}::main().report(),").expect("memory takes every write");
    }
    format!(
        "use std::process::{{ExitCode, Termination}};\n{parts}fn main() -> ExitCode {{\n\
         match std::env::args().nth(1).as_deref() {{\n{choices}_ => ExitCode::FAILURE,\n}}\n}}\n"
    )
}

fn replaced_once(text: &str, old: &str, new: &str) -> String {
    assert_eq!(text.matches(old).count(), 1, "{old:?} in {text}");
    text.replace(old, new)
}
