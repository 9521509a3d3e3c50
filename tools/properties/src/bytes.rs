//! Choices made by bytes.

/// Numbers from bytes; zeros when they are used up.
pub(crate) struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub(crate) fn byte(&mut self) -> u8 {
        let (first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        *first
    }

    /// Takes two bytes if the limit is more than 256.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        let low = usize::from(self.byte());
        let high = if limit > 256 { usize::from(self.byte()) } else { 0 };
        (high << 8 | low) % limit
    }

    pub(crate) fn is_one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 1
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The next bytes, at most `most`.
    pub(crate) fn take(&mut self, most: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(most.min(self.0.len()));
        self.0 = rest;
        taken
    }

    pub(crate) fn rest(&mut self) -> &'a [u8] {
        self.take(usize::MAX)
    }
}
