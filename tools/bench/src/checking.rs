//! Times `check` on many small cases, and compares `check --against` with a shell loop that starts the same program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::timing::{median, median_ratio};

/// The name of this measurement for `--only`.
pub(crate) const NAME: &str = "checking 1,000 cases";

const CASES: usize = 1000;

/// How many times as many cases are checked once.
const COPIES: usize = 10;

/// The program whose `check --against` is timed.
const CHECKING: &str = "treblecross";

/// Generates the cases, and returns a report of the times.
pub(crate) fn report(programs: &Path, folder: &Path, runs: usize) -> Result<String, String> {
    let mut lines = vec![format!("\n{NAME} (median of {runs} runs):")];
    for name in testkit::programs() {
        let program = programs.join(&name);
        let cases = make_cases(&program, &folder.join(&name))?;
        let seconds = |arguments: &[&str], codes: &[i32]| {
            time(Command::new(&program).args(["check", "-q"]).args(arguments).arg(&cases), codes)
        };
        let own: Result<Vec<f64>, String> = (0..runs).map(|_| seconds(&[], &[0])).collect();
        lines.push(format!("- {name} check: {:.1} ms", median(&own?) * 1e3));
        if name == CHECKING {
            let minimal = programs.join("minimal").display().to_string();
            let script = format!("for input in *.in; do '{minimal}' <$input >../output; done");
            let mut times: [Vec<f64>; 3] = Default::default();
            for _ in 0..runs {
                times[0].push(time(Command::new("sh").args(["-c", &script]).current_dir(&cases), &[0])?);
                // The minimal program answers nothing, so `check` exits with 1.
                times[1].push(seconds(&["-j", "1", "--against", &minimal], &[1])?);
                times[2].push(seconds(&["--against", &minimal], &[1])?);
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
            let many = copy_cases(&cases, &folder.join("many"))?;
            let seconds = |arguments: &[&str], codes: &[i32]| {
                time(Command::new(&program).args(["check", "-q"]).args(arguments).arg(&many), codes)
            };
            let (own, against) = (seconds(&[], &[0])?, seconds(&["-j", "1", "--against", &minimal], &[1])?);
            lines.push(format!(
                "- {name} check of {} cases, once: {own:.2} s; --against that program, one process at a time: \
                 {against:.2} s",
                COPIES * CASES
            ));
        }
    }
    Ok(lines.join("\n"))
}

/// Fills a folder with random cases and their answers, and returns its path.
fn make_cases(program: &Path, folder: &Path) -> Result<PathBuf, String> {
    let write_error =
        |error: std::io::Error| format!("{}: {error}; set TMPDIR to a folder that can be written to", folder.display());
    fs::create_dir_all(folder).map_err(write_error)?;
    for number in 0..CASES {
        let run = |arguments: &[&str]| {
            let output = Command::new(program).args(arguments).output();
            output.map_err(|error| format!("{}: {error}; run scripts/bench, which builds it", program.display()))
        };
        let input = folder.join(format!("{number:04}.in"));
        fs::write(&input, run(&["generate", "--seed", &number.to_string()])?.stdout).map_err(write_error)?;
        let answer = run(&[&input.display().to_string()])?.stdout;
        fs::write(input.with_extension("out"), answer).map_err(write_error)?;
    }
    Ok(folder.to_owned())
}

/// Fills a folder with copies of cases, and returns its path.
fn copy_cases(cases: &Path, folder: &Path) -> Result<PathBuf, String> {
    let copy = |name: &str, to: &Path| fs::copy(cases.join(name), to.join(name)).map(|_| ());
    for number in 0..COPIES {
        let to = folder.join(number.to_string());
        let copied = fs::create_dir_all(&to).and_then(|()| {
            (0..CASES)
                .try_for_each(|case| ["in", "out"].iter().try_for_each(|end| copy(&format!("{case:04}.{end}"), &to)))
        });
        copied.map_err(|error| format!("{}: {error}; set TMPDIR to a folder that can be written to", to.display()))?;
    }
    Ok(folder.to_owned())
}

/// Returns the seconds from the start of a process to its end. Its exit code must be one of `codes`.
fn time(command: &mut Command, codes: &[i32]) -> Result<f64, String> {
    let start = Instant::now();
    let status = command.stdout(Stdio::null()).status();
    let seconds = start.elapsed().as_secs_f64();
    match status {
        Ok(status) if status.code().is_some_and(|code| codes.contains(&code)) => Ok(seconds),
        Ok(status) => Err(format!("{command:?}: {status}; `cargo test` may show why")),
        Err(error) => Err(format!("{command:?}: {error}; run scripts/bench, which builds it")),
    }
}
