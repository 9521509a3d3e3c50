//! The stored reverse graph of a game: for each canonical position the moves that lead to it.

use std::ops::Range;

use crate::error::SolveError;
use crate::game::{NO_RANK, Ranked};
use crate::incoming::{IncomingMove, IncomingMoves};
use crate::memory::{OutOfMemory, index, zeroed};
use crate::outgoing::Outgoing;
use crate::runner::{Runner, Stage, pieces};
use crate::table::{State, Table};

/// The predecessors of each canonical position in ascending order, each encoded as the difference to the one before.
/// [`solve`](crate::solve()) says how much memory that takes.
pub(crate) struct ReverseGraph {
    /// The moves to rank `r` are encoded in `codes[ends[r - 1]..ends[r]]`.
    ends: Vec<usize>,
    codes: Vec<u8>,
}

/// The number of moves to sort at a time, estimated from the ranks before. A move takes 12 bytes, and up to twice that
/// while lists grow. Most lists, one for each piece and shard, have fewer than 128 moves, and room for 128.
const MOVES_PER_BATCH: u64 = 3 << 17;
/// The limits of the number of ranks in a batch.
const MIN_RANKS_PER_BATCH: u64 = 1 << 6;
const MAX_RANKS_PER_BATCH: u64 = 1 << 14;
/// The number of pieces of a batch whose moves threads find independently.
const PIECES_PER_BATCH: u64 = 64;
/// The number of shards that the target ranks are divided into. Only one thread at a time works on a shard.
const SHARDS: usize = 64;

/// A move between canonical positions, in twelve bytes.
#[derive(Clone, Copy)]
struct Move {
    /// How far the rank is from the first one of the piece whose moves are found together.
    from: u32,
    /// How far the rank is from the first one of the shard.
    to: u32,
    moves_again: bool,
}

/// The moves from a piece of the ranks.
struct MovesOfPiece {
    first_rank: u64,
    /// One list for each shard that moves lead to.
    by_shard: Vec<Vec<Move>>,
}

/// The predecessor of each rank that was visited last: in four bytes while that is enough.
enum LastPredecessors {
    Narrow(Vec<u32>),
    Wide(Vec<u64>),
}

/// Those of a shard.
enum LastOfShard<'a> {
    Narrow(&'a mut [u32]),
    Wide(&'a mut [u64]),
}

/// A range of target ranks, with the part of the output that belongs to it.
struct Shard<'a, T> {
    last: LastOfShard<'a>,
    output: T,
}

/// The output of the second pass for one shard.
struct CodesOfShard<'a> {
    /// Where in all codes the next byte of each rank goes.
    cursors: &'a mut [usize],
    codes: &'a mut [u8],
    /// Where in all codes those of this shard start.
    first_code: usize,
}

impl ReverseGraph {
    /// Builds the graph in two passes over all moves: the first finds out how many bytes each rank needs, the second
    /// writes them. `start` is called in the first pass, with each canonical position and its moves.
    pub(crate) fn build<G: Ranked>(
        runner: &mut Runner<'_>,
        game: &G,
        table: &Table,
        start: impl Fn(u64, &G::Position, Outgoing) -> Result<(), SolveError> + Sync,
    ) -> Result<Self, SolveError> {
        let ranks = game.ranks();
        let mut last = LastPredecessors::new(ranks)?;
        let mut sizes = zeroed::<usize>(ranks)?;
        let length = ranks_per_shard(sizes.len());
        // A graph of 2^38 ranks would take terabytes.
        u32::try_from(length).map_err(|_| OutOfMemory { bytes: ranks.saturating_mul(20) })?;
        let shards = into_shards(&mut last, length, sizes.chunks_mut(length));
        let find = |ranks| find_moves(game, table, ranks, &start);
        for_each_move(runner, 1, ranks, find, shards, |shard, first_rank, to_move| {
            let (index, code) = shard.encode(first_rank, to_move);
            shard.output[index] += code.count();
        })?;

        let (mut cursors, total) = starts_from_sizes(sizes);
        let mut codes = zeroed(total as u64)?;
        last.clear();
        let shards = into_shards(&mut last, length, codes_by_shard(&mut cursors, &mut codes).into_iter());
        let find = |ranks| find_moves(game, table, ranks, &|_, _, _| Ok(()));
        for_each_move(runner, 2, ranks, find, shards, |shard, first_rank, to_move| {
            let (index, code) = shard.encode(first_rank, to_move);
            shard.output.write(index, code);
        })?;
        // Each cursor has moved from the start of its rank's codes to their end.
        Ok(Self { ends: cursors, codes })
    }
}

impl LastPredecessors {
    fn new(ranks: u64) -> Result<Self, SolveError> {
        let fits = u32::try_from(ranks).is_ok();
        Ok(if fits { Self::Narrow(zeroed(ranks)?) } else { Self::Wide(zeroed(ranks)?) })
    }

    fn clear(&mut self) {
        match self {
            Self::Narrow(last) => last.fill(0),
            Self::Wide(last) => last.fill(0),
        }
    }

