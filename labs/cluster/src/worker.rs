//! A worker: solves its share, in rounds that all workers take together, and writes it.

use retrograde::Ranked;
use retrograde::progress::{Progress, Stage};
use retrograde::shares::{Partition, Share, ShareFile, SolvedShare};

use crate::ClusterError;
use crate::checkpoint::{Checkpoints, io_error};
use crate::job::Stopped;
use crate::moves::{MOST_BYTES, Outbox, decode};
use crate::peers::{Peers, damaged, sums};
use crate::report::Report;

/// Solves the share of a worker together with all others, and writes it.
pub(crate) fn solve<G: Ranked>(mut peers: Peers<'_>, game: &G) -> Result<Report, Stopped> {
    let job = peers.job;
    let partition = Partition::of_ranks(game.ranks()).among(peers.count() as u64);
    let worker = peers.worker as u64;
    // A share that cannot be written is not solved in vain.
    let file = job.fail_on_error(ShareFile::create(job.path, partition, worker).map_err(io_error))?;
    let mut checkpoints = Checkpoints::new(job.checkpoints, partition, worker);
    let share = if let Some(share) = checkpoints.load(&mut peers, game)? {
        peers.report.continued_from = Some(share.ply());
        share
    } else {
        let mut share = job.fail_on_error(Share::new(game, partition, worker).map_err(solve_error))?;
        while job.fail_on_error(share.enumerate(AT_ONCE).map_err(solve_error))? {
            peers.check()?;
        }
        share
    };
    let solved = work_backwards(&mut peers, share, &mut checkpoints)?;
    write(&mut peers, &solved, file)?;
    checkpoints.remove(&mut peers)?;
    Ok(peers.report)
}

fn solve_error(error: retrograde::SolveError) -> ClusterError {
    ClusterError::Worker(error.to_string())
}

/// The number of positions and moves that are looked at before a look at whether the run has failed.
const AT_ONCE: u64 = 1 << 11;

/// The moves for each worker that are not sent yet, and how many may be sent at once and in a round.
struct Outboxes {
    by_worker: Vec<Outbox>,
    most_in_message: usize,
    most_in_round: u64,
}

impl Outboxes {
    fn new(workers: usize, bytes_in_flight: u64) -> Self {
        /// A message of this number of moves is long enough to be sorted well, and moves are close to one another in
        /// it.
        const MOST_IN_MESSAGE: usize = 1 << 16;
        /// All messages of a worker that are not sent yet have at most this number of moves.
        const MOST_UNSENT: usize = 1 << 20;
        Self {
            by_worker: (0..workers).map(|_| Outbox::default()).collect(),
            most_in_message: (MOST_UNSENT / workers).clamp(1 << 8, MOST_IN_MESSAGE),
            most_in_round: (bytes_in_flight / MOST_BYTES / workers as u64).max(1),
        }
    }
}

fn work_backwards<G: Ranked>(
    peers: &mut Peers<'_>,
    mut share: Share<G>,
    checkpoints: &mut Checkpoints,
) -> Result<SolvedShare, Stopped> {
    let job = peers.job;
    let mut outboxes = Outboxes::new(peers.count(), job.cluster.bytes_in_flight);
    loop {
        let own = share.next_ply().map(u64::from);
        let least = peers.agree(own.as_slice())?.into_iter().flatten().min();
        let Some(ply) = least.map(|ply| u16::try_from(ply).expect("a distance")) else { return Ok(share.finish()) };
        share.begin_ply(ply);
        let mut is_left = true;
        while is_left {
            let own_is_left = send_moves(peers, &mut share, &mut outboxes)?;
            let (done, found) = share.progress();
            // One clock decides for all.
            let due = if peers.worker == 0 { checkpoints.due(job.cluster.checkpoint_interval) } else { 0 };
            let numbers = [own_is_left.into(), done, found, due];
            let of_all = peers.end_round(&numbers, |_, code| receive(&mut share, code))?;
            let [left, done, total, checkpoint] = sums(&of_all);
            is_left = left > 0;
            if checkpoint > 0 {
                checkpoints.save(peers, &share, checkpoint)?;
            }
            peers.show(Progress { stage: Stage::WorkingBackwards { plies: ply + 1 }, done, total });
        }
        share.end_ply();
    }
}

/// Sends the moves of a round. Returns whether the worker has more in this ply.
fn send_moves<G: Ranked>(
    peers: &mut Peers<'_>,
    share: &mut Share<G>,
    outboxes: &mut Outboxes,
) -> Result<bool, Stopped> {
    let Outboxes { by_worker, most_in_message, most_in_round } = outboxes;
    let sent_before = peers.report.bytes_of_moves;
    let send_one = |peers: &mut Peers<'_>, to: usize, outbox: &mut Outbox| {
        let mut content = Vec::with_capacity(2 * outbox.len());
        peers.report.moves_sent += outbox.len() as u64;
        outbox.encode(&mut content);
        peers.report.bytes_of_moves += content.len() as u64;
        peers.send(to, content);
    };
    let (mut is_left, mut left) = (true, *most_in_round);
    while is_left && left > 0 {
        peers.check()?;
        let result = share.send(left.min(AT_ONCE), |to, decided| {
            let to = usize::try_from(to).expect("the number of a worker");
            let outbox = &mut by_worker[to];
            outbox.push(decided);
            left = left.saturating_sub(1);
            if outbox.len() >= *most_in_message {
                send_one(peers, to, outbox);
            }
        });
        is_left = peers.job.fail_on_error(result.map_err(solve_error))?;
    }
    for (to, outbox) in by_worker.iter_mut().enumerate().filter(|(_, outbox)| outbox.len() > 0) {
        send_one(peers, to, outbox);
    }
    let report = &mut peers.report;
    report.largest_round = report.largest_round.max(report.bytes_of_moves - sent_before);
    report.rounds += 1;
    Ok(is_left)
}

fn receive<G: Ranked>(share: &mut Share<G>, code: &[u8]) -> Result<(), ClusterError> {
    share.receive(decode(code).ok_or_else(damaged)?).map_err(solve_error)
}

/// Writes the share of a worker, under its name only when all workers have written theirs.
fn write(peers: &mut Peers<'_>, solved: &SolvedShare, mut file: ShareFile) -> Result<(), Stopped> {
    let job = peers.job;
    let checksums = peers.agree(&[solved.checksum()])?;
    let checksum = checksums.into_iter().flatten().fold(0, u64::wrapping_add);
    let header = job.fail_on_error(file.write(job.name, checksum, solved).map_err(io_error))?;
    peers.report.checksum = checksum;
    peers.add_up(header.summary)?;
    job.fail_on_error(file.commit().map_err(io_error))?;
    peers.agree(&[])?;
    if peers.is_first() {
        job.fail_on_error(ShareFile::remove_earlier(job.path, solved.partition().workers()).map_err(io_error))?;
    }
    Ok(())
}
