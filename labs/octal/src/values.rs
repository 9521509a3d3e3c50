//! The values of the heaps from 0 on, also where there are more than are stored.

use grundy::{Nimber, Period, Sequence};

/// The values of the heaps from 0 to a largest one: those that are stored, and those that a proven period implies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Values<'a> {
    /// Those before the values that repeat, or all.
    first: &'a [u16],
    /// Those that repeat; empty if all are in `first`.
    repeated: &'a [u16],
    count: usize,
}

impl<'a> Values<'a> {
    /// The values of the heaps from 0 to `to`, or fewer if not all of these are known, and those that are prove no
    /// period.
    pub(crate) fn up_to(known: &'a Sequence, to: usize) -> Self {
        let packed = known.packed();
        if let Some(first) = packed.get(..=to) {
            return Self { first, repeated: &[], count: first.len() };
        }
        match known.period() {
            Some(Period { preperiod, period }) => {
                let (first, rest) = packed.split_at(preperiod);
                Self { first, repeated: &rest[..period], count: to + 1 }
            }
            None => Self { first: packed, repeated: &[], count: packed.len() },
        }
    }

    pub(crate) fn len(self) -> usize {
        self.count
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = Nimber> + Clone {
        self.packed().map(Nimber::from)
    }

    /// The values in their stored form.
    pub(crate) fn packed(self) -> impl Iterator<Item = u16> + Clone {
        self.first.iter().chain(self.repeated.iter().cycle()).take(self.count).copied()
    }
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
                    let values = Values::up_to(&stored, to);
                    assert_eq!(values.len(), to + 1);
                    assert!(values.iter().eq(all.iter().take(to + 1)), "{code}, {} stored, to {to}", stored.len());
                }
            }
            if code == ".77" {
                let unproven = known(167);
                assert_eq!(Values::up_to(&unproven, 1000).len(), 167);
                assert!(Values::up_to(&unproven, 1000).iter().eq(all.iter().take(167)));
            }
        }
    }
}
