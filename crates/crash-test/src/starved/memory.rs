//! Little memory: `RLIMIT_AS`, from too little to start a program to enough.

use super::judge::Lack;
use super::namespace::Tools;
use super::trial::Limit;

/// In MiB.
const VALUES: [u64; 24] =
    [3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 32, 40, 48, 64, 80, 96, 128, 160, 192, 256, 512, 1024];

pub(super) fn limits(tools: &Tools, all: impl Fn(&[u64], &[u64]) -> Vec<u64>) -> Result<Vec<Limit>, String> {
    tools.need_prlimit()?;
    let values = all(&VALUES, &[4, 8, 16, 24, 64, 128, 512]).into_iter();
    Ok(values
        .map(|value| Limit {
            lack: Lack::Memory,
            ..Limit::of_process(format!("{value} MiB of memory"), "as", value << 20)
        })
        .collect())
}
