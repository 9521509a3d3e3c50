//! The ways to have too little.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Result, bail};

use super::judge::Lack;
use crate::linux::process;
use crate::linux::work::Access;

/// What a limited command is preceded by. [`FOLDER`] and [`OTHER`] stand for the folder of the work, and an empty one.
pub(in crate::linux) type Wrap = Vec<String>;
pub(super) const FOLDER: &str = "{folder}";
pub(super) const OTHER: &str = "{other}";

pub(in crate::linux) struct Limit {
    pub(in crate::linux) name: String,
    pub(in crate::linux) lack: Lack,
    /// The works for which it may make a difference.
    pub(in crate::linux) concerns: &'static [Access],
    pub(in crate::linux) wrap: Wrap,
    /// The limit by which it is found out whether a program can be started at all, if that is another one.
    pub(in crate::linux) start: Option<Wrap>,
    /// Whether the work is done before the limited run.
    pub(in crate::linux) is_done: bool,
}

pub(in crate::linux) const ALL: &[Access] = &[Access::None, Access::Reads, Access::Prints, Access::Writes];
const PRINTS_OR_WRITES: &[Access] = &[Access::Prints, Access::Writes];
/// Where a shell opens the file, it fails before there is a program.
const READS_OR_WRITES: &[Access] = &[Access::Reads, Access::Writes];

impl Limit {
    pub(in crate::linux) fn new(name: impl Into<String>, concerns: &'static [Access], wrap: &[&str]) -> Self {
        let wrap = wrap.iter().map(|&word| word.to_owned()).collect();
        Self { name: name.into(), lack: Lack::Other, concerns, wrap, start: None, is_done: false }
    }
}

/// What there is too little of.
pub(crate) const NAMES: [&str; 6] = ["memory", "file size", "descriptors", "disk", "read only", "output"];

/// The limits of one name. An error if they cannot be tried here.
pub(super) fn limits(name: &str, is_quick: bool) -> Result<Vec<Limit>> {
    let all = |values: &[u64], quick: &[u64]| if is_quick { quick.to_vec() } else { values.to_vec() };
    Ok(match name {
        "memory" => {
            need_prlimit()?;
            all(&MEBIBYTES, &[4, 8, 16, 24, 64, 128, 512]).into_iter().map(memory).collect()
        }
        "file size" => {
            need_prlimit()?;
            let limit = |bytes| {
                let wrap = prlimit("fsize", bytes);
                Limit { wrap, ..Limit::new(format!("{bytes} bytes in a file"), PRINTS_OR_WRITES, &[]) }
            };
            all(&FILE_SIZES, &[0, 100, 10_000]).into_iter().map(limit).collect()
        }
        "descriptors" => {
            need_prlimit()?;
            let limit = |count| Limit {
                wrap: prlimit("nofile", count),
                ..Limit::new(format!("{count} descriptors"), ALL, &[])
            };
            all(&DESCRIPTORS, &[3, 4, 5, 24]).into_iter().map(limit).collect()
        }
        "disk" => {
            let unshare = need_mounts()?;
            let script = ON_A_DISK.replace("NOT_TRIED", &NOT_TRIED.to_string()).replace("/after", &format!("/{COPY}"));
            let limit = |name, option: String| {
                let words = ["unshare", unshare, "sh", "-c", &script, "sh", FOLDER, OTHER, &option];
                Limit::new(name, PRINTS_OR_WRITES, &words)
            };
            let sizes = all(&DISK_SIZES, &[4, 32]).into_iter();
            let sizes = sizes.map(|size| limit(format!("a disk of {size} KiB"), format!("size={size}k")));
            let files = all(&DISK_FILES, &[2]).into_iter();
            let files = files.map(|files| limit(format!("a disk for {files} files"), format!("nr_inodes={files}")));
            sizes.chain(files).collect()
        }
        "read only" => {
            let unshare = need_mounts()?;
            let script = READ_ONLY.replace("NOT_TRIED", &NOT_TRIED.to_string());
            let words = ["unshare", unshare, "sh", "-c", &script, "sh", FOLDER];
            // What has been done before needs no writing to be read again.
            let done = Limit::new("a read-only folder in which all is done", &[Access::Writes], &words);
            vec![Limit::new("a read-only folder", READS_OR_WRITES, &words), Limit { is_done: true, ..done }]
        }
        _ => {
            let to = |name, redirection| {
                // What prints into a file has its standard output there.
                let concerns = &[Access::None, Access::Reads, Access::Writes];
                Limit::new(name, concerns, &["sh", "-c", &format!("exec \"$@\" {redirection}"), "sh"])
            };
            vec![
                to("standard output on a full disk", "> /dev/full"),
                to("standard error on a full disk", "2> /dev/full"),
            ]
        }
    })
}

