//! The table, which is Markdown and can be read as it is.

use std::fs;

use crate::process::Taker;
use crate::rows::{Rival, Row};
use crate::timing::{median, median_ratio};

/// What stands above the rows.
pub(crate) fn head() -> String {
    format!(
        "Whole processes from start to end, release build, wall clock, median of the runs, in turn with the rival.\n\
         Machine: {}.\n\n{}\n{}",
        machine(),
        line(["input", "output to", "program", "time", "rival", "time", "ratio", "runs"]),
        line(["---", "---", "---", "--:", "---", "--:", "--:", "--:"]),
    )
}

/// One row of the table. `times` are those of the program and, if it has one, of its rival.
pub(crate) fn row(row: &Row, taker: Taker, times: &[Vec<f64>]) -> String {
    let seconds = |index: usize| times.get(index).map_or(String::new(), |times| duration(median(times)));
    let ratio = match (row.rival, times) {
        (Some(Rival::Plain(_)), [own, rival]) => format!("{:.2} times as fast", median_ratio(rival, own)),
        (Some(_), [own, rival]) => format!("{:.2} times its time", median_ratio(own, rival)),
        _ => String::new(),
    };
    let output = match taker {
        Taker::Null => "null",
        Taker::Pipe => "a pipe",
    };
    let rival = row.rival.map_or("", Rival::program);
    let runs = times.first().map_or(0, Vec::len).to_string();
    line([row.input.title, output, row.program, &seconds(0), rival, &seconds(1), &ratio, &runs])
}

fn line([input, output, program, time, rival, rival_time, ratio, runs]: [&str; 8]) -> String {
    format!(
        "| {input:<33} | {output:<9} | {program:<11} | {time:>9} | {rival:<17} | {rival_time:>9} | {ratio:>20} | {runs:>4} |"
    )
}

fn duration(seconds: f64) -> String {
    if seconds < 1.0 { format!("{:.2} ms", seconds * 1e3) } else { format!("{seconds:.2} s") }
}

fn machine() -> String {
    let about_cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = about_cpu.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or("a processor that does not tell its name", |(_, model)| model);
    let threads = std::thread::available_parallelism().map_or("unknown".to_owned(), |count| count.to_string());
    format!("{model}, {} on {}, threads at a time: {threads}", std::env::consts::ARCH, std::env::consts::OS)
}
