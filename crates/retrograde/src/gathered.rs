//! The graph of a game with its edges turned round, for games that do not know their predecessors.

use std::ops::Range;

use crate::cell::{Cell, Table};
use crate::game::Game;
use crate::reverse::{Edge, Reverse};
use crate::runner::{Runner, Stage, pieces};
use crate::solve::SolveError;

/// For each canonical position where its predecessors are, in ascending order, each as the difference to the one before.
/// [`solve`](crate::solve()) says what it takes.
pub(crate) struct Gathered {
    /// The edges into rank `r` are coded in `codes[ends[r - 1]..ends[r]]`.
    ends: Vec<usize>,
    codes: Vec<u8>,
}

/// How many moves are sorted at a time, as far as the ranks before tell how many there will be, at twelve bytes a move and up
/// to twice that while lists grow.
const MOVES_AT_A_TIME: u64 = 1 << 19;
/// How many ranks these are at the least and at the most.
const FEWEST_RANKS: u32 = 1 << 6;
const MOST_RANKS: u32 = 1 << 14;
/// Into how many pieces these are cut for threads.
const PIECES: u32 = 64;
/// Into how many parts the ranks that moves lead to are cut. Each part is worked on by one thread at a time.
const SHARDS: u32 = 64;

/// A move between canonical positions.
#[derive(Clone, Copy)]
struct Move {
    from: u32,
    to: u32,
    again: bool,
}

/// What is known of the ranks of one part.
struct Shard<'a> {
    first_rank: u32,
    /// The predecessor that came last.
    last: &'a mut [u32],
    /// In the first pass how many bytes the edges take, in the second where the next one goes.
    ends: &'a mut [usize],
    /// Empty in the first pass.
    codes: &'a mut [u8],
    /// Where in all codes this part begins.
    first_code: usize,
}

impl Gathered {
    /// `begin` is told of each canonical position how many moves it has. Each is of weight 1.
    pub(crate) fn new<G: Game>(
        runner: &mut Runner<'_>,
        game: &G,
        table: &Table,
        begin: impl Fn(u32, &G::Position, u64) -> Result<(), SolveError> + Sync,
    ) -> Result<Self, SolveError> {
        let ranks = game.ranks() as usize;
        let mut ends = vec![0_usize; ranks];
        let mut last = vec![0_u32; ranks];
        let shards = shards(&mut last, &mut ends, &mut []);
        let found = |span| moves_by_shard(game, table, span, &begin);
        each_move(runner, 1, game.ranks(), found, shards, |shard, (from, place, again)| {
            shard.ends[place] += code(shard.step_to(place, from), again).count();
        })?;
        let mut end = 0;
        for bytes in &mut ends {
            // For now the beginning; filling moves it to the end.
            (*bytes, end) = (end, end + *bytes);
        }
        let mut codes = vec![0; end];
        last.fill(0);
        let shards = self::shards(&mut last, &mut ends, &mut codes);
        let found = |span| moves_by_shard(game, table, span, &|_, _, _| Ok(()));
        each_move(runner, 2, game.ranks(), found, shards, |shard, (from, place, again)| {
            for byte in code(shard.step_to(place, from), again) {
                shard.codes[shard.ends[place] - shard.first_code] = byte;
                shard.ends[place] += 1;
            }
        })?;
        Ok(Self { ends, codes })
    }
}

impl<G: Game> Reverse<G> for Gathered {
    fn edges(&self, _: &G, rank: u32, mut visit: impl FnMut(Edge) -> Result<(), SolveError>) -> Result<(), SolveError> {
        let rank = rank as usize;
        let begin = rank.checked_sub(1).map_or(0, |before| self.ends[before]);
        let mut codes = self.codes[begin..self.ends[rank]].iter();
        let mut from = 0;
        while let Some((step, again)) = decode(&mut codes) {
            from += step;
            visit(Edge { from, weight: 1, again })?;
        }
        Ok(())
    }
}

impl Shard<'_> {
    /// How far it is to this predecessor from the one that came last, which it now is.
    fn step_to(&mut self, place: usize, from: u32) -> u32 {
        from - std::mem::replace(&mut self.last[place], from)
    }
}

/// A step and whether who has moved moves again, seven bits a byte, the lowest first, all but the last with the top bit set.
fn code(step: u32, again: bool) -> impl Iterator<Item = u8> {
    let mut rest = Some(u64::from(step) << 1 | u64::from(again));
    std::iter::from_fn(move || {
        let value = rest?;
        let low = (value & 0x7F) as u8;
        rest = Some(value >> 7).filter(|&rest| rest > 0);
        Some(if rest.is_some() { low | 0x80 } else { low })
    })
}

/// The next step, and whether who has moved moves again.
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

