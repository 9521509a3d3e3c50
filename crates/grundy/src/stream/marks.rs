//! The smallest common value that no move reaches, by marks in a machine word for each heap.

use std::ops::BitOrAssign;

use super::codes::CODES;

/// A heap that is `back` tokens smaller than another one, and is paired with a rare heap, or with none: the sum of
/// their codes is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Offset {
    pub(super) back: usize,
    /// The code of the rare heap, or 0.
    pub(super) code: u8,
}

/// The number of neighbouring heaps whose marks are made side by side.
pub(super) const GROUP: usize = 16;

/// The heaps whose codes decide which common values are reached.
#[derive(Clone, Debug)]
pub(super) struct Offsets {
    /// What moves leave that take the fewest tokens and leave a rare heap and another one. Moves that take `d` tokens
    /// more reach from a heap what these reach from the heap that is `d` tokens smaller, so they need no marks.
    shared: FarAndNear,
    /// These differences, all at most [`GROUP`].
    delays: Vec<usize>,
    /// What other moves leave.
    others: FarAndNear,
}

/// Offsets to heaps before the group of a heap, and to others, each with the farthest first.
#[derive(Clone, Debug)]
struct FarAndNear {
    far: Vec<Offset>,
    near: Vec<Offset>,
}

impl FarAndNear {
    fn new(mut offsets: Vec<Offset>) -> Self {
        offsets.sort_unstable_by(|one, other| other.cmp(one));
        offsets.dedup();
        let near = offsets.split_off(offsets.partition_point(|offset| offset.back >= GROUP));
        Self { far: offsets, near }
    }

    fn all(&self) -> impl Iterator<Item = &Offset> {
        self.far.iter().chain(&self.near)
    }

    /// Those that reach one of the first `bits` codes, a power of two, from heaps with these codes.
    fn within(&self, bits: usize) -> Self {
        Self::new(self.all().copied().filter(|offset| usize::from(offset.code) < bits).collect())
    }

    /// The marks of a group by the far heaps.
    #[inline(always)]
    fn mark_far<W: MarkWord, const WORDS: usize>(&self, codes: &[u8], start: usize) -> [[W; WORDS]; GROUP] {
        let mut marks = [[W::default(); GROUP]; WORDS];
        for &Offset { back, code } in &self.far {
            let others: &[u8; GROUP] = codes[start - back..].first_chunk().expect("these are known");
            for (word, marks) in marks.iter_mut().enumerate() {
                marks.iter_mut().zip(others).for_each(|(marks, other)| *marks |= mark::<W, WORDS>(other ^ code, word));
            }
        }
        std::array::from_fn(|at| marks.map(|word| word[at]))
    }
}

/// A word of marks, one for each of some codes.
pub(super) trait MarkWord: Copy + BitOrAssign + Default + Into<u64> {
    const BITS: usize = 8 * size_of::<Self>();
    /// The mark of a code in the word that has it.
    fn mark(code: u8) -> Self;
    fn rotate_right(self, by: u32) -> Self;
}

macro_rules! word {
    ($word:ty) => {
        impl MarkWord for $word {
            #[inline(always)]
            fn mark(code: u8) -> Self {
                (1 as Self).wrapping_shl(code.into())
            }
            #[inline(always)]
            fn rotate_right(self, by: u32) -> Self {
                self.rotate_right(by)
            }
        }
    };
}

word!(u32);
word!(u64);

/// The mark of a code in one of the words, or none if another one has it. All codes have a mark in these words.
#[inline(always)]
fn mark<W: MarkWord, const WORDS: usize>(code: u8, word: usize) -> W {
    if WORDS == 1 || usize::from(code) / W::BITS == word { W::mark(code) } else { W::default() }
}

/// Adds the mark of a code to the words of a heap.
#[inline(always)]
fn add<W: MarkWord, const WORDS: usize>(marks: &mut [W; WORDS], code: u8) {
    (0..).zip(marks).for_each(|(word, marks)| *marks |= mark::<W, WORDS>(code, word));
}

impl Offsets {
    /// The offsets for `rare` heaps and their codes, moves that leave two heaps and take these numbers of tokens, and
    /// moves that leave one.
    pub(super) fn new(rare: &[(usize, usize)], splits: &[usize], single: &[usize]) -> Self {
        // If these are the same numbers, what a move leaves alone has an empty heap beside it, which is a rare one.
        let empty = (single == splits).then_some((0, 0));
        let offset = |back, code| Some(Offset { back, code: u8::try_from(code).ok()? });
        let pairs = |taken: usize| empty.iter().chain(rare).filter_map(move |&(heap, code)| offset(taken + heap, code));
        let first = splits.first().copied().unwrap_or(0);
        let (delays, far): (Vec<_>, Vec<_>) =
            splits.iter().map(|taken| taken - first).partition(|&delay| delay <= GROUP);
        let single = single.iter().filter(|_| empty.is_none()).filter_map(|&taken| offset(taken, 0));
        Self {
            shared: FarAndNear::new(pairs(first).collect()),
            delays: delays.into_iter().filter(|&delay| delay > 0).collect(),
            others: FarAndNear::new(far.into_iter().flat_map(|delay| pairs(first + delay)).chain(single).collect()),
        }
    }

