//! Memory for tables that may be larger than there is.

/// A table of `bytes` bytes does not fit into memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OutOfMemory {
    pub(crate) bytes: u64,
}

/// A list with `length` entries, each made by `entry`.
pub(crate) fn filled<T>(length: u64, entry: impl FnMut() -> T) -> Result<Vec<T>, OutOfMemory> {
    let (length, mut entries) = room(length)?;
    entries.resize_with(length, entry);
    Ok(entries)
}

/// A list with `length` zeros, of which the system provides memory only as they are used.
pub(crate) fn zeroed<T: Clone + Default>(length: u64) -> Result<Vec<T>, OutOfMemory> {
    // The macro would end the process.
    let (length, _) = room::<T>(length)?;
    Ok(vec![T::default(); length])
}

fn room<T>(length: u64) -> Result<(usize, Vec<T>), OutOfMemory> {
    let out_of_memory = OutOfMemory { bytes: length.saturating_mul(size_of::<T>() as u64) };
    let (length, mut entries) = (usize::try_from(length).map_err(|_| out_of_memory)?, Vec::new());
    entries.try_reserve_exact(length).map_err(|_| out_of_memory)?;
    Ok((length, entries))
}

/// The index of a rank in a table that has an entry for it.
#[inline]
pub(crate) fn index(rank: u64) -> usize {
    usize::try_from(rank).expect("the table is in memory")
}
