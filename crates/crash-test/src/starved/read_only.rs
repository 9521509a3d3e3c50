//! A folder that cannot be written, not even by the superuser: mounted in its own place.

use super::namespace::Tools;
use super::trial::{Limit, NOT_TRIED, wrapped};

pub(super) fn limits(tools: &Tools) -> Result<Vec<Limit>, String> {
    let unshare = tools.need_mounts()?;
    let script = format!(
        "mount --bind \"$1\" \"$1\" && mount -o remount,ro,bind \"$1\" || exit {NOT_TRIED}; shift; exec \"$@\""
    );
    let read_only = move |name: &str| {
        let script = script.clone();
        Limit::new(name.to_owned(), move |command, folder, _| {
            let folder = folder.to_string_lossy();
            Some(wrapped("unshare", &[unshare, "sh", "-c", &script, "sh", &folder], command))
        })
    };
    // What has been done before needs no writing to be read again.
    let done = Limit { change: Some(Box::new(|_| Ok(()))), ..read_only("a read-only folder in which all is done") };
    Ok(vec![read_only("a read-only folder"), done])
}
