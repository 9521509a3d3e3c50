//! The atlas: all octal games of up to three places in one table, with a picture and a page about them, or of up to four
//! in a table alone.
//!
//! Games are computed side by side, each on one thread (`work.rs`). `cousins.rs` proves which games have the same values,
//! so one of each family is computed: 279 instead of 1,024. The table is the only state, and the page and the picture
//! are made from it. Tests compare the table in `docs/octal-games` with what others have published.

mod cousins;
mod page;
mod picture;
mod summary;
mod table;
mod work;

use std::collections::BTreeSet;
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::Parser;
use grundy::HeapGame;
use startup::version;

use crate::lock::lock_folder;
use crate::options::parse_heap;
use crate::progress::Bar;
use crate::report::{Fields, print_line};
use crate::whole_file;
use cousins::{Families, MOST_PLACES, PLACES, all_codes, parse_code};
use summary::FamilyList;
use table::{load, save};

/// Compute all octal games of up to three places, and write a table, a picture and a page about them; or of up to four
/// places, and write a table
#[derive(Parser)]
#[command(name = "octal-atlas", version = version(), after_help = EXAMPLES, allow_negative_numbers = true)]
struct Options {
    /// Where octal-games.csv, octal-games.svg and octal-games.md are written, or four-places.csv; what the table has is
    /// not computed again
    folder: PathBuf,
    /// The number of places after the point. With 4 only the table is written, and no page and picture
    #[arg(long, value_name = "N", value_parser = parse_places, default_value_t = PLACES)]
    places: u32,
    /// The largest heap of the games without a proven period
    #[arg(long, value_name = "N", value_parser = parse_heap::<LARGEST_IN_ATLAS>, default_value = "1048576")]
    to: usize,
    /// Only this game, and the games of its family that the table has already; may be given several times
    #[arg(long, value_name = "CODE", value_parser = parse_code)]
    only: Vec<HeapGame>,
    /// The number of games computed at a time [default: one for each processor]
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
}

const EXAMPLES: &str = "Examples:
  octal-atlas atlas --to 65536
  octal-atlas atlas --only .77 --only .007
  octal-atlas atlas --places 4 --to 65536

A run that was stopped continues when it is started again.
Games that are not solved are computed again from heap 0 if N is larger than before.

Exit codes: 0, the files are written; 2, bad usage, or an error in reading or writing.";

fn parse_places(text: &str) -> Result<u32, String> {
    let places = text.parse().ok().filter(|places| [PLACES, MOST_PLACES].contains(places));
    places.ok_or_else(|| format!("expected {PLACES} or {MOST_PLACES}"))
}

/// The files of an atlas of up to three places.
const FILES: [&str; 3] = ["octal-games.csv", "octal-games.md", "octal-games.svg"];

/// The values of one game take 4 GB then.
const LARGEST_IN_ATLAS: usize = 1 << 31;

/// Runs the program `octal-atlas` with the arguments of the process.
///
/// The exit code is 0 for success, even if standard output is closed early, and 2 for any error, which is one line on
/// standard error.
#[must_use]
pub fn run() -> ExitCode {
    startup::run_program("octal-atlas", |options| execute(&options))
}

fn execute(options: &Options) -> anyhow::Result<()> {
    let start = Instant::now();
    let families = Arc::new(Families::new(options.places));
    if let Some(code) = options.only.iter().find(|code| !families.contain(code)) {
        bail!("the code {code} has more than {} places; add --places {MOST_PLACES}", options.places);
    }
    let folder = &options.folder;
    fs::create_dir_all(folder).with_context(|| format!("{}: cannot create the folder", folder.display()))?;
    let _lock = lock_folder(folder, "octal-games.lock")?;
    let names = if options.places > PLACES { &["four-places.csv"][..] } else { &FILES };
    let paths: Vec<PathBuf> = names.iter().map(|name| folder.join(name)).collect();
    // Before the work rather than after it.
    for path in &paths {
        whole_file::check(path).with_context(|| format!("{}: cannot write the file", path.display()))?;
    }
    let mut table = load(&paths[0], &families)?;

    let wanted = |code: &HeapGame| options.only.is_empty() || options.only.contains(code);
    let missing: BTreeSet<HeapGame> = all_codes(options.places)
        .filter(|code| wanted(code) && table.get(code).is_none_or(|row| row.falls_short_of(options.to)))
        .collect();
    // One of each family.
    let codes: BTreeSet<HeapGame> = missing.iter().map(|code| families.find(code).0.first().code.clone()).collect();
    let codes: Vec<HeapGame> = codes.into_iter().collect();
    let threads = options.threads.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZero::<usize>::MIN);

    let progress = Bar::new("games", missing.len(), 0);
    let mut known = 0;
    work::compute(&families, codes, options.to, threads, |rows| {
        for (code, row) in rows {
            known += usize::from(missing.contains(&code));
            // The games of a family stay known to the same heap.
            if missing.contains(&code) || table.get(&code).is_some_and(|old| old.falls_short_of(row.to)) {
                table.insert(code, row);
            }
        }
        progress.set(known);
        save(&table, &paths[0])
    })?;
    progress.finish();

    let summary = FamilyList::of(&table, &families);
    if let [_, page, picture] = &paths[..] {
        write(picture, &picture::draw(&summary, &table), "the picture")?;
        write(page, &page::write(&summary, &table), "the page")?;
    }
    print_line(&fields(&summary, known, start.elapsed()).format(false))
}

fn write(path: &Path, text: &str, what: &str) -> anyhow::Result<()> {
    whole_file::replace(path, text.as_bytes()).with_context(|| format!("{}: cannot write {what}", path.display()))
}

/// The fields about the whole table; `computed` of its rows were found in this run.
fn fields(summary: &FamilyList<'_>, computed: usize, elapsed: Duration) -> Fields {
    let (games, solved, mut fields) = (summary.games(), summary.solved_games(), Fields::default());
    fields.add("games", games);
    fields.add("solved", solved);
    fields.add("open", games - solved);
    fields.add("computed", computed);
    if let Some(longest) = summary.solved().map(|(_, found)| found.period).max() {
        fields.add("longest_period", longest);
    }
    if let Some(longest) = summary.solved().map(|(_, found)| found.preperiod).max() {
        fields.add("longest_preperiod", longest);
    }
    if let Some(largest) = summary.entries.iter().map(|entry| entry.row.largest).max() {
        fields.add("largest", largest);
    }
    fields.add_time(0, elapsed);
    fields
}
