//! Kills the programs of the workspace at random moments, and starves them: of memory, of room in files and on disks,
//! of descriptors, of the right to write, and of a clock that can be trusted. Checks after each run that no file is
//! there in part under its final name, that what the run has reported as written is there, that a failure is one line
//! that names what failed, and that the next run in the same folder ends as if nothing had happened.
//!
//! A `Work` is what one program does in one folder, with the rules for what it may leave there. `kills` and `starved`
//! do all works that they are made for, and know none of the programs.
//!
//! Only Linux has all that this needs: `prlimit`, mounts of a process's own, `/dev/full`, and these numbers of errors.

#![cfg(target_os = "linux")]

mod clocks;
mod files;
mod kills;
mod options;
mod output;
mod process;
mod programs;
mod run;
mod save;
#[cfg(test)]
mod script;
mod starved;
mod table;
mod work;
mod works;

pub use run::run;