/// Cuts the ranks into parts, and the codes along with them if there are any.
fn shards<'a>(last: &'a mut [u32], ends: &'a mut [usize], codes: &'a mut [u8]) -> Vec<Shard<'a>> {
    let length = shard_length(last.len());
    let next_codes: Vec<usize> = ends.chunks(length).map(|ends| ends[0]).skip(1).chain([codes.len()]).collect();
    let (mut first_code, mut codes) = (0, codes);
    let parts = last.chunks_mut(length).zip(ends.chunks_mut(length)).zip(next_codes).zip((0..).step_by(length));
    let cut = parts.map(|(((last, ends), next_code), first_rank)| {
        let (own, rest) = std::mem::take(&mut codes).split_at_mut(next_code - first_code);
        codes = rest;
        let shard = Shard { first_rank, last, ends, codes: own, first_code };
        first_code = next_code;
        shard
    });
    cut.collect()
}

fn shard_length(ranks: usize) -> usize {
    ranks.div_ceil(SHARDS as usize).max(1)
}

/// Visits each move of each canonical position: where it begins, its place in the shard of where it leads to, and whether
/// who has moved moves again. What leads to the same rank comes by ascending predecessor. `find` gives the moves from some
/// ranks, apart by the shards that they lead to.
fn each_move(
    runner: &mut Runner<'_>,
    pass: u8,
    ranks: u32,
    find: impl Fn(Range<u32>) -> Result<Vec<Vec<Move>>, SolveError> + Sync + Send,
    mut shards: Vec<Shard<'_>>,
    visit: impl Fn(&mut Shard<'_>, (u32, usize, bool)) + Sync + Send,
) -> Result<(), SolveError> {
    let (mut begin, mut length) = (0, FEWEST_RANKS);
    while begin < ranks {
        let end = begin.saturating_add(length).min(ranks);
        let found = runner.crew.try_map(pieces(begin..end, length.div_ceil(PIECES)), &find)?;
        runner.crew.try_map(shards.iter_mut().enumerate().collect(), |(number, shard)| {
            for Move { from, to, again } in found.iter().flat_map(|of_piece| &of_piece[number]) {
                visit(shard, (*from, (to - shard.first_rank) as usize, *again));
            }
            Ok(())
        })?;
        runner.tell(Stage::Gathering { pass }, end as usize, ranks as usize);
        let moves = found.iter().flatten().map(Vec::len).sum::<usize>().max(1) as u64;
        let fitting = MOVES_AT_A_TIME * u64::from(end - begin) / moves;
        length = u32::try_from(fitting).unwrap_or(MOST_RANKS).clamp(FEWEST_RANKS, MOST_RANKS);
        begin = end;
    }
    Ok(())
}

/// The moves of the canonical positions of some ranks, apart by the shards that they lead to. `count` is told of each
/// position how many it has.
fn moves_by_shard<G: Game>(
    game: &G,
    table: &Table,
    ranks: Range<u32>,
    count: &impl Fn(u32, &G::Position, u64) -> Result<(), SolveError>,
) -> Result<Vec<Vec<Move>>, SolveError> {
    let length = shard_length(game.ranks() as usize);
    let mut moves = vec![Vec::new(); SHARDS as usize];
    for from in ranks.filter(|&from| table.get(from).is_some_and(|cell| cell != Cell::NO_POSITION)) {
        let position = game.unrank(from).ok_or(SolveError::NoPosition { rank: from })?;
        let (mut visited, mut counted) = (Ok(()), 0);
        game.successors(&position, |successor| {
            counted += 1;
            let to = game.rank(&game.canonical(&successor));
            match table.get(to) {
                None => visited = visited.and(Err(SolveError::NoSuchRank { rank: to, from })),
                Some(Cell::NO_POSITION) => visited = visited.and(Err(SolveError::NoPosition { rank: to })),
                Some(_) => {
                    moves[to as usize / length].push(Move { from, to, again: game.moves_again(&position, &successor) });
                }
            }
        });
        visited?;
        count(from, &position, counted)?;
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_coded_is_decoded() {
        let steps = (0..33).flat_map(|bit| [(1_u64 << bit) - 1, 1 << bit]).filter_map(|step| u32::try_from(step).ok());
        for (step, again) in steps.flat_map(|step| [(step, false), (step, true)]) {
            let bytes: Vec<u8> = code(step, again).collect();
            let mut codes = bytes.iter();
            assert_eq!(decode(&mut codes), Some((step, again)));
            assert_eq!(decode(&mut codes), None);
        }
        assert_eq!([63, 64, 8_191, 8_192, u32::MAX].map(|step| code(step, true).count()), [1, 2, 2, 3, 5]);
    }
}
