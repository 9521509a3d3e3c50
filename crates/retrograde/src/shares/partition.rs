//! Which worker keeps which rank.
//!
//! The blocks of ranks go round, instead of one range for each worker. Regions of a game differ in what they
//! take, and all workers wait for the slowest in each round.

/// How the ranks of a game are divided among workers that solve it together: in blocks of equal length, one after
/// another to each worker in turn. The same for the same numbers of ranks and workers.
///
/// ```
/// use retrograde::shares::Partition;
///
/// let partition = Partition::new(1_000, 3);
/// assert_eq!(partition.place(5), (2, 1)); // in the second round
/// assert_eq!(partition.rank(2, 1), 5);
/// assert_eq!((0..3).map(|worker| partition.ranks_of(worker)).collect::<Vec<_>>(), [334, 333, 333]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Partition {
    ranks: u64,
    workers: u64,
    /// The length of a block is 2 to this power.
    shift: u32,
}

impl Partition {
    /// The number of blocks, and that of each worker, from which on blocks become longer: enough of them to even out
    /// what is uneven between regions of a game.
    const BLOCKS: u64 = 1 << 10;
    const BLOCKS_OF_WORKER: u64 = 1 << 5;

    /// Divides `ranks` ranks among `workers` workers, at least one.
    #[must_use]
    pub fn new(ranks: u64, workers: u64) -> Self {
        let workers = workers.max(1);
        let length = ranks / workers.saturating_mul(Self::BLOCKS_OF_WORKER).max(Self::BLOCKS);
        Self { ranks, workers, shift: length.checked_ilog2().unwrap_or(0) }
    }

    /// A partition with another length of blocks. `None` unless that is a power of two.
    pub(crate) fn with_block_length(ranks: u64, workers: u64, length: u64) -> Option<Self> {
        let is_valid = workers > 0 && length.is_power_of_two();
        is_valid.then(|| Self { ranks, workers, shift: length.ilog2() })
    }

    /// The number of ranks.
    #[must_use]
    pub fn ranks(self) -> u64 {
        self.ranks
    }

    /// The number of workers.
    #[must_use]
    pub fn workers(self) -> u64 {
        self.workers
    }

    /// The worker that keeps a rank, and the index of the rank among its own.
    #[inline]
    #[must_use]
    pub fn place(self, rank: u64) -> (u64, u64) {
        let (block, within) = (rank >> self.shift, rank & ((1 << self.shift) - 1));
        (block % self.workers, (block / self.workers) << self.shift | within)
    }

    /// The rank with this index among those of a worker.
    #[inline]
    #[must_use]
    pub fn rank(self, worker: u64, index: u64) -> u64 {
        let (round, within) = (index >> self.shift, index & ((1 << self.shift) - 1));
        (round * self.workers + worker) << self.shift | within
    }

    /// The number of ranks that a worker keeps.
    #[must_use]
    pub fn ranks_of(self, worker: u64) -> u64 {
        let blocks = self.blocks();
        let full = blocks / self.workers + u64::from(worker < blocks % self.workers);
        match blocks.checked_sub(1) {
            // The last block may be shorter than the others.
            Some(last) if last % self.workers == worker => {
                ((full - 1) << self.shift) + (self.ranks - (last << self.shift))
            }
            _ => full << self.shift,
        }
    }

    /// The number of blocks. Block `b` is kept by worker `b % workers`.
    fn blocks(self) -> u64 {
        self.ranks.div_ceil(1 << self.shift)
    }

    /// The length of all blocks but the last, which may be shorter.
    pub(crate) fn block_length(self) -> u64 {
        1 << self.shift
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rank_has_one_place_and_every_place_one_rank() {
        for (ranks, workers) in [
            (0, 1),
            (1, 1),
            (1, 3),
            (3, 2),
            (4, 2),
            (5, 2),
            (8, 2),
            (1_000, 1),
            (5_000, 7),
            (100_000, 3),
            (3_000_000, 2),
        ] {
            let partition = Partition::new(ranks, workers);
            let mut next = vec![0; usize::try_from(workers).unwrap()];
            for rank in 0..ranks {
                let (worker, index) = partition.place(rank);
                let expected = &mut next[usize::try_from(worker).unwrap()];
                // A worker's ranks are in ascending order, without gaps.
                assert_eq!(index, *expected, "{ranks} {workers} {rank}");
                *expected += 1;
                assert_eq!(partition.rank(worker, index), rank);
            }
            let counts: Vec<u64> = (0..workers).map(|worker| partition.ranks_of(worker)).collect();
            assert_eq!(counts, next, "{ranks} {workers}");
        }
    }

    #[test]
    fn shares_of_a_large_game_are_nearly_equal() {
        let partition = Partition::new(10_000_000_000, 48);
        let shares: Vec<u64> = (0..48).map(|worker| partition.ranks_of(worker)).collect();
        let [least, most] = [*shares.iter().min().unwrap(), *shares.iter().max().unwrap()];
        assert_eq!(shares.iter().sum::<u64>(), 10_000_000_000);
        assert!(most - least <= least / 20, "{least} {most}");
    }
}
