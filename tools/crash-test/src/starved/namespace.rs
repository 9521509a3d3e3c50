//! The tools of the system that set limits, if they are there and permitted.

use std::process::{Command, Stdio};

pub(super) struct Tools {
    has_prlimit: bool,
    /// How `unshare` gives a process its own mounts.
    unshare: Option<&'static str>,
}

impl Tools {
    pub(super) fn find() -> Self {
        let works = |program: &str, arguments: &[&str]| {
            let mut command = Command::new(program);
            command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            command.status().is_ok_and(|status| status.success())
        };
        // The superuser may have mounts of its own; others only together with a user of their own.
        let unshare = ["-m", "-rm"].into_iter().find(|option| {
            works(
                "unshare",
                &[option, "sh", "-c", "mount -t tmpfs -o size=4k none /tmp && mount -o remount,ro,bind /tmp"],
            )
        });
        Self { has_prlimit: works("prlimit", &["--core=0:0", "--", "true"]), unshare }
    }

    pub(super) fn need_prlimit(&self) -> Result<(), String> {
        if self.has_prlimit { Ok(()) } else { Err("there is no prlimit; install util-linux".to_owned()) }
    }

    pub(super) fn need_mounts(&self) -> Result<&'static str, String> {
        self.unshare.ok_or_else(|| {
            "unshare cannot give a process its own mounts here; run it as root, or allow user namespaces".to_owned()
        })
    }
}
