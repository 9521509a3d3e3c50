//! Inputs that are too large for the program that knows the answers.

use std::sync::{Mutex, PoisonError};

/// The inputs for which no answer came in time.
#[derive(Debug, Default)]
pub struct TooLarge(Mutex<Vec<[usize; 2]>>);

impl TooLarge {
    /// The numbers of bytes and of words. What takes long has many of either, and both count: a few large numbers are
    /// longer than many small ones.
    fn size(input: &[u8]) -> [usize; 2] {
        let words = input.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        [input.len(), words.count()]
    }

    pub(super) fn add(&self, input: &[u8]) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(Self::size(input));
    }

    /// Whether an input is at least as large as one of them in every way.
    pub(super) fn has(&self, input: impl FnOnce() -> Vec<u8>) -> bool {
        let sizes = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if sizes.is_empty() {
            return false;
        }
        let own = Self::size(&input());
        sizes.iter().any(|size| own.iter().zip(size).all(|(own, size)| own >= size))
    }
}
