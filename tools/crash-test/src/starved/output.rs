//! Standard output and standard error on a full disk.

use super::trial::{Limit, wrapped};
use crate::work::Access;

pub(super) fn limits() -> Vec<Limit> {
    let to = |name: &str, redirection: &'static str| {
        let limit = Limit::new(name.to_owned(), move |command, _, _| {
            let script = format!("exec \"$@\" {redirection}");
            wrapped("sh", &["-c", &script, "sh"], command)
        });
        // What prints into a file has its standard output there.
        Limit { concerns: |access| access != Access::Prints, ..limit }
    };
    vec![to("standard output on a full disk", "> /dev/full"), to("standard error on a full disk", "2> /dev/full")]
}
