//! Files that may not become long: `RLIMIT_FSIZE`, of which the system tells by a signal that ends a process unless it
//! is caught.

use super::namespace::Tools;
use super::trial::Limit;
use crate::work::Access;

/// In bytes.
const VALUES: [u64; 14] =
    [0, 1, 100, 512, 1_000, 4_096, 5_000, 10_000, 11_000, 20_000, 40_000, 65_536, 100_000, 1_000_000];

pub(super) fn limits(tools: &Tools, all: impl Fn(&[u64], &[u64]) -> Vec<u64>) -> Result<Vec<Limit>, String> {
    tools.need_prlimit()?;
    let values = all(&VALUES, &[0, 100, 10_000]).into_iter();
    let limit = |value| Limit {
        concerns: |access| matches!(access, Access::Prints | Access::Writes),
        ..Limit::of_process(format!("{value} bytes in a file"), "fsize", value)
    };
    Ok(values.map(limit).collect())
}
