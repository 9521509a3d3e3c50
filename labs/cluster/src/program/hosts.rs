//! The addresses of all processes.

use std::fs;
use std::path::Path;

use anyhow::{Context, anyhow, bail};

use crate::addresses;

/// The port of the first process on this machine; the others have those after it.
const FIRST_PORT: usize = 2101;

/// The addresses of all processes on this machine.
pub(super) fn local(processes: usize) -> Vec<String> {
    (FIRST_PORT..FIRST_PORT + processes).map(|port| format!("127.0.0.1:{port}")).collect()
}

/// Reads the addresses of all processes from a file.
pub(super) fn read(path: &Path, processes: usize) -> anyhow::Result<Vec<String>> {
    let shown = path.display();
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {shown}"))?;
    parse(&text, processes).with_context(|| shown.to_string())
}

/// Reads one address in each line. Blank lines and lines that start with `#` do not count.
fn parse(text: &str, processes: usize) -> anyhow::Result<Vec<String>> {
    let lines = (1..).zip(text.trim_start_matches('\u{feff}').lines().map(str::trim));
    let is_address = |(_, line): &(usize, &str)| !line.is_empty() && !line.starts_with('#');
    let (numbers, addresses): (Vec<usize>, Vec<String>) =
        lines.clone().filter(is_address).map(|(number, line)| (number, line.to_owned())).unzip();
    addresses::check(&addresses).map_err(|(process, error)| anyhow!("line {}: {error}", numbers[process]))?;
    if let Some(number) = numbers.get(processes) {
        bail!(
            "line {number}: one address too many: expected {processes}; \
             remove the line, or start more processes with -n"
        );
    }
    if addresses.len() < processes {
        bail!(
            "line {}: the file ends after {} of {processes} addresses; add the others, or start fewer processes \
             with -n",
            lines.last().map_or(1, |(number, _)| number),
            addresses.len()
        );
    }
    Ok(addresses)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_stand_one_in_a_line() {
        let text = "\u{feff}# the small machines\n\nnode1:2101\r\n  [fd00::1]:65535 \n# spare\n192.0.2.1:1";
        let expected = ["node1:2101", "[fd00::1]:65535", "192.0.2.1:1"];
        assert_eq!(parse(text, 3).expect("three addresses"), expected);
        assert_eq!(local(2), ["127.0.0.1:2101", "127.0.0.1:2102"]);
    }

    #[test]
    fn an_error_names_the_line() {
        let check = |text: &str, expected: &str| {
            let error = parse(text, 2).expect_err(text).to_string();
            assert!(error.starts_with(expected), "{text:?}: {error}");
        };
        check("", "line 1: the file ends after 0 of 2 addresses; ");
        check("# one\na:1\n\n", "line 3: the file ends after 1 of 2 addresses; ");
        check("a:1\nb:1\n\nc:1\n", "line 4: one address too many: expected 2; ");
        check("a:1\n\na:1", "line 3: \"a:1\" is the address of process 0 too; ");
        check("a:1\na:0", "line 2: invalid address \"a:0\": expected HOST:PORT");
    }
}
