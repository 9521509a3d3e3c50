//! Writing a problem package.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use problem::{Dialect, Problem, count_of};

use super::print_message;
use crate::candidate::stop_all;
use crate::cases::NamePattern;
use crate::check::find_fixtures;
use crate::interrupt;
use crate::output::to_stdout;
use crate::package::{PackageFormat, TestData, files, require_free, test_data, write_folder};
use crate::source::display_name;

#[derive(clap::Args)]
pub(super) struct Package {
    /// A new or an empty folder. Judging systems want a name of lower-case letters and digits
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
    pub(super) fn run<P: Problem>(self) -> anyhow::Result<()> {
        interrupt::listen(stop_all);
        require_free(&self.folder)?;
        let dialect = self.judge.as_deref().and_then(P::dialect);
        let found = find_fixtures::<P>(&self.from, dialect, self.names.as_ref())?;
        let judges: BTreeSet<&str> = found.fixtures.iter().map(|fixture| fixture.dialect.name).collect();
        if judges.len() > 1 {
            let judges: Vec<&str> = judges.into_iter().collect();
            anyhow::bail!("--from: the cases are for {}; name the folder of one, or use --judge", judges.join(" and "));
        }
        let dialect = found.fixtures.first().context("--from: no case found")?.dialect;
        let package = P::PACKAGES.iter().find(|package| package.judge == dialect.name);
        let package =
            package.with_context(|| format!("--judge {}: there is no package for this judge", dialect.name))?;
        let data = test_data(package, dialect, &found.fixtures, &self.from)?;
        // Which leaves nothing behind when it fails.
        interrupt::report_before_end();
        write_folder(&self.folder, &files(self.format, package, dialect, &data))?;
        let folder = fs::canonicalize(&self.folder).unwrap_or_else(|_| self.folder.clone());
        let name = folder.file_name().and_then(OsStr::to_str).unwrap_or_default();
        if name.is_empty() || name.contains(|character: char| !matches!(character, 'a'..='z' | '0'..='9')) {
            let name = display_name(&self.folder);
            print_message::<P>(format_args!(
                "warning: {name}: most judging systems want a name of lower-case letters and digits; rename the folder"
            ));
        }
        to_stdout(|out| out.write_all(self.summary(package, dialect, &data, found.not_read.len()).as_bytes()))
    }

    fn summary<P: Problem>(
        &self,
        package: &problem::Package,
        dialect: &Dialect<P>,
        data: &TestData,
        not_read: usize,
    ) -> String {
        let folder = display_name(&self.folder);
        let is_new = self.format == PackageFormat::V2025_09;
        let reason = data.first_left_out.as_ref().map(|reason| format!(" (the first: {reason})")).unwrap_or_default();
        let notes = [
            (
                data.sample.len(),
                "sample",
                if data.has_generated_sample { "generated, as no case is called so" } else { "" },
            ),
            (data.secret.len() - data.added, "secret case", ""),
            (data.added, "secret case", "added, on which wrong submissions fail"),
            (data.rewritten, "input", "laid out as the judge does"),
            (data.repeated, "case", "left out, as another one has the same input"),
            (data.outputs.len(), "output", if is_new { "to be judged" } else { "to be judged left out" }),
            (
                data.invalid.len(),
                "input",
                &if is_new {
                    "to be rejected by the validator".to_owned()
                } else {
                    format!("left out that the judge would not give{reason}")
                },
            ),
            (not_read, "file", "not read"),
        ];
        let notes = notes.iter().filter(|(count, ..)| *count > 0);
        let notes: Vec<String> = notes
            .map(|(count, noun, what)| format!("  {} {what}", count_of(*count, noun)).trim_end().to_owned())
            .collect();
        let word = shlex::try_quote(&folder).unwrap_or_default();
        let next = if is_new { format!("cd {word} && bt run") } else { format!("verifyproblem {word}") };
        format!("{folder}: {}, {}\n{}\ntry it: {next}\n", package.name, dialect.title, notes.join("\n"))
    }
}
