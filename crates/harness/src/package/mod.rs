//! Problem packages for judging systems, in the [ICPC format](https://icpc.io/problem-package-format/). Nothing else uses
//! this module.
//!
//! What is particular to a problem (statement, validators, submissions) is data beside its game:
//! [`problem::Package`]. The [command](Package) finds the cases as `check` does; [`test_data`] makes them ready and adds
//! those on which the wrong submissions fail; [`files`] lists what the package holds, with [`yaml`] for its metadata;
//! [`folder`] writes all of it or nothing.

mod command;
mod files;
mod folder;
mod test_data;
mod yaml;

use clap::ValueEnum;

pub(crate) use command::Package;

/// A version of the format, and a value of `--package-format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PackageFormat {
    /// What Kattis, DOMjudge and problemtools read
    Legacy,
    /// What BAPCtools reads
    #[value(name = "2025-09")]
    V2025_09,
}
