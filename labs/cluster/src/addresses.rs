//! The addresses of all processes.

/// The first address that cannot be right: its process, and what is wrong.
pub(crate) fn check(addresses: &[String]) -> Result<(), (usize, String)> {
    let mut places = Vec::new();
    for (process, address) in addresses.iter().enumerate() {
        let Some(place) = host_and_port(address) else {
            let expected = "expected HOST:PORT such as node1:2101 or [fd00::1]:2101";
            return Err((process, format!("invalid address {address:?}: {expected}")));
        };
        if let Some(other) = places.iter().position(|other| *other == place) {
            return Err((process, format!("{address:?} is the address of process {other} too; give each its own")));
        }
        places.push(place);
    }
    Ok(())
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
    fn each_process_has_an_address_of_its_own() {
        let check =
            |addresses: &[&str]| check(&addresses.iter().map(|&address| address.to_owned()).collect::<Vec<_>>());
        assert_eq!(check(&["node1:2101", "[fd00::1]:65535", "192.0.2.1:1"]), Ok(()));
        let twice = "\"A:01\" is the address of process 0 too; give each its own".to_owned();
        assert_eq!(check(&["a:1", "b:1", "A:01"]), Err((2, twice)));
        for text in
            ["", "a", "a:", ":1", "a:0", "a:65536", "a:+1", "a b:1", "fd00::1:2101", "[]:1", "[a]:1", "http://a:1"]
        {
            let expected = format!("invalid address {text:?}: expected HOST:PORT such as node1:2101 or [fd00::1]:2101");
            assert_eq!(check(&["a:1", text]), Err((1, expected)));
        }
    }
}
