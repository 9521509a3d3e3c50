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
