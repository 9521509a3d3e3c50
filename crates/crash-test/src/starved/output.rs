//! Standard output on a full disk, and closed.

use super::trial::{Limit, wrapped};

pub(super) fn limits() -> Vec<Limit> {
    let to = |name: &str, redirection: &'static str| {
        Limit::new(name.to_owned(), move |command, _, _| {
            // Programs whose output goes into a file have their own.
            let is_redirected = command.get_program() == "sh";
            let script = format!("exec \"$@\" {redirection}");
            (!is_redirected).then(|| wrapped("sh", &["-c", &script, "sh"], command))
        })
    };
    vec![to("standard output on a full disk", "> /dev/full"), to("standard error on a full disk", "2> /dev/full")]
}
