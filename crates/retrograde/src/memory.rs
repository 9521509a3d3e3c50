//! Memory for tables that may be larger than there is.

use crate::error::Error;

/// A list with `length` equal entries. If they are 0, the system provides memory only as they are used.
pub(crate) fn filled<T: Clone>(length: u64, entry: T) -> Result<Vec<T>, Error> {
    let out_of_memory = || Error::memory(length.saturating_mul(size_of::<T>() as u64));
    let length = usize::try_from(length).map_err(|_| out_of_memory())?;
    // The macro would end the process.
    Vec::<T>::new().try_reserve_exact(length).map_err(|_| out_of_memory())?;
    Ok(vec![entry; length])
}

/// The index of a rank in a table that has an entry for it.
#[inline]
pub(crate) fn index(rank: u64) -> usize {
    usize::try_from(rank).expect("the table is in memory")
}
