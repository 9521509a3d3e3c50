//! Looking for a window that was there before.

use super::Stream;

/// The number of codes of which a window's last ones are compared first.
const TAIL: usize = 8;

/// The number of heaps whose codes are compared together.
const STEP: usize = 64;

/// A window that others are compared with.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    /// The number of values up to its end.
    pub(super) len: usize,
    pub(super) codes: Vec<u8>,
}

impl Kept {
    /// The number of values at which another window is kept: a power of two times or by 10^9.
    pub(super) fn next(&self) -> usize {
        let mut powers = (0..64).map(|doublings| (1_000_000_000_u128 << doublings) >> 20);
        let next = powers.find(|&next| next > self.len as u128);
        next.and_then(|next| next.try_into().ok()).unwrap_or(usize::MAX)
    }
}

impl Stream {
    /// Starts to look for a repetition of the window.
    pub fn watch(&mut self) {
        let codes = self.recent[self.recent.len() - self.width()..].to_vec();
        self.kept = Some(Kept { len: self.len, codes });
    }

    /// Returns the smallest distance at which the values repeat, if a repetition of the window has proven it.
    #[must_use]
    pub fn period(&self) -> Option<usize> {
        self.period
    }

    /// Whether the window before `heap` is an earlier one.
    pub(super) fn repeats(&self, kept: &Kept, heap: usize) -> bool {
        let period = heap - kept.len;
        let may_repeat = period > 0 && (period.is_multiple_of(2) || !self.codes.space.counts_size());
        may_repeat && self.recent[..heap - self.base].ends_with(&kept.codes)
    }

    /// The first of the next heaps, up to `end`, whose window is the kept one.
    #[inline(always)]
    pub(super) fn find_repetition(&self, end: usize) -> Option<usize> {
        let kept = self.kept.as_ref()?;
        let tail: &[u8; TAIL] = kept.codes.last_chunk()?;
        for first in (self.len + 1..=end).step_by(STEP) {
            let codes = &self.recent[first - TAIL - self.base..end - self.base];
            // For each heap from `first` on, whether the codes before it are the last ones of the window.
            let mut is_tail = [true; STEP];
            for (at, code) in tail.iter().enumerate() {
                is_tail.iter_mut().zip(&codes[at..]).for_each(|(is_tail, other)| *is_tail &= other == code);
            }
            if is_tail.iter().fold(false, |any, is_tail| any | is_tail) {
                let mut heaps = (first..=end).zip(is_tail).filter(|heap| heap.1).map(|heap| heap.0);
                if let Some(heap) = heaps.find(|&heap| self.repeats(kept, heap)) {
                    return Some(heap);
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_are_kept_at_ever_longer_distances_without_end() {
        let next = |len| Kept { len, codes: Vec::new() }.next();
        let kept = [0, 953, 500_000_000, 1_000_000_000].map(next);
        assert_eq!(kept, [953, 1907, 1_000_000_000, 2_000_000_000]);
        #[cfg(target_pointer_width = "64")]
        assert_eq!([512_000_000_000, 1 << 50].map(next), [1_024_000_000_000, 2_097_152_000_000_000]);
    }
}
