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
    /// also enforces the limits and the exact layout.
    Rejection(Layout),
    /// Inputs, their answers, and outputs to be accepted or rejected.
    Outputs(Rightness),
    /// What is part of a package, but not of its test data.
    NoTestData,
}

impl Role {
    /// Whether these are test data of a package, in which an answer is an `.ans`, and an output an `.out`.
    pub(super) fn is_of_package(self) -> bool {
        self == Self::PackageCases || self.is_judged()
    }

    /// Whether there are outputs to be judged.
    pub(super) fn is_judged(self) -> bool {
        matches!(self, Self::Outputs(_))
    }
}

/// Whether the name of a folder itself says that its inputs are to be rejected; one above may be called so for another
/// reason.
pub(super) fn is_called_invalid(folder: &Path) -> bool {
    matches!(named_role(folder), Some(Role::Rejection(_)))
}

/// The role of a folder by its path: the role of the nearest folder with a telling name.
pub(super) fn role(path: &Path) -> Role {
    let mut roles = path.ancestors().filter_map(|folder| match named_role(folder)? {
        role if folder == path || matches!(role, Role::Rejection(_)) => Some(role),
        // Far above, these names mean something only in a package.
        role => is_in_data(folder).then_some(role),
    });
    roles.next().unwrap_or(Role::Cases)
}

/// The role that the name of a folder says.
fn named_role(folder: &Path) -> Option<Role> {
    let name = folder.file_name().and_then(OsStr::to_str)?.to_ascii_lowercase().replace('-', "_");
    match name.strip_suffix('s').unwrap_or(&name) {
        "invalid" => Some(Role::Rejection(Layout::Free)),
        "invalid_input" => Some(Role::Rejection(Layout::Exact)),
        "valid_output" => Some(Role::Outputs(Rightness::Right)),
        "invalid_output" => Some(Role::Outputs(Rightness::Wrong)),
        "invalid_answer" => Some(Role::NoTestData),
        "sample" | "secret" if is_in_data(folder) => Some(Role::PackageCases),
        _ => None,
    }
}

fn is_in_data(folder: &Path) -> bool {
    folder.parent().is_some_and(|parent| parent.ends_with("data"))
}
