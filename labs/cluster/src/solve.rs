//! Solving a game together: rounds from the ends of the game backwards, and one file at the end.

use std::ops::Range;
use std::time::Instant;

use retrograde::files::{Header, Stored};
use retrograde::solver::{Partition, Progress, Region, Share, Stage};
use retrograde::{Error, Ranked};

use crate::checkpoint::{Checkpoints, io_error};
use crate::moves::{decode, encode};
use crate::round::{agree, round, sums};
use crate::{Cluster, ClusterError, Processes, SavedSolution};

/// The ranks of a game in pieces, whose values go through the first process, in two bytes each.
fn pieces(ranks: u64) -> impl Iterator<Item = Range<u64>> {
    const PIECE: u64 = 1 << 18;
    (0..ranks.div_ceil(PIECE)).map(move |piece| piece * PIECE..ranks.min((piece + 1) * PIECE))
}

impl Cluster<'_> {
    pub(crate) fn solve<G: Ranked>(
        &self,
        processes: &mut impl Processes,
        stored: &Stored<G>,
        part: usize,
        region: &Region<'_, G>,
        state_name: &str,
    ) -> Result<Option<SavedSolution>, ClusterError> {
        let partition = Partition::new(region.ranks(), processes.count() as u64);
        let (process, path) = (processes.number() as u64, stored.path(part));
        let folder = self.checkpoint_folder.zip(path.file_name());
        let base = folder.map_or_else(|| path.clone(), |(folder, file)| folder.join(file));
        let mut checkpoints = Checkpoints { name: state_name, partition, process, base, number: 0 };
        let mut continued_from = None;
        let header = write(processes, stored, part, partition, |processes| {
            let loaded = checkpoints.load(processes, region)?;
            continued_from = loaded.as_ref().map(Share::ply);
            let share = loaded.map_or_else(|| self.enumerate(region, partition, process), Ok);
            let share = agree(processes, share)?;
            self.work_backwards(processes, share, &mut checkpoints)
        })?;
        checkpoints.remove();
        Ok(header.map(|header| SavedSolution { header, continued_from }))
    }

    fn enumerate<'g, G: Ranked>(
        &self,
        region: &'g Region<'g, G>,
        partition: Partition,
        process: u64,
    ) -> Result<Share<'g, G>, Error> {
        const AT_ONCE: u64 = 1 << 16;
        let (mut share, mut done, total) = (Share::new(region, partition, process)?, 0, partition.ranks_of(process));
        while share.enumerate(AT_ONCE)? {
            done += AT_ONCE;
            (self.on_progress)(Progress { stage: Stage::Enumerating, done, total });
        }
        Ok(share)
    }

    fn work_backwards<'g, G: Ranked>(
        &self,
        processes: &mut impl Processes,
        mut share: Share<'g, G>,
        checkpoints: &mut Checkpoints<'_>,
    ) -> Result<Share<'g, G>, ClusterError> {
        let mut last_save = Instant::now();
        // What went wrong since the last round is told in the next one.
        let mut so_far = Ok(());
        loop {
            let next_ply = share.next_ply().map_or(u64::MAX, u64::from);
            let own = so_far.map(|()| ([next_ply, 0, 0, 0], Vec::new()));
            let (of_all, _) = round(processes, own)?;
            let least = of_all.iter().map(|[ply, ..]| *ply).min();
            let Some(ply) = least.and_then(|ply| u16::try_from(ply).ok()) else { return Ok(share) };
            share.begin_ply(ply);
            so_far = Ok(());
            let mut is_left = true;
            while is_left {
                let sent = self.send(&mut share, processes.count()).map_err(|error| error.to_string());
                let (done, found) = share.progress();
                // One clock decides for all.
                let is_due = processes.number() == 0 && last_save.elapsed() >= self.checkpoint_interval;
                let own = so_far.and(sent);
                let own = own.map(|(is_left, moves)| ([is_left.into(), done, found, is_due.into()], moves));
                let (of_all, moves) = round(processes, own)?;
                let received = moves.iter().try_for_each(|moves| share.receive(decode(moves)));
                so_far = received.map_err(|error| error.to_string());
                let [left, done, total, due] = sums(&of_all);
                is_left = left > 0;
                if due > 0 {
                    so_far = Ok(agree(processes, so_far)?);
                    checkpoints.save(processes, &share)?;
                    last_save = Instant::now();
                }
                let stage = Stage::WorkingBackwards { plies: ply + 1 };
                (self.on_progress)(Progress { stage, done, total });
            }
            share.end_ply();
        }
    }

    /// Whether more is left in this ply after the moves of a round; and these, in a message to each process.
    fn send<G: Ranked>(&self, share: &mut Share<'_, G>, count: usize) -> Result<(bool, Vec<Vec<u8>>), Error> {
        let mut moves = vec![Vec::new(); count];
        let (mut is_left, mut room) = (true, self.moves_in_round.max(1));
        while is_left && room > 0 {
            is_left = share.send(room, |to, decided| {
                moves[usize::try_from(to).expect("the number of a process")].push(decided);
                room = room.saturating_sub(1);
            })?;
        }
        Ok((is_left, moves.into_iter().map(encode).collect()))
    }
}

/// Why values are not written: an error of all processes, or one that only the first knows of.
enum NotWritten {
    OfAll(ClusterError),
    OfFirst(Error),
}

impl From<Error> for NotWritten {
    fn from(error: Error) -> Self {
        Self::OfFirst(error)
    }
}

/// Solves, and writes the values of all processes, which the first one gathers piece by piece. It knows before that they
/// can be written.
fn write<'g, G: Ranked + 'g, P: Processes>(
    processes: &mut P,
    stored: &Stored<G>,
    part: usize,
    partition: Partition,
    solve: impl FnOnce(&mut P) -> Result<Share<'g, G>, ClusterError>,
) -> Result<Option<Header>, ClusterError> {
    let is_first = processes.number() == 0;
    let (mut solve, mut solved) = (Some(solve), None);
    let mut values = pieces(partition.ranks()).map(|ranks| {
        if let Some(solve) = solve.take() {
            let share = agree(processes, Ok::<_, String>(())).and_then(|()| solve(processes));
            solved = Some(share.map_err(NotWritten::OfAll)?);
        }
        // On a slow cable, values as they are would take longer than solving.
        let own = solved.iter().map(|share| lz4_flex::compress_prepend_size(&share.values(ranks.clone()))).collect();
        let (_, packed) = round(processes, Ok((Default::default(), own))).map_err(NotWritten::OfAll)?;
        Ok(packed.iter().flat_map(|packed| lz4_flex::decompress_size_prepended(packed)).collect())
    });
    let written = if is_first {
        stored.gather(part, partition, &mut values).map(Some)
    } else {
        values.try_for_each(|values| values.map(drop)).map(|()| None)
    };
    match written {
        Err(NotWritten::OfAll(error)) => Err(error),
        Err(NotWritten::OfFirst(error)) => agree(processes, Err(io_error(error))),
        Ok(header) => agree(processes, Ok::<_, String>(header)),
    }
}
