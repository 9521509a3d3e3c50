//! The addresses of all processes.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};

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
    let (mut addresses, mut places) = (Vec::new(), Vec::new());
    let mut last = 1;
    for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        let line = line.trim();
        last = number;
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let Some(place) = host_and_port(line) else {
            bail!("line {number}: invalid address {line:?}: expected HOST:PORT such as node1:2101 or [fd00::1]:2101");
        };
        if let Some(process) = places.iter().position(|other| *other == place) {
            bail!("line {number}: {line:?} is the address of process {process} too; give each process its own");
        }
        if addresses.len() == processes {
            bail!(
                "line {number}: one address too many: expected {processes}; \
                 remove the line, or start more processes with -n"
            );
        }
        addresses.push(line.to_owned());
        places.push(place);
    }
    if addresses.len() < processes {
        bail!(
            "line {last}: the file ends after {} of {processes} addresses; add the others, or start fewer processes \
             with -n",
            addresses.len()
        );
    }
    Ok(addresses)
}

/// The two parts of an address, in one of several ways to write it.
fn host_and_port(text: &str) -> Option<(String, u16)> {
    let (host, port) = text.rsplit_once(':')?;
    let is_plain = !host.is_empty() && !host.contains([':', '[', ']', '/']);
    let is_bracketed =
        host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).is_some_and(|host| host.contains(':'));
    let is_host = (is_plain || is_bracketed) && !host.contains(char::is_whitespace);
    let port = port.bytes().all(|byte| byte.is_ascii_digit()).then(|| port.parse().ok()).flatten()?;
    (is_host && port > 0).then(|| (host.to_ascii_lowercase(), port))
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
        check("a:1\nA:01", "line 2: \"A:01\" is the address of process 0 too; ");
        for line in ["a", "a:", ":1", "a:0", "a:65536", "a:+1", "a b:1", "fd00::1:2101", "[]:1", "[a]:1", "http://a:1"]
        {
            check(&format!("a:1\n{line}"), &format!("line 2: invalid address {line:?}: expected HOST:PORT"));
        }
    }
}
