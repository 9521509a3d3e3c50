//! Little memory: `RLIMIT_AS`, from too little to start a program to enough.

use super::judge::Lack;
use super::namespace::Tools;
use super::trial::{Limit, prlimit};

/// In MiB.
const VALUES: [u64; 24] =
    [3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 32, 40, 48, 64, 80, 96, 128, 160, 192, 256, 512, 1024];

/// By how many bytes the memory that a start takes may differ from run to run, as its pieces lie at random addresses.
const VARIATION: u64 = 1 << 18;

pub(super) fn limits(tools: &Tools, all: impl Fn(&[u64], &[u64]) -> Vec<u64>) -> Result<Vec<Limit>, String> {
    tools.need_prlimit()?;
    let limit = |mebibytes: u64| {
        let value = mebibytes << 20;
        let start = Box::new(move |command: &_, _: &_, _: &_| prlimit("as", value - VARIATION, command));
        Limit {
            lack: Lack::Memory,
            start: Some(start),
            ..Limit::of_process(format!("{mebibytes} MiB of memory"), "as", value)
        }
    };
    Ok(all(&VALUES, &[4, 8, 16, 24, 64, 128, 512]).into_iter().map(limit).collect())
}