    /// Those of the shards, which have this many ranks each.
    fn shards(&mut self, length: usize) -> Vec<LastOfShard<'_>> {
        match self {
            Self::Narrow(last) => last.chunks_mut(length).map(LastOfShard::Narrow).collect(),
            Self::Wide(last) => last.chunks_mut(length).map(LastOfShard::Wide).collect(),
        }
    }
}

impl LastOfShard<'_> {
    fn replace(&mut self, index: usize, predecessor: u64) -> u64 {
        match self {
            Self::Narrow(last) => {
                let predecessor = u32::try_from(predecessor).expect("as many ranks as 32 bits hold");
                std::mem::replace(&mut last[index], predecessor).into()
            }
            Self::Wide(last) => std::mem::replace(&mut last[index], predecessor),
        }
    }
}

impl<G: Ranked> IncomingMoves<G> for ReverseGraph {
    fn visit(
        &self,
        _: &G,
        rank: u64,
        mut visit: impl FnMut(IncomingMove) -> Result<(), Box<SolveError>>,
    ) -> Result<(), Box<SolveError>> {
        let rank = index(rank);
        let start = rank.checked_sub(1).map_or(0, |before| self.ends[before]);
        let mut codes = self.codes[start..self.ends[rank]].iter();
        let mut from = 0;
        while let Some((step, moves_again)) = decode(&mut codes) {
            from += step;
            visit(IncomingMove { from, weight: 1, moves_again })?;
        }
        Ok(())
    }
}

impl<T> Shard<'_, T> {
    /// The index of the rank within the shard that a move leads to, and the code of the move. Moves to the same rank
    /// must come in ascending order of where they start.
    fn encode(&mut self, first_rank: u64, to_move: Move) -> (usize, impl Iterator<Item = u8> + use<T>) {
        let (index, from) = (to_move.to as usize, first_rank + u64::from(to_move.from));
        let step = from - self.last.replace(index, from);
        (index, encode(step, to_move.moves_again))
    }
}

impl CodesOfShard<'_> {
    fn write(&mut self, index: usize, code: impl Iterator<Item = u8>) {
        for byte in code {
            self.codes[self.cursors[index] - self.first_code] = byte;
            self.cursors[index] += 1;
        }
    }
}

/// Replaces the size of each rank's codes by where they start, and returns their total size too.
fn starts_from_sizes(mut sizes: Vec<usize>) -> (Vec<usize>, usize) {
    let mut end = 0;
    for entry in &mut sizes {
        let size = std::mem::replace(entry, end);
        end += size;
    }
    (sizes, end)
}

/// The lowest rank of each shard is a multiple of this.
fn ranks_per_shard(ranks: usize) -> usize {
    ranks.div_ceil(SHARDS).max(1)
}

fn into_shards<T>(last: &mut LastPredecessors, length: usize, outputs: impl Iterator<Item = T>) -> Vec<Shard<'_, T>> {
    last.shards(length).into_iter().zip(outputs).map(|(last, output)| Shard { last, output }).collect()
}

/// Splits all codes where the first rank of each shard starts.
fn codes_by_shard<'a>(starts: &'a mut [usize], mut codes: &'a mut [u8]) -> Vec<CodesOfShard<'a>> {
    let length = ranks_per_shard(starts.len());
    let total = codes.len();
    let shard_ends: Vec<usize> = starts.chunks(length).map(|starts| starts[0]).skip(1).chain([total]).collect();
    let shards = starts.chunks_mut(length).zip(shard_ends).map(|(cursors, shard_end)| {
        let first_code = cursors[0];
        let (own, rest) = std::mem::take(&mut codes).split_at_mut(shard_end - first_code);
        codes = rest;
        CodesOfShard { cursors, codes: own, first_code }
    });
    shards.collect()
}

/// Encodes a step and whether the player moves again, as a number in LEB128: seven bits per byte, the lowest first,
/// with the top bit set in all bytes but the last.
fn encode(step: u64, moves_again: bool) -> impl Iterator<Item = u8> {
    let mut rest = Some(step << 1 | u64::from(moves_again));
    std::iter::from_fn(move || {
        let value = rest?;
        let low = (value & 0x7F) as u8;
        rest = Some(value >> 7).filter(|&rest| rest > 0);
        Some(if rest.is_some() { low | 0x80 } else { low })
    })
}

/// Decodes the next step and whether the player moves again.
fn decode<'a>(codes: &mut impl Iterator<Item = &'a u8>) -> Option<(u64, bool)> {
    let mut byte = *codes.next()?;
    let mut value = u64::from(byte & 0x7F);
    let mut shift = 0;
    while byte & 0x80 != 0 {
        byte = *codes.next()?;
        shift += 7;
        value |= u64::from(byte & 0x7F) << shift;
    }
    Some((value >> 1, value & 1 == 1))
}

