use super::*;
use crate::sequence::{Engine, Sequence};

fn values(code: &str, last: usize, engine: Engine) -> Vec<u16> {
    let mut sequence = Sequence::new(code.parse::<HeapGame>().unwrap()).with_engine(engine);
    sequence.extend_to(last).unwrap();
    sequence.into_packed()
}

fn after(code: &str, values: &[u16], table: usize) -> Option<Stream> {
    Stream::after(&Sequence::resume(code.parse::<HeapGame>().unwrap(), values.to_vec()), table)
}

/// With one word of marks, with two, and by rows of bits.
#[test]
fn larger_values_are_those_of_the_other_engine() {
    for code in [".106", ".167", "4.404", ".776"] {
        let values = values(code, 100_000, Engine::Sparse);
        let mut stream = after(code, &values[..60_000], 20_000).unwrap();
        assert_eq!(stream.reach.is_some(), code == ".776");
        assert_eq!(stream.extend_to(values.len() - 1), Ok(()), "{code}");
        assert_eq!(*stream.tally(), values.into_iter().collect(), "{code}");
    }
}

#[test]
fn windows_are_kept_at_ever_longer_distances_without_end() {
    let next = |len| Kept { len, codes: Vec::new() }.next();
    assert_eq!(
        [0, 953, 500_000_000, 999_999_999, 1_000_000_000].map(next),
        [953, 1907, 1_000_000_000, 1_000_000_000, 2_000_000_000]
    );
    #[cfg(target_pointer_width = "64")]
    assert_eq!([512_000_000_000, 1 << 50].map(next), [1_024_000_000_000, 2_097_152_000_000_000]);
}