/// For `RLIMIT_AS`, from too little to start a program to enough.
const MEBIBYTES: [u64; 24] =
    [3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 32, 40, 48, 64, 80, 96, 128, 160, 192, 256, 512, 1024];

/// Bytes for `RLIMIT_FSIZE`, of which the system tells by a signal that ends a process unless it is caught.
const FILE_SIZES: [u64; 14] =
    [0, 1, 100, 512, 1_000, 4_096, 5_000, 10_000, 11_000, 20_000, 40_000, 65_536, 100_000, 1_000_000];

/// For `RLIMIT_NOFILE`, from the three streams on.
const DESCRIPTORS: [u64; 24] =
    [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 22, 24, 28, 32, 48, 64];

/// In KiB: a page is the least.
const DISK_SIZES: [u64; 12] = [4, 8, 12, 16, 24, 32, 48, 64, 96, 124, 200, 1_000];

/// Files and folders.
const DISK_FILES: [u64; 8] = [1, 2, 3, 4, 5, 8, 16, 32];

/// The exit code of a wrapping script that could not set up the limit.
pub(super) const NOT_TRIED: i32 = 125;

/// The subfolder in which a run inside a disk of its own leaves a copy of that disk.
pub(super) const COPY: &str = "after";

/// Runs the command in a folder on a small file system in memory, which is mounted in the place of the empty one, and
/// leaves a copy.
const ON_A_DISK: &str = r#"
folder=$1 other=$2 option=$3; shift 3
mount -t tmpfs -o "$option" none "$folder" || exit NOT_TRIED
"$@"
code=$?
cp -a "$folder/." "$other/after" || exit NOT_TRIED
[ $code -gt 128 ] && ulimit -c 0 && kill -$((code - 128)) $$
exit $code
"#;

/// Runs the command in a folder that cannot be written, not even by the superuser: mounted in its own place.
const READ_ONLY: &str =
    r#"mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" || exit NOT_TRIED; shift; exec "$@""#;

fn memory(mebibytes: u64) -> Limit {
    /// By how many bytes the memory that a start takes may differ from run to run, as its pieces lie at random
    /// addresses.
    const VARIATION: u64 = 1 << 18;
    let bytes = mebibytes << 20;
    Limit {
        lack: Lack::Memory,
        wrap: prlimit("as", bytes),
        start: Some(prlimit("as", bytes - VARIATION)),
        ..Limit::new(format!("{mebibytes} MiB of memory"), ALL, &[])
    }
}

fn prlimit(option: &str, value: u64) -> Wrap {
    ["prlimit", "--core=0:0", &format!("--{option}={value}:{value}"), "--"].map(str::to_owned).into()
}

fn need_prlimit() -> Result<()> {
    if !succeeds("prlimit", &["--core=0:0", "--", "true"]) {
        bail!("prlimit is missing; install util-linux");
    }
    Ok(())
}

/// How `unshare` gives a process its own mounts: the superuser may have them, others only with a user of their own.
fn need_mounts() -> Result<&'static str> {
    let script = "mount -t tmpfs -o size=4k none /tmp && mount -o remount,ro,bind /tmp";
    let Some(option) = ["-m", "-rm"].into_iter().find(|option| succeeds("unshare", &[option, "sh", "-c", script]))
    else {
        bail!("unshare cannot give a process its own mounts here; run it as root, or allow user namespaces");
    };
    Ok(option)
}

fn succeeds(program: &str, arguments: &[&str]) -> bool {
    let mut command = process::command(program);
    command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// A command after the words of a limit.
pub(super) fn wrapped(wrap: &Wrap, command: &Command, folder: &Path, other: &Path) -> Command {
    let words = wrap.iter().map(|word| match word.as_str() {
        FOLDER => folder.as_os_str(),
        OTHER => other.as_os_str(),
        word => word.as_ref(),
    });
    let mut words = words.chain([command.get_program()]).chain(command.get_args());
    let mut outer = process::command(words.next().unwrap_or_default());
    outer.args(words);
    if let Some(folder) = command.get_current_dir() {
        outer.current_dir(folder);
    }
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => outer.env(name, value),
            None => outer.env_remove(name),
        };
    }
    outer
}
