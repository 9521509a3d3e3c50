//! How the fast engine works: the sparse space of a game, and what it saves.
//!
//! # Rare values
//!
//! Count, in the binary digits of a value, those under a mask, and call the value *even* or *odd* by the count. Parities
//! add up as values do: the sum of two even values is even, as is that of two odd ones, and the sum of an even and an odd
//! one is odd.
//!
//! In many games there is a mask under which nearly all heaps are odd. That keeps itself up: the two heaps that a move
//! leaves are most often both odd, so nearly every even number is the value of some move, and the smallest number that is
//! none, the [`mex`](crate::mex), is odd. The few even heaps are *rare*, and the others *common*. For .007 the mask is
//! 0x7b8, and of the first 2^20 heaps 22,461 are rare.
//!
//! The mask is found by counting ([`Sequence::split`](crate::Sequence::split)): a Walsh-Hadamard transform of how often each value occurs gives, for
//! every mask at once, how many heaps are even under it. It is chosen anew whenever a quarter of the values is new. In some
//! games the parity of the heap's size has to be added to the count. Whatever the mask, the values come out right; a bad
//! one only costs time.
//!
//! # Two questions for each heap
//!
//! An odd number is the value of a move only if one of the two heaps is rare. So for each heap:
//!
//! 1. Which odd numbers are values of moves? All pairs of a rare heap and what remains tell: some twenty thousand, and not
//!    half a million.
//! 2. Which even numbers below the smallest odd one that is missing? Nearly all of them, and for each a single pair is
//!    proof. A sample of common heaps, paired with what remains like the rare ones, makes most of them; for each that is
//!    left pairs are compared one after another until one makes it. Only where none does, all have been compared, and the
//!    heap itself is rare.
//!
//! Nothing is guessed: a number counts as missing when all pairs that could make it have been looked at.
//!
//! # Many heaps at once
//!
//! What remains of 16 neighbouring heaps when the same heap is split off are 16 neighbouring values. They are read as four
//! machine words, added to the value of the split-off heap, and marked in 16 tables of bytes, which fit into the cache
//! next to a core: a quarter of a nanosecond for each pair.
//!
//! A block of 256 heaps is worked on like this by all threads, a group of 16 at a time, as far as it depends on heaps before
//! the block. What is left, the pairs with a heap within the block, is a few hundred for each heap, and is added by one
//! thread, one heap after another, before the values are read off.
//!
//! Where no mask makes heaps rare, all pairs are marked, and the blocks and the threads are what is gained.

mod blocks;
mod marks;
mod pairs;
mod split;

pub(crate) use blocks::Blocks;
pub use split::Split;
