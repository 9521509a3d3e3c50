//! A window as bytes.

use super::window::Window;
use crate::heap_game::HeapGame;
use crate::sparse::SparseSpace;
use crate::tally::{Heaps, Tally};

impl Window {
    /// The most values up to the end of a window: far more than can be computed, so sums of such numbers never
    /// overflow. With 32 bits, as many as have a number.
    pub const MOST_VALUES: usize = 10_usize.saturating_pow(15);

    /// Returns the window without its game as bytes, which are the same on every machine.
    ///
    /// They are words of eight bytes, the low byte first:
    ///
    /// 1. the mask, plus 65,536 if the sizes of heaps count;
    /// 2. the two sums of the checksum of the values of all heaps so far;
    /// 3. the number of entries, and for each value and parity of size, from value 0 and even sizes on: the number of
    ///    heaps, the first and the last of them;
    /// 4. the number of rare heaps, and of each the heap and its value;
    /// 5. the number of values in the table, and these, from heap 0 on;
    /// 6. the number of values in the window, and these;
    /// 7. the number of values up to the end of the watched window, and that window in the same way; or 0.
    ///
    /// The values of 5 to 7 have 16 bits, four to a word, the first of them lowest.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let Self { game: _, space, rare, table, tally, values, watched } = self;
        let entries = tally.entries.as_flattened();
        let start = [u64::from(space.mask()) | u64::from(space.counts_size()) << 16].into_iter();
        let words = start
            .chain(tally.sums.map(u64::from))
            .chain([entries.len() as u64])
            .chain(entries.iter().flat_map(|heaps| [heaps.count, heaps.first, heaps.last].map(|number| number as u64)))
            .chain([rare.len() as u64])
            .chain(rare.iter().flat_map(|&(heap, value)| [heap as u64, value.into()]))
            .chain(words_of(table))
            .chain(words_of(values))
            .chain([watched.as_ref().map_or(0, |(kept, _)| *kept as u64)])
            .chain(watched.iter().flat_map(|(_, values)| words_of(values)));
        // Room for all of them and for what a file has beside them: to grow would take as much memory again.
        let mut bytes = Vec::with_capacity(1024 + 8 * words.clone().count());
        words.for_each(|word| bytes.extend(word.to_le_bytes()));
        bytes
    }

    /// Returns the window of a game from [its bytes](Self::to_bytes). `None` if they are not the bytes of one;
    /// whether its parts fit together is for [`stream`](Self::stream) to say.
    #[must_use]
    pub fn from_bytes(game: &HeapGame, bytes: &[u8]) -> Option<Self> {
        let mut words = bytes.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word));
        let words = &mut words;
        let space = words.next()?;
        let space = SparseSpace::new(game, u16::try_from(space & 0xffff).ok()?, space >> 16 == 1)?;
        let sums = [number(words)?, number(words)?];
        let count: usize = number(words)?;
        let entry = |_| Some(Heaps { count: number(words)?, first: number(words)?, last: number(words)? });
        let entries = (0..count).map(entry).collect::<Option<Vec<_>>>()?;
        let (entries, []) = entries.as_chunks() else { return None };
        let tally = Tally { sums, entries: entries.to_vec() };
        let counts = tally.entries.as_flattened().iter().map(|heaps| heaps.count);
        let len = counts.fold(0_usize, usize::saturating_add);
        let rare =
            (0..number::<usize>(words)?).map(|_| Some((number(words)?, number(words)?))).collect::<Option<_>>()?;
        let (table, last) = (values(words)?, values(words)?);
        let watched = match number(words)? {
            0 => None,
            kept => Some((kept, values(words)?)),
        };
        let is_whole = words.next().is_none() && bytes.len().is_multiple_of(8) && len <= Self::MOST_VALUES;
        is_whole.then(|| Self { game: game.clone(), space, rare, table, tally, values: last, watched })
    }
}

fn number<N: TryFrom<u64>>(words: &mut impl Iterator<Item = u64>) -> Option<N> {
    words.next()?.try_into().ok()
}

fn values(words: &mut impl ExactSizeIterator<Item = u64>) -> Option<Vec<u16>> {
    let count: usize = number(words)?;
    let of_word = |word: u64| [0, 16, 32, 48].map(|shift| (word >> shift & 0xffff) as u16);
    let values: Vec<u16> = words.take(count.div_ceil(4)).flat_map(of_word).take(count).collect();
    (values.len() == count).then_some(values)
}

/// How many values there are, and these.
fn words_of(values: &[u16]) -> impl Iterator<Item = u64> + Clone {
    let word = |values: &[u16]| values.iter().rev().fold(0, |word, &value| word << 16 | u64::from(value));
    [values.len() as u64].into_iter().chain(values.chunks(4).map(word))
}
