//! The stored reverse graph of a game: for each canonical position the moves that lead to it.

use std::ops::Range;

use crate::cell::{Cell, Table};
use crate::game::{Game, until_error};
use crate::incoming::{IncomingMove, IncomingMoves};
use crate::runner::{Runner, Stage, pieces};
use crate::solve::SolveError;

/// The predecessors of each canonical position in ascending order, each encoded as the difference to the one before.
/// [`solve`](crate::solve()) says how much memory that takes.
pub(crate) struct ReverseGraph {
    /// The moves to rank `r` are encoded in `codes[ends[r - 1]..ends[r]]`.
    ends: Vec<usize>,
    codes: Vec<u8>,
}

/// The number of moves to sort at a time, estimated from the ranks before. A move takes 12 bytes, and up to twice that while
/// lists grow.
const MOVES_PER_BATCH: u64 = 1 << 19;
/// The limits of the number of ranks in a batch.
const MIN_RANKS_PER_BATCH: u32 = 1 << 6;
const MAX_RANKS_PER_BATCH: u32 = 1 << 14;
/// The number of pieces of a batch whose moves threads find independently.
const PIECES_PER_BATCH: u32 = 64;
/// The number of shards that the target ranks are divided into. Only one thread at a time works on a shard.
const SHARDS: u32 = 64;

/// A move between canonical positions.
#[derive(Clone, Copy)]
struct Move {
    from: u32,
    to: u32,
    moves_again: bool,
}

/// A range of target ranks, with the part of the output that belongs to it.
struct Shard<'a, T> {
    first_rank: u32,
    /// The predecessor of each rank that was visited last.
    last: &'a mut [u32],
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
    /// Builds the graph in two passes over all moves: the first finds out how many bytes each rank needs, the second writes
    /// them. `start` is called in the first pass, with each canonical position and the number of its moves.
    pub(crate) fn build<G: Game>(
        runner: &mut Runner<'_>,
        game: &G,
        table: &Table,
        start: impl Fn(u32, &G::Position, u64) -> Result<(), SolveError> + Sync,
    ) -> Result<Self, SolveError> {
        let ranks = game.ranks() as usize;
        let mut last = vec![0_u32; ranks];
        let mut sizes = vec![0_usize; ranks];
        let shards = into_shards(&mut last, sizes.chunks_mut(ranks_per_shard(ranks)));
        let find = |ranks| find_moves(game, table, ranks, &start);
        for_each_move(runner, 1, game.ranks(), find, shards, |shard, to_move| {
            let (index, code) = shard.encode(to_move);
            shard.output[index] += code.count();
        })?;

        let (mut cursors, total) = starts_from_sizes(sizes);
        let mut codes = vec![0; total];
        last.fill(0);
        let shards = into_shards(&mut last, codes_by_shard(&mut cursors, &mut codes).into_iter());
        let find = |ranks| find_moves(game, table, ranks, &|_, _, _| Ok(()));
        for_each_move(runner, 2, game.ranks(), find, shards, |shard, to_move| {
            let (index, code) = shard.encode(to_move);
            shard.output.write(index, code);
        })?;
        // Each cursor has moved from the start of its rank's codes to their end.
        Ok(Self { ends: cursors, codes })
    }
}

