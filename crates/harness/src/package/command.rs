//! The command `package`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use problem::{Problem, count_of};

use super::PackageFormat;
use super::files::files;
use super::folder::{require_free, write_folder};
use super::test_data::{INVALID, OUTPUTS, SAMPLE, SECRET, TestData, test_data};
use crate::cases::NamePattern;
use crate::check::find_fixtures;
use crate::interrupt::Session;
use crate::output::print;
use crate::source::display_name;

#[derive(clap::Args)]
pub(crate) struct Package {
    /// A new or an empty folder, with a name of lower-case letters and digits, as judging systems want it
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// A folder of cases; may be given several times. Cases in folders or files named `sample` become the samples
    #[arg(long, value_name = "FOLDER", required = true)]
    from: Vec<PathBuf>,
    /// The judge whose problem it is [default: the one that the cases are for, as for `check`]
    #[arg(long, value_name = "NAME")]
    judge: Option<String>,
    /// The names of inputs and answers, as for `check`
    #[arg(long, value_name = "PATTERN")]
    names: Option<NamePattern>,
    /// The version of the format
    #[arg(long = "package-format", value_name = "VERSION", value_enum, default_value_t = PackageFormat::Legacy)]
    format: PackageFormat,
}

impl Package {
    pub(crate) fn run<P: Problem>(self) -> anyhow::Result<()> {
        let session = Session::listen();
        require_free(&self.folder)?;
        require_short_name(&self.folder)?;
        let dialect = self.judge.as_deref().and_then(P::dialect);
        let found = find_fixtures::<P>(&self.from, dialect, self.names.as_ref())?;
        let judges: BTreeSet<&str> = found.fixtures.iter().map(|fixture| fixture.dialect.name).collect();
        if judges.len() > 1 {
            let judges: Vec<&str> = judges.into_iter().collect();
            anyhow::bail!("--from: the cases are for {}; name the folder of one, or use --judge", judges.join(", "));
        }
        let dialect = found.fixtures.first().context("--from: no case found")?.dialect;
        let package = P::PACKAGES.iter().find(|package| package.judge == dialect.name);
        let package =
            package.with_context(|| format!("--judge {}: there is no package for this judge", dialect.name))?;
        let data = test_data(package, dialect, &found.fixtures, &self.from)?;
        // Which leaves nothing behind when it fails.
        session.report_before_end();
        write_folder(&self.folder, &files(self.format, package, dialect, &data), &session)?;
        let folder = display_name(&self.folder);
        let word = shlex::try_quote(&folder).unwrap_or_default();
        let next = match self.format {
            PackageFormat::V2025_09 => format!("cd {word} && bt run"),
            PackageFormat::Legacy => format!("verifyproblem {word}"),
        };
        let notes = self.notes(&data, found.not_read.len());
        let text = format!("{folder}: {}, {}\n{notes}try it: {next}\n", package.name, dialect.title);
        print(text.as_bytes())
    }

    /// How many cases the package has, and what became of the others: a line for each kind.
    fn notes(&self, data: &TestData, not_read: usize) -> String {
        let is_new = self.format == PackageFormat::V2025_09;
        let generated = if data.has_generated_sample { " generated, as no case is named `sample`" } else { "" };
        let outputs = if is_new { "" } else { " left out" };
        let reason = data.first_left_out.as_ref().map(|reason| format!(" (the first: {reason})")).unwrap_or_default();
        let left_out = format!(" left out, not valid for the judge{reason}");
        let invalid = if is_new { " to be rejected by the validator" } else { &left_out };
        let notes = [
            (data.count(SAMPLE), "sample", generated),
            (data.count(SECRET) - data.added, "secret case", ""),
            (data.added, "secret case", " added, on which wrong submissions fail"),
            (data.rewritten, "input", " laid out as the judge does"),
            (data.repeated, "case", " left out, as another one has the same input"),
            (OUTPUTS.map(|folder| data.count(folder)).iter().sum(), "output", &format!(" to be judged{outputs}")),
            (data.count(INVALID), "input", invalid),
            (not_read, "file", " not read (`check -v` names them)"),
        ];
        let notes = notes.iter().filter(|(count, ..)| *count > 0);
        let lines: Vec<String> =
            notes.map(|(count, noun, what)| format!("  {}{what}\n", count_of(*count, noun))).collect();
        lines.concat()
    }
}

/// Rejects a folder with a name that judging systems do not take for a problem.
fn require_short_name(folder: &Path) -> anyhow::Result<()> {
    let canonical = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let name = canonical.file_name().unwrap_or_default().to_string_lossy();
    let is_short = |character: &char| matches!(character, 'a'..='z' | '0'..='9');
    let short: String = name.to_lowercase().chars().filter(is_short).collect();
    if short.is_empty() || name != short {
        let example = if short.is_empty() { "problem" } else { &short };
        let name = display_name(folder);
        anyhow::bail!("{name}: judging systems want a name of lower-case letters and digits, such as {example}");
    }
    Ok(())
}
