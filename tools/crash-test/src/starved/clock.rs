//! Clocks that jump, and files from other times.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

use super::trial::{Limit, wrapped};
use crate::clocks::{CLOCKS, Jumps};
use crate::files;
use crate::process;
use crate::programs::Programs;
use crate::work::Access;
use crate::works::new_folder;

/// A library that, loaded before others, makes the clocks jump at one look in eight: the wall clock to and fro by
/// years, the monotonic clock forward by up to half a day, as after a pause of the machine.
const SOURCE: &str = r"
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static unsigned long state = SEED;
static long wall, monotonic;

static unsigned long next(void) { return (state = state * 6364136223846793005ul + 1442695040888963407ul) >> 33; }

int clock_gettime(clockid_t clock, struct timespec *time) {
    int result = syscall(SYS_clock_gettime, clock, time);
    if (result) return result;
    if (next() % 8 == 0) {
        wall = (long)(next() % 1000000000) - 500000000;
        if (MONOTONIC) __atomic_fetch_add(&monotonic, next() % 43200, __ATOMIC_RELAXED);
    }
    if (clock == CLOCK_REALTIME) time->tv_sec += wall;
    if (clock == CLOCK_MONOTONIC || clock == CLOCK_BOOTTIME) time->tv_sec += monotonic;
    return 0;
}
";

/// Clocks that jump in all programs.
pub(super) fn jumping(programs: &Programs, seed: u64) -> Result<Vec<Limit>, String> {
    [("a wall clock that jumps", false), ("clocks that jump", true)]
        .into_iter()
        .map(|(name, is_monotonic_meant)| {
            let folder = new_folder()?;
            let library = build(folder.path(), is_monotonic_meant, seed)?;
            check_effect(programs, &library, is_monotonic_meant)?;
            Ok(Limit::new(name.to_owned(), move |command, _, _| {
                // It is removed with the limit.
                let _ = &folder;
                with_library(&library, command)
            }))
        })
        .collect()
}

fn build(folder: &Path, is_monotonic_meant: bool, seed: u64) -> Result<PathBuf, String> {
    let (text, library) = (folder.join("clock.c"), folder.join("clock.so"));
    let monotonic = if is_monotonic_meant { "1" } else { "0" };
    let source = SOURCE.replace("SEED", &seed.to_string()).replace("if (MONOTONIC)", &format!("if ({monotonic})"));
    fs::write(&text, source).map_err(|error| format!("{}: {error}", text.display()))?;
    let built = Command::new("gcc").args(["-shared", "-fPIC", "-O1"]).arg(&text).arg("-o").arg(&library).status();
    match built {
        Ok(status) if status.success() => Ok(library),
        Ok(status) => Err(format!("gcc: {status}")),
        Err(error) => Err(format!("gcc, which builds what makes clocks jump: {error}")),
    }
}

fn with_library(library: &Path, command: &Command) -> Command {
    // By its name, as there can be no space in a path there.
    let folder = library.parent().unwrap_or(Path::new(".")).display();
    let name = library.file_name().unwrap_or_default().display();
    wrapped("env", &[&format!("LD_PRELOAD={name}"), &format!("LD_LIBRARY_PATH={folder}")], command)
}

/// Whether a program that is built like all others sees the clocks jump: one that is linked statically would load no
/// library.
fn check_effect(programs: &Programs, library: &Path, is_monotonic_meant: bool) -> Result<(), String> {
    /// More seconds than pass between two looks on any machine.
    const LONG: u64 = 1000;
    let mut command = process::command(programs.own());
    command.arg(CLOCKS);
    let run = process::run(with_library(library, &command))?;
    let is_seen = Jumps::parse(&run.stdout)
        .is_some_and(|jumps| jumps.wall > LONG && (jumps.monotonic > LONG) == is_monotonic_meant);
    if is_seen { Ok(()) } else { Err(format!("programs do not load the library of other clocks: {}", run.in_words())) }
}

/// Half of what a run has left, with other times.
pub(super) fn file_times() -> Vec<Limit> {
    vec![
        at_other_times("files from 1970", SystemTime::UNIX_EPOCH),
        at_other_times("files from the future", SystemTime::now() + Duration::from_secs(3_000_000_000)),
    ]
}

fn at_other_times(name: &str, time: SystemTime) -> Limit {
    let limit = Limit::new(name.to_owned(), |command, _, _| wrapped("env", &[], command));
    Limit {
        concerns: |access| matches!(access, Access::Reads | Access::Writes),
        change: Some(Box::new(move |folder, access| change_files(folder, access, time))),
        ..limit
    }
}

fn change_files(folder: &Path, access: Access, time: SystemTime) -> Result<(), String> {
    let names = files::read_all(folder).map_err(|error| error.to_string())?.into_keys();
    for (number, name) in names.enumerate() {
        let path = folder.join(&name);
        // Pairs of cases stay as they are, and so does what cannot be written once more.
        let is_removed = access == Access::Writes && number % 2 == 0 && !name.contains("-stress");
        let changed = if is_removed {
            fs::remove_file(&path)
        } else {
            File::options().write(true).open(&path).and_then(|file| file.set_modified(time))
        };
        changed.map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}
