//! The values of a game's heaps, by one engine or another.

use std::fmt;
use std::num::NonZero;

use crate::heap_game::HeapGame;
use crate::nimber::Nimber;
use crate::octal::Octal;
use crate::period::Period;
use crate::plain;
use crate::sparse::{Blocks, Split};

/// The values of the heaps of 0, 1, 2, … tokens, as far as they have been asked for. Two bytes a value, and some megabytes
/// while it grows.
///
/// ```
/// use grundy::{Octal, Sequence};
///
/// let treblecross: Octal = ".007".parse()?;
/// let mut sequence = Sequence::new(treblecross);
/// sequence.extend_to(62)?;
/// assert_eq!(sequence.values()[62], 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sequence {
    game: HeapGame,
    engine: Engine,
    /// As many as there are processors if nobody has said otherwise. Asking how many takes longer than a short sequence.
    threads: Option<NonZero<usize>>,
    values: Vec<u16>,
    /// What the sparse engine knows of the game so far. Only its speed depends on it.
    blocks: Blocks,
}

/// How values are found. All engines give the same values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// Every move of every heap, one heap after another, on one thread: the oracle for the other one. Reaching heap `n`
    /// takes some `n² / 4` steps for each digit that splits.
    Plain,
    /// Many heaps at once on all threads, and of their moves only those that must be looked at: the module
    /// [`sparse`](crate::sparse) tells how. Where a game has no sparse values it looks at all moves.
    #[default]
    Sparse,
}

/// The values of a game's heaps, from heap 0 upwards, as far as 16 bits reach. Made by [`Octal::nimbers`].
///
/// ```
/// use grundy::{Nimber, Octal};
///
/// let treblecross: Octal = ".007".parse()?;
/// assert_eq!(treblecross.nimbers().nth(62), Some(Nimber::new(3)));
/// # Ok::<(), grundy::ParseOctalError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Nimbers {
    sequence: Sequence,
    next: usize,
}

impl Octal {
    /// The values of the heaps of 0, 1, 2, … tokens, one by one. A [`Sequence`] gives them all at once.
    ///
    /// ```
    /// use grundy::Octal;
    ///
    /// let kayles: Octal = ".77".parse()?;
    /// let values: Vec<u32> = kayles.nimbers().take(12).map(|nimber| nimber.value()).collect();
    /// assert_eq!(values, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
    /// # Ok::<(), grundy::ParseOctalError>(())
    /// ```
    #[must_use]
    pub fn nimbers(&self) -> Nimbers {
        Nimbers { sequence: Sequence::new(self.clone()), next: 0 }
    }
}

impl Iterator for Nimbers {
    type Item = Nimber;

    fn next(&mut self) -> Option<Nimber> {
        if self.next >= self.sequence.values.len() {
            // A quarter more than what is asked for costs little, and one at a time would cost much. Where a value does not
            // fit, those before it are known.
            let _ = self.sequence.extend_to(self.next + self.next / 4 + 16);
        }
        let value = *self.sequence.values.get(self.next)?;
        self.next += 1;
        Some(Nimber::new(u32::from(value)))
    }
}

/// A value that does not fit into 16 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overflow {
    /// The heap that is worth more than 65,535.
    pub heap: usize,
}

impl fmt::Display for Overflow {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "the heap of {} tokens is worth more than {}, the most that is stored", self.heap, u16::MAX)
    }
}

impl std::error::Error for Overflow {}

impl Sequence {
    /// A sequence of which no value is known yet, for the faster engine and as many threads as there are processors.
    #[must_use]
    pub fn new(game: impl Into<HeapGame>) -> Self {
        Self::resume(game, Vec::new())
    }

    /// A sequence of which values are known already. They are believed.
    ///
    /// ```
    /// use grundy::{Octal, Sequence};
    ///
    /// let kayles: Octal = ".77".parse()?;
    /// let mut sequence = Sequence::resume(kayles, vec![0, 1, 2, 3]);
    /// sequence.extend_to(7)?;
    /// assert_eq!(sequence.values(), [0, 1, 2, 3, 1, 4, 3, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn resume(game: impl Into<HeapGame>, values: Vec<u16>) -> Self {
        Self { game: game.into(), engine: Engine::default(), threads: None, values, blocks: Blocks::default() }
    }

    /// The same sequence, continued by this engine.
    #[must_use]
    pub fn with_engine(self, engine: Engine) -> Self {
        Self { engine, ..self }
    }

    /// The same sequence, continued on so many threads. More than there are processors only get into each other's way.
    #[must_use]
    pub fn with_threads(self, threads: NonZero<usize>) -> Self {
        Self { threads: Some(threads), ..self }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &HeapGame {
        &self.game
    }

    /// The values that are known: heap `n` in place `n`.
    #[must_use]
    pub fn values(&self) -> &[u16] {
        &self.values
    }

    /// The values that are known, to keep or to shorten. [`resume`](Self::resume) takes them again.
    #[must_use]
    pub fn into_values(self) -> Vec<u16> {
        self.values
    }

    /// The period of the sequence, if the values that are known prove one. Costs a pass over the values, unless
    /// they nearly repeat in many ways.
    #[must_use]
    pub fn period(&self) -> Option<Period> {
        Period::proven(&self.game, &self.values)
    }

    /// The split with the fewest rare values among those that are known. Costs a pass over the values.
    ///
    /// ```
    /// use grundy::{Octal, Sequence};
    ///
    /// let treblecross: Octal = ".007".parse()?;
    /// let mut sequence = Sequence::new(treblecross);
    /// sequence.extend_to(1 << 17)?;
    /// let split = sequence.split().expect("a game with sums");
    /// assert_eq!((split.mask(), split.counts_size()), (0x7b8, false));
    /// assert_eq!(split.rare(sequence.values()).count(), 18_859);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn split(&self) -> Option<Split> {
        Split::best(&self.game, &self.values).map(|(split, _)| split)
    }

    /// Makes the values of all heaps up to this one known.
    ///
    /// # Errors
    ///
    /// If one of them does not fit into 16 bits. Those before it are known then.
    pub fn extend_to(&mut self, heap: usize) -> Result<(), Overflow> {
        match self.engine {
            Engine::Plain => plain::extend(&self.game, &mut self.values, heap),
            Engine::Sparse => self.blocks.extend(&self.game, &mut self.values, heap, self.threads),
        }
    }
}
