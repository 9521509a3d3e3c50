//! Clocks that jump.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::Command;
use std::time::{Instant, SystemTime};

use anyhow::{Context, Result, ensure};

use crate::linux::process;

/// The only argument of a process of this program that looks at the clocks.
pub(in crate::linux) const CLOCKS: &str = "clocks";

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

/// The words before a command that make the wall clock, or both clocks, jump in it. Builds the library into the folder.
pub(super) fn jumping(folder: &Path, is_monotonic_meant: bool, seed: u64) -> Result<Vec<String>> {
    // By its name, as there can be no space in a path for the loader.
    let name = if is_monotonic_meant { "clocks.so" } else { "clock.so" };
    let (text, library) = (folder.join("clock.c"), folder.join(name));
    let monotonic = format!("if ({})", u8::from(is_monotonic_meant));
    fs::write(&text, SOURCE.replace("SEED", &seed.to_string()).replace("if (MONOTONIC)", &monotonic))
        .with_context(|| text.display().to_string())?;
    let built = Command::new("gcc").args(["-shared", "-fPIC", "-O1"]).arg(&text).arg("-o").arg(&library).status();
    let built = built.context("gcc, which builds what makes clocks jump")?;
    ensure!(built.success(), "gcc: {built}");
    let path = format!("LD_LIBRARY_PATH={}", folder.display());
    let wrap = vec!["env".to_owned(), format!("LD_PRELOAD={name}"), path];

    // A program that is linked statically would load no library. This one is built like all others.
    let mut command = process::command(&wrap[0]);
    command.args(&wrap[1..]).arg(process::own()).arg(CLOCKS);
    let run = process::run(command)?;
    let is_seen = run.stdout.trim_end() == format!("true {is_monotonic_meant}");
    ensure!(is_seen, "programs do not load the library of other clocks: {}", run.in_words());
    Ok(wrap)
}

/// Prints whether the wall clock and the monotonic clock jump.
pub(in crate::linux) fn look_at_clocks() -> Result<()> {
    const LOOKS: usize = 1000;
    /// More seconds than pass between two looks on any machine.
    const LONG: u64 = 1000;
    let (mut wall, mut monotonic) = (false, false);
    for _ in 0..LOOKS {
        let (before, start) = (SystemTime::now(), Instant::now());
        let (after, takes) = (SystemTime::now(), start.elapsed());
        wall |= after.duration_since(before).unwrap_or_else(|error| error.duration()).as_secs() > LONG;
        monotonic |= takes.as_secs() > LONG;
    }
    writeln!(io::stdout(), "{wall} {monotonic}").context("standard output")
}
