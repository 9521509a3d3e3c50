//! The values of the heaps from 0 on, also where there are more than are stored.

use grundy::{Period, Sequence};

/// The values of the heaps from 0 to `to`: all of them must be known, or follow from a period that the known ones prove.
pub(crate) fn values_up_to(known: &Sequence, to: usize) -> impl Iterator<Item = u16> + Clone {
    let packed = known.packed();
    let period = if packed.len() > to { None } else { known.period() };
    let (first, repeated) = match period {
        Some(Period { preperiod, period }) => (&packed[..preperiod], &packed[preperiod..][..period]),
        None => (packed, &[][..]),
    };
    first.iter().chain(repeated.iter().cycle()).take(to + 1).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Periods of 12, 34 and 34, and of 1 and 2 where all heaps repeat; with sizes that count, and without. The last
    /// value that proves the period of Kayles is the value of heap 167.
    #[test]
    fn what_is_not_stored_repeats() {
        for (code, least) in [(".77", 168), (".07", 201), (".137", 201), (".0", 201), (".3", 201), ("4.", 201)] {
            let mut all = Sequence::new(code.parse().expect("a code"));
            all.extend_to(1002).expect("small values");
            let known = |stored| Sequence::resume(all.game().clone(), all.packed()[..stored].to_vec());
            for stored in [least, 500, 1002].map(known) {
                assert!(stored.period().is_some() && stored.period() == all.period(), "{code}");
                for to in [0, 1, 70, 71, 83, 166, 167, 168, 499, 500, 1001, 1002] {
                    let values = values_up_to(&stored, to);
                    assert!(values.eq(all.packed()[..=to].iter().copied()), "{code}, {} stored, to {to}", stored.len());
                }
            }
        }
    }
}
