//! How the sparse engine works: the sparse space of a game, and what it saves.
//!
//! # Rare heaps
//!
//! Count the binary digits of a value that are 1 under some mask, and call the value *even* or *odd* by that count.
//! Parities add up as values do: the sum of two even or of two odd values is even, the sum of an even and an odd one is
//! odd.
//!
//! In many games there is a mask under which nearly all heaps are odd. This reinforces itself: the two heaps that a
//! move leaves are usually both odd, so nearly every even number is the value of some move, and the smallest number
//! that is not, the [`mex()`](crate::mex()), is odd. The even values are the *sparse space* of the game. The few heaps
//! with such a value are *rare*, the others *common*. For .007 the mask is 0x7b8, and 22,461 of the first 2^20 heaps
//! are rare.
//!
//! The mask is found by counting ([`Tally::sparse_space`](crate::tally::Tally::sparse_space)): a Walsh-Hadamard
//! transform of the number of heaps of each value gives, for all masks at once, how many heaps are even. It is chosen
//! again whenever the number of values has grown by a quarter. Any mask gives the right values; a bad one only costs
//! time.
//!
//! In some games the parity of the heap's size has to be counted as well. Where all moves that leave two heaps take an
//! odd number of tokens, or all an even number, let *t* be one of these numbers: for a heap of *n* tokens, one more
//! digit 1 is counted if *n* - *t* is odd. Everything else is as before: the two heaps that such a move leaves have
//! *n* - *t* tokens together, so their parities add up to the one that the value of the move has as a value of the heap
//! of *n*. Rare heaps are even by this count too. An empty heap is rare unless sizes are counted and *t* is odd.
//!
//! # Two questions for each heap
//!
//! A move that leaves two heaps leads to an odd value only if one of them is rare, and the other is not. The few moves
//! that leave one heap are looked at one by one. So the value of a heap follows from two questions:
//!
//! 1. Which odd values are reachable? Pairing each rare heap with whatever a move leaves beside it tells: that is some
//!    twenty thousand pairs instead of half a million.
//! 2. Which even values below the smallest unreachable odd one are reachable? Nearly all are, and one pair is proof.
//!    Most are found by pairing a sample of common heaps in the same way. For each of the others all pairs are searched
//!    until one is found. If none is, the heap is worth that value, and is itself rare.
//!
//! A value counts as unreachable only when all pairs that could lead to it have been looked at.
//!
//! # Many heaps at once
//!
//! When the same heap is split off sixteen neighbouring heaps, sixteen neighbouring heaps remain. Their values are read
//! as four machine words, added to the value of the heap that was split off, and marked in sixteen tables of bytes,
//! which fit into the L1 cache: one store for each pair. The sample is from the small heaps, so that what is read for it
//! are the latest values, which the L2 cache holds also when the sequence has a billion values.
//!
//! # Words
//!
//! - An *anchor* is a heap that is paired with all others: a rare heap or one of the sample. Where no mask makes heaps
//!   rare, all heaps are anchors, and what is gained is that sixteen heaps are computed at a time, on all threads.
//! - A *group* is sixteen neighbouring heaps, a *block* sixteen groups. All threads work on the groups of a block as
//!   far as its heaps depend on heaps before the block. Then one thread adds the moves to heaps of the block itself, a
//!   few hundred for each heap, and determines the values, one heap after another.
//! - A heap's *candidate* is the smallest value that is not reachable by a move to heaps before the block. It is the
//!   heap's value unless a move to a heap of the block leads to it.
//!
//! Where no rare heap has come for long, and values are small, they are computed by a [`Stream`](crate::Stream), ten
//! times as fast. As soon as a period is proven, values are copied.

pub(crate) mod blocks;
mod space;

pub use space::SparseSpace;
