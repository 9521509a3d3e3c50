//! Which worker keeps which rank. Regions of a game differ in what they take, so blocks of ranks go round, instead of
//! one range for each worker.

/// How the ranks of a game are divided among workers that solve it together: in blocks of equal length, one after
/// another to each worker in turn.
///
/// ```
/// # #[cfg(feature = "files")]
/// # {
/// use retrograde::solver::Partition;
///
/// let partition = Partition::new(1_000, 3);
/// assert_eq!(partition.place(5), (2, 1)); // in the second round
/// assert_eq!(partition.rank(2, 1), 5);
/// assert_eq!((0..3).map(|worker| partition.ranks_of(worker)).collect::<Vec<_>>(), [334, 333, 333]);
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Partition {
    ranks: u64,
    workers: u64,
    /// The length of a block is 2 to this power.
    shift: u32,
}

impl Partition {
    /// The number of blocks, and of blocks of each worker, from which on blocks become longer: enough of them to even
    /// out what is uneven between regions of a game.
    const BLOCKS: u64 = 1 << 10;
    const BLOCKS_OF_WORKER: u64 = 1 << 5;

    /// Divides this number of ranks among this number of workers, at least one.
    #[must_use]
    pub fn new(ranks: u64, workers: u64) -> Self {
        let workers = workers.max(1);
        let length = ranks / workers.saturating_mul(Self::BLOCKS_OF_WORKER).max(Self::BLOCKS);
        Self { ranks, workers, shift: length.checked_ilog2().unwrap_or(0) }
    }

    /// The number of ranks of the game.
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

    /// The rank with this index among the ranks of a worker.
    #[inline]
    #[must_use]
    pub fn rank(self, worker: u64, index: u64) -> u64 {
        let (round, within) = (index >> self.shift, index & ((1 << self.shift) - 1));
        (round * self.workers + worker) << self.shift | within
    }

    /// The number of ranks that a worker keeps.
    #[must_use]
    pub fn ranks_of(self, worker: u64) -> u64 {
        self.ranks_before(worker, self.ranks)
    }

    /// How many of the ranks that a worker keeps are below this one.
    pub(crate) fn ranks_before(self, worker: u64, rank: u64) -> u64 {
        let (block, within) = (rank >> self.shift, rank & ((1 << self.shift) - 1));
        let (round, turn) = (block / self.workers, block % self.workers);
        let full = (round + u64::from(worker < turn)) << self.shift;
        if worker == turn { full + within } else { full }
    }
}
