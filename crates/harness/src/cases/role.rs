//! What the files of a folder are for, by its name.

use std::ffi::OsStr;
use std::path::Path;

use problem::Layout;

use super::Rightness;

/// What the files of a folder are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Inputs with answers.
    Cases,
    /// The test data of a Kattis package: the answer is the `.ans`, whatever else there is.
    PackageCases,
    /// Inputs to be rejected. `is_certain` if the folder itself is called so; one above may be called so for another
    /// reason.
    Rejection { is_certain: bool },
    /// Inputs, their answers, and outputs to be accepted or rejected.
    Outputs(Rightness),
    /// Inputs with wrong answers.
    WrongAnswers,
}

/// The role of a folder with this canonical path: that of the nearest folder with a telling name.
pub(super) fn role(canonical: &Path) -> Role {
    let mut roles = canonical.ancestors().filter_map(|folder| match named_role(folder)? {
        role if folder == canonical => Some(role),
        Role::Rejection { .. } => Some(Role::Rejection { is_certain: false }),
        // Far above, these names mean something only in a package.
        role => is_in_data(folder).then_some(role),
    });
    roles.next().unwrap_or(Role::Cases)
}

/// How an input to be rejected is to be read that lies in a folder with this canonical path. What a package calls
/// `invalid_input` is rejected by its validator, which also enforces the limits and the exact layout.
pub(super) fn layout_of_rejection(canonical: &Path) -> Layout {
    match canonical.ancestors().filter_map(plain_name).find(|name| name.starts_with("invalid")) {
        Some(name) if name != "invalid" => Layout::Exact,
        _ => Layout::Free,
    }
}

/// The role that the name of a folder says.
fn named_role(folder: &Path) -> Option<Role> {
    let name = plain_name(folder)?;
    match name.strip_suffix('s').unwrap_or(&name) {
        "invalid" | "invalid_input" => Some(Role::Rejection { is_certain: true }),
        "valid_output" => Some(Role::Outputs(Rightness::Right)),
        "invalid_output" => Some(Role::Outputs(Rightness::Wrong)),
        "invalid_answer" => Some(Role::WrongAnswers),
        "sample" | "secret" if is_in_data(folder) => Some(Role::PackageCases),
        _ => None,
    }
}

fn plain_name(folder: &Path) -> Option<String> {
    folder.file_name().and_then(OsStr::to_str).map(|name| name.to_ascii_lowercase().replace('-', "_"))
}

fn is_in_data(folder: &Path) -> bool {
    folder.parent().is_some_and(|parent| parent.ends_with("data"))
}

/// The folder with the test data of a problem's package, whose root holds what `has_file` and `has_folder` say.
pub(super) fn data_of_package(
    has_file: impl Fn(&str) -> bool,
    has_folder: impl Fn(&str) -> bool,
) -> Option<&'static str> {
    let roots = [("problem.yaml", "data"), ("domjudge-problem.ini", "data"), ("problem.xml", "tests")];
    roots.into_iter().find(|(file, folder)| has_file(file) && has_folder(folder)).map(|(_, folder)| folder)
}
