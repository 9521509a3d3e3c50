//! The ways to have too little.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Result, ensure};

use super::process::Words;

pub(super) struct Limit {
    pub(super) name: String,
    pub(super) lacks_memory: bool,
    /// What a limited command is preceded by.
    pub(super) wrap: Words,
    /// The limit by which it is found out whether a program can be started at all.
    pub(super) start: Words,
    /// With what options a file system in memory takes the place of the folder, once the files are there that a work
    /// needs, and with what other ones so that the next run has all that it needs.
    pub(super) mounts: Option<[String; 2]>,
    /// Whether those files may have no room.
    pub(super) lacks_room: bool,
}

impl Limit {
    pub(super) fn new(name: impl Into<String>, wrap: &[&str]) -> Self {
        let wrap: Words = wrap.iter().map(|&word| word.to_owned()).collect();
        Self { name: name.into(), lacks_memory: false, start: wrap.clone(), wrap, mounts: None, lacks_room: false }
    }

    /// Changes what the folder is mounted with: to nothing yet, or to the options of this number.
    pub(super) fn mount(&self, number: Option<usize>, folder: &Path) -> Result<()> {
        let Some(options) = &self.mounts else { return Ok(()) };
        let folder = folder.display().to_string();
        let words = match number {
            None => ["-t", "tmpfs", "none", &folder],
            Some(number) => ["-o", &format!("remount,{}", options[number]), "--", &folder],
        };
        ensure!(succeeds("mount", &words), "mount {} fails", words.join(" "));
        Ok(())
    }

    pub(super) fn unmount(&self, folder: &Path) {
        // If that fails, the system does it at the end of this process, which has mounts of its own.
        let _ = self.mounts.is_some() && succeeds("umount", &[&folder.display().to_string()]);
    }
}

/// For `RLIMIT_AS`, in MiB, from too little to start a program to enough.
const MEMORY: [u64; 24] =
    [3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 32, 40, 48, 64, 80, 96, 128, 160, 192, 256, 512, 1024];

/// Bytes for `RLIMIT_FSIZE`, of which the system tells by a signal that ends a process unless it is caught.
const FILE_SIZES: [u64; 14] =
    [0, 1, 100, 512, 1_000, 4_096, 5_000, 10_000, 11_000, 20_000, 40_000, 65_536, 100_000, 1_000_000];

/// For `RLIMIT_NOFILE`, from the three streams on.
const DESCRIPTORS: [u64; 14] = [3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 20, 24, 32];

/// KiB of room, and a number of files and folders, on a small file system in memory.
const DISK_SIZES: [u64; 8] = [4, 8, 12, 16, 32, 64, 128, 512];
const DISK_FILES: [u64; 8] = [1, 2, 3, 4, 5, 8, 16, 32];

/// All limits by name, and the reasons why others cannot be tried here.
pub(super) fn limits() -> (Vec<(&'static str, Vec<Limit>)>, Vec<&'static str>) {
    let (mut limits, mut skipped) = (Vec::new(), Vec::new());
    if succeeds("prlimit", &["--core=0:0", "--", "true"]) {
        limits.push(("memory", MEMORY.map(memory).into()));
        let sizes = FILE_SIZES.map(|bytes| prlimit(format!("{bytes} bytes in a file"), "fsize", bytes));
        limits.push(("file size", sizes.into()));
        let descriptors = DESCRIPTORS.map(|count| prlimit(format!("{count} descriptors"), "nofile", count));
        limits.push(("descriptors", descriptors.into()));
    } else {
        skipped.push("memory, file size, descriptors: prlimit is missing; install util-linux");
    }
    if std::env::var_os(OWN_MOUNTS).is_some() {
        let disk = |name, options: String| Limit {
            mounts: Some([options, "size=1g,nr_inodes=1000".to_owned()]),
            lacks_room: true,
            ..Limit::new(name, &[])
        };
        let sizes = DISK_SIZES.map(|size| disk(format!("a disk of {size} KiB"), format!("size={size}k")));
        let files = DISK_FILES.map(|files| disk(format!("a disk of {files} files"), format!("nr_inodes={files}")));
        limits.push(("disk", sizes.into_iter().chain(files).collect()));
        let mounts = Some(["ro".to_owned(), "rw".to_owned()]);
        limits.push(("read only", vec![Limit { mounts, ..Limit::new("a folder that cannot be written", &[]) }]));
    } else {
        skipped.push("disk, read only: a process cannot have its own mounts here; allow user namespaces");
    }
    let full = |name: &str, stream| {
        Limit::new(format!("{name} on a full disk"), &["sh", "-c", &format!("exec \"$@\" {stream}> /dev/full"), "sh"])
    };
    limits.push(("output", vec![full("standard output", ""), full("standard error", "2")]));
    (limits, skipped)
}

fn prlimit(name: String, option: &str, value: u64) -> Limit {
    Limit::new(name, &["prlimit", "--core=0:0", &format!("--{option}={value}:{value}"), "--"])
}

fn memory(mebibytes: u64) -> Limit {
    /// By how many bytes the memory that a start takes may differ from run to run, as its pieces lie at random
    /// addresses.
    const VARIATION: u64 = 1 << 18;
    let bytes = mebibytes << 20;
    let start = prlimit(String::new(), "as", bytes - VARIATION).wrap;
    Limit { lacks_memory: true, start, ..prlimit(format!("{mebibytes} MiB of memory"), "as", bytes) }
}

/// Set for a process that has mounts of its own.
const OWN_MOUNTS: &str = "CRASH_TEST_OWN_MOUNTS";

/// Runs this program again in a process that has mounts of its own, and returns its exit code. `None` if this is it, or
/// there can be none. The superuser may have mounts, others only with a user of their own.
pub(super) fn run_with_mounts_of_its_own() -> Result<Option<u8>> {
    let may_mount = |option: &str| succeeds("unshare", &[option, "mount", "-t", "tmpfs", "none", "/tmp"]);
    let option = ["-m", "-rm"].into_iter().find(|option| may_mount(option));
    let Some(option) = option.filter(|_| std::env::var_os(OWN_MOUNTS).is_none()) else { return Ok(None) };
    let mut unshare = Command::new("unshare");
    unshare.arg(option).args(std::env::args_os()).env(OWN_MOUNTS, "1");
    Ok(Some(unshare.status()?.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(2)))
}

fn succeeds(program: &str, arguments: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
