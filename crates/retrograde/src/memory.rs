//! Memory for tables that may be larger than there is.

use crate::error::Error;

/// A list with `length` entries, each made by `entry`.
pub(crate) fn filled<T>(length: u64, entry: impl FnMut() -> T) -> Result<Vec<T>, Error> {
    let (length, mut entries) = room(length)?;
    entries.resize_with(length, entry);
    Ok(entries)
}

/// A list with `length` zeros, of which the system provides memory only as they are used.
pub(crate) fn zeroed<T: Clone + Default>(length: u64) -> Result<Vec<T>, Error> {
    // The macro would end the process.
    let (length, _) = room::<T>(length)?;
    Ok(vec![T::default(); length])
}

fn room<T>(length: u64) -> Result<(usize, Vec<T>), Error> {
    let out_of_memory = || Error::memory(length.saturating_mul(size_of::<T>() as u64));
    let (length, mut entries) = (usize::try_from(length).map_err(|_| out_of_memory())?, Vec::new());
    entries.try_reserve_exact(length).map_err(|_| out_of_memory())?;
    Ok((length, entries))
}

/// The index of a rank in a table that has an entry for it.
#[inline]
pub(crate) fn index(rank: u64) -> usize {
    usize::try_from(rank).expect("the table is in memory")
}
