//! Writing a problem package.

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::Context;
use problem::{Dialect, Problem, count_of};

use super::print_message;
use crate::check::find_fixtures;
use crate::output::to_stdout;
use crate::package::{PackageFormat, TestData, files, require_free, test_data, write_folder};
use crate::source::display_name;

#[derive(clap::Args)]
pub(super) struct Package {
    /// The folder to write, which must not exist or be empty. Judging systems want a name of lower-case letters and digits
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// A folder of cases; may be given several times. Cases in folders or files named `sample` become the samples
    #[arg(long, value_name = "FOLDER", required = true)]
    from: Vec<PathBuf>,
    /// The judge whose problem it is [default: the one that the cases are for, as for `check`]
    #[arg(long, value_name = "NAME")]
    judge: Option<String>,
    /// The version of the format
    #[arg(long = "package-format", value_name = "VERSION", value_enum, default_value_t = PackageFormat::Legacy)]
    format: PackageFormat,
}

impl Package {
    pub(super) fn run<P: Problem>(self) -> anyhow::Result<()> {
        require_free(&self.folder)?;
        let dialect = self.judge.as_deref().and_then(P::dialect);
        let found = find_fixtures::<P>(&self.from, dialect, None)?;
        let judges: BTreeSet<&str> = found.fixtures.iter().map(|fixture| fixture.dialect.name).collect();
        if judges.len() > 1 {
            let judges: Vec<&str> = judges.into_iter().collect();
            anyhow::bail!("--from: the cases are for {}; name the folder of one, or use --judge", judges.join(" and "));
        }
        let dialect = found.fixtures.first().map_or(&P::DIALECTS[0], |fixture| fixture.dialect);
        let package = P::PACKAGES.iter().find(|package| package.judge == dialect.name);
        let package =
            package.with_context(|| format!("--judge {}: there is no package for this judge", dialect.name))?;
        let data = test_data(package, dialect, &found.fixtures, &self.from)?;
        write_folder(&self.folder, &files(self.format, package, dialect, &data))?;
        let name = self.folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if name.is_empty() || name.contains(|character: char| !matches!(character, 'a'..='z' | '0'..='9')) {
            let name = display_name(&self.folder);
            print_message::<P>(format_args!(
                "warning: {name}: most judging systems want a name of lower-case letters and digits; rename the folder"
            ));
        }
        to_stdout(|out| out.write_all(self.summary(package, dialect, &data).as_bytes()))
    }

    fn summary<P: Problem>(&self, package: &problem::Package, dialect: &Dialect<P>, data: &TestData) -> String {
        let folder = display_name(&self.folder);
        let mut notes = vec![
            count_of(data.sample.len(), "sample"),
            format!("{} ({} on which wrong submissions fail)", count_of(data.secret.len(), "secret case"), data.added),
        ];
        if let Some(name) = &data.sample_by_size {
            notes.push(format!("no case is called a sample, so {name} is one"));
        }
        if data.rewritten > 0 {
            notes.push(format!("{} in the judge's own white space", count_of(data.rewritten, "input")));
        }
        if data.repeated > 0 {
            notes.push(format!("{} left out that another one repeats", count_of(data.repeated, "case")));
        }
        if !data.invalid.is_empty() {
            let what = match self.format {
                PackageFormat::Legacy => "left out that the judge would not give",
                PackageFormat::V2025_09 => "to be rejected by the validator",
            };
            notes.push(format!("{} {what}", count_of(data.invalid.len(), "input")));
        }
        let next = match self.format {
            PackageFormat::Legacy => format!("verifyproblem {folder}"),
            PackageFormat::V2025_09 => format!("cd {folder} && bt run"),
        };
        format!("{folder}: {}, {}\n  {}\ntry it: {next}\n", package.name, dialect.title, notes.join("\n  "))
    }
}
