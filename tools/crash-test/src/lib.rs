//! Kills the programs of the labs at random moments, and starves all programs: of memory, of room in files and of
//! descriptors. Checks after each run that no file is there in part under its final name,
//! that what the run has reported as written is there, that a failure is one line that names what failed, and that the
//! next run in the same folder ends as if nothing had happened. What `stress` saves when it is killed is a test of
//! `treblecross`.
//!
//! A `Work` is what one program does in one folder, and what it leaves there. `kills` and `starved` do all
//! works that they are made for, and know none of the programs.
//!
//! Only Linux has all that this needs: `prlimit`, `/dev/full`, and these numbers of errors.

#[cfg(target_os = "linux")]
mod linux;

#[cfg(target_os = "linux")]
pub use linux::run;

/// Says by the exit code that nothing can be tried here.
#[cfg(not(target_os = "linux"))]
#[must_use]
pub fn run() -> std::process::ExitCode {
    std::process::ExitCode::from(3)
}
