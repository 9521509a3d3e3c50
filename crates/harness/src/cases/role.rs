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
    /// Inputs to be rejected, in this layout: what a package calls `invalid_input` is rejected by its validator, which
    /// also enforces the limits and the exact layout. `is_certain` if the folder itself is called so; one above may be
    /// called so for another reason.
    Rejection { layout: Layout, is_certain: bool },
    /// Inputs, their answers, and outputs to be accepted or rejected.
    Outputs(Rightness),
    /// Inputs with wrong answers.
    WrongAnswers,
    /// What is part of a package, but not of its test data.
    NoTestData,
}

/// The role of a folder by its path: the role of the nearest folder with a telling name.
pub(super) fn role(path: &Path) -> Role {
    let mut roles = path.ancestors().filter_map(|folder| match named_role(folder)? {
        role if folder == path => Some(role),
        Role::Rejection { layout, .. } => Some(Role::Rejection { layout, is_certain: false }),
        // Far above, these names mean something only in a package.
        role => is_in_data(folder).then_some(role),
    });
    roles.next().unwrap_or(Role::Cases)
}

/// The role that the name of a folder says.
fn named_role(folder: &Path) -> Option<Role> {
    let name = folder.file_name().and_then(OsStr::to_str)?.to_ascii_lowercase().replace('-', "_");
    match name.strip_suffix('s').unwrap_or(&name) {
        "invalid" => Some(Role::Rejection { layout: Layout::Free, is_certain: true }),
        "invalid_input" => Some(Role::Rejection { layout: Layout::Exact, is_certain: true }),
        "valid_output" => Some(Role::Outputs(Rightness::Right)),
        "invalid_output" => Some(Role::Outputs(Rightness::Wrong)),
        "invalid_answer" => Some(Role::WrongAnswers),
        "sample" | "secret" if is_in_data(folder) => Some(Role::PackageCases),
        _ => None,
    }
}

fn is_in_data(folder: &Path) -> bool {
    folder.parent().is_some_and(|parent| parent.ends_with("data"))
}
