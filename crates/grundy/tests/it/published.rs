//! Numbers that others have published.

use grundy::{Nimber, Octal};

fn values(code: &str, heaps: usize) -> Vec<u32> {
    let game: Octal = code.parse().expect("an octal code");
    game.nimbers().take(heaps).map(Nimber::value).collect()
}

/// Prefix and period, the prefix counting heap 0: Berlekamp, Conway and Guy, *Winning Ways*, chapter 4, and Achim
/// Flammenkamp's tables of octal games.
#[test]
fn periods_of_games_that_repeat_early() {
    let published = [
        (".77", 71, 12),
        (".137", 52, 34),
        (".4", 54, 34),
        (".17", 33, 34),
        (".45", 498, 20),
        (".156", 3479, 349),
        (".165", 5181, 1550),
    ];
    for (code, prefix, period) in published {
        let values = values(code, 2 * prefix + 3 * period + 10);
        let repeats = |from: usize| values[from..].iter().zip(&values[from + period..]).all(|(one, next)| one == next);
        assert!(repeats(prefix), "{code} does not repeat from heap {prefix} on");
        assert!(!repeats(prefix - 1), "{code} repeats earlier");
    }
}

/// The checksum that the public solver `ogsolve` prints: two running sums of the 16-bit values, modulo 2^16.
fn checksum(values: &[u32]) -> u32 {
    let (low, high) = values.iter().fold((0_u16, 0_u16), |(low, high), &value| {
        let low = low.wrapping_add(u16::try_from(value).expect("16 bits are enough for these games"));
        (low, high.wrapping_add(low))
    });
    u32::from(high) << 16 | u32::from(low)
}

#[test]
fn treblecross_has_the_published_checksum_to_32768() {
    assert_eq!(checksum(&values(".007", 32_769)), 0x5DA3_47A2);
}
