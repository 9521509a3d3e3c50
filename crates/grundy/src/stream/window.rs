//! What a stream consists of, and how one begins or is continued.

use std::mem;

use super::codes::{CODES, Codes};
use super::marks::{GROUP, Offsets};
use super::reach::{self, Reach};
use super::repetition::Kept;
use super::rows::Rows;
use super::witnesses::Witnesses;
use super::{Stream, StreamError};
use crate::heap_game::{HeapGame, ONE, TWO};
use crate::sparse::SparseSpace;
use crate::tally::{Heaps, Tally};

impl Stream {
    /// Creates a stream that continues the values of a game from heap 0 on, with this number of values in its table.
    ///
    /// # Errors
    ///
    /// If there are too few values after the last rare heap or for the table, if values of a window are too large, or
    /// if no heaps are rare.
    pub fn after(game: &HeapGame, values: &[u16], table: usize) -> Result<Self, StreamError> {
        let tally: Tally = values.iter().copied().collect();
        let (space, Heaps { last: last_rare, .. }) = tally.sparse_space(game).ok_or(StreamError::NoSparseSpace)?;
        let rare = space.rare_heaps(values.iter().take(last_rare + 1).map(|&value| value.into()));
        let rare = rare.map(|heap| (heap, values[heap])).collect();
        let first = values[..table.min(values.len())].to_vec();
        let mut window =
            Window { game: game.clone(), space, rare, table: first, tally, values: Vec::new(), watched: None };
        // Values do not become smaller again: more of them would be of no use.
        let (first, codes) = (values.len().saturating_sub(window.width()).max(last_rare + 1), Codes::new(space));
        if let Some(heap) = (first..values.len()).find(|&heap| codes.code(values[heap]) >= CODES) {
            return Err(StreamError::TooLarge { heap });
        }
        let needed = table.max(last_rare + window.width() + 1);
        if values.len() < needed {
            return Err(StreamError::TooFewValues { last_rare, needed });
        }
        window.values.extend(&values[values.len() - window.width()..]);
        window.stream()
    }

    /// Returns the window, from which the stream can be created again.
    #[must_use]
    pub fn window(&self) -> Window {
        let watched = self.kept.as_ref().map(|kept| {
            let heaps = kept.len - self.width()..;
            (kept.len, heaps.zip(&kept.codes).map(|(heap, &code)| self.codes.value(heap, code)).collect())
        });
        Window { values: self.last(self.width()).collect(), watched, ..self.parts.clone() }
    }
}

/// The last values of a [`Stream`], with all else from which it continues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// The game.
    pub game: HeapGame,
    /// What makes heaps rare.
    pub space: SparseSpace,
    /// The rare heaps, ascending, and their values.
    pub rare: Vec<(usize, u16)>,
    /// The values of heaps 0 to *A*.
    pub table: Vec<u16>,
    /// What is counted of all values so far.
    pub tally: Tally,
    /// The last *W* values.
    pub values: Vec<u16>,
    /// The number of values up to the end of an earlier window, and its values, if later ones are
    /// [compared](Stream::watch) with it.
    pub watched: Option<(usize, Vec<u16>)>,
}

impl Window {
    /// Returns *W*, the number of values in the window.
    #[must_use]
    pub fn width(&self) -> usize {
        let (last, last_rare) = (self.table.len().saturating_sub(1), self.rare.last().map_or(0, |rare| rare.0));
        last.max(last_rare.saturating_add(last.min(last_rare))).saturating_add(self.game.most_taken())
    }

    /// Creates a stream that continues. If the window is the one that is watched, the values repeat.
    ///
    /// The values are trusted, and so is the list of rare heaps beyond the table: all that a stream proves rests on
    /// these.
    ///
    /// # Errors
    ///
    /// If the parts do not fit together: if one of the windows has another number of values, or a rare heap, if the
    /// rare heaps do not ascend, or differ from the table as far as it goes, or if another window is to be watched
    /// by now; if a value is too large; or if no heaps are rare.
    pub fn stream(mut self) -> Result<Stream, StreamError> {
        let width = self.width();
        let (values, watched) = (mem::take(&mut self.values), self.watched.take());
        let Self { game, space, rare, table, .. } = &self;
        let (space, codes, len) = (*space, Codes::new(*space), self.tally.len());
        let last_rare = rare.last().map_or(0, |&(heap, _)| heap);
        let base = len.checked_sub(width).ok_or(StreamError::Inconsistent)?;
        if game.most_left() != 2 {
            return Err(StreamError::NoSparseSpace);
        }
        if usize::from(codes.omitted) > CODES {
            return Err(StreamError::TooLarge { heap: base });
        }
        let in_table = table.iter().copied().enumerate().filter(|&(heap, value)| space.is_rare(heap, value));
        let is_listed = in_table.eq(rare.iter().copied().take_while(|rare| rare.0 < table.len()));
        // A heap of the table and one of the window must not be equal where that is forbidden.
        let may_be_equal = game.unequal && base < table.len();
        if !rare.is_sorted_by(|one, other| one.0 < other.0) || !is_listed || may_be_equal || width < 2 * GROUP {
            return Err(StreamError::Inconsistent);
        }
        let common = |len: usize, values: &[u16]| -> Result<Vec<u8>, StreamError> {
            let first = len.checked_sub(width).filter(|&first| first > last_rare && values.len() == width);
            let code = |(heap, &value): (usize, &u16)| match u8::try_from(codes.code(value)) {
                _ if space.is_rare(heap, value) => Err(StreamError::Inconsistent),
                code => code.map_err(|_| StreamError::TooLarge { heap }),
            };
            (first.ok_or(StreamError::Inconsistent)?..).zip(values).map(code).collect()
        };
        let recent = common(len, &values)?;
        let kept = watched.map(|(len, values)| Ok(Kept { len, codes: common(len, &values)? })).transpose()?;
        if kept.as_ref().is_some_and(|kept| !(kept.len..=kept.next()).contains(&len)) {
            return Err(StreamError::Inconsistent);
        }
        let partners: Vec<_> = (0..).zip(table).map(|(heap, &value)| codes.common_code(heap, value)).collect();
        let rare_codes: Vec<_> =
            rare.iter().filter(|rare| rare.0 > 0).map(|&(heap, value)| (heap, codes.code(value))).collect();
        let splits: Vec<usize> = game.taking(TWO).collect();
        let is_mixed = |taken: &usize| !space.counts_size() || taken.is_multiple_of(2);
        let (single, other) = game.taking(ONE).partition::<Vec<_>, _>(is_mixed);
        let offsets = Offsets::new(&rare_codes, &splits, &single);
        let witnesses = Witnesses::new(&partners, splits, other);
        let largest = recent.iter().max().map_or(0, |&largest| usize::from(largest));
        let pays = largest >= 128 && rare.len() > 200 && width >= reach::BLOCK;
        let reach = pays.then(|| Reach::new(&offsets));
        let span = witnesses.span().max(reach.as_ref().map_or(0, |reach| reach.longest));
        let rows = Rows::new(base, &recent, codes.omitted, len - span, 4 * Stream::BLOCK);
        let (parts, period) = (self, None);
        let mut stream =
            Stream { parts, codes, offsets, reach, span, witnesses, len, base, recent, rows, kept, period };
        stream.choose();
        let repeated = stream.kept.as_ref().filter(|kept| stream.repeats(kept, len));
        stream.period = repeated.map(|kept| len - kept.len);
        Ok(stream)
    }
}
