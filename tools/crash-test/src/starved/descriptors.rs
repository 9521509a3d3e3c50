//! Few descriptors: `RLIMIT_NOFILE`, from the three streams on.

use super::namespace::Tools;
use super::trial::Limit;

const VALUES: [u64; 24] = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 22, 24, 28, 32, 48, 64];

pub(super) fn limits(tools: &Tools, all: impl Fn(&[u64], &[u64]) -> Vec<u64>) -> Result<Vec<Limit>, String> {
    tools.need_prlimit()?;
    let values = all(&VALUES, &[3, 4, 5, 24]).into_iter();
    Ok(values.map(|value| Limit::of_process(format!("{value} descriptors"), "nofile", value)).collect())
}