/// Visits the moves of all canonical positions, each with the shard that it leads to and the first rank of the piece
/// that it comes from. Moves to the same rank come in ascending order of where they start. `find` returns the moves of
/// a piece.
fn for_each_move<T: Send>(
    runner: &mut Runner<'_>,
    pass: u8,
    ranks: u64,
    find: impl Fn(Range<u64>) -> Result<MovesOfPiece, SolveError> + Sync + Send,
    mut shards: Vec<Shard<'_, T>>,
    visit: impl Fn(&mut Shard<'_, T>, u64, Move) + Sync + Send,
) -> Result<(), SolveError> {
    let (mut start, mut length) = (0, MIN_RANKS_PER_BATCH);
    while start < ranks {
        let end = start.saturating_add(length).min(ranks);
        let found = runner.threads.try_map(pieces(start..end, length.div_ceil(PIECES_PER_BATCH)), &find)?;
        runner.threads.try_map(shards.iter_mut().enumerate().collect(), &|(number, shard)| {
            for MovesOfPiece { first_rank, by_shard } in &found {
                by_shard[number].iter().for_each(|&to_move| visit(shard, *first_rank, to_move));
            }
            Ok::<_, SolveError>(())
        })?;
        runner.report(Stage::BuildingReverseGraph { pass }, end, ranks);
        let moves = found.iter().flat_map(|of_piece| &of_piece.by_shard).map(Vec::len).sum::<usize>().max(1) as u64;
        length = next_batch_length(end - start, moves);
        start = end;
    }
    Ok(())
}

/// The number of ranks that have about [`MOVES_PER_BATCH`] moves, if `ranks` have so many.
fn next_batch_length(ranks: u64, moves: u64) -> u64 {
    (MOVES_PER_BATCH * ranks / moves).clamp(MIN_RANKS_PER_BATCH, MAX_RANKS_PER_BATCH)
}

/// Finds the moves of the canonical positions in a piece of the ranks. `count` is called with each position and its
/// moves.
fn find_moves<G: Ranked>(
    game: &G,
    table: &Table,
    ranks: Range<u64>,
    count: &impl Fn(u64, &G::Position, Outgoing) -> Result<(), SolveError>,
) -> Result<MovesOfPiece, SolveError> {
    let narrow = |offset: u64| u32::try_from(offset).expect("pieces and shards are small");
    let (first_rank, ranks_per_shard) = (ranks.start, ranks_per_shard(index(game.ranks())) as u64);
    let mut by_shard = vec![Vec::new(); SHARDS];
    for from in ranks.filter(|&from| table.get(from).is_some_and(|state| state != State::NO_POSITION)) {
        let position = game.unrank(from).ok_or(SolveError::NoPosition { rank: from, from: Some(from) })?;
        if game.known_value(&position).is_some() {
            continue;
        }
        let outgoing = Outgoing::visit(game, &position, |successor| {
            let to = game.rank(&game.canonical(&successor));
            match table.get(to) {
                None if to == NO_RANK => return Err(SolveError::NoRank { from }),
                None => return Err(SolveError::RankOutOfRange { rank: to, from }),
                Some(State::NO_POSITION) => return Err(SolveError::NoPosition { rank: to, from: Some(from) }),
                Some(_) => {}
            }
            let moves_again = game.moves_again(&position, &successor);
            let found = Move { from: narrow(from - first_rank), to: narrow(to % ranks_per_shard), moves_again };
            by_shard[index(to / ranks_per_shard)].push(found);
            Ok(())
        })?;
        count(from, &position, outgoing)?;
    }
    Ok(MovesOfPiece { first_rank, by_shard })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decoding_reverses_encoding() {
        let steps = (0..63).flat_map(|bit| [(1_u64 << bit) - 1, 1 << bit]);
        for (step, moves_again) in steps.flat_map(|step| [(step, false), (step, true)]) {
            let bytes: Vec<u8> = encode(step, moves_again).collect();
            let mut codes = bytes.iter();
            assert_eq!(decode(&mut codes), Some((step, moves_again)));
            assert_eq!(decode(&mut codes), None);
        }
        assert_eq!(
            [63, 64, 8_191, 8_192, u32::MAX.into(), (1 << 38) - 1].map(|step| encode(step, true).count()),
            [1, 2, 2, 3, 5, 6]
        );
    }

    #[test]
    fn codes_start_where_those_before_end() {
        assert_eq!(starts_from_sizes(vec![3, 0, 2, 1]), (vec![0, 3, 3, 5], 6));
        assert_eq!(starts_from_sizes(Vec::new()), (Vec::new(), 0));
    }

    #[test]
    fn batches_get_larger_and_smaller_within_limits() {
        assert_eq!(next_batch_length(64, 64 << 4), MAX_RANKS_PER_BATCH);
        assert_eq!(next_batch_length(1_000, 1_000 << 6), 3 << 11);
        assert_eq!(next_batch_length(64, 64 << 20), MIN_RANKS_PER_BATCH);
        assert_eq!(next_batch_length(u32::MAX.into(), 1), MAX_RANKS_PER_BATCH);
    }
}
