//! The table, in Markdown.

use std::fs;

use crate::process::Sink;
use crate::rows::{Baseline, Row};
use crate::timing::{median, median_ratio};

/// The conditions of the measurement and the head of the table.
pub(crate) fn head() -> String {
    format!(
        "Whole processes from start to end, release build, wall clock, median of the runs, in turn with the baseline.\n\
         Machine: {}.\n\n{}\n{}",
        machine(),
        line(["input", "output to", "program", "time", "baseline", "time", "ratio", "runs"]),
        line(["---", "---", "---", "--:", "---", "--:", "--:", "--:"]),
    )
}

/// One row of the table. `times` are the times of the program and of its baseline, if it has one.
pub(crate) fn row(row: &Row, sink: Sink, times: &[Vec<f64>]) -> String {
    let seconds = |index: usize| times.get(index).map_or(String::new(), |times| duration(median(times)));
    let ratio = match (row.baseline, times) {
        (Some(Baseline::Other(_)), [own, baseline]) => format!("{:.2} times as fast", median_ratio(baseline, own)),
        (Some(_), [own, baseline]) => format!("{:.2} times its time", median_ratio(own, baseline)),
        _ => String::new(),
    };
    let output = match sink {
        Sink::Null => "/dev/null",
        Sink::Pipe => "a pipe",
    };
    let baseline = row.baseline.map_or("", Baseline::program);
    let runs = times.first().map_or(0, Vec::len).to_string();
    line([row.title, output, row.program, &seconds(0), baseline, &seconds(1), &ratio, &runs])
}

fn line([input, output, program, time, baseline, baseline_time, ratio, runs]: [&str; 8]) -> String {
    format!(
        "| {input:<33} | {output:<9} | {program:<11} | {time:>9} | {baseline:<20} | {baseline_time:>9} | {ratio:>20} \
         | {runs:>4} |"
    )
}

fn duration(seconds: f64) -> String {
    if seconds < 1.0 { format!("{:.2} ms", seconds * 1e3) } else { format!("{seconds:.2} s") }
}

fn machine() -> String {
    let cpu_info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu_info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or("unknown processor", |(_, model)| model);
    let threads = std::thread::available_parallelism().map_or("unknown".to_owned(), |count| count.to_string());
    format!("{model}, {} on {}, hardware threads: {threads}", std::env::consts::ARCH, std::env::consts::OS)
}
