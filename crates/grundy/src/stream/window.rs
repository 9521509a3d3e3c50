//! What a stream consists of, and how one begins or is continued.

use std::mem;

use super::codes::{CODES, NONE};
use super::marks::{GROUP, Offsets};
use super::reach::{self, Reach};
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
        let rare = space.rare_heaps(&values[..=last_rare]).map(|heap| (heap, values[heap])).collect();
        let first = values[..table.min(values.len())].to_vec();
        let mut window =
            Window { game: game.clone(), space, rare, table: first, tally, values: Vec::new(), watched: None };
        // Of too few values those that there are: they do not become smaller again if they are too large.
        let first = values.len().saturating_sub(window.width()).max(last_rare + 1);
        window.values.extend(&values[first..]);
        let needed = table.max(last_rare + window.width() + 1);
        match window.stream() {
            Err(StreamError::Inconsistent) if values.len() < needed => {
                Err(StreamError::TooFewValues { last_rare, needed })
            }
            stream => stream,
        }
    }

    /// Returns the window, from which the stream can be created again.
    #[must_use]
    pub fn window(&self) -> Window {
        let watched = self.kept.as_ref().map(|(len, codes)| {
            let heaps = len - self.width()..;
            (*len, heaps.zip(codes).map(|(heap, &code)| self.parts.space.value(heap, code)).collect())
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
        let (space, len) = (*space, self.tally.len());
        let last_rare = rare.last().map_or(0, |&(heap, _)| heap);
        if game.most_left() != 2 {
            return Err(StreamError::NoSparseSpace);
        }
        let common = |len: usize, values: &[u16]| -> Result<Vec<u8>, StreamError> {
            let first = len.checked_sub(values.len()).ok_or(StreamError::Inconsistent)?;
            let code = |(heap, &value): (usize, &u16)| match u8::try_from(space.code(value)) {
                _ if space.is_rare(heap, value) => Err(StreamError::Inconsistent),
                code => code.map_err(|_| StreamError::TooLarge { heap }),
            };
            let all = (first..).zip(values).map(code).collect::<Result<_, _>>()?;
            if values.len() == width && first > last_rare { Ok(all) } else { Err(StreamError::Inconsistent) }
        };
        let recent = common(len, &values)?;
        let base = len - width;
        if usize::from(space.omitted()) > CODES {
            return Err(StreamError::TooLarge { heap: base });
        }
        let in_table = table.iter().copied().enumerate().filter(|&(heap, value)| space.is_rare(heap, value));
        let is_listed = in_table.eq(rare.iter().copied().take_while(|rare| rare.0 < table.len()));
        // A heap of the table and one of the window must not be equal where that is forbidden.
        let may_be_equal = game.unequal && base < table.len();
        if !rare.is_sorted_by(|one, other| one.0 < other.0) || !is_listed || may_be_equal || width < 2 * GROUP {
            return Err(StreamError::Inconsistent);
        }
        let kept = watched.map(|(len, values)| Ok((len, common(len, &values)?))).transpose()?;
        if kept.as_ref().is_some_and(|kept| !(kept.0..=kept.0.saturating_mul(2)).contains(&len)) {
            return Err(StreamError::Inconsistent);
        }
        let partner = |(heap, &value): (usize, &u16)| match u8::try_from(space.code(value)) {
            Ok(code) if !space.is_rare(heap, value) => code.into(),
            _ => NONE,
        };
        let partners = table.iter().enumerate().skip(1).rev().map(partner).collect();
        let rare_codes: Vec<_> =
            rare.iter().filter(|rare| rare.0 > 0).map(|&(heap, value)| (heap, space.code(value))).collect();
        let splits: Vec<usize> = game.taking(TWO).collect();
        let is_mixed = |taken: &usize| !space.counts_size() || taken.is_multiple_of(2);
        let (single, other) = game.taking(ONE).partition::<Vec<_>, _>(is_mixed);
        let offsets = Offsets::new(&rare_codes, &splits, &single);
        let witnesses = Witnesses::new(partners, splits, other);
        let largest = recent.iter().max().map_or(0, |&largest| usize::from(largest));
        let pays = largest >= 128 && rare.len() > 200 && width >= reach::BLOCK;
        let reach = pays.then(|| Reach::new(&offsets));
        let span = witnesses.span().max(reach.as_ref().map_or(0, |reach| reach.longest));
        let rows = Rows::new(len, &[], (largest + 1).max(space.omitted().into()), 0);
        let (parts, period) = (self, None);
        let mut stream = Stream { parts, offsets, reach, span, witnesses, len, base, recent, rows, kept, period };
        stream.enter_rows();
        stream.witnesses.choose(space, &stream.rows, &stream.recent);
        stream.period = stream.repeated(len);
        Ok(stream)
    }
}
