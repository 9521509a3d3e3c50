//! Times `check` on many small cases, and compares `check --against` with a shell loop that starts the same program.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::Place;
use crate::process::{WRITABLE, answer, time};
use crate::timing::{median, median_ratio};

const CASES: usize = 1000;

/// How many times as many cases are checked once.
const COPIES: usize = 10;

/// The program whose `check --against` is timed.
const CHECKING: &str = "treblecross";

/// Generates the cases, and returns a report of the times.
pub(crate) fn report(place: &Place, runs: usize) -> Result<String> {
    let mut lines = vec![format!(" (median of {runs} runs):")];
    for name in testkit::programs() {
        let (program, cases) = (place.programs.join(&name), place.folder.path().join(&name));
        make_cases(&program, &cases)?;
        let seconds = |cases: &Path, arguments: &[&str], codes: &[i32]| {
            time(Command::new(&program).args(["check", "-q"]).args(arguments).arg(cases), codes)
        };
        let own: Vec<f64> = (0..runs).map(|_| seconds(&cases, &[], &[0])).collect::<Result<_>>()?;
        lines.push(format!("- {name} check: {:.1} ms", median(&own) * 1e3));
        if name == CHECKING {
            let minimal = place.programs.join("minimal").display().to_string();
            let script = format!("for input in *.in; do '{minimal}' <$input >../output; done");
            // The minimal program answers nothing, so `check` exits with 1.
            let ways: [&[&str]; 2] = [&["-j", "1", "--against", &minimal], &["--against", &minimal]];
            let mut times: [Vec<f64>; 3] = Default::default();
            for _ in 0..runs {
                times[0].push(time(Command::new("sh").args(["-c", &script]).current_dir(&cases), &[0])?);
                for (times, way) in times[1..].iter_mut().zip(ways) {
                    times.push(seconds(&cases, way, &[1])?);
                }
            }
            let [shell, sequential, parallel] = &times;
            lines.push(format!("- a shell loop that runs a program that does nothing: {:.2} s", median(shell)));
            for (mode, times) in [("one process at a time", sequential), ("one process per processor", parallel)] {
                let ratio = median_ratio(times, shell);
                lines.push(format!(
                    "- {name} check --against that program, {mode}: {:.2} s, {ratio:.2} times the time of the loop",
                    median(times)
                ));
            }
            let many = place.folder.path().join("many");
            fs::create_dir(&many).context(WRITABLE)?;
            for number in 0..COPIES {
                answer(Command::new("cp").arg("-r").arg(&cases).arg(many.join(number.to_string())))?;
            }
            let (own, against) = (seconds(&many, &[], &[0])?, seconds(&many, ways[0], &[1])?);
            lines.push(format!(
                "- {name} check of {} cases, once: {own:.2} s; --against that program, one process at a time: \
                 {against:.2} s",
                COPIES * CASES
            ));
        }
    }
    Ok(lines.join("\n"))
}

/// Fills a folder with random cases and their answers.
fn make_cases(program: &Path, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).context(WRITABLE)?;
    for number in 0..CASES {
        let input = folder.join(format!("{number:04}.in"));
        let text = answer(Command::new(program).args(["generate", "--seed", &number.to_string()]))?;
        fs::write(&input, text).context(WRITABLE)?;
        fs::write(input.with_extension("out"), answer(Command::new(program).arg(&input))?).context(WRITABLE)?;
    }
    Ok(())
}
