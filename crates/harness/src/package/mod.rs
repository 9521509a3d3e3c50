//! Problem packages for judging systems: the [ICPC format](https://icpc.io/problem-package-format/), with cases from folders.
//!
//! [`test_data`] makes the cases ready, [`files`] lists what a package holds, and [`folder`] writes all of it or nothing.

mod files;
mod folder;
mod latex;
mod test_data;
mod yaml;

use clap::ValueEnum;

pub(crate) use files::files;
pub(crate) use folder::{require_free, write_folder};
pub(crate) use test_data::{TestData, test_data};

/// A version of the format, and a value of `--package-format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PackageFormat {
    /// What Kattis, DOMjudge and problemtools read
    Legacy,
    /// What BAPCtools reads
    #[value(name = "2025-09")]
    V2025_09,
}
