//! Looking for a window that was there before.

use super::Stream;

/// The number of codes of which a window's last ones are compared first.
const TAIL: usize = 8;

/// The number of heaps whose codes are compared together.
const STEP: usize = 64;

impl Stream {
    /// Starts to look for a repetition of the window.
    pub fn watch(&mut self) {
        let codes = self.recent[self.recent.len() - self.width()..].to_vec();
        self.kept = Some((self.len, codes));
    }

    /// Returns the smallest distance at which the values repeat, if a repetition of the window has proven it.
    #[must_use]
    pub fn period(&self) -> Option<usize> {
        self.period
    }

    /// The distance to the kept window, if the window before `heap` is the same.
    pub(super) fn repeated(&self, heap: usize) -> Option<usize> {
        let (len, codes) = self.kept.as_ref()?;
        let period = heap - len;
        let may_repeat = period > 0 && (period.is_multiple_of(2) || !self.parts.space.counts_size());
        (may_repeat && self.recent[..heap - self.base].ends_with(codes)).then_some(period)
    }

    /// The first of the next heaps, up to `end`, whose window is the kept one.
    #[inline(always)]
    pub(super) fn find_repetition(&self, end: usize) -> Option<usize> {
        let tail: &[u8; TAIL] = self.kept.as_ref()?.1.last_chunk()?;
        for first in (self.len + 1..=end).step_by(STEP) {
            let codes = &self.recent[first - TAIL - self.base..end - self.base];
            // For each heap from `first` on, whether the codes before it are the last ones of the window.
            let mut is_tail = [true; STEP];
            for (at, code) in tail.iter().enumerate() {
                is_tail.iter_mut().zip(&codes[at..]).for_each(|(is_tail, other)| *is_tail &= other == code);
            }
            if is_tail.iter().fold(false, |any, is_tail| any | is_tail) {
                let mut heaps = (first..=end).zip(is_tail).filter(|heap| heap.1).map(|heap| heap.0);
                if let Some(heap) = heaps.find(|&heap| self.repeated(heap).is_some()) {
                    return Some(heap);
                }
            }
        }
        None
    }
}
