//! The ways to have too little.

use super::process::Words;

pub(super) struct Limit {
    pub(super) name: String,
    pub(super) lacks_memory: bool,
    /// What a limited command is preceded by.
    pub(super) wrap: Words,
    /// The limit by which it is found out whether a program can be started at all.
    pub(super) start: Words,
}

impl Limit {
    pub(super) fn new(name: impl Into<String>, wrap: &[&str]) -> Self {
        let wrap: Words = wrap.iter().map(|&word| word.to_owned()).collect();
        Self { name: name.into(), lacks_memory: false, start: wrap.clone(), wrap }
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

/// All limits by name.
pub(super) fn limits() -> [(&'static str, Vec<Limit>); 4] {
    let full = |name: &str, stream| {
        Limit::new(format!("{name} on a full disk"), &["sh", "-c", &format!("exec \"$@\" {stream}> /dev/full"), "sh"])
    };
    [
        ("memory", MEMORY.map(memory).into()),
        ("file size", FILE_SIZES.map(|bytes| prlimit(format!("{bytes} bytes in a file"), "fsize", bytes)).into()),
        ("descriptors", DESCRIPTORS.map(|count| prlimit(format!("{count} descriptors"), "nofile", count)).into()),
        ("output", vec![full("standard output", ""), full("standard error", "2")]),
    ]
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
