//! What the table has, and how it was made.

use std::collections::BTreeMap;

use super::unsolved::games_solved_elsewhere;
use super::{Contents, distinct, table};
use crate::atlas::cousins::Code;
use crate::atlas::summary::{Summary, grouped};

pub(super) fn families(contents: &Contents<'_>) -> String {
    let summary = contents.summary;
    let largest = summary.entries.iter().max_by_key(|entry| entry.games.len());
    let largest = largest.map_or_else(String::new, |entry| {
        format!("; the largest, the family of {}, has {}", entry.code, entry.games.len())
    });
    let here = match (summary.games(), summary.entries.len()) {
        (1, _) => "Here is one game".to_owned(),
        (games, 1) => format!("The {} games here are one family", grouped(games)),
        (games, families) => {
            format!("The {} games here are {} families{largest}", grouped(games), grouped(families))
        }
    };
    format!(
        "## Families

Many games have the same values, some of them with a token or two more in each heap: a heap of *n* + 1 tokens in
Dawson's kayles (.07)
has the value of a heap of *n* in Dawson's chess (.137). Where that follows from the codes alone, by three rules that
are proven in the
source
(`labs/octal/src/atlas/cousins.rs`), the games are a family, and only one of them is computed.
{here}.

Games of two families can have the same values too, but only computing them shows that.
{}{}",
        distinct::of_solved(summary).unwrap_or_default(),
        distinct::of_open(contents).unwrap_or_default(),
    )
}

pub(super) fn columns(contents: &Contents<'_>) -> String {
    let elsewhere = match games_solved_elsewhere(contents) {
        0 => String::new(),
        1 => "; one of these is solved elsewhere, see above".to_owned(),
        games => format!("; {} of these are solved elsewhere, see above", grouped(games)),
    };
    let period = format!(
        "the proven period, and the number of values before those that repeat, heap 0 included; empty in games that \
         are not solved here{elsewhere}"
    );
    let columns = [
        ["`code`", "the game, without zeros at its end"],
        ["`to`", "the values of heaps 0 to this one were computed; all other columns are about these"],
        ["`period`, `preperiod`", &period],
        ["`largest`, `largest_at`", "the largest value, and the first heap that has it"],
        [
            "`rare`, `last_rare`, `mask`",
            "the number of rare heaps, the last one, and the mask in hexadecimal, with `+size` if one more digit 1 is \
             counted in the value of a heap of *n* where *n* − *t* is odd, where *t* is the number of tokens that a move takes which leaves two heaps; `last_rare` is also empty if no heap is rare, and all three if no move splits a heap, or all values are 0",
        ],
        ["`zeros`, `last_zero`", "the number of heaps that the player to move loses, and the largest of them"],
        [
            "`checksum`",
            "two sums modulo 2^16, of the values and of the first sum after each value: as `octal` and `ogsolve` \
             print it",
        ],
        [
            "`same_as`, `shift`",
            "the first game of the family, and how many tokens more a heap of the same value has here; empty in that \
             game itself",
        ],
    ];
    let rows = columns.map(|columns| columns.map(str::to_owned));
    let table = table(["column", "meaning"], "", rows).unwrap_or_default();
    format!(
        "## The table\n\n\
         [octal-games.csv](octal-games.csv) has one line for each game, in the order of the codes.\n\
         `code`, `same_as` and `checksum` are text, also where they consist of digits: `pandas.read_csv(…, dtype=str)`.\n\n\
         {table}"
    )
}

pub(super) fn commands(summary: &Summary<'_>) -> String {
    let run = |to: Option<usize>, only: &[&Code]| {
        let to = to.map_or_else(String::new, |to| format!(" --to {to}"));
        let only: Vec<String> = only.iter().map(|code| format!(" --only {code}")).collect();
        let only = only.concat();
        format!("cargo run --release -p octal --bin octal-atlas -- FOLDER{to}{only}\n")
    };
    let first = summary.to();
    let mut further: BTreeMap<usize, Vec<&Code>> = BTreeMap::new();
    for entry in summary.entries.iter().filter(|entry| first.is_some_and(|first| entry.row.to > first)) {
        further.entry(entry.row.to).or_default().push(entry.code);
    }
    let further: String = further.iter().map(|(to, codes)| run(Some(*to), codes)).collect();
    let all: Vec<&Code> = summary.entries.iter().flat_map(|entry| entry.games.iter().copied()).collect();
    let all = if all.len() == Code::all().count() { &[] } else { all.as_slice() };
    let and_further = if further.is_empty() {
        ""
    } else {
        "The first run is for all games, the others for games that were computed further.\n\n"
    };
    let (memory, largest) =
        summary.entries.iter().map(|entry| entry.row.to).max().map_or((0, 0), |to| (memory(to), to));
    let time = if first == Some(MEASURED) && all.is_empty() { TIME } else { "" };
    format!(
        "## How this was made\n\n\
         {and_further}```sh\n{}{further}```\n\n\
         {time}Each thread computes one game at a time. Its values and a copy of them take four bytes for each heap, {} to heap\n\
         {}, and the engine some more where many heaps are rare. `--threads 1` computes one game after another.\n\n\
         `octal-games.csv` is saved whenever a game is done. A run that was stopped loses only the games that it was\n\
         computing, and continues when it is started again. The table has no values, so a run with a larger `--to` \
         computes the games\n\
         that are not solved again from heap 0.\n",
        run(first, all),
        size(memory),
        grouped(largest),
    )
}

/// The largest heap of the run of all games whose time is known.
const MEASURED: usize = 1 << 20;

const TIME: &str = "\
The runs were made on 23 November 2026, on two cores of an AMD EPYC (Zen 4, virtual machine) that did other work too, by
the programs
of several commits, from db89d32 to 872756a. To heap 1,048,576, all games took 48 minutes, and 75 minutes of processor
time (commit
604d96e). The three games that were computed to heap 444,000,000 took 13 more.

";

/// The bytes for the values of the heaps from 0 to `to`, and a copy of them.
fn memory(to: usize) -> usize {
    4 * (to + 1)
}

/// Formats a number of bytes with two digits or more.
fn size(bytes: usize) -> String {
    let (unit, words) = match bytes {
        ..1_000_000 => (100, "kB"),
        1_000_000..1_000_000_000 => (100_000, "MB"),
        _ => (100_000_000, "GB"),
    };
    let tenths = (bytes + unit / 2) / unit;
    format!("{}.{} {words}", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_a_digit_after_the_point() {
        assert_eq!([4004, 999_940, 4_194_308].map(size), ["4.0 kB", "999.9 kB", "4.2 MB"]);
        assert_eq!([67_108_868, 1_776_000_004].map(size), ["67.1 MB", "1.8 GB"]);
    }
}