    /// Those that reach one of the first `bits` codes, a power of two, from heaps with these codes.
    pub(super) fn within(&self, bits: usize) -> Self {
        Self { shared: self.shared.within(bits), delays: self.delays.clone(), others: self.others.within(bits) }
    }

    /// Computes the codes from `start` to before `end`, given those before, of which none may be too large for a mark in
    /// this number of words. Returns the place of the first heap from which moves reach all codes that have a mark, or
    /// the end. After the end there must be room for a group.
    #[inline(always)]
    pub(super) fn extend<W: MarkWord, const WORDS: usize>(&self, codes: &mut [u8], start: usize, end: usize) -> usize {
        match self.shared.near.len() {
            _ if WORDS > 1 => self.extend_by::<W, WORDS, 0>(codes, start, end),
            0..=4 => self.extend_by::<W, WORDS, 4>(codes, start, end),
            5..=6 => self.extend_by::<W, WORDS, 6>(codes, start, end),
            7..=8 => self.extend_by::<W, WORDS, 8>(codes, start, end),
            _ => self.extend_by::<W, WORDS, GROUP>(codes, start, end),
        }
    }

    /// [`extend`](Self::extend) for several words, or for one and at most `NEAR` near heaps, which need no loop then.
    #[inline(always)]
    fn extend_by<W: MarkWord, const WORDS: usize, const NEAR: usize>(
        &self,
        codes: &mut [u8],
        start: usize,
        end: usize,
    ) -> usize {
        // For each near heap its place among the last codes, and what it marks, by its code, turned as far as the steps
        // below turn it back.
        let mut near = [(0, [W::default(); CODES]); NEAR];
        for (turns, ((place, table), offset)) in (1_u32..).zip(near.iter_mut().rev().zip(self.shared.near.iter().rev()))
        {
            *place = GROUP - offset.back;
            for (code, mark) in (0..).zip(&mut table[..W::BITS]) {
                *mark = W::mark(code ^ offset.code).rotate_right(turns.wrapping_neg());
            }
        }
        // The marks of the shared offsets for a group and for the one before, of which the delays need the last ones.
        let (mut shared, mut half) = ([[W::default(); WORDS]; 2 * GROUP], GROUP);
        for at in GROUP - self.delays.iter().max().unwrap_or(&0)..GROUP {
            let codes = self.shared.all().map(|offset| codes[start + at - GROUP - offset.back] ^ offset.code);
            codes.for_each(|code| add(&mut shared[at], code));
        }
        for start in (start..end).step_by(GROUP) {
            shared[half..half + GROUP].copy_from_slice(&self.shared.mark_far(codes, start));
            let others = self.others.mark_far(codes, start);
            let group: &mut [u8; 2 * GROUP] = codes[start - GROUP..].first_chunk_mut().expect("there is room");
            for at in 0..GROUP.min(end - start) {
                let recent: &[u8; GROUP] = group[at..].first_chunk().expect("a group");
                // `% GROUP` changes nothing, but tells the compiler that the place is there.
                let sum = |offset: &Offset| recent[(GROUP - offset.back) % GROUP] ^ offset.code;
                let mut marks: [W; WORDS] = others[at];
                let mut join = |more: [W; WORDS]| marks.iter_mut().zip(more).for_each(|(marks, more)| *marks |= more);
                self.delays.iter().for_each(|delay| join(shared[(2 * GROUP + half + at - delay) % (2 * GROUP)]));
                self.others.near.iter().for_each(|offset| add(&mut marks, sum(offset)));
                let own = &mut shared[half + at];
                if WORDS == 1 {
                    // Turned, as the compiler would gather all marks at once otherwise, which takes longer.
                    let marked = near.iter().fold(W::default(), |mut marked, (place, table)| {
                        marked |= table[usize::from(recent[place % GROUP])];
                        marked.rotate_right(1)
                    });
                    own[0] |= marked;
                } else {
                    self.shared.near.iter().for_each(|offset| add(own, sum(offset)));
                }
                marks.iter_mut().zip(own).for_each(|(marks, own)| *marks |= *own);
                // The number of codes before the first that is not marked.
                let marked = marks.map(|marks| marks.into().trailing_ones() as usize);
                let Some(word) = marked.iter().position(|&marked| marked < W::BITS) else { return start + at };
                let code = word * W::BITS + marked[word];
                group[GROUP + at] = u8::try_from(code).expect("codes with marks are bytes");
            }
            half = GROUP - half;
        }
        end
    }

    /// All offsets, also of moves that take more tokens.
    pub(super) fn all(&self) -> impl Iterator<Item = Offset> {
        let delayed = |offset: &Offset, delay: &usize| Offset { back: offset.back + delay, ..*offset };
        let delays = self.delays.iter().chain(&[0]);
        let shared = delays.flat_map(move |delay| self.shared.all().map(move |offset| delayed(offset, delay)));
        shared.chain(self.others.all().copied())
    }

    /// The smallest code that no move reaches from the heap at a place, by marks for all codes. `None` if all are
    /// reached.
    #[cold]
    pub(super) fn first_unreached(&self, codes: &[u8], at: usize) -> Option<u8> {
        let mut reached = [false; CODES];
        self.all().for_each(|Offset { back, code }| reached[usize::from(codes[at - back] ^ code)] = true);
        (0..=u8::MAX).find(|&code| !reached[usize::from(code)])
    }
}
