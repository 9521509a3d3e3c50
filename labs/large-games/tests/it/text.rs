//! Numbers as people read and write them.

use std::time::Duration;

use large_games::text::{parse_size, size, time};

#[test]
fn sizes_are_written_with_the_largest_unit_that_fits() {
    let cases = [
        (0, "0 B"),
        (1_023, "1023 B"),
        (1_024, "1.0 KiB"),
        (1_536, "1.5 KiB"),
        ((10 << 20) + 1, "10.1 MiB"),
        (200 << 20, "200 MiB"),
        (u64::MAX, "16777216 TiB"),
    ];
    for (bytes, text) in cases {
        assert_eq!(size(bytes), text);
    }
}

#[test]
fn sizes_are_read_with_or_without_a_unit() {
    let cases = [
        ("0", 0),
        ("123", 123),
        ("123B", 123),
        ("4k", 4 << 10),
        ("500M", 500 << 20),
        ("1.5 GiB", 3 << 29),
        (" 8gb ", 8 << 30),
        ("2T", 2 << 40),
    ];
    for (text, bytes) in cases {
        assert_eq!(parse_size(text), Ok(bytes), "{text}");
    }
    for text in ["", "G", "1.5.5G", "-1", "8X", "1e9", "99999999999T", "1.0123456789K", "8 G 5", "é"] {
        let error = parse_size(text).expect_err(text);
        assert!(error.contains(&format!("{text:?}")), "{error}");
    }
}

#[test]
fn times_are_written_with_a_unit_that_fits() {
    let cases = [(0.04, "0.0 s"), (59.5, "59.5 s"), (61.0, "1:01 min"), (3_660.0, "1:01 h")];
    for (seconds, text) in cases {
        assert_eq!(time(Duration::from_secs_f64(seconds)), text);
    }
}
