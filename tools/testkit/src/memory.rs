//! The memory of this process.

use std::fs;

/// The peak memory of this process in bytes. `None` on systems other than Linux.
pub fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let kibibytes = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.strip_suffix(" kB"))?;
    Some(1024 * kibibytes.trim().parse::<u64>().ok()?)
}
