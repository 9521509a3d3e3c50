//! What a stream consists of, and how one begins or is continued.

use super::Stream;
use super::codes::{CODES, Codes};
use super::marks::{GROUP, Offsets};
use super::reach::Reach;
use super::repetition::Kept;
use super::rows::Rows;
use super::witnesses::Witnesses;
use crate::heap_game::HeapGame;
use crate::sequence::Sequence;
use crate::sparse::SparseSpace;
use crate::tally::Tally;

impl Stream {
    /// Creates a stream that continues a sequence, with this number of values in its table. `None` if there are too few
    /// values after the last rare heap, values are too large or all 0, or no move splits a heap.
    #[must_use]
    pub fn after(sequence: &Sequence, table: usize) -> Option<Self> {
        Self::after_values(sequence.game(), sequence.packed(), sequence.tally(), table)
    }

    /// [`after`](Self::after) for a sequence of these values, which are counted in a tally.
    pub(crate) fn after_values(game: &HeapGame, values: &[u16], tally: Tally, table: usize) -> Option<Self> {
        let (space, last_rare) = tally.sparse_space(game)?;
        let rare = space.rare_heaps(values.iter().take(last_rare.last + 1).map(|&value| value.into()));
        let rare = rare.map(|heap| (heap, values[heap])).collect();
        let table = values.get(..table)?.to_vec();
        let mut window = Window { game: game.clone(), space, rare, table, tally, values: Vec::new(), watched: None };
        window.values.extend(&values[values.len().checked_sub(window.width())?..]);
        window.stream()
    }

    /// Returns the window, from which the stream can be created again.
    #[must_use]
    pub fn window(&self) -> Window {
        Window {
            game: self.game.clone(),
            space: self.codes.space,
            rare: self.rare.clone(),
            table: self.table.clone(),
            tally: self.tally.clone(),
            values: self.last(self.width).collect(),
            watched: self.kept.as_ref().map(|kept| {
                let heaps = kept.len - self.width..;
                (kept.len, heaps.zip(&kept.codes).map(|(heap, &code)| self.codes.value(heap, code)).collect())
            }),
        }
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

    /// Creates a stream that continues. If the window is the one that is watched, the values repeat. `None` if the
    /// parts do not fit together: if one of the windows has another number of values, a rare heap or a value that is
    /// too large, if the rare heaps do not ascend, or are not those of the table as far as it goes, or if another
    /// window is to be watched by now; or if no move splits a heap, or the lowest digit of the mask is above 256.
    ///
    /// The values are trusted, and so is the list of rare heaps beyond the table: all that a stream proves rests on
    /// these. What only a list with a wrong entry can tell is not noticed.
    #[must_use]
    pub fn stream(self) -> Option<Stream> {
        let width = self.width();
        let Self { game, space, rare, table, tally, values, watched } = self;
        let (codes, len) = (Codes::new(space), tally.len());
        let last_rare = rare.last().map_or(0, |&(heap, _)| heap);
        let base = len.checked_sub(width)?;
        // A heap of the table and one of the window must not be equal where that is forbidden.
        if !rare.is_sorted_by(|one, other| one.0 < other.0) || (game.unequal() && base < table.len()) {
            return None;
        }
        let in_table = table.iter().copied().enumerate().filter(|&(heap, value)| space.is_rare(heap, value));
        if !in_table.eq(rare.iter().copied().take_while(|rare| rare.0 < table.len())) {
            return None;
        }
        let common = |first: usize, values: &[u16]| -> Option<Vec<u8>> {
            let codes = (first..).zip(values).map(|(heap, &value)| codes.common_code(heap, value));
            codes.collect::<Option<Vec<_>>>().filter(|codes| codes.len() == width && first > last_rare)
        };
        let recent = common(base, &values)?;
        if width < 2 * GROUP || game.splits().next().is_none() || usize::from(codes.omitted) > CODES {
            return None;
        }
        let kept = match watched {
            Some((kept, values)) => {
                let kept = Kept { len: kept, codes: common(kept.checked_sub(width)?, &values)? };
                Some((kept.len..=kept.next()).contains(&len).then_some(kept)?)
            }
            None => None,
        };
        let partners = (0..).zip(&table).map(|(heap, &value)| codes.common_code(heap, value).filter(|_| heap > 0));
        let partners: Vec<_> = partners.collect();
        let rare_codes: Vec<_> =
            rare.iter().filter(|rare| rare.0 > 0).map(|&(heap, value)| (heap, codes.code(value))).collect();
        let splits: Vec<usize> = game.splits().collect();
        let is_mixed = |taken: &usize| !space.counts_size() || taken.is_multiple_of(2);
        let (single, other) = game.single_taken().partition::<Vec<_>, _>(is_mixed);
        let offsets = Offsets::new(&rare_codes, &splits, &single);
        let witnesses = Witnesses::new(&partners, splits, other);
        let largest = recent.iter().max().map_or(0, |&largest| usize::from(largest));
        let pays = largest >= 128 && rare.len() > 200 && width >= Reach::BLOCK;
        let reach = pays.then(|| Reach::new(&offsets));
        let span = witnesses.span().max(reach.as_ref().map_or(0, Reach::longest));
        let rows = Rows::new(base, &recent, codes.omitted, len - span, 4 * Stream::BLOCK);
        let mut stream = Stream {
            offsets,
            reach,
            span,
            witnesses,
            game,
            codes,
            rare,
            table,
            until: 0,
            tally,
            len,
            width,
            base,
            recent,
            rows,
            kept,
            period: None,
        };
        let repeated = stream.kept.as_ref().filter(|kept| stream.repeats(kept, len));
        stream.period = repeated.map(|kept| len - kept.len);
        Some(stream)
    }
}
