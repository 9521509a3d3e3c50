//! Clocks that jump, and files from other times.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

use tempfile::TempDir;

use super::trial::{Limit, wrapped};
use crate::files;
use crate::works::new_folder;

/// A library that, loaded before others, makes the clocks jump at one look in eight: the clock of the wall to and fro by years, the
/// one that never goes back forward by up to half a day, as after a pause of the machine.
const SOURCE: &str = r"
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static unsigned long state = SEED;
static long wall, steady;

static unsigned long next(void) { return (state = state * 6364136223846793005ul + 1442695040888963407ul) >> 33; }

int clock_gettime(clockid_t clock, struct timespec *time) {
    int result = syscall(SYS_clock_gettime, clock, time);
    if (result) return result;
    if (next() % 8 == 0) {
        wall = (long)(next() % 1000000000) - 500000000;
        if (STEADY) __atomic_fetch_add(&steady, next() % 43200, __ATOMIC_RELAXED);
    }
    if (clock == CLOCK_REALTIME) time->tv_sec += wall;
    if (clock == CLOCK_MONOTONIC || clock == CLOCK_BOOTTIME) time->tv_sec += steady;
    return 0;
}
";

pub(super) fn limits(seed: u64) -> Result<Vec<Limit>, String> {
    let mut limits = vec![
        at_other_times("files from 1970", SystemTime::UNIX_EPOCH),
        at_other_times("files from the future", SystemTime::now() + Duration::from_secs(3_000_000_000)),
    ];
    for (name, steady) in [("a clock of the wall that jumps", "0"), ("clocks that jump", "1")] {
        limits.push(jumping(name, &SOURCE.replace("SEED", &seed.to_string()).replace("STEADY", steady))?);
    }
    Ok(limits)
}

fn jumping(name: &str, source: &str) -> Result<Limit, String> {
    let folder = new_folder()?;
    let (text, library) = (folder.path().join("clock.c"), folder.path().join("clock.so"));
    fs::write(&text, source).map_err(|error| format!("{}: {error}", text.display()))?;
    let built = Command::new("gcc").args(["-shared", "-fPIC", "-O1"]).arg(&text).arg("-o").arg(&library).status();
    match built {
        Ok(status) if status.success() => Ok(with_library(name, folder, library)),
        Ok(status) => Err(format!("gcc: {status}")),
        Err(error) => Err(format!("gcc, which builds what makes clocks jump: {error}")),
    }
}

fn with_library(name: &str, folder: TempDir, library: PathBuf) -> Limit {
    Limit::new(name.to_owned(), move |command, _, _| {
        // It is removed with the limit.
        let _ = &folder;
        Some(wrapped("env", &[&format!("LD_PRELOAD={}", library.display())], command))
    })
}

/// Half of what a run has left, with other times.
fn at_other_times(name: &str, time: SystemTime) -> Limit {
    let mut limit = Limit::new(name.to_owned(), |command, _, _| Some(wrapped("env", &[], command)));
    limit.is_for_writers = true;
    limit.change = Some(Box::new(move |folder: &Path| {
        let names = files::read_all(folder).map_err(|error| error.to_string())?.into_keys();
        for (number, name) in names.enumerate() {
            let path = folder.join(&name);
            // Pairs of cases stay as they are.
            let is_removed = number % 2 == 0 && !name.contains("-stress");
            let changed = if is_removed {
                fs::remove_file(&path)
            } else {
                File::options().write(true).open(&path).and_then(|file| file.set_modified(time))
            };
            changed.map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(())
    }));
    limit
}
