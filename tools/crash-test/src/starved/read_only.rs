//! A folder that cannot be written, not even by the superuser: mounted in its own place.

use super::namespace::Tools;
use super::trial::{Limit, NOT_TRIED, wrapped};
use crate::work::Access;

pub(super) fn limits(tools: &Tools) -> Result<Vec<Limit>, String> {
    let unshare = tools.need_mounts()?;
    let script = format!(
        "mount --bind \"$1\" \"$1\" && mount -o remount,ro,bind \"$1\" || exit {NOT_TRIED}; shift; exec \"$@\""
    );
    let read_only = move |name: &str| {
        let script = script.clone();
        let limit = Limit::new(name.to_owned(), move |command, folder, _| {
            let folder = folder.to_string_lossy();
            wrapped("unshare", &[unshare, "sh", "-c", &script, "sh", &folder], command)
        });
        // Where a shell opens the file, it fails before there is a program.
        Limit { concerns: |access| matches!(access, Access::Reads | Access::Writes), ..limit }
    };
    // What has been done before needs no writing to be read again.
    let done = Limit {
        concerns: |access| access == Access::Writes,
        change: Some(Box::new(|_, _| Ok(()))),
        ..read_only("a read-only folder in which all is done")
    };
    Ok(vec![read_only("a read-only folder"), done])
}