impl<G: Game> IncomingMoves<G> for ReverseGraph {
    fn visit(
        &self,
        _: &G,
        rank: u32,
        mut visit: impl FnMut(IncomingMove) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        let rank = rank as usize;
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
    /// The index of the rank within the shard that a move leads to, and the code of the move. Moves to the same rank must come
    /// in ascending order of where they start.
    fn encode(&mut self, to_move: Move) -> (usize, impl Iterator<Item = u8> + use<T>) {
        let index = (to_move.to - self.first_rank) as usize;
        let step = to_move.from - std::mem::replace(&mut self.last[index], to_move.from);
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
    ranks.div_ceil(SHARDS as usize).max(1)
}

fn into_shards<T>(last: &mut [u32], outputs: impl Iterator<Item = T>) -> Vec<Shard<'_, T>> {
    let length = ranks_per_shard(last.len());
    let parts = last.chunks_mut(length).zip(outputs).zip((0..).step_by(length));
    parts.map(|((last, output), first_rank)| Shard { first_rank, last, output }).collect()
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

/// Encodes a step and whether the player moves again, as a number in LEB128: seven bits per byte, the lowest first, with the
/// top bit set in all bytes but the last.
fn encode(step: u32, moves_again: bool) -> impl Iterator<Item = u8> {
    let mut rest = Some(u64::from(step) << 1 | u64::from(moves_again));
    std::iter::from_fn(move || {
        let value = rest?;
        let low = (value & 0x7F) as u8;
        rest = Some(value >> 7).filter(|&rest| rest > 0);
        Some(if rest.is_some() { low | 0x80 } else { low })
    })
}

/// Decodes the next step and whether the player moves again.
fn decode<'a>(codes: &mut impl Iterator<Item = &'a u8>) -> Option<(u32, bool)> {
    let mut byte = *codes.next()?;
    let mut value = u64::from(byte & 0x7F);
    let mut shift = 0;
    while byte & 0x80 != 0 {
        byte = *codes.next()?;
        shift += 7;
        value |= u64::from(byte & 0x7F) << shift;
    }
    Some((u32::try_from(value >> 1).expect("a step between ranks"), value & 1 == 1))
}

/// Visits the moves of all canonical positions, each with the shard that it leads to. Moves to the same rank come in ascending
/// order of where they start. `find` returns the moves from a range of ranks, one list for each shard.
fn for_each_move<T: Send>(
    runner: &mut Runner<'_>,
    pass: u8,
    ranks: u32,
    find: impl Fn(Range<u32>) -> Result<Vec<Vec<Move>>, SolveError> + Sync + Send,
    mut shards: Vec<Shard<'_, T>>,
    visit: impl Fn(&mut Shard<'_, T>, Move) + Sync + Send,
) -> Result<(), SolveError> {
    let (mut start, mut length) = (0, MIN_RANKS_PER_BATCH);
    while start < ranks {
        let end = start.saturating_add(length).min(ranks);
        let found = runner.threads.try_map(pieces(start..end, length.div_ceil(PIECES_PER_BATCH)), &find)?;
        runner.threads.try_map(shards.iter_mut().enumerate().collect(), |(number, shard)| {
            found.iter().flat_map(|of_piece| &of_piece[number]).for_each(|&to_move| visit(shard, to_move));
            Ok(())
        })?;
        runner.report(Stage::BuildingReverseGraph { pass }, end as usize, ranks as usize);
        let moves = found.iter().flatten().map(Vec::len).sum::<usize>().max(1) as u64;
        length = next_batch_length(end - start, moves);
        start = end;
    }
    Ok(())
}

/// The number of ranks that have about [`MOVES_PER_BATCH`] moves, if `ranks` have so many.
fn next_batch_length(ranks: u32, moves: u64) -> u32 {
    let length = MOVES_PER_BATCH * u64::from(ranks) / moves;
    let length = length.clamp(MIN_RANKS_PER_BATCH.into(), MAX_RANKS_PER_BATCH.into());
    u32::try_from(length).expect("at most MAX_RANKS_PER_BATCH")
}

/// Finds the moves of the canonical positions in a range of ranks, one list for each shard that they lead to. `count` is
/// called with each position and the number of its moves.
fn find_moves<G: Game>(
    game: &G,
    table: &Table,
    ranks: Range<u32>,
    count: &impl Fn(u32, &G::Position, u64) -> Result<(), SolveError>,
) -> Result<Vec<Vec<Move>>, SolveError> {
    let ranks_per_shard = ranks_per_shard(game.ranks() as usize);
    let mut moves = vec![Vec::new(); SHARDS as usize];
    for from in ranks.filter(|&from| table.get(from).is_some_and(|cell| cell != Cell::NO_POSITION)) {
        let position = game.unrank(from).ok_or(SolveError::NoPosition { rank: from })?;
        let (mut result, mut counted) = (Ok(()), 0);
        let visitor = until_error(&mut result, |successor| {
            counted += 1;
            let to = game.rank(&game.canonical(&successor));
            match table.get(to) {
                None => return Err(SolveError::RankOutOfRange { rank: to, from }),
                Some(Cell::NO_POSITION) => return Err(SolveError::NoPosition { rank: to }),
                Some(_) => {}
            }
            let moves_again = game.moves_again(&position, &successor);
            moves[to as usize / ranks_per_shard].push(Move { from, to, moves_again });
            Ok(())
        });
        let _ = game.successors(&position, visitor);
        result?;
        count(from, &position, counted)?;
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decoding_reverses_encoding() {
        let steps = (0..33).flat_map(|bit| [(1_u64 << bit) - 1, 1 << bit]).filter_map(|step| u32::try_from(step).ok());
        for (step, moves_again) in steps.flat_map(|step| [(step, false), (step, true)]) {
            let bytes: Vec<u8> = encode(step, moves_again).collect();
            let mut codes = bytes.iter();
            assert_eq!(decode(&mut codes), Some((step, moves_again)));
            assert_eq!(decode(&mut codes), None);
        }
        assert_eq!([63, 64, 8_191, 8_192, u32::MAX].map(|step| encode(step, true).count()), [1, 2, 2, 3, 5]);
    }

    #[test]
    fn codes_start_where_those_before_end() {
        assert_eq!(starts_from_sizes(vec![3, 0, 2, 1]), (vec![0, 3, 3, 5], 6));
        assert_eq!(starts_from_sizes(Vec::new()), (Vec::new(), 0));
    }

    #[test]
    fn batches_get_larger_and_smaller_within_limits() {
        assert_eq!(next_batch_length(64, 64 << 5), MAX_RANKS_PER_BATCH);
        assert_eq!(next_batch_length(1_000, 1_000 << 6), 1 << 13);
        assert_eq!(next_batch_length(64, 64 << 20), MIN_RANKS_PER_BATCH);
        assert_eq!(next_batch_length(u32::MAX, 1), MAX_RANKS_PER_BATCH);
    }
}
