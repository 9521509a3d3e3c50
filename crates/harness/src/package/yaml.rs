//! `problem.yaml`.
//!
//! The license is CC0: everybody may change and publish statement, validators and submissions without asking.

use problem::{Comparison, Dialect, Package, Problem};

use super::PackageFormat;

/// How long a submission may take for one case, in seconds: many times what the accepted ones take.
pub(super) const TIME_LIMIT: u32 = 3;

/// The metadata of a package.
pub(super) fn problem_yaml<P: Problem>(format: PackageFormat, package: &Package, dialect: &Dialect<P>) -> String {
    let Package { name, uuid, source, .. } = package;
    let [name, source, owner] = [*name, *source, &format!("The maintainers of {}", P::NAME)].map(quoted);
    let common = format!("uuid: {uuid}\nsource: {source}\nlicense: cc0\nrights_owner: {owner}\n");
    match format {
        PackageFormat::Legacy => {
            let validation = match &package.output_validator {
                Some(_) => "custom".to_owned(),
                None => format!("default\nvalidator_flags: {}", validator_flags(dialect).join(" ")),
            };
            format!("problem_format_version: legacy\nname: {name}\n{common}validation: {validation}\n")
        }
        PackageFormat::V2025_09 => format!(
            "problem_format_version: 2025-09\ntype: pass-fail\nname:\n  en: {name}\n{common}\
             limits:\n  time_limit: {TIME_LIMIT}\n"
        ),
    }
}

/// `test_group.yaml`, which has the arguments of the output validator in the newer format. A validator of the package needs none,
/// but they tell BAPCtools, which tries outputs with other white space and capitals, that these need not be accepted.
pub(super) fn test_group_yaml<P: Problem>(dialect: &Dialect<P>) -> String {
    format!("output_validator_args: [{}]\n", validator_flags(dialect).join(", "))
}

/// What makes the default validator accept what `check` accepts in a package.
fn validator_flags<P: Problem>(dialect: &Dialect<P>) -> &'static [&'static str] {
    match dialect.comparison_in_package() {
        Comparison::Exact | Comparison::Lines => &["case_sensitive", "space_change_sensitive"],
        Comparison::Tokens => &["case_sensitive"],
    }
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}
