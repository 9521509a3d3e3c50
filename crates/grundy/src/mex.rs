//! The minimum excluded value: the rule that gives a position its nimber.

use crate::nimber::Nimber;

/// Returns the minimum excluded value: the smallest nimber that is not among `values`.
///
/// A position is worth the mex of the values that its moves lead to.
///
/// ```
/// use grundy::{Nimber, mex};
///
/// assert_eq!(mex([0, 1, 3].map(Nimber::new)), Nimber::new(2));
/// ```
///
/// # Panics
///
/// If `values` contains every nimber, all 2<sup>32</sup> of them.
pub fn mex(values: impl IntoIterator<Item = Nimber>) -> Nimber {
    let values: Vec<Nimber> = values.into_iter().collect();
    // The mex of n values is at most n, so larger values do not matter.
    let mut seen = vec![false; values.len()];
    for value in &values {
        if let Some(seen) = seen.get_mut(value.value() as usize) {
            *seen = true;
        }
    }
    let missing = seen.iter().position(|seen| !seen).unwrap_or(values.len());
    Nimber::new(u32::try_from(missing).expect("all 2^32 nimbers are among the values"))
}
